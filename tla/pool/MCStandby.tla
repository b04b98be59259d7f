------------------------------ MODULE MCStandby ------------------------------
(***************************************************************************)
(* The properties of Standby. Each has a name of its own, so that a        *)
(* failure names it. TLC's own check for deadlock shows that all tasks     *)
(* end: no run is endless.                                                 *)
(***************************************************************************)
EXTENDS Standby, TLC

RECURSIVE Sum(_, _)
Sum(f, S) == IF S = {} THEN 0 ELSE LET x == CHOOSE y \in S : TRUE IN f[x] + Sum(f, S \ {x})

TypeOK ==
  /\ queue \in 0..Tasks /\ sent \in 0..Tasks /\ size \in 1..Workers /\ turns \in 0..Turns
  /\ active \subseteq Worker /\ list \subseteq Worker /\ sleepers \subseteq Worker
  /\ pc \in [Worker -> {"standby", "free", "look", "announce", "announced", "again", "asleep", "runs"}]
  /\ todo \in [Worker -> SUBSET ({Queue} \cup Worker)]
  /\ deque \in [Worker -> 0..(Tasks * Forks)] /\ slot \in [Worker -> BOOLEAN]
  /\ private \in [Worker -> 0..Forks] /\ asked \in [Worker -> BOOLEAN]
  /\ forks \in [Worker -> 0..Forks] /\ done \in 0..(Tasks * (Forks + 1))

\* Each task waits, is run, or has ended.
NoLoss ==
  sent * (Forks + 1) = done + queue * (Forks + 1)
    + Sum([w \in Worker |-> deque[w] + private[w] + forks[w] + (IF slot[w] THEN 1 ELSE 0)
                              + (IF At(w, "runs") THEN 1 ELSE 0)], Worker)

\* A worker on standby has no task. Others do not look at it.
NothingLeft == \A w \in Worker \ active : At(w, "standby") /\ deque[w] + private[w] = 0 /\ ~slot[w]

\* Others look at all active workers.
Listed == active \subseteq list

\* A running worker offers a frame, or will at its next fork.
Requested == \A w \in Worker : At(w, "runs") => asked[w] \/ slot[w]

\* A worker will look at this place before it sleeps or goes on standby.
Comes(w, p) ==
  \/ pc[w] \in {"free", "announce", "announced"}
  \/ Looks(w) /\ p \in todo[w]
  \/ pc[w] \in {"again", "asleep"} /\ w \notin sleepers

NoneSleeps ==
  (\E w \in sleepers : At(w, "asleep")) =>
    \A p \in {Queue} \cup Worker : Offers(p) => \E w \in Worker : Comes(w, p)

-----------------------------------------------------------------------------
(* The properties are not vacuous: all of these occur *)

Reached == [
  StandsBy     |-> \E w \in Worker : At(w, "look") /\ todo[w] = {} /\ Surplus,
  Returns      |-> \E w \in active : w > First,
  LooksInVain  |-> \E w \in Worker : Looks(w) /\ todo[w] \ (active \cup {Queue}) # {},
  Misses       |-> \E w, v \in Worker : v # w /\ Looks(w) /\ v \in active /\ v \notin todo[w] /\ Offers(v) /\ queue = 0,
  ListedStill  |-> \E w \in list \ active : ~Surplus /\ size < Workers,
  StealsMore   |-> \E w \in Worker : At(w, "free") /\ deque[w] > 0,
  StealsAgain  |-> \E w \in sleepers : At(w, "again") /\ \E v \in todo[w] : Offers(v),
  GrowsBusy    |-> Surplus /\ turns < Turns,
  WakesToRest  |-> \E w \in sleepers : At(w, "asleep") /\ Surplus,
  Hidden       |-> \E w \in Worker : slot[w] /\ private[w] > 0 ]

ASSUME TLCSet(1, {})
SomethingUnreached ==
  LET before == TLCGet(1)
      now == before \cup {r \in DOMAIN Reached : Reached[r]}
  IN /\ now # before => PrintT(<<"reached", now \ before>>)
     /\ TLCSet(1, now)
     /\ now # DOMAIN Reached
=============================================================================
