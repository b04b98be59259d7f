------------------------------ MODULE LinDuffy -----------------------------
(***************************************************************************)
(* Duffy with a monitor that judges the answers of its operations. A call  *)
(* is the first access of an operation, a return its last one. Such        *)
(* intervals are as short as possible, and so the hardest to explain.      *)
(*                                                                         *)
(* The strict contract holds, with Retry as a third result. It fails if    *)
(* Pop begins with a look at the indices, as in the article.               *)
(***************************************************************************)
EXTENDS MCDuffy

CONSTANTS Hidden, Keeps, UntilEmpty, MayRetry \* the contract; see AtomicDeque

VARIABLE mon

D == INSTANCE AtomicDeque WITH Capacity <- 0
M == INSTANCE LinMonitor WITH
       Threads <- 0..Thieves, Start <- D!New, Outcomes <- D!Outcomes, Anywhere <- {D!Retry}

\* What a caller of the owner sees of a step. The early Empty is the article's.
AtOwner ==
  LET push == M!Call(mon, Owner, D!Push(pushed + 1))
      pop == M!Call(mon, Owner, D!Pop)
  IN CASE Idle /\ pc'[Owner] = "OwnerIdle" -> M!Return(pop, Owner, D!Empty)
       [] pc[Owner] = "PushReadHead" -> push
       [] pc[Owner] = "PushWrite" /\ mon.calls[Owner] = M!NoOp -> push
       [] pc[Owner] = "PushPublish" -> M!Return(mon, Owner, D!Pushed)
       [] pc[Owner] = "PopLower" -> pop
       [] pc[Owner] = "PopTakeSlot" -> M!Return(mon, Owner, D!Took(slots[t % cap]))
       [] pc[Owner] = "PopUnlock" -> M!Return(mon, Owner, IF v = Nil THEN D!Empty ELSE D!Took(v))
       [] OTHER -> mon

AtThief(p) ==
  LET steal == M!Call(mon, p, D!Steal)
  IN CASE pc[p] = "StealLock" ->
            IF pc'[p] = "StealLock" THEN M!Return(steal, p, D!Retry) ELSE steal
       [] pc[p] = "StealUnlock" ->
            M!Return(mon, p, IF item[p] = Nil THEN D!Empty ELSE D!Took(item[p]))
       [] OTHER -> mon

LinInit == Init /\ mon = M!NewMonitor
LinNext ==
  \/ owner /\ mon' = AtOwner
  \/ \E p \in Thief : thief(p) /\ mon' = AtThief(p)
LinSpec == LinInit /\ [][LinNext]_<<vars, mon>>

Linearizable == M!Explained(mon)
=============================================================================
