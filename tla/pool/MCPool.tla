------------------------------- MODULE MCPool -------------------------------
(***************************************************************************)
(* The properties of Pool. Each has a name of its own, so that a failure   *)
(* names it.                                                               *)
(***************************************************************************)
EXTENDS Pool, TLC

At(p, label) == pc[p] = label

TypeOK ==
  /\ injector \in Seq(Root) /\ pending \in 0..Roots /\ closed \in BOOLEAN
  /\ \A w \in Worker : priv[w] \in Seq(Task \ Root) /\ pub[w] \in Seq(Task \ Root)
  /\ request \in [Worker -> BOOLEAN] /\ permit \in [Worker -> BOOLEAN]
  /\ idle \subseteq Worker /\ helping \subseteq Worker
  /\ done \in [Task -> BOOLEAN] /\ out \in 0..Workers /\ r \in Root
  /\ root \in [Worker -> {0} \cup Root] /\ task \in [Worker -> {0} \cup Task]
  /\ forked \in [Worker -> 0..Kids] /\ k \in [Worker -> 0..Kids]
  /\ victim \in [Worker -> 0..Workers] /\ quit \in [Worker -> BOOLEAN] /\ uncounted \in [Worker -> 0..Roots]

-----------------------------------------------------------------------------
(* Safety *)

Once == \A t \in Task : ran[t] = IF done[t] THEN 1 ELSE 0

\* No root ends before its kids.
Joins == \A q \in Root : done[q] => \A n \in 1..Kids : done[Kid(q, n)]

\* When Close returns, all tasks are done, and all workers have left.
Drained == At(Outsider, "Done") => out = Workers /\ \A t \in Task : done[t]

\* When all workers have left, no task is left behind, and all are counted.
LeavesNothing == out = Workers => injector = <<>> /\ \A w \in Worker : pub[w] = <<>> /\ priv[w] = <<>> /\ uncounted[w] = 0

-----------------------------------------------------------------------------
(* No wake-up is lost *)

Sleeps(w) == At(w, "Park") /\ ~permit[w]
Looks(w) ==
  \/ pc[w] \in {"Look", "Report", "LastWakes", "Steal", "Request", "Announce", "ReadClosed", "Recheck", "RecheckSteal", "Retract"}
  \/ (At(w, "Park") /\ permit[w])
Notifies(w) == pc[w] \in {"ForkNotify", "PassOn"}

\* If a worker sleeps while a kid is public, another process is on the way to the kid, or is
\* about to wake a worker.
NoSleepBesideKid ==
  ((\E w \in Worker : Sleeps(w)) /\ \E v \in Worker : pub[v] # <<>>) =>
    At(Outsider, "SubmitNotify") \/ \E w \in Worker : Looks(w) \/ Notifies(w)

\* The same for a root. Helping workers do not count, since they take no roots.
NoSleepBesideRoot ==
  ((\E w \in Worker : Sleeps(w) /\ root[w] = 0) /\ injector # <<>>) =>
    At(Outsider, "SubmitNotify") \/ \E w \in Worker : root[w] = 0 /\ Looks(w)

\* If a worker sleeps while an owner has a private task, the owner has a request, or a
\* public task, or another worker is on the way.
NoHiddenTask ==
  \A v \in Worker : (priv[v] # <<>> /\ \E w \in Worker : Sleeps(w)) =>
    request[v] \/ pub[v] # <<>> \/ At(v, "Rearm") \/ \E w \in Worker : w # v /\ (Looks(w) \/ At(w, "Finish"))

-----------------------------------------------------------------------------
(* Progress *)

AllEnd == <>[](\A p \in ProcSet : pc[p] = "Done")

-----------------------------------------------------------------------------
(* The properties are not vacuous: all of these occur *)

WhoHelps == [
  Sleeps     |-> \E w \in Worker : Sleeps(w) /\ root[w] = 0,
  Waits      |-> \E w \in Worker : Sleeps(w) /\ root[w] # 0,
  FindsRoot  |-> \E w \in Worker : At(w, "Recheck") /\ root[w] = 0 /\ injector # <<>>,
  FindsDone  |-> \E w \in Worker : At(w, "Recheck") /\ root[w] # 0 /\ done[Kid(root[w], k[w])],
  FindsKid   |-> \E w \in Worker : At(w, "RecheckSteal") /\ pub[victim[w]] # <<>>,
  TakesBack  |-> \E w \in Worker : At(w, "Join") /\ In(pub[w], Kid(root[w], k[w])),
  Helps      |-> \E w \in Worker : At(w, "Steal") /\ root[w] # 0 /\ pub[victim[w]] # <<>>,
  CountsTwo  |-> \E w \in Worker : At(w, "Report") /\ uncounted[w] = 2,
  CountsSoon |-> \E w \in Worker : At(w, "Report") /\ root[w] # 0,
  PassesOn   |-> \E w \in Worker : At(w, "PassOn"),
  LeavesSoon |-> \E w, v \in Worker : At(w, "Leave") /\ root[v] # 0 ]
OnRequest == [
  Offers   |-> \E w \in Worker : At(w, "Poll") /\ request[w] /\ pub[w] = <<>>,
  NotAsked |-> \E w \in Worker : At(w, "Poll") /\ ~request[w],
  OneAhead |-> \E w \in Worker : At(w, "Request") /\ task[w] # 0,
  Rearms   |-> \E w \in Worker : At(w, "Rearm"),
  Hidden   |-> \E w, v \in Worker : Sleeps(w) /\ priv[v] # <<>> /\ pub[v] = <<>> ]
WhoBlocks == [
  OffersLate |-> \E w \in Worker : At(w, "ForkNotify") /\ k[w] > 0,
  Waits      |-> \E w \in Worker : At(w, "Join") /\ ~done[Kid(root[w], k[w])],
  LastWakes  |-> \E w \in Worker : At(w, "LastWakes"),
  Stays      |-> \E w, v \in Worker : Sleeps(w) /\ closed /\ root[v] # 0 ]
Reached == IF Blocks = 1 THEN WhoBlocks ELSE IF Public = 1 THEN OnRequest ELSE WhoHelps

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
