---------------------------- MODULE InjectorParts ----------------------------
(***************************************************************************)
(* Injector refines TaskQueue, which says what Pool assumes of it. A       *)
(* worker looks from LookSize on. It stops at LookSizeAgain, its second    *)
(* look, if that finds nothing. A task that was taken has run, or was      *)
(* abandoned, or a worker or a closer has it in hand.                      *)
(***************************************************************************)
EXTENDS Injector

Elements(s) == {s[i] : i \in 1..Len(s)}

Queue == INSTANCE TaskQueue WITH
  Looker <- Worker,
  Full <- [k \in 1..Early |-> Submitters*Each + k],
  Abandons <- Nows = 1,
  taken <- {i \in Item : ran[i] + dropped[i] > 0}
    \cup UNION {Elements(hand[w]) : w \in Worker}
    \cup UNION {Elements(left[c]) : c \in Closer},
  does <- [w \in Worker |->
    IF pc[w] \in {"AwaitWork", "Leave", "Done"} \/ (pc[w] = "Retract" /\ seen[w]) THEN "rests"
    ELSE IF pc[w] \in {"WakeRoom", "RunIdle"} THEN "runs"
    ELSE "looks"]

RefinesQueue == Queue!Spec
=============================================================================
