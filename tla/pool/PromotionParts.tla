--------------------------- MODULE PromotionParts ---------------------------
(***************************************************************************)
(* Promotion refines PublicStack, which says what Pool assumes of it. The  *)
(* owner clears the request before it looks and publishes, so the request  *)
(* counts as set until it has done so. The job in the slot stands for the  *)
(* frame that it was made for. If a thief is late with its request, the    *)
(* owner has made one before it runs the frame itself.                     *)
(***************************************************************************)
EXTENDS Promotion

\* Frames that were taken from the slot, and for which the request is still to be made.
Owed ==
  LET byThief == {content[job[t]] : t \in {u \in 1..Thieves : pc[u] = "Rerequest"}}
      byOwner == IF pc[Owner] = "Rearm" /\ taken THEN {Last(frames)} ELSE {}
      asked == IF pc[Owner] \in {"ReadStatus", "OwnClaim"} THEN {Last(frames)} ELSE {}
  IN {f \in (byThief \cup byOwner) \ asked : ran[f] = 0}

Stack == INSTANCE PublicStack WITH
  Item <- 1..Forks,
  Asked <- TRUE,
  private <- SubSeq(frames, Len(jobs) + 1, Len(frames)),
  public <- IF slot = Nil THEN <<>> ELSE <<content[slot]>>,
  request <- poll.request \/ pc[Owner] \in {"ReadSlot", "WriteJob", "Publish"},
  owed <- Owed,
  runs <- ran

RefinesStack == Stack!Spec
=============================================================================
