------------------------------- MODULE LinTHE ------------------------------
(***************************************************************************)
(* THE with a monitor that judges the answers of its operations. A call is *)
(* the first access of an operation, a return its last one. Such intervals *)
(* are as short as possible, and so the hardest to explain.                *)
(*                                                                         *)
(* The strict contract holds if thieves take the last item. If they leave  *)
(* it, a thief's Empty means that the deque held at most one item at some  *)
(* instant of the call. There the strict contract fails after five steps:  *)
(* a Push, and a thief that looks at the item. No thief ever gets Retry.   *)
(***************************************************************************)
EXTENDS MCTHE

CONSTANTS Hidden, Keeps, UntilEmpty, MayRetry \* the contract; see AtomicDeque

VARIABLE mon

D == INSTANCE AtomicDeque WITH Capacity <- 0
M == INSTANCE LinMonitor WITH
       Threads <- 0..Thieves, Start <- D!New, Outcomes <- D!Outcomes, Anywhere <- {D!Retry}

\* What a caller of the owner sees of a step.
AtOwner ==
  LET push == M!Call(mon, Owner, D!Push(pushed + 1))
      pop == M!Call(mon, Owner, D!Pop)
  IN CASE pc[Owner] = "PushReadHead" -> push
       [] pc[Owner] = "PushWrite" /\ mon.calls[Owner] = M!NoOp -> push
       [] pc[Owner] = "PushPublish" -> M!Return(mon, Owner, D!Pushed)
       [] pc[Owner] = "PopReadHead" -> IF H = tail THEN M!Return(pop, Owner, D!Empty) ELSE pop
       [] pc[Owner] = "PopTakeSlot" -> M!Return(mon, Owner, D!Took(slots[tail % cap]))
       [] pc[Owner] = "PopUnlock" -> M!Return(mon, Owner, IF v = Nil THEN D!Empty ELSE D!Took(v))
       [] OTHER -> mon

AtThief(t) ==
  CASE pc[t] = "StealLookHead" -> M!Call(mon, t, D!Steal)
    [] pc[t] = "StealLookTail" /\ pc'[t] = "StealLookHead" -> M!Return(mon, t, D!Empty)
    [] pc[t] = "StealUnlock" ->
         M!Return(mon, t, IF item[t] = Nil THEN D!Empty ELSE D!Took(item[t]))
    [] OTHER -> mon

LinInit == Init /\ mon = M!NewMonitor
LinNext ==
  \/ owner /\ mon' = AtOwner
  \/ \E t \in Thief : thief(t) /\ mon' = AtThief(t)
LinSpec == LinInit /\ [][LinNext]_<<vars, mon>>

Linearizable == M!Explained(mon)
=============================================================================
