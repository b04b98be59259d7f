----------------------------- MODULE ChaseLevP -----------------------------
(***************************************************************************)
(* ChaseLev refines MCAtomicDeque with a strict Empty. At one step of each *)
(* operation, the abstract deque changes and gives the answer.             *)
(*                                                                         *)
(* The abstract items are those of the indices [top, b). Empty is strict   *)
(* because an index leaves as soon as a Pop lowers bottom over it. If that *)
(* item is the last one, a thief that has read the old bottom may get it   *)
(* instead of the owner. Only a later step decides that. So w is a         *)
(* prophecy: at PopLower it names the thread that will get the item, and   *)
(* no other thread gets it. If w names a thief, that thief's Steal happens *)
(* at PopLower, and the Pop is empty when it returns.                      *)
(*                                                                         *)
(* The prophecy excludes no behaviour. It may name each thread that can    *)
(* get the item, and until one has claimed the item, each name is          *)
(* possible. A test in internal/tlc follows every run of ChaseLev here.    *)
(*                                                                         *)
(* With Foresight = FALSE the item leaves when it is claimed. Then Empty   *)
(* is not strict, and the refinement fails.                                *)
(***************************************************************************)
EXTENDS MCChaseLev, Sequences

CONSTANT Foresight

VARIABLES
  w,    \* the thread that will get the last item, while it is contested
  said, \* the last operation of the abstract deque, and its answer
  due   \* for each thread, the answer that it was promised and has not returned yet

Nobody == Thieves + 1
D == INSTANCE AtomicDeque WITH
       Hidden <- 0, Keeps <- 0, Capacity <- 0, UntilEmpty <- FALSE, MayRetry <- TRUE

End == IF ~Foresight /\ w # Nobody /\ top = b THEN b + 1 ELSE b
Deque == [items |-> [i \in 1..(IF End > top THEN End - top ELSE 0) |-> At(r, top + i - 1)], used |-> 0]
Abstract == INSTANCE MCAtomicDeque WITH
       deque <- Deque, Hidden <- 0, Keeps <- 0, Capacity <- 0, UntilEmpty <- FALSE, MayRetry <- TRUE
Refines == Abstract!Spec

None == [is |-> "none", item |-> 0]
Says(thread, op, answer) ==
  said' = [op |-> op, answer |-> answer] /\ due' = [due EXCEPT ![thread] = answer]
Silent == UNCHANGED <<said, due>>
Answers(thread, answer) ==
  UNCHANGED said /\ due' = [due EXCEPT ![thread] = IF @ = answer THEN None ELSE [is |-> "wrong", item |-> 0]]
SaysAndAnswers(op, answer) == said' = [op |-> op, answer |-> answer] /\ UNCHANGED due

\* A Pop lowers bottom over index b - 1.
Lowers ==
  LET last == D!Took(At(r, b - 1))
      may == {i \in Thief : pc[i] \in {"StealReadArray", "StealClaim"} /\ seen[i] = b - 1}
  IN CASE top < b - 1 -> w' = Nobody /\ Says(Owner, D!Pop, last)
       [] top > b - 1 -> w' = Nobody /\ Silent
       [] OTHER -> IF Foresight
                   THEN \/ w' = Owner /\ Says(Owner, D!Pop, last)
                        \/ w' \in may /\ Says(w', D!Steal, last)
                   ELSE w' = Owner /\ Silent

AtOwner ==
  LET from == pc[Owner]
      to == pc'[Owner]
  IN CASE from = "PushPublish" -> SaysAndAnswers(D!Push(pushed + 1), D!Pushed) /\ UNCHANGED w
       [] from = "PopReadTop" /\ to \in {"OwnerIdle", "PopReadDone"} -> SaysAndAnswers(D!Pop, D!Empty) /\ UNCHANGED w
       [] from = "PopClaimOne" /\ claimed' -> Says(Owner, D!Pop, D!Took(At(r, t))) /\ UNCHANGED w
       [] from = "PopClaimOne" /\ ~claimed' -> SaysAndAnswers(D!Pop, D!Empty) /\ UNCHANGED w
       [] from = "PopLower" -> Lowers
       [] from = "PopClaimLast" ->
            /\ (claimed' /\ Foresight) => w \in {Owner, Nobody}
            /\ IF claimed' /\ ~Foresight /\ w # Nobody THEN Says(Owner, D!Pop, D!Took(At(r, b))) ELSE Silent
            /\ UNCHANGED w
       [] from = "PopRestore" ->
            /\ w' = Nobody
            /\ IF claimed THEN Silent ELSE SaysAndAnswers(D!Pop, D!Empty)
       [] from \in {"PopTakeOne", "PopTakeLast"} -> Answers(Owner, D!Took(At(r, t))) /\ UNCHANGED w
       [] from = "PopTakeSlot" -> Answers(Owner, D!Took(At(r, b))) /\ UNCHANGED w
       [] OTHER -> Silent /\ UNCHANGED w

AtThief(i) ==
  LET from == pc[i]
      to == pc'[i]
  IN /\ UNCHANGED w
     /\ CASE from = "StealReadBottom" /\ to = "StealReadTop" -> SaysAndAnswers(D!Steal, D!Empty)
          [] from = "StealClaim" /\ to = "StealReadTop" -> SaysAndAnswers(D!Steal, D!Retry)
          [] from = "StealClaim" /\ to = "StealReadSlot" ->
               IF Foresight /\ w # Nobody
               THEN w = i /\ Silent
               ELSE Says(i, D!Steal, D!Took(At(r, top)))
          [] from = "StealReadSlot" -> Answers(i, D!Took(At(a[i], seen[i])))
          [] OTHER -> Silent

PInit == Init /\ w = Nobody /\ said = Abstract!Nothing /\ due = [i \in 0..Thieves |-> None]
PNext ==
  \/ owner /\ AtOwner
  \/ \E i \in Thief : thief(i) /\ AtThief(i)
PSpec == PInit /\ [][PNext]_<<vars, w, said, due>>

\* The answer of each operation is the one that the abstract deque gave during
\* the operation.
Kept ==
  /\ \A i \in 0..Thieves : due[i].is # "wrong"
  /\ Idle => due[Owner] = None
  /\ \A i \in Thief : due[i] # None => pc[i] \in {"StealReadArray", "StealClaim", "StealReadSlot"}

-----------------------------------------------------------------------------
(* Nothing above is vacuous: each of these occurs. The initial value of *)
(* said looks like a Retry, but no operation has answered yet.          *)

PReached == [
  Pushed     |-> said.op.do = "push",
  Popped     |-> said.op = D!Pop /\ said.answer.is = "done",
  PopEmpty   |-> said.op = D!Pop /\ said.answer = D!Empty,
  Stolen     |-> said.op = D!Steal /\ said.answer.is = "done",
  StealEmpty |-> said.op = D!Steal /\ said.answer = D!Empty,
  Retry      |-> said.answer = D!Retry /\ pushed > 0,
  ForOwner   |-> w = Owner /\ \E i \in Thief : pc[i] = "StealClaim" /\ seen[i] = top /\ top = b,
  ForThief   |-> w \in Thief,
  OwnerGets  |-> w = Owner /\ claimed,
  ThiefGets  |-> w \in Thief /\ pc[w] = "StealReadSlot",
  OtherLoses |-> \E i \in Thief : w \in Thief \ {i} /\ pc[i] = "StealClaim" /\ seen[i] = b,
  Foretold   |-> w # Nobody /\ top = b /\ said.op = D!Steal /\ said.answer = D!Empty ]

\* The same as MCChaseLev!SomethingUnreached.
PUnreached ==
  LET known == TLCGet(1)
      now == known \cup {n \in DOMAIN PReached : PReached[n]}
  IN /\ now # known => PrintT(<<"reached", now \ known>>)
     /\ TLCSet(1, now)
     /\ now # DOMAIN PReached
=============================================================================
