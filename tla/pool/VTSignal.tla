------------------------------ MODULE VTSignal ------------------------------
(***************************************************************************)
(* The thread pool with a lock a worker and a signal outside of the lock,  *)
(* as a document of students of Virginia Tech describes it, for            *)
(* pool/classic/vt.go. A label is one critical section, or one access      *)
(* outside of them; labels that end in Idle are none.                      *)
(*                                                                         *)
(* The pool has a lock for global, shutdown and news; each worker has one  *)
(* for its deque and for the futures of tasks that it has submitted. No    *)
(* thread holds two: steal_work gives the pool's lock back, looks into the *)
(* other deques (StealLook), and takes it again (TakeGlobal). A critical   *)
(* section is one step: what it uses is used under that lock only, save    *)
(* waiting, which it changes last. waiting is who sleeps at the condition  *)
(* workAvail; a signal wakes one of them, and is lost if there is none. To *)
(* wait is to give the lock back and to sleep, in one step.                *)
(*                                                                         *)
(* Where the document is silent: the global deque and the shutdown flag    *)
(* are looked at when steal_work has the pool's lock again; a future is    *)
(* completed, and who sleeps for it is woken, under the lock that          *)
(* future_get holds; a woken thread looks again.                           *)
(*                                                                         *)
(* As described (News = 0) nothing hangs, but a worker may sleep beside    *)
(* work: it has looked into a deque, and is not asleep yet when the        *)
(* signal comes. The document holds that steal_work would see the work     *)
(* then. With News = 1 a worker that submits counts it under the pool's    *)
(* lock first, and nobody sleeps who has not seen the last count. The      *)
(* signal may stay outside. See MCVTSignal.                                *)
(*                                                                         *)
(* Tasks are roots, which main submits, and their kids, which run nothing. *)
(* A root submits its kids and waits for each, the newest first. A signal  *)
(* that comes before the task is no use (SignalFirst): the document says   *)
(* that the order does not matter.                                         *)
(***************************************************************************)
EXTENDS Naturals, Sequences, FiniteSets

CONSTANTS
  Workers,  \* how many there are: 2, 3, ...
  Roots,    \* tasks 1..Roots are main's
  Kids,     \* tasks that each of them submits: 1, 2, ...
  News,     \* 1 if they are counted, 0 as described
  Naive     \* "" or the fault of a Naive configuration

Main == 0
Worker == 1..Workers
Root == 1..Roots
Task == 1..(Roots + Roots*Kids)
Kid(r, k) == Roots + (r - 1) * Kids + k

Front(s) == SubSeq(s, 1, Len(s) - 1)
Without(s, x) == SelectSeq(s, LAMBDA y : y # x)
In(s, x) == \E k \in 1..Len(s) : s[k] = x
After(w) == (w % Workers) + 1

(* --algorithm VTSignal {
variables
  arrived = 0;                             \* at the barrier
  global = <<>>;
  shutdown = FALSE;
  news = 0;                                \* tasks that workers have submitted
  waiting = {};
  deque = [w \in Worker |-> <<>>];         \* the owner is at the end
  done = [t \in Task |-> FALSE];
  asleep = [t \in Task |-> FALSE];         \* somebody waits for the future
  out = 0;
  \* For the properties only:
  ran = [t \in Task |-> 0];                \* how often each was run

\* The signal: it wakes one, if there is one.
macro Signal() {
  if (waiting # {}) { with (w \in waiting) { waiting := waiting \ {w}; }; };
}

fair process (main = Main)
variables r = 1;
{
MainArrive:
  arrived := arrived + 1;
MainStart:
  await arrived = Workers + 1 \/ Naive = "NoBarrier";
  if (Naive = "SignalFirst") goto SubmitSignal;
Submit:
  global := Append(global, r);
  if (Naive = "SignalFirst") goto MainGet;
SubmitSignal:
  Signal();
  if (Naive = "SignalFirst") goto Submit;
  else {
    r := (r % Roots) + 1;
    if (r # 1) goto Submit;
  };
MainGet:
  if (done[r]) {
    if (r < Roots) { r := r + 1; goto MainGet; }
    else { r := 1; goto Shutdown; };
  } else asleep[r] := TRUE;
MainAwait:
  await ~asleep[r];
  goto MainGet;
Shutdown:
  shutdown := TRUE;
Broadcast:
  waiting := {};
Join:
  await out = Workers;
}

fair process (worker \in Worker)
variables
  seen = 0;                                \* news when it began to look
  victim = 0;                              \* whose deque it looks into
  task = 0;                                \* what it has run, or will run at once
  root = 0;                                \* the root that it is inside of
  k = 0;                                   \* kids it has submitted and not got
{
Arrive:
  arrived := arrived + 1;
Start:
  await arrived = Workers + 1 \/ Naive = "NoBarrier";

\* With the pool's lock, before steal_work.
ReadNews:
  seen := CASE Naive = "GlobalFirst" -> Len(global)
            [] Naive = "ShutdownFirst" -> (IF shutdown THEN 1 ELSE 0)
            [] OTHER -> news;
  victim := After(self);
\* Without it.
StealLook:
  if (deque[victim] # <<>>) {
    task := Head(deque[victim]);
    deque[victim] := Tail(deque[victim]);
    seen := 0;
    victim := 0;
    goto Finish;
  } else {
    victim := After(victim);
    if (victim # self) goto StealLook;
  };
\* With the pool's lock again.
TakeGlobal:
  victim := 0;
  if (global # <<>> /\ (Naive # "GlobalFirst" \/ seen > 0)) {
    root := Head(global);
    global := Tail(global);
    seen := 0;
    goto Fork;
  }
  else if (shutdown /\ (Naive # "ShutdownFirst" \/ seen > 0)) { seen := 0; goto Leave; }
  else if (seen # news) { seen := 0; goto ReadNews; }
  else { seen := 0; waiting := waiting \cup {self}; };
AwaitWork:
  await self \notin waiting;
  goto ReadNews;

\* A root submits its kids, each with a signal.
Fork:
  k := k + 1;
  deque[self] := Append(deque[self], Kid(root, k));
  if (News = 0) goto ForkSignal;
CountNews:
  news := news + 1;
ForkSignal:
  Signal();
  if (k < Kids) goto Fork;
\* future_get: it takes the kid back, or sleeps until it is done.
Get:
  with (t = Kid(root, k)) {
    if (In(deque[self], t)) {
      deque[self] := Without(deque[self], t);
      task := t;
      goto Finish;
    } else if (done[t]) {
      k := k - 1;
      if (k > 0) goto Get; else { task := root; goto Finish; };
    } else asleep[t] := TRUE;
  };
AwaitFuture:
  await ~asleep[Kid(root, k)];
  goto Get;
\* Under the lock of who has submitted it: the pool's for a root.
Finish:
  ran[task] := ran[task] + 1;
  done[task] := TRUE;
  asleep[task] := FALSE;
  if (root # 0 /\ task # root) { task := 0; goto Get; }
  else { task := 0; root := 0; goto ReadNews; };
Leave:
  out := out + 1;
}
} *)
\* BEGIN TRANSLATION (chksum(pcal) = "7055f4fd" /\ chksum(tla) = "f62a4854")
VARIABLES arrived, global, shutdown, news, waiting, deque, done, asleep, out, 
          ran, pc, r, seen, victim, task, root, k

vars == << arrived, global, shutdown, news, waiting, deque, done, asleep, out, 
           ran, pc, r, seen, victim, task, root, k >>

ProcSet == {Main} \cup (Worker)

Init == (* Global variables *)
        /\ arrived = 0
        /\ global = <<>>
        /\ shutdown = FALSE
        /\ news = 0
        /\ waiting = {}
        /\ deque = [w \in Worker |-> <<>>]
        /\ done = [t \in Task |-> FALSE]
        /\ asleep = [t \in Task |-> FALSE]
        /\ out = 0
        /\ ran = [t \in Task |-> 0]
        (* Process main *)
        /\ r = 1
        (* Process worker *)
        /\ seen = [self \in Worker |-> 0]
        /\ victim = [self \in Worker |-> 0]
        /\ task = [self \in Worker |-> 0]
        /\ root = [self \in Worker |-> 0]
        /\ k = [self \in Worker |-> 0]
        /\ pc = [self \in ProcSet |-> CASE self = Main -> "MainArrive"
                                        [] self \in Worker -> "Arrive"]

MainArrive == /\ pc[Main] = "MainArrive"
              /\ arrived' = arrived + 1
              /\ pc' = [pc EXCEPT ![Main] = "MainStart"]
              /\ UNCHANGED << global, shutdown, news, waiting, deque, done, 
                              asleep, out, ran, r, seen, victim, task, root, k >>

MainStart == /\ pc[Main] = "MainStart"
             /\ arrived = Workers + 1 \/ Naive = "NoBarrier"
             /\ IF Naive = "SignalFirst"
                   THEN /\ pc' = [pc EXCEPT ![Main] = "SubmitSignal"]
                   ELSE /\ pc' = [pc EXCEPT ![Main] = "Submit"]
             /\ UNCHANGED << arrived, global, shutdown, news, waiting, deque, 
                             done, asleep, out, ran, r, seen, victim, task, 
                             root, k >>

Submit == /\ pc[Main] = "Submit"
          /\ global' = Append(global, r)
          /\ IF Naive = "SignalFirst"
                THEN /\ pc' = [pc EXCEPT ![Main] = "MainGet"]
                ELSE /\ pc' = [pc EXCEPT ![Main] = "SubmitSignal"]
          /\ UNCHANGED << arrived, shutdown, news, waiting, deque, done, 
                          asleep, out, ran, r, seen, victim, task, root, k >>

SubmitSignal == /\ pc[Main] = "SubmitSignal"
                /\ IF waiting # {}
                      THEN /\ \E w \in waiting:
                                waiting' = waiting \ {w}
                      ELSE /\ TRUE
                           /\ UNCHANGED waiting
                /\ IF Naive = "SignalFirst"
                      THEN /\ pc' = [pc EXCEPT ![Main] = "Submit"]
                           /\ r' = r
                      ELSE /\ r' = (r % Roots) + 1
                           /\ IF r' # 1
                                 THEN /\ pc' = [pc EXCEPT ![Main] = "Submit"]
                                 ELSE /\ pc' = [pc EXCEPT ![Main] = "MainGet"]
                /\ UNCHANGED << arrived, global, shutdown, news, deque, done, 
                                asleep, out, ran, seen, victim, task, root, k >>

MainGet == /\ pc[Main] = "MainGet"
           /\ IF done[r]
                 THEN /\ IF r < Roots
                            THEN /\ r' = r + 1
                                 /\ pc' = [pc EXCEPT ![Main] = "MainGet"]
                            ELSE /\ r' = 1
                                 /\ pc' = [pc EXCEPT ![Main] = "Shutdown"]
                      /\ UNCHANGED asleep
                 ELSE /\ asleep' = [asleep EXCEPT ![r] = TRUE]
                      /\ pc' = [pc EXCEPT ![Main] = "MainAwait"]
                      /\ r' = r
           /\ UNCHANGED << arrived, global, shutdown, news, waiting, deque, 
                           done, out, ran, seen, victim, task, root, k >>

MainAwait == /\ pc[Main] = "MainAwait"
             /\ ~asleep[r]
             /\ pc' = [pc EXCEPT ![Main] = "MainGet"]
             /\ UNCHANGED << arrived, global, shutdown, news, waiting, deque, 
                             done, asleep, out, ran, r, seen, victim, task, 
                             root, k >>

Shutdown == /\ pc[Main] = "Shutdown"
            /\ shutdown' = TRUE
            /\ pc' = [pc EXCEPT ![Main] = "Broadcast"]
            /\ UNCHANGED << arrived, global, news, waiting, deque, done, 
                            asleep, out, ran, r, seen, victim, task, root, k >>

Broadcast == /\ pc[Main] = "Broadcast"
             /\ waiting' = {}
             /\ pc' = [pc EXCEPT ![Main] = "Join"]
             /\ UNCHANGED << arrived, global, shutdown, news, deque, done, 
                             asleep, out, ran, r, seen, victim, task, root, k >>

Join == /\ pc[Main] = "Join"
        /\ out = Workers
        /\ pc' = [pc EXCEPT ![Main] = "Done"]
        /\ UNCHANGED << arrived, global, shutdown, news, waiting, deque, done, 
                        asleep, out, ran, r, seen, victim, task, root, k >>

main == MainArrive \/ MainStart \/ Submit \/ SubmitSignal \/ MainGet
           \/ MainAwait \/ Shutdown \/ Broadcast \/ Join

Arrive(self) == /\ pc[self] = "Arrive"
                /\ arrived' = arrived + 1
                /\ pc' = [pc EXCEPT ![self] = "Start"]
                /\ UNCHANGED << global, shutdown, news, waiting, deque, done, 
                                asleep, out, ran, r, seen, victim, task, root, 
                                k >>

Start(self) == /\ pc[self] = "Start"
               /\ arrived = Workers + 1 \/ Naive = "NoBarrier"
               /\ pc' = [pc EXCEPT ![self] = "ReadNews"]
               /\ UNCHANGED << arrived, global, shutdown, news, waiting, deque, 
                               done, asleep, out, ran, r, seen, victim, task, 
                               root, k >>

ReadNews(self) == /\ pc[self] = "ReadNews"
                  /\ seen' = [seen EXCEPT ![self] = CASE Naive = "GlobalFirst" -> Len(global)
                                                      [] Naive = "ShutdownFirst" -> (IF shutdown THEN 1 ELSE 0)
                                                      [] OTHER -> news]
                  /\ victim' = [victim EXCEPT ![self] = After(self)]
                  /\ pc' = [pc EXCEPT ![self] = "StealLook"]
                  /\ UNCHANGED << arrived, global, shutdown, news, waiting, 
                                  deque, done, asleep, out, ran, r, task, root, 
                                  k >>

StealLook(self) == /\ pc[self] = "StealLook"
                   /\ IF deque[victim[self]] # <<>>
                         THEN /\ task' = [task EXCEPT ![self] = Head(deque[victim[self]])]
                              /\ deque' = [deque EXCEPT ![victim[self]] = Tail(deque[victim[self]])]
                              /\ seen' = [seen EXCEPT ![self] = 0]
                              /\ victim' = [victim EXCEPT ![self] = 0]
                              /\ pc' = [pc EXCEPT ![self] = "Finish"]
                         ELSE /\ victim' = [victim EXCEPT ![self] = After(victim[self])]
                              /\ IF victim'[self] # self
                                    THEN /\ pc' = [pc EXCEPT ![self] = "StealLook"]
                                    ELSE /\ pc' = [pc EXCEPT ![self] = "TakeGlobal"]
                              /\ UNCHANGED << deque, seen, task >>
                   /\ UNCHANGED << arrived, global, shutdown, news, waiting, 
                                   done, asleep, out, ran, r, root, k >>

TakeGlobal(self) == /\ pc[self] = "TakeGlobal"
                    /\ victim' = [victim EXCEPT ![self] = 0]
                    /\ IF global # <<>> /\ (Naive # "GlobalFirst" \/ seen[self] > 0)
                          THEN /\ root' = [root EXCEPT ![self] = Head(global)]
                               /\ global' = Tail(global)
                               /\ seen' = [seen EXCEPT ![self] = 0]
                               /\ pc' = [pc EXCEPT ![self] = "Fork"]
                               /\ UNCHANGED waiting
                          ELSE /\ IF shutdown /\ (Naive # "ShutdownFirst" \/ seen[self] > 0)
                                     THEN /\ seen' = [seen EXCEPT ![self] = 0]
                                          /\ pc' = [pc EXCEPT ![self] = "Leave"]
                                          /\ UNCHANGED waiting
                                     ELSE /\ IF seen[self] # news
                                                THEN /\ seen' = [seen EXCEPT ![self] = 0]
                                                     /\ pc' = [pc EXCEPT ![self] = "ReadNews"]
                                                     /\ UNCHANGED waiting
                                                ELSE /\ seen' = [seen EXCEPT ![self] = 0]
                                                     /\ waiting' = (waiting \cup {self})
                                                     /\ pc' = [pc EXCEPT ![self] = "AwaitWork"]
                               /\ UNCHANGED << global, root >>
                    /\ UNCHANGED << arrived, shutdown, news, deque, done, 
                                    asleep, out, ran, r, task, k >>

AwaitWork(self) == /\ pc[self] = "AwaitWork"
                   /\ self \notin waiting
                   /\ pc' = [pc EXCEPT ![self] = "ReadNews"]
                   /\ UNCHANGED << arrived, global, shutdown, news, waiting, 
                                   deque, done, asleep, out, ran, r, seen, 
                                   victim, task, root, k >>

Fork(self) == /\ pc[self] = "Fork"
              /\ k' = [k EXCEPT ![self] = k[self] + 1]
              /\ deque' = [deque EXCEPT ![self] = Append(deque[self], Kid(root[self], k'[self]))]
              /\ IF News = 0
                    THEN /\ pc' = [pc EXCEPT ![self] = "ForkSignal"]
                    ELSE /\ pc' = [pc EXCEPT ![self] = "CountNews"]
              /\ UNCHANGED << arrived, global, shutdown, news, waiting, done, 
                              asleep, out, ran, r, seen, victim, task, root >>

CountNews(self) == /\ pc[self] = "CountNews"
                   /\ news' = news + 1
                   /\ pc' = [pc EXCEPT ![self] = "ForkSignal"]
                   /\ UNCHANGED << arrived, global, shutdown, waiting, deque, 
                                   done, asleep, out, ran, r, seen, victim, 
                                   task, root, k >>

ForkSignal(self) == /\ pc[self] = "ForkSignal"
                    /\ IF waiting # {}
                          THEN /\ \E w \in waiting:
                                    waiting' = waiting \ {w}
                          ELSE /\ TRUE
                               /\ UNCHANGED waiting
                    /\ IF k[self] < Kids
                          THEN /\ pc' = [pc EXCEPT ![self] = "Fork"]
                          ELSE /\ pc' = [pc EXCEPT ![self] = "Get"]
                    /\ UNCHANGED << arrived, global, shutdown, news, deque, 
                                    done, asleep, out, ran, r, seen, victim, 
                                    task, root, k >>

Get(self) == /\ pc[self] = "Get"
             /\ LET t == Kid(root[self], k[self]) IN
                  IF In(deque[self], t)
                     THEN /\ deque' = [deque EXCEPT ![self] = Without(deque[self], t)]
                          /\ task' = [task EXCEPT ![self] = t]
                          /\ pc' = [pc EXCEPT ![self] = "Finish"]
                          /\ UNCHANGED << asleep, k >>
                     ELSE /\ IF done[t]
                                THEN /\ k' = [k EXCEPT ![self] = k[self] - 1]
                                     /\ IF k'[self] > 0
                                           THEN /\ pc' = [pc EXCEPT ![self] = "Get"]
                                                /\ task' = task
                                           ELSE /\ task' = [task EXCEPT ![self] = root[self]]
                                                /\ pc' = [pc EXCEPT ![self] = "Finish"]
                                     /\ UNCHANGED asleep
                                ELSE /\ asleep' = [asleep EXCEPT ![t] = TRUE]
                                     /\ pc' = [pc EXCEPT ![self] = "AwaitFuture"]
                                     /\ UNCHANGED << task, k >>
                          /\ deque' = deque
             /\ UNCHANGED << arrived, global, shutdown, news, waiting, done, 
                             out, ran, r, seen, victim, root >>

AwaitFuture(self) == /\ pc[self] = "AwaitFuture"
                     /\ ~asleep[Kid(root[self], k[self])]
                     /\ pc' = [pc EXCEPT ![self] = "Get"]
                     /\ UNCHANGED << arrived, global, shutdown, news, waiting, 
                                     deque, done, asleep, out, ran, r, seen, 
                                     victim, task, root, k >>

Finish(self) == /\ pc[self] = "Finish"
                /\ ran' = [ran EXCEPT ![task[self]] = ran[task[self]] + 1]
                /\ done' = [done EXCEPT ![task[self]] = TRUE]
                /\ asleep' = [asleep EXCEPT ![task[self]] = FALSE]
                /\ IF root[self] # 0 /\ task[self] # root[self]
                      THEN /\ task' = [task EXCEPT ![self] = 0]
                           /\ pc' = [pc EXCEPT ![self] = "Get"]
                           /\ root' = root
                      ELSE /\ task' = [task EXCEPT ![self] = 0]
                           /\ root' = [root EXCEPT ![self] = 0]
                           /\ pc' = [pc EXCEPT ![self] = "ReadNews"]
                /\ UNCHANGED << arrived, global, shutdown, news, waiting, 
                                deque, out, r, seen, victim, k >>

Leave(self) == /\ pc[self] = "Leave"
               /\ out' = out + 1
               /\ pc' = [pc EXCEPT ![self] = "Done"]
               /\ UNCHANGED << arrived, global, shutdown, news, waiting, deque, 
                               done, asleep, ran, r, seen, victim, task, root, 
                               k >>

worker(self) == Arrive(self) \/ Start(self) \/ ReadNews(self)
                   \/ StealLook(self) \/ TakeGlobal(self)
                   \/ AwaitWork(self) \/ Fork(self) \/ CountNews(self)
                   \/ ForkSignal(self) \/ Get(self) \/ AwaitFuture(self)
                   \/ Finish(self) \/ Leave(self)

(* Allow infinite stuttering to prevent deadlock on termination. *)
Terminating == /\ \A self \in ProcSet: pc[self] = "Done"
               /\ UNCHANGED vars

Next == main
           \/ (\E self \in Worker: worker(self))
           \/ Terminating

Spec == /\ Init /\ [][Next]_vars
        /\ WF_vars(main)
        /\ \A self \in Worker : WF_vars(worker(self))

Termination == <>(\A self \in ProcSet: pc[self] = "Done")

\* END TRANSLATION 
=============================================================================
