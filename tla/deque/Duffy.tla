------------------------------- MODULE Duffy -------------------------------
(***************************************************************************)
(* This module specifies wsq/duffy.go, the work-stealing queue of J.       *)
(* Duffy.                                                                  *)
(*                                                                         *)
(* A label is one shared access of that file and has the name at the end   *)
(* of its line. Its step also does the private work up to the next label.  *)
(* OwnerIdle is no access: there the owner chooses its next operation.     *)
(*                                                                         *)
(* Names: head, tail, foreignLock, t and limit are those of the code. h is *)
(* the owner's h under the lock, seen the thief's h. v and item are the    *)
(* results. The ring is size and slots. cap is the owner's own size, which *)
(* only the owner changes. tail is -1 while a Pop finds out that the deque *)
(* was never used. Indices do not wrap around here, slots do.              *)
(*                                                                         *)
(* foreignLock is a plain lock here. The words that it consists of are not *)
(* modelled. A TrySteal that finds the lock held answers Retry and may     *)
(* call again; that step changes nothing. A TrySteal with a timeout is the *)
(* same: it goes on when the lock is free, or it has given up.             *)
(*                                                                         *)
(* Some steps are several accesses. PopTakeSlot, PopTakeLocked and         *)
(* StealTakeSlot read and clear a slot that belongs to the caller.         *)
(* PushGrow copies under the lock. The invariant NoRace says that no other *)
(* thread uses those slots meanwhile.                                      *)
(*                                                                         *)
(* Reset = 1 is the article's growth, which starts again at index 0. It    *)
(* holds too, because other threads read an index only under the lock. The *)
(* exceptions are the estimates of Count and IsEmpty, which are not        *)
(* modelled.                                                               *)
(*                                                                         *)
(* MCDuffy has the properties, LinDuffy the results of operations.         *)
(***************************************************************************)
EXTENDS Integers

CONSTANTS
  Items,     \* the most items that the owner pushes: 1, 2, ...
  Thieves,   \* number of thieves: 1, 2, ...
  Capacity,  \* slots before the ring grows, one of them spare: 2, 3, ...
  Reset,     \* 1 if growth resets the indices, else 0
  Naive      \* "", or the fault of a Naive configuration

Owner == 0
Nil == 0

\* The slots of a ring that holds all items.
RECURSIVE Enough(_)
Enough(n) == IF n > Items THEN n ELSE Enough(2 * n)
Slot == 0..Enough(Capacity)-1

\* The ring old of n slots, doubled, with the items of indices from..to-1 moved
\* down.
Doubled(old, n, from, to, down) ==
  [s \in Slot |-> IF \E i \in from..(to-1) : (i - down) % (2*n) = s
                  THEN old[(CHOOSE i \in from..(to-1) : (i - down) % (2*n) = s) % n] ELSE Nil]

\* The number of slots that stay free.
Spare == IF Naive = "NoSpare" THEN 0 ELSE 1

(* --algorithm Duffy {
variables
  head = 0; tail = 0;
  foreignLock = FALSE;
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
  t = 0;          \* tail, between operations
  limit = Capacity - Spare; \* below it, Push need not read head
  cap = Capacity;
  h = 0; v = Nil;
{
OwnerIdle:
  either {                                                     \* Push
    await pushed < Items;
    if (t >= limit) goto PushReadHead; else goto PushWrite;
  } or {                                                       \* Pop
    if (Naive = "EarlyEmpty" /\ head >= t) goto OwnerIdle;     \* Empty
    else goto PopLower;
  };

\* Push
PushReadHead:
  limit := head + cap - Spare;
  if (t >= limit) goto PushLock; else goto PushWrite;
PushLock:
  await ~foreignLock;
  foreignLock := TRUE;
PushReadHeadLocked:
  h := head;
  if (t - h >= cap - Spare) goto PushGrow; else goto PushUnlock;
PushGrow:
  slots := Doubled(slots, cap, h, t, Reset * h);
  size := 2 * cap;
  cap := 2 * cap;
  if (Reset = 1) {
    head := 0;
    tail := t - h;
    t := t - h;
    h := 0;
  };
PushUnlock:
  foreignLock := FALSE;
  limit := h + cap - Spare;
  h := 0;
PushWrite:
  slots[t % cap] := pushed + 1;
PushPublish:
  tail := t + 1;
  t := t + 1;
  pushed := pushed + 1;
  goto OwnerIdle;

\* Pop
PopLower:
  tail := t - 1;
PopReadHead:
  if (t - 1 >= head \/ (Naive = "NoLook" /\ t > 0)) {
    t := t - 1;
    Claim(slots[t % cap]);
    goto PopTakeSlot;
  } else goto PopLock;
PopTakeSlot:
  slots[t % cap] := Nil;
  goto OwnerIdle;
PopLock:
  await ~foreignLock;
  foreignLock := TRUE;
PopCheckHead:
  if (t - 1 >= head) {
    t := t - 1;
    Claim(slots[t % cap]);
    goto PopTakeLocked;
  } else goto PopRestore;
PopTakeLocked:
  v := slots[t % cap];
  slots[t % cap] := Nil;
  goto PopUnlock;
PopRestore:
  tail := t;
PopUnlock:
  \* v, or Empty if v is Nil
  foreignLock := FALSE;
  v := Nil;
  goto OwnerIdle;
}

fair process (thief \in 1..Thieves)
variables seen = 0; item = Nil;
{
StealLock:
  if (foreignLock) goto StealLock;                             \* Retry
  else foreignLock := TRUE;
StealReadHead:
  seen := head;
StealRaise:
  head := IF Naive = "NoRaise" THEN head ELSE seen + 1;
StealReadTail:
  if (tail > seen) { Claim(slots[seen % size]); goto StealTakeSlot; }
  else goto StealRestore;
StealTakeSlot:
  item := slots[seen % size];
  slots[seen % size] := IF Naive = "KeepsSlot" THEN item ELSE Nil;
  goto StealUnlock;
StealRestore:
  head := seen;
StealUnlock:
  \* Stolen, or Empty if item is Nil
  foreignLock := FALSE;
  seen := 0; item := Nil;
  goto StealLock;
}
} *)
\* BEGIN TRANSLATION (chksum(pcal) = "6d4fe8be" /\ chksum(tla) = "3eb40f1c")
VARIABLES head, tail, foreignLock, size, slots, pushed, taken, pc, t, limit, 
          cap, h, v, seen, item

vars == << head, tail, foreignLock, size, slots, pushed, taken, pc, t, limit, 
           cap, h, v, seen, item >>

ProcSet == {Owner} \cup (1..Thieves)

Init == (* Global variables *)
        /\ head = 0
        /\ tail = 0
        /\ foreignLock = FALSE
        /\ size = Capacity
        /\ slots = [s \in Slot |-> Nil]
        /\ pushed = 0
        /\ taken = [i \in 0..Items |-> 0]
        (* Process owner *)
        /\ t = 0
        /\ limit = Capacity - Spare
        /\ cap = Capacity
        /\ h = 0
        /\ v = Nil
        (* Process thief *)
        /\ seen = [self \in 1..Thieves |-> 0]
        /\ item = [self \in 1..Thieves |-> Nil]
        /\ pc = [self \in ProcSet |-> CASE self = Owner -> "OwnerIdle"
                                        [] self \in 1..Thieves -> "StealLock"]

OwnerIdle == /\ pc[Owner] = "OwnerIdle"
             /\ \/ /\ pushed < Items
                   /\ IF t >= limit
                         THEN /\ pc' = [pc EXCEPT ![Owner] = "PushReadHead"]
                         ELSE /\ pc' = [pc EXCEPT ![Owner] = "PushWrite"]
                \/ /\ IF Naive = "EarlyEmpty" /\ head >= t
                         THEN /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
                         ELSE /\ pc' = [pc EXCEPT ![Owner] = "PopLower"]
             /\ UNCHANGED << head, tail, foreignLock, size, slots, pushed, 
                             taken, t, limit, cap, h, v, seen, item >>

PushReadHead == /\ pc[Owner] = "PushReadHead"
                /\ limit' = head + cap - Spare
                /\ IF t >= limit'
                      THEN /\ pc' = [pc EXCEPT ![Owner] = "PushLock"]
                      ELSE /\ pc' = [pc EXCEPT ![Owner] = "PushWrite"]
                /\ UNCHANGED << head, tail, foreignLock, size, slots, pushed, 
                                taken, t, cap, h, v, seen, item >>

PushLock == /\ pc[Owner] = "PushLock"
            /\ ~foreignLock
            /\ foreignLock' = TRUE
            /\ pc' = [pc EXCEPT ![Owner] = "PushReadHeadLocked"]
            /\ UNCHANGED << head, tail, size, slots, pushed, taken, t, limit, 
                            cap, h, v, seen, item >>

PushReadHeadLocked == /\ pc[Owner] = "PushReadHeadLocked"
                      /\ h' = head
                      /\ IF t - h' >= cap - Spare
                            THEN /\ pc' = [pc EXCEPT ![Owner] = "PushGrow"]
                            ELSE /\ pc' = [pc EXCEPT ![Owner] = "PushUnlock"]
                      /\ UNCHANGED << head, tail, foreignLock, size, slots, 
                                      pushed, taken, t, limit, cap, v, seen, 
                                      item >>

PushGrow == /\ pc[Owner] = "PushGrow"
            /\ slots' = Doubled(slots, cap, h, t, Reset * h)
            /\ size' = 2 * cap
            /\ cap' = 2 * cap
            /\ IF Reset = 1
                  THEN /\ head' = 0
                       /\ tail' = t - h
                       /\ t' = t - h
                       /\ h' = 0
                  ELSE /\ TRUE
                       /\ UNCHANGED << head, tail, t, h >>
            /\ pc' = [pc EXCEPT ![Owner] = "PushUnlock"]
            /\ UNCHANGED << foreignLock, pushed, taken, limit, v, seen, item >>

PushUnlock == /\ pc[Owner] = "PushUnlock"
              /\ foreignLock' = FALSE
              /\ limit' = h + cap - Spare
              /\ h' = 0
              /\ pc' = [pc EXCEPT ![Owner] = "PushWrite"]
              /\ UNCHANGED << head, tail, size, slots, pushed, taken, t, cap, 
                              v, seen, item >>

PushWrite == /\ pc[Owner] = "PushWrite"
             /\ slots' = [slots EXCEPT ![t % cap] = pushed + 1]
             /\ pc' = [pc EXCEPT ![Owner] = "PushPublish"]
             /\ UNCHANGED << head, tail, foreignLock, size, pushed, taken, t, 
                             limit, cap, h, v, seen, item >>

PushPublish == /\ pc[Owner] = "PushPublish"
               /\ tail' = t + 1
               /\ t' = t + 1
               /\ pushed' = pushed + 1
               /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
               /\ UNCHANGED << head, foreignLock, size, slots, taken, limit, 
                               cap, h, v, seen, item >>

PopLower == /\ pc[Owner] = "PopLower"
            /\ tail' = t - 1
            /\ pc' = [pc EXCEPT ![Owner] = "PopReadHead"]
            /\ UNCHANGED << head, foreignLock, size, slots, pushed, taken, t, 
                            limit, cap, h, v, seen, item >>

PopReadHead == /\ pc[Owner] = "PopReadHead"
               /\ IF t - 1 >= head \/ (Naive = "NoLook" /\ t > 0)
                     THEN /\ t' = t - 1
                          /\ taken' = [taken EXCEPT ![(slots[t' % cap])] = taken[(slots[t' % cap])] + 1]
                          /\ pc' = [pc EXCEPT ![Owner] = "PopTakeSlot"]
                     ELSE /\ pc' = [pc EXCEPT ![Owner] = "PopLock"]
                          /\ UNCHANGED << taken, t >>
               /\ UNCHANGED << head, tail, foreignLock, size, slots, pushed, 
                               limit, cap, h, v, seen, item >>

PopTakeSlot == /\ pc[Owner] = "PopTakeSlot"
               /\ slots' = [slots EXCEPT ![t % cap] = Nil]
               /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
               /\ UNCHANGED << head, tail, foreignLock, size, pushed, taken, t, 
                               limit, cap, h, v, seen, item >>

PopLock == /\ pc[Owner] = "PopLock"
           /\ ~foreignLock
           /\ foreignLock' = TRUE
           /\ pc' = [pc EXCEPT ![Owner] = "PopCheckHead"]
           /\ UNCHANGED << head, tail, size, slots, pushed, taken, t, limit, 
                           cap, h, v, seen, item >>

PopCheckHead == /\ pc[Owner] = "PopCheckHead"
                /\ IF t - 1 >= head
                      THEN /\ t' = t - 1
                           /\ taken' = [taken EXCEPT ![(slots[t' % cap])] = taken[(slots[t' % cap])] + 1]
                           /\ pc' = [pc EXCEPT ![Owner] = "PopTakeLocked"]
                      ELSE /\ pc' = [pc EXCEPT ![Owner] = "PopRestore"]
                           /\ UNCHANGED << taken, t >>
                /\ UNCHANGED << head, tail, foreignLock, size, slots, pushed, 
                                limit, cap, h, v, seen, item >>

PopTakeLocked == /\ pc[Owner] = "PopTakeLocked"
                 /\ v' = slots[t % cap]
                 /\ slots' = [slots EXCEPT ![t % cap] = Nil]
                 /\ pc' = [pc EXCEPT ![Owner] = "PopUnlock"]
                 /\ UNCHANGED << head, tail, foreignLock, size, pushed, taken, 
                                 t, limit, cap, h, seen, item >>

PopRestore == /\ pc[Owner] = "PopRestore"
              /\ tail' = t
              /\ pc' = [pc EXCEPT ![Owner] = "PopUnlock"]
              /\ UNCHANGED << head, foreignLock, size, slots, pushed, taken, t, 
                              limit, cap, h, v, seen, item >>

PopUnlock == /\ pc[Owner] = "PopUnlock"
             /\ foreignLock' = FALSE
             /\ v' = Nil
             /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
             /\ UNCHANGED << head, tail, size, slots, pushed, taken, t, limit, 
                             cap, h, seen, item >>

owner == OwnerIdle \/ PushReadHead \/ PushLock \/ PushReadHeadLocked
            \/ PushGrow \/ PushUnlock \/ PushWrite \/ PushPublish
            \/ PopLower \/ PopReadHead \/ PopTakeSlot \/ PopLock
            \/ PopCheckHead \/ PopTakeLocked \/ PopRestore \/ PopUnlock

StealLock(self) == /\ pc[self] = "StealLock"
                   /\ IF foreignLock
                         THEN /\ pc' = [pc EXCEPT ![self] = "StealLock"]
                              /\ UNCHANGED foreignLock
                         ELSE /\ foreignLock' = TRUE
                              /\ pc' = [pc EXCEPT ![self] = "StealReadHead"]
                   /\ UNCHANGED << head, tail, size, slots, pushed, taken, t, 
                                   limit, cap, h, v, seen, item >>

StealReadHead(self) == /\ pc[self] = "StealReadHead"
                       /\ seen' = [seen EXCEPT ![self] = head]
                       /\ pc' = [pc EXCEPT ![self] = "StealRaise"]
                       /\ UNCHANGED << head, tail, foreignLock, size, slots, 
                                       pushed, taken, t, limit, cap, h, v, 
                                       item >>

StealRaise(self) == /\ pc[self] = "StealRaise"
                    /\ head' = (IF Naive = "NoRaise" THEN head ELSE seen[self] + 1)
                    /\ pc' = [pc EXCEPT ![self] = "StealReadTail"]
                    /\ UNCHANGED << tail, foreignLock, size, slots, pushed, 
                                    taken, t, limit, cap, h, v, seen, item >>

StealReadTail(self) == /\ pc[self] = "StealReadTail"
                       /\ IF tail > seen[self]
                             THEN /\ taken' = [taken EXCEPT ![(slots[seen[self] % size])] = taken[(slots[seen[self] % size])] + 1]
                                  /\ pc' = [pc EXCEPT ![self] = "StealTakeSlot"]
                             ELSE /\ pc' = [pc EXCEPT ![self] = "StealRestore"]
                                  /\ taken' = taken
                       /\ UNCHANGED << head, tail, foreignLock, size, slots, 
                                       pushed, t, limit, cap, h, v, seen, item >>

StealTakeSlot(self) == /\ pc[self] = "StealTakeSlot"
                       /\ item' = [item EXCEPT ![self] = slots[seen[self] % size]]
                       /\ slots' = [slots EXCEPT ![seen[self] % size] = IF Naive = "KeepsSlot" THEN item'[self] ELSE Nil]
                       /\ pc' = [pc EXCEPT ![self] = "StealUnlock"]
                       /\ UNCHANGED << head, tail, foreignLock, size, pushed, 
                                       taken, t, limit, cap, h, v, seen >>

StealRestore(self) == /\ pc[self] = "StealRestore"
                      /\ head' = seen[self]
                      /\ pc' = [pc EXCEPT ![self] = "StealUnlock"]
                      /\ UNCHANGED << tail, foreignLock, size, slots, pushed, 
                                      taken, t, limit, cap, h, v, seen, item >>

StealUnlock(self) == /\ pc[self] = "StealUnlock"
                     /\ foreignLock' = FALSE
                     /\ seen' = [seen EXCEPT ![self] = 0]
                     /\ item' = [item EXCEPT ![self] = Nil]
                     /\ pc' = [pc EXCEPT ![self] = "StealLock"]
                     /\ UNCHANGED << head, tail, size, slots, pushed, taken, t, 
                                     limit, cap, h, v >>

thief(self) == StealLock(self) \/ StealReadHead(self) \/ StealRaise(self)
                  \/ StealReadTail(self) \/ StealTakeSlot(self)
                  \/ StealRestore(self) \/ StealUnlock(self)

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
