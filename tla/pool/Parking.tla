------------------------------ MODULE Parking ------------------------------
(***************************************************************************)
(* What Pool assumes of workers that sleep because they find no task. Park *)
(* and Pool both refine this module: see ParkParts and PoolParts.          *)
(*                                                                         *)
(* A worker that sleeps takes no task. But while a task is there, not all  *)
(* goes on for ever with an idle worker asleep: either the task is taken,  *)
(* or the sleepers are woken. When the pool has ended, all are woken.      *)
(***************************************************************************)
EXTENDS Naturals

CONSTANT Sleeper  \* the workers

VARIABLES
  ready,     \* the number of tasks that a worker can take
  asleep,    \* the idle workers that sleep
  ended      \* the pool is closed, and all submitted tasks are done
all == <<ready, asleep, ended>>

Init == ready = 0 /\ asleep = {} /\ ended = FALSE

Put ==
  /\ ready' = ready + 1
  /\ UNCHANGED <<asleep, ended>>

Take ==
  /\ asleep # Sleeper
  /\ ready > 0
  /\ ready' = ready - 1
  /\ UNCHANGED <<asleep, ended>>

\* A worker falls asleep, or some are woken.
Turn ==
  /\ \/ \E w \in Sleeper : asleep' = asleep \cup {w}
     \/ asleep' \in SUBSET asleep
  /\ UNCHANGED <<ready, ended>>

End ==
  /\ ended' = TRUE
  /\ UNCHANGED <<ready, asleep>>

Next == Put \/ Take \/ Turn \/ End

Spec ==
  /\ Init /\ [][Next]_all
  /\ []<>(ready = 0 \/ asleep = {})
  /\ []<>(~ended \/ asleep = {})
=============================================================================
