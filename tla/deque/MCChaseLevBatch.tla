-------------------------- MODULE MCChaseLevBatch ---------------------------
(***************************************************************************)
(* The properties of ChaseLevBatch, as in MCChaseLev.                      *)
(***************************************************************************)
EXTENDS ChaseLevBatch, FiniteSets, TLC

Thief == 1..Thieves
Index == 0..Items
Ring == [ring : 0..Rings-1, base : Index, size : 0..Slots]
Idle == pc[Owner] = "OwnerIdle"
Rests(i) == pc[i] \in {"BatchReadTop", "BatchReadBottom"}

At(x, i) == slots[x.ring][i % x.size]

\* Items that were pushed and not taken; and those of them that a thief has
\* claimed.
Present == {i \in 1..pushed : taken[i] = 0}
ThiefClaims == {i \in Thief : pc[i] = "BatchReadSlot"}
Claimed == {At(a[i], seen[i]) : i \in ThiefClaims} \cup (IF claimed THEN {At(r, t)} ELSE {})
Here == Present \ Claimed
Claims == Cardinality(ThiefClaims) + (IF claimed THEN 1 ELSE 0)

TypeOK ==
  /\ top \in Index /\ bottom \in Index /\ array \in Ring
  /\ slots \in [0..Rings-1 -> [0..Slots-1 -> Index]]
  /\ done \in [0..Rings-1 -> [0..Slots-1 -> Index]]
  /\ pushed \in Index /\ taken \in [0..Items -> 0..Items]
  /\ b \in Index /\ r \in Ring /\ free \in Index /\ before \in Ring /\ beforeEnd \in Index
  /\ lowPops \in 0..Patience /\ t \in Index /\ claimed \in BOOLEAN /\ cares \in BOOLEAN
  /\ next \in 0..Slots
  /\ seen \in [Thief -> Index] /\ left \in [Thief -> 0..Want] /\ a \in [Thief -> Ring]

\* No thread has a pointer to the next ring number when the owner uses it. So a
\* pointer always means the ring that has its number.
Knows(x) == x # NoRing /\ x.ring = (r.ring + 1) % Rings
EnoughRings ==
  pc[Owner] = "SwapCopy" => ~Knows(r) /\ ~Knows(before) /\ \A i \in Thief : ~Knows(a[i])

-----------------------------------------------------------------------------
(* Safety *)

\* The items are the indices [top, bottom).
I1 == /\ top <= bottom + 1
      /\ Idle => top <= bottom /\ array = r /\ bottom = b

\* An index in [top, bottom) has its item in the current ring, oldest first.
I2 == \A x \in {array, r} : \A i \in top..(b-1) :
        /\ At(x, i) \in Here
        /\ \A j \in top..(i-1) : At(x, j) < At(x, i)

\* An index is claimed only once.
I3 == /\ \A i \in ThiefClaims : seen[i] < top
      /\ Cardinality(Claimed) = Claims

\* A claimed slot is not written until its thief has read it.
I4 == \A i \in ThiefClaims : At(a[i], seen[i]) \in Present

\* No access is beyond a ring, and no slot is in use twice. At PopTakeLast
\* settle need not handle free = t, because a thief has taken an item since this
\* Pop began.
Bounds == /\ b - free <= r.size /\ free <= top
          /\ r.base <= free
          /\ pc[Owner] = "PopTakeLast" => free < t
          /\ pc[Owner] = "PushWrite" => b - free < r.size /\ At(r, b) = Nil

NoDuplicate == \A i \in 1..Items : taken[i] <= 1
NoNil == taken[Nil] = 0
NoLoss == Idle => Cardinality(Present) = (bottom - top) + Claims

\* A slot that holds an item outside of the deque is one that the owner will
\* clear.
Retention ==
  Idle => \A s \in 0..Slots-1 :
            slots[r.ring][s] # Nil => \E i \in free..(b-1) : i % r.size = s

\* When no thread is in an operation, each claimed slot is cleared, or marked in
\* this ring or in the previous one.
Released ==
  (Idle /\ \A i \in Thief : Rests(i)) =>
    \A i \in free..(top-1) :
      \/ done[r.ring][i % r.size] = i + 1
      \/ before # NoRing /\ i < beforeEnd /\ done[before.ring][i % before.size] = i + 1

\* In that state, a Push or a Pop that looks at the marks clears all slots of
\* its batch.
Reclaims ==
  [][(pc[Owner] \in {"PushReadDone", "PopReadDone"} /\ pc'[Owner] # pc[Owner] /\ \A i \in Thief : Rests(i)) =>
        free' = Min(t, free + Batch)]_vars

-----------------------------------------------------------------------------
(* Order: a thief claims the oldest item, a Pop the youngest *)

Fifo ==
  [][\A i \in Thief : (pc[i] = "BatchClaim" /\ pc'[i] = "BatchReadSlot") =>
        /\ At(a[i], seen[i]) \in Here
        /\ \A j \in Here : At(a[i], seen[i]) <= j]_vars
Lifo ==
  [][/\ (claimed' /\ ~claimed) => Here = {At(r, t)}
     /\ (pc[Owner] = "PopTakeSlot" /\ pc'[Owner] # "PopTakeSlot") =>
          At(r, b) \in Here /\ \A j \in Here : j <= At(r, b)]_vars

-----------------------------------------------------------------------------
(* Progress *)

\* Every thread can always take a step: no thread waits for another.
NobodyWaits == ENABLED owner /\ \A i \in Thief : ENABLED thief(i)

\* The owner is wait-free: the most accesses that are left of its operation fall
\* with each of its steps.
OwnerLeft ==
  CASE pc[Owner] = "OwnerIdle" -> 0
    [] pc[Owner] = "PushPublish" -> 1
    [] pc[Owner] = "PushWrite" -> 2
    [] pc[Owner] = "SwapReadTopAgain" -> 3
    [] pc[Owner] = "SwapPublish" -> 4
    [] pc[Owner] = "SwapCopy" -> 5
    [] pc[Owner] = "SwapReadTop" -> 6
    [] pc[Owner] \in {"PushReadDone", "PopReadDone"} -> 7
    [] pc[Owner] \in {"PushReadTop", "PopTakeSlot", "PopFinish"} -> 8
    [] pc[Owner] \in {"PopTakeOne", "PopTakeLast"} -> 9
    [] pc[Owner] \in {"PopClaimOne", "PopRestore"} -> 10
    [] pc[Owner] = "PopClaimLast" -> 11
    [] pc[Owner] = "PopReadTopAgain" -> 12
    [] pc[Owner] = "PopLower" -> 13
    [] pc[Owner] = "PopReadTop" -> 14
OwnerWaitFree == [][(~Idle /\ pc'[Owner] # pc[Owner]) => OwnerLeft' < OwnerLeft]_vars

\* Every item is taken in the end, if no thread stops for good.
AllTaken == <>[](Present = {})

\* One thief takes all items, even if every other thread may stop anywhere.
OneThief == Init /\ [][Next]_vars /\ WF_vars(thief(1))
Drained == <>[](bottom <= top)

-----------------------------------------------------------------------------
(* Nothing above is vacuous: each of these occurs *)

Reached == [
  Stolen     |-> \E i \in Thief : pc[i] = "BatchReadSlot",
  Retry      |-> \E i \in Thief : pc[i] = "BatchClaim" /\ top # seen[i],
  Empty      |-> \E i \in Thief : pc[i] = "BatchReadBottom" /\ bottom <= seen[i],
  PopFirst   |-> pc[Owner] = "PopTakeSlot",
  PopOne     |-> pc[Owner] = "PopTakeOne",
  PopOneLost |-> pc[Owner] = "PopClaimOne" /\ top # t,
  PopLast    |-> pc[Owner] = "PopTakeLast",
  PopLost    |-> pc[Owner] = "PopClaimLast" /\ top # t,
  PopTooLate |-> pc[Owner] = "PopRestore" /\ b < t,
  Second     |-> \E i \in Thief : pc[i] = "BatchReadBottomAgain" /\ bottom > seen[i],
  Gone       |-> \E i \in Thief : pc[i] = "BatchReadBottomAgain" /\ bottom <= seen[i],
  Grows      |-> pc[Owner] = "SwapPublish" /\ next > r.size,
  Shrinks    |-> pc[Owner] = "SwapPublish" /\ next < r.size,
  Evades     |-> pc[Owner] = "SwapPublish" /\ next = r.size,
  Wraps      |-> pc[Owner] = "PushWrite" /\ b - r.base >= r.size,
  Releases   |-> pc[Owner] = "PopReadDone" /\ free < t /\ done[r.ring][free % r.size] = free + 1,
  Forwards   |-> /\ pc[Owner] = "PopReadDone" /\ before # NoRing /\ free < beforeEnd
                 /\ done[before.ring][free % before.size] = free + 1,
  OldRing    |-> \E i \in Thief : pc[i] = "BatchReadSlot" /\ a[i] # array,
  TooOld     |-> \E i \in Thief : pc[i] = "BatchReadArrayAgain" /\ seen[i] < array.base ]

\* An invariant that fails once each of them has occurred in some state. It
\* needs a single worker, because each worker has its own registers.
ASSUME TLCSet(1, {})
SomethingUnreached ==
  LET known == TLCGet(1)
      now == known \cup {n \in DOMAIN Reached : Reached[n]}
  IN /\ now # known => PrintT(<<"reached", now \ known>>)
     /\ TLCSet(1, now)
     /\ now # DOMAIN Reached
=============================================================================
