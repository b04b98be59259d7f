------------------------------- MODULE LinABP ------------------------------
(***************************************************************************)
(* ABP with a monitor that judges the answers of its operations. A call is *)
(* the first access of an operation, a return its last one. Such intervals *)
(* are as short as possible, and so the hardest to explain.                *)
(*                                                                         *)
(* The strict contract holds: if a thief gets Empty, the deque was empty   *)
(* at some instant of its call.                                            *)
(***************************************************************************)
EXTENDS MCABP

CONSTANTS Hidden, UntilEmpty, MayRetry \* the contract; see AtomicDeque

VARIABLE mon

D == INSTANCE AtomicDeque WITH Keeps <- 0
M == INSTANCE LinMonitor WITH
       Threads <- 0..Thieves, Start <- D!New, Outcomes <- D!Outcomes, Anywhere <- {D!Retry}

\* What a caller of the owner sees of a step. An operation without an access is
\* called and returns while the owner stays idle. Scrub has no answer.
AtOwner ==
  LET from == pc[Owner]
      to == pc'[Owner]
      push == M!Call(mon, Owner, D!Push(pushed + 1))
      pop == M!Call(mon, Owner, D!Pop)
  IN CASE Idle /\ to = "PushWrite" -> push
       [] Idle /\ to = "PopLower" -> pop
       [] Idle /\ to = "StaleClear" /\ ~scrub' -> pop
       [] Idle /\ to = "OwnerIdle" /\ b = Capacity -> M!Return(push, Owner, D!Full)
       [] Idle /\ to = "OwnerIdle" /\ b < Capacity -> M!Return(pop, Owner, D!Empty)
       [] ~Idle /\ to = "OwnerIdle" /\ mon.calls[Owner].do = "push" -> M!Return(mon, Owner, D!Pushed)
       [] ~Idle /\ to = "OwnerIdle" /\ mon.calls[Owner].do = "pop" ->
            M!Return(mon, Owner, IF v = Nil THEN D!Empty ELSE D!Took(v))
       [] OTHER -> mon

AtThief(t) ==
  CASE pc[t] = "StealReadAge" -> M!Call(mon, t, D!Steal)
    [] pc[t] = "StealReadBottom" /\ pc'[t] = "StealReadAge" -> M!Return(mon, t, D!Empty)
    [] pc[t] = "StealClaim" ->
         M!Return(mon, t, IF taken' # taken THEN D!Took(item[t]) ELSE D!Retry)
    [] OTHER -> mon

LinInit == Init /\ mon = M!NewMonitor
LinNext ==
  \/ owner /\ mon' = AtOwner
  \/ \E t \in Thief : thief(t) /\ mon' = AtThief(t)
LinSpec == LinInit /\ [][LinNext]_<<vars, mon>>
LinAwakeSpec == LinInit /\ [][LinNext /\ Awake]_<<vars, mon>>

Linearizable == M!Explained(mon)
=============================================================================
