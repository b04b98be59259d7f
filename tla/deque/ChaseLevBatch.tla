--------------------------- MODULE ChaseLevBatch ----------------------------
(***************************************************************************)
(* ChaseLev with thieves that steal by StealBatch; see ChaseLev for the    *)
(* rest. Each item is claimed by its own CAS, after a new look at bottom.  *)
(* left is the number of items that the batch still wants. There is no     *)
(* Scrub, which keeps the states fewer.                                    *)
(***************************************************************************)
EXTENDS Naturals

CONSTANTS
  Items,     \* the most items that the owner pushes: 1, 2, ...
  Thieves,   \* number of thieves: 1, 2, ...
  First,     \* capacity of the first ring, a power of two
  Slots,     \* slots of the largest ring
  Rings,     \* number of rings
  Lag,       \* finished slots that may wait before the owner clears some
  Batch,     \* the most slots that one operation clears
  Part,      \* the ring is low if it is filled to less than 1/Part
  Patience,  \* low Pops in a row after which the next low Pop shrinks the ring
  Want,      \* the most items that a StealBatch takes
  Naive      \* "", or the fault of a Naive configuration

Owner == 0
Nil == 0
NoRing == [ring |-> 0, base |-> 0, size |-> 0]
FirstRing == [ring |-> 0, base |-> 0, size |-> First]
Fresh == [s \in 0..Slots-1 |-> 0]
Min(i, j) == IF i < j THEN i ELSE j

\* The marks of ring x, with those that thieves left in the previous ring.
Forwarded(marks, x, from, old, end) ==
  [s \in 0..Slots-1 |->
     IF \E i \in from..(end-1) : i % x.size = s /\ marks[old.ring][i % old.size] = i + 1
     THEN 1 + CHOOSE i \in from..(end-1) : i % x.size = s /\ marks[old.ring][i % old.size] = i + 1
     ELSE marks[x.ring][s]]

\* The end of the finished indices of ring x: the first index without a mark.
Finished(marks, x, from, end) ==
  CHOOSE f \in from..end :
    /\ \A i \in from..(f-1) : Naive = "NoMarks" \/ marks[i % x.size] = i + 1
    /\ f = end \/ ~(Naive = "NoMarks" \/ marks[f % x.size] = f + 1)

Cleared(ring, x, from, end) ==
  [s \in 0..Slots-1 |-> IF \E i \in from..(end-1) : i % x.size = s THEN Nil ELSE ring[s]]

\* The slots of a new ring that is copied from ring x.
Copied(ring, x, from, end, size) ==
  [s \in 0..Slots-1 |->
     IF \E i \in from..(end-1) : i % size = s
     THEN ring[(CHOOSE i \in from..(end-1) : i % size = s) % x.size]
     ELSE Nil]

(* --algorithm ChaseLevBatch {
variables
  top = 0;
  bottom = 0;
  array = FirstRing;
  slots = [n \in 0..Rings-1 |-> Fresh];    \* plain memory
  done = [n \in 0..Rings-1 |-> Fresh];     \* i + 1 means: the thief of index i has finished
  \* Only the properties use these:
  pushed = 0;                              \* items 1..pushed have been pushed
  taken = [i \in 0..Items |-> 0];          \* how many times each item was taken

define {
  Quarter(x) == IF x.size > First THEN x.size \div Part ELSE 0
}

macro Return() {
  t := 0; claimed := FALSE; cares := FALSE; next := 0;
  goto OwnerIdle;
}

\* reclaim: clear the slots of finished indices below t.
macro Reclaim(limit) {
  with (forward = before # NoRing /\ free < beforeEnd /\ Naive # "NoForward";
        marks = IF forward THEN Forwarded(done, r, free, before, beforeEnd) ELSE done[r.ring];
        f = Finished(marks, r, free, Min(t, free + limit))) {
    before := IF free >= beforeEnd THEN NoRing ELSE before;
    beforeEnd := IF free >= beforeEnd THEN 0 ELSE beforeEnd;
    done[r.ring] := marks;
    slots[r.ring] := Cleared(slots[r.ring], r, free, f);
    free := f;
  };
}

\* owesUpkeep, for top = i.
macro Upkeep(value) {
  with (i = value) {
    if (i - free > Lag \/ b - i < Quarter(r) \/ lowPops # 0) {
      t := i; claimed := FALSE; cares := TRUE;
      goto PopReadDone;
    } else Return();
  };
}

\* settle, after the owner has taken index t at the top.
macro Settle() {
  if (free = t) {
    free := free + 1;
    Upkeep(t + 1);
  } else { claimed := FALSE; goto PopFinish; };
}

\* take: read and clear the slot of index i.
macro Take(i) {
  with (s = i % r.size) {
    taken[slots[r.ring][s]] := taken[slots[r.ring][s]] + 1;
    slots[r.ring][s] := Nil;
  };
}

\* The end of a StealBatch, and the step after an item.
macro Rest() {
  seen := 0; a := NoRing; left := 0;
  goto BatchReadTop;
}

macro After() {
  if (left = 1) Rest();
  else { seen := seen + 1; a := NoRing; left := left - 1; goto BatchReadBottomAgain; };
}

fair process (owner = Owner)
variables
  b = 0;          \* bottom
  r = FirstRing;  \* array
  free = 0;       \* every index below it is finished, and its slot is cleared
  before = NoRing; beforeEnd = 0;
  lowPops = 0;
  t = 0; claimed = FALSE; cares = FALSE; next = 0;
{
OwnerIdle:
  either {                                                     \* Push
    await pushed < Items;
    if (b - free < r.size) goto PushWrite;
    else goto PushReadTop;
  } or {                                                       \* Pop
    goto PopReadTop;
  };

\* Push
PushWrite:
  slots[r.ring][b % r.size] := pushed + 1;
PushPublish:
  bottom := b + 1;
  b := b + 1;
  pushed := pushed + 1;
  Return();
PushReadTop:
  t := top;
PushReadDone:
  Reclaim(Batch);
  if (b - free < r.size) { t := 0; goto PushWrite; }
  else {
    next := IF b - t = r.size THEN 2 * r.size ELSE r.size;
    t := 0;
    goto SwapReadTop;
  };

\* Pop
PopReadTop:
  if (b = top /\ top - free <= Lag) Return();                  \* Empty
  else {
    t := top;
    if (b = t + 1) goto PopClaimOne;
    else if (b > t) goto PopLower;
    else goto PopReadDone;
  };
PopClaimOne:
  if (top = t) { top := t + 1; claimed := TRUE; goto PopTakeOne; }
  else Return();                                               \* Empty
PopTakeOne:
  Take(t);
  Settle();
PopLower:
  bottom := b - 1;
  b := b - 1;
PopReadTopAgain:
  t := IF Naive = "PopReadsTopOnce" THEN t ELSE top;
  if (b > t) goto PopTakeSlot;
  else if (b = t) goto PopClaimLast;
  else goto PopRestore;
PopTakeSlot:
  Take(b);
  Upkeep(t);
PopClaimLast:
  if (top = t \/ Naive = "PopLastNoCAS") { top := t + 1; claimed := TRUE; };
PopRestore:
  bottom := b + 1;
  b := b + 1;
  if (claimed) goto PopTakeLast;
  else Return();                                               \* Empty
PopTakeLast:
  Take(t);                                 \* free < t: see Bounds
  claimed := FALSE;
  goto PopFinish;
PopFinish:
  done[r.ring][t % r.size] := t + 1;
  Upkeep(t + 1);
PopReadDone:
  Reclaim(Batch);
  if (cares /\ b - t < Quarter(r) /\ lowPops = Patience) {
    next := r.size \div 2; t := 0;
    goto SwapReadTop;
  } else {
    lowPops := IF ~cares THEN lowPops                          \* Empty
               ELSE IF b - t < Quarter(r) THEN lowPops + 1 ELSE 0;
    Return();
  };

\* A new ring, for a Push or a Pop
SwapReadTop:
  t := top;
SwapCopy:
  with (n = (r.ring + 1) % Rings) {
    slots[n] := Copied(slots[r.ring], r, t, b, next);
    done[n] := Fresh;
  };
SwapPublish:
  array := [ring |-> (r.ring + 1) % Rings, base |-> t, size |-> next];
SwapReadTopAgain:
  before := IF top = t THEN NoRing ELSE r;
  beforeEnd := IF top = t THEN 0 ELSE top;
  r := [ring |-> (r.ring + 1) % Rings, base |-> t, size |-> next];
  free := t;
  lowPops := 0;
  if (cares) Return();
  else { t := 0; next := 0; goto PushWrite; };
}

fair process (thief \in 1..Thieves)
variables seen = 0; a = NoRing;
  left = 0;       \* items that the batch still wants
{
BatchReadTop:
  seen := top;
BatchReadBottom:
  if (bottom <= seen) { seen := 0; goto BatchReadTop; }        \* Empty
  else left := Min((bottom - seen + 1) \div 2, Want);
BatchReadArray:
  a := array;
BatchClaim:
  if (top = seen) { top := seen + 1; goto BatchReadSlot; }     \* Stolen
  else Rest();                                  \* Retry, or the end of the batch
BatchReadSlot:
  with (v = slots[a.ring][seen % a.size]) taken[v] := taken[v] + 1;
BatchReadArrayAgain:
  if (seen < array.base) After();
  else a := array;
BatchFinish:
  done[a.ring][seen % a.size] := seen + 1;
  After();
BatchReadBottomAgain:
  if (bottom <= seen /\ Naive # "LooksOnce") Rest();
  else goto BatchReadArray;
}
} *)
\* BEGIN TRANSLATION (chksum(pcal) = "da396518" /\ chksum(tla) = "aac0b0e3")
VARIABLES top, bottom, array, slots, done, pushed, taken, pc

(* define statement *)
Quarter(x) == IF x.size > First THEN x.size \div Part ELSE 0

VARIABLES b, r, free, before, beforeEnd, lowPops, t, claimed, cares, next, 
          seen, a, left

vars == << top, bottom, array, slots, done, pushed, taken, pc, b, r, free, 
           before, beforeEnd, lowPops, t, claimed, cares, next, seen, a, left
        >>

ProcSet == {Owner} \cup (1..Thieves)

Init == (* Global variables *)
        /\ top = 0
        /\ bottom = 0
        /\ array = FirstRing
        /\ slots = [n \in 0..Rings-1 |-> Fresh]
        /\ done = [n \in 0..Rings-1 |-> Fresh]
        /\ pushed = 0
        /\ taken = [i \in 0..Items |-> 0]
        (* Process owner *)
        /\ b = 0
        /\ r = FirstRing
        /\ free = 0
        /\ before = NoRing
        /\ beforeEnd = 0
        /\ lowPops = 0
        /\ t = 0
        /\ claimed = FALSE
        /\ cares = FALSE
        /\ next = 0
        (* Process thief *)
        /\ seen = [self \in 1..Thieves |-> 0]
        /\ a = [self \in 1..Thieves |-> NoRing]
        /\ left = [self \in 1..Thieves |-> 0]
        /\ pc = [self \in ProcSet |-> CASE self = Owner -> "OwnerIdle"
                                        [] self \in 1..Thieves -> "BatchReadTop"]

OwnerIdle == /\ pc[Owner] = "OwnerIdle"
             /\ \/ /\ pushed < Items
                   /\ IF b - free < r.size
                         THEN /\ pc' = [pc EXCEPT ![Owner] = "PushWrite"]
                         ELSE /\ pc' = [pc EXCEPT ![Owner] = "PushReadTop"]
                \/ /\ pc' = [pc EXCEPT ![Owner] = "PopReadTop"]
             /\ UNCHANGED << top, bottom, array, slots, done, pushed, taken, b, 
                             r, free, before, beforeEnd, lowPops, t, claimed, 
                             cares, next, seen, a, left >>

PushWrite == /\ pc[Owner] = "PushWrite"
             /\ slots' = [slots EXCEPT ![r.ring][b % r.size] = pushed + 1]
             /\ pc' = [pc EXCEPT ![Owner] = "PushPublish"]
             /\ UNCHANGED << top, bottom, array, done, pushed, taken, b, r, 
                             free, before, beforeEnd, lowPops, t, claimed, 
                             cares, next, seen, a, left >>

PushPublish == /\ pc[Owner] = "PushPublish"
               /\ bottom' = b + 1
               /\ b' = b + 1
               /\ pushed' = pushed + 1
               /\ t' = 0
               /\ claimed' = FALSE
               /\ cares' = FALSE
               /\ next' = 0
               /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
               /\ UNCHANGED << top, array, slots, done, taken, r, free, before, 
                               beforeEnd, lowPops, seen, a, left >>

PushReadTop == /\ pc[Owner] = "PushReadTop"
               /\ t' = top
               /\ pc' = [pc EXCEPT ![Owner] = "PushReadDone"]
               /\ UNCHANGED << top, bottom, array, slots, done, pushed, taken, 
                               b, r, free, before, beforeEnd, lowPops, claimed, 
                               cares, next, seen, a, left >>

PushReadDone == /\ pc[Owner] = "PushReadDone"
                /\ LET forward == before # NoRing /\ free < beforeEnd /\ Naive # "NoForward" IN
                     LET marks == IF forward THEN Forwarded(done, r, free, before, beforeEnd) ELSE done[r.ring] IN
                       LET f == Finished(marks, r, free, Min(t, free + Batch)) IN
                         /\ before' = (IF free >= beforeEnd THEN NoRing ELSE before)
                         /\ beforeEnd' = (IF free >= beforeEnd THEN 0 ELSE beforeEnd)
                         /\ done' = [done EXCEPT ![r.ring] = marks]
                         /\ slots' = [slots EXCEPT ![r.ring] = Cleared(slots[r.ring], r, free, f)]
                         /\ free' = f
                /\ IF b - free' < r.size
                      THEN /\ t' = 0
                           /\ pc' = [pc EXCEPT ![Owner] = "PushWrite"]
                           /\ next' = next
                      ELSE /\ next' = (IF b - t = r.size THEN 2 * r.size ELSE r.size)
                           /\ t' = 0
                           /\ pc' = [pc EXCEPT ![Owner] = "SwapReadTop"]
                /\ UNCHANGED << top, bottom, array, pushed, taken, b, r, 
                                lowPops, claimed, cares, seen, a, left >>

PopReadTop == /\ pc[Owner] = "PopReadTop"
              /\ IF b = top /\ top - free <= Lag
                    THEN /\ t' = 0
                         /\ claimed' = FALSE
                         /\ cares' = FALSE
                         /\ next' = 0
                         /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
                    ELSE /\ t' = top
                         /\ IF b = t' + 1
                               THEN /\ pc' = [pc EXCEPT ![Owner] = "PopClaimOne"]
                               ELSE /\ IF b > t'
                                          THEN /\ pc' = [pc EXCEPT ![Owner] = "PopLower"]
                                          ELSE /\ pc' = [pc EXCEPT ![Owner] = "PopReadDone"]
                         /\ UNCHANGED << claimed, cares, next >>
              /\ UNCHANGED << top, bottom, array, slots, done, pushed, taken, 
                              b, r, free, before, beforeEnd, lowPops, seen, a, 
                              left >>

PopClaimOne == /\ pc[Owner] = "PopClaimOne"
               /\ IF top = t
                     THEN /\ top' = t + 1
                          /\ claimed' = TRUE
                          /\ pc' = [pc EXCEPT ![Owner] = "PopTakeOne"]
                          /\ UNCHANGED << t, cares, next >>
                     ELSE /\ t' = 0
                          /\ claimed' = FALSE
                          /\ cares' = FALSE
                          /\ next' = 0
                          /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
                          /\ top' = top
               /\ UNCHANGED << bottom, array, slots, done, pushed, taken, b, r, 
                               free, before, beforeEnd, lowPops, seen, a, left >>

PopTakeOne == /\ pc[Owner] = "PopTakeOne"
              /\ LET s == t % r.size IN
                   /\ taken' = [taken EXCEPT ![slots[r.ring][s]] = taken[slots[r.ring][s]] + 1]
                   /\ slots' = [slots EXCEPT ![r.ring][s] = Nil]
              /\ IF free = t
                    THEN /\ free' = free + 1
                         /\ LET i == t + 1 IN
                              IF i - free' > Lag \/ b - i < Quarter(r) \/ lowPops # 0
                                 THEN /\ t' = i
                                      /\ claimed' = FALSE
                                      /\ cares' = TRUE
                                      /\ pc' = [pc EXCEPT ![Owner] = "PopReadDone"]
                                      /\ next' = next
                                 ELSE /\ t' = 0
                                      /\ claimed' = FALSE
                                      /\ cares' = FALSE
                                      /\ next' = 0
                                      /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
                    ELSE /\ claimed' = FALSE
                         /\ pc' = [pc EXCEPT ![Owner] = "PopFinish"]
                         /\ UNCHANGED << free, t, cares, next >>
              /\ UNCHANGED << top, bottom, array, done, pushed, b, r, before, 
                              beforeEnd, lowPops, seen, a, left >>

PopLower == /\ pc[Owner] = "PopLower"
            /\ bottom' = b - 1
            /\ b' = b - 1
            /\ pc' = [pc EXCEPT ![Owner] = "PopReadTopAgain"]
            /\ UNCHANGED << top, array, slots, done, pushed, taken, r, free, 
                            before, beforeEnd, lowPops, t, claimed, cares, 
                            next, seen, a, left >>

PopReadTopAgain == /\ pc[Owner] = "PopReadTopAgain"
                   /\ t' = (IF Naive = "PopReadsTopOnce" THEN t ELSE top)
                   /\ IF b > t'
                         THEN /\ pc' = [pc EXCEPT ![Owner] = "PopTakeSlot"]
                         ELSE /\ IF b = t'
                                    THEN /\ pc' = [pc EXCEPT ![Owner] = "PopClaimLast"]
                                    ELSE /\ pc' = [pc EXCEPT ![Owner] = "PopRestore"]
                   /\ UNCHANGED << top, bottom, array, slots, done, pushed, 
                                   taken, b, r, free, before, beforeEnd, 
                                   lowPops, claimed, cares, next, seen, a, 
                                   left >>

PopTakeSlot == /\ pc[Owner] = "PopTakeSlot"
               /\ LET s == b % r.size IN
                    /\ taken' = [taken EXCEPT ![slots[r.ring][s]] = taken[slots[r.ring][s]] + 1]
                    /\ slots' = [slots EXCEPT ![r.ring][s] = Nil]
               /\ LET i == t IN
                    IF i - free > Lag \/ b - i < Quarter(r) \/ lowPops # 0
                       THEN /\ t' = i
                            /\ claimed' = FALSE
                            /\ cares' = TRUE
                            /\ pc' = [pc EXCEPT ![Owner] = "PopReadDone"]
                            /\ next' = next
                       ELSE /\ t' = 0
                            /\ claimed' = FALSE
                            /\ cares' = FALSE
                            /\ next' = 0
                            /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
               /\ UNCHANGED << top, bottom, array, done, pushed, b, r, free, 
                               before, beforeEnd, lowPops, seen, a, left >>

PopClaimLast == /\ pc[Owner] = "PopClaimLast"
                /\ IF top = t \/ Naive = "PopLastNoCAS"
                      THEN /\ top' = t + 1
                           /\ claimed' = TRUE
                      ELSE /\ TRUE
                           /\ UNCHANGED << top, claimed >>
                /\ pc' = [pc EXCEPT ![Owner] = "PopRestore"]
                /\ UNCHANGED << bottom, array, slots, done, pushed, taken, b, 
                                r, free, before, beforeEnd, lowPops, t, cares, 
                                next, seen, a, left >>

PopRestore == /\ pc[Owner] = "PopRestore"
              /\ bottom' = b + 1
              /\ b' = b + 1
              /\ IF claimed
                    THEN /\ pc' = [pc EXCEPT ![Owner] = "PopTakeLast"]
                         /\ UNCHANGED << t, claimed, cares, next >>
                    ELSE /\ t' = 0
                         /\ claimed' = FALSE
                         /\ cares' = FALSE
                         /\ next' = 0
                         /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
              /\ UNCHANGED << top, array, slots, done, pushed, taken, r, free, 
                              before, beforeEnd, lowPops, seen, a, left >>

PopTakeLast == /\ pc[Owner] = "PopTakeLast"
               /\ LET s == t % r.size IN
                    /\ taken' = [taken EXCEPT ![slots[r.ring][s]] = taken[slots[r.ring][s]] + 1]
                    /\ slots' = [slots EXCEPT ![r.ring][s] = Nil]
               /\ claimed' = FALSE
               /\ pc' = [pc EXCEPT ![Owner] = "PopFinish"]
               /\ UNCHANGED << top, bottom, array, done, pushed, b, r, free, 
                               before, beforeEnd, lowPops, t, cares, next, 
                               seen, a, left >>

PopFinish == /\ pc[Owner] = "PopFinish"
             /\ done' = [done EXCEPT ![r.ring][t % r.size] = t + 1]
             /\ LET i == t + 1 IN
                  IF i - free > Lag \/ b - i < Quarter(r) \/ lowPops # 0
                     THEN /\ t' = i
                          /\ claimed' = FALSE
                          /\ cares' = TRUE
                          /\ pc' = [pc EXCEPT ![Owner] = "PopReadDone"]
                          /\ next' = next
                     ELSE /\ t' = 0
                          /\ claimed' = FALSE
                          /\ cares' = FALSE
                          /\ next' = 0
                          /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
             /\ UNCHANGED << top, bottom, array, slots, pushed, taken, b, r, 
                             free, before, beforeEnd, lowPops, seen, a, left >>

PopReadDone == /\ pc[Owner] = "PopReadDone"
               /\ LET forward == before # NoRing /\ free < beforeEnd /\ Naive # "NoForward" IN
                    LET marks == IF forward THEN Forwarded(done, r, free, before, beforeEnd) ELSE done[r.ring] IN
                      LET f == Finished(marks, r, free, Min(t, free + Batch)) IN
                        /\ before' = (IF free >= beforeEnd THEN NoRing ELSE before)
                        /\ beforeEnd' = (IF free >= beforeEnd THEN 0 ELSE beforeEnd)
                        /\ done' = [done EXCEPT ![r.ring] = marks]
                        /\ slots' = [slots EXCEPT ![r.ring] = Cleared(slots[r.ring], r, free, f)]
                        /\ free' = f
               /\ IF cares /\ b - t < Quarter(r) /\ lowPops = Patience
                     THEN /\ next' = (r.size \div 2)
                          /\ t' = 0
                          /\ pc' = [pc EXCEPT ![Owner] = "SwapReadTop"]
                          /\ UNCHANGED << lowPops, claimed, cares >>
                     ELSE /\ lowPops' = IF ~cares THEN lowPops
                                        ELSE IF b - t < Quarter(r) THEN lowPops + 1 ELSE 0
                          /\ t' = 0
                          /\ claimed' = FALSE
                          /\ cares' = FALSE
                          /\ next' = 0
                          /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
               /\ UNCHANGED << top, bottom, array, pushed, taken, b, r, seen, 
                               a, left >>

SwapReadTop == /\ pc[Owner] = "SwapReadTop"
               /\ t' = top
               /\ pc' = [pc EXCEPT ![Owner] = "SwapCopy"]
               /\ UNCHANGED << top, bottom, array, slots, done, pushed, taken, 
                               b, r, free, before, beforeEnd, lowPops, claimed, 
                               cares, next, seen, a, left >>

SwapCopy == /\ pc[Owner] = "SwapCopy"
            /\ LET n == (r.ring + 1) % Rings IN
                 /\ slots' = [slots EXCEPT ![n] = Copied(slots[r.ring], r, t, b, next)]
                 /\ done' = [done EXCEPT ![n] = Fresh]
            /\ pc' = [pc EXCEPT ![Owner] = "SwapPublish"]
            /\ UNCHANGED << top, bottom, array, pushed, taken, b, r, free, 
                            before, beforeEnd, lowPops, t, claimed, cares, 
                            next, seen, a, left >>

SwapPublish == /\ pc[Owner] = "SwapPublish"
               /\ array' = [ring |-> (r.ring + 1) % Rings, base |-> t, size |-> next]
               /\ pc' = [pc EXCEPT ![Owner] = "SwapReadTopAgain"]
               /\ UNCHANGED << top, bottom, slots, done, pushed, taken, b, r, 
                               free, before, beforeEnd, lowPops, t, claimed, 
                               cares, next, seen, a, left >>

SwapReadTopAgain == /\ pc[Owner] = "SwapReadTopAgain"
                    /\ before' = (IF top = t THEN NoRing ELSE r)
                    /\ beforeEnd' = (IF top = t THEN 0 ELSE top)
                    /\ r' = [ring |-> (r.ring + 1) % Rings, base |-> t, size |-> next]
                    /\ free' = t
                    /\ lowPops' = 0
                    /\ IF cares
                          THEN /\ t' = 0
                               /\ claimed' = FALSE
                               /\ cares' = FALSE
                               /\ next' = 0
                               /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
                          ELSE /\ t' = 0
                               /\ next' = 0
                               /\ pc' = [pc EXCEPT ![Owner] = "PushWrite"]
                               /\ UNCHANGED << claimed, cares >>
                    /\ UNCHANGED << top, bottom, array, slots, done, pushed, 
                                    taken, b, seen, a, left >>

owner == OwnerIdle \/ PushWrite \/ PushPublish \/ PushReadTop
            \/ PushReadDone \/ PopReadTop \/ PopClaimOne \/ PopTakeOne
            \/ PopLower \/ PopReadTopAgain \/ PopTakeSlot \/ PopClaimLast
            \/ PopRestore \/ PopTakeLast \/ PopFinish \/ PopReadDone
            \/ SwapReadTop \/ SwapCopy \/ SwapPublish \/ SwapReadTopAgain

BatchReadTop(self) == /\ pc[self] = "BatchReadTop"
                      /\ seen' = [seen EXCEPT ![self] = top]
                      /\ pc' = [pc EXCEPT ![self] = "BatchReadBottom"]
                      /\ UNCHANGED << top, bottom, array, slots, done, pushed, 
                                      taken, b, r, free, before, beforeEnd, 
                                      lowPops, t, claimed, cares, next, a, 
                                      left >>

BatchReadBottom(self) == /\ pc[self] = "BatchReadBottom"
                         /\ IF bottom <= seen[self]
                               THEN /\ seen' = [seen EXCEPT ![self] = 0]
                                    /\ pc' = [pc EXCEPT ![self] = "BatchReadTop"]
                                    /\ left' = left
                               ELSE /\ left' = [left EXCEPT ![self] = Min((bottom - seen[self] + 1) \div 2, Want)]
                                    /\ pc' = [pc EXCEPT ![self] = "BatchReadArray"]
                                    /\ seen' = seen
                         /\ UNCHANGED << top, bottom, array, slots, done, 
                                         pushed, taken, b, r, free, before, 
                                         beforeEnd, lowPops, t, claimed, cares, 
                                         next, a >>

BatchReadArray(self) == /\ pc[self] = "BatchReadArray"
                        /\ a' = [a EXCEPT ![self] = array]
                        /\ pc' = [pc EXCEPT ![self] = "BatchClaim"]
                        /\ UNCHANGED << top, bottom, array, slots, done, 
                                        pushed, taken, b, r, free, before, 
                                        beforeEnd, lowPops, t, claimed, cares, 
                                        next, seen, left >>

BatchClaim(self) == /\ pc[self] = "BatchClaim"
                    /\ IF top = seen[self]
                          THEN /\ top' = seen[self] + 1
                               /\ pc' = [pc EXCEPT ![self] = "BatchReadSlot"]
                               /\ UNCHANGED << seen, a, left >>
                          ELSE /\ seen' = [seen EXCEPT ![self] = 0]
                               /\ a' = [a EXCEPT ![self] = NoRing]
                               /\ left' = [left EXCEPT ![self] = 0]
                               /\ pc' = [pc EXCEPT ![self] = "BatchReadTop"]
                               /\ top' = top
                    /\ UNCHANGED << bottom, array, slots, done, pushed, taken, 
                                    b, r, free, before, beforeEnd, lowPops, t, 
                                    claimed, cares, next >>

BatchReadSlot(self) == /\ pc[self] = "BatchReadSlot"
                       /\ LET v == slots[a[self].ring][seen[self] % a[self].size] IN
                            taken' = [taken EXCEPT ![v] = taken[v] + 1]
                       /\ pc' = [pc EXCEPT ![self] = "BatchReadArrayAgain"]
                       /\ UNCHANGED << top, bottom, array, slots, done, pushed, 
                                       b, r, free, before, beforeEnd, lowPops, 
                                       t, claimed, cares, next, seen, a, left >>

BatchReadArrayAgain(self) == /\ pc[self] = "BatchReadArrayAgain"
                             /\ IF seen[self] < array.base
                                   THEN /\ IF left[self] = 1
                                              THEN /\ seen' = [seen EXCEPT ![self] = 0]
                                                   /\ a' = [a EXCEPT ![self] = NoRing]
                                                   /\ left' = [left EXCEPT ![self] = 0]
                                                   /\ pc' = [pc EXCEPT ![self] = "BatchReadTop"]
                                              ELSE /\ seen' = [seen EXCEPT ![self] = seen[self] + 1]
                                                   /\ a' = [a EXCEPT ![self] = NoRing]
                                                   /\ left' = [left EXCEPT ![self] = left[self] - 1]
                                                   /\ pc' = [pc EXCEPT ![self] = "BatchReadBottomAgain"]
                                   ELSE /\ a' = [a EXCEPT ![self] = array]
                                        /\ pc' = [pc EXCEPT ![self] = "BatchFinish"]
                                        /\ UNCHANGED << seen, left >>
                             /\ UNCHANGED << top, bottom, array, slots, done, 
                                             pushed, taken, b, r, free, before, 
                                             beforeEnd, lowPops, t, claimed, 
                                             cares, next >>

BatchFinish(self) == /\ pc[self] = "BatchFinish"
                     /\ done' = [done EXCEPT ![a[self].ring][seen[self] % a[self].size] = seen[self] + 1]
                     /\ IF left[self] = 1
                           THEN /\ seen' = [seen EXCEPT ![self] = 0]
                                /\ a' = [a EXCEPT ![self] = NoRing]
                                /\ left' = [left EXCEPT ![self] = 0]
                                /\ pc' = [pc EXCEPT ![self] = "BatchReadTop"]
                           ELSE /\ seen' = [seen EXCEPT ![self] = seen[self] + 1]
                                /\ a' = [a EXCEPT ![self] = NoRing]
                                /\ left' = [left EXCEPT ![self] = left[self] - 1]
                                /\ pc' = [pc EXCEPT ![self] = "BatchReadBottomAgain"]
                     /\ UNCHANGED << top, bottom, array, slots, pushed, taken, 
                                     b, r, free, before, beforeEnd, lowPops, t, 
                                     claimed, cares, next >>

BatchReadBottomAgain(self) == /\ pc[self] = "BatchReadBottomAgain"
                              /\ IF bottom <= seen[self] /\ Naive # "LooksOnce"
                                    THEN /\ seen' = [seen EXCEPT ![self] = 0]
                                         /\ a' = [a EXCEPT ![self] = NoRing]
                                         /\ left' = [left EXCEPT ![self] = 0]
                                         /\ pc' = [pc EXCEPT ![self] = "BatchReadTop"]
                                    ELSE /\ pc' = [pc EXCEPT ![self] = "BatchReadArray"]
                                         /\ UNCHANGED << seen, a, left >>
                              /\ UNCHANGED << top, bottom, array, slots, done, 
                                              pushed, taken, b, r, free, 
                                              before, beforeEnd, lowPops, t, 
                                              claimed, cares, next >>

thief(self) == BatchReadTop(self) \/ BatchReadBottom(self)
                  \/ BatchReadArray(self) \/ BatchClaim(self)
                  \/ BatchReadSlot(self) \/ BatchReadArrayAgain(self)
                  \/ BatchFinish(self) \/ BatchReadBottomAgain(self)

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
