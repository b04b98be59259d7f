------------------------------ MODULE JoinTasks ------------------------------
(***************************************************************************)
(* These are the tasks of Join, and their relations. There are three ways  *)
(* to fork. In Joins of closures, each child is in the scope of the one    *)
(* before it, and recover is possible after each. When a typed task fails, *)
(* it sets its own abort before it gives up its children. A Scope has a    *)
(* latch, which is complete when the Scope's tasks and its body have       *)
(* ended. A worker that waits for a future may run that future, but no     *)
(* other task: see NoCycle in MCJoin.                                      *)
(*                                                                         *)
(* A task may begin, and may go on, unless it is cancelled. To find out,   *)
(* it reads its own abort, that of the task in whose scope it is, and so   *)
(* on up to the root. A task that fails sets its own abort, and in a Scope *)
(* that of the latch. A parent that fails gives up its other children, the *)
(* newest first. It claims and drops each child. If a worker already runs  *)
(* the child, the parent sets the child's abort and blocks until the child *)
(* is complete. Before it blocks, the parent leaves the tasks in its deque *)
(* to others. It drops those that are cancelled, there and in the          *)
(* injector.                                                               *)
(***************************************************************************)
EXTENDS Naturals, Sequences

CONSTANTS
  Workers,    \* 1, 2, ...
  Outsiders,  \* processes that wait for the first task, and run none: 0, 1, ...
  Shape,      \* which tasks there are, see below
  Panics,     \* may tasks panic?
  Recovers,   \* may they recover?
  Nudges,     \* how often a worker is woken for no reason
  Patient,    \* do outsiders wait to the end?
  Help,       \* what a waiting worker does: "all" (takes any task that it can
              \* find), "claim" (takes the awaited task only), or "none"
  Naive       \* "" or the fault of a Naive configuration

\* The tasks that each task forks, in this order. Tasks are 1, 2, ...
Kids == CASE Shape = 1 -> << <<2, 3>>, <<>>, <<>> >>
          [] Shape = 2 -> << <<2, 3>>, <<4>>, <<>>, <<>> >>
          [] Shape = 3 -> << <<2, 3>>, <<>>, <<4, 5>>, <<>>, <<>> >>
          [] Shape = 4 -> << <<3>>, <<>>, <<>> >>
          [] Shape = 5 -> << <<3>>, <<4>>, <<>>, <<>> >>
          [] Shape = 6 -> << <<2, 3>>, <<>>, <<>> >>
          [] Shape = 7 -> << <<3, 4>>, <<>>, <<>>, <<>> >>
          [] Shape = 8 -> << <<4>>, <<5>>, <<>>, <<>>, <<>> >>
          [] Shape = 9 -> << <<2>>, <<3>>, <<>> >>
          [] Shape = 10 -> << <<3, 4>>, <<>>, <<5>>, <<>>, <<>> >>

\* The scope of each task. Shapes 5, 6, 9 and 10 have Joins of closures. In 6, one Join is
\* in the first half of the other, and so in the scope of the second half. In shapes 7, 8
\* and 10, task 1 is a Scope.
Scopes == CASE Shape = 1 -> <<0, 1, 1>>
            [] Shape = 2 -> <<0, 1, 1, 2>>
            [] Shape = 3 -> <<0, 1, 1, 3, 3>>
            [] Shape = 4 -> <<0, 0, 1>>
            [] Shape = 5 -> <<0, 0, 1, 2>>
            [] Shape = 6 -> <<0, 1, 2>>
            [] Shape = 7 -> <<0, 1, 2, 2>>
            [] Shape = 8 -> <<0, 0, 1, 3, 2>>
            [] Shape = 9 -> <<0, 1, 2>>
            [] Shape = 10 -> <<0, 1, 2, 2, 3>>
Nested == Shape \in {5, 6, 9, 10}
Latches == CASE Shape \in {7, 10} -> {2} [] Shape = 8 -> {3} [] OTHER -> {}

\* The latch of the Scope that a task is, and the latch that counts the task, or 0.
Latch(t) == IF t = 1 /\ Latches # {} THEN CHOOSE l \in Latches : TRUE ELSE 0
Counts(t) == IF Scopes[t] \in Latches THEN Scopes[t] ELSE 0

\* The tasks that a task waits for, in reverse order: the newest child first. In shape 4
\* task 2, and in shape 8 task 5, wait for task 1, which is a future.
Joins(t) == IF Latch(t) # 0 THEN <<Latch(t)>>
            ELSE IF <<Shape, t>> \in {<<4, 2>>, <<8, 5>>} THEN <<1>>
            ELSE Kids[t]
Roots == CASE Shape \in {4, 5} -> <<1, 2>> [] Shape = 8 -> <<2, 1>> [] OTHER -> <<1>>

Task == 1..Len(Kids)
Worker == 1..Workers
Outsider == (Workers + 1)..(Workers + Outsiders)
Root[t \in Task] == IF Scopes[t] = 0 THEN t ELSE Root[Scopes[t]]
Chain[t \in Task] == {t} \cup (IF Scopes[t] = 0 THEN {} ELSE Chain[Scopes[t]])

\* May a worker run t while task waits?
May(t, task) == Root[t] = Root[task] \/ Naive = "HelpsFutures"

\* The items of the injector that it may then take: tasks that were put back, and no
\* submissions.
Mine(q, task) == {n \in 1..Len(q) : May(q[n], task) /\ Scopes[q[n]] # 0}

\* The injector with one more task that was put back. Such tasks are taken before all
\* submissions.
PutBack(q, t) ==
  LET n == Len(SelectSeq(q, LAMBDA u : Scopes[u] # 0))
  IN SubSeq(q, 1, n) \o <<t>> \o SubSeq(q, n + 1, Len(q))

\* The task whose abort t reads first, if t has forked n children.
PollsAt(t, n) == IF Latch(t) # 0 THEN Latch(t) ELSE IF Nested /\ n > 0 THEN Kids[t][n] ELSE t

\* A status is one of these, or the worker that runs the task.
NotStarted == 0
Completed == Workers + 1
Nobody == Workers + 2          \* dropped, or a latch

Closed == <<0>>                \* a list without waiters

Last(q) == q[Len(q)]
Front(q) == SubSeq(q, 1, Len(q) - 1)
Without(q, i) == SubSeq(q, 1, i - 1) \o SubSeq(q, i + 1, Len(q))
Least(set) == CHOOSE x \in set : \A y \in set : x <= y
FirstOf(q, set) == Least({n \in 1..Len(q) : q[n] \in set} \cup {Len(q) + 1})

\* The next deque to look into, from v on, except those of w and the thief; or Workers + 1.
NextOf(v, w, thief) ==
  LET rest == {u \in v..Workers : u # w /\ u # thief}
  IN IF rest = {} THEN Workers + 1 ELSE Least(rest)
=============================================================================
