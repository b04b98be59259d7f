----------------------------- MODULE MCVTSignal -----------------------------
(***************************************************************************)
(* The properties of VTSignal. Each has a name of its own, so that a       *)
(* failure names it.                                                       *)
(***************************************************************************)
EXTENDS VTSignal, TLC

At(p, label) == pc[p] = label

TypeOK ==
  /\ arrived \in 0..(Workers+1) /\ out \in 0..Workers
  /\ global \in Seq(Root) /\ waiting \subseteq Worker /\ shutdown \in BOOLEAN
  /\ \A w \in Worker : deque[w] \in Seq(Task \ Root)
  /\ done \in [Task -> BOOLEAN]
  /\ seen \in [Worker -> 0..Roots] /\ victim \in [Worker -> Worker]
  /\ task \in [Worker -> {0} \cup Task] /\ root \in [Worker -> {0} \cup Root]
  /\ k \in [Worker -> 0..Kids] /\ r \in Root

-----------------------------------------------------------------------------
(* Safety *)

Once == \A t \in Task : ran[t] = IF done[t] THEN 1 ELSE 0

\* When the pool is gone, all tasks are done and all workers have left.
Drained == At(Main, "Done") => out = Workers /\ \A t \in Task : done[t]

\* A root ends after all its kids.
GetsAll == \A q \in Root : done[q] => \A n \in 1..Kids : done[Kid(q, n)]

\* No worker looks into a deque that is not set up.
SetUp == \A w \in Worker : At(w, "StealLook") => ~At(victim[w], "Arrive")

\* Work conservation: if a worker sleeps while there is a task to take, another worker looks
\* for work, or a process is about to signal.
Sleeps(w) == At(w, "AwaitWork") /\ w \in waiting
Looks(w) ==
  pc[w] \in {"StealLook", "TakeGlobal", "LookAgain", "Retract"} \/ (At(w, "AwaitWork") /\ w \notin waiting)
Signals(w) == pc[w] \in {"ForkSignal", "PassOn"}
NoSleepBesideWork ==
  ((\E w \in Worker : Sleeps(w)) /\ (global # <<>> \/ \E w \in Worker : deque[w] # <<>>)) =>
    At(Main, "SubmitSignal") \/ \E w \in Worker : Looks(w) \/ Signals(w)

-----------------------------------------------------------------------------
(* Progress *)

\* main and all workers return: every future is completed.
AllEnd == <>[](\A p \in ProcSet : pc[p] = "Done")

-----------------------------------------------------------------------------
(* The properties are not vacuous: all of these occur *)

OfTwo == [
  Steals     |-> \E w \in Worker : At(w, "StealLook") /\ deque[victim[w]] # <<>>,
  TakesBack  |-> \E w \in Worker : At(w, "Get") /\ In(deque[w], Kid(root[w], k[w])),
  FindsDone  |-> \E w \in Worker : At(w, "Get") /\ done[Kid(root[w], k[w])],
  WaitsFor   |-> \E w \in Worker : At(w, "AwaitFuture") /\ ~done[Kid(root[w], k[w])],
  MainWaits  |-> At(Main, "MainGet") /\ ~done[r],
  SignalLost |-> \E w, v \in Worker : At(w, "ForkSignal") /\ waiting = {} /\ At(v, "TakeGlobal"),
  SeesOne    |-> \E w \in Worker : At(w, "LookAgain") /\ deque[victim[w]] # <<>>,
  Retracts   |-> \E w \in Worker : At(w, "Retract") /\ w \in waiting,
  PassesOn   |-> \E w \in Worker : At(w, "PassOn"),
  Wakes      |-> \E w \in Worker : At(w, "AwaitWork") /\ w \notin waiting /\ ~shutdown,
  InVain     |-> \E w \in Worker : At(w, "AwaitWork") /\ w \notin waiting /\ ~shutdown
                   /\ global = <<>> /\ \A v \in Worker : deque[v] = <<>>,
  Broadcasts |-> At(Main, "Broadcast") /\ waiting # {},
  TooLate    |-> \E w \in Worker : At(Main, "Join") /\ At(w, "TakeGlobal") ]

\* future_get only helps with its own kid, so the worker may sleep although there is
\* another task. A signal is passed on to a sleeping worker.
OfThree == [
  IdleWaiter |-> \E w \in Worker : At(w, "AwaitFuture") /\ ~done[Kid(root[w], k[w])]
                   /\ \E v \in Worker : deque[v] # <<>>,
  PassesTo   |-> \E w, v \in Worker : At(w, "PassOn") /\ Sleeps(v) ]
Reached == IF Workers = 2 THEN OfTwo ELSE OfThree

\* This invariant fails as soon as each of them has occurred somewhere. TLC must run it with
\* one worker, since each worker has registers of its own.
ASSUME TLCSet(1, {})
SomethingUnreached ==
  LET before == TLCGet(1)
      now == before \cup {n \in DOMAIN Reached : Reached[n]}
  IN /\ now # before => PrintT(<<"reached", now \ before>>)
     /\ TLCSet(1, now)
     /\ now # DOMAIN Reached
=============================================================================
