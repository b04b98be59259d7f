------------------------------- MODULE MCJoin -------------------------------
(***************************************************************************)
(* The properties of Join. Each has a name of its own, so that a failure   *)
(* names it.                                                               *)
(***************************************************************************)
EXTENDS Join, FiniteSets, TLC

Failures == {"panic", "cancelled", "withdrawn"}
Outcomes == {"none", "ok"} \cup Failures
Process == Worker \cup Outsider
Real == Task \ Latches
Awaited(w) == Joins(task[w])[count[w]]
Waits(w) == task[w] # 0 /\ pc[w] \in
  {"Look", "Claim", "HelpOwn", "HelpThief", "HelpOther", "Pass", "PassReadCancel", "Discard", "ReadHead", "Register", "Park",
   "CancelChild", "Offer", "OfferReadCancel", "Reclaim"}
Range(q) == {q[i] : i \in 1..Len(q)}

\* Tasks that a worker may still take, or has taken and not claimed.
InHand == UNION {Range(deque[v]) : v \in 0..Workers} \cup UNION {{got[w]} \cup Range(more[w]) : w \in Worker}

TypeOK ==
  /\ status \in [Task -> 0..Nobody] /\ outcome \in [Task -> Outcomes]
  /\ DOMAIN waiters = Task /\ \A t \in Task : Range(waiters[t]) \subseteq Process \cup {0}
  /\ abort \in [Task -> {"none"} \cup Failures] /\ permit \in [Process -> BOOLEAN]
  /\ pending \in 0..Len(Kids) /\ late \in [Task -> BOOLEAN] /\ threw \in [Task -> BOOLEAN]
  /\ DOMAIN deque = 0..Workers /\ \A v \in 0..Workers : Range(deque[v]) \subseteq Real
  /\ ran \in [Task -> 0..2] /\ dropped \in [Task -> 0..2]
  /\ \A w \in Worker :
       /\ task[w] \in 0..Len(Kids) /\ got[w] \in 0..Len(Kids) /\ count[w] \in 0..2
       /\ result[w] \in Outcomes \ {"none"} /\ why[w] \in {"none"} \cup Failures /\ listed[w] \in BOOLEAN /\ at[w] \in 0..Len(Kids)
       /\ thief[w] \in 0..Workers /\ source[w] \in 0..Workers /\ nudged[w] \in 0..Nudges
       /\ Range(more[w]) \subseteq Real /\ Range(seen[w]) \subseteq Process /\ Range(wake[w]) \subseteq Process
  /\ \A o \in Outsider :
       answer[o] \in Outcomes /\ enlisted[o] \in BOOLEAN /\ Range(first[o]) \subseteq Process

-----------------------------------------------------------------------------
(* Tasks *)

\* A task is run or dropped, and only once. A task that a failing worker takes back is
\* neither.
ExactlyOnce == \A t \in Real :
  ran[t] + dropped[t] <= 1 /\ (status[t] = Completed => ran[t] + dropped[t] = 1)

\* A task goes from not started to a worker that runs it, or to dropped, and then to
\* completed.
LegalStatus == [][\A t \in Task : status'[t] # status[t] =>
  IF status[t] = NotStarted THEN status'[t] \in Worker \cup {Nobody}
  ELSE status[t] # Completed /\ status'[t] = Completed]_vars

\* If a task is complete, its outcome may be read, and stays.
OutcomeVisible == \A t \in Real : status[t] = Completed => outcome[t] # "none"
OutcomeStays == [][\A t \in Task : outcome[t] # "none" => outcome'[t] = outcome[t]]_vars

\* A task completes after all that it has forked, and a latch after all that it counts.
JoinsAll == \A t \in Task : status[t] = Completed =>
  \A k \in Task : (k \in Range(Kids[t]) \/ Counts(k) = t) =>
    status[k] = Completed \/ (status[k] = NotStarted /\ k \notin InHand)

\* A forked task can be found until it is claimed.
NoLoss == \A w \in Worker : \A t \in Task :
  status[t] = w => t = task[w] \/ \E i \in 1..Len(stack[w]) : stack[w][i].task = t

\* A worker that waits for its newest child finds that child in its own deque, or nothing.
\* If the child was stolen, so were the older items, and the tasks that the worker itself
\* has stolen. So its deque is then empty.
OwnIsNewest == \A w \in Worker :
  /\ pc[w] = "Pop" /\ deque[w] # <<>> => Last(deque[w]) = Awaited(w) /\ status[Awaited(w)] = NotStarted
  /\ pc[w] = "HelpOwn" /\ Latch(task[w]) = 0 => deque[w] = <<>>

-----------------------------------------------------------------------------
(* Panic and cancel *)

\* A panic goes up to the root and its waiter, unless a task recovers.
PanicReaches ==
  /\ \A t \in Real : (status[t] = Completed /\ ran[t] > 0) =>
       \A k \in Range(Joins(t)) \cup Range(Kids[t]) : (outcome[k] = "panic" \/ threw[k]) => outcome[t] # "ok"
  /\ \A o \in Outsider : answer[o] # "none" => answer[o] = outcome[1]

\* If no task recovers, a good outcome means that all children had one.
OkIsComplete == \A t \in Real : (status[t] = Completed /\ outcome[t] = "ok") =>
  \A k \in Range(Kids[t]) : ran[k] = 1 /\ ~threw[k] /\ (status[k] = NotStarted \/ outcome[k] = "ok")

\* A task is aborted because it fails itself or is withdrawn. A root may also be cancelled
\* from outside. A task is not aborted because of its siblings, nor because of its children,
\* since it may have recovered from their failure.
Fails(t) == outcome[t] \in Failures \/ \E w \in Worker :
  \/ task[w] = t /\ result[w] # "ok"
  \/ \E i \in 1..Len(stack[w]) : stack[w][i].task = t /\ stack[w][i].result # "ok"
AbortHasReason == \A t \in Real : abort[t] \in {"none", "withdrawn"} \/ Fails(t) \/ (t = 1 /\ abort[t] = "cancelled")

\* No task is dropped without a reason. No task begins that was cancelled when it was
\* claimed.
DroppedAfterCancel == \A t \in Real : status[t] = Completed /\ dropped[t] > 0 =>
  outcome[t] = "withdrawn" \/ \E s \in Chain[t] : abort[s] = outcome[t]
NoneStartsCancelled == \A t \in Real : late[t] => ran[t] = 0
FirstCancelWins == [][\A t \in Task : abort[t] # "none" => abort'[t] = abort[t]]_vars

\* Only the children of a withdrawn task see that it is withdrawn.
WithdrawnUnseen == \A r \in Range(Roots) : outcome[r] # "withdrawn" /\ abort[r] # "withdrawn"

-----------------------------------------------------------------------------
(* Waiters *)

\* A process that sleeps is in the open list of its awaited task, or another process is
\* about to wake it.
Asleep(p) == pc[p] \in {"Park", "AwaitPark"} /\ ~permit[p]
Of(p) == IF p \in Worker THEN Awaited(p) ELSE 1
NoLostWaiter == \A p \in Process : Asleep(p) =>
  \/ p \in Range(waiters[Of(p)]) /\ 0 \notin Range(waiters[Of(p)])
  \/ \E w \in Worker : pc[w] = "Wake" /\ task[w] = Of(p) /\ p \in Range(wake[w])
  \/ \E o \in Outsider : pc[o] = "AwaitWake" /\ Of(p) = 1 /\ p \in Range(first[o])

\* A waiter is a link of one list, and must not be in it twice. A closed list has no links.
ListedOnce == \A t \in Task :
  /\ Cardinality(Range(waiters[t])) = Len(waiters[t])
  /\ 0 \in Range(waiters[t]) => waiters[t] = Closed

\* The same, in the end: no process sleeps for ever on a complete task.
Awoken == []<>(\A p \in Process : Asleep(p) => status[Of(p)] # Completed)

-----------------------------------------------------------------------------
(* Progress *)

\* A frame needs the task that it waits for, and a latch needs the tasks that it counts. A
\* frame on a stack also needs the frame above it. With trees, each need is for a task that
\* was started later: children start after their parent, and an upper frame after the lower
\* one. So the needs form no cycle, and of the running tasks the one that was started last
\* needs none. A future may be older than its waiter.
Needs(w) ==
  LET n == Len(stack[w])
      frame(i) == IF i <= n THEN stack[w][i].task ELSE task[w]
  IN {<<frame(i), Joins(frame(i))[stack[w][i].count]>> : i \in 1..n}
     \cup {<<frame(i), frame(i + 1)>> : i \in 1..n}
     \cup (IF Waits(w) THEN {<<task[w], Awaited(w)>>} ELSE {})
NoCycle ==
  LET all == UNION {Needs(w) : w \in Worker} \cup {<<Counts(t), t>> : t \in Task}
      under == {t \in Task : status[t] \in Worker \/ (t \in Latches /\ status[t] # Completed)}
  IN \A s \in SUBSET under : s # {} => \E t \in s : \A e \in all : e[1] = t => e[2] \notin s

\* All processes end, if none stops for good.
AllEnd == <>[](\A p \in Process : pc[p] = "Done")

-----------------------------------------------------------------------------
(* The properties are not vacuous: all of these occur *)

Some(label) == {w \in Worker : pc[w] = label}
Queued == UNION {Range(deque[v]) : v \in 0..Workers}
OfNested == [
  SkippedEntry  |-> \E w \in Some("Claim") : task[w] = 0 /\ status[got[w]] # NotStarted,
  Pops          |-> \E w \in Some("Pop") : result[w] = "ok" /\ deque[w] # <<>>,
  PopsOff       |-> \E w \in Some("Pop") : result[w] # "ok" /\ deque[w] # <<>>,
  ToldAtJoin    |-> \E w \in Some("JoinPoll") : abort[at[w]] # "none",
  PopsLate      |-> \E w \in Some("Pop") : deque[w] = <<>>,
  ClaimLost     |-> \E w \in Some("Claim") : task[w] # 0 /\ result[w] = "ok" /\ status[got[w]] # NotStarted,
  DropsQueued   |-> \E w \in Some("Claim") : result[w] # "ok" /\ status[got[w]] = NotStarted,
  DropLost      |-> \E w \in Some("Claim") : result[w] # "ok" /\ status[got[w]] # NotStarted,
  SitsFor       |-> \E w \in Some("Park") : result[w] # "ok",
  SatEnough     |-> \E w \in Some("ReadHead") : result[w] # "ok" /\ waiters[Awaited(w)] = Closed,
  RegisterLost  |-> \E w \in Some("Register") : waiters[Awaited(w)] # seen[w],
  SeenClosed    |-> \E w \in Some("ReadHead") : result[w] = "ok" /\ waiters[Awaited(w)] = Closed,
  OutsiderLost  |-> \E o \in Outsider : pc[o] = "AwaitRegister" /\ waiters[1] # first[o],
  GivenUp       |-> \E o \in Outsider : pc[o] = "Done" /\ answer[o] = "none" /\ waiters[1] # Closed,
  WakesGivenUp  |-> \E w \in Some("Wake") : pc[Head(wake[w])] = "Done",
  Overtaken     |-> \E w \in Some("CloseList") : \E t \in Task :
                      status[t] = Completed /\ task[w] \in Range(Joins(t)),
  Thrown        |-> \E w \in Some("Cancel") : task[w] = 1 /\ result[w] = "panic"
                      /\ \E k \in Range(Kids[1]) : outcome[k] = "panic",
  Recovered     |-> outcome[1] = "ok" /\ \E t \in Task : outcome[t] = "panic",
  NotBegun      |-> \E t \in Task : dropped[t] > 0 /\ outcome[t] = "cancelled",
  HalfEnds      |-> outcome[3] = "panic" /\ dropped[3] > 0,
  CutShort      |-> outcome[1] = "cancelled" /\ ran[1] > 0,
  TwoPanics     |-> \E w \in Some("ThrowIdle") : task[w] = 1 /\ count[w] = 1 /\ result[w] = "panic" /\ abort[2] = "panic",
  TooLate       |-> \E w \in Some("Cancel") : abort[task[w]] # "none",
  OutsideCancel |-> abort[1] = "cancelled",
  OutsideDrops  |-> \E o \in Outsider : pc[o] = "AwaitWriteOutcome" ]
OfScopes == [
  HelpedOwn     |-> \E w \in Some("HelpOwn") : \E t \in Range(deque[w]) : status[t] = NotStarted,
  HelpedOther   |-> \E w \in Some("HelpOther") : deque[source[w]] # <<>>,
  Leapfrog      |-> \E w \in Some("HelpThief") : thief[w] \in Worker \ {w} /\ deque[thief[w]] # <<>>,
  Deep          |-> \E w \in Worker : Len(stack[w]) = 3,
  ClaimedQueued |-> \E w \in Some("Claim") : got[w] \in Queued,
  WakesTwo      |-> \E w \in Some("Wake") : Len(wake[w]) = 2,
  Passes        |-> \E w \in Some("Pass") : status[got[w]] = NotStarted,
  PassDrops     |-> \E w \in Some("PassReadCancel") : abort[at[w]] # "none",
  DiscardLost   |-> \E w \in Some("Discard") : status[got[w]] # NotStarted,
  Offers        |-> \E w \in Some("Offer") : \E t \in Range(deque[w]) : status[t] = NotStarted,
  Reclaims      |-> \E w \in Some("Reclaim") : \E t \in Range(deque[0]) : Counts(t) # 0,
  BodyLast      |-> \E w \in Some("Count") : Latch(task[w]) # 0 /\ pending = 1 /\ ran[4] > 0,
  TaskLast      |-> \E w \in Some("Count") : Latch(task[w]) = 0 /\ pending = 1,
  SitsForLatch  |-> \E w \in Some("Park") : result[w] # "ok",
  FirstFails    |-> \E w \in Some("CancelScope") : Latch(task[w]) # 0 /\ abort[Latch(task[w])] # "none" ]
Reached == IF Nested THEN OfNested ELSE OfScopes

\* This invariant fails as soon as each of them has occurred somewhere. TLC must run it with
\* one worker, since each worker has registers of its own.
ASSUME TLCSet(1, {})
SomethingUnreached ==
  LET before == TLCGet(1)
      all == Reached  \* evaluated once
      now == before \cup {n \in DOMAIN all : all[n]}
  IN /\ now # before => PrintT(<<"reached", now \ before>>)
     /\ TLCSet(1, now)
     /\ now # DOMAIN all

\* A child lies above a task that was taken together with its parent. This needs a shape of
\* its own.
NonePopsAbove == \A w \in Some("Pop") : Len(deque[w]) < 2

\* A permit for a wait that is over comes in the next wait. This needs three workers, so it
\* is not among the results above.
NoStalePermit == \A w \in Some("Park") : permit[w] => status[Awaited(w)] = Completed
=============================================================================
