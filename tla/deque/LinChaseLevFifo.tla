-------------------------- MODULE LinChaseLevFifo ---------------------------
(***************************************************************************)
(* ChaseLevFifo with a monitor that judges the answers of its operations,  *)
(* as in LinChaseLev. PopTop is a steal by the owner that never answers    *)
(* Retry.                                                                  *)
(***************************************************************************)
EXTENDS MCChaseLevFifo

CONSTANTS Hidden, MayRetry \* the contract; see AtomicDeque

VARIABLE mon

D == INSTANCE AtomicDeque WITH Keeps <- 0, Capacity <- 0, UntilEmpty <- FALSE
M == INSTANCE LinMonitor WITH
       Threads <- 0..Thieves, Start <- D!New, Outcomes <- D!Outcomes, Anywhere <- {D!Retry}

\* What a caller of the owner sees of a step.
AtOwner ==
  LET from == pc[Owner]
      to == pc'[Owner]
      pop == M!Call(mon, Owner, D!Pop)
      popTop == IF mon.calls[Owner] = M!NoOp THEN M!Call(mon, Owner, D!Steal) ELSE mon
  IN CASE from = "PushReadTop" -> M!Call(mon, Owner, D!Push(pushed + 1))
       [] from = "PushWrite" /\ mon.calls[Owner] = M!NoOp -> M!Call(mon, Owner, D!Push(pushed + 1))
       [] from = "PushPublish" -> M!Return(mon, Owner, D!Pushed)
       [] from = "PopReadTop" -> IF to \in {"OwnerIdle", "PopReadDone"} THEN M!Return(pop, Owner, D!Empty) ELSE pop
       [] from \in {"PopClaimOne", "PopRestore"} /\ to = "OwnerIdle" -> M!Return(mon, Owner, D!Empty)
       [] from \in {"PopTakeOne", "PopTakeLast"} -> M!Return(mon, Owner, D!Took(At(r, t)))
       [] from = "PopTakeSlot" -> M!Return(mon, Owner, D!Took(At(r, b)))
       [] from = "PopTopReadTop" -> IF to = "PopTopClaim" THEN popTop ELSE M!Return(popTop, Owner, D!Empty)
       [] from = "PopTopTakeSlot" -> M!Return(mon, Owner, D!Took(At(r, t)))
       [] OTHER -> mon

AtThief(i) ==
  CASE pc[i] = "StealReadTop" -> M!Call(mon, i, D!Steal)
    [] pc[i] = "StealReadBottom" /\ pc'[i] = "StealReadTop" -> M!Return(mon, i, D!Empty)
    [] pc[i] = "StealClaim" /\ pc'[i] = "StealReadTop" -> M!Return(mon, i, D!Retry)
    [] pc[i] = "StealReadSlot" -> M!Return(mon, i, D!Took(At(a[i], seen[i])))
    [] OTHER -> mon

LinInit == Init /\ mon = M!NewMonitor
LinNext ==
  \/ owner /\ mon' = AtOwner
  \/ \E i \in Thief : thief(i) /\ mon' = AtThief(i)
LinSpec == LinInit /\ [][LinNext]_<<vars, mon>>

Linearizable == M!Explained(mon)
=============================================================================
