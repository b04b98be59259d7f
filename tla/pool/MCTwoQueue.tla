----------------------------- MODULE MCTwoQueue -----------------------------
(***************************************************************************)
(* The properties of TwoQueue. Each has a name of its own, so that a       *)
(* failure names it.                                                       *)
(***************************************************************************)
EXTENDS TwoQueue, FiniteSets, TLC

Entry == [task : Task, sub : Task]
Range(q) == {q[i] : i \in 1..Len(q)}

TypeOK ==
  /\ DOMAIN workq = Worker /\ \A w \in Worker : Range(workq[w]) \subseteq Task
  /\ \A t \in Task : at[t] \in 0..(2 * Len(Kids[t]) + 1)
  /\ is_done \in [Task -> BOOLEAN] /\ forked \in [Task -> 0..2]
  /\ \A w \in Worker :
       /\ Range(local[w]) \subseteq Entry /\ Range(stack[w]) \subseteq Entry
       /\ curr[w] \in 0..Len(Kids) /\ sub[w] \in 0..Len(Kids) /\ child[w] \in 0..Len(Kids)
       /\ again[w] \in BOOLEAN /\ victim[w] \in Worker \ {w}

-----------------------------------------------------------------------------
(* Tasks *)

ForkedOnce == \A t \in Task : forked[t] <= 1

\* A task that was forked and is not done is in one place: in a queue, in a waiting context,
\* or in a worker's hand. So at needs no synchronization.
Places(t) ==
  LET in(q) == Cardinality({i \in 1..Len(q) : q[i] = t})
      waits(q) == Cardinality({i \in 1..Len(q) : q[i].task = t})
      hand(w) == IF curr[w] = t THEN 1 ELSE 0
      RECURSIVE sum(_)
      sum(w) == in(workq[w]) + waits(local[w]) + waits(stack[w]) + hand(w)
                + IF w = 0 THEN 0 ELSE sum(w - 1)
  IN sum(Workers - 1)
OnePlace == \A t \in Task :
  Places(t) = IF is_done[t] \/ (t # Root /\ forked[t] = 0) THEN 0 ELSE 1

\* A task is done after all its children, which it has all forked.
JoinsAll == \A t \in Task : is_done[t] => \A k \in Range(Kids[t]) : is_done[k]
DoneStays == [][\A t \in Task : is_done[t] => is_done'[t]]_vars

\* local only has joins, and no worker leaves with one.
LocalJoins == \A w \in Worker :
  /\ \A i \in 1..Len(local[w]) : at[local[w][i].task] > Len(Kids[local[w][i].task])
  /\ pc[w] = "Done" => local[w] = <<>> /\ stack[w] = <<>>

-----------------------------------------------------------------------------
(* Joins *)

\* A context needs its subtask. A context on a stack also needs the one above it. A dead
\* join is a cycle of these needs.
Needs(w) ==
  LET n == Len(stack[w])
  IN {<<stack[w][i].task, stack[w][i].sub>> : i \in 1..n}
     \cup {<<stack[w][i].task, IF i < n THEN stack[w][i + 1].task ELSE curr[w]>> : i \in 1..n}
     \cup {<<curr[w], sub[w]>>}
NoDeadJoin ==
  LET all == UNION {Needs(w) : w \in Worker}
  IN \A s \in SUBSET Task : s # {} => \E t \in s : \A e \in all : e[1] = t => e[2] \notin s

\* The root is done in the end, and all workers leave.
AllEnd == <>[](\A w \in Worker : pc[w] = "Done")

-----------------------------------------------------------------------------
(* The steals of the document, and no others: thread 1 steals Fib(33) from thread 0
   and pushes it onto its own queue. Thread 2 is in Fib(32), and steals Fib(33) from
   thread 1. *)

Told == \A w \in Worker :
  (pc[w] = "Steal" /\ pc'[w] = "PushStolen") =>
    <<w, victim[w], curr'[w]>> \in {<<1, 0, 1>>, <<2, 0, 2>>, <<2, 1, 1>>}
ToldSpec == Init /\ [][Next /\ Told]_vars

-----------------------------------------------------------------------------
(* The properties are not vacuous: all of these occur *)

Some(label) == {w \in Worker : pc[w] = label}
Reached == [
  StealsContinuation |-> \E w \in Some("PushStolen") : at[curr[w]] > 0,
  StealsChild        |-> \E w \in Some("PushStolen") : at[curr[w]] = 0,
  StolenBeforeChild  |-> \E w \in Some("PushChild") : workq[w] = <<>>,
  JoinsAtOnce        |-> \E w \in Some("Join") : ~again[w] /\ is_done[sub[w]],
  JoinsLater         |-> \E w \in Some("Join") : again[w] /\ is_done[sub[w]],
  TriesInVain        |-> \E w \in Some("Join") : again[w] /\ ~is_done[sub[w]],
  TwoLocal           |-> \E w \in Worker : Len(local[w]) = 2,
  FrontCanFinish     |-> \E w \in Worker : Len(local[w]) = 2 /\ is_done[local[w][1].sub] /\ ~is_done[local[w][2].sub],
  BackCanFinish      |-> \E w \in Worker : Len(local[w]) = 2 /\ ~is_done[local[w][1].sub] /\ is_done[local[w][2].sub],
  AllLeave           |-> \A w \in Worker : pc[w] = "Done" ]

\* This invariant fails as soon as each of them has occurred somewhere. TLC must run it with
\* one worker, since each worker has registers of its own.
ASSUME TLCSet(1, {})
SomethingUnreached ==
  LET before == TLCGet(1)
      all == Reached  \* evaluated once
      now == before \cup {n \in DOMAIN all : all[n]}
  IN /\ now # before => PrintT(<<"reached", now \ before>>)
     /\ TLCSet(1, now)
     /\ now # DOMAIN all
=============================================================================
