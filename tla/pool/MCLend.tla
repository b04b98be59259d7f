-------------------------------- MODULE MCLend --------------------------------
(***************************************************************************)
(* The properties of Lend. Each has a name of its own, so that a failure   *)
(* names it.                                                               *)
(***************************************************************************)
EXTENDS Lend, TLC

At(p, label) == pc[p] = label
Range(q) == {q[i] : i \in 1..Len(q)}
Sum(s) == Cardinality({w \in Worker : s[w]})

TypeOK ==
  /\ Range(queue) \subseteq accepted /\ accepted \subseteq 1..Submitters
  /\ back \in 0..Strays /\ served \in 0..1 /\ seen \subseteq (Submitter \cup Timer)
  /\ Range(standby) \subseteq 1..made /\ made \in Workers..All
  /\ lends \in 0..Spares /\ surplus \in 0..All /\ blocked \in 0..Blocks /\ refused \in 0..Blocks
  /\ active \in 0..All /\ alive \in 0..All /\ idle \subseteq 1..made
  /\ done \in 0..Submitters
  /\ hand \in [Worker -> 0..Submitters] /\ early \in [Timer -> 0..Early]

-----------------------------------------------------------------------------
(* Workers *)

\* Spares, surplus workers and lent workers together keep the limit.
Limit == active <= Target + Spares

\* If a blocked worker was refused a spare, as many workers are active as the limit allows.
UsesAll == refused > 0 => Extra >= Spares

\* The count is that of the workers that are lent.
Counted == lends = Sum(lent)

\* A worker that stands by is given back.
RestsFree == \A w \in Range(standby) : ~lent[w]

\* A lent worker runs submissions and nothing else.
TakesOnlySubmissions == [][\A w \in Worker : At(w, "Take") /\ pc'[w] = "AwaitOver" => ~lent[w]]_vars

\* A lent worker is given back only if all submissions are gone that were queued when it last said
\* that no worker is likely to come by. A submission that came later has lent a worker, or will.
LooksLast == [][\A w \in Worker : At(w, "GiveBack") /\ ~lent'[w] => old[w] \cap Range(queue) = {}]_vars

\* No worker is left when Close returns, and none is made later.
StaysClosed == \A c \in Closer : At(c, "Done") => alive = 0

-----------------------------------------------------------------------------
(* Submissions *)

Once == \A i \in 1..Submitters : ran[i] <= IF i \in accepted THEN 1 ELSE 0

NoLoss == \A i \in accepted : ran[i] = 0 => In(queue, i) \/ \E w \in Worker : hand[w] = i

\* While a submission waits, somebody is on the way to it, or the limit is reached.
Comes(w) == CASE pc[w] \in {"Unmade", "Rest"} -> permit[w] /\ (lent[w] \/ ~released[w])
              [] pc[w] \in {"AwaitOver", "Leave", "Done"} -> FALSE
              [] OTHER -> TRUE
Attended == queue # <<>> =>
  \/ \E w \in Worker : Comes(w)
  \/ \E s \in Submitter : pc[s] \in {"HandOver", "ReadServed", "ClaimServed", "LendNow", "Notify", "Arm"}
  \/ armed \/ \E t \in Timer : ~At(t, "Ring")
  \/ Extra >= Spares

-----------------------------------------------------------------------------
(* In the end *)

\* Each submission is run, even if no long task ends.
AllRun == <>[](\A i \in 1..Submitters : ran[i] = 1)

\* Long tasks end. Then each lent worker is given back, and Close returns.
EndSpec == Spec /\ \A self \in World : WF_vars(world(self))
AllGivenBack == <>[](lends = 0)
AllEnd == <>[](\A p \in ProcSet : pc[p] = "Done")

-----------------------------------------------------------------------------
(* The properties are not vacuous: all of these occur *)

OfLoans == [
  LentAtOnce   |-> \E s \in Submitter : At(s, "LendNow") /\ Extra < Spares /\ Fresh,
  LentAgain    |-> \E p \in Submitter \cup Timer : pc[p] \in {"LendNow", "LendLate"} /\ Extra < Spares /\ ~Fresh,
  LentLate     |-> \E t \in Timer : At(t, "LendLate") /\ Extra < Spares,
  Refused      |-> \E t \in Timer : At(t, "LendLate") /\ Extra >= Spares,
  GivesBack    |-> \E w \in Worker : At(w, "GiveBack"),
  LooksAgain   |-> \E w \in Worker : At(w, "GiveLook") /\ queue # <<>>,
  WatchedAgain |-> \E w \in Worker : At(w, "Watch") /\ queue # <<>> /\ ~armed,
  ClaimFails   |-> \E t \in Timer : At(t, "ClaimServedLate") /\ t \notin seen ]
OfSurplus == [
  SurplusLent  |-> \E w \in Worker : At(w, "Woken") /\ lent[w],
  HandedOver   |-> \E s \in Submitter : At(s, "HandOver") /\ idle # {} ]
Reached == IF Shrinks > 0 THEN OfSurplus ELSE OfLoans

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
