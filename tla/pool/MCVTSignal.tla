----------------------------- MODULE MCVTSignal -----------------------------
(***************************************************************************)
(* What must hold of VTSignal, each property under its own name, so that a *)
(* failure names itself.                                                   *)
(***************************************************************************)
EXTENDS VTSignal, TLC

At(p, label) == pc[p] = label

TypeOK ==
  /\ arrived \in 0..(Workers+1) /\ out \in 0..Workers /\ news \in 0..(Roots*Kids)
  /\ global \in Seq(Root) /\ waiting \subseteq Worker /\ shutdown \in BOOLEAN
  /\ \A w \in Worker : deque[w] \in Seq(Task \ Root)
  /\ done \in [Task -> BOOLEAN] /\ asleep \in [Task -> BOOLEAN]
  /\ seen \in [Worker -> 0..(Roots*Kids)] /\ victim \in [Worker -> 0..Workers]
  /\ task \in [Worker -> {0} \cup Task] /\ root \in [Worker -> {0} \cup Root]
  /\ k \in [Worker -> 0..Kids] /\ r \in Root

-----------------------------------------------------------------------------
(* Safety *)

Once == \A t \in Task : ran[t] = IF done[t] THEN 1 ELSE 0

\* When the pool is gone all tasks are done and all workers are out.
Drained == At(Main, "Done") => out = Workers /\ \A t \in Task : done[t]

\* A root ends when all its kids are done.
GetsAll == \A q \in Root : done[q] => \A n \in 1..Kids : done[Kid(q, n)]

\* Nobody looks into a deque that is not set up.
SetUp == \A w \in Worker : At(w, "StealLook") => ~At(victim[w], "Arrive")

\* Nobody sleeps for a future that is completed.
NoLostFuture == \A t \in Task : asleep[t] => ~done[t]

\* Work conservation: while a worker sleeps, and a task can be taken, another
\* looks for work or is about to signal.
Looks(w) == pc[w] \in {"ReadNews", "StealLook", "TakeGlobal"} \/ (At(w, "AwaitWork") /\ w \notin waiting)
Signals(w) == pc[w] \in {"CountNews", "ForkSignal"}
NoSleepBesideWork ==
  (waiting # {} /\ (global # <<>> \/ \E w \in Worker : deque[w] # <<>>)) =>
    At(Main, "SubmitSignal") \/ \E w \in Worker : Looks(w) \/ Signals(w)

-----------------------------------------------------------------------------
(* Progress *)

\* main returns, and so do all workers: every future is completed.
AllEnd == <>[](\A p \in ProcSet : pc[p] = "Done")

-----------------------------------------------------------------------------
(* Nothing above is vacuous: all of these occur *)

OfTwo == [
  Steals     |-> \E w \in Worker : At(w, "StealLook") /\ deque[victim[w]] # <<>>,
  TakesBack  |-> \E w \in Worker : At(w, "Get") /\ In(deque[w], Kid(root[w], k[w])),
  FindsDone  |-> \E w \in Worker : At(w, "Get") /\ done[Kid(root[w], k[w])],
  SleepsFor  |-> \E w \in Worker : At(w, "AwaitFuture") /\ asleep[Kid(root[w], k[w])],
  MainSleeps |-> At(Main, "MainAwait") /\ asleep[r],
  SignalLost |-> \E w, v \in Worker : At(w, "ForkSignal") /\ waiting = {} /\ At(v, "TakeGlobal"),
  LooksAgain |-> \E w \in Worker : At(w, "TakeGlobal") /\ global = <<>> /\ seen[w] # news,
  Wakes      |-> \E w \in Worker : At(w, "AwaitWork") /\ w \notin waiting /\ ~shutdown,
  InVain     |-> \E w \in Worker : At(w, "AwaitWork") /\ w \notin waiting /\ ~shutdown
                   /\ global = <<>> /\ \A v \in Worker : deque[v] = <<>>,
  Broadcasts |-> At(Main, "Broadcast") /\ waiting # {},
  TooLate    |-> \E w \in Worker : At(Main, "Join") /\ At(w, "TakeGlobal") ]

\* future_get helps with its own kid only: it may sleep beside another task.
OfThree == [
  IdleWaiter |-> \E w \in Worker : At(w, "AwaitFuture") /\ asleep[Kid(root[w], k[w])]
                   /\ \E v \in Worker : deque[v] # <<>> ]
Reached == IF Workers = 2 THEN OfTwo ELSE OfThree

\* An invariant that fails as soon as each of them has occurred somewhere. One
\* worker must run it: a register is a worker's own.
ASSUME TLCSet(1, {})
SomethingUnreached ==
  LET before == TLCGet(1)
      now == before \cup {n \in DOMAIN Reached : Reached[n]}
  IN /\ now # before => PrintT(<<"reached", now \ before>>)
     /\ TLCSet(1, now)
     /\ now # DOMAIN Reached
=============================================================================
