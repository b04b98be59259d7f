----------------------------- MODULE Completion -----------------------------
(***************************************************************************)
(* What Pool assumes of tasks that wait for tasks. Join and Pool both      *)
(* refine this module: see JoinParts and PoolParts.                        *)
(*                                                                         *)
(* A task runs once. It ends after all tasks that it waits for. A thread   *)
(* may sleep until a task is done. It does not sleep for ever then, and it *)
(* may wake at any time.                                                   *)
(***************************************************************************)
CONSTANTS
  Item,      \* the tasks
  Thread,    \* the threads that may wait
  Before     \* for each task, the tasks that it waits for

VARIABLES
  state,     \* of each task: "new", "runs" or "done"
  awaits     \* for each thread, the task for which it sleeps, in a set; or {}
all == <<state, awaits>>

Init == state = [t \in Item |-> "new"] /\ awaits = [p \in Thread |-> {}]

Begin(t) ==
  /\ state[t] = "new"
  /\ state' = [state EXCEPT ![t] = "runs"]
  /\ UNCHANGED awaits

\* A task that waits for none may begin and end in one step.
End(t) ==
  /\ state[t] \in {"new", "runs"}
  /\ \A u \in Before[t] : state[u] = "done"
  /\ state' = [state EXCEPT ![t] = "done"]
  /\ UNCHANGED awaits

Sleep(p, t) ==
  /\ awaits[p] = {}
  /\ awaits' = [awaits EXCEPT ![p] = {t}]
  /\ UNCHANGED state

\* A step may wake several threads.
Wake(some) ==
  /\ awaits' = [p \in Thread |-> IF p \in some THEN {} ELSE awaits[p]]
  /\ UNCHANGED state

Next ==
  \/ \E t \in Item : Begin(t) \/ End(t) \/ \E p \in Thread : Sleep(p, t)
  \/ \E some \in SUBSET Thread : Wake(some)

Late(p) == \E t \in awaits[p] : state[t] = "done"
Spec == Init /\ [][Next]_all /\ \A p \in Thread : []<>(~Late(p))
=============================================================================
