------------------------------ MODULE MCDuffy ------------------------------
(***************************************************************************)
(* The properties of Duffy. Each has its own name, so a failure names      *)
(* itself. I1 to I3 are the invariants in the header of wsq/duffy.go.      *)
(***************************************************************************)
EXTENDS Duffy, FiniteSets, TLC

Thief == 1..Thieves
Index == 0..Items
Size == {n \in Capacity..Enough(Capacity) : \E k \in 0..Items : n = Capacity * 2^k}
Idle == pc[Owner] = "OwnerIdle"

\* The labels at which a thread holds the lock.
OwnerHolds == pc[Owner] \in {"PushReadHeadLocked", "PushGrow", "PushUnlock",
                             "PopCheckHead", "PopTakeLocked", "PopRestore", "PopUnlock"}
Holds(p) == pc[p] # "StealLock"

\* Items that were pushed and not taken.
Present == {i \in 1..pushed : taken[i] = 0}

At(label) == \E p \in Thief : pc[p] = label

\* head, without the raise of a steal that has not claimed its item.
Top == IF At("StealReadTail") \/ At("StealRestore") THEN head - 1 ELSE head

TypeOK ==
  /\ head \in 0..Items+1 /\ tail \in -1..Items /\ foreignLock \in BOOLEAN
  /\ size \in Size /\ slots \in [Slot -> 0..Items]
  /\ pushed \in Index /\ taken \in [0..Items -> 0..Items]
  /\ t \in Index /\ limit \in 0..Items+Enough(Capacity) /\ cap \in Size
  /\ h \in Index /\ v \in 0..Items
  /\ seen \in [Thief -> Index] /\ item \in [Thief -> 0..Items]

-----------------------------------------------------------------------------
(* Safety *)

\* The items are the indices [head, tail), oldest first.
I1 == Idle => /\ Top <= tail
              /\ \A i \in Top..(tail-1) : slots[i % size] \in Present
              /\ \A i, j \in Top..(tail-1) : i < j => slots[i % size] < slots[j % size]

\* head is too high by at most one, and only inside a critical section.
I2 == /\ \A p \in Thief : pc[p] \in {"StealReadTail", "StealTakeSlot", "StealRestore"} => head = seen[p] + 1
      /\ head <= t + 1
      /\ head > t => At("StealReadTail") \/ At("StealRestore")

\* Slot head is not written while a steal is about to take it.
I3 == (pc[Owner] = "PushWrite" /\ \E p \in Thief : pc[p] \in {"StealRaise", "StealReadTail", "StealTakeSlot"})
        => LET first == IF At("StealTakeSlot") THEN head - 1 ELSE Top
           IN t = first \/ t % cap # first % cap

\* At most one thread holds the lock.
Mutex == Cardinality({p \in Thief : Holds(p)}) + (IF OwnerHolds THEN 1 ELSE 0) = (IF foreignLock THEN 1 ELSE 0)

\* No two threads use a plain slot, or the ring itself, at the same time.
NoRace == \A p \in Thief : pc[p] = "StealTakeSlot" =>
            /\ pc[Owner] # "PushGrow"
            /\ pc[Owner] \in {"PushWrite", "PopTakeSlot", "PopTakeLocked"} => t % cap # seen[p] % size

NoDuplicate == \A i \in 1..Items : taken[i] <= 1
\* A thread that has claimed an item finds it in the slot.
NoNil ==
  /\ taken[Nil] = 0
  /\ pc[Owner] \in {"PopTakeSlot", "PopTakeLocked"} => slots[t % cap] # Nil
  /\ \A p \in Thief : pc[p] = "StealTakeSlot" => slots[seen[p] % size] # Nil
NoLoss == Idle => Cardinality(Present) = tail - Top
\* Growth sets limit last.
Bounds == cap = size /\ t - Top <= size /\ (pc[Owner] # "PushUnlock" => limit <= head + size)

\* A slot without an item is clear.
Retention ==
  Idle => LET first == IF At("StealTakeSlot") THEN head - 1 ELSE Top
          IN \A s \in Slot : slots[s] # Nil => \E i \in first..(tail-1) : i % size = s

-----------------------------------------------------------------------------
(* Order: a thief takes the oldest item, a Pop the youngest *)

Takes(i) == taken'[i] > taken[i]
OwnerTakes == pc'[Owner] # pc[Owner]
Fifo == [][\A i \in Present : (Takes(i) /\ ~OwnerTakes) => \A j \in Present : i <= j]_vars
Lifo == [][\A i \in Present : (Takes(i) /\ OwnerTakes) => \A j \in Present : j <= i]_vars

-----------------------------------------------------------------------------
(* Progress *)

\* The owner waits only for the lock. It does so only if there is no item
\* besides the one that it pops, or if it has found the ring full.
OwnerWaits ==
  /\ ~ENABLED owner => foreignLock /\ pc[Owner] \in {"PushLock", "PopLock"}
  /\ pc[Owner] = "PopLock" => t <= Top + 1
  /\ pc[Owner] = "PushLock" => t >= limit

\* A thief that does not get the lock answers at once.
NoThiefWaits == \A p \in Thief : ENABLED thief(p)

\* The owner's accesses are bounded: the number left of its operation falls with
\* each of its steps.
OwnerLeft ==
  CASE pc[Owner] = "OwnerIdle" -> 0
    [] pc[Owner] = "PushReadHead" -> 7
    [] pc[Owner] = "PushLock" -> 6
    [] pc[Owner] = "PushReadHeadLocked" -> 5
    [] pc[Owner] = "PushGrow" -> 4
    [] pc[Owner] = "PushUnlock" -> 3
    [] pc[Owner] = "PushWrite" -> 2
    [] pc[Owner] = "PushPublish" -> 1
    [] pc[Owner] = "PopLower" -> 6
    [] pc[Owner] = "PopReadHead" -> 5
    [] pc[Owner] = "PopLock" -> 4
    [] pc[Owner] = "PopCheckHead" -> 3
    [] pc[Owner] \in {"PopTakeLocked", "PopRestore"} -> 2
    [] pc[Owner] \in {"PopUnlock", "PopTakeSlot"} -> 1
OwnerBounded == [][(~Idle /\ pc'[Owner] # pc[Owner]) => OwnerLeft' < OwnerLeft]_vars

\* If no thread stops for good, the owner gets the lock, and every item is taken
\* in the end. That holds only if the lock does not pass over the owner for
\* ever, because thieves of an empty deque take it again and again.
LockIsFair == Spec /\ SF_vars(PushLock) /\ SF_vars(PopLock)
OwnerReturns == []<>Idle
AllTaken == <>[](Present = {})

-----------------------------------------------------------------------------
(* Nothing above is vacuous: each of these occurs *)

Reached == [
  Stolen      |-> At("StealTakeSlot"),
  Empty       |-> At("StealRestore"),
  Retry       |-> foreignLock /\ At("StealLock"),
  PopFirst    |-> pc[Owner] = "PopTakeSlot",
  PopLast     |-> pc[Owner] = "PopTakeLocked",
  PopLost     |-> pc[Owner] = "PopRestore" /\ t > 0,
  PopNever    |-> tail < 0,
  OwnerWaited |-> pc[Owner] = "PopLock" /\ foreignLock,
  Raised      |-> Idle /\ head > tail,
  Grows       |-> pc[Owner] = "PushGrow",
  GrowsNot    |-> pc[Owner] = "PushUnlock" /\ t - h < cap - 1,
  RoomAgain   |-> pc[Owner] = "PushReadHead" /\ t - head < cap - 1,
  SpareUsed   |-> Idle /\ tail - Top = size,
  Wraps       |-> pc[Owner] = "PushWrite" /\ t >= cap,
  WrapsGrown  |-> Idle /\ size > Capacity /\ head < size /\ tail > size ]

\* An invariant that fails once each of them has occurred in some state. It
\* needs a single worker, because each worker has its own registers.
ASSUME TLCSet(1, {})
SomethingUnreached ==
  LET before == TLCGet(1)
      now == before \cup {n \in DOMAIN Reached : Reached[n]}
  IN /\ now # before => PrintT(<<"reached", now \ before>>)
     /\ TLCSet(1, now)
     /\ now # DOMAIN Reached
=============================================================================
