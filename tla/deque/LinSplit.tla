------------------------------ MODULE LinSplit -----------------------------
(***************************************************************************)
(* Split with a monitor that judges the answers of its operations. A call  *)
(* is the first access of an operation. The operation returns with the     *)
(* access after which its answer is known, before it publishes, clears or  *)
(* marks. Such intervals are as short as possible, and so the hardest to   *)
(* explain.                                                                *)
(*                                                                         *)
(* The relaxed contract holds: a thief may get Empty at any time, and a    *)
(* Pop is empty only if the deque is empty. A caller sees Public in this   *)
(* form. MCSplit!PublicEmpty has the full meaning of Empty. The strict     *)
(* contract fails after four steps: a Push, whose item is private, and a   *)
(* thief.                                                                  *)
(***************************************************************************)
EXTENDS MCSplit

CONSTANTS Hidden, MayRetry \* the contract; see AtomicDeque

VARIABLE mon

D == INSTANCE AtomicDeque WITH Keeps <- 0, Capacity <- 0, UntilEmpty <- FALSE
M == INSTANCE LinMonitor WITH
       Threads <- 0..Thieves, Start <- D!New, Outcomes <- D!Outcomes, Anywhere <- {D!Retry}

\* The monitor after the call, unless it has seen the call already.
Called(op) == IF mon.calls[Owner] = M!NoOp THEN M!Call(mon, Owner, op) ELSE mon

\* What a caller of the owner sees of a step. Scrub has no answer.
AtOwner ==
  LET push == Called(D!Push(pushed + 1))
      pop == Called(D!Pop)
  IN CASE Is("PushReadTail") -> push
       [] Is("PushWrite") -> M!Return(push, Owner, D!Pushed)
       [] Is("PopReadWord") -> IF pc'[Owner] = "PopShrink" THEN pop ELSE M!Return(pop, Owner, D!Empty)
       [] Is("PopTakeSlot") -> M!Return(pop, Owner, D!Took(At(r, head - 1)))
       [] OTHER -> mon

AtThief(i) ==
  CASE pc[i] = "StealReadArray" -> M!Call(mon, i, D!Steal)
    [] pc[i] = "StealReadWord" /\ pc'[i] = "StealReadRequest" -> M!Return(mon, i, D!Empty)
    [] pc[i] \in {"StealReadWord", "StealClaim"} /\ pc'[i] = "StealReadArray" -> M!Return(mon, i, D!Retry)
    [] pc[i] = "StealReadSlot" -> M!Return(mon, i, D!Took(At(a[i], seen[i].tail)))
    [] OTHER -> mon

LinInit == Init /\ mon = M!NewMonitor
LinNext ==
  \/ owner /\ mon' = AtOwner
  \/ \E i \in Thief : thief(i) /\ mon' = AtThief(i)
LinSpec == LinInit /\ [][LinNext]_<<vars, mon>>

Linearizable == M!Explained(mon)
=============================================================================
