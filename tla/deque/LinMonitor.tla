---------------------------- MODULE LinMonitor -----------------------------
(***************************************************************************)
(* Judges a history while it happens: is there a point between call and    *)
(* return of each operation at which it could have happened at once, so    *)
(* that all answers are right?                                             *)
(*                                                                         *)
(* The monitor holds every way in which the past can be explained. Such a  *)
(* world is a state of the object, and the answers of those operations     *)
(* that have happened but not returned. It needs no insight into where an  *)
(* algorithm's operations take effect. Operations happen as late as        *)
(* possible: before one returns, it happens, and before it any others that *)
(* are under way, in any order. That loses nothing, since an operation     *)
(* that happens earlier than it must can as well happen right before the   *)
(* next one that returns.                                                  *)
(*                                                                         *)
(* A module that uses it has a variable with such a value, changes it by   *)
(* Call and Return in the steps that call and return, and has the          *)
(* invariant Explained.                                                    *)
(***************************************************************************)
CONSTANTS
  Threads,
  Start,          \* state of the object at the beginning
  Outcomes(_, _), \* of a state and an operation: records of deque and answer
  Anywhere        \* answers that are right at any time, and change nothing

NoOp == [do |-> "none", item |-> 0]
NoAnswer == [is |-> "none", item |-> 0]

NewMonitor ==
  [calls |-> [t \in Threads |-> NoOp],
   worlds |-> {[deque |-> Start, answers |-> [t \in Threads |-> NoAnswer]]}]

Explained(m) == m.worlds # {}

Call(m, t, op) == [m EXCEPT !.calls[t] = op]

\* The worlds in which the operation of t happens next.
Happens(m, w, t) ==
  {[deque |-> o.deque, answers |-> [w.answers EXCEPT ![t] = o.answer]] :
     o \in Outcomes(w.deque, m.calls[t])}

UnderWay(m, w) == {u \in Threads : m.calls[u] # NoOp /\ w.answers[u] = NoAnswer}

\* The worlds to which others than t may lead, in any order.
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
