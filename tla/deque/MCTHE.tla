------------------------------- MODULE MCTHE -------------------------------
(***************************************************************************)
(* The properties of THE. Each has its own name, so a failure names        *)
(* itself. I1 to I3 are the invariants in the header of wsq/the.go.        *)
(***************************************************************************)
EXTENDS THE, FiniteSets, TLC

Thief == 1..Thieves
Index == 0..Items
Size == {n \in Capacity..Enough(Capacity) : \E k \in 0..Items : n = Capacity * 2^k}
Idle == pc[Owner] = "OwnerIdle"

\* The labels at which a thread holds the lock.
OwnerHolds == pc[Owner] \in {"PushReadHeadLocked", "PushGrow", "PushUnlock",
                             "PopCheckHead", "PopTakeLocked", "PopRestore", "PopUnlock"}
Holds(t) == pc[t] \in {"StealReadHead", "StealBar", "StealReadTail", "StealTakeSlot",
                       "StealTake", "StealLift", "StealUnlock"}

\* Items that were pushed and not taken.
Present == {i \in 1..pushed : taken[i] = 0}

At(label) == \E t \in Thief : pc[t] = label

\* The first index of the items. A thief that has claimed the item at H has yet
\* to move H.
Top == IF At("StealTakeSlot") \/ At("StealTake") THEN H + 1 ELSE H

TypeOK ==
  /\ H \in Index /\ E \in 0..Items+1 /\ T \in Index /\ lock \in BOOLEAN
  /\ size \in Size /\ slots \in [Slot -> 0..Items]
  /\ pushed \in Index /\ taken \in [0..Items -> 0..Items]
  /\ tail \in Index /\ limit \in 0..Items+Enough(Capacity) /\ cap \in Size
  /\ h \in Index /\ v \in 0..Items
  /\ head \in [Thief -> Index] /\ item \in [Thief -> 0..Items]

-----------------------------------------------------------------------------
(* Safety *)

\* E is H, or H + 1 while a thief's bar stands. No bar stands outside a critical
\* section.
I1 == H <= E /\ E <= H + 1 /\ (~lock => E = H)

\* The items are the indices [H, T), oldest first.
I2 == Idle => /\ H <= T
              /\ \A i \in Top..(T-1) : slots[i % size] \in Present
              /\ \A i, j \in Top..(T-1) : i < j => slots[i % size] < slots[j % size]

\* Slot H is not written while a thief is about to take it.
I3 == (pc[Owner] = "PushWrite" /\ \E t \in Thief : pc[t] \in {"StealBar", "StealReadTail", "StealTakeSlot"})
        => (tail = H \/ tail % cap # H % cap)

\* At most one thread holds the lock.
Mutex == Cardinality({t \in Thief : Holds(t)}) + (IF OwnerHolds THEN 1 ELSE 0) = (IF lock THEN 1 ELSE 0)

\* No two threads use a plain slot, or the ring itself, at the same time.
NoRace == \A t \in Thief : pc[t] = "StealTakeSlot" =>
            /\ pc[Owner] # "PushGrow"
            /\ pc[Owner] \in {"PushWrite", "PopTakeSlot", "PopTakeLocked"} => tail % cap # head[t] % size

NoDuplicate == \A i \in 1..Items : taken[i] <= 1
\* A thread that has claimed an item finds it in the slot.
NoNil ==
  /\ taken[Nil] = 0
  /\ pc[Owner] \in {"PopTakeSlot", "PopTakeLocked"} => slots[tail % cap] # Nil
  /\ \A t \in Thief : pc[t] = "StealTakeSlot" => slots[head[t] % size] # Nil
NoLoss == Idle => Cardinality(Present) = T - Top
Bounds == cap = size /\ tail - H <= size /\ limit <= H + size

\* A slot without an item is clear.
Retention ==
  Idle => LET first == IF At("StealTake") THEN H + 1 ELSE H
          IN \A s \in Slot : slots[s] # Nil => \E i \in first..(T-1) : i % size = s

-----------------------------------------------------------------------------
(* Order: a thief takes the oldest item, a Pop the youngest *)

Takes(i) == taken'[i] > taken[i]
OwnerTakes == pc'[Owner] # pc[Owner]
Fifo == [][\A i \in Present : (Takes(i) /\ ~OwnerTakes) => \A j \in Present : i <= j]_vars
Lifo == [][\A i \in Present : (Takes(i) /\ OwnerTakes) => \A j \in Present : j <= i]_vars

\* With Keep = 1, no thief takes the last item.
LeavesLast ==
  [][\A i \in Present : (Takes(i) /\ ~OwnerTakes) => Cardinality(Present) > Keep]_vars

-----------------------------------------------------------------------------
(* Progress *)

\* The owner waits only for the lock. It does so only if there is no item
\* besides the one that it pops, or if it has found the ring full.
OwnerWaits ==
  /\ ~ENABLED owner => lock /\ pc[Owner] \in {"PushLock", "PopLock"}
  /\ pc[Owner] = "PopLock" => T <= H
  /\ pc[Owner] = "PushLock" => tail = limit

\* A thief waits only for the lock, and only while it is held.
ThiefWaits == \A t \in Thief : ~ENABLED thief(t) => lock /\ pc[t] = "StealLock"

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
    [] pc[Owner] = "PopReadHead" -> 7
    [] pc[Owner] = "PopLower" -> 6
    [] pc[Owner] = "PopReadException" -> 5
    [] pc[Owner] = "PopLock" -> 4
    [] pc[Owner] = "PopCheckHead" -> 3
    [] pc[Owner] \in {"PopTakeLocked", "PopRestore"} -> 2
    [] pc[Owner] \in {"PopUnlock", "PopTakeSlot"} -> 1
OwnerBounded == [][(~Idle /\ pc'[Owner] # pc[Owner]) => OwnerLeft' < OwnerLeft]_vars

\* The owner gets the lock, if no thread stops for good.
OwnerReturns == []<>Idle

\* Every item is taken in the end, if no thread stops for good.
AllTaken == <>[](Present = {})

\* One thief takes all items. This must fail: another thief may stop with the
\* lock.
OneThief == Init /\ [][Next]_vars /\ WF_vars(thief(1))
Drained == <>[](T <= H)

-----------------------------------------------------------------------------
(* Nothing above is vacuous: each of these occurs *)

Reached == [
  Stolen      |-> At("StealTake"),
  Empty       |-> \E t \in Thief : pc[t] = "StealLookTail" /\ T <= head[t] + Keep,
  EmptyLocked |-> At("StealLift"),
  PopFirst    |-> pc[Owner] = "PopTakeSlot",
  PopLast     |-> pc[Owner] = "PopTakeLocked",
  PopLost     |-> pc[Owner] = "PopRestore",
  PopEmpty    |-> pc[Owner] = "PopReadHead" /\ H = tail,
  OwnerWaited |-> pc[Owner] = "PopLock" /\ lock,
  ThiefWaited |-> At("StealLock") /\ lock,
  Grows       |-> pc[Owner] = "PushGrow",
  GrowsNot    |-> pc[Owner] = "PushUnlock" /\ tail - h < cap,
  RoomAgain   |-> pc[Owner] = "PushReadHead" /\ tail - H < cap,
  Wraps       |-> pc[Owner] = "PushWrite" /\ tail >= cap,
  WrapsGrown  |-> Idle /\ size > Capacity /\ H < size /\ T > size ]

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
