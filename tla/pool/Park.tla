-------------------------------- MODULE Park --------------------------------
(***************************************************************************)
(* This module says how the workers of the pool go idle and are woken. Its *)
(* code is pool/parking.go, and search in pool/search.go. A label is one   *)
(* shared access of these files, with the private work up to the next      *)
(* access. The line of the access bears the name of the label, such as     *)
(* //tla:Park.Announce. Only WorkIdle is no access: there a worker runs    *)
(* its task, which may publish another task.                               *)
(*                                                                         *)
(* There are two kinds of workers without a task. An idle worker takes any *)
(* task. A helping worker waits for a latch, which is the completion of a  *)
(* task that was stolen from it. It only takes tasks of that task's tree.  *)
(* Here source 1 is the injector, and each of its tasks is a tree of its   *)
(* own. The other sources are the workers' public slots. All their tasks   *)
(* are of one tree, which all helping workers are in.                      *)
(*                                                                         *)
(* Process 0 submits from outside. Processes 1..Workers are workers. The   *)
(* next process closes the pool. Then there is one process for each of the *)
(* first Waiters workers, which sets the worker's latch. Such a worker     *)
(* begins in the middle of a task, and waits for a child that was stolen.  *)
(* Every process that publishes a task calls notify. The labels Notify...  *)
(* are that function. It is shared, so 0 and the workers are one process.  *)
(*                                                                         *)
(* Names: state, sleepers, closed, permit and latch are those of the code. *)
(* state is one atomic word of three counters: idle workers that search,   *)
(* idle workers in sleepers, and helping workers in sleepers. Helping      *)
(* workers that search are not counted, since a published task may not be  *)
(* for them. mu guards sleepers. ready[s] is the number of tasks in source *)
(* s. To look at a source and to take from it is one step: the deques, the *)
(* injector and the slots have modules of their own.                       *)
(*                                                                         *)
(* Four steps are more than one access. Announce and Retract are sections  *)
(* of mu with one access of state in each. sleepers is only used in such   *)
(* sections, so no other process can tell them from one step. A section    *)
(* may wake any sleeper; the choice in the code only concerns speed.       *)
(* NotifyLock and NotifyClaim are the two halves of one section. It reads  *)
(* state and then changes it, and others may change state without mu in    *)
(* between. Publish by process 0 is a section of the injector, which       *)
(* refuses once the pool is closed.                                        *)
(*                                                                         *)
(* Differences from the code: The variable closed is the code's drained:   *)
(* the pool is closed, and all submitted tasks are done (module Pool). In  *)
(* the code, a waiting worker also looks at its latch before LookFirst     *)
(* (Join.Look). It does not look at the injector for tasks that were put   *)
(* back there. A worker may also give up its search because there are too  *)
(* many workers. It ends as if it had found a submission.                  *)
(*                                                                         *)
(* What holds (MCPark): No task waits beside an idle worker that sleeps,   *)
(* unless another process is on the way to the task. At most one idle      *)
(* worker is claimed and not yet awake. Every worker that waits for a      *)
(* latch sees it. Once the pool is closed, all workers leave, and no task  *)
(* is left behind.                                                         *)
(*                                                                         *)
(* This rests on the following rules. A worker announces itself, and then  *)
(* looks again. A process publishes, and then notifies. The last worker    *)
(* that stops searching looks for a sleeper, and so does a helping worker. *)
(* Except: if all others sleep and nothing is submitted, it looks for      *)
(* none. The worker must check for submissions after it has stopped        *)
(* searching. A process that claims an idle sleeper counts it as searching *)
(* in the same access. A helping sleeper is not counted.                   *)
(*                                                                         *)
(* What does not hold (NaivePark_Submission): While an idle worker is on   *)
(* its way to a submission, a published task wakes no worker. When that    *)
(* worker has the submission, it passes the search on only to workers that *)
(* may help with the submission, and there are none. So a helping worker   *)
(* may sleep beside a task of its tree until the next task is published.   *)
(* This only costs speed: the worker that has published the task waits for *)
(* it, and runs it. Without submissions, no task waits beside a helping    *)
(* worker that sleeps, either.                                             *)
(*                                                                         *)
(* A permit stays until it is taken. A process that closes the pool or     *)
(* sets a latch always gives one. So the second look at the latch only     *)
(* saves time (MCPark_OneLook), and a stale permit costs one more search.  *)
(***************************************************************************)
EXTENDS Integers

CONSTANTS
  Workers,   \* the number of workers: 1, 2, ...
  Sources,   \* where tasks can be: the injector, and Sources-1 public slots
  Tasks,     \* the most tasks that are submitted from outside
  Spawns,    \* the most tasks that each worker publishes
  Waiters,   \* the number of workers that begin by waiting for a latch
  Closes,    \* 1: the pool is closed at some time; 0: it never is
  Strays,    \* how often each worker is woken for no reason, at most
  Naive      \* "" or the fault of a Naive configuration

Outside == 0
Closer == Workers + Closes

\* The source that a process publishes to, and the n-th source of a worker's sweep.
Own(p) == IF p = Outside \/ Sources = 1 THEN 1 ELSE 2 + ((p - 1) % (Sources - 1))
Nth(w, k) == 1 + ((w + k) % Sources)

\* A worker is helping as long as it waits for its latch.
Kind(helps) == IF helps THEN "helping" ELSE "idle"

\* Does a worker of this kind take tasks of source s?
Takes(helps, s) == s # 1 \/ ~helps

\* How much a searching worker adds to the counter: only idle workers are counted.
Searches(helps) == IF helps /\ Naive # "HelperCounts" THEN 0 ELSE 1

\* No worker need be woken: an idle one searches, or none sleeps.
Quiet(s) == s.searching > 0 \/ s.idle + s.helping = 0

(* --algorithm Park {
variables
  state = [searching |-> 0, idle |-> 0, helping |-> 0];
  sleepers = [idle |-> {}, helping |-> {}];
  mu = FALSE;
  closed = FALSE;
  permit = [w \in 1..Workers |-> FALSE];
  latch = [w \in 1..Waiters |-> FALSE];
  ready = [s \in 1..Sources |-> 0];
  \* For the properties only:
  ran = 0;                                 \* the number of tasks that have ended

\* Adds to the number of searching workers, and to those in sleepers.
macro Count(s, i, h) {
  state := [searching |-> state.searching + s, idle |-> state.idle + i, helping |-> state.helping + h];
}

\* Adds d workers of a kind to sleepers, and s to the searching ones.
macro CountSleeper(helps, d, s) {
  Count(s, IF helps THEN 0 ELSE d, IF helps THEN d ELSE 0);
}

\* The worker looks at its latch first, and then for tasks.
macro Sweep() { if (waiting) goto LookLatch; else goto Take; }

\* The end of notify: the process goes on with its own work.
macro Return() {
  tree := FALSE;
  if (self # Outside) goto WorkIdle;
  else if (sent < Tasks) goto Publish;
  else goto Done;
}

fair process (worker \in 0..Workers)
variables
  task = FALSE;                            \* it has one, and runs it or is about to
  waiting = (self \in 1..Waiters);         \* a task of its own waits for the latch
  sent = 0;                                \* how many tasks it has published
  n = 1;                                   \* where its sweep is
  c = FALSE;                               \* it has read closed, and found nothing since
  tree = FALSE;                            \* the worker that it wakes may help
  x = 0;                                   \* the worker that it has claimed
  strays = 0;                              \* how often it was woken for no reason
{
WorkIdle:
  either {                                                     \* publish
    await IF self = Outside THEN Tasks > 0 ELSE task /\ sent < Spawns;
    if (self = Outside /\ Naive = "NotifyBeforePublish") goto NotifyLook;
    else goto Publish;
  } or {                                                       \* end the task, or begin
    await IF self = Outside THEN Tasks = 0 ELSE TRUE;
    if (task) { task := FALSE; ran := ran + 1; };
    if (self = Outside) goto Done; else goto LookFirst;
  };

\* notify, after each publication
Publish:
  if (self = Outside /\ closed) goto Done;                     \* refused
  else {
    ready[Own(self)] := ready[Own(self)] + 1;
    sent := sent + 1;
    tree := Own(self) # 1;
    if (self = Outside /\ Naive = "NotifyBeforePublish") {
      if (sent < Tasks) goto NotifyLook; else goto Done;
    } else goto NotifyLook;
  };
NotifyLook:
  if (Quiet(state)) Return(); else goto NotifyLock;
NotifyLock:
  await ~mu;
  if (Quiet(IF Naive = "NoRetest" THEN [state EXCEPT !.searching = 0] ELSE state)) Return();
  else { mu := TRUE; goto NotifyClaim; };
NotifyClaim:
  with (helps = (sleepers.idle = {})) {
    mu := FALSE;
    if (helps /\ ~tree) Return();                              \* the sleepers do not take the task
    else {
      with (y \in sleepers[Kind(helps)]) {                     \* the choice only concerns speed
        x := y;
        sleepers[Kind(helps)] := sleepers[Kind(helps)] \ {y};
      };
      CountSleeper(helps, -1, IF Naive = "CountsLate" THEN 0 ELSE Searches(helps));
      goto NotifyUnpark;
    };
  };
NotifyUnpark:
  permit[x] := TRUE;
  state.searching := state.searching + IF Naive = "CountsLate" THEN 1 ELSE 0;
  x := 0;
  Return();

\* A worker without work. A task that it finds before it is counted just runs.
LookFirst:
  if (ready[Nth(self, n)] > 0 /\ Takes(waiting, Nth(self, n))) {
    ready[Nth(self, n)] := ready[Nth(self, n)] - 1;
    task := TRUE;
    n := 1;
    goto WorkIdle;
  } else if (n < Sources) { n := n + 1; goto LookFirst; }
  else n := 1;
Search:
  Count(Searches(waiting), 0, 0);
  either Sweep();
  or goto Announce;                                            \* it has just woken another worker
LookLatch:
  if (latch[self]) {
    if (Naive = "LatchSilent") { waiting := FALSE; task := TRUE; goto WorkIdle; }
    else { tree := TRUE; goto Leave; };
  };
Take:
  if (ready[Nth(self, n)] > 0 /\ Takes(waiting, Nth(self, n))) {
    ready[Nth(self, n)] := ready[Nth(self, n)] - 1;
    task := TRUE;
    tree := Nth(self, n) # 1;
    n := 1;
    goto Leave;
  } else if (n < Sources) { n := n + 1; goto Take; }
  else { n := 1; goto Announce; };
Leave:
  \* The last searching worker passes the search on. The result of the addition is notify's
  \* look. A helping worker adds nothing. If it has found no other task, its own task goes
  \* on.
  Count(-Searches(waiting), 0, 0);
  if (~task) { waiting := FALSE; task := TRUE; };
  if (Quiet(state) \/ Naive = "LastSearcherSilent") { tree := FALSE; goto WorkIdle; }
  else if (state.idle = Workers - 1) goto Glance;
  else goto NotifyLock;
Glance:
  \* All others sleep, and are idle. So only submissions can be there.
  if (ready[1] > 0 /\ Naive # "NoGlance") goto NotifyLock;
  else { tree := FALSE; goto WorkIdle; };

Announce:
  await ~mu;
  sleepers[Kind(waiting)] := sleepers[Kind(waiting)] \cup {self};
  CountSleeper(waiting, 1, -Searches(waiting));
  if (Naive = "ClosedAfterRecheck") goto Recheck;
ReadClosed:
  c := closed /\ ~waiting;
  if (Naive \in {"NoRecheck", "ClosedAfterRecheck"}) { if (c) goto Retract; else goto Park; }
  else if (waiting /\ Naive # "NoLatchRecheck") goto RecheckLatch;
  else goto Recheck;
RecheckLatch:
  if (latch[self]) goto Retract;
Recheck:
  if (ready[Nth(self, n)] > 0 /\ Takes(waiting, Nth(self, n))) {
    ready[Nth(self, n)] := ready[Nth(self, n)] - 1;
    task := TRUE;
    tree := Nth(self, n) # 1;
    c := FALSE;
    n := 1;
    goto Retract;
  } else if (n < Sources) { n := n + 1; goto Recheck; }
  else {
    n := 1;
    if (Naive = "ClosedAfterRecheck") goto ReadClosed;
    else if (c) goto Retract; else goto Park;
  };
Park:
  either { await permit[self]; permit[self] := FALSE; }
  or { await ~permit[self] /\ strays < Strays; strays := strays + 1; };
Retract:
  await ~mu;
  if (self \in sleepers[Kind(waiting)]) {
    sleepers[Kind(waiting)] := sleepers[Kind(waiting)] \ {self};
    CountSleeper(waiting, -1, IF c THEN 0 ELSE Searches(waiting));
    if (c) { c := FALSE; goto Done; }
    else if (task) goto Leave;
    else Sweep();
  } else {                                                     \* it was claimed
    c := FALSE;
    if (task) goto Leave; else Sweep();
  };
}

fair process (closer \in Workers+1..Closer)
variables next = 1;
{
CloseStore:
  closed := Naive # "ClosedLast";
CloseUnpark:
  permit[next] := TRUE;
  closed := Naive # "ClosedLast" \/ next = Workers;
  if (next < Workers) { next := next + 1; goto CloseUnpark; } else next := 1;
}

fair process (setter \in Closer+1..Closer+Waiters)
{
LatchSet:
  latch[self - Closer] := TRUE;
LatchUnpark:
  permit[self - Closer] := permit[self - Closer] \/ Naive # "NoLatchUnpark";
}
} *)
\* BEGIN TRANSLATION (chksum(pcal) = "356fae28" /\ chksum(tla) = "1f16c5c2")
VARIABLES state, sleepers, mu, closed, permit, latch, ready, ran, pc, task, 
          waiting, sent, n, c, tree, x, strays, next

vars == << state, sleepers, mu, closed, permit, latch, ready, ran, pc, task, 
           waiting, sent, n, c, tree, x, strays, next >>

ProcSet == (0..Workers) \cup (Workers+1..Closer) \cup (Closer+1..Closer+Waiters)

Init == (* Global variables *)
        /\ state = [searching |-> 0, idle |-> 0, helping |-> 0]
        /\ sleepers = [idle |-> {}, helping |-> {}]
        /\ mu = FALSE
        /\ closed = FALSE
        /\ permit = [w \in 1..Workers |-> FALSE]
        /\ latch = [w \in 1..Waiters |-> FALSE]
        /\ ready = [s \in 1..Sources |-> 0]
        /\ ran = 0
        (* Process worker *)
        /\ task = [self \in 0..Workers |-> FALSE]
        /\ waiting = [self \in 0..Workers |-> (self \in 1..Waiters)]
        /\ sent = [self \in 0..Workers |-> 0]
        /\ n = [self \in 0..Workers |-> 1]
        /\ c = [self \in 0..Workers |-> FALSE]
        /\ tree = [self \in 0..Workers |-> FALSE]
        /\ x = [self \in 0..Workers |-> 0]
        /\ strays = [self \in 0..Workers |-> 0]
        (* Process closer *)
        /\ next = [self \in Workers+1..Closer |-> 1]
        /\ pc = [self \in ProcSet |-> CASE self \in 0..Workers -> "WorkIdle"
                                        [] self \in Workers+1..Closer -> "CloseStore"
                                        [] self \in Closer+1..Closer+Waiters -> "LatchSet"]

WorkIdle(self) == /\ pc[self] = "WorkIdle"
                  /\ \/ /\ IF self = Outside THEN Tasks > 0 ELSE task[self] /\ sent[self] < Spawns
                        /\ IF self = Outside /\ Naive = "NotifyBeforePublish"
                              THEN /\ pc' = [pc EXCEPT ![self] = "NotifyLook"]
                              ELSE /\ pc' = [pc EXCEPT ![self] = "Publish"]
                        /\ UNCHANGED <<ran, task>>
                     \/ /\ IF self = Outside THEN Tasks = 0 ELSE TRUE
                        /\ IF task[self]
                              THEN /\ task' = [task EXCEPT ![self] = FALSE]
                                   /\ ran' = ran + 1
                              ELSE /\ TRUE
                                   /\ UNCHANGED << ran, task >>
                        /\ IF self = Outside
                              THEN /\ pc' = [pc EXCEPT ![self] = "Done"]
                              ELSE /\ pc' = [pc EXCEPT ![self] = "LookFirst"]
                  /\ UNCHANGED << state, sleepers, mu, closed, permit, latch, 
                                  ready, waiting, sent, n, c, tree, x, strays, 
                                  next >>

Publish(self) == /\ pc[self] = "Publish"
                 /\ IF self = Outside /\ closed
                       THEN /\ pc' = [pc EXCEPT ![self] = "Done"]
                            /\ UNCHANGED << ready, sent, tree >>
                       ELSE /\ ready' = [ready EXCEPT ![Own(self)] = ready[Own(self)] + 1]
                            /\ sent' = [sent EXCEPT ![self] = sent[self] + 1]
                            /\ tree' = [tree EXCEPT ![self] = Own(self) # 1]
                            /\ IF self = Outside /\ Naive = "NotifyBeforePublish"
                                  THEN /\ IF sent'[self] < Tasks
                                             THEN /\ pc' = [pc EXCEPT ![self] = "NotifyLook"]
                                             ELSE /\ pc' = [pc EXCEPT ![self] = "Done"]
                                  ELSE /\ pc' = [pc EXCEPT ![self] = "NotifyLook"]
                 /\ UNCHANGED << state, sleepers, mu, closed, permit, latch, 
                                 ran, task, waiting, n, c, x, strays, next >>

NotifyLook(self) == /\ pc[self] = "NotifyLook"
                    /\ IF Quiet(state)
                          THEN /\ tree' = [tree EXCEPT ![self] = FALSE]
                               /\ IF self # Outside
                                     THEN /\ pc' = [pc EXCEPT ![self] = "WorkIdle"]
                                     ELSE /\ IF sent[self] < Tasks
                                                THEN /\ pc' = [pc EXCEPT ![self] = "Publish"]
                                                ELSE /\ pc' = [pc EXCEPT ![self] = "Done"]
                          ELSE /\ pc' = [pc EXCEPT ![self] = "NotifyLock"]
                               /\ tree' = tree
                    /\ UNCHANGED << state, sleepers, mu, closed, permit, latch, 
                                    ready, ran, task, waiting, sent, n, c, x, 
                                    strays, next >>

NotifyLock(self) == /\ pc[self] = "NotifyLock"
                    /\ ~mu
                    /\ IF Quiet(IF Naive = "NoRetest" THEN [state EXCEPT !.searching = 0] ELSE state)
                          THEN /\ tree' = [tree EXCEPT ![self] = FALSE]
                               /\ IF self # Outside
                                     THEN /\ pc' = [pc EXCEPT ![self] = "WorkIdle"]
                                     ELSE /\ IF sent[self] < Tasks
                                                THEN /\ pc' = [pc EXCEPT ![self] = "Publish"]
                                                ELSE /\ pc' = [pc EXCEPT ![self] = "Done"]
                               /\ mu' = mu
                          ELSE /\ mu' = TRUE
                               /\ pc' = [pc EXCEPT ![self] = "NotifyClaim"]
                               /\ tree' = tree
                    /\ UNCHANGED << state, sleepers, closed, permit, latch, 
                                    ready, ran, task, waiting, sent, n, c, x, 
                                    strays, next >>

NotifyClaim(self) == /\ pc[self] = "NotifyClaim"
                     /\ LET helps == (sleepers.idle = {}) IN
                          /\ mu' = FALSE
                          /\ IF helps /\ ~tree[self]
                                THEN /\ tree' = [tree EXCEPT ![self] = FALSE]
                                     /\ IF self # Outside
                                           THEN /\ pc' = [pc EXCEPT ![self] = "WorkIdle"]
                                           ELSE /\ IF sent[self] < Tasks
                                                      THEN /\ pc' = [pc EXCEPT ![self] = "Publish"]
                                                      ELSE /\ pc' = [pc EXCEPT ![self] = "Done"]
                                     /\ UNCHANGED << state, sleepers, x >>
                                ELSE /\ \E y \in sleepers[Kind(helps)]:
                                          /\ x' = [x EXCEPT ![self] = y]
                                          /\ sleepers' = [sleepers EXCEPT ![Kind(helps)] = sleepers[Kind(helps)] \ {y}]
                                     /\ state' = [searching |-> state.searching + (IF Naive = "CountsLate" THEN 0 ELSE Searches(helps)), idle |-> state.idle + (IF helps THEN 0 ELSE (-1)), helping |-> state.helping + (IF helps THEN (-1) ELSE 0)]
                                     /\ pc' = [pc EXCEPT ![self] = "NotifyUnpark"]
                                     /\ tree' = tree
                     /\ UNCHANGED << closed, permit, latch, ready, ran, task, 
                                     waiting, sent, n, c, strays, next >>

NotifyUnpark(self) == /\ pc[self] = "NotifyUnpark"
                      /\ permit' = [permit EXCEPT ![x[self]] = TRUE]
                      /\ state' = [state EXCEPT !.searching = state.searching + IF Naive = "CountsLate" THEN 1 ELSE 0]
                      /\ x' = [x EXCEPT ![self] = 0]
                      /\ tree' = [tree EXCEPT ![self] = FALSE]
                      /\ IF self # Outside
                            THEN /\ pc' = [pc EXCEPT ![self] = "WorkIdle"]
                            ELSE /\ IF sent[self] < Tasks
                                       THEN /\ pc' = [pc EXCEPT ![self] = "Publish"]
                                       ELSE /\ pc' = [pc EXCEPT ![self] = "Done"]
                      /\ UNCHANGED << sleepers, mu, closed, latch, ready, ran, 
                                      task, waiting, sent, n, c, strays, next >>

LookFirst(self) == /\ pc[self] = "LookFirst"
                   /\ IF ready[Nth(self, n[self])] > 0 /\ Takes(waiting[self], Nth(self, n[self]))
                         THEN /\ ready' = [ready EXCEPT ![Nth(self, n[self])] = ready[Nth(self, n[self])] - 1]
                              /\ task' = [task EXCEPT ![self] = TRUE]
                              /\ n' = [n EXCEPT ![self] = 1]
                              /\ pc' = [pc EXCEPT ![self] = "WorkIdle"]
                         ELSE /\ IF n[self] < Sources
                                    THEN /\ n' = [n EXCEPT ![self] = n[self] + 1]
                                         /\ pc' = [pc EXCEPT ![self] = "LookFirst"]
                                    ELSE /\ n' = [n EXCEPT ![self] = 1]
                                         /\ pc' = [pc EXCEPT ![self] = "Search"]
                              /\ UNCHANGED << ready, task >>
                   /\ UNCHANGED << state, sleepers, mu, closed, permit, latch, 
                                   ran, waiting, sent, c, tree, x, strays, 
                                   next >>

Search(self) == /\ pc[self] = "Search"
                /\ state' = [searching |-> state.searching + (Searches(waiting[self])), idle |-> state.idle + 0, helping |-> state.helping + 0]
                /\ \/ /\ IF waiting[self]
                            THEN /\ pc' = [pc EXCEPT ![self] = "LookLatch"]
                            ELSE /\ pc' = [pc EXCEPT ![self] = "Take"]
                   \/ /\ pc' = [pc EXCEPT ![self] = "Announce"]
                /\ UNCHANGED << sleepers, mu, closed, permit, latch, ready, 
                                ran, task, waiting, sent, n, c, tree, x, 
                                strays, next >>

LookLatch(self) == /\ pc[self] = "LookLatch"
                   /\ IF latch[self]
                         THEN /\ IF Naive = "LatchSilent"
                                    THEN /\ waiting' = [waiting EXCEPT ![self] = FALSE]
                                         /\ task' = [task EXCEPT ![self] = TRUE]
                                         /\ pc' = [pc EXCEPT ![self] = "WorkIdle"]
                                         /\ tree' = tree
                                    ELSE /\ tree' = [tree EXCEPT ![self] = TRUE]
                                         /\ pc' = [pc EXCEPT ![self] = "Leave"]
                                         /\ UNCHANGED << task, waiting >>
                         ELSE /\ pc' = [pc EXCEPT ![self] = "Take"]
                              /\ UNCHANGED << task, waiting, tree >>
                   /\ UNCHANGED << state, sleepers, mu, closed, permit, latch, 
                                   ready, ran, sent, n, c, x, strays, next >>

Take(self) == /\ pc[self] = "Take"
              /\ IF ready[Nth(self, n[self])] > 0 /\ Takes(waiting[self], Nth(self, n[self]))
                    THEN /\ ready' = [ready EXCEPT ![Nth(self, n[self])] = ready[Nth(self, n[self])] - 1]
                         /\ task' = [task EXCEPT ![self] = TRUE]
                         /\ tree' = [tree EXCEPT ![self] = Nth(self, n[self]) # 1]
                         /\ n' = [n EXCEPT ![self] = 1]
                         /\ pc' = [pc EXCEPT ![self] = "Leave"]
                    ELSE /\ IF n[self] < Sources
                               THEN /\ n' = [n EXCEPT ![self] = n[self] + 1]
                                    /\ pc' = [pc EXCEPT ![self] = "Take"]
                               ELSE /\ n' = [n EXCEPT ![self] = 1]
                                    /\ pc' = [pc EXCEPT ![self] = "Announce"]
                         /\ UNCHANGED << ready, task, tree >>
              /\ UNCHANGED << state, sleepers, mu, closed, permit, latch, ran, 
                              waiting, sent, c, x, strays, next >>

Leave(self) == /\ pc[self] = "Leave"
               /\ state' = [searching |-> state.searching + (-Searches(waiting[self])), idle |-> state.idle + 0, helping |-> state.helping + 0]
               /\ IF ~task[self]
                     THEN /\ waiting' = [waiting EXCEPT ![self] = FALSE]
                          /\ task' = [task EXCEPT ![self] = TRUE]
                     ELSE /\ TRUE
                          /\ UNCHANGED << task, waiting >>
               /\ IF Quiet(state') \/ Naive = "LastSearcherSilent"
                     THEN /\ tree' = [tree EXCEPT ![self] = FALSE]
                          /\ pc' = [pc EXCEPT ![self] = "WorkIdle"]
                     ELSE /\ IF state'.idle = Workers - 1
                                THEN /\ pc' = [pc EXCEPT ![self] = "Glance"]
                                ELSE /\ pc' = [pc EXCEPT ![self] = "NotifyLock"]
                          /\ tree' = tree
               /\ UNCHANGED << sleepers, mu, closed, permit, latch, ready, ran, 
                               sent, n, c, x, strays, next >>

Glance(self) == /\ pc[self] = "Glance"
                /\ IF ready[1] > 0 /\ Naive # "NoGlance"
                      THEN /\ pc' = [pc EXCEPT ![self] = "NotifyLock"]
                           /\ tree' = tree
                      ELSE /\ tree' = [tree EXCEPT ![self] = FALSE]
                           /\ pc' = [pc EXCEPT ![self] = "WorkIdle"]
                /\ UNCHANGED << state, sleepers, mu, closed, permit, latch, 
                                ready, ran, task, waiting, sent, n, c, x, 
                                strays, next >>

Announce(self) == /\ pc[self] = "Announce"
                  /\ ~mu
                  /\ sleepers' = [sleepers EXCEPT ![Kind(waiting[self])] = sleepers[Kind(waiting[self])] \cup {self}]
                  /\ state' = [searching |-> state.searching + (-Searches(waiting[self])), idle |-> state.idle + (IF waiting[self] THEN 0 ELSE 1), helping |-> state.helping + (IF waiting[self] THEN 1 ELSE 0)]
                  /\ IF Naive = "ClosedAfterRecheck"
                        THEN /\ pc' = [pc EXCEPT ![self] = "Recheck"]
                        ELSE /\ pc' = [pc EXCEPT ![self] = "ReadClosed"]
                  /\ UNCHANGED << mu, closed, permit, latch, ready, ran, task, 
                                  waiting, sent, n, c, tree, x, strays, next >>

ReadClosed(self) == /\ pc[self] = "ReadClosed"
                    /\ c' = [c EXCEPT ![self] = closed /\ ~waiting[self]]
                    /\ IF Naive \in {"NoRecheck", "ClosedAfterRecheck"}
                          THEN /\ IF c'[self]
                                     THEN /\ pc' = [pc EXCEPT ![self] = "Retract"]
                                     ELSE /\ pc' = [pc EXCEPT ![self] = "Park"]
                          ELSE /\ IF waiting[self] /\ Naive # "NoLatchRecheck"
                                     THEN /\ pc' = [pc EXCEPT ![self] = "RecheckLatch"]
                                     ELSE /\ pc' = [pc EXCEPT ![self] = "Recheck"]
                    /\ UNCHANGED << state, sleepers, mu, closed, permit, latch, 
                                    ready, ran, task, waiting, sent, n, tree, 
                                    x, strays, next >>

RecheckLatch(self) == /\ pc[self] = "RecheckLatch"
                      /\ IF latch[self]
                            THEN /\ pc' = [pc EXCEPT ![self] = "Retract"]
                            ELSE /\ pc' = [pc EXCEPT ![self] = "Recheck"]
                      /\ UNCHANGED << state, sleepers, mu, closed, permit, 
                                      latch, ready, ran, task, waiting, sent, 
                                      n, c, tree, x, strays, next >>

Recheck(self) == /\ pc[self] = "Recheck"
                 /\ IF ready[Nth(self, n[self])] > 0 /\ Takes(waiting[self], Nth(self, n[self]))
                       THEN /\ ready' = [ready EXCEPT ![Nth(self, n[self])] = ready[Nth(self, n[self])] - 1]
                            /\ task' = [task EXCEPT ![self] = TRUE]
                            /\ tree' = [tree EXCEPT ![self] = Nth(self, n[self]) # 1]
                            /\ c' = [c EXCEPT ![self] = FALSE]
                            /\ n' = [n EXCEPT ![self] = 1]
                            /\ pc' = [pc EXCEPT ![self] = "Retract"]
                       ELSE /\ IF n[self] < Sources
                                  THEN /\ n' = [n EXCEPT ![self] = n[self] + 1]
                                       /\ pc' = [pc EXCEPT ![self] = "Recheck"]
                                  ELSE /\ n' = [n EXCEPT ![self] = 1]
                                       /\ IF Naive = "ClosedAfterRecheck"
                                             THEN /\ pc' = [pc EXCEPT ![self] = "ReadClosed"]
                                             ELSE /\ IF c[self]
                                                        THEN /\ pc' = [pc EXCEPT ![self] = "Retract"]
                                                        ELSE /\ pc' = [pc EXCEPT ![self] = "Park"]
                            /\ UNCHANGED << ready, task, c, tree >>
                 /\ UNCHANGED << state, sleepers, mu, closed, permit, latch, 
                                 ran, waiting, sent, x, strays, next >>

Park(self) == /\ pc[self] = "Park"
              /\ \/ /\ permit[self]
                    /\ permit' = [permit EXCEPT ![self] = FALSE]
                    /\ UNCHANGED strays
                 \/ /\ ~permit[self] /\ strays[self] < Strays
                    /\ strays' = [strays EXCEPT ![self] = strays[self] + 1]
                    /\ UNCHANGED permit
              /\ pc' = [pc EXCEPT ![self] = "Retract"]
              /\ UNCHANGED << state, sleepers, mu, closed, latch, ready, ran, 
                              task, waiting, sent, n, c, tree, x, next >>

Retract(self) == /\ pc[self] = "Retract"
                 /\ ~mu
                 /\ IF self \in sleepers[Kind(waiting[self])]
                       THEN /\ sleepers' = [sleepers EXCEPT ![Kind(waiting[self])] = sleepers[Kind(waiting[self])] \ {self}]
                            /\ state' = [searching |-> state.searching + (IF c[self] THEN 0 ELSE Searches(waiting[self])), idle |-> state.idle + (IF waiting[self] THEN 0 ELSE (-1)), helping |-> state.helping + (IF waiting[self] THEN (-1) ELSE 0)]
                            /\ IF c[self]
                                  THEN /\ c' = [c EXCEPT ![self] = FALSE]
                                       /\ pc' = [pc EXCEPT ![self] = "Done"]
                                  ELSE /\ IF task[self]
                                             THEN /\ pc' = [pc EXCEPT ![self] = "Leave"]
                                             ELSE /\ IF waiting[self]
                                                        THEN /\ pc' = [pc EXCEPT ![self] = "LookLatch"]
                                                        ELSE /\ pc' = [pc EXCEPT ![self] = "Take"]
                                       /\ c' = c
                       ELSE /\ c' = [c EXCEPT ![self] = FALSE]
                            /\ IF task[self]
                                  THEN /\ pc' = [pc EXCEPT ![self] = "Leave"]
                                  ELSE /\ IF waiting[self]
                                             THEN /\ pc' = [pc EXCEPT ![self] = "LookLatch"]
                                             ELSE /\ pc' = [pc EXCEPT ![self] = "Take"]
                            /\ UNCHANGED << state, sleepers >>
                 /\ UNCHANGED << mu, closed, permit, latch, ready, ran, task, 
                                 waiting, sent, n, tree, x, strays, next >>

worker(self) == WorkIdle(self) \/ Publish(self) \/ NotifyLook(self)
                   \/ NotifyLock(self) \/ NotifyClaim(self)
                   \/ NotifyUnpark(self) \/ LookFirst(self) \/ Search(self)
                   \/ LookLatch(self) \/ Take(self) \/ Leave(self)
                   \/ Glance(self) \/ Announce(self) \/ ReadClosed(self)
                   \/ RecheckLatch(self) \/ Recheck(self) \/ Park(self)
                   \/ Retract(self)

CloseStore(self) == /\ pc[self] = "CloseStore"
                    /\ closed' = (Naive # "ClosedLast")
                    /\ pc' = [pc EXCEPT ![self] = "CloseUnpark"]
                    /\ UNCHANGED << state, sleepers, mu, permit, latch, ready, 
                                    ran, task, waiting, sent, n, c, tree, x, 
                                    strays, next >>

CloseUnpark(self) == /\ pc[self] = "CloseUnpark"
                     /\ permit' = [permit EXCEPT ![next[self]] = TRUE]
                     /\ closed' = (Naive # "ClosedLast" \/ next[self] = Workers)
                     /\ IF next[self] < Workers
                           THEN /\ next' = [next EXCEPT ![self] = next[self] + 1]
                                /\ pc' = [pc EXCEPT ![self] = "CloseUnpark"]
                           ELSE /\ next' = [next EXCEPT ![self] = 1]
                                /\ pc' = [pc EXCEPT ![self] = "Done"]
                     /\ UNCHANGED << state, sleepers, mu, latch, ready, ran, 
                                     task, waiting, sent, n, c, tree, x, 
                                     strays >>

closer(self) == CloseStore(self) \/ CloseUnpark(self)

LatchSet(self) == /\ pc[self] = "LatchSet"
                  /\ latch' = [latch EXCEPT ![self - Closer] = TRUE]
                  /\ pc' = [pc EXCEPT ![self] = "LatchUnpark"]
                  /\ UNCHANGED << state, sleepers, mu, closed, permit, ready, 
                                  ran, task, waiting, sent, n, c, tree, x, 
                                  strays, next >>

LatchUnpark(self) == /\ pc[self] = "LatchUnpark"
                     /\ permit' = [permit EXCEPT ![self - Closer] = permit[self - Closer] \/ Naive # "NoLatchUnpark"]
                     /\ pc' = [pc EXCEPT ![self] = "Done"]
                     /\ UNCHANGED << state, sleepers, mu, closed, latch, ready, 
                                     ran, task, waiting, sent, n, c, tree, x, 
                                     strays, next >>

setter(self) == LatchSet(self) \/ LatchUnpark(self)

(* Allow infinite stuttering to prevent deadlock on termination. *)
Terminating == /\ \A self \in ProcSet: pc[self] = "Done"
               /\ UNCHANGED vars

Next == (\E self \in 0..Workers: worker(self))
           \/ (\E self \in Workers+1..Closer: closer(self))
           \/ (\E self \in Closer+1..Closer+Waiters: setter(self))
           \/ Terminating

Spec == /\ Init /\ [][Next]_vars
        /\ \A self \in 0..Workers : WF_vars(worker(self))
        /\ \A self \in Workers+1..Closer : WF_vars(closer(self))
        /\ \A self \in Closer+1..Closer+Waiters : WF_vars(setter(self))

Termination == <>(\A self \in ProcSet: pc[self] = "Done")

\* END TRANSLATION 
=============================================================================
