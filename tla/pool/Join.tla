-------------------------------- MODULE Join --------------------------------
(***************************************************************************)
(* How the tasks of a fork-join pool are claimed, awaited, cancelled and   *)
(* completed: the design of pool/task.go. A label is one shared access of  *)
(* that file, together with the private work up to the next one. BodyIdle  *)
(* alone is no access: there a task's own code chooses to fork, to wait    *)
(* for its children, or to panic.                                          *)
(*                                                                         *)
(* Names: status, outcome and waiters are fields of a task, each one word. *)
(* status says who runs the task, so a waiter knows at once whose deque to *)
(* help with. waiters is a list with the latest first, or Closed; it only  *)
(* grows until it is closed, so a CAS that finds the head has found the    *)
(* list. cancelled is the scope's: the task that panicked first. permit is *)
(* a process's parker. deque[w] is worker w's with its newest item last,   *)
(* deque[0] the injector; an operation of them is one step, because they   *)
(* have modules of their own.                                              *)
(*                                                                         *)
(* A worker keeps the tasks that wait for others on its stack. It awaits   *)
(* Joins(task)[count], newest first. Find is the bottom of that stack. In  *)
(* the pool it is a sweep of all deques, and Park is how it sleeps.        *)
(*                                                                         *)
(* Who wants a task may claim it wherever it is queued. Its entry stays    *)
(* there: who takes it later cannot claim it, and goes on.                 *)
(*                                                                         *)
(* That a parent has read the outcome does not mean that the worker who    *)
(* ran the task is done with it: it still has to close the list. So a task *)
(* may be used again only after CloseList, which is the last access to it. *)
(*                                                                         *)
(* With trees nobody waits for ever: MCJoin says why at NoCycle. With      *)
(* futures somebody may, if workers that wait help: one takes a task that  *)
(* waits for what lies below on its own stack. Who waits for a future may  *)
(* claim it, and no more.                                                  *)
(*                                                                         *)
(* What must hold, and the configurations, are in MCJoin.                  *)
(***************************************************************************)
EXTENDS Naturals, Sequences

CONSTANTS
  Workers,    \* 1, 2, ...
  Outsiders,  \* who wait for the first task, and run none: 0, 1, ...
  Shape,      \* which tasks there are, see below
  Panics,     \* may tasks panic?
  Nudges,     \* how often a worker is woken for no reason
  Patient,    \* do outsiders wait to the end?
  Help,       \* what a worker does that waits: "all" it can find, "claim" what
              \* it waits for, or "none"
  Naive       \* "" or the fault of a Naive configuration

\* Which tasks each task forks, in this order. Tasks are 1, 2, ...
Kids == CASE Shape = 1 -> << <<2, 3>>, <<>>, <<>> >>
          [] Shape = 2 -> << <<2, 3>>, <<4>>, <<>>, <<>> >>
          [] Shape = 3 -> << <<2, 3>>, <<>>, <<4, 5>>, <<>>, <<>> >>
          [] Shape = 4 -> << <<3>>, <<>>, <<>> >>
          [] Shape = 5 -> << <<3>>, <<4>>, <<>>, <<>> >>
          [] Shape = 6 -> << <<2, 3>>, <<>>, <<>> >>
          [] Shape = 7 -> << <<3, 4>>, <<>>, <<>>, <<>> >>

\* For which it waits, the last one first: for the newest child, mostly. In shapes
\* 6 and 7 for the oldest; in 4 and 7 task 2 waits for task 1, which is a future.
Joins(t) == CASE Shape = 6 /\ t = 1 -> <<3, 2>>
              [] Shape = 7 /\ t = 1 -> <<4, 3>>
              [] Shape \in {4, 7} /\ t = 2 -> <<1>>
              [] OTHER -> Kids[t]
Roots == IF Shape \in {4, 5, 7} THEN <<1, 2>> ELSE <<1>>

\* With n children forked: those are the first n that it waits for, as it must if it
\* panics now.
MayPanic(t, n) == Panics /\ \A i \in 1..n : \E j \in 1..n : Joins(t)[i] = Kids[t][j]

Task == 1..Len(Kids)
Worker == 1..Workers
Outsider == (Workers + 1)..(Workers + Outsiders)

\* A status, or the worker that runs the task.
NotStarted == 0
Completed == Workers + 1

Closed == <<0>>                \* nobody's list
Outside == Len(Kids) + 1       \* cancelled by no task

Last(q) == q[Len(q)]
Front(q) == SubSeq(q, 1, Len(q) - 1)

\* The next deque to look into, from v on, but two; or Workers + 1.
NextOf(v, w, thief) ==
  LET rest == {u \in v..Workers : u # w /\ u # thief}
  IN IF rest = {} THEN Workers + 1 ELSE CHOOSE u \in rest : \A x \in rest : u <= x

(* --algorithm Join {
variables
  status = [t \in Task |-> NotStarted];
  outcome = [t \in Task |-> "none"];           \* plain
  waiters = [t \in Task |-> <<>>];
  cancelled = 0;
  permit = [p \in Worker \cup Outsider |-> FALSE];
  deque = [v \in 0..Workers |-> IF v = 0 THEN Roots ELSE <<>>];
  \* For the properties only: how often each was run, and dropped.
  ran = [t \in Task |-> 0];
  dropped = [t \in Task |-> 0];

macro Finish() {
  if (Naive = "CompletesLast") goto CloseList;
  else if (Naive = "OutcomeLast") goto Complete;
  else goto WriteOutcome;
}

\* The frame's next child, newest first.
macro Next() { if (count = 0) Finish(); else goto Look; }

macro Sleep() { if (listed) goto Park; else goto ReadHead; }

macro Return() {
  if (stack = <<>>) {
    task := 0; result := "ok"; listed := FALSE;
    goto Find;
  } else {
    task := Last(stack).task; count := Last(stack).count;
    result := Last(stack).result; listed := Last(stack).listed;
    stack := Front(stack);
    goto Look;
  }
}

fair process (worker \in Worker)
variables
  stack = <<>>;      \* frames that wait below this one
  task = 0; count = 0; result = "ok";
  listed = FALSE;    \* its waiter is in the list of the task it waits for
  got = 0;           \* from a deque
  thief = 0; source = 0; seen = <<>>; wake = <<>>; nudged = 0;
{
Find:
  either {
    with (v \in 0..Workers) {
      await deque[v] # <<>>;
      if (v = self) { got := Last(deque[v]); deque[v] := Front(deque[v]); }
      else { got := Head(deque[v]); deque[v] := Tail(deque[v]); };
    };
    goto Claim;
  } or {
    await \A r \in 1..Len(Roots) : status[Roots[r]] = Completed;
    goto Done;
  };

Claim:
  if (status[got] = NotStarted \/ Naive = "NoClaim") {
    status[got] := self;
    if (task # 0) {
      stack := Append(stack, [task |-> task, count |-> count, result |-> result, listed |-> listed]);
    };
    task := got; count := 0; result := "ok"; listed := FALSE; got := 0;
    goto ReadCancel;
  } else {
    got := 0;
    if (task = 0) goto Find; else goto Look;
  };
ReadCancel:
  if (cancelled # 0 /\ Naive # "RunsCancelled") {
    dropped[task] := dropped[task] + 1;
    result := "cancelled";
    Finish();
  } else {
    ran[task] := ran[task] + 1;
    goto BodyIdle;
  };
BodyIdle:
  either {
    if (count < Len(Kids[task])) goto Fork;
    else { count := Len(Joins(task)); Next(); }
  } or {
    await MayPanic(task, count);
    result := "panic";
    goto Cancel;
  };
Fork:
  deque[self] := Append(deque[self], Kids[task][count + 1]);
  count := count + 1;
  goto BodyIdle;
Cancel:
  if (cancelled = 0) cancelled := task;
  Next();

\* Waiting for a task
Look:
  with (s = status[Joins(task)[count]]) {
    if (s = Completed) goto ReadOutcome;
    else if (s = NotStarted /\ Help # "none") { got := Joins(task)[count]; goto Claim; }
    else if (Help = "all") { thief := s; goto HelpOwn; }
    else Sleep();
  };
ReadOutcome:
  with (o = outcome[Joins(task)[count]]) {
    if ((o = "panic" /\ Naive # "SwallowsPanic") \/ (o = "cancelled" /\ result = "ok")) result := o;
    count := IF o = "panic" /\ Naive = "ThrowsAtOnce" THEN 0 ELSE count - 1;
  };
  listed := FALSE;
  Next();
HelpOwn:
  if (deque[self] # <<>>) {
    got := Last(deque[self]); deque[self] := Front(deque[self]); thief := 0;
    goto Claim;
  };
HelpThief:
  if (deque[thief] # <<>>) {
    got := Head(deque[thief]); deque[thief] := Tail(deque[thief]); thief := 0;
    goto Claim;
  } else {
    with (next = NextOf(0, self, thief)) {
      if (next > Workers) { thief := 0; Sleep(); } else source := next;
    };
  };
HelpOther:
  if (deque[source] # <<>>) {
    got := Head(deque[source]); deque[source] := Tail(deque[source]); thief := 0; source := 0;
    goto Claim;
  } else {
    with (next = NextOf(source + 1, self, thief)) {
      if (next > Workers) { source := 0; thief := 0; Sleep(); }
      else { source := next; goto HelpOther; };
    };
  };
ReadHead:
  with (head = waiters[Joins(task)[count]]) {
    if (head = Closed /\ Naive # "IgnoresClosed") goto Look;
    else seen := head;
  };
Register:
  if (waiters[Joins(task)[count]] = seen) {
    waiters[Joins(task)[count]] := <<self>> \o seen;
    seen := <<>>;
    listed := Naive # "ListsAgain";
    goto Park;
  } else { seen := <<>>; goto ReadHead; };
Park:
  either { await permit[self]; permit[self] := FALSE; }
  or { await nudged < Nudges; nudged := nudged + 1; };
  goto Look;

\* The end of a task
WriteOutcome:
  outcome[task] := result;
  if (Naive = "OutcomeLast") goto CloseList; else goto Complete;
Complete:
  status[task] := Completed;
  if (Naive = "CompletesLast") Return();
  else if (Naive = "OutcomeLast") goto WriteOutcome;
  else goto CloseList;
CloseList:
  wake := waiters[task];
  waiters[task] := Closed;
  if (wake # <<>>) goto Wake;
  else if (Naive = "CompletesLast") goto WriteOutcome;
  else Return();
Wake:
  permit[Head(wake)] := TRUE;
  wake := Tail(wake);
  if (wake # <<>>) goto Wake;
  else if (Naive = "CompletesLast") goto WriteOutcome;
  else Return();
}

fair process (outsider \in Outsider)
variables answer = "none"; enlisted = FALSE; first = <<>>;
{
AwaitLook:
  if (status[1] = Completed) goto AwaitReadOutcome;
  else if (enlisted) goto AwaitPark;
AwaitReadHead:
  if (waiters[1] = Closed) goto AwaitLook;
  else first := waiters[1];
AwaitRegister:
  if (waiters[1] = first) {
    waiters[1] := <<self>> \o first;
    first := <<>>;
    enlisted := TRUE;
  } else { first := <<>>; goto AwaitReadHead; };
AwaitPark:
  either { await permit[self]; permit[self] := FALSE; goto AwaitLook; }
  or { await ~Patient; goto Done; }                        \* its waiter stays
  or { await ~Patient; goto AwaitCancel; };
AwaitCancel:
  if (cancelled = 0) cancelled := Outside;
  goto Done;
AwaitReadOutcome:
  answer := outcome[1];
}
} *)
\* BEGIN TRANSLATION (chksum(pcal) = "535e2f09" /\ chksum(tla) = "f57787e")
VARIABLES status, outcome, waiters, cancelled, permit, deque, ran, dropped, 
          pc, stack, task, count, result, listed, got, thief, source, seen, 
          wake, nudged, answer, enlisted, first

vars == << status, outcome, waiters, cancelled, permit, deque, ran, dropped, 
           pc, stack, task, count, result, listed, got, thief, source, seen, 
           wake, nudged, answer, enlisted, first >>

ProcSet == (Worker) \cup (Outsider)

Init == (* Global variables *)
        /\ status = [t \in Task |-> NotStarted]
        /\ outcome = [t \in Task |-> "none"]
        /\ waiters = [t \in Task |-> <<>>]
        /\ cancelled = 0
        /\ permit = [p \in Worker \cup Outsider |-> FALSE]
        /\ deque = [v \in 0..Workers |-> IF v = 0 THEN Roots ELSE <<>>]
        /\ ran = [t \in Task |-> 0]
        /\ dropped = [t \in Task |-> 0]
        (* Process worker *)
        /\ stack = [self \in Worker |-> <<>>]
        /\ task = [self \in Worker |-> 0]
        /\ count = [self \in Worker |-> 0]
        /\ result = [self \in Worker |-> "ok"]
        /\ listed = [self \in Worker |-> FALSE]
        /\ got = [self \in Worker |-> 0]
        /\ thief = [self \in Worker |-> 0]
        /\ source = [self \in Worker |-> 0]
        /\ seen = [self \in Worker |-> <<>>]
        /\ wake = [self \in Worker |-> <<>>]
        /\ nudged = [self \in Worker |-> 0]
        (* Process outsider *)
        /\ answer = [self \in Outsider |-> "none"]
        /\ enlisted = [self \in Outsider |-> FALSE]
        /\ first = [self \in Outsider |-> <<>>]
        /\ pc = [self \in ProcSet |-> CASE self \in Worker -> "Find"
                                        [] self \in Outsider -> "AwaitLook"]

Find(self) == /\ pc[self] = "Find"
              /\ \/ /\ \E v \in 0..Workers:
                         /\ deque[v] # <<>>
                         /\ IF v = self
                               THEN /\ got' = [got EXCEPT ![self] = Last(deque[v])]
                                    /\ deque' = [deque EXCEPT ![v] = Front(deque[v])]
                               ELSE /\ got' = [got EXCEPT ![self] = Head(deque[v])]
                                    /\ deque' = [deque EXCEPT ![v] = Tail(deque[v])]
                    /\ pc' = [pc EXCEPT ![self] = "Claim"]
                 \/ /\ \A r \in 1..Len(Roots) : status[Roots[r]] = Completed
                    /\ pc' = [pc EXCEPT ![self] = "Done"]
                    /\ UNCHANGED <<deque, got>>
              /\ UNCHANGED << status, outcome, waiters, cancelled, permit, ran, 
                              dropped, stack, task, count, result, listed, 
                              thief, source, seen, wake, nudged, answer, 
                              enlisted, first >>

Claim(self) == /\ pc[self] = "Claim"
               /\ IF status[got[self]] = NotStarted \/ Naive = "NoClaim"
                     THEN /\ status' = [status EXCEPT ![got[self]] = self]
                          /\ IF task[self] # 0
                                THEN /\ stack' = [stack EXCEPT ![self] = Append(stack[self], [task |-> task[self], count |-> count[self], result |-> result[self], listed |-> listed[self]])]
                                ELSE /\ TRUE
                                     /\ stack' = stack
                          /\ task' = [task EXCEPT ![self] = got[self]]
                          /\ count' = [count EXCEPT ![self] = 0]
                          /\ result' = [result EXCEPT ![self] = "ok"]
                          /\ listed' = [listed EXCEPT ![self] = FALSE]
                          /\ got' = [got EXCEPT ![self] = 0]
                          /\ pc' = [pc EXCEPT ![self] = "ReadCancel"]
                     ELSE /\ got' = [got EXCEPT ![self] = 0]
                          /\ IF task[self] = 0
                                THEN /\ pc' = [pc EXCEPT ![self] = "Find"]
                                ELSE /\ pc' = [pc EXCEPT ![self] = "Look"]
                          /\ UNCHANGED << status, stack, task, count, result, 
                                          listed >>
               /\ UNCHANGED << outcome, waiters, cancelled, permit, deque, ran, 
                               dropped, thief, source, seen, wake, nudged, 
                               answer, enlisted, first >>

ReadCancel(self) == /\ pc[self] = "ReadCancel"
                    /\ IF cancelled # 0 /\ Naive # "RunsCancelled"
                          THEN /\ dropped' = [dropped EXCEPT ![task[self]] = dropped[task[self]] + 1]
                               /\ result' = [result EXCEPT ![self] = "cancelled"]
                               /\ IF Naive = "CompletesLast"
                                     THEN /\ pc' = [pc EXCEPT ![self] = "CloseList"]
                                     ELSE /\ IF Naive = "OutcomeLast"
                                                THEN /\ pc' = [pc EXCEPT ![self] = "Complete"]
                                                ELSE /\ pc' = [pc EXCEPT ![self] = "WriteOutcome"]
                               /\ ran' = ran
                          ELSE /\ ran' = [ran EXCEPT ![task[self]] = ran[task[self]] + 1]
                               /\ pc' = [pc EXCEPT ![self] = "BodyIdle"]
                               /\ UNCHANGED << dropped, result >>
                    /\ UNCHANGED << status, outcome, waiters, cancelled, 
                                    permit, deque, stack, task, count, listed, 
                                    got, thief, source, seen, wake, nudged, 
                                    answer, enlisted, first >>

BodyIdle(self) == /\ pc[self] = "BodyIdle"
                  /\ \/ /\ IF count[self] < Len(Kids[task[self]])
                              THEN /\ pc' = [pc EXCEPT ![self] = "Fork"]
                                   /\ count' = count
                              ELSE /\ count' = [count EXCEPT ![self] = Len(Joins(task[self]))]
                                   /\ IF count'[self] = 0
                                         THEN /\ IF Naive = "CompletesLast"
                                                    THEN /\ pc' = [pc EXCEPT ![self] = "CloseList"]
                                                    ELSE /\ IF Naive = "OutcomeLast"
                                                               THEN /\ pc' = [pc EXCEPT ![self] = "Complete"]
                                                               ELSE /\ pc' = [pc EXCEPT ![self] = "WriteOutcome"]
                                         ELSE /\ pc' = [pc EXCEPT ![self] = "Look"]
                        /\ UNCHANGED result
                     \/ /\ MayPanic(task[self], count[self])
                        /\ result' = [result EXCEPT ![self] = "panic"]
                        /\ pc' = [pc EXCEPT ![self] = "Cancel"]
                        /\ count' = count
                  /\ UNCHANGED << status, outcome, waiters, cancelled, permit, 
                                  deque, ran, dropped, stack, task, listed, 
                                  got, thief, source, seen, wake, nudged, 
                                  answer, enlisted, first >>

Fork(self) == /\ pc[self] = "Fork"
              /\ deque' = [deque EXCEPT ![self] = Append(deque[self], Kids[task[self]][count[self] + 1])]
              /\ count' = [count EXCEPT ![self] = count[self] + 1]
              /\ pc' = [pc EXCEPT ![self] = "BodyIdle"]
              /\ UNCHANGED << status, outcome, waiters, cancelled, permit, ran, 
                              dropped, stack, task, result, listed, got, thief, 
                              source, seen, wake, nudged, answer, enlisted, 
                              first >>

Cancel(self) == /\ pc[self] = "Cancel"
                /\ IF cancelled = 0
                      THEN /\ cancelled' = task[self]
                      ELSE /\ TRUE
                           /\ UNCHANGED cancelled
                /\ IF count[self] = 0
                      THEN /\ IF Naive = "CompletesLast"
                                 THEN /\ pc' = [pc EXCEPT ![self] = "CloseList"]
                                 ELSE /\ IF Naive = "OutcomeLast"
                                            THEN /\ pc' = [pc EXCEPT ![self] = "Complete"]
                                            ELSE /\ pc' = [pc EXCEPT ![self] = "WriteOutcome"]
                      ELSE /\ pc' = [pc EXCEPT ![self] = "Look"]
                /\ UNCHANGED << status, outcome, waiters, permit, deque, ran, 
                                dropped, stack, task, count, result, listed, 
                                got, thief, source, seen, wake, nudged, answer, 
                                enlisted, first >>

Look(self) == /\ pc[self] = "Look"
              /\ LET s == status[Joins(task[self])[count[self]]] IN
                   IF s = Completed
                      THEN /\ pc' = [pc EXCEPT ![self] = "ReadOutcome"]
                           /\ UNCHANGED << got, thief >>
                      ELSE /\ IF s = NotStarted /\ Help # "none"
                                 THEN /\ got' = [got EXCEPT ![self] = Joins(task[self])[count[self]]]
                                      /\ pc' = [pc EXCEPT ![self] = "Claim"]
                                      /\ thief' = thief
                                 ELSE /\ IF Help = "all"
                                            THEN /\ thief' = [thief EXCEPT ![self] = s]
                                                 /\ pc' = [pc EXCEPT ![self] = "HelpOwn"]
                                            ELSE /\ IF listed[self]
                                                       THEN /\ pc' = [pc EXCEPT ![self] = "Park"]
                                                       ELSE /\ pc' = [pc EXCEPT ![self] = "ReadHead"]
                                                 /\ thief' = thief
                                      /\ got' = got
              /\ UNCHANGED << status, outcome, waiters, cancelled, permit, 
                              deque, ran, dropped, stack, task, count, result, 
                              listed, source, seen, wake, nudged, answer, 
                              enlisted, first >>

ReadOutcome(self) == /\ pc[self] = "ReadOutcome"
                     /\ LET o == outcome[Joins(task[self])[count[self]]] IN
                          /\ IF (o = "panic" /\ Naive # "SwallowsPanic") \/ (o = "cancelled" /\ result[self] = "ok")
                                THEN /\ result' = [result EXCEPT ![self] = o]
                                ELSE /\ TRUE
                                     /\ UNCHANGED result
                          /\ count' = [count EXCEPT ![self] = IF o = "panic" /\ Naive = "ThrowsAtOnce" THEN 0 ELSE count[self] - 1]
                     /\ listed' = [listed EXCEPT ![self] = FALSE]
                     /\ IF count'[self] = 0
                           THEN /\ IF Naive = "CompletesLast"
                                      THEN /\ pc' = [pc EXCEPT ![self] = "CloseList"]
                                      ELSE /\ IF Naive = "OutcomeLast"
                                                 THEN /\ pc' = [pc EXCEPT ![self] = "Complete"]
                                                 ELSE /\ pc' = [pc EXCEPT ![self] = "WriteOutcome"]
                           ELSE /\ pc' = [pc EXCEPT ![self] = "Look"]
                     /\ UNCHANGED << status, outcome, waiters, cancelled, 
                                     permit, deque, ran, dropped, stack, task, 
                                     got, thief, source, seen, wake, nudged, 
                                     answer, enlisted, first >>

HelpOwn(self) == /\ pc[self] = "HelpOwn"
                 /\ IF deque[self] # <<>>
                       THEN /\ got' = [got EXCEPT ![self] = Last(deque[self])]
                            /\ deque' = [deque EXCEPT ![self] = Front(deque[self])]
                            /\ thief' = [thief EXCEPT ![self] = 0]
                            /\ pc' = [pc EXCEPT ![self] = "Claim"]
                       ELSE /\ pc' = [pc EXCEPT ![self] = "HelpThief"]
                            /\ UNCHANGED << deque, got, thief >>
                 /\ UNCHANGED << status, outcome, waiters, cancelled, permit, 
                                 ran, dropped, stack, task, count, result, 
                                 listed, source, seen, wake, nudged, answer, 
                                 enlisted, first >>

HelpThief(self) == /\ pc[self] = "HelpThief"
                   /\ IF deque[thief[self]] # <<>>
                         THEN /\ got' = [got EXCEPT ![self] = Head(deque[thief[self]])]
                              /\ deque' = [deque EXCEPT ![thief[self]] = Tail(deque[thief[self]])]
                              /\ thief' = [thief EXCEPT ![self] = 0]
                              /\ pc' = [pc EXCEPT ![self] = "Claim"]
                              /\ UNCHANGED source
                         ELSE /\ LET next == NextOf(0, self, thief[self]) IN
                                   IF next > Workers
                                      THEN /\ thief' = [thief EXCEPT ![self] = 0]
                                           /\ IF listed[self]
                                                 THEN /\ pc' = [pc EXCEPT ![self] = "Park"]
                                                 ELSE /\ pc' = [pc EXCEPT ![self] = "ReadHead"]
                                           /\ UNCHANGED source
                                      ELSE /\ source' = [source EXCEPT ![self] = next]
                                           /\ pc' = [pc EXCEPT ![self] = "HelpOther"]
                                           /\ thief' = thief
                              /\ UNCHANGED << deque, got >>
                   /\ UNCHANGED << status, outcome, waiters, cancelled, permit, 
                                   ran, dropped, stack, task, count, result, 
                                   listed, seen, wake, nudged, answer, 
                                   enlisted, first >>

HelpOther(self) == /\ pc[self] = "HelpOther"
                   /\ IF deque[source[self]] # <<>>
                         THEN /\ got' = [got EXCEPT ![self] = Head(deque[source[self]])]
                              /\ deque' = [deque EXCEPT ![source[self]] = Tail(deque[source[self]])]
                              /\ thief' = [thief EXCEPT ![self] = 0]
                              /\ source' = [source EXCEPT ![self] = 0]
                              /\ pc' = [pc EXCEPT ![self] = "Claim"]
                         ELSE /\ LET next == NextOf(source[self] + 1, self, thief[self]) IN
                                   IF next > Workers
                                      THEN /\ source' = [source EXCEPT ![self] = 0]
                                           /\ thief' = [thief EXCEPT ![self] = 0]
                                           /\ IF listed[self]
                                                 THEN /\ pc' = [pc EXCEPT ![self] = "Park"]
                                                 ELSE /\ pc' = [pc EXCEPT ![self] = "ReadHead"]
                                      ELSE /\ source' = [source EXCEPT ![self] = next]
                                           /\ pc' = [pc EXCEPT ![self] = "HelpOther"]
                                           /\ thief' = thief
                              /\ UNCHANGED << deque, got >>
                   /\ UNCHANGED << status, outcome, waiters, cancelled, permit, 
                                   ran, dropped, stack, task, count, result, 
                                   listed, seen, wake, nudged, answer, 
                                   enlisted, first >>

ReadHead(self) == /\ pc[self] = "ReadHead"
                  /\ LET head == waiters[Joins(task[self])[count[self]]] IN
                       IF head = Closed /\ Naive # "IgnoresClosed"
                          THEN /\ pc' = [pc EXCEPT ![self] = "Look"]
                               /\ seen' = seen
                          ELSE /\ seen' = [seen EXCEPT ![self] = head]
                               /\ pc' = [pc EXCEPT ![self] = "Register"]
                  /\ UNCHANGED << status, outcome, waiters, cancelled, permit, 
                                  deque, ran, dropped, stack, task, count, 
                                  result, listed, got, thief, source, wake, 
                                  nudged, answer, enlisted, first >>

Register(self) == /\ pc[self] = "Register"
                  /\ IF waiters[Joins(task[self])[count[self]]] = seen[self]
                        THEN /\ waiters' = [waiters EXCEPT ![Joins(task[self])[count[self]]] = <<self>> \o seen[self]]
                             /\ seen' = [seen EXCEPT ![self] = <<>>]
                             /\ listed' = [listed EXCEPT ![self] = Naive # "ListsAgain"]
                             /\ pc' = [pc EXCEPT ![self] = "Park"]
                        ELSE /\ seen' = [seen EXCEPT ![self] = <<>>]
                             /\ pc' = [pc EXCEPT ![self] = "ReadHead"]
                             /\ UNCHANGED << waiters, listed >>
                  /\ UNCHANGED << status, outcome, cancelled, permit, deque, 
                                  ran, dropped, stack, task, count, result, 
                                  got, thief, source, wake, nudged, answer, 
                                  enlisted, first >>

Park(self) == /\ pc[self] = "Park"
              /\ \/ /\ permit[self]
                    /\ permit' = [permit EXCEPT ![self] = FALSE]
                    /\ UNCHANGED nudged
                 \/ /\ nudged[self] < Nudges
                    /\ nudged' = [nudged EXCEPT ![self] = nudged[self] + 1]
                    /\ UNCHANGED permit
              /\ pc' = [pc EXCEPT ![self] = "Look"]
              /\ UNCHANGED << status, outcome, waiters, cancelled, deque, ran, 
                              dropped, stack, task, count, result, listed, got, 
                              thief, source, seen, wake, answer, enlisted, 
                              first >>

WriteOutcome(self) == /\ pc[self] = "WriteOutcome"
                      /\ outcome' = [outcome EXCEPT ![task[self]] = result[self]]
                      /\ IF Naive = "OutcomeLast"
                            THEN /\ pc' = [pc EXCEPT ![self] = "CloseList"]
                            ELSE /\ pc' = [pc EXCEPT ![self] = "Complete"]
                      /\ UNCHANGED << status, waiters, cancelled, permit, 
                                      deque, ran, dropped, stack, task, count, 
                                      result, listed, got, thief, source, seen, 
                                      wake, nudged, answer, enlisted, first >>

Complete(self) == /\ pc[self] = "Complete"
                  /\ status' = [status EXCEPT ![task[self]] = Completed]
                  /\ IF Naive = "CompletesLast"
                        THEN /\ IF stack[self] = <<>>
                                   THEN /\ task' = [task EXCEPT ![self] = 0]
                                        /\ result' = [result EXCEPT ![self] = "ok"]
                                        /\ listed' = [listed EXCEPT ![self] = FALSE]
                                        /\ pc' = [pc EXCEPT ![self] = "Find"]
                                        /\ UNCHANGED << stack, count >>
                                   ELSE /\ task' = [task EXCEPT ![self] = Last(stack[self]).task]
                                        /\ count' = [count EXCEPT ![self] = Last(stack[self]).count]
                                        /\ result' = [result EXCEPT ![self] = Last(stack[self]).result]
                                        /\ listed' = [listed EXCEPT ![self] = Last(stack[self]).listed]
                                        /\ stack' = [stack EXCEPT ![self] = Front(stack[self])]
                                        /\ pc' = [pc EXCEPT ![self] = "Look"]
                        ELSE /\ IF Naive = "OutcomeLast"
                                   THEN /\ pc' = [pc EXCEPT ![self] = "WriteOutcome"]
                                   ELSE /\ pc' = [pc EXCEPT ![self] = "CloseList"]
                             /\ UNCHANGED << stack, task, count, result, 
                                             listed >>
                  /\ UNCHANGED << outcome, waiters, cancelled, permit, deque, 
                                  ran, dropped, got, thief, source, seen, wake, 
                                  nudged, answer, enlisted, first >>

CloseList(self) == /\ pc[self] = "CloseList"
                   /\ wake' = [wake EXCEPT ![self] = waiters[task[self]]]
                   /\ waiters' = [waiters EXCEPT ![task[self]] = Closed]
                   /\ IF wake'[self] # <<>>
                         THEN /\ pc' = [pc EXCEPT ![self] = "Wake"]
                              /\ UNCHANGED << stack, task, count, result, 
                                              listed >>
                         ELSE /\ IF Naive = "CompletesLast"
                                    THEN /\ pc' = [pc EXCEPT ![self] = "WriteOutcome"]
                                         /\ UNCHANGED << stack, task, count, 
                                                         result, listed >>
                                    ELSE /\ IF stack[self] = <<>>
                                               THEN /\ task' = [task EXCEPT ![self] = 0]
                                                    /\ result' = [result EXCEPT ![self] = "ok"]
                                                    /\ listed' = [listed EXCEPT ![self] = FALSE]
                                                    /\ pc' = [pc EXCEPT ![self] = "Find"]
                                                    /\ UNCHANGED << stack, 
                                                                    count >>
                                               ELSE /\ task' = [task EXCEPT ![self] = Last(stack[self]).task]
                                                    /\ count' = [count EXCEPT ![self] = Last(stack[self]).count]
                                                    /\ result' = [result EXCEPT ![self] = Last(stack[self]).result]
                                                    /\ listed' = [listed EXCEPT ![self] = Last(stack[self]).listed]
                                                    /\ stack' = [stack EXCEPT ![self] = Front(stack[self])]
                                                    /\ pc' = [pc EXCEPT ![self] = "Look"]
                   /\ UNCHANGED << status, outcome, cancelled, permit, deque, 
                                   ran, dropped, got, thief, source, seen, 
                                   nudged, answer, enlisted, first >>

Wake(self) == /\ pc[self] = "Wake"
              /\ permit' = [permit EXCEPT ![Head(wake[self])] = TRUE]
              /\ wake' = [wake EXCEPT ![self] = Tail(wake[self])]
              /\ IF wake'[self] # <<>>
                    THEN /\ pc' = [pc EXCEPT ![self] = "Wake"]
                         /\ UNCHANGED << stack, task, count, result, listed >>
                    ELSE /\ IF Naive = "CompletesLast"
                               THEN /\ pc' = [pc EXCEPT ![self] = "WriteOutcome"]
                                    /\ UNCHANGED << stack, task, count, result, 
                                                    listed >>
                               ELSE /\ IF stack[self] = <<>>
                                          THEN /\ task' = [task EXCEPT ![self] = 0]
                                               /\ result' = [result EXCEPT ![self] = "ok"]
                                               /\ listed' = [listed EXCEPT ![self] = FALSE]
                                               /\ pc' = [pc EXCEPT ![self] = "Find"]
                                               /\ UNCHANGED << stack, count >>
                                          ELSE /\ task' = [task EXCEPT ![self] = Last(stack[self]).task]
                                               /\ count' = [count EXCEPT ![self] = Last(stack[self]).count]
                                               /\ result' = [result EXCEPT ![self] = Last(stack[self]).result]
                                               /\ listed' = [listed EXCEPT ![self] = Last(stack[self]).listed]
                                               /\ stack' = [stack EXCEPT ![self] = Front(stack[self])]
                                               /\ pc' = [pc EXCEPT ![self] = "Look"]
              /\ UNCHANGED << status, outcome, waiters, cancelled, deque, ran, 
                              dropped, got, thief, source, seen, nudged, 
                              answer, enlisted, first >>

worker(self) == Find(self) \/ Claim(self) \/ ReadCancel(self)
                   \/ BodyIdle(self) \/ Fork(self) \/ Cancel(self)
                   \/ Look(self) \/ ReadOutcome(self) \/ HelpOwn(self)
                   \/ HelpThief(self) \/ HelpOther(self) \/ ReadHead(self)
                   \/ Register(self) \/ Park(self) \/ WriteOutcome(self)
                   \/ Complete(self) \/ CloseList(self) \/ Wake(self)

AwaitLook(self) == /\ pc[self] = "AwaitLook"
                   /\ IF status[1] = Completed
                         THEN /\ pc' = [pc EXCEPT ![self] = "AwaitReadOutcome"]
                         ELSE /\ IF enlisted[self]
                                    THEN /\ pc' = [pc EXCEPT ![self] = "AwaitPark"]
                                    ELSE /\ pc' = [pc EXCEPT ![self] = "AwaitReadHead"]
                   /\ UNCHANGED << status, outcome, waiters, cancelled, permit, 
                                   deque, ran, dropped, stack, task, count, 
                                   result, listed, got, thief, source, seen, 
                                   wake, nudged, answer, enlisted, first >>

AwaitReadHead(self) == /\ pc[self] = "AwaitReadHead"
                       /\ IF waiters[1] = Closed
                             THEN /\ pc' = [pc EXCEPT ![self] = "AwaitLook"]
                                  /\ first' = first
                             ELSE /\ first' = [first EXCEPT ![self] = waiters[1]]
                                  /\ pc' = [pc EXCEPT ![self] = "AwaitRegister"]
                       /\ UNCHANGED << status, outcome, waiters, cancelled, 
                                       permit, deque, ran, dropped, stack, 
                                       task, count, result, listed, got, thief, 
                                       source, seen, wake, nudged, answer, 
                                       enlisted >>

AwaitRegister(self) == /\ pc[self] = "AwaitRegister"
                       /\ IF waiters[1] = first[self]
                             THEN /\ waiters' = [waiters EXCEPT ![1] = <<self>> \o first[self]]
                                  /\ first' = [first EXCEPT ![self] = <<>>]
                                  /\ enlisted' = [enlisted EXCEPT ![self] = TRUE]
                                  /\ pc' = [pc EXCEPT ![self] = "AwaitPark"]
                             ELSE /\ first' = [first EXCEPT ![self] = <<>>]
                                  /\ pc' = [pc EXCEPT ![self] = "AwaitReadHead"]
                                  /\ UNCHANGED << waiters, enlisted >>
                       /\ UNCHANGED << status, outcome, cancelled, permit, 
                                       deque, ran, dropped, stack, task, count, 
                                       result, listed, got, thief, source, 
                                       seen, wake, nudged, answer >>

AwaitPark(self) == /\ pc[self] = "AwaitPark"
                   /\ \/ /\ permit[self]
                         /\ permit' = [permit EXCEPT ![self] = FALSE]
                         /\ pc' = [pc EXCEPT ![self] = "AwaitLook"]
                      \/ /\ ~Patient
                         /\ pc' = [pc EXCEPT ![self] = "Done"]
                         /\ UNCHANGED permit
                      \/ /\ ~Patient
                         /\ pc' = [pc EXCEPT ![self] = "AwaitCancel"]
                         /\ UNCHANGED permit
                   /\ UNCHANGED << status, outcome, waiters, cancelled, deque, 
                                   ran, dropped, stack, task, count, result, 
                                   listed, got, thief, source, seen, wake, 
                                   nudged, answer, enlisted, first >>

AwaitCancel(self) == /\ pc[self] = "AwaitCancel"
                     /\ IF cancelled = 0
                           THEN /\ cancelled' = Outside
                           ELSE /\ TRUE
                                /\ UNCHANGED cancelled
                     /\ pc' = [pc EXCEPT ![self] = "Done"]
                     /\ UNCHANGED << status, outcome, waiters, permit, deque, 
                                     ran, dropped, stack, task, count, result, 
                                     listed, got, thief, source, seen, wake, 
                                     nudged, answer, enlisted, first >>

AwaitReadOutcome(self) == /\ pc[self] = "AwaitReadOutcome"
                          /\ answer' = [answer EXCEPT ![self] = outcome[1]]
                          /\ pc' = [pc EXCEPT ![self] = "Done"]
                          /\ UNCHANGED << status, outcome, waiters, cancelled, 
                                          permit, deque, ran, dropped, stack, 
                                          task, count, result, listed, got, 
                                          thief, source, seen, wake, nudged, 
                                          enlisted, first >>

outsider(self) == AwaitLook(self) \/ AwaitReadHead(self)
                     \/ AwaitRegister(self) \/ AwaitPark(self)
                     \/ AwaitCancel(self) \/ AwaitReadOutcome(self)

(* Allow infinite stuttering to prevent deadlock on termination. *)
Terminating == /\ \A self \in ProcSet: pc[self] = "Done"
               /\ UNCHANGED vars

Next == (\E self \in Worker: worker(self))
           \/ (\E self \in Outsider: outsider(self))
           \/ Terminating

Spec == /\ Init /\ [][Next]_vars
        /\ \A self \in Worker : WF_vars(worker(self))
        /\ \A self \in Outsider : WF_vars(outsider(self))

Termination == <>(\A self \in ProcSet: pc[self] = "Done")

\* END TRANSLATION 
=============================================================================
