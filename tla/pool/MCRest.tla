-------------------------------- MODULE MCRest --------------------------------
(***************************************************************************)
(* The properties of Rest. Each has a name of its own, so that a failure   *)
(* names it.                                                               *)
(***************************************************************************)
EXTENDS Rest, TLC

At(w, label) == pc[w] = label

TypeOK ==
  /\ state \in BOOLEAN /\ rest \in BOOLEAN /\ returned \in BOOLEAN
  /\ left \subseteq Index /\ calls \in [Index -> Nat] /\ blocked \in 0..Blocks
  /\ \A w \in Worker : \A d \in 1..Len(tasks[w]) :
       tasks[w][d].given \in 0..Never /\ tasks[w][d].part \in {"no", "all", "one"}
  /\ \A w \in Worker : \A j \in 1..Len(frames[w]) :
       frames[w][j].of \in 1..Len(tasks[w]) /\ frames[w][j].at \in {"private", "published", "taken", "done"}

\* No index is done twice.
Once == \A i \in Index : calls[i] <= 1

\* When the loop returns, each index is done, and none is left in the rest.
AllDone == returned => AllBegun
NothingLeft == returned => left = {}

\* While the rest has indices, state says that there is a rest.
Told == left # {} => state

-----------------------------------------------------------------------------
(* In the end *)

Returns == <>[](\A w \in Worker : At(w, "Done"))

-----------------------------------------------------------------------------
(* The properties are not vacuous: all of these occur *)

Reached == [
  Gives      |-> left # {},
  Follows    |-> \E w \in Worker : At(w, "Give") /\ left # {} /\ k[w] > 0 /\ frames[w][k[w]].full,
  Skips      |-> \E w \in Worker : At(w, "ReadState") /\ state /\ lo[w] >= Running(w).given /\ Running(w).part = "no",
  TakesRest  |-> \E w \in Worker : At(w, "ReadState") /\ Running(w).part = "all",
  TakesOne   |-> \E w \in Worker : At(w, "ReadState") /\ Running(w).part = "one",
  Invites    |-> \E w \in Worker : \E j \in Published(w) : ~frames[w][j].full,
  InVain     |-> \E w \in Worker : At(w, "TakeRest") /\ left = {} /\ ~HasFrame(w) /\ ~returned,
  Adds       |-> \E w \in Worker : At(w, "Add") /\ lo[w] < hi[w],
  MakesBoth  |-> \E v, w \in Worker : v # w /\ At(v, "Make") /\ At(w, "Make"),
  Helps      |-> \E w \in Worker : Len(tasks[w]) > 1 /\ Running(w).whose # w ]


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
