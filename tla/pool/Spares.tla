------------------------------- MODULE Spares -------------------------------
(***************************************************************************)
(* This module says which worker takes the place of a worker that waits    *)
(* for a future, and what happens at the limit of spares. Names in         *)
(* parentheses are faults (see Naive), except End, a step. No code has     *)
(* these labels. A step is a critical section of the lock of               *)
(* pool/registry.go or pool/replacements.go, or all that a worker does     *)
(* between two of them.                                                    *)
(*                                                                         *)
(* Tasks wait for tasks with greater numbers, so no two wait for each      *)
(* other. A task is a future, which was submitted, or a kid, which another *)
(* task forks and joins. A worker without a task takes a future from the   *)
(* queue, or steals a kid. A worker that waits in a join may steal a kid   *)
(* of its own tree, and takes no futures. (If it took kids of other trees, *)
(* all could hang: AnyTree.) The order in which futures leave the queue is *)
(* open here, and so is the order in which a task waits.                   *)
(*                                                                         *)
(* A task that waits for a kid runs the kid itself if no other worker has  *)
(* it. A worker that waits for a future gets a spare in its place, unless  *)
(* the limit is reached. With a spare, it does not run the future: its     *)
(* context may end before, and then it must return. (A Future.Join, or a   *)
(* Get whose context cannot end, does run it: End.) It relies on the       *)
(* active workers to take the future from the queue. Without a spare, it   *)
(* runs the future itself if that has not begun.                           *)
(*                                                                         *)
(* If the future has begun, the worker waits unreplaced. Even the last     *)
(* worker that takes futures may wait so, for a task that in turn waits    *)
(* for a queued future. So for each unreplaced worker, another one is      *)
(* asked: a worker with a spare whose future is still queued runs its      *)
(* future itself. If there is none, the next worker that begins to wait    *)
(* with a spare is asked (AskedAtOnce: only the present ones are). While   *)
(* it runs the future, its spare stands for the unreplaced worker          *)
(* (SparedStill: it still has one). That ends when its own wait is over,   *)
(* or if another worker has begun the future. Then the next worker is      *)
(* asked (StandsInOnce: it is not).                                        *)
(*                                                                         *)
(* With Blocks = 1, a task may also have a spare without waiting, as in    *)
(* Worker.Blocking, and wait for futures meanwhile. Then that spare is     *)
(* enough. With Blocks = 2, a task may wait in Worker.Blocking, and the    *)
(* pool does not know for which task. At the limit of spares, the pool may *)
(* hang then. A look notices that (Told). It must count kids, too          *)
(* (OnlyFutures). While a worker is blocked without a spare, no worker     *)
(* stands by (StandsBy: one does). Otherwise nobody might take what it     *)
(* waits for.                                                              *)
(***************************************************************************)
EXTENDS Naturals, Sequences, FiniteSets

CONSTANTS
  Workers,  \* the number of active workers without blocks: 1, 2, ...
  Spares,   \* the limit: 0, 1, ...
  Tasks,    \* 1..Tasks
  Blocks,   \* 1 if tasks also block, as in Worker.Blocking; 2 if they wait there; else 0
  Program,  \* 0: all possible needs of tasks; 1: five given tasks
  Naive     \* "" or the fault of a Naive configuration

Worker == 1..(Workers + Spares)
Task == 1..Tasks

VARIABLES
  needs,       \* for each task the tasks that it waits for
  parent,      \* the parent of a kid; 0 for a future
  state,       \* of each task: "new" (a kid not forked), "queued", "begun" or "done"
  left,        \* for each task the tasks that it has not waited for yet
  stack,       \* for each worker its calls, the innermost at the end
  active,      \* the workers that are not on standby
  blocked,     \* the number of workers with a spare in their place
  surplus,     \* the number of workers that stand by once no worker is blocked
  replaced,    \* workers that wait with a spare, and were not asked
  unreplaced,  \* workers that wait without a spare or a replacement
  asked,       \* workers that were asked and have not noticed yet
  standsFor    \* for each worker the one that it was asked for, or 0

vars == <<needs, parent, state, left, stack, active, blocked, surplus, replaced, unreplaced, asked, standsFor>>

\* A call is a task and the state of its worker in it. The worker runs the task, or waits for goal:
\* with a spare (enters, replaced), without one (refused, unreplaced), in a join, or in Worker.Blocking
\* (foreign; barred without a spare). spare says why there is a spare, or none.
Call(t, how, goal, spare) == [task |-> t, how |-> how, goal |-> goal, spare |-> spare]
Free(w) == w \in active /\ stack[w] = <<>>
Busy(w) == stack[w] # <<>>
Top(w) == stack[w][Len(stack[w])]
Does(w, how) == Busy(w) /\ Top(w).how = how
Now(w, how, goal, spare) == [stack[w] EXCEPT ![Len(stack[w])] = Call(Top(w).task, how, goal, spare)]
Above(calls, t) == Append(calls, Call(t, "run", 0, "none"))
Lacks(w) == \E k \in 1..Len(stack[w]) : stack[w][k].spare = "refused"
NobodyLacks == \A w \in Worker : ~Lacks(w)

Kid(t) == parent[t] # 0
RECURSIVE Root(_)
Root(t) == IF Kid(t) THEN Root(parent[t]) ELSE t

Begin(t) ==
  state' = [u \in Task |-> CASE u = t -> "begun" [] parent[u] = t -> "queued" [] OTHER -> state[u]]

\* The parents and needs that make sense: only its parent needs a kid.
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

Got(w) ==
  /\ Does(w, "run")
  /\ \E u \in left[Top(w).task] :
       /\ state[u] = "done"
       /\ left' = [left EXCEPT ![Top(w).task] = @ \ {u}]
  /\ UNCHANGED <<needs, parent, state, stack, active, blocked, surplus, replaced, unreplaced, asked, standsFor>>

\* The joining worker runs a kid that no worker has stolen, or waits for a kid that has begun.
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

RunsQueued(w, u) == Begin(u) /\ stack' = [stack EXCEPT ![w] = Above(Now(w, "unreplaced", u, Top(w).spare), u)]
End(w) ==
  /\ Does(w, "run")
  /\ \E u \in left[Top(w).task] : ~Kid(u) /\ state[u] = "queued" /\ RunsQueued(w, u)
  /\ UNCHANGED <<needs, parent, left, active, blocked, surplus, replaced, unreplaced, asked, standsFor>>

\* If some worker is idle, a surplus worker becomes the spare. Otherwise the spare is a
\* worker on standby, or a new one, unless the limit is reached.
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

\* The arguments are the new values of replaced, unreplaced, standsFor and asked. If a
\* worker of replaced and one of unreplaced match, the first is asked for the second.
Match(them, those, others, told) ==
  LET may == {v \in them : state[stack'[v][Len(stack'[v])].goal] = "queued"} IN
  IF may = {} \/ those = {}
  THEN replaced' = them /\ unreplaced' = those /\ asked' = told /\ standsFor' = others
  ELSE \E v \in may, d \in those :
         /\ replaced' = them \ {v} /\ unreplaced' = those \ {d}
         /\ asked' = told \cup {v}
         /\ standsFor' = [others EXCEPT ![v] = d]

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

\* The spare was refused before, under another lock.
Refused(w) ==
  /\ Does(w, "run") /\ Top(w).spare = "none" /\ NoSpare
  /\ \E u \in left[Top(w).task] :
       /\ ~Kid(u) /\ state[u] # "done"
       /\ stack' = [stack EXCEPT ![w] = Now(w, "refused", u, "refused")]
  /\ UNCHANGED <<needs, parent, state, left, active, blocked, surplus, replaced, unreplaced, asked, standsFor>>

WaitUnreplaced(w) ==
  /\ Does(w, "refused")
  /\ LET u == Top(w).goal IN
     IF state[u] = "queued" THEN RunsQueued(w, u) /\ UNCHANGED <<replaced, unreplaced, asked, standsFor>>
     ELSE /\ stack' = [stack EXCEPT ![w] = Now(w, "unreplaced", u, "refused")]
          /\ Match(replaced, CASE Naive = "NobodyAsked" -> {}
                             [] Naive = "AskedAtOnce" /\ \A v \in replaced : state[Top(v).goal] # "queued" -> {}
                             [] OTHER -> unreplaced \cup {w}, standsFor, asked)
          /\ UNCHANGED state
  /\ UNCHANGED <<needs, parent, left, active, blocked, surplus>>

Foreign(w) ==
  /\ Blocks = 2 /\ Does(w, "run") /\ Top(w).spare = "none"
  /\ \E u \in left[Top(w).task] :
       /\ state[u] # "done"
       /\ \/ Spare /\ stack' = [stack EXCEPT ![w] = Now(w, "foreign", u, "waits")]
          \/ /\ NoSpare /\ stack' = [stack EXCEPT ![w] = Now(w, "barred", u, "refused")]
             /\ UNCHANGED <<active, blocked, surplus>>
  /\ UNCHANGED <<needs, parent, state, left, replaced, unreplaced, asked, standsFor>>

WaitForeign(w) ==
  /\ Does(w, "barred")
  /\ stack' = [stack EXCEPT ![w] = Now(w, "unreplaced", Top(w).goal, "refused")]
  /\ Match(replaced, unreplaced \cup {w}, standsFor, asked)
  /\ UNCHANGED <<needs, parent, state, left, active, blocked, surplus>>

\* A worker that was asked runs its future. If that has begun, the worker is no longer a
\* replacement.
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

\* The awaited future is done. The worker gives back a spare that came for the wait, and is
\* no longer a replacement. A worker of unreplaced no longer needs one.
Return(w) ==
  /\ Busy(w) /\ Top(w).how # "run" /\ state[Top(w).goal] = "done"
  /\ stack' = [stack EXCEPT ![w] = Now(w, "run", 0, IF Top(w).spare \in {"waits", "refused"} THEN "none" ELSE Top(w).spare)]
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
  /\ Free(w) /\ surplus > 0 /\ blocked = 0 /\ (NobodyLacks \/ Naive = "StandsBy")
  /\ active' = active \ {w} /\ surplus' = surplus - 1
  /\ UNCHANGED <<needs, parent, state, left, stack, blocked, replaced, unreplaced, asked, standsFor>>

\* A look at the pool finds a stall. A worker that can go on has done so by the next look.
Stands(w) ==
  /\ Busy(w) /\ Top(w).how \in {"replaced", "unreplaced", "foreign", "join"}
  /\ state[Top(w).goal] # "done" /\ w \notin asked
  /\ Does(w, "join") => \A t \in Task : Kid(t) /\ Root(t) = Root(Top(w).task) => state[t] # "queued"
Told ==
  /\ Blocks = 2 /\ ~NobodyLacks
  /\ \A w \in active : Stands(w)
  /\ \E t \in Task : state[t] = "queued" /\ (Naive = "OnlyFutures" => ~Kid(t))

AllDone == \A t \in Task : state[t] = "done"
Terminating == (AllDone \/ Told) /\ UNCHANGED vars

Step == \E w \in Worker :
  \/ Take(w) \/ Steal(w) \/ Got(w) \/ Join(w) \/ End(w) \/ Block(w) \/ Unblock(w) \/ Get(w)
  \/ Foreign(w) \/ WaitForeign(w)
  \/ Enter(w) \/ Refused(w) \/ WaitUnreplaced(w) \/ Answer(w) \/ Return(w) \/ Finish(w) \/ StandBy(w)
Next == Step \/ Terminating

Spec == Init /\ [][Next]_vars
=============================================================================
