----------------------------- MODULE ParkParts -----------------------------
(***************************************************************************)
(* Park refines Parking, which says what Pool assumes of it. A worker with *)
(* a permit does not sleep. A worker that waits for a latch is not idle.   *)
(***************************************************************************)
EXTENDS Park

Total[s \in 0..Sources] == IF s = 0 THEN 0 ELSE ready[s] + Total[s - 1]

Sleepers == INSTANCE Parking WITH
  Sleeper <- 1..Workers,
  ready <- Total[Sources],
  asleep <- {w \in 1..Workers : pc[w] = "Park" /\ ~permit[w] /\ ~waiting[w]},
  ended <- closed

RefinesSleepers == Sleepers!Spec
=============================================================================
