--------------------------- MODULE MCLinMonitor ----------------------------
(***************************************************************************)
(* This module checks the monitor itself. Threads call an AtomicDeque, and *)
(* each operation happens at one instant before it returns. So the monitor *)
(* must always find an explanation. In the Naive configurations an         *)
(* operation may happen before its call or after its return, and the       *)
(* monitor must notice.                                                    *)
(***************************************************************************)
EXTENDS Naturals, Sequences, TLC

CONSTANTS Items, Thieves, Hidden, Capacity, UntilEmpty, Naive

D == INSTANCE AtomicDeque WITH Keeps <- 0, MayRetry <- TRUE

Threads == 0..Thieves
M == INSTANCE LinMonitor WITH Start <- D!New, Outcomes <- D!Outcomes, Anywhere <- {D!Retry}

VARIABLES deque, op, answer, pushed, mon
vars == <<deque, op, answer, pushed, mon>>

Init ==
  /\ deque = D!New /\ pushed = 0 /\ mon = M!NewMonitor
  /\ op = [t \in Threads |-> M!NoOp] /\ answer = [t \in Threads |-> M!NoAnswer]

Choices(t) ==
  IF t = 0 THEN {D!Pop} \cup (IF pushed < Items THEN {D!Push(pushed + 1)} ELSE {}) ELSE {D!Steal}

Call(t) == \E o \in Choices(t) :
  /\ op[t] = M!NoOp
  /\ op' = [op EXCEPT ![t] = o]
  /\ pushed' = IF o.do = "push" THEN pushed + 1 ELSE pushed
  /\ mon' = M!Call(mon, t, o)
  /\ UNCHANGED <<deque, answer>>

Happen(t) ==
  /\ mon.calls[t] # M!NoOp /\ answer[t] = M!NoAnswer
  /\ \E o \in D!Outcomes(deque, op[t]) :
       /\ deque' = o.deque
       /\ answer' = [answer EXCEPT ![t] = o.answer]
  /\ UNCHANGED <<op, pushed, mon>>

Return(t) ==
  /\ mon.calls[t] # M!NoOp /\ answer[t] # M!NoAnswer
  /\ op' = [op EXCEPT ![t] = M!NoOp]
  /\ answer' = [answer EXCEPT ![t] = M!NoAnswer]
  /\ mon' = M!Return(mon, t, answer[t])
  /\ UNCHANGED <<deque, pushed>>

\* A thief whose answer was right only before its call.
TooEarly(t) ==
  /\ Naive = "TooEarly" /\ t # 0 /\ op[t] = M!NoOp /\ answer[t] = M!NoAnswer
  /\ \E o \in D!Outcomes(deque, D!Steal) :
       /\ o.answer # D!Retry
       /\ deque' = o.deque
       /\ answer' = [answer EXCEPT ![t] = o.answer]
  /\ UNCHANGED <<op, pushed, mon>>
CallLate(t) ==
  /\ Naive = "TooEarly" /\ op[t] = M!NoOp /\ answer[t] # M!NoAnswer
  /\ op' = [op EXCEPT ![t] = D!Steal]
  /\ mon' = M!Call(mon, t, D!Steal)
  /\ UNCHANGED <<deque, answer, pushed>>

\* A Push that returns before its item can be seen.
TooLate ==
  /\ Naive = "TooLate" /\ op[0].do = "push" /\ answer[0] = M!NoAnswer
  /\ mon.calls[0] # M!NoOp
  /\ mon' = M!Return(mon, 0, D!Pushed)
  /\ UNCHANGED <<deque, op, answer, pushed>>
LateEffect ==
  /\ Naive = "TooLate" /\ op[0].do = "push" /\ mon.calls[0] = M!NoOp
  /\ \E o \in D!Outcomes(deque, op[0]) : deque' = o.deque
  /\ op' = [op EXCEPT ![0] = M!NoOp]
  /\ UNCHANGED <<answer, pushed, mon>>

Next ==
  \/ \E t \in Threads : Call(t) \/ Happen(t) \/ Return(t) \/ TooEarly(t) \/ CallLate(t)
  \/ TooLate \/ LateEffect
Spec == Init /\ [][Next]_vars

Linearizable == M!Explained(mon)

\* Every world has the real deque. This must fail: the monitor also needs worlds
\* with another deque.
OneWorld == \A w \in mon.worlds : w.deque = deque

\* Nothing above is vacuous: each of these occurs, in the threads and in the
\* monitor.
Had(t, o, a) == op[t].do = o /\ answer[t].is = a
Reached == [
  Pushed     |-> Had(0, "push", "done"),
  Full       |-> Had(0, "push", "full") /\ Len(deque.items) = Capacity,
  FullEarly  |-> Had(0, "push", "full") /\ Len(deque.items) < Capacity,
  Popped     |-> Had(0, "pop", "done"),
  PopEmpty   |-> Had(0, "pop", "empty"),
  Stolen     |-> \E t \in 1..Thieves : Had(t, "steal", "done"),
  StealEmpty |-> \E t \in 1..Thieves : Had(t, "steal", "empty"),
  Retry      |-> \E t \in 1..Thieves : Had(t, "steal", "retry"),
  AllAtOnce  |-> \A t \in Threads : mon.calls[t] # M!NoOp,
  Worlds     |-> \E v, w \in mon.worlds : v.deque # w.deque,
  Happened   |-> \E w \in mon.worlds : \E t \in Threads : w.answers[t] # M!NoAnswer,
  Wrong      |-> \E w \in mon.worlds : \E t \in Threads : w.answers[t] # M!NoAnswer /\ answer[t] # M!NoAnswer /\ w.answers[t] # answer[t] ]

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
