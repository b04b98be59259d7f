------------------------------- MODULE Standby -------------------------------
(***************************************************************************)
(* This module says how a worker goes on standby, where no other worker    *)
(* looks at it, and how it becomes active again. Its code is               *)
(* pool/registry.go, pool/workerset.go and look in pool/search.go. No code *)
(* has these labels. A step here is one access to the list of workers or   *)
(* to the tasks of one worker, or a section of the registry's lock.        *)
(*                                                                         *)
(* list has the workers that others look at: the active ones, and maybe    *)
(* some on standby, since the registry rarely makes the list anew. A       *)
(* thief reads list when its look begins. So it may look at a worker that  *)
(* has gone on standby meanwhile, and may miss one that has become active. *)
(*                                                                         *)
(* A worker offers tasks in its deque, and one frame in its slot. Its      *)
(* other frames are private. At a fork it publishes a frame if a request   *)
(* is set. A worker has a request from its beginning, and whoever empties  *)
(* the slot sets the next one. So no worker needs to be asked again when   *)
(* it becomes active. An idle worker that steals may move further tasks    *)
(* into its own deque.                                                     *)
(*                                                                         *)
(* Here each publication wakes a sleeper, if there is one, and so does a   *)
(* worker that ends its search with a task. Park says when that is not     *)
(* necessary, and has the steps of parking. Promotion has those of a fork. *)
(* A task that was stolen or is run by its own worker ends at once.        *)
(*                                                                         *)
(* What holds (MCStandby): A worker on standby has no task. All active     *)
(* workers are in list. No worker sleeps beside a task, unless another one *)
(* will look where it is. A running worker has a request or offers a       *)
(* frame. All tasks end.                                                   *)
(*                                                                         *)
(* This rests on these rules, each with a fault in parentheses. A worker   *)
(* goes on standby only after a look, which begins with its own deque      *)
(* (LeavesTasks). It keeps its request (DropsRequest). It enters list      *)
(* again when it becomes active (NotListed). The last look of a thief,     *)
(* after its announcement, reads list anew (OldList).                      *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets

CONSTANTS
  Workers,  \* workers, active or on standby: 1, 2, ...
  First,    \* how many of them are active at the beginning
  Tasks,    \* submissions
  Forks,    \* how many tasks each of them forks
  Turns,    \* how often the pool grows or shrinks by one worker
  Naive     \* "" or the fault of a Naive configuration

Worker == 1..Workers
Queue == 0  \* where the submissions are, as a place to look at

VARIABLES
  queue,    \* the number of submissions that no worker has taken
  sent,     \* the number of submissions
  size,     \* how many workers are to be active
  turns,    \* how often the size has changed
  active,   \* the workers that are not on standby
  list,     \* the workers that others look at
  pc,
  todo,     \* for each worker the places that it has still to look at
  sleepers, \* the workers that have announced that they sleep, and were not claimed
  deque,    \* for each worker the number of tasks in its deque
  slot,     \* whether it offers a frame
  private,  \* the number of its other frames
  asked,    \* whether it has a request
  forks,    \* how many tasks its running submission has still to fork
  done      \* the number of tasks that have ended

tasks == <<queue, sent, deque, slot, private, asked, forks, done>>
registry == <<size, turns, active, list>>
vars == <<tasks, registry, pc, todo, sleepers>>

Init ==
  /\ queue = 0 /\ sent = 0 /\ size = First /\ turns = 0
  /\ active = 1..First /\ list = 1..First
  /\ pc = [w \in Worker |-> IF w <= First THEN "free" ELSE "standby"]
  /\ todo = [w \in Worker |-> {}]
  /\ sleepers = {}
  /\ deque = [w \in Worker |-> 0] /\ slot = [w \in Worker |-> FALSE] /\ private = [w \in Worker |-> 0]
  /\ asked = [w \in Worker |-> TRUE]
  /\ forks = [w \in Worker |-> 0] /\ done = 0

Surplus == Cardinality(active) > size
At(w, label) == pc[w] = label
Goes(w, label) == pc' = [pc EXCEPT ![w] = label]
Places(w) == {Queue} \cup (list \ {w})

\* A task was published, or a search has ended: one of these sleepers is claimed.
Notify(from) ==
  IF from = {} THEN sleepers' = {}
  ELSE \E w \in from : sleepers' = from \ {w}

-----------------------------------------------------------------------------
(* Outside *)

Submit ==
  /\ sent < Tasks
  /\ queue' = queue + 1 /\ sent' = sent + 1
  /\ Notify(sleepers)
  /\ UNCHANGED <<registry, pc, todo, deque, slot, private, asked, forks, done>>

\* The pool grows. A worker on standby becomes active, unless there is a surplus of workers.
Grow ==
  /\ turns < Turns /\ size < Workers
  /\ size' = size + 1 /\ turns' = turns + 1
  /\ IF Surplus THEN UNCHANGED <<active, list, pc>>
     ELSE \E w \in Worker \ active :
            /\ active' = active \cup {w}
            /\ list' = IF Naive = "NotListed" THEN list ELSE list \cup {w}
            /\ Goes(w, "free")
  /\ UNCHANGED <<tasks, todo, sleepers>>

\* The pool shrinks. All sleepers are told: see Awake.
Shrink ==
  /\ turns < Turns /\ size > 1
  /\ size' = size - 1 /\ turns' = turns + 1
  /\ UNCHANGED <<tasks, active, list, pc, todo, sleepers>>

-----------------------------------------------------------------------------
(* A worker without a task *)

TakeOwn(w) ==
  /\ At(w, "free") /\ deque[w] > 0
  /\ deque' = [deque EXCEPT ![w] = @ - 1] /\ done' = done + 1
  /\ UNCHANGED <<registry, pc, todo, sleepers, queue, sent, slot, private, asked, forks>>

Read(w) ==
  /\ At(w, "free") /\ deque[w] = 0
  /\ todo' = [todo EXCEPT ![w] = Places(w)]
  /\ Goes(w, "look")
  /\ UNCHANGED <<tasks, registry, sleepers>>

\* It finds a task, and ends its search.
Finds(w, next) ==
  /\ todo' = [todo EXCEPT ![w] = {}]
  /\ Goes(w, next)
  /\ Notify(sleepers \ {w})

Looks(w) == pc[w] \in {"look", "again"}

TakeSubmission(w) ==
  /\ Looks(w) /\ Queue \in todo[w] /\ queue > 0
  /\ queue' = queue - 1 /\ forks' = [forks EXCEPT ![w] = Forks]
  /\ Finds(w, "runs")
  /\ UNCHANGED <<registry, sent, deque, slot, private, asked, done>>

Claim(w, v) ==
  /\ Looks(w) /\ v \in todo[w] /\ slot[v]
  /\ slot' = [slot EXCEPT ![v] = FALSE] /\ asked' = [asked EXCEPT ![v] = TRUE]
  /\ done' = done + 1
  /\ Finds(w, "free")
  /\ UNCHANGED <<registry, queue, sent, deque, private, forks>>

Steal(w, v) ==
  /\ Looks(w) /\ v \in todo[w] /\ ~slot[v] /\ deque[v] > 0
  /\ \E more \in 0..(deque[v] - 1) :
       deque' = [deque EXCEPT ![v] = @ - 1 - more, ![w] = @ + more]
  /\ done' = done + 1
  /\ Finds(w, "free")
  /\ UNCHANGED <<registry, queue, sent, slot, private, asked, forks>>

Offers(p) == IF p = Queue THEN queue > 0 ELSE slot[p] \/ deque[p] > 0

Pass(w, p) ==
  /\ Looks(w) /\ p \in todo[w] /\ ~Offers(p)
  /\ todo' = [todo EXCEPT ![w] = @ \ {p}]
  /\ UNCHANGED <<tasks, registry, pc, sleepers>>

\* It has found nothing. The list is made anew now and then.
StandBy(w) ==
  /\ IF Naive = "LeavesTasks" THEN At(w, "free") ELSE At(w, "look") /\ todo[w] = {}
  /\ Surplus
  /\ active' = active \ {w}
  /\ \/ list' = list
     \/ list' = active'
  /\ asked' = IF Naive = "DropsRequest" THEN [asked EXCEPT ![w] = FALSE] ELSE asked
  /\ Goes(w, "standby")
  /\ UNCHANGED <<size, turns, todo, sleepers, queue, sent, deque, slot, private, forks, done>>

StaysActive(w) ==
  /\ At(w, "look") /\ todo[w] = {} /\ ~Surplus
  /\ todo' = IF Naive = "OldList" THEN [todo EXCEPT ![w] = Places(w)] ELSE todo
  /\ Goes(w, "announce")
  /\ UNCHANGED <<tasks, registry, sleepers>>

Announce(w) ==
  /\ At(w, "announce")
  /\ sleepers' = sleepers \cup {w}
  /\ Goes(w, IF Naive = "OldList" THEN "again" ELSE "announced")
  /\ UNCHANGED <<tasks, registry, todo>>

ReadAgain(w) ==
  /\ At(w, "announced")
  /\ todo' = [todo EXCEPT ![w] = Places(w)]
  /\ Goes(w, "again")
  /\ UNCHANGED <<tasks, registry, sleepers>>

Sleep(w) ==
  /\ At(w, "again") /\ todo[w] = {}
  /\ Goes(w, "asleep")
  /\ UNCHANGED <<tasks, registry, todo, sleepers>>

\* It was claimed, or it is to look whether it is surplus.
Awake(w) ==
  /\ At(w, "asleep") /\ (w \notin sleepers \/ Surplus)
  /\ sleepers' = sleepers \ {w}
  /\ Goes(w, "free")
  /\ UNCHANGED <<tasks, registry, todo>>

-----------------------------------------------------------------------------
(* A worker that runs a submission *)

ForkClosure(w) ==
  /\ At(w, "runs") /\ forks[w] > 0
  /\ forks' = [forks EXCEPT ![w] = @ - 1]
  /\ deque' = [deque EXCEPT ![w] = @ + 1]
  /\ Notify(sleepers)
  /\ UNCHANGED <<registry, pc, todo, queue, sent, slot, private, asked, done>>

\* If there is a request, the oldest frame is published. The slot is free then.
ForkFrame(w) ==
  /\ At(w, "runs") /\ forks[w] > 0
  /\ forks' = [forks EXCEPT ![w] = @ - 1]
  /\ asked' = [asked EXCEPT ![w] = FALSE]
  /\ IF asked[w]
     THEN slot' = [slot EXCEPT ![w] = TRUE] /\ private' = private /\ Notify(sleepers)
     ELSE private' = [private EXCEPT ![w] = @ + 1] /\ UNCHANGED <<slot, sleepers>>
  /\ UNCHANGED <<registry, pc, todo, queue, sent, deque, done>>

\* The published frame is the oldest one.
Join(w) ==
  /\ At(w, "runs") /\ forks[w] = 0
  /\ done' = done + 1
  /\ \/ /\ deque[w] > 0
        /\ deque' = [deque EXCEPT ![w] = @ - 1]
        /\ UNCHANGED <<slot, private, asked>>
     \/ /\ private[w] > 0
        /\ private' = [private EXCEPT ![w] = @ - 1]
        /\ UNCHANGED <<deque, slot, asked>>
     \/ /\ private[w] = 0 /\ slot[w]
        /\ slot' = [slot EXCEPT ![w] = FALSE] /\ asked' = [asked EXCEPT ![w] = TRUE]
        /\ UNCHANGED <<deque, private>>
  /\ UNCHANGED <<registry, pc, todo, sleepers, queue, sent, forks>>

End(w) ==
  /\ At(w, "runs") /\ forks[w] = 0 /\ deque[w] = 0 /\ private[w] = 0 /\ ~slot[w]
  /\ done' = done + 1
  /\ Goes(w, "free")
  /\ UNCHANGED <<registry, todo, sleepers, queue, sent, deque, slot, private, asked, forks>>

AllDone == done = Tasks * (Forks + 1)
Terminating == AllDone /\ UNCHANGED vars

Next ==
  \/ Submit \/ Grow \/ Shrink
  \/ \E w \in Worker :
       \/ TakeOwn(w) \/ Read(w) \/ TakeSubmission(w) \/ Pass(w, Queue)
       \/ \E v \in Worker : Claim(w, v) \/ Steal(w, v) \/ Pass(w, v)
       \/ StandBy(w) \/ StaysActive(w) \/ Announce(w) \/ ReadAgain(w) \/ Sleep(w) \/ Awake(w)
       \/ ForkClosure(w) \/ ForkFrame(w) \/ Join(w) \/ End(w)
  \/ Terminating

Spec == Init /\ [][Next]_vars
=============================================================================
