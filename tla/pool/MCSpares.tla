------------------------------ MODULE MCSpares ------------------------------
(***************************************************************************)
(* The properties of Spares. Each has a name of its own. TLC's own check   *)
(* for deadlock shows that nothing hangs. A task may block again and       *)
(* again, which takes no task further. So there are endless runs, and the  *)
(* end of all tasks has a property of its own, Ends.                       *)
(***************************************************************************)
EXTENDS Spares, TLC

Calls(w) == {stack[w][k] : k \in 1..Len(stack[w])}
Spared(w) == {k \in 1..Len(stack[w]) : stack[w][k].spare \in {"waits", "blocks"}}
RECURSIVE Sum(_, _)
Sum(f, S) == IF S = {} THEN 0 ELSE LET x == CHOOSE y \in S : TRUE IN f[x] + Sum(f, S \ {x})

TypeOK ==
  /\ state \in [Task -> {"new", "queued", "begun", "done"}]
  /\ left \in [Task -> SUBSET Task]
  /\ \A w \in Worker : \A c \in Calls(w) :
       /\ c.task \in Task /\ c.goal \in {0} \cup Task /\ c.spare \in {"none", "waits", "blocks", "refused"}
       /\ c.how \in {"run", "enters", "replaced", "refused", "unreplaced", "join", "foreign", "barred"}
  /\ active \subseteq Worker /\ blocked \in Nat /\ surplus \in Nat
  /\ replaced \subseteq Worker /\ unreplaced \subseteq Worker /\ asked \subseteq Worker
  /\ standsFor \in [Worker -> {0} \cup Worker]

\* A task that has begun and is not done is on one stack, once.
Once == \A t \in Task :
  Cardinality({<<w, k>> \in Worker \X (1..Tasks) : k <= Len(stack[w]) /\ stack[w][k].task = t})
    = IF state[t] = "begun" THEN 1 ELSE 0

\* The counts are right, and within the limit.
Counts ==
  /\ blocked = Sum([w \in Worker |-> Cardinality(Spared(w))], Worker)
  /\ blocked + surplus <= Spares
  /\ Cardinality(active) = Workers + blocked + surplus
  /\ \A w \in Worker : Busy(w) => w \in active

\* A worker that may be asked waits with a spare. A worker in unreplaced waits without one.
Asks ==
  /\ \A w \in replaced \cup asked : Does(w, "replaced") /\ Top(w).spare # "none"
  /\ \A w \in unreplaced : Does(w, "unreplaced") /\ Top(w).spare = "refused"
  /\ replaced \cap {w \in Worker : standsFor[w] # 0} = {} /\ \A w \in Worker : standsFor[w] \notin unreplaced

\* While a worker waits without a replacement, no worker with a spare waits for a queued
\* future.
NobodyLeft == unreplaced # {} => \A w \in replaced : state[Top(w).goal] # "queued"

\* While a worker is blocked without a spare, as many workers are active as the limit allows. So
\* when a spare becomes free, a worker more takes tasks.
UsesAll == NobodyLacks \/ blocked + surplus = Spares

\* If nothing can go on, that is told. If it is told, nothing can go on.
Reported == AllDone \/ ENABLED Step \/ Told
NoFalseAlarm == Told => ~ENABLED Step

GetsAll == \A t \in Task : state[t] = "done" => \A u \in needs[t] : state[u] = "done"

-----------------------------------------------------------------------------
(* All tasks end, if each worker goes on that again and again could. A task *)
(* that blocks for ever, or again and again without doing anything else,    *)
(* does not.                                                                *)

Ahead(w) == \/ Take(w) \/ Steal(w) \/ Got(w) \/ Join(w) \/ End(w) \/ Get(w) \/ Enter(w)
            \/ Foreign(w) \/ WaitForeign(w) \/ Refused(w) \/ WaitUnreplaced(w) \/ Answer(w) \/ Return(w) \/ Finish(w)
FairSpec == Spec /\ \A w \in Worker : SF_vars(Ahead(w)) /\ WF_vars(Unblock(w))

\* Where no task blocks, it is enough that some worker goes on.
AnyStep == Spec /\ WF_vars(Next)

Ends == <>AllDone

-----------------------------------------------------------------------------
(* The properties are not vacuous: all of these occur *)

OfOne == [
  Steals      |-> \E w \in Worker : Does(w, "run") /\ Kid(Top(w).task) /\ Len(stack[w]) = 1,
  Helps       |-> \E w \in Worker : Len(stack[w]) > 1 /\ \E k \in 1..(Len(stack[w])-1) :
                    stack[w][k].how = "join" /\ stack[w][k].goal # stack[w][k+1].task,
  Replaced    |-> blocked > 0,
  BySurplus   |-> \E w \in Worker : Suits /\ Does(w, "run") /\ blocked > 0,
  Refuses     |-> \E w \in Worker : Does(w, "refused"),
  Unreplaced   |-> unreplaced # {},
  AsksAtOnce  |-> asked # {} /\ unreplaced = {},
  AsksLater   |-> \E w \in Worker : Does(w, "enters") /\ unreplaced # {} /\ state[Top(w).goal] = "queued",
  RunsItself  |-> \E w \in asked : state[Top(w).goal] = "queued",
  StandsBy       |-> surplus > 0 /\ blocked = 0 /\ \E w \in Worker : Free(w) ]

\* Another worker may begin or end the future that a worker was asked to run.
OfTwo == [
  BegunBefore |-> \E w \in asked : state[Top(w).goal] = "begun",
  DoneBefore  |-> \E w \in asked : state[Top(w).goal] = "done" ]

OfBlocks == [
  InBlocking  |-> \E w \in Worker : Does(w, "replaced") /\ Top(w).spare = "blocks",
  BlocksAgain |-> \E w \in Worker : Cardinality(Spared(w)) = 2 ]

OfForeign == [
  StallOfAKid   |-> Told /\ \A t \in Task : state[t] = "queued" => Kid(t),
  FreedSpare    |-> ~NobodyLacks /\ surplus > 0 /\ blocked = 0 /\ \E w \in Worker : Free(w) ]

OfNoSpares == [
  StallWithJoin |-> Told /\ \E w \in Worker : Does(w, "join") ]

Reached == IF Spares = 0 THEN OfNoSpares ELSE IF Blocks = 2 THEN OfForeign ELSE IF Blocks = 1 THEN OfBlocks ELSE IF Workers = 2 THEN OfTwo ELSE OfOne

ASSUME TLCSet(1, {})
SomethingUnreached ==
  LET before == TLCGet(1)
      now == before \cup {n \in DOMAIN Reached : Reached[n]}
  IN /\ now # before => PrintT(<<"reached", now \ before>>)
     /\ TLCSet(1, now)
     /\ now # DOMAIN Reached
=============================================================================
