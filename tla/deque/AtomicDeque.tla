---------------------------- MODULE AtomicDeque ----------------------------
(***************************************************************************)
(* The work-stealing deque as its users see it: a sequence, and each       *)
(* operation happens at one instant. The owner pushes and pops at the end. *)
(* Thieves take at the beginning.                                          *)
(*                                                                         *)
(* The constants are the fields of model.Spec in Go, with the same         *)
(* meaning.                                                                *)
(*                                                                         *)
(* A deque is a value here. Modules such as LinMonitor and the pool's have *)
(* one as a variable, or many. MCAtomicDeque makes a specification of it.  *)
(***************************************************************************)
EXTENDS Naturals, Sequences

CONSTANTS
  Hidden,     \* a thief may get Empty while the deque holds at most so many
              \* items: 0 is strict, the greatest possible number is relaxed
  Keeps,      \* number of items that thieves leave to the owner
  Capacity,   \* the most items, or 0 for no limit
  UntilEmpty, \* TRUE: Full once the last slot was used since the owner took the
              \* last item or found none. FALSE: Full if there are Capacity
              \* items
  MayRetry    \* a thief may get Retry

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

\* used counts slots only if Full depends on it.
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

\* The possible outcomes of an operation: the deque after it, and its answer.
Outcomes(d, op) ==
  CASE op.do = "push" -> OfPush(d, op.item)
    [] op.do = "pop" -> OfPop(d)
    [] op.do = "steal" -> OfSteal(d)
=============================================================================
