--------------------------- MODULE MCAtomicDeque ---------------------------
(***************************************************************************)
(* AtomicDeque by itself. The owner pushes 1, 2, ..., and each operation   *)
(* may happen at any time. said is the last operation with its answer.     *)
(***************************************************************************)
EXTENDS AtomicDeque, TLC

CONSTANT Items

VARIABLES deque, pushed, said
vars == <<deque, pushed, said>>

Nothing == [op |-> Steal, answer |-> Retry]
Init == deque = New /\ pushed = 0 /\ said = Nothing

Do(op) ==
 \E o \in Outcomes(deque, op) :
  /\ deque' = o.deque
  /\ said' = [op |-> op, answer |-> o.answer]
  /\ pushed' = IF o.answer = Pushed THEN pushed + 1 ELSE pushed

DoPush == pushed < Items /\ Do(Push(pushed + 1))
DoPop == Do(Pop)
DoSteal == Do(Steal)
Next == DoPush \/ DoPop \/ DoSteal
Spec == Init /\ [][Next]_vars

Ordered == \A i, j \in 1..Len(deque.items) : i < j => deque.items[i] < deque.items[j]

EmptyIsEmpty == [][said'.answer = Empty => deque.items = <<>>]_vars
FullIsFull == [][said'.answer = Full => Len(deque.items) = Capacity]_vars
LastIsKept == [][said'.op = Steal /\ said'.answer.is = "done" => Len(deque.items) > Keeps]_vars

\* Nothing above is vacuous: each of these occurs. The initial value of said
\* looks like a Retry, but no operation has answered yet.
Reached == [
  Pushed     |-> said.answer = Pushed /\ said.op.do = "push",
  Full       |-> said.answer = Full /\ Len(deque.items) = Capacity,
  FullEarly  |-> said.answer = Full /\ Len(deque.items) < Capacity,
  Popped     |-> said.op = Pop /\ said.answer.is = "done",
  PopEmpty   |-> said.op = Pop /\ said.answer = Empty,
  Stolen     |-> said.op = Steal /\ said.answer.is = "done",
  StealEmpty |-> said.op = Steal /\ said.answer = Empty /\ deque.items = <<>>,
  EmptyEarly |-> said.op = Steal /\ said.answer = Empty /\ deque.items # <<>>,
  Retry      |-> said.answer = Retry /\ pushed > 0 ]

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
