----------------------------- MODULE WSPoolWait -----------------------------
(***************************************************************************)
(* This module says how threads wait in WSPool, a pool in Java that its    *)
(* authors describe in words. Its code is pool/classic/wspool.go and       *)
(* task.go. A label is one shared access there, with the private work up   *)
(* to the next access. The line of the access bears the name of the label. *)
(* BeginIdle is no access.                                                 *)
(*                                                                         *)
(* Process 0 is the main thread. It invokes the root, task 1, joins it,    *)
(* and shuts the pool down. Processes 1..Workers are workers. The worker   *)
(* that runs the root forks the tasks 2..1+Forks and joins them, the       *)
(* newest first. The main thread and the workers push, signal, and join by *)
(* the same lines, so they share one process of PlusCal.                   *)
(*                                                                         *)
(* Names: wait4work is the set of threads that wait on the condition of    *)
(* that name, and lock is its lock. queue, status, permit and stop are     *)
(* those of the code. head[t] is the list of threads that wait for task t. *)
(* Each node is new, so equal pointers are equal lists. The queues have a  *)
(* module of their own, so each operation is one step. A joiner claims a   *)
(* task first, and then removes it from its own queue. A worker that polls *)
(* the task in between fails to claim it, and goes on.                     *)
(*                                                                         *)
(* Where the description is silent, we read it like this. A task is        *)
(* pushed, at the end, before the signal. shutdown stores a flag and       *)
(* signals all threads. The thread that completes a task stores the status *)
(* before it reads the list. There are no spurious wake-ups: they would    *)
(* only make a thread look once more. A thread that wakes does not take    *)
(* the lock again, since it uses nothing that the lock guards.             *)
(*                                                                         *)
(* Two claims of the description do not hold (MCWSPoolWait). A worker that *)
(* finds nothing waits: it does not see a task that is pushed in between,  *)
(* and the signal is lost (AsDescribed). A joiner enters itself in the     *)
(* list and then parks: the task may have been completed in between        *)
(* (ParksAtOnce). Here the worker looks again, at the queues and at stop,  *)
(* while it has the lock. The joiner reads the status again after it is in *)
(* the list. With these corrections, both claims hold.                     *)
(*                                                                         *)
(* A third correction of the code has no step here. A joiner helps only    *)
(* with tasks that the joining task has forked. In this module only the    *)
(* root comes from outside, and only the root forks, so each task that the *)
(* joiner can find in its own queue is such a fork, or already claimed.    *)
(* wspoolJoinsAcross in pool/classic/sched_parts_test.go has a task from   *)
(* outside that joins another one; the scheduler tries all its schedules.  *)
(*                                                                         *)
(* Signal is a section of lock, since wait4work is only used under the     *)
(* lock.                                                                   *)
(***************************************************************************)
EXTENDS Naturals, Sequences

CONSTANTS
  Workers,   \* the number of workers: 1, 2, ...
  Forks,     \* the number of tasks that the root forks: 1, 2, ...
  Naive      \* "" or the fault of a Naive configuration

Main == 0
Root == 1
Task == 1..(1 + Forks)

\* The k-th queue that a worker scans: its own, and then the others'.
Nth(w, k) == 1 + ((w - 1 + k) % Workers)

Front(s) == SubSeq(s, 1, Len(s) - 1)
Last(s) == s[Len(s)]

(* --algorithm WSPoolWait {
variables
  queue = [w \in 1..Workers |-> <<>>];
  status = [i \in Task |-> "new"];
  head = [i \in Task |-> <<>>];            \* the newest waiter is the last
  permit = [p \in 0..Workers |-> FALSE];
  lock = FALSE;
  wait4work = {};
  stop = FALSE;
  \* For the properties only:
  ran = [i \in Task |-> 0];                \* how often each was computed

\* The task t has been computed.
macro End() { if (Naive = "StatusLast") goto ReadWaiters; else goto Complete; }

\* The task j has been joined.
macro Joined() {
  if (self = Main) { j := 0; goto Stop; }
  else if (j > Root + 1) { j := j - 1; goto JoinClaim; }
  else { j := 0; t := Root; End(); }
}

\* Go on to the next task, or back to the one that is joined.
macro Next() { if (j # 0) goto JoinLook; else goto ReadStop; }

\* The waiters of the task t have been woken.
macro Ended() {
  if (Naive = "StatusLast") goto Complete;
  else { t := 0; Next(); }
}

fair process (thread \in 0..Workers)
variables
  t = 0;       \* the task that it has polled, or completes
  j = 0;       \* the task that it joins
  sent = 0;    \* how often it has pushed, or stopped the pool
  n = 0;       \* where its scan is
  h = <<>>;    \* the list that it has read
{
BeginIdle:
  if (self = Main) goto Push; else goto ReadStop;

\* submit, invoke and fork
Push:
  if (self = Main) {
    with (w \in 1..Workers) { queue[w] := Append(queue[w], Root); };
  } else queue[self] := Append(queue[self], Root + sent + 1);
  sent := sent + 1;
Signal:
  await ~lock;
  wait4work := {};
  if (self = Main) {
    if (sent = 1) { j := Root; goto JoinLook; } else goto Done;
  } else if (sent < Forks) goto Push;
  else { j := Root + sent; sent := 0; goto JoinClaim; };

\* A worker
ReadStop:
  if (stop) goto Done;
Scan:
  if (queue[Nth(self, n)] # <<>>) {
    if (n = 0) { t := Head(queue[self]); queue[self] := Tail(queue[self]); }
    else {
      t := Last(queue[Nth(self, n)]);
      queue[Nth(self, n)] := Front(queue[Nth(self, n)]);
    };
    n := 0;
    goto Claim;
  } else if (n < Workers - 1) { n := n + 1; goto Scan; }
  else { n := 0; goto WaitLock; };
Claim:
  if (status[t] = "new") {
    status[t] := "running";
    if (t = Root) { t := 0; goto Push; } else End();
  } else { t := 0; Next(); };

WaitLock:
  await ~lock;
  lock := TRUE;
  if (Naive = "AsDescribed") goto Wait;
RecheckQueue:
  if (queue[Nth(self, n)] # <<>>) { n := 0; goto Unlock; }
  else if (n < Workers - 1) { n := n + 1; goto RecheckQueue; }
  else { n := 0; if (Naive = "NoStopRecheck") goto Wait; };
RecheckStop:
  if (stop) goto Unlock;
Wait:
  wait4work := wait4work \cup {self};
  lock := FALSE;
Awake:
  await self \notin wait4work;
  goto ReadStop;
Unlock:
  lock := FALSE;
  goto ReadStop;

\* The end of a task
Complete:
  status[t] := "complete";
  ran[t] := ran[t] + 1;
  if (Naive = "StatusLast") { t := 0; Next(); };
ReadWaiters:
  h := head[t];
  if (h = <<>>) Ended();
Unpark:
  permit[Last(h)] := TRUE;
  h := Front(h);
  if (h # <<>>) goto Unpark; else Ended();

\* join
JoinClaim:
  if (status[j] = "new") {
    status[j] := "running";
    t := j;
  } else goto JoinLook;
Remove:
  queue[self] := SelectSeq(queue[self], LAMBDA i : i # j);
  End();
JoinLook:
  if (status[j] = "complete") Joined();
  else if (self = Main) goto ReadHead;
Help:
  if (queue[self] # <<>>) {
    t := Last(queue[self]);
    queue[self] := Front(queue[self]);
    goto Claim;
  };
ReadHead:
  h := head[j];
CasHead:
  if (head[j] = h) {
    head[j] := Append(h, self);
    h := <<>>;
    if (Naive = "ParksAtOnce") goto Park;
  } else { h := <<>>; goto ReadHead; };
LookAgain:
  if (status[j] = "complete") Joined();
Park:
  await permit[self];
  permit[self] := FALSE;
  goto LookAgain;

\* shutdown
Stop:
  stop := TRUE;
  sent := sent + 1;
  goto Signal;
}
} *)
\* BEGIN TRANSLATION (chksum(pcal) = "5d715c57" /\ chksum(tla) = "ad6ecb3d")
VARIABLES queue, status, head, permit, lock, wait4work, stop, ran, pc, t, j, 
          sent, n, h

vars == << queue, status, head, permit, lock, wait4work, stop, ran, pc, t, j, 
           sent, n, h >>

ProcSet == (0..Workers)

Init == (* Global variables *)
        /\ queue = [w \in 1..Workers |-> <<>>]
        /\ status = [i \in Task |-> "new"]
        /\ head = [i \in Task |-> <<>>]
        /\ permit = [p \in 0..Workers |-> FALSE]
        /\ lock = FALSE
        /\ wait4work = {}
        /\ stop = FALSE
        /\ ran = [i \in Task |-> 0]
        (* Process thread *)
        /\ t = [self \in 0..Workers |-> 0]
        /\ j = [self \in 0..Workers |-> 0]
        /\ sent = [self \in 0..Workers |-> 0]
        /\ n = [self \in 0..Workers |-> 0]
        /\ h = [self \in 0..Workers |-> <<>>]
        /\ pc = [self \in ProcSet |-> "BeginIdle"]

BeginIdle(self) == /\ pc[self] = "BeginIdle"
                   /\ IF self = Main
                         THEN /\ pc' = [pc EXCEPT ![self] = "Push"]
                         ELSE /\ pc' = [pc EXCEPT ![self] = "ReadStop"]
                   /\ UNCHANGED << queue, status, head, permit, lock, 
                                   wait4work, stop, ran, t, j, sent, n, h >>

Push(self) == /\ pc[self] = "Push"
              /\ IF self = Main
                    THEN /\ \E w \in 1..Workers:
                              queue' = [queue EXCEPT ![w] = Append(queue[w], Root)]
                    ELSE /\ queue' = [queue EXCEPT ![self] = Append(queue[self], Root + sent[self] + 1)]
              /\ sent' = [sent EXCEPT ![self] = sent[self] + 1]
              /\ pc' = [pc EXCEPT ![self] = "Signal"]
              /\ UNCHANGED << status, head, permit, lock, wait4work, stop, ran, 
                              t, j, n, h >>

Signal(self) == /\ pc[self] = "Signal"
                /\ ~lock
                /\ wait4work' = {}
                /\ IF self = Main
                      THEN /\ IF sent[self] = 1
                                 THEN /\ j' = [j EXCEPT ![self] = Root]
                                      /\ pc' = [pc EXCEPT ![self] = "JoinLook"]
                                 ELSE /\ pc' = [pc EXCEPT ![self] = "Done"]
                                      /\ j' = j
                           /\ sent' = sent
                      ELSE /\ IF sent[self] < Forks
                                 THEN /\ pc' = [pc EXCEPT ![self] = "Push"]
                                      /\ UNCHANGED << j, sent >>
                                 ELSE /\ j' = [j EXCEPT ![self] = Root + sent[self]]
                                      /\ sent' = [sent EXCEPT ![self] = 0]
                                      /\ pc' = [pc EXCEPT ![self] = "JoinClaim"]
                /\ UNCHANGED << queue, status, head, permit, lock, stop, ran, 
                                t, n, h >>

ReadStop(self) == /\ pc[self] = "ReadStop"
                  /\ IF stop
                        THEN /\ pc' = [pc EXCEPT ![self] = "Done"]
                        ELSE /\ pc' = [pc EXCEPT ![self] = "Scan"]
                  /\ UNCHANGED << queue, status, head, permit, lock, wait4work, 
                                  stop, ran, t, j, sent, n, h >>

Scan(self) == /\ pc[self] = "Scan"
              /\ IF queue[Nth(self, n[self])] # <<>>
                    THEN /\ IF n[self] = 0
                               THEN /\ t' = [t EXCEPT ![self] = Head(queue[self])]
                                    /\ queue' = [queue EXCEPT ![self] = Tail(queue[self])]
                               ELSE /\ t' = [t EXCEPT ![self] = Last(queue[Nth(self, n[self])])]
                                    /\ queue' = [queue EXCEPT ![Nth(self, n[self])] = Front(queue[Nth(self, n[self])])]
                         /\ n' = [n EXCEPT ![self] = 0]
                         /\ pc' = [pc EXCEPT ![self] = "Claim"]
                    ELSE /\ IF n[self] < Workers - 1
                               THEN /\ n' = [n EXCEPT ![self] = n[self] + 1]
                                    /\ pc' = [pc EXCEPT ![self] = "Scan"]
                               ELSE /\ n' = [n EXCEPT ![self] = 0]
                                    /\ pc' = [pc EXCEPT ![self] = "WaitLock"]
                         /\ UNCHANGED << queue, t >>
              /\ UNCHANGED << status, head, permit, lock, wait4work, stop, ran, 
                              j, sent, h >>

Claim(self) == /\ pc[self] = "Claim"
               /\ IF status[t[self]] = "new"
                     THEN /\ status' = [status EXCEPT ![t[self]] = "running"]
                          /\ IF t[self] = Root
                                THEN /\ t' = [t EXCEPT ![self] = 0]
                                     /\ pc' = [pc EXCEPT ![self] = "Push"]
                                ELSE /\ IF Naive = "StatusLast"
                                           THEN /\ pc' = [pc EXCEPT ![self] = "ReadWaiters"]
                                           ELSE /\ pc' = [pc EXCEPT ![self] = "Complete"]
                                     /\ t' = t
                     ELSE /\ t' = [t EXCEPT ![self] = 0]
                          /\ IF j[self] # 0
                                THEN /\ pc' = [pc EXCEPT ![self] = "JoinLook"]
                                ELSE /\ pc' = [pc EXCEPT ![self] = "ReadStop"]
                          /\ UNCHANGED status
               /\ UNCHANGED << queue, head, permit, lock, wait4work, stop, ran, 
                               j, sent, n, h >>

WaitLock(self) == /\ pc[self] = "WaitLock"
                  /\ ~lock
                  /\ lock' = TRUE
                  /\ IF Naive = "AsDescribed"
                        THEN /\ pc' = [pc EXCEPT ![self] = "Wait"]
                        ELSE /\ pc' = [pc EXCEPT ![self] = "RecheckQueue"]
                  /\ UNCHANGED << queue, status, head, permit, wait4work, stop, 
                                  ran, t, j, sent, n, h >>

RecheckQueue(self) == /\ pc[self] = "RecheckQueue"
                      /\ IF queue[Nth(self, n[self])] # <<>>
                            THEN /\ n' = [n EXCEPT ![self] = 0]
                                 /\ pc' = [pc EXCEPT ![self] = "Unlock"]
                            ELSE /\ IF n[self] < Workers - 1
                                       THEN /\ n' = [n EXCEPT ![self] = n[self] + 1]
                                            /\ pc' = [pc EXCEPT ![self] = "RecheckQueue"]
                                       ELSE /\ n' = [n EXCEPT ![self] = 0]
                                            /\ IF Naive = "NoStopRecheck"
                                                  THEN /\ pc' = [pc EXCEPT ![self] = "Wait"]
                                                  ELSE /\ pc' = [pc EXCEPT ![self] = "RecheckStop"]
                      /\ UNCHANGED << queue, status, head, permit, lock, 
                                      wait4work, stop, ran, t, j, sent, h >>

RecheckStop(self) == /\ pc[self] = "RecheckStop"
                     /\ IF stop
                           THEN /\ pc' = [pc EXCEPT ![self] = "Unlock"]
                           ELSE /\ pc' = [pc EXCEPT ![self] = "Wait"]
                     /\ UNCHANGED << queue, status, head, permit, lock, 
                                     wait4work, stop, ran, t, j, sent, n, h >>

Wait(self) == /\ pc[self] = "Wait"
              /\ wait4work' = (wait4work \cup {self})
              /\ lock' = FALSE
              /\ pc' = [pc EXCEPT ![self] = "Awake"]
              /\ UNCHANGED << queue, status, head, permit, stop, ran, t, j, 
                              sent, n, h >>

Awake(self) == /\ pc[self] = "Awake"
               /\ self \notin wait4work
               /\ pc' = [pc EXCEPT ![self] = "ReadStop"]
               /\ UNCHANGED << queue, status, head, permit, lock, wait4work, 
                               stop, ran, t, j, sent, n, h >>

Unlock(self) == /\ pc[self] = "Unlock"
                /\ lock' = FALSE
                /\ pc' = [pc EXCEPT ![self] = "ReadStop"]
                /\ UNCHANGED << queue, status, head, permit, wait4work, stop, 
                                ran, t, j, sent, n, h >>

Complete(self) == /\ pc[self] = "Complete"
                  /\ status' = [status EXCEPT ![t[self]] = "complete"]
                  /\ ran' = [ran EXCEPT ![t[self]] = ran[t[self]] + 1]
                  /\ IF Naive = "StatusLast"
                        THEN /\ t' = [t EXCEPT ![self] = 0]
                             /\ IF j[self] # 0
                                   THEN /\ pc' = [pc EXCEPT ![self] = "JoinLook"]
                                   ELSE /\ pc' = [pc EXCEPT ![self] = "ReadStop"]
                        ELSE /\ pc' = [pc EXCEPT ![self] = "ReadWaiters"]
                             /\ t' = t
                  /\ UNCHANGED << queue, head, permit, lock, wait4work, stop, 
                                  j, sent, n, h >>

ReadWaiters(self) == /\ pc[self] = "ReadWaiters"
                     /\ h' = [h EXCEPT ![self] = head[t[self]]]
                     /\ IF h'[self] = <<>>
                           THEN /\ IF Naive = "StatusLast"
                                      THEN /\ pc' = [pc EXCEPT ![self] = "Complete"]
                                           /\ t' = t
                                      ELSE /\ t' = [t EXCEPT ![self] = 0]
                                           /\ IF j[self] # 0
                                                 THEN /\ pc' = [pc EXCEPT ![self] = "JoinLook"]
                                                 ELSE /\ pc' = [pc EXCEPT ![self] = "ReadStop"]
                           ELSE /\ pc' = [pc EXCEPT ![self] = "Unpark"]
                                /\ t' = t
                     /\ UNCHANGED << queue, status, head, permit, lock, 
                                     wait4work, stop, ran, j, sent, n >>

Unpark(self) == /\ pc[self] = "Unpark"
                /\ permit' = [permit EXCEPT ![Last(h[self])] = TRUE]
                /\ h' = [h EXCEPT ![self] = Front(h[self])]
                /\ IF h'[self] # <<>>
                      THEN /\ pc' = [pc EXCEPT ![self] = "Unpark"]
                           /\ t' = t
                      ELSE /\ IF Naive = "StatusLast"
                                 THEN /\ pc' = [pc EXCEPT ![self] = "Complete"]
                                      /\ t' = t
                                 ELSE /\ t' = [t EXCEPT ![self] = 0]
                                      /\ IF j[self] # 0
                                            THEN /\ pc' = [pc EXCEPT ![self] = "JoinLook"]
                                            ELSE /\ pc' = [pc EXCEPT ![self] = "ReadStop"]
                /\ UNCHANGED << queue, status, head, lock, wait4work, stop, 
                                ran, j, sent, n >>

JoinClaim(self) == /\ pc[self] = "JoinClaim"
                   /\ IF status[j[self]] = "new"
                         THEN /\ status' = [status EXCEPT ![j[self]] = "running"]
                              /\ t' = [t EXCEPT ![self] = j[self]]
                              /\ pc' = [pc EXCEPT ![self] = "Remove"]
                         ELSE /\ pc' = [pc EXCEPT ![self] = "JoinLook"]
                              /\ UNCHANGED << status, t >>
                   /\ UNCHANGED << queue, head, permit, lock, wait4work, stop, 
                                   ran, j, sent, n, h >>

Remove(self) == /\ pc[self] = "Remove"
                /\ queue' = [queue EXCEPT ![self] = SelectSeq(queue[self], LAMBDA i : i # j[self])]
                /\ IF Naive = "StatusLast"
                      THEN /\ pc' = [pc EXCEPT ![self] = "ReadWaiters"]
                      ELSE /\ pc' = [pc EXCEPT ![self] = "Complete"]
                /\ UNCHANGED << status, head, permit, lock, wait4work, stop, 
                                ran, t, j, sent, n, h >>

JoinLook(self) == /\ pc[self] = "JoinLook"
                  /\ IF status[j[self]] = "complete"
                        THEN /\ IF self = Main
                                   THEN /\ j' = [j EXCEPT ![self] = 0]
                                        /\ pc' = [pc EXCEPT ![self] = "Stop"]
                                        /\ t' = t
                                   ELSE /\ IF j[self] > Root + 1
                                              THEN /\ j' = [j EXCEPT ![self] = j[self] - 1]
                                                   /\ pc' = [pc EXCEPT ![self] = "JoinClaim"]
                                                   /\ t' = t
                                              ELSE /\ j' = [j EXCEPT ![self] = 0]
                                                   /\ t' = [t EXCEPT ![self] = Root]
                                                   /\ IF Naive = "StatusLast"
                                                         THEN /\ pc' = [pc EXCEPT ![self] = "ReadWaiters"]
                                                         ELSE /\ pc' = [pc EXCEPT ![self] = "Complete"]
                        ELSE /\ IF self = Main
                                   THEN /\ pc' = [pc EXCEPT ![self] = "ReadHead"]
                                   ELSE /\ pc' = [pc EXCEPT ![self] = "Help"]
                             /\ UNCHANGED << t, j >>
                  /\ UNCHANGED << queue, status, head, permit, lock, wait4work, 
                                  stop, ran, sent, n, h >>

Help(self) == /\ pc[self] = "Help"
              /\ IF queue[self] # <<>>
                    THEN /\ t' = [t EXCEPT ![self] = Last(queue[self])]
                         /\ queue' = [queue EXCEPT ![self] = Front(queue[self])]
                         /\ pc' = [pc EXCEPT ![self] = "Claim"]
                    ELSE /\ pc' = [pc EXCEPT ![self] = "ReadHead"]
                         /\ UNCHANGED << queue, t >>
              /\ UNCHANGED << status, head, permit, lock, wait4work, stop, ran, 
                              j, sent, n, h >>

ReadHead(self) == /\ pc[self] = "ReadHead"
                  /\ h' = [h EXCEPT ![self] = head[j[self]]]
                  /\ pc' = [pc EXCEPT ![self] = "CasHead"]
                  /\ UNCHANGED << queue, status, head, permit, lock, wait4work, 
                                  stop, ran, t, j, sent, n >>

CasHead(self) == /\ pc[self] = "CasHead"
                 /\ IF head[j[self]] = h[self]
                       THEN /\ head' = [head EXCEPT ![j[self]] = Append(h[self], self)]
                            /\ h' = [h EXCEPT ![self] = <<>>]
                            /\ IF Naive = "ParksAtOnce"
                                  THEN /\ pc' = [pc EXCEPT ![self] = "Park"]
                                  ELSE /\ pc' = [pc EXCEPT ![self] = "LookAgain"]
                       ELSE /\ h' = [h EXCEPT ![self] = <<>>]
                            /\ pc' = [pc EXCEPT ![self] = "ReadHead"]
                            /\ head' = head
                 /\ UNCHANGED << queue, status, permit, lock, wait4work, stop, 
                                 ran, t, j, sent, n >>

LookAgain(self) == /\ pc[self] = "LookAgain"
                   /\ IF status[j[self]] = "complete"
                         THEN /\ IF self = Main
                                    THEN /\ j' = [j EXCEPT ![self] = 0]
                                         /\ pc' = [pc EXCEPT ![self] = "Stop"]
                                         /\ t' = t
                                    ELSE /\ IF j[self] > Root + 1
                                               THEN /\ j' = [j EXCEPT ![self] = j[self] - 1]
                                                    /\ pc' = [pc EXCEPT ![self] = "JoinClaim"]
                                                    /\ t' = t
                                               ELSE /\ j' = [j EXCEPT ![self] = 0]
                                                    /\ t' = [t EXCEPT ![self] = Root]
                                                    /\ IF Naive = "StatusLast"
                                                          THEN /\ pc' = [pc EXCEPT ![self] = "ReadWaiters"]
                                                          ELSE /\ pc' = [pc EXCEPT ![self] = "Complete"]
                         ELSE /\ pc' = [pc EXCEPT ![self] = "Park"]
                              /\ UNCHANGED << t, j >>
                   /\ UNCHANGED << queue, status, head, permit, lock, 
                                   wait4work, stop, ran, sent, n, h >>

Park(self) == /\ pc[self] = "Park"
              /\ permit[self]
              /\ permit' = [permit EXCEPT ![self] = FALSE]
              /\ pc' = [pc EXCEPT ![self] = "LookAgain"]
              /\ UNCHANGED << queue, status, head, lock, wait4work, stop, ran, 
                              t, j, sent, n, h >>

Stop(self) == /\ pc[self] = "Stop"
              /\ stop' = TRUE
              /\ sent' = [sent EXCEPT ![self] = sent[self] + 1]
              /\ pc' = [pc EXCEPT ![self] = "Signal"]
              /\ UNCHANGED << queue, status, head, permit, lock, wait4work, 
                              ran, t, j, n, h >>

thread(self) == BeginIdle(self) \/ Push(self) \/ Signal(self)
                   \/ ReadStop(self) \/ Scan(self) \/ Claim(self)
                   \/ WaitLock(self) \/ RecheckQueue(self)
                   \/ RecheckStop(self) \/ Wait(self) \/ Awake(self)
                   \/ Unlock(self) \/ Complete(self) \/ ReadWaiters(self)
                   \/ Unpark(self) \/ JoinClaim(self) \/ Remove(self)
                   \/ JoinLook(self) \/ Help(self) \/ ReadHead(self)
                   \/ CasHead(self) \/ LookAgain(self) \/ Park(self)
                   \/ Stop(self)

(* Allow infinite stuttering to prevent deadlock on termination. *)
Terminating == /\ \A self \in ProcSet: pc[self] = "Done"
               /\ UNCHANGED vars

Next == (\E self \in 0..Workers: thread(self))
           \/ Terminating

Spec == /\ Init /\ [][Next]_vars
        /\ \A self \in 0..Workers : WF_vars(thread(self))

Termination == <>(\A self \in ProcSet: pc[self] = "Done")

\* END TRANSLATION 
=============================================================================
