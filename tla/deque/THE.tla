-------------------------------- MODULE THE --------------------------------
(***************************************************************************)
(* This module specifies wsq/the.go, the deque of Cilk-5 by Frigo,         *)
(* Leiserson and Randall, with both rules for the last item.               *)
(*                                                                         *)
(* A label is one shared access of that file and has the name at the end   *)
(* of its line. Its step also does the private work up to the next label.  *)
(* OwnerIdle is no access: there the owner chooses its next operation.     *)
(*                                                                         *)
(* Names: H, E, T, lock, tail and limit are those of the code. h is the    *)
(* owner's h under the lock, head the thief's h. v and item are the        *)
(* results. The ring is size and slots. cap is the owner's own size, which *)
(* only the owner changes. Indices do not wrap around here, slots do.      *)
(*                                                                         *)
(* Some steps are several accesses. PopTakeSlot, PopTakeLocked and         *)
(* StealTakeSlot read and clear a slot that belongs to the caller.         *)
(* PushGrow copies under the lock. The invariant NoRace says that no other *)
(* thread uses those slots meanwhile.                                      *)
(*                                                                         *)
(* MCTHE has the properties, LinTHE the results of operations.             *)
(***************************************************************************)
EXTENDS Naturals

CONSTANTS
  Items,     \* the most items that the owner pushes: 1, 2, ...
  Thieves,   \* number of thieves: 1, 2, ...
  Capacity,  \* slots before the ring grows
  Keep,      \* items that thieves leave to the owner: 0 or 1
  Naive      \* "", or the fault of a Naive configuration

Owner == 0
Nil == 0

\* The slots of a ring that holds all items.
RECURSIVE Enough(_)
Enough(n) == IF n >= Items THEN n ELSE Enough(2 * n)
Slot == 0..Enough(Capacity)-1

\* The ring old of n slots, doubled, with the items of indices from..to-1.
Doubled(old, n, from, to) ==
  [s \in Slot |-> IF \E i \in from..(to-1) : i % (2*n) = s
                  THEN old[(CHOOSE i \in from..(to-1) : i % (2*n) = s) % n] ELSE Nil]

(* --algorithm THE {
variables
  H = 0;                                   \* thieves have taken every index below H
  E = 0;                                   \* H, or H+1 while a thief's bar stands
  T = 0;
  lock = FALSE;
  size = Capacity;
  slots = [s \in Slot |-> Nil];
  \* Only the properties use these:
  pushed = 0;                              \* items 1..pushed have been pushed
  taken = [i \in 0..Items |-> 0];          \* how many times each item was taken

\* A thread that may take an item counts as having taken it, although it reads
\* the slot later. Only the properties use this, so it is no access.
macro Claim(i) { taken[i] := taken[i] + 1; }

fair process (owner = Owner)
variables
  tail = 0;       \* T, between operations
  limit = Capacity; \* below it, Push need not read H
  cap = Capacity;
  h = 0; v = Nil;
{
OwnerIdle:
  either {                                                     \* Push
    await pushed < Items;
    if (tail = limit) goto PushReadHead; else goto PushWrite;
  } or goto PopReadHead;                                       \* Pop

\* Push
PushReadHead:
  limit := H + cap;
  if (tail = limit) goto PushLock; else goto PushWrite;
PushLock:
  await ~lock \/ Naive = "GrowUnlocked";
  lock := TRUE;
PushReadHeadLocked:
  h := H;
  if (tail - h = cap) goto PushGrow; else goto PushUnlock;
PushGrow:
  slots := Doubled(slots, cap, h, tail);
  size := 2 * cap;
  cap := 2 * cap;
PushUnlock:
  lock := FALSE;
  limit := h + cap;
  h := 0;
PushWrite:
  slots[tail % cap] := pushed + 1;
PushPublish:
  T := tail + 1;
  tail := tail + 1;
  pushed := pushed + 1;
  goto OwnerIdle;

\* Pop
PopReadHead:
  if (H = tail) goto OwnerIdle;                                \* Empty
PopLower:
  T := tail - 1;
PopReadException:
  if (tail - 1 >= E \/ Naive = "NoException") {
    tail := tail - 1;
    Claim(slots[tail % cap]);
    goto PopTakeSlot;
  } else goto PopLock;
PopTakeSlot:
  slots[tail % cap] := Nil;
  goto OwnerIdle;
PopLock:
  await ~lock;
  lock := TRUE;
PopCheckHead:
  if (tail - 1 >= H) {
    tail := tail - 1;
    Claim(slots[tail % cap]);
    goto PopTakeLocked;
  } else goto PopRestore;
PopTakeLocked:
  v := slots[tail % cap];
  slots[tail % cap] := Nil;
  goto PopUnlock;
PopRestore:
  T := tail;
PopUnlock:
  lock := FALSE;
  v := Nil;
  goto OwnerIdle;
}

fair process (thief \in 1..Thieves)
variables head = 0; item = Nil;
{
StealLookHead:
  head := H;
StealLookTail:
  if (T <= head + Keep) { head := 0; goto StealLookHead; };    \* Empty
StealLock:
  await ~lock;
  lock := TRUE;
StealReadHead:
  head := H;
StealBar:
  E := IF Naive = "NoBar" THEN E ELSE head + 1;
  H := IF Naive = "OneIndex" THEN head + 1 ELSE H;
StealReadTail:
  if (T > head + Keep) {
    Claim(slots[head % size]);
    if (Naive = "HeadFirst") goto StealTake; else goto StealTakeSlot;
  } else goto StealLift;
StealTakeSlot:
  item := slots[head % size];
  slots[head % size] := IF Naive = "KeepsSlot" THEN item ELSE Nil;
  if (Naive = "HeadFirst") goto StealUnlock;
StealTake:
  H := head + 1;
  if (Naive = "HeadFirst") goto StealTakeSlot; else goto StealUnlock;
StealLift:
  E := head;
  H := IF Naive = "OneIndex" THEN head ELSE H;
StealUnlock:
  \* Stolen, or Empty if item is Nil
  lock := FALSE;
  head := 0; item := Nil;
  goto StealLookHead;
}
} *)
\* BEGIN TRANSLATION (chksum(pcal) = "a952bce5" /\ chksum(tla) = "f844839d")
VARIABLES H, E, T, lock, size, slots, pushed, taken, pc, tail, limit, cap, h, 
          v, head, item

vars == << H, E, T, lock, size, slots, pushed, taken, pc, tail, limit, cap, h, 
           v, head, item >>

ProcSet == {Owner} \cup (1..Thieves)

Init == (* Global variables *)
        /\ H = 0
        /\ E = 0
        /\ T = 0
        /\ lock = FALSE
        /\ size = Capacity
        /\ slots = [s \in Slot |-> Nil]
        /\ pushed = 0
        /\ taken = [i \in 0..Items |-> 0]
        (* Process owner *)
        /\ tail = 0
        /\ limit = Capacity
        /\ cap = Capacity
        /\ h = 0
        /\ v = Nil
        (* Process thief *)
        /\ head = [self \in 1..Thieves |-> 0]
        /\ item = [self \in 1..Thieves |-> Nil]
        /\ pc = [self \in ProcSet |-> CASE self = Owner -> "OwnerIdle"
                                        [] self \in 1..Thieves -> "StealLookHead"]

OwnerIdle == /\ pc[Owner] = "OwnerIdle"
             /\ \/ /\ pushed < Items
                   /\ IF tail = limit
                         THEN /\ pc' = [pc EXCEPT ![Owner] = "PushReadHead"]
                         ELSE /\ pc' = [pc EXCEPT ![Owner] = "PushWrite"]
                \/ /\ pc' = [pc EXCEPT ![Owner] = "PopReadHead"]
             /\ UNCHANGED << H, E, T, lock, size, slots, pushed, taken, tail, 
                             limit, cap, h, v, head, item >>

PushReadHead == /\ pc[Owner] = "PushReadHead"
                /\ limit' = H + cap
                /\ IF tail = limit'
                      THEN /\ pc' = [pc EXCEPT ![Owner] = "PushLock"]
                      ELSE /\ pc' = [pc EXCEPT ![Owner] = "PushWrite"]
                /\ UNCHANGED << H, E, T, lock, size, slots, pushed, taken, 
                                tail, cap, h, v, head, item >>

PushLock == /\ pc[Owner] = "PushLock"
            /\ ~lock \/ Naive = "GrowUnlocked"
            /\ lock' = TRUE
            /\ pc' = [pc EXCEPT ![Owner] = "PushReadHeadLocked"]
            /\ UNCHANGED << H, E, T, size, slots, pushed, taken, tail, limit, 
                            cap, h, v, head, item >>

PushReadHeadLocked == /\ pc[Owner] = "PushReadHeadLocked"
                      /\ h' = H
                      /\ IF tail - h' = cap
                            THEN /\ pc' = [pc EXCEPT ![Owner] = "PushGrow"]
                            ELSE /\ pc' = [pc EXCEPT ![Owner] = "PushUnlock"]
                      /\ UNCHANGED << H, E, T, lock, size, slots, pushed, 
                                      taken, tail, limit, cap, v, head, item >>

PushGrow == /\ pc[Owner] = "PushGrow"
            /\ slots' = Doubled(slots, cap, h, tail)
            /\ size' = 2 * cap
            /\ cap' = 2 * cap
            /\ pc' = [pc EXCEPT ![Owner] = "PushUnlock"]
            /\ UNCHANGED << H, E, T, lock, pushed, taken, tail, limit, h, v, 
                            head, item >>

PushUnlock == /\ pc[Owner] = "PushUnlock"
              /\ lock' = FALSE
              /\ limit' = h + cap
              /\ h' = 0
              /\ pc' = [pc EXCEPT ![Owner] = "PushWrite"]
              /\ UNCHANGED << H, E, T, size, slots, pushed, taken, tail, cap, 
                              v, head, item >>

PushWrite == /\ pc[Owner] = "PushWrite"
             /\ slots' = [slots EXCEPT ![tail % cap] = pushed + 1]
             /\ pc' = [pc EXCEPT ![Owner] = "PushPublish"]
             /\ UNCHANGED << H, E, T, lock, size, pushed, taken, tail, limit, 
                             cap, h, v, head, item >>

PushPublish == /\ pc[Owner] = "PushPublish"
               /\ T' = tail + 1
               /\ tail' = tail + 1
               /\ pushed' = pushed + 1
               /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
               /\ UNCHANGED << H, E, lock, size, slots, taken, limit, cap, h, 
                               v, head, item >>

PopReadHead == /\ pc[Owner] = "PopReadHead"
               /\ IF H = tail
                     THEN /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
                     ELSE /\ pc' = [pc EXCEPT ![Owner] = "PopLower"]
               /\ UNCHANGED << H, E, T, lock, size, slots, pushed, taken, tail, 
                               limit, cap, h, v, head, item >>

PopLower == /\ pc[Owner] = "PopLower"
            /\ T' = tail - 1
            /\ pc' = [pc EXCEPT ![Owner] = "PopReadException"]
            /\ UNCHANGED << H, E, lock, size, slots, pushed, taken, tail, 
                            limit, cap, h, v, head, item >>

PopReadException == /\ pc[Owner] = "PopReadException"
                    /\ IF tail - 1 >= E \/ Naive = "NoException"
                          THEN /\ tail' = tail - 1
                               /\ taken' = [taken EXCEPT ![(slots[tail' % cap])] = taken[(slots[tail' % cap])] + 1]
                               /\ pc' = [pc EXCEPT ![Owner] = "PopTakeSlot"]
                          ELSE /\ pc' = [pc EXCEPT ![Owner] = "PopLock"]
                               /\ UNCHANGED << taken, tail >>
                    /\ UNCHANGED << H, E, T, lock, size, slots, pushed, limit, 
                                    cap, h, v, head, item >>

PopTakeSlot == /\ pc[Owner] = "PopTakeSlot"
               /\ slots' = [slots EXCEPT ![tail % cap] = Nil]
               /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
               /\ UNCHANGED << H, E, T, lock, size, pushed, taken, tail, limit, 
                               cap, h, v, head, item >>

PopLock == /\ pc[Owner] = "PopLock"
           /\ ~lock
           /\ lock' = TRUE
           /\ pc' = [pc EXCEPT ![Owner] = "PopCheckHead"]
           /\ UNCHANGED << H, E, T, size, slots, pushed, taken, tail, limit, 
                           cap, h, v, head, item >>

PopCheckHead == /\ pc[Owner] = "PopCheckHead"
                /\ IF tail - 1 >= H
                      THEN /\ tail' = tail - 1
                           /\ taken' = [taken EXCEPT ![(slots[tail' % cap])] = taken[(slots[tail' % cap])] + 1]
                           /\ pc' = [pc EXCEPT ![Owner] = "PopTakeLocked"]
                      ELSE /\ pc' = [pc EXCEPT ![Owner] = "PopRestore"]
                           /\ UNCHANGED << taken, tail >>
                /\ UNCHANGED << H, E, T, lock, size, slots, pushed, limit, cap, 
                                h, v, head, item >>

PopTakeLocked == /\ pc[Owner] = "PopTakeLocked"
                 /\ v' = slots[tail % cap]
                 /\ slots' = [slots EXCEPT ![tail % cap] = Nil]
                 /\ pc' = [pc EXCEPT ![Owner] = "PopUnlock"]
                 /\ UNCHANGED << H, E, T, lock, size, pushed, taken, tail, 
                                 limit, cap, h, head, item >>

PopRestore == /\ pc[Owner] = "PopRestore"
              /\ T' = tail
              /\ pc' = [pc EXCEPT ![Owner] = "PopUnlock"]
              /\ UNCHANGED << H, E, lock, size, slots, pushed, taken, tail, 
                              limit, cap, h, v, head, item >>

PopUnlock == /\ pc[Owner] = "PopUnlock"
             /\ lock' = FALSE
             /\ v' = Nil
             /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
             /\ UNCHANGED << H, E, T, size, slots, pushed, taken, tail, limit, 
                             cap, h, head, item >>

owner == OwnerIdle \/ PushReadHead \/ PushLock \/ PushReadHeadLocked
            \/ PushGrow \/ PushUnlock \/ PushWrite \/ PushPublish
            \/ PopReadHead \/ PopLower \/ PopReadException \/ PopTakeSlot
            \/ PopLock \/ PopCheckHead \/ PopTakeLocked \/ PopRestore
            \/ PopUnlock

StealLookHead(self) == /\ pc[self] = "StealLookHead"
                       /\ head' = [head EXCEPT ![self] = H]
                       /\ pc' = [pc EXCEPT ![self] = "StealLookTail"]
                       /\ UNCHANGED << H, E, T, lock, size, slots, pushed, 
                                       taken, tail, limit, cap, h, v, item >>

StealLookTail(self) == /\ pc[self] = "StealLookTail"
                       /\ IF T <= head[self] + Keep
                             THEN /\ head' = [head EXCEPT ![self] = 0]
                                  /\ pc' = [pc EXCEPT ![self] = "StealLookHead"]
                             ELSE /\ pc' = [pc EXCEPT ![self] = "StealLock"]
                                  /\ head' = head
                       /\ UNCHANGED << H, E, T, lock, size, slots, pushed, 
                                       taken, tail, limit, cap, h, v, item >>

StealLock(self) == /\ pc[self] = "StealLock"
                   /\ ~lock
                   /\ lock' = TRUE
                   /\ pc' = [pc EXCEPT ![self] = "StealReadHead"]
                   /\ UNCHANGED << H, E, T, size, slots, pushed, taken, tail, 
                                   limit, cap, h, v, head, item >>

StealReadHead(self) == /\ pc[self] = "StealReadHead"
                       /\ head' = [head EXCEPT ![self] = H]
                       /\ pc' = [pc EXCEPT ![self] = "StealBar"]
                       /\ UNCHANGED << H, E, T, lock, size, slots, pushed, 
                                       taken, tail, limit, cap, h, v, item >>

StealBar(self) == /\ pc[self] = "StealBar"
                  /\ E' = (IF Naive = "NoBar" THEN E ELSE head[self] + 1)
                  /\ H' = (IF Naive = "OneIndex" THEN head[self] + 1 ELSE H)
                  /\ pc' = [pc EXCEPT ![self] = "StealReadTail"]
                  /\ UNCHANGED << T, lock, size, slots, pushed, taken, tail, 
                                  limit, cap, h, v, head, item >>

StealReadTail(self) == /\ pc[self] = "StealReadTail"
                       /\ IF T > head[self] + Keep
                             THEN /\ taken' = [taken EXCEPT ![(slots[head[self] % size])] = taken[(slots[head[self] % size])] + 1]
                                  /\ IF Naive = "HeadFirst"
                                        THEN /\ pc' = [pc EXCEPT ![self] = "StealTake"]
                                        ELSE /\ pc' = [pc EXCEPT ![self] = "StealTakeSlot"]
                             ELSE /\ pc' = [pc EXCEPT ![self] = "StealLift"]
                                  /\ taken' = taken
                       /\ UNCHANGED << H, E, T, lock, size, slots, pushed, 
                                       tail, limit, cap, h, v, head, item >>

StealTakeSlot(self) == /\ pc[self] = "StealTakeSlot"
                       /\ item' = [item EXCEPT ![self] = slots[head[self] % size]]
                       /\ slots' = [slots EXCEPT ![head[self] % size] = IF Naive = "KeepsSlot" THEN item'[self] ELSE Nil]
                       /\ IF Naive = "HeadFirst"
                             THEN /\ pc' = [pc EXCEPT ![self] = "StealUnlock"]
                             ELSE /\ pc' = [pc EXCEPT ![self] = "StealTake"]
                       /\ UNCHANGED << H, E, T, lock, size, pushed, taken, 
                                       tail, limit, cap, h, v, head >>

StealTake(self) == /\ pc[self] = "StealTake"
                   /\ H' = head[self] + 1
                   /\ IF Naive = "HeadFirst"
                         THEN /\ pc' = [pc EXCEPT ![self] = "StealTakeSlot"]
                         ELSE /\ pc' = [pc EXCEPT ![self] = "StealUnlock"]
                   /\ UNCHANGED << E, T, lock, size, slots, pushed, taken, 
                                   tail, limit, cap, h, v, head, item >>

StealLift(self) == /\ pc[self] = "StealLift"
                   /\ E' = head[self]
                   /\ H' = (IF Naive = "OneIndex" THEN head[self] ELSE H)
                   /\ pc' = [pc EXCEPT ![self] = "StealUnlock"]
                   /\ UNCHANGED << T, lock, size, slots, pushed, taken, tail, 
                                   limit, cap, h, v, head, item >>

StealUnlock(self) == /\ pc[self] = "StealUnlock"
                     /\ lock' = FALSE
                     /\ head' = [head EXCEPT ![self] = 0]
                     /\ item' = [item EXCEPT ![self] = Nil]
                     /\ pc' = [pc EXCEPT ![self] = "StealLookHead"]
                     /\ UNCHANGED << H, E, T, size, slots, pushed, taken, tail, 
                                     limit, cap, h, v >>

thief(self) == StealLookHead(self) \/ StealLookTail(self)
                  \/ StealLock(self) \/ StealReadHead(self)
                  \/ StealBar(self) \/ StealReadTail(self)
                  \/ StealTakeSlot(self) \/ StealTake(self)
                  \/ StealLift(self) \/ StealUnlock(self)

(* Allow infinite stuttering to prevent deadlock on termination. *)
Terminating == /\ \A self \in ProcSet: pc[self] = "Done"
               /\ UNCHANGED vars

Next == owner
           \/ (\E self \in 1..Thieves: thief(self))
           \/ Terminating

Spec == /\ Init /\ [][Next]_vars
        /\ WF_vars(owner)
        /\ \A self \in 1..Thieves : WF_vars(thief(self))

Termination == <>(\A self \in ProcSet: pc[self] = "Done")

\* END TRANSLATION 
=============================================================================
