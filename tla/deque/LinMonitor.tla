---------------------------- MODULE LinMonitor -----------------------------
(***************************************************************************)
(* The monitor judges a history while it happens. It asks whether each     *)
(* operation can have an instant between its call and its return, so that  *)
(* all answers are right if the operations happen at these instants.       *)
(*                                                                         *)
(* The monitor keeps every explanation of the past. An explanation, called *)
(* a world, is a state of the object, with the answers of the operations   *)
(* that have happened and not returned. So the monitor needs no knowledge  *)
(* of the steps at which an algorithm's operations take effect.            *)
(*                                                                         *)
(* In a world, operations happen as late as possible. An operation happens *)
(* just before it returns, and before it any others that are under way, in *)
(* any order. That loses no explanation: an operation that happens earlier *)
(* than necessary can as well happen just before the next return.          *)
(*                                                                         *)
(* A module that uses the monitor keeps its value in a variable. It        *)
(* changes the value by Call and Return in the steps that call and return. *)
(* Its invariant is Explained.                                             *)
(***************************************************************************)
CONSTANTS
  Threads,
  Start,          \* first state of the object
  Outcomes(_, _), \* for a state and an operation: a set of records of deque and answer
  Anywhere        \* answers that are right at any time and change nothing

NoOp == [do |-> "none", item |-> 0]
NoAnswer == [is |-> "none", item |-> 0]

NewMonitor ==
  [calls |-> [t \in Threads |-> NoOp],
   worlds |-> {[deque |-> Start, answers |-> [t \in Threads |-> NoAnswer]]}]

Explained(m) == m.worlds # {}

Call(m, t, op) == [m EXCEPT !.calls[t] = op]

\* The worlds after the operation of t has happened.
Happens(m, w, t) ==
  {[deque |-> o.deque, answers |-> [w.answers EXCEPT ![t] = o.answer]] :
     o \in Outcomes(w.deque, m.calls[t])}

UnderWay(m, w) == {u \in Threads : m.calls[u] # NoOp /\ w.answers[u] = NoAnswer}

\* The worlds that operations of other threads than t can lead to, in any order.
RECURSIVE Before(_, _, _)
Before(m, worlds, t) ==
  LET more == UNION {UNION {{x \in Happens(m, w, u) : x.answers[u] \notin Anywhere} :
                              u \in UnderWay(m, w) \ {t}} : w \in worlds}
  IN IF more \subseteq worlds THEN worlds ELSE Before(m, worlds \cup more, t)

Return(m, t, answer) ==
  LET yet == {w \in m.worlds : w.answers[t] = NoAnswer}
      had == {w \in m.worlds : w.answers[t] = answer}
      from == IF answer \in Anywhere THEN yet ELSE Before(m, yet, t)
      now == {x \in UNION {Happens(m, w, t) : w \in from} : x.answers[t] = answer}
  IN [calls |-> [m.calls EXCEPT ![t] = NoOp],
      worlds |-> {[w EXCEPT !.answers[t] = NoAnswer] : w \in had \cup now}]
=============================================================================
