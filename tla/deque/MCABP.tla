------------------------------- MODULE MCABP -------------------------------
(***************************************************************************)
(* The properties of ABP. Each has its own name, so a failure names        *)
(* itself. I1 to I3 are the invariants in the header of wsq/abp.go.        *)
(***************************************************************************)
EXTENDS ABP, FiniteSets, TLC

Thief == 1..Thieves
Index == 0..Capacity
Age == [top : Index, stamp : 0..Stamps-1]
Idle == pc[Owner] = "OwnerIdle"

\* Items that were pushed and not taken.
Present == {i \in 1..pushed : taken[i] = 0}

TypeOK ==
  /\ age \in Age /\ bottom \in Index
  /\ slots \in [0..Capacity-1 -> 0..Items]
  /\ pushed \in 0..Items /\ taken \in [0..Items -> 0..Items]
  /\ b \in Index /\ swept \in Index /\ stale \in Index
  /\ v \in 0..Items /\ old \in Age /\ left \in Index \cup {2} /\ scrub \in BOOLEAN
  /\ seen \in [Thief -> Age] /\ item \in [Thief -> 0..Items]

-----------------------------------------------------------------------------
(* Safety *)

\* The items are the indices [top, bottom), oldest first.
I1 == Idle => /\ age.top <= bottom
              /\ \A i \in age.top..(bottom-1) : slots[i] \in Present
              /\ \A i, j \in age.top..(bottom-1) : i < j => slots[i] < slots[j]

\* A thief's CAS succeeds only if the slot still has the value that the thief
\* has read.
I2 == \A t \in Thief : (pc[t] = "StealClaim" /\ age = seen[t]) => item[t] = slots[age.top]

\* The owner clears no slot that a thief still needs.
Clears ==
  CASE pc[Owner] \in {"PopClear", "PopClearLast"} -> b
    [] pc[Owner] = "SweepClear" -> swept
    [] pc[Owner] = "StaleClear" -> stale - 1
    [] OTHER -> Capacity
I3 == \A t \in Thief : (pc[t] # "StealReadAge" /\ age = seen[t]) =>
        (Clears # age.top \/ bottom <= age.top)

NoDuplicate == \A i \in 1..Items : taken[i] <= 1
NoNil == taken[Nil] = 0
NoLoss == Idle => Cardinality(Present) = bottom - age.top

\* A slot that holds an item outside of the deque is one that the owner will
\* clear.
Retention ==
  Idle => \A i \in 0..Capacity-1 :
            slots[i] # Nil => \/ age.top <= i /\ i < bottom
                              \/ swept <= i /\ i < age.top
                              \/ b <= i /\ i < stale

-----------------------------------------------------------------------------
(* Order: a thief takes the oldest item, a Pop the youngest *)

Takes(i) == taken'[i] > taken[i]
ThiefTakes == age'.top > age.top
Fifo == [][\A i \in Present : (Takes(i) /\ ThiefTakes) => \A j \in Present : i <= j]_vars
Lifo == [][\A i \in Present : (Takes(i) /\ ~ThiefTakes) => \A j \in Present : j <= i]_vars

-----------------------------------------------------------------------------
(* Progress *)

\* Every thread can always take a step: no thread waits for another.
NobodyWaits == ENABLED owner /\ \A t \in Thief : ENABLED thief(t)

\* The owner is wait-free: the number of accesses left of its operation falls
\* with each of its steps.
OwnerLeft ==
  CASE pc[Owner] = "OwnerIdle" -> 0
    [] pc[Owner] = "PushWrite" -> 4
    [] pc[Owner] = "PushPublish" -> 3
    [] pc[Owner] = "PopLower" -> 8
    [] pc[Owner] = "PopReadSlot" -> 7
    [] pc[Owner] = "PopReadAge" -> 6
    [] pc[Owner] = "PopReset" -> 5
    [] pc[Owner] = "PopClaimLast" -> 4
    [] pc[Owner] \in {"PopClear", "PopResetAge", "PopClearLast"} -> 3
    [] pc[Owner] = "ScrubReadAge" -> Capacity + 1
    [] pc[Owner] = "SweepClear" -> left
    [] pc[Owner] = "StaleClear" -> IF scrub THEN left + Capacity + 1 ELSE left
OwnerWaitFree ==
  [][(~Idle /\ (pc'[Owner] # pc[Owner] \/ left' # left)) => OwnerLeft' < OwnerLeft]_vars

\* Every item is taken in the end, if no thread stops for good.
AllTaken == <>[](Present = {})

\* One thief takes all items, even if every other thread may stop anywhere.
OneThief == Init /\ [][Next]_vars /\ WF_vars(thief(1))
Drained == <>[](bottom <= age.top)

-----------------------------------------------------------------------------
(* Stamps that come back *)

\* With this assumption a small modulus stands for 2^40: no thief sleeps while
\* the owner starts again so often that the thief's stamp comes back.
Awake ==
  age'.stamp # age.stamp =>
    \A t \in Thief : pc[t] # "StealReadAge" => seen[t].stamp # age'.stamp
AwakeSpec == Init /\ [][Next /\ Awake]_vars

-----------------------------------------------------------------------------
(* Nothing above is vacuous: each of these occurs *)

Claims(t) == pc[t] = "StealClaim"
Reached == [
  Stolen     |-> \E t \in Thief : Claims(t) /\ age = seen[t],
  Retry      |-> \E t \in Thief : Claims(t) /\ age # seen[t],
  Empty      |-> \E t \in Thief : pc[t] = "StealReadBottom" /\ bottom <= seen[t].top,
  Full       |-> Idle /\ b = Capacity /\ pushed < Items,
  PopFirst   |-> pc[Owner] = "PopReadAge" /\ b > age.top,
  PopLast    |-> pc[Owner] = "PopClaimLast" /\ age = old,
  PopLost    |-> pc[Owner] = "PopClaimLast" /\ age # old,
  PopTooLate |-> pc[Owner] = "PopReadAge" /\ b < age.top,
  ReadsNil   |-> \E t \in Thief : Claims(t) /\ item[t] = Nil,
  Wraps      |-> pc[Owner] = "PopResetAge" /\ old.stamp = Stamps - 1,
  StillStale |-> Idle /\ stale > b ]

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
