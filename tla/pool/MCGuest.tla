------------------------------- MODULE MCGuest -------------------------------
(***************************************************************************)
(* The properties of Guest. Each has a name of its own, so that a failure  *)
(* names it.                                                               *)
(***************************************************************************)
EXTENDS Guest, TLC

At(p, label) == pc[p] = label
Occupied(w) == seat[w] \in {"taken", "wanted"}
Asleep(w) == pc[w] \in {"Park", "ReadSeat", "Regain", "Want"}

-----------------------------------------------------------------------------
(* A place *)

\* While a caller has the place of a worker, the worker's goroutine does nothing.
OneInSeat == \A w \in Worker : Occupied(w) => Asleep(w)

\* At most one caller works in a place.
Inside(p) == pc[p] \in {"Admit", "Report", "Give"}
OneCaller == \A p, q \in Caller : p # q /\ Inside(p) /\ Inside(q) => place[p] # place[q]

-----------------------------------------------------------------------------
(* Tasks *)

\* While a task waits beside a sleeper, another process is on the way to the task.
Comes(w) ==
  \/ pc[w] \in {"Sweep", "Announce", "Leave"}
  \/ pc[w] \in {"Offer", "Park", "ReadSeat", "Regain", "Want", "Retract"} /\ w \notin listed /\ ~Occupied(w)
  \/ pc[w] \in {"Search", "ReadClosed", "Recheck", "PassOn"}
  \/ w \in listed /\ (permit[w] \/ pc[w] \in {"ReadSeat", "Regain", "Want", "Retract"})
NoLostWakeup == ready > 0 /\ listed # {} =>
  \/ \E w \in Worker : Comes(w)
  \/ \E p \in Caller : pc[p] \in {"Return", "Look", "Notify"}
  \/ \E p \in Submitter : At(p, "Tell")

\* While a caller runs its function, the pool is not drained.
Admitted == \A p \in Caller : At(p, "Report") => ~Drained

\* The function of a caller counts as a submission from beginning to end.
Counted == accepted = done + ready + Cardinality({w \in Worker : task[w]}) + Cardinality({p \in Caller : At(p, "Report")})

-----------------------------------------------------------------------------
(* In the end *)

AllEnd == <>[](\A p \in ProcSet : At(p, "Done"))

-----------------------------------------------------------------------------
(* The properties are not vacuous: all of these occur *)

Reached == [
  Visits    |-> \E p \in Caller : At(p, "Report"),
  Refused   |-> Closers > 0 /\ \E p \in Caller : At(p, "Admit") /\ closed,
  Wanted    |-> \E w \in Worker : seat[w] = "wanted",
  WantFails |-> \E w \in Worker : At(w, "Want") /\ seat[w] # "taken",
  GoneAgain |-> \E w \in Worker : At(w, "Regain") /\ seat[w] # "free",
  Finds     |-> \E p \in Caller : At(p, "Notify") /\ searching = 0 /\ listed # {},
  NoPlace   |-> \E p \in Caller : At(p, "Take") /\ listed # {} /\ \A v \in listed : seat[v] # "free" ]

\* This invariant fails as soon as each of them has occurred somewhere. TLC must run it with
\* one worker, since each worker has registers of its own.
ASSUME TLCSet(1, {})
SomethingUnreached ==
  LET before == TLCGet(1)
      now == before \cup {r \in DOMAIN Reached : Reached[r]}
  IN /\ now # before => PrintT(<<"reached", now \ before>>)
     /\ TLCSet(1, now)
     /\ now # DOMAIN Reached
=============================================================================
