-------------------------------- MODULE Join --------------------------------
(***************************************************************************)
(* This module says how the tasks of a fork-join pool are claimed,         *)
(* awaited, cancelled and completed: pool/task.go, join.go, scope.go,      *)
(* failure.go, blockon.go; await in runner.go, look and pass in search.go. *)
(* A label is one shared access, with the private work up to the next      *)
(* access. BodyIdle, ThrowIdle and BackIdle access nothing: there a task's *)
(* own code forks, joins, panics or recovers, or a call returns.           *)
(*                                                                         *)
(* status says which worker runs a task, so a waiter knows whose deque to  *)
(* help with. waiters is a list with the latest waiter first, or Closed.   *)
(* Until it is Closed, it only grows, so a CAS that finds the old head has *)
(* found the same list. abort is the reason why a task's children must not *)
(* begin or go on. permit is a process's parker. deque[0] is the injector, *)
(* and deque[w] worker w's, with its newest item last. A deque operation   *)
(* is one step, because deques have modules of their own. So is Find, the  *)
(* search of all deques. A worker keeps its waiting tasks on its stack,    *)
(* and awaits Joins(task)[count]. Meanwhile it takes only tasks of the     *)
(* same tree, and passes others on. A latch may depend on such tasks, so   *)
(* they wake the latch's waiter, as in Park.                               *)
(*                                                                         *)
(* A parent looks into its own deque first. In the code, it runs or drops  *)
(* a child that it finds there without a claim, since no other worker can  *)
(* see it. Here it claims such a child if that waits for others itself. A  *)
(* worker may also claim another task in any queue. The worker that later  *)
(* takes the queue's entry cannot claim it, and goes on. CloseList is the  *)
(* last access to a task, which may then be reused.                        *)
(***************************************************************************)
EXTENDS JoinTasks

(* --algorithm Join {
variables
  status = [t \in Task |-> IF t \in Latches THEN Nobody ELSE NotStarted];
  outcome = [t \in Task |-> "none"];           \* plain
  waiters = [t \in Task |-> <<>>];
  abort = [t \in Task |-> "none"];
  pending = 1;                                 \* of the latch: its tasks, and the body
  permit = [p \in Worker \cup Outsider |-> FALSE];
  deque = [v \in 0..Workers |-> IF v = 0 THEN Roots ELSE <<>>];
  \* For the properties only:
  ran = [t \in Task |-> 0];                    \* how often each was run
  dropped = [t \in Task |-> 0];                \* how often each was dropped
  late = [t \in Task |-> FALSE];               \* it was already cancelled when it was claimed
  threw = [t \in Task |-> FALSE];              \* it has panicked without a claim

(***************************************************************************)
(* The end of a task.                                                      *)
(***************************************************************************)

macro Finish() {
  if (Naive = "OutcomeLast") goto Complete;
  else goto WriteOutcome;
}

\* The task was not run.
macro Drop() {
  dropped[task] := dropped[task] + 1;
  if (Counts(task) # 0 /\ Naive # "DropsSilently") goto CancelScope;
  else Finish();
}

\* The worker goes back to the frame below, or looks for a task.
macro Return() {
  if (stack # <<>>) goto BackIdle;
  else {
    task := 0;
    count := 0;
    result := "ok";
    listed := FALSE;
    goto Find;
  }
}

macro Ended() {
  if (Counts(task) # 0) goto Count;
  else Return();
}

\* The list of the task is closed. wake has the waiters that are still to be woken.
macro Woken() {
  if (wake # <<>>) goto Wake;
  else if (Naive = "CompletesLast") goto Complete;
  else Ended();
}

(***************************************************************************)
(* The body of a task, and its joins.                                      *)
(***************************************************************************)

\* The task goes on with its newest child. Before a join, it may check that it is wanted.
macro Pull() {
  if (count = 0) Finish();
  else if (Latch(task) = 0 /\ Kids[task] # <<>>) goto Pop;
  else goto Look;
}
macro Await() {
  either {
    Pull();
  } or {
    await Kids[task] # <<>> /\ Latch(task) = 0 /\ count > 0 /\ TRUE \in {Panics, ~Patient};
    at := PollsAt(task, count);
    goto JoinPoll;
  };
}

\* The task goes on with its body.
macro Continue() {
  if (count < Len(Kids[task])) goto Fork;
  else if (Latch(task) # 0) goto Count;
  else {
    count := Len(Joins(task));
    Pull();
  }
}

(***************************************************************************)
(* The failure of a task.                                                  *)
(***************************************************************************)

\* The body has panicked.
macro Raise() {
  if (Latch(task) # 0) goto CancelScope;
  else goto ThrowIdle;
}

\* The newest child has failed.
macro Throw(why) {
  count := IF Naive = "ThrowsAtOnce" THEN 0 ELSE count - 1;
  result := why;
  goto ThrowIdle;
}

\* The newest child must be given up.
macro Withdraw() {
  if (Naive = "AbortsOnly") goto CancelChild;
  else goto Pop;
}

\* A failing task no longer waits for its newest child, or its latch.
macro Waited(c) {
  count := c - 1;
  listed := FALSE;
  if (Nested \/ Latch(task) # 0) goto ThrowIdle;
  else if (count = 0) Finish();
  else Withdraw();
}

(***************************************************************************)
(* A worker that waits, and helps.                                         *)
(***************************************************************************)

macro Sleep() {
  if (listed) goto Park;
  else goto ReadHead;
}

\* The worker looks into the next deque.
macro Sweep() {
  with (next = NextOf(source + 1, self, thief)) {
    if (next > Workers) {
      source := 0;
      thief := 0;
      Sleep();
    } else {
      source := next;
      goto HelpOther;
    };
  }
}

\* The worker has taken a task.
macro Taken() {
  if (May(got, task)) {
    thief := 0;
    source := 0;
    goto Claim;
  } else goto Pass;
}

\* It has dropped the task, or passed it on, and goes on where it was. thief is 0 in Offer only.
macro Resume() {
  if (result = "ok") Sweep();
  else if (thief # 0) goto Reclaim;
  else goto Offer;
}

\* Another task begins, or is dropped, above the waiting one.
macro Push(c) {
  stack := Append(stack, [task |-> task, count |-> c, result |-> result, listed |-> listed]);
}

(***************************************************************************)
(* The worker.                                                             *)
(***************************************************************************)
fair process (worker \in Worker)
variables
  stack = <<>>;     \* the waiting frames below the current one
  task = 0;         \* the current frame: its task,
  count = 0;        \* how many of its children are forked and not yet joined,
  result = "ok";    \* and why it fails
  listed = FALSE;   \* its waiter is in the list of the awaited task
  at = 0;           \* the task whose abort it reads
  why = "none";     \* the abort that it has read
  got = 0;          \* the task that it has taken, and not yet claimed
  more = <<>>;      \* further tasks that it has taken
  thief = 0;        \* the worker that runs the awaited task
  source = 0;       \* the deque that it looks into
  seen = <<>>;      \* the list in which it enters its waiter
  wake = <<>>;      \* the waiters that it has yet to wake
  nudged = 0;       \* how often it was woken for no reason
{
(***************************************************************************)
(* An idle worker takes a task.                                            *)
(***************************************************************************)
Find:
  either {
    with (v \in 0..Workers) {
      await deque[v] # <<>>;
      got := IF v = self THEN Last(deque[v]) ELSE Head(deque[v]);
      deque[v] := IF v = self THEN Front(deque[v]) ELSE Tail(deque[v]);
      either {
        goto Claim;
      } or {
        await v \notin {0, self} /\ Counts(got) # 0;
        source := v;
        goto More;
      };
    };
  } or {
    await \A r \in 1..Len(Roots) : status[Roots[r]] = Completed;
    goto Done;
  };

\* With a task of a Scope, the worker takes more tasks, and puts them into its own deque.
More:
  if (deque[source] = <<>>) {
    source := 0;
    if (more = <<>>) goto Claim;
    else goto Stock;
  } else {
    more := Append(more, Head(deque[source]));
    deque[source] := Tail(deque[source]);
    either {
      source := 0;
      goto Stock;
    } or goto More;
  };
Stock:
  if (Naive # "KeepsMore") deque[self] := Append(deque[self], Head(more));
  more := Tail(more);
  if (more # <<>>) goto Stock;

\* A failing worker claims its child in order to drop it.
Claim:
  with (drops = task # 0 /\ result # "ok") {
    if (status[got] = NotStarted \/ Naive = "NoClaim") {
      status[got] := IF drops THEN Nobody ELSE self;
      late[got] := \E s \in Chain[got] : abort[s] # "none";
      if (task # 0) Push(count);
      task := got;
      count := 0;
      listed := FALSE;
      result := IF drops THEN "withdrawn" ELSE "ok";
      if (drops) {
        got := 0;
        Drop();
      } else {
        at := got;
        got := 0;
        goto ReadCancel;
      }
    } else {
      got := 0;
      if (task = 0) goto Find;
      else if (drops) goto CancelChild;
      else goto Look;
    };
  };
ReadCancel:
  if (abort[at] # "none" /\ Naive # "RunsCancelled") {
    result := abort[at];
    at := 0;
    Drop();
  } else if (Scopes[at] # 0 /\ Naive # "ReadsOwn") {
    at := Scopes[at];
    goto ReadCancel;
  } else {
    at := 0;
    ran[task] := ran[task] + 1;
  };

(***************************************************************************)
(* The body of a task.                                                     *)
(***************************************************************************)
BodyIdle:
  either {
    Continue();
  } or {
    await Kids[task] # <<>> /\ TRUE \in {Panics, ~Patient};
    at := PollsAt(task, count);
    goto Poll;
  } or {
    await Panics;
    result := "panic";
    Raise();
  };
Poll:
  if (abort[at] # "none") {
    result := abort[at];
    at := 0;
    Raise();
  } else if (Scopes[at] # 0) {
    at := Scopes[at];
    goto Poll;
  } else {
    at := 0;
    Continue();
  };
Fork:
  deque[self] := Append(deque[self], Kids[task][count + 1]);
  if (Latch(task) # 0) pending := pending + 1;   \* just before, in the code
  count := count + 1;
  goto BodyIdle;

(***************************************************************************)
(* A task joins its newest child, which is in its own deque.               *)
(***************************************************************************)

\* This is Poll, between two joins.
JoinPoll:
  if (abort[at] # "none") {
    result := abort[at];
    at := 0;
    if (Nested) Withdraw();
    else goto ThrowIdle;
  } else if (Scopes[at] # 0) {
    at := Scopes[at];
    goto JoinPoll;
  } else {
    at := 0;
    goto Pop;
  };

\* A child without waits of its own is one step here.
Pop:
  if (deque[self] = <<>>) {
    if (result = "ok") goto Look;
    else {
      got := Joins(task)[count];
      goto Claim;
    };
  } else {
    deque[self] := Front(deque[self]);
    if (result # "ok") Waited(count);
    else if (Joins(Joins(task)[count]) # <<>>) {
      got := Joins(task)[count];
      goto Claim;
    } else {
      ran[Joins(task)[count]] := ran[Joins(task)[count]] + 1;
      either {
        count := count - 1;
        Await();
      } or {
        await Panics;
        threw[Joins(task)[count]] := TRUE;
        if (Naive = "PopSwallows") {
          count := count - 1;
          Await();
        } else Throw("panic");
      };
    };
  };

(***************************************************************************)
(* A worker waits for a task.                                              *)
(***************************************************************************)
Look:
  with (c = Joins(task)[count], s = status[c]) {
    if (s = Completed) {
      if (result = "ok") goto ReadOutcome;
      else Waited(count);
    } else if (result # "ok") goto Park;
    else if (s = NotStarted /\ Help # "none") {
      got := c;
      goto Claim;
    } else if (Help = "all" /\ May(c, task)) {
      thief := IF s \in Worker THEN s ELSE self;
      goto HelpOwn;
    } else Sleep();
  };
ReadOutcome:
  with (c = Joins(task)[count],
        o = IF c \notin Latches THEN outcome[c] ELSE IF abort[c] = "none" THEN "ok" ELSE abort[c]) {
    listed := FALSE;
    if (o = "ok" \/ (o = "panic" /\ Naive = "SwallowsPanic") \/ (o # "panic" /\ Root[c] # Root[task])) {
      count := count - 1;
      Await();
    } else Throw(o);
  };

(***************************************************************************)
(* A waiting worker helps.                                                 *)
(***************************************************************************)
HelpOwn:
  if (deque[self] = <<>>) goto HelpOther;
  else {
    got := Last(deque[self]);
    deque[self] := Front(deque[self]);
    Taken();
  };
\* First source is 0, the injector; then comes the thief's deque.
HelpOther:
  with (i \in IF source # 0 \/ Naive = "HelpsFutures" THEN {1}
              ELSE {Least(Mine(deque[0], task) \cup {Len(deque[0]) + 1})}) {
    if (i <= Len(deque[source])) {
      got := deque[source][i];
      deque[source] := Without(deque[source], i);
      Taken();
    } else if (source = 0 /\ thief # self) goto HelpThief;
    else Sweep();
  };
HelpThief:
  if (deque[thief] = <<>>) Sweep();
  else {
    got := Head(deque[thief]);
    deque[thief] := Tail(deque[thief]);
    Taken();
  };

(***************************************************************************)
(* It passes a task on that it may not run, unless the task is cancelled.  *)
(***************************************************************************)
Pass:
  deque[0] := PutBack(deque[0], got);
  if (Naive = "PassesOnly") {
    got := 0;
    Resume();
  } else at := got;
PassReadCancel:
  if (abort[at] # "none") {
    why := abort[at];
    at := 0;
    goto Discard;
  } else if (Scopes[at] # 0) {
    at := Scopes[at];
    goto PassReadCancel;
  } else {
    at := 0;
    got := 0;
    Resume();
  };
Discard:
  if (status[got] = NotStarted) {
    status[got] := Nobody;
    Push(count);
    task := got;
    count := 0;
    listed := FALSE;
    result := why;
    why := "none";
    got := 0;
    Drop();
  } else {
    why := "none";
    got := 0;
    Resume();
  };

(***************************************************************************)
(* It enters the list of the awaited task, and sleeps.                     *)
(***************************************************************************)
ReadHead:
  with (head = waiters[Joins(task)[count]]) {
    if (head # Closed \/ Naive = "IgnoresClosed") {
      seen := head;
      goto Register;
    } else if (result = "ok") goto Look;
    else Waited(count);
  };
Register:
  if (waiters[Joins(task)[count]] = seen) {
    waiters[Joins(task)[count]] := <<self>> \o seen;
    seen := <<>>;
    listed := Naive # "ListsAgain";
    if (Naive = "IgnoresClosed") goto Park;
    else goto Look;
  } else {
    seen := <<>>;
    goto ReadHead;
  };
Park:
  either {
    await permit[self];
    permit[self] := FALSE;
  } or {
    await nudged < Nudges;
    nudged := nudged + 1;
  } or {   \* it waits for a latch: see Park
    await result = "ok" /\ Latch(task) # 0 /\ \E v \in (0..Workers) \ {self} : Mine(deque[v], task) # {};
  };
  goto Look;

(***************************************************************************)
(* A task fails.                                                           *)
(***************************************************************************)
ThrowIdle:
  either {
    await Recovers;
    result := "ok";
    Await();
  } or {
    if (count > 0 /\ Nested) Withdraw();
    else goto Cancel;
  };
Cancel:
  with (t = IF Naive = "AbortsRoot" THEN Root[task] ELSE task) {
    if (abort[t] = "none") abort[t] := result;
  };
  if (Counts(task) # 0) goto CancelScope;
  else if (count = 0) Finish();
  else Withdraw();
CancelScope:
  with (l = Latch(task) + Counts(task)) {
    if (abort[l] = "none") abort[l] := result;
  };
  if (Latch(task) # 0) goto Count;
  else Finish();
CancelChild:
  with (c = Joins(task)[count]) {
    if (abort[c] = "none") abort[c] := "withdrawn";
  };
  if (Naive = "LeavesChild") Waited(count);
  else if (Naive = "AbortsOnly") goto ReadHead;
  else goto Offer;

(***************************************************************************)
(* Before a failing worker blocks, it leaves its queued tasks to others.   *)
(***************************************************************************)
Offer:
  if (deque[self] = <<>>) {
    thief := self;
    goto Reclaim;
  } else {
    got := Last(deque[self]);
    deque[self] := Front(deque[self]);
    at := got;
  };
OfferReadCancel:
  if (abort[at] # "none") {
    why := abort[at];
    at := 0;
    goto Discard;
  } else if (Scopes[at] # 0) {
    at := Scopes[at];
    goto OfferReadCancel;
  } else goto Pass;

\* It drops the tasks in the injector that are cancelled. This is under the injector's lock.
Reclaim:
  with (i = FirstOf(deque[0], {t \in Task : Scopes[t] # 0 /\ \E s \in Chain[t] : abort[s] # "none"})) {
    if (i > Len(deque[0])) {
      thief := 0;
      goto ReadHead;
    } else {
      got := deque[0][i];
      deque[0] := Without(deque[0], i);
      at := got;
      goto OfferReadCancel;
    };
  };

(***************************************************************************)
(* A task ends.                                                            *)
(***************************************************************************)
WriteOutcome:
  outcome[task] := result;
  if (Naive \in {"CompletesLast", "OutcomeLast"}) goto CloseList;
Complete:
  status[task] := Completed;
  if (Naive = "CompletesLast") Ended();
  else if (Naive = "OutcomeLast") goto WriteOutcome;
CloseList:
  wake := waiters[task];
  waiters[task] := Closed;
  Woken();
Wake:
  permit[Head(wake)] := TRUE;
  wake := Tail(wake);
  Woken();

\* A task of the latch, or the body of the Scope, has ended.
Count:
  pending := pending - 1;
  if (pending = 0) {
    if (Latch(task) # 0) Push(1);
    task := Latch(task) + Counts(task);
    count := 0;
    result := "ok";
    goto Complete;
  } else if (Latch(task) # 0) {
    count := 1;
    if (result = "ok") goto Look;
    else goto Offer;
  } else Return();

\* Back to the frame below. Its task waits, or has given up its child, or another task was dropped.
BackIdle:
  with (f = Last(stack), withdrawn = f.result # "ok" /\ Latch(f.task) = 0 /\ task = Joins(f.task)[f.count]) {
    task := f.task;
    result := f.result;
    stack := Front(stack);
    if (withdrawn) Waited(f.count);
    else {
      count := f.count;
      listed := f.listed;
      if (result = "ok" /\ thief = 0) goto Look;
      else Resume();
    };
  };
}

fair process (outsider \in Outsider)
variables
  answer = "none";    \* the outcome that it has read
  enlisted = FALSE;   \* its waiter is in the list
  first = <<>>;       \* the list that it has read, or the waiters that it has yet to wake
{
(***************************************************************************)
(* A process that is no worker waits for task 1.                           *)
(***************************************************************************)
AwaitLook:
  if (status[1] = Completed) goto AwaitReadOutcome;
  else if (enlisted) goto AwaitPark;
AwaitReadHead:
  if (waiters[1] = Closed) goto AwaitReadOutcome;
  else first := waiters[1];
AwaitRegister:
  if (waiters[1] = first) {
    waiters[1] := <<self>> \o first;
    first := <<>>;
    enlisted := TRUE;
    goto AwaitLook;
  } else {
    first := <<>>;
    goto AwaitReadHead;
  };
AwaitPark:
  either {
    await permit[self];
    permit[self] := FALSE;
    goto AwaitLook;
  } or {   \* its waiter stays
    await ~Patient;
    either goto Done;
    or goto AwaitCancel;
  };

\* It cancels the task, and drops it if no worker has claimed it.
AwaitCancel:
  if (abort[1] = "none") abort[1] := "cancelled";
AwaitClaim:
  if (status[1] = NotStarted) {
    status[1] := Nobody;
    dropped[1] := dropped[1] + 1;
  } else goto Done;
AwaitWriteOutcome:
  outcome[1] := "cancelled";
AwaitComplete:
  status[1] := Completed;
AwaitCloseList:
  first := waiters[1];   \* it is in the list itself
  waiters[1] := Closed;
AwaitWake:
  permit[Head(first)] := TRUE;
  first := Tail(first);
  if (first # <<>>) goto AwaitWake;
  else goto Done;
AwaitReadOutcome:
  answer := outcome[1];
}
} *)
\* BEGIN TRANSLATION
VARIABLES status, outcome, waiters, abort, pending, permit, deque, ran, 
          dropped, late, threw, pc, stack, task, count, result, listed, at, 
          why, got, more, thief, source, seen, wake, nudged, answer, enlisted, 
          first

vars == << status, outcome, waiters, abort, pending, permit, deque, ran, 
           dropped, late, threw, pc, stack, task, count, result, listed, at, 
           why, got, more, thief, source, seen, wake, nudged, answer, 
           enlisted, first >>

ProcSet == (Worker) \cup (Outsider)

Init == (* Global variables *)
        /\ status = [t \in Task |-> IF t \in Latches THEN Nobody ELSE NotStarted]
        /\ outcome = [t \in Task |-> "none"]
        /\ waiters = [t \in Task |-> <<>>]
        /\ abort = [t \in Task |-> "none"]
        /\ pending = 1
        /\ permit = [p \in Worker \cup Outsider |-> FALSE]
        /\ deque = [v \in 0..Workers |-> IF v = 0 THEN Roots ELSE <<>>]
        /\ ran = [t \in Task |-> 0]
        /\ dropped = [t \in Task |-> 0]
        /\ late = [t \in Task |-> FALSE]
        /\ threw = [t \in Task |-> FALSE]
        (* Process worker *)
        /\ stack = [self \in Worker |-> <<>>]
        /\ task = [self \in Worker |-> 0]
        /\ count = [self \in Worker |-> 0]
        /\ result = [self \in Worker |-> "ok"]
        /\ listed = [self \in Worker |-> FALSE]
        /\ at = [self \in Worker |-> 0]
        /\ why = [self \in Worker |-> "none"]
        /\ got = [self \in Worker |-> 0]
        /\ more = [self \in Worker |-> <<>>]
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
                         /\ got' = [got EXCEPT ![self] = IF v = self THEN Last(deque[v]) ELSE Head(deque[v])]
                         /\ deque' = [deque EXCEPT ![v] = IF v = self THEN Front(deque[v]) ELSE Tail(deque[v])]
                         /\ \/ /\ pc' = [pc EXCEPT ![self] = "Claim"]
                               /\ UNCHANGED source
                            \/ /\ v \notin {0, self} /\ Counts(got'[self]) # 0
                               /\ source' = [source EXCEPT ![self] = v]
                               /\ pc' = [pc EXCEPT ![self] = "More"]
                 \/ /\ \A r \in 1..Len(Roots) : status[Roots[r]] = Completed
                    /\ pc' = [pc EXCEPT ![self] = "Done"]
                    /\ UNCHANGED <<deque, got, source>>
              /\ UNCHANGED << status, outcome, waiters, abort, pending, permit, 
                              ran, dropped, late, threw, stack, task, count, 
                              result, listed, at, why, more, thief, seen, wake, 
                              nudged, answer, enlisted, first >>

More(self) == /\ pc[self] = "More"
              /\ IF deque[source[self]] = <<>>
                    THEN /\ source' = [source EXCEPT ![self] = 0]
                         /\ IF more[self] = <<>>
                               THEN /\ pc' = [pc EXCEPT ![self] = "Claim"]
                               ELSE /\ pc' = [pc EXCEPT ![self] = "Stock"]
                         /\ UNCHANGED << deque, more >>
                    ELSE /\ more' = [more EXCEPT ![self] = Append(more[self], Head(deque[source[self]]))]
                         /\ deque' = [deque EXCEPT ![source[self]] = Tail(deque[source[self]])]
                         /\ \/ /\ source' = [source EXCEPT ![self] = 0]
                               /\ pc' = [pc EXCEPT ![self] = "Stock"]
                            \/ /\ pc' = [pc EXCEPT ![self] = "More"]
                               /\ UNCHANGED source
              /\ UNCHANGED << status, outcome, waiters, abort, pending, permit, 
                              ran, dropped, late, threw, stack, task, count, 
                              result, listed, at, why, got, thief, seen, wake, 
                              nudged, answer, enlisted, first >>

Stock(self) == /\ pc[self] = "Stock"
               /\ IF Naive # "KeepsMore"
                     THEN /\ deque' = [deque EXCEPT ![self] = Append(deque[self], Head(more[self]))]
                     ELSE /\ TRUE
                          /\ deque' = deque
               /\ more' = [more EXCEPT ![self] = Tail(more[self])]
               /\ IF more'[self] # <<>>
                     THEN /\ pc' = [pc EXCEPT ![self] = "Stock"]
                     ELSE /\ pc' = [pc EXCEPT ![self] = "Claim"]
               /\ UNCHANGED << status, outcome, waiters, abort, pending, 
                               permit, ran, dropped, late, threw, stack, task, 
                               count, result, listed, at, why, got, thief, 
                               source, seen, wake, nudged, answer, enlisted, 
                               first >>

Claim(self) == /\ pc[self] = "Claim"
               /\ LET drops == task[self] # 0 /\ result[self] # "ok" IN
                    IF status[got[self]] = NotStarted \/ Naive = "NoClaim"
                       THEN /\ status' = [status EXCEPT ![got[self]] = IF drops THEN Nobody ELSE self]
                            /\ late' = [late EXCEPT ![got[self]] = \E s \in Chain[got[self]] : abort[s] # "none"]
                            /\ IF task[self] # 0
                                  THEN /\ stack' = [stack EXCEPT ![self] = Append(stack[self], [task |-> task[self], count |-> count[self], result |-> result[self], listed |-> listed[self]])]
                                  ELSE /\ TRUE
                                       /\ stack' = stack
                            /\ task' = [task EXCEPT ![self] = got[self]]
                            /\ count' = [count EXCEPT ![self] = 0]
                            /\ listed' = [listed EXCEPT ![self] = FALSE]
                            /\ result' = [result EXCEPT ![self] = IF drops THEN "withdrawn" ELSE "ok"]
                            /\ IF drops
                                  THEN /\ got' = [got EXCEPT ![self] = 0]
                                       /\ dropped' = [dropped EXCEPT ![task'[self]] = dropped[task'[self]] + 1]
                                       /\ IF Counts(task'[self]) # 0 /\ Naive # "DropsSilently"
                                             THEN /\ pc' = [pc EXCEPT ![self] = "CancelScope"]
                                             ELSE /\ IF Naive = "OutcomeLast"
                                                        THEN /\ pc' = [pc EXCEPT ![self] = "Complete"]
                                                        ELSE /\ pc' = [pc EXCEPT ![self] = "WriteOutcome"]
                                       /\ at' = at
                                  ELSE /\ at' = [at EXCEPT ![self] = got[self]]
                                       /\ got' = [got EXCEPT ![self] = 0]
                                       /\ pc' = [pc EXCEPT ![self] = "ReadCancel"]
                                       /\ UNCHANGED dropped
                       ELSE /\ got' = [got EXCEPT ![self] = 0]
                            /\ IF task[self] = 0
                                  THEN /\ pc' = [pc EXCEPT ![self] = "Find"]
                                  ELSE /\ IF drops
                                             THEN /\ pc' = [pc EXCEPT ![self] = "CancelChild"]
                                             ELSE /\ pc' = [pc EXCEPT ![self] = "Look"]
                            /\ UNCHANGED << status, dropped, late, stack, task, 
                                            count, result, listed, at >>
               /\ UNCHANGED << outcome, waiters, abort, pending, permit, deque, 
                               ran, threw, why, more, thief, source, seen, 
                               wake, nudged, answer, enlisted, first >>

ReadCancel(self) == /\ pc[self] = "ReadCancel"
                    /\ IF abort[at[self]] # "none" /\ Naive # "RunsCancelled"
                          THEN /\ result' = [result EXCEPT ![self] = abort[at[self]]]
                               /\ at' = [at EXCEPT ![self] = 0]
                               /\ dropped' = [dropped EXCEPT ![task[self]] = dropped[task[self]] + 1]
                               /\ IF Counts(task[self]) # 0 /\ Naive # "DropsSilently"
                                     THEN /\ pc' = [pc EXCEPT ![self] = "CancelScope"]
                                     ELSE /\ IF Naive = "OutcomeLast"
                                                THEN /\ pc' = [pc EXCEPT ![self] = "Complete"]
                                                ELSE /\ pc' = [pc EXCEPT ![self] = "WriteOutcome"]
                               /\ ran' = ran
                          ELSE /\ IF Scopes[at[self]] # 0 /\ Naive # "ReadsOwn"
                                     THEN /\ at' = [at EXCEPT ![self] = Scopes[at[self]]]
                                          /\ pc' = [pc EXCEPT ![self] = "ReadCancel"]
                                          /\ ran' = ran
                                     ELSE /\ at' = [at EXCEPT ![self] = 0]
                                          /\ ran' = [ran EXCEPT ![task[self]] = ran[task[self]] + 1]
                                          /\ pc' = [pc EXCEPT ![self] = "BodyIdle"]
                               /\ UNCHANGED << dropped, result >>
                    /\ UNCHANGED << status, outcome, waiters, abort, pending, 
                                    permit, deque, late, threw, stack, task, 
                                    count, listed, why, got, more, thief, 
                                    source, seen, wake, nudged, answer, 
                                    enlisted, first >>

BodyIdle(self) == /\ pc[self] = "BodyIdle"
                  /\ \/ /\ IF count[self] < Len(Kids[task[self]])
                              THEN /\ pc' = [pc EXCEPT ![self] = "Fork"]
                                   /\ count' = count
                              ELSE /\ IF Latch(task[self]) # 0
                                         THEN /\ pc' = [pc EXCEPT ![self] = "Count"]
                                              /\ count' = count
                                         ELSE /\ count' = [count EXCEPT ![self] = Len(Joins(task[self]))]
                                              /\ IF count'[self] = 0
                                                    THEN /\ IF Naive = "OutcomeLast"
                                                               THEN /\ pc' = [pc EXCEPT ![self] = "Complete"]
                                                               ELSE /\ pc' = [pc EXCEPT ![self] = "WriteOutcome"]
                                                    ELSE /\ IF Latch(task[self]) = 0 /\ Kids[task[self]] # <<>>
                                                               THEN /\ pc' = [pc EXCEPT ![self] = "Pop"]
                                                               ELSE /\ pc' = [pc EXCEPT ![self] = "Look"]
                        /\ UNCHANGED <<result, at>>
                     \/ /\ Kids[task[self]] # <<>> /\ TRUE \in {Panics, ~Patient}
                        /\ at' = [at EXCEPT ![self] = PollsAt(task[self], count[self])]
                        /\ pc' = [pc EXCEPT ![self] = "Poll"]
                        /\ UNCHANGED <<count, result>>
                     \/ /\ Panics
                        /\ result' = [result EXCEPT ![self] = "panic"]
                        /\ IF Latch(task[self]) # 0
                              THEN /\ pc' = [pc EXCEPT ![self] = "CancelScope"]
                              ELSE /\ pc' = [pc EXCEPT ![self] = "ThrowIdle"]
                        /\ UNCHANGED <<count, at>>
                  /\ UNCHANGED << status, outcome, waiters, abort, pending, 
                                  permit, deque, ran, dropped, late, threw, 
                                  stack, task, listed, why, got, more, thief, 
                                  source, seen, wake, nudged, answer, enlisted, 
                                  first >>

Poll(self) == /\ pc[self] = "Poll"
              /\ IF abort[at[self]] # "none"
                    THEN /\ result' = [result EXCEPT ![self] = abort[at[self]]]
                         /\ at' = [at EXCEPT ![self] = 0]
                         /\ IF Latch(task[self]) # 0
                               THEN /\ pc' = [pc EXCEPT ![self] = "CancelScope"]
                               ELSE /\ pc' = [pc EXCEPT ![self] = "ThrowIdle"]
                         /\ count' = count
                    ELSE /\ IF Scopes[at[self]] # 0
                               THEN /\ at' = [at EXCEPT ![self] = Scopes[at[self]]]
                                    /\ pc' = [pc EXCEPT ![self] = "Poll"]
                                    /\ count' = count
                               ELSE /\ at' = [at EXCEPT ![self] = 0]
                                    /\ IF count[self] < Len(Kids[task[self]])
                                          THEN /\ pc' = [pc EXCEPT ![self] = "Fork"]
                                               /\ count' = count
                                          ELSE /\ IF Latch(task[self]) # 0
                                                     THEN /\ pc' = [pc EXCEPT ![self] = "Count"]
                                                          /\ count' = count
                                                     ELSE /\ count' = [count EXCEPT ![self] = Len(Joins(task[self]))]
                                                          /\ IF count'[self] = 0
                                                                THEN /\ IF Naive = "OutcomeLast"
                                                                           THEN /\ pc' = [pc EXCEPT ![self] = "Complete"]
                                                                           ELSE /\ pc' = [pc EXCEPT ![self] = "WriteOutcome"]
                                                                ELSE /\ IF Latch(task[self]) = 0 /\ Kids[task[self]] # <<>>
                                                                           THEN /\ pc' = [pc EXCEPT ![self] = "Pop"]
                                                                           ELSE /\ pc' = [pc EXCEPT ![self] = "Look"]
                         /\ UNCHANGED result
              /\ UNCHANGED << status, outcome, waiters, abort, pending, permit, 
                              deque, ran, dropped, late, threw, stack, task, 
                              listed, why, got, more, thief, source, seen, 
                              wake, nudged, answer, enlisted, first >>

Fork(self) == /\ pc[self] = "Fork"
              /\ deque' = [deque EXCEPT ![self] = Append(deque[self], Kids[task[self]][count[self] + 1])]
              /\ IF Latch(task[self]) # 0
                    THEN /\ pending' = pending + 1
                    ELSE /\ TRUE
                         /\ UNCHANGED pending
              /\ count' = [count EXCEPT ![self] = count[self] + 1]
              /\ pc' = [pc EXCEPT ![self] = "BodyIdle"]
              /\ UNCHANGED << status, outcome, waiters, abort, permit, ran, 
                              dropped, late, threw, stack, task, result, 
                              listed, at, why, got, more, thief, source, seen, 
                              wake, nudged, answer, enlisted, first >>

JoinPoll(self) == /\ pc[self] = "JoinPoll"
                  /\ IF abort[at[self]] # "none"
                        THEN /\ result' = [result EXCEPT ![self] = abort[at[self]]]
                             /\ at' = [at EXCEPT ![self] = 0]
                             /\ IF Nested
                                   THEN /\ IF Naive = "AbortsOnly"
                                              THEN /\ pc' = [pc EXCEPT ![self] = "CancelChild"]
                                              ELSE /\ pc' = [pc EXCEPT ![self] = "Pop"]
                                   ELSE /\ pc' = [pc EXCEPT ![self] = "ThrowIdle"]
                        ELSE /\ IF Scopes[at[self]] # 0
                                   THEN /\ at' = [at EXCEPT ![self] = Scopes[at[self]]]
                                        /\ pc' = [pc EXCEPT ![self] = "JoinPoll"]
                                   ELSE /\ at' = [at EXCEPT ![self] = 0]
                                        /\ pc' = [pc EXCEPT ![self] = "Pop"]
                             /\ UNCHANGED result
                  /\ UNCHANGED << status, outcome, waiters, abort, pending, 
                                  permit, deque, ran, dropped, late, threw, 
                                  stack, task, count, listed, why, got, more, 
                                  thief, source, seen, wake, nudged, answer, 
                                  enlisted, first >>

Pop(self) == /\ pc[self] = "Pop"
             /\ IF deque[self] = <<>>
                   THEN /\ IF result[self] = "ok"
                              THEN /\ pc' = [pc EXCEPT ![self] = "Look"]
                                   /\ got' = got
                              ELSE /\ got' = [got EXCEPT ![self] = Joins(task[self])[count[self]]]
                                   /\ pc' = [pc EXCEPT ![self] = "Claim"]
                        /\ UNCHANGED << deque, ran, threw, count, result, 
                                        listed, at >>
                   ELSE /\ deque' = [deque EXCEPT ![self] = Front(deque[self])]
                        /\ IF result[self] # "ok"
                              THEN /\ count' = [count EXCEPT ![self] = count[self] - 1]
                                   /\ listed' = [listed EXCEPT ![self] = FALSE]
                                   /\ IF Nested \/ Latch(task[self]) # 0
                                         THEN /\ pc' = [pc EXCEPT ![self] = "ThrowIdle"]
                                         ELSE /\ IF count'[self] = 0
                                                    THEN /\ IF Naive = "OutcomeLast"
                                                               THEN /\ pc' = [pc EXCEPT ![self] = "Complete"]
                                                               ELSE /\ pc' = [pc EXCEPT ![self] = "WriteOutcome"]
                                                    ELSE /\ IF Naive = "AbortsOnly"
                                                               THEN /\ pc' = [pc EXCEPT ![self] = "CancelChild"]
                                                               ELSE /\ pc' = [pc EXCEPT ![self] = "Pop"]
                                   /\ UNCHANGED << ran, threw, result, at, got >>
                              ELSE /\ IF Joins(Joins(task[self])[count[self]]) # <<>>
                                         THEN /\ got' = [got EXCEPT ![self] = Joins(task[self])[count[self]]]
                                              /\ pc' = [pc EXCEPT ![self] = "Claim"]
                                              /\ UNCHANGED << ran, threw, 
                                                              count, result, 
                                                              at >>
                                         ELSE /\ ran' = [ran EXCEPT ![Joins(task[self])[count[self]]] = ran[Joins(task[self])[count[self]]] + 1]
                                              /\ \/ /\ count' = [count EXCEPT ![self] = count[self] - 1]
                                                    /\ \/ /\ IF count'[self] = 0
                                                                THEN /\ IF Naive = "OutcomeLast"
                                                                           THEN /\ pc' = [pc EXCEPT ![self] = "Complete"]
                                                                           ELSE /\ pc' = [pc EXCEPT ![self] = "WriteOutcome"]
                                                                ELSE /\ IF Latch(task[self]) = 0 /\ Kids[task[self]] # <<>>
                                                                           THEN /\ pc' = [pc EXCEPT ![self] = "Pop"]
                                                                           ELSE /\ pc' = [pc EXCEPT ![self] = "Look"]
                                                          /\ at' = at
                                                       \/ /\ Kids[task[self]] # <<>> /\ Latch(task[self]) = 0 /\ count'[self] > 0 /\ TRUE \in {Panics, ~Patient}
                                                          /\ at' = [at EXCEPT ![self] = PollsAt(task[self], count'[self])]
                                                          /\ pc' = [pc EXCEPT ![self] = "JoinPoll"]
                                                    /\ UNCHANGED <<threw, result>>
                                                 \/ /\ Panics
                                                    /\ threw' = [threw EXCEPT ![Joins(task[self])[count[self]]] = TRUE]
                                                    /\ IF Naive = "PopSwallows"
                                                          THEN /\ count' = [count EXCEPT ![self] = count[self] - 1]
                                                               /\ \/ /\ IF count'[self] = 0
                                                                           THEN /\ IF Naive = "OutcomeLast"
                                                                                      THEN /\ pc' = [pc EXCEPT ![self] = "Complete"]
                                                                                      ELSE /\ pc' = [pc EXCEPT ![self] = "WriteOutcome"]
                                                                           ELSE /\ IF Latch(task[self]) = 0 /\ Kids[task[self]] # <<>>
                                                                                      THEN /\ pc' = [pc EXCEPT ![self] = "Pop"]
                                                                                      ELSE /\ pc' = [pc EXCEPT ![self] = "Look"]
                                                                     /\ at' = at
                                                                  \/ /\ Kids[task[self]] # <<>> /\ Latch(task[self]) = 0 /\ count'[self] > 0 /\ TRUE \in {Panics, ~Patient}
                                                                     /\ at' = [at EXCEPT ![self] = PollsAt(task[self], count'[self])]
                                                                     /\ pc' = [pc EXCEPT ![self] = "JoinPoll"]
                                                               /\ UNCHANGED result
                                                          ELSE /\ count' = [count EXCEPT ![self] = IF Naive = "ThrowsAtOnce" THEN 0 ELSE count[self] - 1]
                                                               /\ result' = [result EXCEPT ![self] = "panic"]
                                                               /\ pc' = [pc EXCEPT ![self] = "ThrowIdle"]
                                                               /\ at' = at
                                              /\ got' = got
                                   /\ UNCHANGED listed
             /\ UNCHANGED << status, outcome, waiters, abort, pending, permit, 
                             dropped, late, stack, task, why, more, thief, 
                             source, seen, wake, nudged, answer, enlisted, 
                             first >>

Look(self) == /\ pc[self] = "Look"
              /\ LET c == Joins(task[self])[count[self]] IN
                   LET s == status[c] IN
                     IF s = Completed
                        THEN /\ IF result[self] = "ok"
                                   THEN /\ pc' = [pc EXCEPT ![self] = "ReadOutcome"]
                                        /\ UNCHANGED << count, listed >>
                                   ELSE /\ count' = [count EXCEPT ![self] = count[self] - 1]
                                        /\ listed' = [listed EXCEPT ![self] = FALSE]
                                        /\ IF Nested \/ Latch(task[self]) # 0
                                              THEN /\ pc' = [pc EXCEPT ![self] = "ThrowIdle"]
                                              ELSE /\ IF count'[self] = 0
                                                         THEN /\ IF Naive = "OutcomeLast"
                                                                    THEN /\ pc' = [pc EXCEPT ![self] = "Complete"]
                                                                    ELSE /\ pc' = [pc EXCEPT ![self] = "WriteOutcome"]
                                                         ELSE /\ IF Naive = "AbortsOnly"
                                                                    THEN /\ pc' = [pc EXCEPT ![self] = "CancelChild"]
                                                                    ELSE /\ pc' = [pc EXCEPT ![self] = "Pop"]
                             /\ UNCHANGED << got, thief >>
                        ELSE /\ IF result[self] # "ok"
                                   THEN /\ pc' = [pc EXCEPT ![self] = "Park"]
                                        /\ UNCHANGED << got, thief >>
                                   ELSE /\ IF s = NotStarted /\ Help # "none"
                                              THEN /\ got' = [got EXCEPT ![self] = c]
                                                   /\ pc' = [pc EXCEPT ![self] = "Claim"]
                                                   /\ thief' = thief
                                              ELSE /\ IF Help = "all" /\ May(c, task[self])
                                                         THEN /\ thief' = [thief EXCEPT ![self] = IF s \in Worker THEN s ELSE self]
                                                              /\ pc' = [pc EXCEPT ![self] = "HelpOwn"]
                                                         ELSE /\ IF listed[self]
                                                                    THEN /\ pc' = [pc EXCEPT ![self] = "Park"]
                                                                    ELSE /\ pc' = [pc EXCEPT ![self] = "ReadHead"]
                                                              /\ thief' = thief
                                                   /\ got' = got
                             /\ UNCHANGED << count, listed >>
              /\ UNCHANGED << status, outcome, waiters, abort, pending, permit, 
                              deque, ran, dropped, late, threw, stack, task, 
                              result, at, why, more, source, seen, wake, 
                              nudged, answer, enlisted, first >>

ReadOutcome(self) == /\ pc[self] = "ReadOutcome"
                     /\ LET c == Joins(task[self])[count[self]] IN
                          LET o == IF c \notin Latches THEN outcome[c] ELSE IF abort[c] = "none" THEN "ok" ELSE abort[c] IN
                            /\ listed' = [listed EXCEPT ![self] = FALSE]
                            /\ IF o = "ok" \/ (o = "panic" /\ Naive = "SwallowsPanic") \/ (o # "panic" /\ Root[c] # Root[task[self]])
                                  THEN /\ count' = [count EXCEPT ![self] = count[self] - 1]
                                       /\ \/ /\ IF count'[self] = 0
                                                   THEN /\ IF Naive = "OutcomeLast"
                                                              THEN /\ pc' = [pc EXCEPT ![self] = "Complete"]
                                                              ELSE /\ pc' = [pc EXCEPT ![self] = "WriteOutcome"]
                                                   ELSE /\ IF Latch(task[self]) = 0 /\ Kids[task[self]] # <<>>
                                                              THEN /\ pc' = [pc EXCEPT ![self] = "Pop"]
                                                              ELSE /\ pc' = [pc EXCEPT ![self] = "Look"]
                                             /\ at' = at
                                          \/ /\ Kids[task[self]] # <<>> /\ Latch(task[self]) = 0 /\ count'[self] > 0 /\ TRUE \in {Panics, ~Patient}
                                             /\ at' = [at EXCEPT ![self] = PollsAt(task[self], count'[self])]
                                             /\ pc' = [pc EXCEPT ![self] = "JoinPoll"]
                                       /\ UNCHANGED result
                                  ELSE /\ count' = [count EXCEPT ![self] = IF Naive = "ThrowsAtOnce" THEN 0 ELSE count[self] - 1]
                                       /\ result' = [result EXCEPT ![self] = o]
                                       /\ pc' = [pc EXCEPT ![self] = "ThrowIdle"]
                                       /\ at' = at
                     /\ UNCHANGED << status, outcome, waiters, abort, pending, 
                                     permit, deque, ran, dropped, late, threw, 
                                     stack, task, why, got, more, thief, 
                                     source, seen, wake, nudged, answer, 
                                     enlisted, first >>

HelpOwn(self) == /\ pc[self] = "HelpOwn"
                 /\ IF deque[self] = <<>>
                       THEN /\ pc' = [pc EXCEPT ![self] = "HelpOther"]
                            /\ UNCHANGED << deque, got, thief, source >>
                       ELSE /\ got' = [got EXCEPT ![self] = Last(deque[self])]
                            /\ deque' = [deque EXCEPT ![self] = Front(deque[self])]
                            /\ IF May(got'[self], task[self])
                                  THEN /\ thief' = [thief EXCEPT ![self] = 0]
                                       /\ source' = [source EXCEPT ![self] = 0]
                                       /\ pc' = [pc EXCEPT ![self] = "Claim"]
                                  ELSE /\ pc' = [pc EXCEPT ![self] = "Pass"]
                                       /\ UNCHANGED << thief, source >>
                 /\ UNCHANGED << status, outcome, waiters, abort, pending, 
                                 permit, ran, dropped, late, threw, stack, 
                                 task, count, result, listed, at, why, more, 
                                 seen, wake, nudged, answer, enlisted, first >>

HelpOther(self) == /\ pc[self] = "HelpOther"
                   /\ \E i \in IF source[self] # 0 \/ Naive = "HelpsFutures" THEN {1}
                               ELSE {Least(Mine(deque[0], task[self]) \cup {Len(deque[0]) + 1})}:
                        IF i <= Len(deque[source[self]])
                           THEN /\ got' = [got EXCEPT ![self] = deque[source[self]][i]]
                                /\ deque' = [deque EXCEPT ![source[self]] = Without(deque[source[self]], i)]
                                /\ IF May(got'[self], task[self])
                                      THEN /\ thief' = [thief EXCEPT ![self] = 0]
                                           /\ source' = [source EXCEPT ![self] = 0]
                                           /\ pc' = [pc EXCEPT ![self] = "Claim"]
                                      ELSE /\ pc' = [pc EXCEPT ![self] = "Pass"]
                                           /\ UNCHANGED << thief, source >>
                           ELSE /\ IF source[self] = 0 /\ thief[self] # self
                                      THEN /\ pc' = [pc EXCEPT ![self] = "HelpThief"]
                                           /\ UNCHANGED << thief, source >>
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
                   /\ UNCHANGED << status, outcome, waiters, abort, pending, 
                                   permit, ran, dropped, late, threw, stack, 
                                   task, count, result, listed, at, why, more, 
                                   seen, wake, nudged, answer, enlisted, first >>

HelpThief(self) == /\ pc[self] = "HelpThief"
                   /\ IF deque[thief[self]] = <<>>
                         THEN /\ LET next == NextOf(source[self] + 1, self, thief[self]) IN
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
                         ELSE /\ got' = [got EXCEPT ![self] = Head(deque[thief[self]])]
                              /\ deque' = [deque EXCEPT ![thief[self]] = Tail(deque[thief[self]])]
                              /\ IF May(got'[self], task[self])
                                    THEN /\ thief' = [thief EXCEPT ![self] = 0]
                                         /\ source' = [source EXCEPT ![self] = 0]
                                         /\ pc' = [pc EXCEPT ![self] = "Claim"]
                                    ELSE /\ pc' = [pc EXCEPT ![self] = "Pass"]
                                         /\ UNCHANGED << thief, source >>
                   /\ UNCHANGED << status, outcome, waiters, abort, pending, 
                                   permit, ran, dropped, late, threw, stack, 
                                   task, count, result, listed, at, why, more, 
                                   seen, wake, nudged, answer, enlisted, first >>

Pass(self) == /\ pc[self] = "Pass"
              /\ deque' = [deque EXCEPT ![0] = PutBack(deque[0], got[self])]
              /\ IF Naive = "PassesOnly"
                    THEN /\ got' = [got EXCEPT ![self] = 0]
                         /\ IF result[self] = "ok"
                               THEN /\ LET next == NextOf(source[self] + 1, self, thief[self]) IN
                                         IF next > Workers
                                            THEN /\ source' = [source EXCEPT ![self] = 0]
                                                 /\ thief' = [thief EXCEPT ![self] = 0]
                                                 /\ IF listed[self]
                                                       THEN /\ pc' = [pc EXCEPT ![self] = "Park"]
                                                       ELSE /\ pc' = [pc EXCEPT ![self] = "ReadHead"]
                                            ELSE /\ source' = [source EXCEPT ![self] = next]
                                                 /\ pc' = [pc EXCEPT ![self] = "HelpOther"]
                                                 /\ thief' = thief
                               ELSE /\ IF thief[self] # 0
                                          THEN /\ pc' = [pc EXCEPT ![self] = "Reclaim"]
                                          ELSE /\ pc' = [pc EXCEPT ![self] = "Offer"]
                                    /\ UNCHANGED << thief, source >>
                         /\ at' = at
                    ELSE /\ at' = [at EXCEPT ![self] = got[self]]
                         /\ pc' = [pc EXCEPT ![self] = "PassReadCancel"]
                         /\ UNCHANGED << got, thief, source >>
              /\ UNCHANGED << status, outcome, waiters, abort, pending, permit, 
                              ran, dropped, late, threw, stack, task, count, 
                              result, listed, why, more, seen, wake, nudged, 
                              answer, enlisted, first >>

PassReadCancel(self) == /\ pc[self] = "PassReadCancel"
                        /\ IF abort[at[self]] # "none"
                              THEN /\ why' = [why EXCEPT ![self] = abort[at[self]]]
                                   /\ at' = [at EXCEPT ![self] = 0]
                                   /\ pc' = [pc EXCEPT ![self] = "Discard"]
                                   /\ UNCHANGED << got, thief, source >>
                              ELSE /\ IF Scopes[at[self]] # 0
                                         THEN /\ at' = [at EXCEPT ![self] = Scopes[at[self]]]
                                              /\ pc' = [pc EXCEPT ![self] = "PassReadCancel"]
                                              /\ UNCHANGED << got, thief, 
                                                              source >>
                                         ELSE /\ at' = [at EXCEPT ![self] = 0]
                                              /\ got' = [got EXCEPT ![self] = 0]
                                              /\ IF result[self] = "ok"
                                                    THEN /\ LET next == NextOf(source[self] + 1, self, thief[self]) IN
                                                              IF next > Workers
                                                                 THEN /\ source' = [source EXCEPT ![self] = 0]
                                                                      /\ thief' = [thief EXCEPT ![self] = 0]
                                                                      /\ IF listed[self]
                                                                            THEN /\ pc' = [pc EXCEPT ![self] = "Park"]
                                                                            ELSE /\ pc' = [pc EXCEPT ![self] = "ReadHead"]
                                                                 ELSE /\ source' = [source EXCEPT ![self] = next]
                                                                      /\ pc' = [pc EXCEPT ![self] = "HelpOther"]
                                                                      /\ thief' = thief
                                                    ELSE /\ IF thief[self] # 0
                                                               THEN /\ pc' = [pc EXCEPT ![self] = "Reclaim"]
                                                               ELSE /\ pc' = [pc EXCEPT ![self] = "Offer"]
                                                         /\ UNCHANGED << thief, 
                                                                         source >>
                                   /\ why' = why
                        /\ UNCHANGED << status, outcome, waiters, abort, 
                                        pending, permit, deque, ran, dropped, 
                                        late, threw, stack, task, count, 
                                        result, listed, more, seen, wake, 
                                        nudged, answer, enlisted, first >>

Discard(self) == /\ pc[self] = "Discard"
                 /\ IF status[got[self]] = NotStarted
                       THEN /\ status' = [status EXCEPT ![got[self]] = Nobody]
                            /\ stack' = [stack EXCEPT ![self] = Append(stack[self], [task |-> task[self], count |-> count[self], result |-> result[self], listed |-> listed[self]])]
                            /\ task' = [task EXCEPT ![self] = got[self]]
                            /\ count' = [count EXCEPT ![self] = 0]
                            /\ listed' = [listed EXCEPT ![self] = FALSE]
                            /\ result' = [result EXCEPT ![self] = why[self]]
                            /\ why' = [why EXCEPT ![self] = "none"]
                            /\ got' = [got EXCEPT ![self] = 0]
                            /\ dropped' = [dropped EXCEPT ![task'[self]] = dropped[task'[self]] + 1]
                            /\ IF Counts(task'[self]) # 0 /\ Naive # "DropsSilently"
                                  THEN /\ pc' = [pc EXCEPT ![self] = "CancelScope"]
                                  ELSE /\ IF Naive = "OutcomeLast"
                                             THEN /\ pc' = [pc EXCEPT ![self] = "Complete"]
                                             ELSE /\ pc' = [pc EXCEPT ![self] = "WriteOutcome"]
                            /\ UNCHANGED << thief, source >>
                       ELSE /\ why' = [why EXCEPT ![self] = "none"]
                            /\ got' = [got EXCEPT ![self] = 0]
                            /\ IF result[self] = "ok"
                                  THEN /\ LET next == NextOf(source[self] + 1, self, thief[self]) IN
                                            IF next > Workers
                                               THEN /\ source' = [source EXCEPT ![self] = 0]
                                                    /\ thief' = [thief EXCEPT ![self] = 0]
                                                    /\ IF listed[self]
                                                          THEN /\ pc' = [pc EXCEPT ![self] = "Park"]
                                                          ELSE /\ pc' = [pc EXCEPT ![self] = "ReadHead"]
                                               ELSE /\ source' = [source EXCEPT ![self] = next]
                                                    /\ pc' = [pc EXCEPT ![self] = "HelpOther"]
                                                    /\ thief' = thief
                                  ELSE /\ IF thief[self] # 0
                                             THEN /\ pc' = [pc EXCEPT ![self] = "Reclaim"]
                                             ELSE /\ pc' = [pc EXCEPT ![self] = "Offer"]
                                       /\ UNCHANGED << thief, source >>
                            /\ UNCHANGED << status, dropped, stack, task, 
                                            count, result, listed >>
                 /\ UNCHANGED << outcome, waiters, abort, pending, permit, 
                                 deque, ran, late, threw, at, more, seen, wake, 
                                 nudged, answer, enlisted, first >>

ReadHead(self) == /\ pc[self] = "ReadHead"
                  /\ LET head == waiters[Joins(task[self])[count[self]]] IN
                       IF head # Closed \/ Naive = "IgnoresClosed"
                          THEN /\ seen' = [seen EXCEPT ![self] = head]
                               /\ pc' = [pc EXCEPT ![self] = "Register"]
                               /\ UNCHANGED << count, listed >>
                          ELSE /\ IF result[self] = "ok"
                                     THEN /\ pc' = [pc EXCEPT ![self] = "Look"]
                                          /\ UNCHANGED << count, listed >>
                                     ELSE /\ count' = [count EXCEPT ![self] = count[self] - 1]
                                          /\ listed' = [listed EXCEPT ![self] = FALSE]
                                          /\ IF Nested \/ Latch(task[self]) # 0
                                                THEN /\ pc' = [pc EXCEPT ![self] = "ThrowIdle"]
                                                ELSE /\ IF count'[self] = 0
                                                           THEN /\ IF Naive = "OutcomeLast"
                                                                      THEN /\ pc' = [pc EXCEPT ![self] = "Complete"]
                                                                      ELSE /\ pc' = [pc EXCEPT ![self] = "WriteOutcome"]
                                                           ELSE /\ IF Naive = "AbortsOnly"
                                                                      THEN /\ pc' = [pc EXCEPT ![self] = "CancelChild"]
                                                                      ELSE /\ pc' = [pc EXCEPT ![self] = "Pop"]
                               /\ seen' = seen
                  /\ UNCHANGED << status, outcome, waiters, abort, pending, 
                                  permit, deque, ran, dropped, late, threw, 
                                  stack, task, result, at, why, got, more, 
                                  thief, source, wake, nudged, answer, 
                                  enlisted, first >>

Register(self) == /\ pc[self] = "Register"
                  /\ IF waiters[Joins(task[self])[count[self]]] = seen[self]
                        THEN /\ waiters' = [waiters EXCEPT ![Joins(task[self])[count[self]]] = <<self>> \o seen[self]]
                             /\ seen' = [seen EXCEPT ![self] = <<>>]
                             /\ listed' = [listed EXCEPT ![self] = Naive # "ListsAgain"]
                             /\ IF Naive = "IgnoresClosed"
                                   THEN /\ pc' = [pc EXCEPT ![self] = "Park"]
                                   ELSE /\ pc' = [pc EXCEPT ![self] = "Look"]
                        ELSE /\ seen' = [seen EXCEPT ![self] = <<>>]
                             /\ pc' = [pc EXCEPT ![self] = "ReadHead"]
                             /\ UNCHANGED << waiters, listed >>
                  /\ UNCHANGED << status, outcome, abort, pending, permit, 
                                  deque, ran, dropped, late, threw, stack, 
                                  task, count, result, at, why, got, more, 
                                  thief, source, wake, nudged, answer, 
                                  enlisted, first >>

Park(self) == /\ pc[self] = "Park"
              /\ \/ /\ permit[self]
                    /\ permit' = [permit EXCEPT ![self] = FALSE]
                    /\ UNCHANGED nudged
                 \/ /\ nudged[self] < Nudges
                    /\ nudged' = [nudged EXCEPT ![self] = nudged[self] + 1]
                    /\ UNCHANGED permit
                 \/ /\ result[self] = "ok" /\ Latch(task[self]) # 0 /\ \E v \in (0..Workers) \ {self} : Mine(deque[v], task[self]) # {}
                    /\ UNCHANGED <<permit, nudged>>
              /\ pc' = [pc EXCEPT ![self] = "Look"]
              /\ UNCHANGED << status, outcome, waiters, abort, pending, deque, 
                              ran, dropped, late, threw, stack, task, count, 
                              result, listed, at, why, got, more, thief, 
                              source, seen, wake, answer, enlisted, first >>

ThrowIdle(self) == /\ pc[self] = "ThrowIdle"
                   /\ \/ /\ Recovers
                         /\ result' = [result EXCEPT ![self] = "ok"]
                         /\ \/ /\ IF count[self] = 0
                                     THEN /\ IF Naive = "OutcomeLast"
                                                THEN /\ pc' = [pc EXCEPT ![self] = "Complete"]
                                                ELSE /\ pc' = [pc EXCEPT ![self] = "WriteOutcome"]
                                     ELSE /\ IF Latch(task[self]) = 0 /\ Kids[task[self]] # <<>>
                                                THEN /\ pc' = [pc EXCEPT ![self] = "Pop"]
                                                ELSE /\ pc' = [pc EXCEPT ![self] = "Look"]
                               /\ at' = at
                            \/ /\ Kids[task[self]] # <<>> /\ Latch(task[self]) = 0 /\ count[self] > 0 /\ TRUE \in {Panics, ~Patient}
                               /\ at' = [at EXCEPT ![self] = PollsAt(task[self], count[self])]
                               /\ pc' = [pc EXCEPT ![self] = "JoinPoll"]
                      \/ /\ IF count[self] > 0 /\ Nested
                               THEN /\ IF Naive = "AbortsOnly"
                                          THEN /\ pc' = [pc EXCEPT ![self] = "CancelChild"]
                                          ELSE /\ pc' = [pc EXCEPT ![self] = "Pop"]
                               ELSE /\ pc' = [pc EXCEPT ![self] = "Cancel"]
                         /\ UNCHANGED <<result, at>>
                   /\ UNCHANGED << status, outcome, waiters, abort, pending, 
                                   permit, deque, ran, dropped, late, threw, 
                                   stack, task, count, listed, why, got, more, 
                                   thief, source, seen, wake, nudged, answer, 
                                   enlisted, first >>

Cancel(self) == /\ pc[self] = "Cancel"
                /\ LET t == IF Naive = "AbortsRoot" THEN Root[task[self]] ELSE task[self] IN
                     IF abort[t] = "none"
                        THEN /\ abort' = [abort EXCEPT ![t] = result[self]]
                        ELSE /\ TRUE
                             /\ abort' = abort
                /\ IF Counts(task[self]) # 0
                      THEN /\ pc' = [pc EXCEPT ![self] = "CancelScope"]
                      ELSE /\ IF count[self] = 0
                                 THEN /\ IF Naive = "OutcomeLast"
                                            THEN /\ pc' = [pc EXCEPT ![self] = "Complete"]
                                            ELSE /\ pc' = [pc EXCEPT ![self] = "WriteOutcome"]
                                 ELSE /\ IF Naive = "AbortsOnly"
                                            THEN /\ pc' = [pc EXCEPT ![self] = "CancelChild"]
                                            ELSE /\ pc' = [pc EXCEPT ![self] = "Pop"]
                /\ UNCHANGED << status, outcome, waiters, pending, permit, 
                                deque, ran, dropped, late, threw, stack, task, 
                                count, result, listed, at, why, got, more, 
                                thief, source, seen, wake, nudged, answer, 
                                enlisted, first >>

CancelScope(self) == /\ pc[self] = "CancelScope"
                     /\ LET l == Latch(task[self]) + Counts(task[self]) IN
                          IF abort[l] = "none"
                             THEN /\ abort' = [abort EXCEPT ![l] = result[self]]
                             ELSE /\ TRUE
                                  /\ abort' = abort
                     /\ IF Latch(task[self]) # 0
                           THEN /\ pc' = [pc EXCEPT ![self] = "Count"]
                           ELSE /\ IF Naive = "OutcomeLast"
                                      THEN /\ pc' = [pc EXCEPT ![self] = "Complete"]
                                      ELSE /\ pc' = [pc EXCEPT ![self] = "WriteOutcome"]
                     /\ UNCHANGED << status, outcome, waiters, pending, permit, 
                                     deque, ran, dropped, late, threw, stack, 
                                     task, count, result, listed, at, why, got, 
                                     more, thief, source, seen, wake, nudged, 
                                     answer, enlisted, first >>

CancelChild(self) == /\ pc[self] = "CancelChild"
                     /\ LET c == Joins(task[self])[count[self]] IN
                          IF abort[c] = "none"
                             THEN /\ abort' = [abort EXCEPT ![c] = "withdrawn"]
                             ELSE /\ TRUE
                                  /\ abort' = abort
                     /\ IF Naive = "LeavesChild"
                           THEN /\ count' = [count EXCEPT ![self] = count[self] - 1]
                                /\ listed' = [listed EXCEPT ![self] = FALSE]
                                /\ IF Nested \/ Latch(task[self]) # 0
                                      THEN /\ pc' = [pc EXCEPT ![self] = "ThrowIdle"]
                                      ELSE /\ IF count'[self] = 0
                                                 THEN /\ IF Naive = "OutcomeLast"
                                                            THEN /\ pc' = [pc EXCEPT ![self] = "Complete"]
                                                            ELSE /\ pc' = [pc EXCEPT ![self] = "WriteOutcome"]
                                                 ELSE /\ IF Naive = "AbortsOnly"
                                                            THEN /\ pc' = [pc EXCEPT ![self] = "CancelChild"]
                                                            ELSE /\ pc' = [pc EXCEPT ![self] = "Pop"]
                           ELSE /\ IF Naive = "AbortsOnly"
                                      THEN /\ pc' = [pc EXCEPT ![self] = "ReadHead"]
                                      ELSE /\ pc' = [pc EXCEPT ![self] = "Offer"]
                                /\ UNCHANGED << count, listed >>
                     /\ UNCHANGED << status, outcome, waiters, pending, permit, 
                                     deque, ran, dropped, late, threw, stack, 
                                     task, result, at, why, got, more, thief, 
                                     source, seen, wake, nudged, answer, 
                                     enlisted, first >>

Offer(self) == /\ pc[self] = "Offer"
               /\ IF deque[self] = <<>>
                     THEN /\ thief' = [thief EXCEPT ![self] = self]
                          /\ pc' = [pc EXCEPT ![self] = "Reclaim"]
                          /\ UNCHANGED << deque, at, got >>
                     ELSE /\ got' = [got EXCEPT ![self] = Last(deque[self])]
                          /\ deque' = [deque EXCEPT ![self] = Front(deque[self])]
                          /\ at' = [at EXCEPT ![self] = got'[self]]
                          /\ pc' = [pc EXCEPT ![self] = "OfferReadCancel"]
                          /\ thief' = thief
               /\ UNCHANGED << status, outcome, waiters, abort, pending, 
                               permit, ran, dropped, late, threw, stack, task, 
                               count, result, listed, why, more, source, seen, 
                               wake, nudged, answer, enlisted, first >>

OfferReadCancel(self) == /\ pc[self] = "OfferReadCancel"
                         /\ IF abort[at[self]] # "none"
                               THEN /\ why' = [why EXCEPT ![self] = abort[at[self]]]
                                    /\ at' = [at EXCEPT ![self] = 0]
                                    /\ pc' = [pc EXCEPT ![self] = "Discard"]
                               ELSE /\ IF Scopes[at[self]] # 0
                                          THEN /\ at' = [at EXCEPT ![self] = Scopes[at[self]]]
                                               /\ pc' = [pc EXCEPT ![self] = "OfferReadCancel"]
                                          ELSE /\ pc' = [pc EXCEPT ![self] = "Pass"]
                                               /\ at' = at
                                    /\ why' = why
                         /\ UNCHANGED << status, outcome, waiters, abort, 
                                         pending, permit, deque, ran, dropped, 
                                         late, threw, stack, task, count, 
                                         result, listed, got, more, thief, 
                                         source, seen, wake, nudged, answer, 
                                         enlisted, first >>

Reclaim(self) == /\ pc[self] = "Reclaim"
                 /\ LET i == FirstOf(deque[0], {t \in Task : Scopes[t] # 0 /\ \E s \in Chain[t] : abort[s] # "none"}) IN
                      IF i > Len(deque[0])
                         THEN /\ thief' = [thief EXCEPT ![self] = 0]
                              /\ pc' = [pc EXCEPT ![self] = "ReadHead"]
                              /\ UNCHANGED << deque, at, got >>
                         ELSE /\ got' = [got EXCEPT ![self] = deque[0][i]]
                              /\ deque' = [deque EXCEPT ![0] = Without(deque[0], i)]
                              /\ at' = [at EXCEPT ![self] = got'[self]]
                              /\ pc' = [pc EXCEPT ![self] = "OfferReadCancel"]
                              /\ thief' = thief
                 /\ UNCHANGED << status, outcome, waiters, abort, pending, 
                                 permit, ran, dropped, late, threw, stack, 
                                 task, count, result, listed, why, more, 
                                 source, seen, wake, nudged, answer, enlisted, 
                                 first >>

WriteOutcome(self) == /\ pc[self] = "WriteOutcome"
                      /\ outcome' = [outcome EXCEPT ![task[self]] = result[self]]
                      /\ IF Naive \in {"CompletesLast", "OutcomeLast"}
                            THEN /\ pc' = [pc EXCEPT ![self] = "CloseList"]
                            ELSE /\ pc' = [pc EXCEPT ![self] = "Complete"]
                      /\ UNCHANGED << status, waiters, abort, pending, permit, 
                                      deque, ran, dropped, late, threw, stack, 
                                      task, count, result, listed, at, why, 
                                      got, more, thief, source, seen, wake, 
                                      nudged, answer, enlisted, first >>

Complete(self) == /\ pc[self] = "Complete"
                  /\ status' = [status EXCEPT ![task[self]] = Completed]
                  /\ IF Naive = "CompletesLast"
                        THEN /\ IF Counts(task[self]) # 0
                                   THEN /\ pc' = [pc EXCEPT ![self] = "Count"]
                                        /\ UNCHANGED << task, count, result, 
                                                        listed >>
                                   ELSE /\ IF stack[self] # <<>>
                                              THEN /\ pc' = [pc EXCEPT ![self] = "BackIdle"]
                                                   /\ UNCHANGED << task, count, 
                                                                   result, 
                                                                   listed >>
                                              ELSE /\ task' = [task EXCEPT ![self] = 0]
                                                   /\ count' = [count EXCEPT ![self] = 0]
                                                   /\ result' = [result EXCEPT ![self] = "ok"]
                                                   /\ listed' = [listed EXCEPT ![self] = FALSE]
                                                   /\ pc' = [pc EXCEPT ![self] = "Find"]
                        ELSE /\ IF Naive = "OutcomeLast"
                                   THEN /\ pc' = [pc EXCEPT ![self] = "WriteOutcome"]
                                   ELSE /\ pc' = [pc EXCEPT ![self] = "CloseList"]
                             /\ UNCHANGED << task, count, result, listed >>
                  /\ UNCHANGED << outcome, waiters, abort, pending, permit, 
                                  deque, ran, dropped, late, threw, stack, at, 
                                  why, got, more, thief, source, seen, wake, 
                                  nudged, answer, enlisted, first >>

CloseList(self) == /\ pc[self] = "CloseList"
                   /\ wake' = [wake EXCEPT ![self] = waiters[task[self]]]
                   /\ waiters' = [waiters EXCEPT ![task[self]] = Closed]
                   /\ IF wake'[self] # <<>>
                         THEN /\ pc' = [pc EXCEPT ![self] = "Wake"]
                              /\ UNCHANGED << task, count, result, listed >>
                         ELSE /\ IF Naive = "CompletesLast"
                                    THEN /\ pc' = [pc EXCEPT ![self] = "Complete"]
                                         /\ UNCHANGED << task, count, result, 
                                                         listed >>
                                    ELSE /\ IF Counts(task[self]) # 0
                                               THEN /\ pc' = [pc EXCEPT ![self] = "Count"]
                                                    /\ UNCHANGED << task, 
                                                                    count, 
                                                                    result, 
                                                                    listed >>
                                               ELSE /\ IF stack[self] # <<>>
                                                          THEN /\ pc' = [pc EXCEPT ![self] = "BackIdle"]
                                                               /\ UNCHANGED << task, 
                                                                               count, 
                                                                               result, 
                                                                               listed >>
                                                          ELSE /\ task' = [task EXCEPT ![self] = 0]
                                                               /\ count' = [count EXCEPT ![self] = 0]
                                                               /\ result' = [result EXCEPT ![self] = "ok"]
                                                               /\ listed' = [listed EXCEPT ![self] = FALSE]
                                                               /\ pc' = [pc EXCEPT ![self] = "Find"]
                   /\ UNCHANGED << status, outcome, abort, pending, permit, 
                                   deque, ran, dropped, late, threw, stack, at, 
                                   why, got, more, thief, source, seen, nudged, 
                                   answer, enlisted, first >>

Wake(self) == /\ pc[self] = "Wake"
              /\ permit' = [permit EXCEPT ![Head(wake[self])] = TRUE]
              /\ wake' = [wake EXCEPT ![self] = Tail(wake[self])]
              /\ IF wake'[self] # <<>>
                    THEN /\ pc' = [pc EXCEPT ![self] = "Wake"]
                         /\ UNCHANGED << task, count, result, listed >>
                    ELSE /\ IF Naive = "CompletesLast"
                               THEN /\ pc' = [pc EXCEPT ![self] = "Complete"]
                                    /\ UNCHANGED << task, count, result, 
                                                    listed >>
                               ELSE /\ IF Counts(task[self]) # 0
                                          THEN /\ pc' = [pc EXCEPT ![self] = "Count"]
                                               /\ UNCHANGED << task, count, 
                                                               result, listed >>
                                          ELSE /\ IF stack[self] # <<>>
                                                     THEN /\ pc' = [pc EXCEPT ![self] = "BackIdle"]
                                                          /\ UNCHANGED << task, 
                                                                          count, 
                                                                          result, 
                                                                          listed >>
                                                     ELSE /\ task' = [task EXCEPT ![self] = 0]
                                                          /\ count' = [count EXCEPT ![self] = 0]
                                                          /\ result' = [result EXCEPT ![self] = "ok"]
                                                          /\ listed' = [listed EXCEPT ![self] = FALSE]
                                                          /\ pc' = [pc EXCEPT ![self] = "Find"]
              /\ UNCHANGED << status, outcome, waiters, abort, pending, deque, 
                              ran, dropped, late, threw, stack, at, why, got, 
                              more, thief, source, seen, nudged, answer, 
                              enlisted, first >>

Count(self) == /\ pc[self] = "Count"
               /\ pending' = pending - 1
               /\ IF pending' = 0
                     THEN /\ IF Latch(task[self]) # 0
                                THEN /\ stack' = [stack EXCEPT ![self] = Append(stack[self], [task |-> task[self], count |-> 1, result |-> result[self], listed |-> listed[self]])]
                                ELSE /\ TRUE
                                     /\ stack' = stack
                          /\ task' = [task EXCEPT ![self] = Latch(task[self]) + Counts(task[self])]
                          /\ count' = [count EXCEPT ![self] = 0]
                          /\ result' = [result EXCEPT ![self] = "ok"]
                          /\ pc' = [pc EXCEPT ![self] = "Complete"]
                          /\ UNCHANGED listed
                     ELSE /\ IF Latch(task[self]) # 0
                                THEN /\ count' = [count EXCEPT ![self] = 1]
                                     /\ IF result[self] = "ok"
                                           THEN /\ pc' = [pc EXCEPT ![self] = "Look"]
                                           ELSE /\ pc' = [pc EXCEPT ![self] = "Offer"]
                                     /\ UNCHANGED << task, result, listed >>
                                ELSE /\ IF stack[self] # <<>>
                                           THEN /\ pc' = [pc EXCEPT ![self] = "BackIdle"]
                                                /\ UNCHANGED << task, count, 
                                                                result, listed >>
                                           ELSE /\ task' = [task EXCEPT ![self] = 0]
                                                /\ count' = [count EXCEPT ![self] = 0]
                                                /\ result' = [result EXCEPT ![self] = "ok"]
                                                /\ listed' = [listed EXCEPT ![self] = FALSE]
                                                /\ pc' = [pc EXCEPT ![self] = "Find"]
                          /\ stack' = stack
               /\ UNCHANGED << status, outcome, waiters, abort, permit, deque, 
                               ran, dropped, late, threw, at, why, got, more, 
                               thief, source, seen, wake, nudged, answer, 
                               enlisted, first >>

BackIdle(self) == /\ pc[self] = "BackIdle"
                  /\ LET f == Last(stack[self]) IN
                       LET withdrawn == f.result # "ok" /\ Latch(f.task) = 0 /\ task[self] = Joins(f.task)[f.count] IN
                         /\ task' = [task EXCEPT ![self] = f.task]
                         /\ result' = [result EXCEPT ![self] = f.result]
                         /\ stack' = [stack EXCEPT ![self] = Front(stack[self])]
                         /\ IF withdrawn
                               THEN /\ count' = [count EXCEPT ![self] = (f.count) - 1]
                                    /\ listed' = [listed EXCEPT ![self] = FALSE]
                                    /\ IF Nested \/ Latch(task'[self]) # 0
                                          THEN /\ pc' = [pc EXCEPT ![self] = "ThrowIdle"]
                                          ELSE /\ IF count'[self] = 0
                                                     THEN /\ IF Naive = "OutcomeLast"
                                                                THEN /\ pc' = [pc EXCEPT ![self] = "Complete"]
                                                                ELSE /\ pc' = [pc EXCEPT ![self] = "WriteOutcome"]
                                                     ELSE /\ IF Naive = "AbortsOnly"
                                                                THEN /\ pc' = [pc EXCEPT ![self] = "CancelChild"]
                                                                ELSE /\ pc' = [pc EXCEPT ![self] = "Pop"]
                                    /\ UNCHANGED << thief, source >>
                               ELSE /\ count' = [count EXCEPT ![self] = f.count]
                                    /\ listed' = [listed EXCEPT ![self] = f.listed]
                                    /\ IF result'[self] = "ok" /\ thief[self] = 0
                                          THEN /\ pc' = [pc EXCEPT ![self] = "Look"]
                                               /\ UNCHANGED << thief, source >>
                                          ELSE /\ IF result'[self] = "ok"
                                                     THEN /\ LET next == NextOf(source[self] + 1, self, thief[self]) IN
                                                               IF next > Workers
                                                                  THEN /\ source' = [source EXCEPT ![self] = 0]
                                                                       /\ thief' = [thief EXCEPT ![self] = 0]
                                                                       /\ IF listed'[self]
                                                                             THEN /\ pc' = [pc EXCEPT ![self] = "Park"]
                                                                             ELSE /\ pc' = [pc EXCEPT ![self] = "ReadHead"]
                                                                  ELSE /\ source' = [source EXCEPT ![self] = next]
                                                                       /\ pc' = [pc EXCEPT ![self] = "HelpOther"]
                                                                       /\ thief' = thief
                                                     ELSE /\ IF thief[self] # 0
                                                                THEN /\ pc' = [pc EXCEPT ![self] = "Reclaim"]
                                                                ELSE /\ pc' = [pc EXCEPT ![self] = "Offer"]
                                                          /\ UNCHANGED << thief, 
                                                                          source >>
                  /\ UNCHANGED << status, outcome, waiters, abort, pending, 
                                  permit, deque, ran, dropped, late, threw, at, 
                                  why, got, more, seen, wake, nudged, answer, 
                                  enlisted, first >>

worker(self) == Find(self) \/ More(self) \/ Stock(self) \/ Claim(self)
                   \/ ReadCancel(self) \/ BodyIdle(self) \/ Poll(self)
                   \/ Fork(self) \/ JoinPoll(self) \/ Pop(self)
                   \/ Look(self) \/ ReadOutcome(self) \/ HelpOwn(self)
                   \/ HelpOther(self) \/ HelpThief(self) \/ Pass(self)
                   \/ PassReadCancel(self) \/ Discard(self)
                   \/ ReadHead(self) \/ Register(self) \/ Park(self)
                   \/ ThrowIdle(self) \/ Cancel(self) \/ CancelScope(self)
                   \/ CancelChild(self) \/ Offer(self)
                   \/ OfferReadCancel(self) \/ Reclaim(self)
                   \/ WriteOutcome(self) \/ Complete(self)
                   \/ CloseList(self) \/ Wake(self) \/ Count(self)
                   \/ BackIdle(self)

AwaitLook(self) == /\ pc[self] = "AwaitLook"
                   /\ IF status[1] = Completed
                         THEN /\ pc' = [pc EXCEPT ![self] = "AwaitReadOutcome"]
                         ELSE /\ IF enlisted[self]
                                    THEN /\ pc' = [pc EXCEPT ![self] = "AwaitPark"]
                                    ELSE /\ pc' = [pc EXCEPT ![self] = "AwaitReadHead"]
                   /\ UNCHANGED << status, outcome, waiters, abort, pending, 
                                   permit, deque, ran, dropped, late, threw, 
                                   stack, task, count, result, listed, at, why, 
                                   got, more, thief, source, seen, wake, 
                                   nudged, answer, enlisted, first >>

AwaitReadHead(self) == /\ pc[self] = "AwaitReadHead"
                       /\ IF waiters[1] = Closed
                             THEN /\ pc' = [pc EXCEPT ![self] = "AwaitReadOutcome"]
                                  /\ first' = first
                             ELSE /\ first' = [first EXCEPT ![self] = waiters[1]]
                                  /\ pc' = [pc EXCEPT ![self] = "AwaitRegister"]
                       /\ UNCHANGED << status, outcome, waiters, abort, 
                                       pending, permit, deque, ran, dropped, 
                                       late, threw, stack, task, count, result, 
                                       listed, at, why, got, more, thief, 
                                       source, seen, wake, nudged, answer, 
                                       enlisted >>

AwaitRegister(self) == /\ pc[self] = "AwaitRegister"
                       /\ IF waiters[1] = first[self]
                             THEN /\ waiters' = [waiters EXCEPT ![1] = <<self>> \o first[self]]
                                  /\ first' = [first EXCEPT ![self] = <<>>]
                                  /\ enlisted' = [enlisted EXCEPT ![self] = TRUE]
                                  /\ pc' = [pc EXCEPT ![self] = "AwaitLook"]
                             ELSE /\ first' = [first EXCEPT ![self] = <<>>]
                                  /\ pc' = [pc EXCEPT ![self] = "AwaitReadHead"]
                                  /\ UNCHANGED << waiters, enlisted >>
                       /\ UNCHANGED << status, outcome, abort, pending, permit, 
                                       deque, ran, dropped, late, threw, stack, 
                                       task, count, result, listed, at, why, 
                                       got, more, thief, source, seen, wake, 
                                       nudged, answer >>

AwaitPark(self) == /\ pc[self] = "AwaitPark"
                   /\ \/ /\ permit[self]
                         /\ permit' = [permit EXCEPT ![self] = FALSE]
                         /\ pc' = [pc EXCEPT ![self] = "AwaitLook"]
                      \/ /\ ~Patient
                         /\ \/ /\ pc' = [pc EXCEPT ![self] = "Done"]
                            \/ /\ pc' = [pc EXCEPT ![self] = "AwaitCancel"]
                         /\ UNCHANGED permit
                   /\ UNCHANGED << status, outcome, waiters, abort, pending, 
                                   deque, ran, dropped, late, threw, stack, 
                                   task, count, result, listed, at, why, got, 
                                   more, thief, source, seen, wake, nudged, 
                                   answer, enlisted, first >>

AwaitCancel(self) == /\ pc[self] = "AwaitCancel"
                     /\ IF abort[1] = "none"
                           THEN /\ abort' = [abort EXCEPT ![1] = "cancelled"]
                           ELSE /\ TRUE
                                /\ abort' = abort
                     /\ pc' = [pc EXCEPT ![self] = "AwaitClaim"]
                     /\ UNCHANGED << status, outcome, waiters, pending, permit, 
                                     deque, ran, dropped, late, threw, stack, 
                                     task, count, result, listed, at, why, got, 
                                     more, thief, source, seen, wake, nudged, 
                                     answer, enlisted, first >>

AwaitClaim(self) == /\ pc[self] = "AwaitClaim"
                    /\ IF status[1] = NotStarted
                          THEN /\ status' = [status EXCEPT ![1] = Nobody]
                               /\ dropped' = [dropped EXCEPT ![1] = dropped[1] + 1]
                               /\ pc' = [pc EXCEPT ![self] = "AwaitWriteOutcome"]
                          ELSE /\ pc' = [pc EXCEPT ![self] = "Done"]
                               /\ UNCHANGED << status, dropped >>
                    /\ UNCHANGED << outcome, waiters, abort, pending, permit, 
                                    deque, ran, late, threw, stack, task, 
                                    count, result, listed, at, why, got, more, 
                                    thief, source, seen, wake, nudged, answer, 
                                    enlisted, first >>

AwaitWriteOutcome(self) == /\ pc[self] = "AwaitWriteOutcome"
                           /\ outcome' = [outcome EXCEPT ![1] = "cancelled"]
                           /\ pc' = [pc EXCEPT ![self] = "AwaitComplete"]
                           /\ UNCHANGED << status, waiters, abort, pending, 
                                           permit, deque, ran, dropped, late, 
                                           threw, stack, task, count, result, 
                                           listed, at, why, got, more, thief, 
                                           source, seen, wake, nudged, answer, 
                                           enlisted, first >>

AwaitComplete(self) == /\ pc[self] = "AwaitComplete"
                       /\ status' = [status EXCEPT ![1] = Completed]
                       /\ pc' = [pc EXCEPT ![self] = "AwaitCloseList"]
                       /\ UNCHANGED << outcome, waiters, abort, pending, 
                                       permit, deque, ran, dropped, late, 
                                       threw, stack, task, count, result, 
                                       listed, at, why, got, more, thief, 
                                       source, seen, wake, nudged, answer, 
                                       enlisted, first >>

AwaitCloseList(self) == /\ pc[self] = "AwaitCloseList"
                        /\ first' = [first EXCEPT ![self] = waiters[1]]
                        /\ waiters' = [waiters EXCEPT ![1] = Closed]
                        /\ pc' = [pc EXCEPT ![self] = "AwaitWake"]
                        /\ UNCHANGED << status, outcome, abort, pending, 
                                        permit, deque, ran, dropped, late, 
                                        threw, stack, task, count, result, 
                                        listed, at, why, got, more, thief, 
                                        source, seen, wake, nudged, answer, 
                                        enlisted >>

AwaitWake(self) == /\ pc[self] = "AwaitWake"
                   /\ permit' = [permit EXCEPT ![Head(first[self])] = TRUE]
                   /\ first' = [first EXCEPT ![self] = Tail(first[self])]
                   /\ IF first'[self] # <<>>
                         THEN /\ pc' = [pc EXCEPT ![self] = "AwaitWake"]
                         ELSE /\ pc' = [pc EXCEPT ![self] = "Done"]
                   /\ UNCHANGED << status, outcome, waiters, abort, pending, 
                                   deque, ran, dropped, late, threw, stack, 
                                   task, count, result, listed, at, why, got, 
                                   more, thief, source, seen, wake, nudged, 
                                   answer, enlisted >>

AwaitReadOutcome(self) == /\ pc[self] = "AwaitReadOutcome"
                          /\ answer' = [answer EXCEPT ![self] = outcome[1]]
                          /\ pc' = [pc EXCEPT ![self] = "Done"]
                          /\ UNCHANGED << status, outcome, waiters, abort, 
                                          pending, permit, deque, ran, dropped, 
                                          late, threw, stack, task, count, 
                                          result, listed, at, why, got, more, 
                                          thief, source, seen, wake, nudged, 
                                          enlisted, first >>

outsider(self) == AwaitLook(self) \/ AwaitReadHead(self)
                     \/ AwaitRegister(self) \/ AwaitPark(self)
                     \/ AwaitCancel(self) \/ AwaitClaim(self)
                     \/ AwaitWriteOutcome(self) \/ AwaitComplete(self)
                     \/ AwaitCloseList(self) \/ AwaitWake(self)
                     \/ AwaitReadOutcome(self)

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
