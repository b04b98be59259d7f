----------------------------- MODULE PublicStack -----------------------------
(***************************************************************************)
(* What Pool assumes of a worker's tasks if they are published on request. *)
(* Promotion and Pool both refine this module: see PromotionParts and      *)
(* PoolParts.                                                              *)
(*                                                                         *)
(* The owner forks at the end, and joins from there. Others see public     *)
(* tasks only. The owner publishes its oldest private task. It needs a     *)
(* request for that, and no task may be public. It may drop a request only *)
(* while a task is public. A thread that takes the public task makes a new *)
(* request before the task runs. Each task runs once.                      *)
(***************************************************************************)
EXTENDS Naturals, Sequences

CONSTANTS
  Item,      \* the tasks that are forked
  Asked      \* TRUE: there is a request at the beginning

VARIABLES
  private,   \* the tasks that only the owner sees, the newest last
  public,    \* the tasks that others see: one or none
  request,   \* a worker has asked for a task
  owed,      \* tasks that were taken, and for which no new request was made yet
  runs       \* how often each task has been run
all == <<private, public, request, owed, runs>>

Front(s) == SubSeq(s, 1, Len(s) - 1)
Last(s) == s[Len(s)]
In(s, x) == \E i \in 1..Len(s) : s[i] = x

Init ==
  /\ private = <<>>
  /\ public = <<>>
  /\ request = Asked
  /\ owed = {}
  /\ runs = [t \in Item |-> 0]

\* A task is neither here, nor run.
Away(t) == runs[t] = 0 /\ ~In(private, t) /\ ~In(public, t)

Fork(t) ==
  /\ Away(t)
  /\ private' = Append(private, t)
  /\ UNCHANGED <<public, request, owed, runs>>

\* Another request may come while the owner publishes.
Offer ==
  /\ request
  /\ public = <<>>
  /\ private # <<>>
  /\ public' = <<Head(private)>>
  /\ private' = Tail(private)
  /\ request' \in BOOLEAN
  /\ UNCHANGED <<owed, runs>>

Drop ==
  /\ public # <<>>
  /\ request' = FALSE
  /\ UNCHANGED <<private, public, owed, runs>>

\* The owner runs its newest task, now or later.
Pop ==
  /\ private # <<>>
  /\ private' = Front(private)
  /\ runs' \in {runs, [runs EXCEPT ![Last(private)] = 1]}
  /\ UNCHANGED <<public, request, owed>>

Take ==
  /\ public # <<>>
  /\ public' = <<>>
  /\ owed' = owed \cup {Head(public)}
  /\ UNCHANGED <<private, request, runs>>

\* A worker that finds nothing asks, too.
Ask ==
  /\ request' = TRUE
  /\ \E s \in SUBSET owed : owed' = owed \ s
  /\ UNCHANGED <<private, public, runs>>

\* The owner may ask in the same step.
Run(t) ==
  /\ Away(t)
  /\ runs' = [runs EXCEPT ![t] = 1]
  /\ \/ t \notin owed /\ UNCHANGED <<request, owed>>
     \/ request' = TRUE /\ owed' = owed \ {t}
  /\ UNCHANGED <<private, public>>

Next ==
  \/ Offer \/ Drop \/ Pop \/ Take \/ Ask
  \/ \E t \in Item : Fork(t) \/ Run(t)

Spec == Init /\ [][Next]_all
=============================================================================
