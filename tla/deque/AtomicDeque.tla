---------------------------- MODULE AtomicDeque ----------------------------
(***************************************************************************)
(* The work-stealing deque as its users see it: a sequence, on which each  *)
(* operation happens at one instant. The owner pushes and pops at the end, *)
(* thieves take at the beginning.                                          *)
(*                                                                         *)
(* The constants are the fields of model.Spec in Go, and mean the same.    *)
(*                                                                         *)
(* A deque is a value here, for modules that have one as a variable, or    *)
(* many: LinMonitor, and the pool. MCAtomicDeque is a specification made   *)
(* of it.                                                                  *)
(***************************************************************************)
EXTENDS Naturals, Sequences

CONSTANTS
  Hidden,     \* a thief may be told Empty while there are so many items, or
              \* fewer: 0 is strict, as many as there can be is relaxed
  Keeps,      \* thieves leave so many items
  Capacity,   \* most items, 0 if there is no limit
  UntilEmpty, \* Full: if the last slot has been used since the owner last took
              \* the last item or found none; else if there are Capacity items
  MayRetry    \* a thief may be told Retry

(* Operations and their answers *)
Push(i) == [do |-> "push", item |-> i]
Pop == [do |-> "pop", item |-> 0]
Steal == [do |-> "steal", item |-> 0]

Pushed == [is |-> "done", item |-> 0]
Took(i) == [is |-> "done", item |-> i]
Full == [is |-> "full", item |-> 0]
Empty == [is |-> "empty", item |-> 0]
Retry == [is |-> "retry", item |-> 0]

(* Deques *)
New == [items |-> <<>>, used |-> 0]

\* used counts slots only where that decides on Full.
Deque(items, used) == [items |-> items, used |-> IF UntilEmpty THEN used ELSE 0]

Outcome(deque, answer) == [deque |-> deque, answer |-> answer]

OfPush(d, i) ==
  LET used == IF UntilEmpty THEN d.used ELSE Len(d.items)
  IN IF Capacity > 0 /\ used = Capacity
     THEN {Outcome(d, Full)}
     ELSE {Outcome(Deque(Append(d.items, i), used + 1), Pushed)}

OfPop(d) ==
  LET n == Len(d.items)
  IN IF n = 0 THEN {Outcome(Deque(<<>>, 0), Empty)}
     ELSE {Outcome(Deque(SubSeq(d.items, 1, n - 1), IF n = 1 THEN 0 ELSE d.used - 1), Took(d.items[n]))}

OfSteal(d) ==
  LET n == Len(d.items)
  IN (IF n > Keeps THEN {Outcome(Deque(Tail(d.items), d.used), Took(Head(d.items)))} ELSE {})
     \cup (IF n <= Hidden THEN {Outcome(d, Empty)} ELSE {})
     \cup (IF MayRetry THEN {Outcome(d, Retry)} ELSE {})

\* What an operation on a deque may come to: the deque after it, and its answer.
Outcomes(d, op) ==
  CASE op.do = "push" -> OfPush(d, op.item)
    [] op.do = "pop" -> OfPop(d)
    [] op.do = "steal" -> OfSteal(d)
=============================================================================
