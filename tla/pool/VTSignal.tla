------------------------------ MODULE VTSignal ------------------------------
(***************************************************************************)
(* This module is a thread pool with a lock for each worker, and with      *)
(* signals outside of the locks. A document of students of Virginia Tech   *)
(* describes it. Its code is pool/classic/vt.go. A label is one critical   *)
(* section, or one access outside of them.                                 *)
(*                                                                         *)
(* The pool has a lock for global, shutdown and waiting. Each worker has a *)
(* lock for its deque. No thread holds two locks: steal_work releases the  *)
(* pool's lock, looks into the other deques (StealLook), and takes the     *)
(* lock again (TakeGlobal). waiting is the set of workers that sleep at    *)
(* the condition workAvail, or are about to. A signal wakes one of them,   *)
(* and is lost if there is none. To wait is to enter waiting and to        *)
(* release the lock, in one step.                                          *)
(*                                                                         *)
(* The document leaves some points open. Here the global deque and the     *)
(* shutdown flag are read when steal_work has the pool's lock again.       *)
(* WSPoolWait has the completion of a future, and the wait for it. Here    *)
(* done is the status of the future.                                       *)
(*                                                                         *)
(* As described (Again = 0), nothing hangs, but a worker may sleep         *)
(* although there is work: the signal comes after its look into the deque, *)
(* and before it sleeps. The document holds that steal_work would see the  *)
(* work then. With Again = 1, a worker that has entered waiting looks      *)
(* again before it sleeps. If it sees a task, it leaves waiting. If it was *)
(* signalled by then, it passes the signal on, since the signal may be for *)
(* a task other than the one that it finds (Swallows: it does not pass it  *)
(* on). See MCVTSignal.                                                    *)
(*                                                                         *)
(* Tasks are roots, which main submits, and their kids, which run nothing. *)
(* A root submits its kids and waits for each, the newest first. A signal  *)
(* before its task is useless (SignalFirst). The document says that the    *)
(* order does not matter.                                                  *)
(***************************************************************************)
EXTENDS Naturals, Sequences, FiniteSets

CONSTANTS
  Workers,  \* the number of workers: 2, 3, ...
  Roots,    \* tasks 1..Roots are main's
  Kids,     \* the number of tasks that each root submits: 1, 2, ...
  Again,    \* 1 if a worker looks again before it sleeps, 0 as described
  Naive     \* "" or the fault of a Naive configuration

Main == 0
Worker == 1..Workers
Root == 1..Roots
Task == 1..(Roots + Roots*Kids)
Kid(r, k) == Roots + (r - 1) * Kids + k

Without(s, x) == SelectSeq(s, LAMBDA y : y # x)
In(s, x) == \E k \in 1..Len(s) : s[k] = x
After(w) == (w % Workers) + 1

(* --algorithm VTSignal {
variables
  arrived = 0;                             \* threads at the barrier
  global = <<>>;
  shutdown = FALSE;
  waiting = {};
  deque = [w \in Worker |-> <<>>];         \* the owner is at the end
  done = [t \in Task |-> FALSE];
  out = 0;
  \* For the properties only:
  ran = [t \in Task |-> 0];                \* how often each was run

\* A signal wakes one waiting worker, if there is one.
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
  await done[r];
  if (r < Roots) { r := r + 1; goto MainGet; } else r := 1;
Shutdown:
  shutdown := TRUE;
Broadcast:
  waiting := {};
Join:
  await out = Workers;
}

fair process (worker \in Worker)
variables
  seen = 0;                                \* for a fault: the state before steal_work
  victim = After(self);                    \* the worker whose deque it looks into next
  task = 0;                                \* the task that it has run, or will run at once
  root = 0;                                \* the root that it runs
  k = 0;                                   \* kids that it has submitted and not got
{
Arrive:
  arrived := arrived + 1;
Start:
  await arrived = Workers + 1 \/ Naive = "NoBarrier";

\* This is without the pool's lock.
StealLook:
  if (deque[victim] # <<>>) {
    task := Head(deque[victim]);
    deque[victim] := Tail(deque[victim]);
    seen := 0;
    victim := After(self);
    goto Finish;
  } else {
    if (victim = After(self)) {
      seen := CASE Naive = "GlobalFirst" -> Len(global)
                [] Naive = "ShutdownFirst" -> (IF shutdown THEN 1 ELSE 0)
                [] OTHER -> 0;
    };
    if (After(victim) # self) { victim := After(victim); goto StealLook; }
    else victim := After(self);
  };
\* This is with the pool's lock again.
TakeGlobal:
  if (global # <<>> /\ (Naive # "GlobalFirst" \/ seen > 0)) {
    root := Head(global);
    global := Tail(global);
    seen := 0;
    goto Fork;
  }
  else if (shutdown /\ (Naive # "ShutdownFirst" \/ seen > 0)) { seen := 0; goto Leave; }
  else {
    seen := 0;
    waiting := waiting \cup {self};
    if (Again = 0) goto AwaitWork;
  };
\* From here on, the worker can get a signal.
LookAgain:
  if (deque[victim] # <<>>) { victim := After(self); goto Retract; }
  else if (After(victim) # self) { victim := After(victim); goto LookAgain; }
  else { victim := After(self); goto AwaitWork; };
Retract:
  if (self \in waiting) { waiting := waiting \ {self}; goto StealLook; }
  else if (Naive = "Swallows") goto StealLook;
PassOn:
  Signal();
  goto StealLook;
AwaitWork:
  await self \notin waiting;
  goto StealLook;

\* A root submits its kids, each with a signal.
Fork:
  k := k + 1;
  deque[self] := Append(deque[self], Kid(root, k));
ForkSignal:
  Signal();
  if (k < Kids) goto Fork;
\* future_get takes the kid back, or waits until it is done.
Get:
  if (In(deque[self], Kid(root, k))) {
    deque[self] := Without(deque[self], Kid(root, k));
    task := Kid(root, k);
    goto Finish;
  };
AwaitFuture:
  await done[Kid(root, k)];
  k := k - 1;
  if (k > 0) goto Get; else task := root;
Finish:
  ran[task] := ran[task] + 1;
  done[task] := TRUE;
  if (root # 0 /\ task # root) {
    k := k - 1;
    if (k > 0) { task := 0; goto Get; } else { task := root; goto Finish; };
  } else { task := 0; root := 0; goto StealLook; };
Leave:
  out := out + 1;
}
} *)
\* BEGIN TRANSLATION (chksum(pcal) = "d3563f30" /\ chksum(tla) = "7b471e01")
VARIABLES arrived, global, shutdown, waiting, deque, done, out, ran, pc, r, 
          seen, victim, task, root, k

vars == << arrived, global, shutdown, waiting, deque, done, out, ran, pc, r, 
           seen, victim, task, root, k >>

ProcSet == {Main} \cup (Worker)

Init == (* Global variables *)
        /\ arrived = 0
        /\ global = <<>>
        /\ shutdown = FALSE
        /\ waiting = {}
        /\ deque = [w \in Worker |-> <<>>]
        /\ done = [t \in Task |-> FALSE]
        /\ out = 0
        /\ ran = [t \in Task |-> 0]
        (* Process main *)
        /\ r = 1
        (* Process worker *)
        /\ seen = [self \in Worker |-> 0]
        /\ victim = [self \in Worker |-> After(self)]
        /\ task = [self \in Worker |-> 0]
        /\ root = [self \in Worker |-> 0]
        /\ k = [self \in Worker |-> 0]
        /\ pc = [self \in ProcSet |-> CASE self = Main -> "MainArrive"
                                        [] self \in Worker -> "Arrive"]

MainArrive == /\ pc[Main] = "MainArrive"
              /\ arrived' = arrived + 1
              /\ pc' = [pc EXCEPT ![Main] = "MainStart"]
              /\ UNCHANGED << global, shutdown, waiting, deque, done, out, ran, 
                              r, seen, victim, task, root, k >>

MainStart == /\ pc[Main] = "MainStart"
             /\ arrived = Workers + 1 \/ Naive = "NoBarrier"
             /\ IF Naive = "SignalFirst"
                   THEN /\ pc' = [pc EXCEPT ![Main] = "SubmitSignal"]
                   ELSE /\ pc' = [pc EXCEPT ![Main] = "Submit"]
             /\ UNCHANGED << arrived, global, shutdown, waiting, deque, done, 
                             out, ran, r, seen, victim, task, root, k >>

Submit == /\ pc[Main] = "Submit"
          /\ global' = Append(global, r)
          /\ IF Naive = "SignalFirst"
                THEN /\ pc' = [pc EXCEPT ![Main] = "MainGet"]
                ELSE /\ pc' = [pc EXCEPT ![Main] = "SubmitSignal"]
          /\ UNCHANGED << arrived, shutdown, waiting, deque, done, out, ran, r, 
                          seen, victim, task, root, k >>

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
                /\ UNCHANGED << arrived, global, shutdown, deque, done, out, 
                                ran, seen, victim, task, root, k >>

MainGet == /\ pc[Main] = "MainGet"
           /\ done[r]
           /\ IF r < Roots
                 THEN /\ r' = r + 1
                      /\ pc' = [pc EXCEPT ![Main] = "MainGet"]
                 ELSE /\ r' = 1
                      /\ pc' = [pc EXCEPT ![Main] = "Shutdown"]
           /\ UNCHANGED << arrived, global, shutdown, waiting, deque, done, 
                           out, ran, seen, victim, task, root, k >>

Shutdown == /\ pc[Main] = "Shutdown"
            /\ shutdown' = TRUE
            /\ pc' = [pc EXCEPT ![Main] = "Broadcast"]
            /\ UNCHANGED << arrived, global, waiting, deque, done, out, ran, r, 
                            seen, victim, task, root, k >>

Broadcast == /\ pc[Main] = "Broadcast"
             /\ waiting' = {}
             /\ pc' = [pc EXCEPT ![Main] = "Join"]
             /\ UNCHANGED << arrived, global, shutdown, deque, done, out, ran, 
                             r, seen, victim, task, root, k >>

Join == /\ pc[Main] = "Join"
        /\ out = Workers
        /\ pc' = [pc EXCEPT ![Main] = "Done"]
        /\ UNCHANGED << arrived, global, shutdown, waiting, deque, done, out, 
                        ran, r, seen, victim, task, root, k >>

main == MainArrive \/ MainStart \/ Submit \/ SubmitSignal \/ MainGet
           \/ Shutdown \/ Broadcast \/ Join

Arrive(self) == /\ pc[self] = "Arrive"
                /\ arrived' = arrived + 1
                /\ pc' = [pc EXCEPT ![self] = "Start"]
                /\ UNCHANGED << global, shutdown, waiting, deque, done, out, 
                                ran, r, seen, victim, task, root, k >>

Start(self) == /\ pc[self] = "Start"
               /\ arrived = Workers + 1 \/ Naive = "NoBarrier"
               /\ pc' = [pc EXCEPT ![self] = "StealLook"]
               /\ UNCHANGED << arrived, global, shutdown, waiting, deque, done, 
                               out, ran, r, seen, victim, task, root, k >>

StealLook(self) == /\ pc[self] = "StealLook"
                   /\ IF deque[victim[self]] # <<>>
                         THEN /\ task' = [task EXCEPT ![self] = Head(deque[victim[self]])]
                              /\ deque' = [deque EXCEPT ![victim[self]] = Tail(deque[victim[self]])]
                              /\ seen' = [seen EXCEPT ![self] = 0]
                              /\ victim' = [victim EXCEPT ![self] = After(self)]
                              /\ pc' = [pc EXCEPT ![self] = "Finish"]
                         ELSE /\ IF victim[self] = After(self)
                                    THEN /\ seen' = [seen EXCEPT ![self] = CASE Naive = "GlobalFirst" -> Len(global)
                                                                             [] Naive = "ShutdownFirst" -> (IF shutdown THEN 1 ELSE 0)
                                                                             [] OTHER -> 0]
                                    ELSE /\ TRUE
                                         /\ seen' = seen
                              /\ IF After(victim[self]) # self
                                    THEN /\ victim' = [victim EXCEPT ![self] = After(victim[self])]
                                         /\ pc' = [pc EXCEPT ![self] = "StealLook"]
                                    ELSE /\ victim' = [victim EXCEPT ![self] = After(self)]
                                         /\ pc' = [pc EXCEPT ![self] = "TakeGlobal"]
                              /\ UNCHANGED << deque, task >>
                   /\ UNCHANGED << arrived, global, shutdown, waiting, done, 
                                   out, ran, r, root, k >>

TakeGlobal(self) == /\ pc[self] = "TakeGlobal"
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
                                     ELSE /\ seen' = [seen EXCEPT ![self] = 0]
                                          /\ waiting' = (waiting \cup {self})
                                          /\ IF Again = 0
                                                THEN /\ pc' = [pc EXCEPT ![self] = "AwaitWork"]
                                                ELSE /\ pc' = [pc EXCEPT ![self] = "LookAgain"]
                               /\ UNCHANGED << global, root >>
                    /\ UNCHANGED << arrived, shutdown, deque, done, out, ran, 
                                    r, victim, task, k >>

LookAgain(self) == /\ pc[self] = "LookAgain"
                   /\ IF deque[victim[self]] # <<>>
                         THEN /\ victim' = [victim EXCEPT ![self] = After(self)]
                              /\ pc' = [pc EXCEPT ![self] = "Retract"]
                         ELSE /\ IF After(victim[self]) # self
                                    THEN /\ victim' = [victim EXCEPT ![self] = After(victim[self])]
                                         /\ pc' = [pc EXCEPT ![self] = "LookAgain"]
                                    ELSE /\ victim' = [victim EXCEPT ![self] = After(self)]
                                         /\ pc' = [pc EXCEPT ![self] = "AwaitWork"]
                   /\ UNCHANGED << arrived, global, shutdown, waiting, deque, 
                                   done, out, ran, r, seen, task, root, k >>

Retract(self) == /\ pc[self] = "Retract"
                 /\ IF self \in waiting
                       THEN /\ waiting' = waiting \ {self}
                            /\ pc' = [pc EXCEPT ![self] = "StealLook"]
                       ELSE /\ IF Naive = "Swallows"
                                  THEN /\ pc' = [pc EXCEPT ![self] = "StealLook"]
                                  ELSE /\ pc' = [pc EXCEPT ![self] = "PassOn"]
                            /\ UNCHANGED waiting
                 /\ UNCHANGED << arrived, global, shutdown, deque, done, out, 
                                 ran, r, seen, victim, task, root, k >>

PassOn(self) == /\ pc[self] = "PassOn"
                /\ IF waiting # {}
                      THEN /\ \E w \in waiting:
                                waiting' = waiting \ {w}
                      ELSE /\ TRUE
                           /\ UNCHANGED waiting
                /\ pc' = [pc EXCEPT ![self] = "StealLook"]
                /\ UNCHANGED << arrived, global, shutdown, deque, done, out, 
                                ran, r, seen, victim, task, root, k >>

AwaitWork(self) == /\ pc[self] = "AwaitWork"
                   /\ self \notin waiting
                   /\ pc' = [pc EXCEPT ![self] = "StealLook"]
                   /\ UNCHANGED << arrived, global, shutdown, waiting, deque, 
                                   done, out, ran, r, seen, victim, task, root, 
                                   k >>

Fork(self) == /\ pc[self] = "Fork"
              /\ k' = [k EXCEPT ![self] = k[self] + 1]
              /\ deque' = [deque EXCEPT ![self] = Append(deque[self], Kid(root[self], k'[self]))]
              /\ pc' = [pc EXCEPT ![self] = "ForkSignal"]
              /\ UNCHANGED << arrived, global, shutdown, waiting, done, out, 
                              ran, r, seen, victim, task, root >>

ForkSignal(self) == /\ pc[self] = "ForkSignal"
                    /\ IF waiting # {}
                          THEN /\ \E w \in waiting:
                                    waiting' = waiting \ {w}
                          ELSE /\ TRUE
                               /\ UNCHANGED waiting
                    /\ IF k[self] < Kids
                          THEN /\ pc' = [pc EXCEPT ![self] = "Fork"]
                          ELSE /\ pc' = [pc EXCEPT ![self] = "Get"]
                    /\ UNCHANGED << arrived, global, shutdown, deque, done, 
                                    out, ran, r, seen, victim, task, root, k >>

Get(self) == /\ pc[self] = "Get"
             /\ IF In(deque[self], Kid(root[self], k[self]))
                   THEN /\ deque' = [deque EXCEPT ![self] = Without(deque[self], Kid(root[self], k[self]))]
                        /\ task' = [task EXCEPT ![self] = Kid(root[self], k[self])]
                        /\ pc' = [pc EXCEPT ![self] = "Finish"]
                   ELSE /\ pc' = [pc EXCEPT ![self] = "AwaitFuture"]
                        /\ UNCHANGED << deque, task >>
             /\ UNCHANGED << arrived, global, shutdown, waiting, done, out, 
                             ran, r, seen, victim, root, k >>

AwaitFuture(self) == /\ pc[self] = "AwaitFuture"
                     /\ done[Kid(root[self], k[self])]
                     /\ k' = [k EXCEPT ![self] = k[self] - 1]
                     /\ IF k'[self] > 0
                           THEN /\ pc' = [pc EXCEPT ![self] = "Get"]
                                /\ task' = task
                           ELSE /\ task' = [task EXCEPT ![self] = root[self]]
                                /\ pc' = [pc EXCEPT ![self] = "Finish"]
                     /\ UNCHANGED << arrived, global, shutdown, waiting, deque, 
                                     done, out, ran, r, seen, victim, root >>

Finish(self) == /\ pc[self] = "Finish"
                /\ ran' = [ran EXCEPT ![task[self]] = ran[task[self]] + 1]
                /\ done' = [done EXCEPT ![task[self]] = TRUE]
                /\ IF root[self] # 0 /\ task[self] # root[self]
                      THEN /\ k' = [k EXCEPT ![self] = k[self] - 1]
                           /\ IF k'[self] > 0
                                 THEN /\ task' = [task EXCEPT ![self] = 0]
                                      /\ pc' = [pc EXCEPT ![self] = "Get"]
                                 ELSE /\ task' = [task EXCEPT ![self] = root[self]]
                                      /\ pc' = [pc EXCEPT ![self] = "Finish"]
                           /\ root' = root
                      ELSE /\ task' = [task EXCEPT ![self] = 0]
                           /\ root' = [root EXCEPT ![self] = 0]
                           /\ pc' = [pc EXCEPT ![self] = "StealLook"]
                           /\ k' = k
                /\ UNCHANGED << arrived, global, shutdown, waiting, deque, out, 
                                r, seen, victim >>

Leave(self) == /\ pc[self] = "Leave"
               /\ out' = out + 1
               /\ pc' = [pc EXCEPT ![self] = "Done"]
               /\ UNCHANGED << arrived, global, shutdown, waiting, deque, done, 
                               ran, r, seen, victim, task, root, k >>

worker(self) == Arrive(self) \/ Start(self) \/ StealLook(self)
                   \/ TakeGlobal(self) \/ LookAgain(self) \/ Retract(self)
                   \/ PassOn(self) \/ AwaitWork(self) \/ Fork(self)
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
