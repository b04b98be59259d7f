------------------------------- MODULE Spares -------------------------------
(***************************************************************************)
(* Who takes the place of a worker that waits for a future, and what       *)
(* happens when nobody may any more. There is no code with these labels: a *)
(* step here is a critical section of the staff's lock in pool/registry.go,   *)
(* or all that a worker does between two of them.                          *)
(*                                                                         *)
(* Tasks wait for tasks with greater numbers, so that no two wait for each *)
(* other. A task is a future, which was submitted, or a kid, which another *)
(* task forks and joins. A future is taken from the queue by a worker that *)
(* has no task. A kid is stolen by such a worker, or by one that waits in  *)
(* a join of the same tree; that one takes no futures. (With kids of other *)
(* trees all may hang: AnyTree.) The order in which the queue is taken is  *)
(* left open here, and so is that in which a task waits.                   *)
(*                                                                         *)
(* To wait for a kid that nobody has, its parent runs it. To wait for a    *)
(* future a worker gets a spare in its place, if there are less than the   *)
(* limit. Then it does not run the future: it may have to return before    *)
(* that ends, when its context does (End does run it: Future.Join and a    *)
(* Get that waits to the end). It rests on the spare, and all who are at   *)
(* work, to come to the queue. Without a spare it runs the future, if that *)
(* has not begun.                                                          *)
(*                                                                         *)
(* If it has, the worker sits, and there is one less who comes to the      *)
(* queue; the last one may sit like that, for a task that waits for what   *)
(* is queued. So for each that sits one of those that wait, with their     *)
(* futures still queued, is asked to run its future itself: at once, or,   *)
(* if there is none, as soon as somebody comes to wait like that           *)
(* (AskedAtOnce: only at once). While it runs the future it has no spare:  *)
(* the one that came for it stands for who sits (SparedStill). When its    *)
(* wait is over, or if another one has begun the future, it stands in no   *)
(* more, and the next one is asked (StandsInOnce: it is not; Program 1).   *)
(*                                                                         *)
(* With Blocks = 1 a task may also have a spare in its place without       *)
(* waiting, as in Worker.Blocking, and wait for futures meanwhile; then    *)
(* that spare is enough. See MCSpares.                                     *)
(***************************************************************************)
EXTENDS Naturals, Sequences, FiniteSets

CONSTANTS
  Workers,  \* how many are to be at work: 1, 2, ...
  Spares,   \* the limit: 0, 1, ...
  Tasks,    \* 1..Tasks
  Blocks,   \* 1 if tasks block without replaced, else 0
  Program,  \* 0: tasks need whatever they may; 1: five that are given
  Naive     \* "" or the fault of a Naive configuration

Worker == 1..(Workers + Spares)
Task == 1..Tasks

VARIABLES
  needs,    \* for each task those that it waits for
  parent,   \* of a kid, and 0 of a future
  state,    \* of each task: "new" (a kid not forked), "queued", "begun" or "done"
  left,     \* for each task those that it has not waited for yet
  stack,    \* for each worker its calls, the innermost at the end
  active,     \* the workers that are not resting
  blocked,  \* so many have a spare in their place
  surplus,  \* so many are to rest when nobody is blocked
  replaced,  \* workers that wait with a spare, and were not asked
  unreplaced,  \* workers that sit, and for whom nobody stands in
  asked,    \* workers that were asked and have not noticed yet
  standsFor  \* for each worker for whom it was asked, or 0

vars == <<needs, parent, state, left, stack, active, blocked, surplus, replaced, unreplaced, asked, standsFor>>

\* A call is a task and what its worker does in it: run it, or wait for goal
\* with a spare in its place (get), without (sit), or in a join. The spare came
\* for the wait, or the task blocks, or there is none.
Call(t, how, goal, spare) == [task |-> t, how |-> how, goal |-> goal, spare |-> spare]
Free(w) == w \in active /\ stack[w] = <<>>
Busy(w) == stack[w] # <<>>
Top(w) == stack[w][Len(stack[w])]
Does(w, how) == Busy(w) /\ Top(w).how = how
Now(w, how, goal, spare) == [stack[w] EXCEPT ![Len(stack[w])] = Call(Top(w).task, how, goal, spare)]
Above(calls, t) == Append(calls, Call(t, "run", 0, "none"))

Kid(t) == parent[t] # 0
RECURSIVE Root(_)
Root(t) == IF Kid(t) THEN Root(parent[t]) ELSE t

\* With t a worker begins a task: its kids are queued.
Begin(t) ==
  state' = [u \in Task |-> CASE u = t -> "begun" [] parent[u] = t -> "queued" [] OTHER -> state[u]]

\* Parents and needs that make sense: a kid is needed by its parent only.
Init ==
  /\ parent \in IF Program = 1 THEN {<<0, 0, 2, 0, 0>>} ELSE [Task -> 0..(Tasks-1)]
  /\ \A t \in Task : parent[t] < t
  /\ needs \in IF Program = 1 THEN {<<{2}, {3, 4}, {5}, {}, {}>>} ELSE [Task -> SUBSET Task]
  /\ \A t, u \in Task : u \in needs[t] => u > t /\ (Kid(u) => parent[u] = t)
  /\ \A u \in Task : Kid(u) => u \in needs[parent[u]]
  /\ state = [t \in Task |-> IF Kid(t) THEN "new" ELSE "queued"]
  /\ left = needs
  /\ stack = [w \in Worker |-> <<>>]
  /\ active = 1..Workers
  /\ blocked = 0 /\ surplus = 0
  /\ replaced = {} /\ unreplaced = {} /\ asked = {} /\ standsFor = [w \in Worker |-> 0]

-----------------------------------------------------------------------------

Take(w) ==
  /\ Free(w)
  /\ \E t \in Task :
       /\ ~Kid(t) /\ state[t] = "queued"
       /\ Begin(t)
       /\ stack' = [stack EXCEPT ![w] = Above(<<>>, t)]
  /\ UNCHANGED <<needs, parent, left, active, blocked, surplus, replaced, unreplaced, asked, standsFor>>

Steal(w) ==
  /\ IF Free(w) THEN TRUE ELSE Does(w, "join")
  /\ \E t \in Task :
       /\ Kid(t) /\ state[t] = "queued"
       /\ IF Free(w) THEN TRUE ELSE Root(t) = Root(Top(w).task) \/ Naive = "AnyTree"
       /\ Begin(t)
       /\ stack' = [stack EXCEPT ![w] = Above(stack[w], t)]
  /\ UNCHANGED <<needs, parent, left, active, blocked, surplus, replaced, unreplaced, asked, standsFor>>

\* A task goes on that needs what is done already.
Got(w) ==
  /\ Does(w, "run")
  /\ \E u \in left[Top(w).task] :
       /\ state[u] = "done"
       /\ left' = [left EXCEPT ![Top(w).task] = @ \ {u}]
  /\ UNCHANGED <<needs, parent, state, stack, active, blocked, surplus, replaced, unreplaced, asked, standsFor>>

\* A kid is run by who joins it, if nobody has stolen it.
Join(w) ==
  /\ Does(w, "run") /\ Top(w).spare # "blocks"
  /\ \E u \in left[Top(w).task] :
       /\ Kid(u)
       /\ \/ /\ state[u] = "queued"
             /\ Begin(u)
             /\ stack' = [stack EXCEPT ![w] = Above(Now(w, "join", u, "none"), u)]
          \/ /\ state[u] = "begun"
             /\ stack' = [stack EXCEPT ![w] = Now(w, "join", u, "none")]
             /\ UNCHANGED state
  /\ UNCHANGED <<needs, parent, left, active, blocked, surplus, replaced, unreplaced, asked, standsFor>>

\* Who waits to the end runs a future that has not begun. So it does not sit: what it
\* waits for is above.
RunsQueued(w, u) == Begin(u) /\ stack' = [stack EXCEPT ![w] = Above(Now(w, "unreplaced", u, Top(w).spare), u)]
End(w) ==
  /\ Does(w, "run")
  /\ \E u \in left[Top(w).task] : ~Kid(u) /\ state[u] = "queued" /\ RunsQueued(w, u)
  /\ UNCHANGED <<needs, parent, left, active, blocked, surplus, replaced, unreplaced, asked, standsFor>>

\* A worker that is too many takes the place, if some worker is idle; a resting
\* one, or a new one, if there are less than the limit.
Suits == surplus > 0 /\ \E v \in Worker : Free(v)
NoSpare == ~Suits /\ blocked + surplus >= Spares
Spare ==
  /\ ~NoSpare
  /\ blocked' = blocked + 1
  /\ surplus' = IF Suits THEN surplus - 1 ELSE surplus
  /\ active' = IF Suits THEN active ELSE active \cup {CHOOSE v \in Worker : v \notin active}

Block(w) ==
  /\ Blocks = 1 /\ Does(w, "run") /\ Top(w).spare = "none"
  /\ Spare
  /\ stack' = [stack EXCEPT ![w] = Now(w, "run", 0, "blocks")]
  /\ UNCHANGED <<needs, parent, state, left, replaced, unreplaced, asked, standsFor>>

Unblock(w) ==
  /\ Does(w, "run") /\ Top(w).spare = "blocks"
  /\ blocked' = blocked - 1 /\ surplus' = surplus + 1
  /\ stack' = [stack EXCEPT ![w] = Now(w, "run", 0, "none")]
  /\ UNCHANGED <<needs, parent, state, left, active, replaced, unreplaced, asked, standsFor>>

\* With them replaced, those unreplaced, others standing in, and told those that were asked
\* and have not noticed, one is asked for another now, if there are two that match.
Match(them, those, others, told) ==
  LET may == {v \in them : state[stack'[v][Len(stack'[v])].goal] = "queued"} IN
  IF may = {} \/ those = {}
  THEN replaced' = them /\ unreplaced' = those /\ asked' = told /\ standsFor' = others
  ELSE \E v \in may, d \in those :
         /\ replaced' = them \ {v} /\ unreplaced' = those \ {d}
         /\ asked' = told \cup {v}
         /\ standsFor' = [others EXCEPT ![v] = d]

\* A wait with a spare is entered after the spare has come.
Get(w) ==
  /\ Does(w, "run")
  /\ \E u \in left[Top(w).task] :
       /\ ~Kid(u) /\ state[u] # "done"
       /\ IF Top(w).spare = "none"
          THEN /\ Spare
               /\ stack' = [stack EXCEPT ![w] = Now(w, "enters", u, "waits")]
          ELSE /\ stack' = [stack EXCEPT ![w] = Now(w, "enters", u, Top(w).spare)]
               /\ UNCHANGED <<active, blocked, surplus>>
  /\ UNCHANGED <<needs, parent, state, left, replaced, unreplaced, asked, standsFor>>

Enter(w) ==
  /\ Does(w, "enters")
  /\ stack' = [stack EXCEPT ![w] = Now(w, "replaced", Top(w).goal, Top(w).spare)]
  /\ Match(replaced \cup {w}, IF Naive = "AskedAtOnce" THEN {} ELSE unreplaced, standsFor, asked)
  /\ UNCHANGED <<needs, parent, state, left, active, blocked, surplus>>

\* Without a spare it runs what has not begun, and sits otherwise. It was refused
\* the spare before, under another lock.
Refused(w) ==
  /\ Does(w, "run") /\ Top(w).spare = "none" /\ NoSpare
  /\ \E u \in left[Top(w).task] :
       /\ ~Kid(u) /\ state[u] # "done"
       /\ stack' = [stack EXCEPT ![w] = Now(w, "refused", u, "none")]
  /\ UNCHANGED <<needs, parent, state, left, active, blocked, surplus, replaced, unreplaced, asked, standsFor>>

WaitUnreplaced(w) ==
  /\ Does(w, "refused")
  /\ LET u == Top(w).goal IN
     IF state[u] = "queued" THEN RunsQueued(w, u) /\ UNCHANGED <<replaced, unreplaced, asked, standsFor>>
     ELSE /\ stack' = [stack EXCEPT ![w] = Now(w, "unreplaced", u, "none")]
          /\ Match(replaced, CASE Naive = "NobodyAsked" -> {}
                             [] Naive = "AskedAtOnce" /\ \A v \in replaced : state[Top(v).goal] # "queued" -> {}
                             [] OTHER -> unreplaced \cup {w}, standsFor, asked)
          /\ UNCHANGED state
  /\ UNCHANGED <<needs, parent, left, active, blocked, surplus>>

\* Who was asked runs its future; if that has begun it stands in no more.
Substituted(w) == IF standsFor[w] # 0 /\ Naive # "StandsInOnce" THEN {standsFor[w]} ELSE {}
Answer(w) ==
  /\ w \in asked
  /\ LET u == Top(w).goal
         spare == IF Naive = "SparedStill" THEN "below" ELSE "none" IN
     IF state[u] = "queued"
     THEN /\ Begin(u) /\ stack' = [stack EXCEPT ![w] = Append(@, Call(u, "run", 0, spare))]
          /\ asked' = asked \ {w} /\ UNCHANGED <<replaced, unreplaced, standsFor>>
     ELSE /\ UNCHANGED <<state, stack>>
          /\ Match(replaced, unreplaced \cup Substituted(w), [standsFor EXCEPT ![w] = 0], asked \ {w})
  /\ UNCHANGED <<needs, parent, left, active, blocked, surplus>>

\* What it waited for is done. A spare that has come for the wait is given back, and it
\* stands in no more; for who sat nobody need stand in.
Return(w) ==
  /\ Busy(w) /\ Top(w).how # "run" /\ state[Top(w).goal] = "done"
  /\ stack' = [stack EXCEPT ![w] = Now(w, "run", 0, IF Top(w).spare = "waits" THEN "none" ELSE Top(w).spare)]
  /\ left' = [left EXCEPT ![Top(w).task] = @ \ {Top(w).goal}]
  /\ IF Top(w).spare = "waits" THEN blocked' = blocked - 1 /\ surplus' = surplus + 1
     ELSE UNCHANGED <<blocked, surplus>>
  /\ IF Does(w, "replaced") THEN Match(replaced \ {w}, unreplaced \cup Substituted(w), [standsFor EXCEPT ![w] = 0], asked \ {w})
     ELSE IF Does(w, "unreplaced")
     THEN /\ unreplaced' = unreplaced \ {w}
          /\ standsFor' = [v \in Worker |-> IF standsFor[v] = w THEN 0 ELSE standsFor[v]]
          /\ UNCHANGED <<replaced, asked>>
     ELSE UNCHANGED <<replaced, unreplaced, asked, standsFor>>
  /\ UNCHANGED <<needs, parent, state, active>>

Finish(w) ==
  /\ Does(w, "run") /\ left[Top(w).task] = {} /\ Top(w).spare # "blocks"
  /\ state' = [state EXCEPT ![Top(w).task] = "done"]
  /\ stack' = [stack EXCEPT ![w] = SubSeq(stack[w], 1, Len(stack[w]) - 1)]
  /\ UNCHANGED <<needs, parent, left, active, blocked, surplus, replaced, unreplaced, asked, standsFor>>

StandBy(w) ==
  /\ Free(w) /\ surplus > 0 /\ blocked = 0
  /\ active' = active \ {w} /\ surplus' = surplus - 1
  /\ UNCHANGED <<needs, parent, state, left, stack, blocked, replaced, unreplaced, asked, standsFor>>

AllDone == \A t \in Task : state[t] = "done"
Terminating == AllDone /\ UNCHANGED vars

Next ==
  \/ \E w \in Worker :
       \/ Take(w) \/ Steal(w) \/ Got(w) \/ Join(w) \/ End(w) \/ Block(w) \/ Unblock(w) \/ Get(w)
       \/ Enter(w) \/ Refused(w) \/ WaitUnreplaced(w) \/ Answer(w) \/ Return(w) \/ Finish(w) \/ StandBy(w)
  \/ Terminating

Spec == Init /\ [][Next]_vars
=============================================================================
