------------------------------ MODULE TwoQueue ------------------------------
(***************************************************************************)
(* This module is continuation stealing with a greedy join. Each worker    *)
(* has two queues, "2Q", which prevent dead joins: section 2.2 of "Work    *)
(* stealing Fork Join Framework in C++" by Jin and Li. Its code is         *)
(* pool/classic/cmu.go. A label is one shared access of that file, with    *)
(* the private work up to the next access. workq has a mutex for each      *)
(* worker, and a critical section is one step.                             *)
(*                                                                         *)
(* The names are those of the document: workq, is_done, curr for           *)
(* curr_task, child. sub is the subtask of join(subtask), and local the    *)
(* local work queue. at is gen_it: the progress of a task's generator. The *)
(* generator forks each child, then joins each in the same order, and      *)
(* ends. A fork pushes the continuation, then the child, which the worker  *)
(* pops next. Thieves take the oldest task. Their victims are random in    *)
(* the document; here each thief takes them in turn. In the document, a    *)
(* thief pushes the stolen task onto its own workq, and then pops:         *)
(* PushesStolen. Then two workers may steal one continuation from each     *)
(* other for ever, and never run it. So the code runs a stolen task at     *)
(* once.                                                                   *)
(*                                                                         *)
(* With TwoQueues, a join of an unfinished task puts the continuation at   *)
(* the back of local. When workq is empty, the worker tries a join of      *)
(* local again. If it still cannot finish, it goes to the front, and the   *)
(* worker steals. The document does not say from which end of local a join *)
(* is fetched. From the front it would be the same join again and again:   *)
(* FetchFront.                                                             *)
(*                                                                         *)
(* Without TwoQueues, a join works on in its own context. The worker puts  *)
(* the context on its stack, pops, and steals, until the subtask is done.  *)
(* It may then steal a continuation that waits for a context lower on its  *)
(* stack.                                                                  *)
(*                                                                         *)
(* The document's listing pushes the continuation, and then asks its       *)
(* generator for the child. By then a thief may have moved the generator   *)
(* on. Here ReadChild comes first; the listing is ReadsChildLate.          *)
(*                                                                         *)
(* MCTwoQueue has the properties and the configurations.                   *)
(***************************************************************************)
EXTENDS Naturals, Sequences

CONSTANTS
  Workers,     \* 2, 3, ...
  Shape,       \* which tasks there are, see below
  TwoQueues,   \* FALSE: one queue, and a greedy join
  PushesStolen,\* FALSE: a thief runs a stolen task at once
  Naive        \* "" or the fault of a Naive configuration

\* The tasks that each task forks. In shape 1, tasks 1, 2, 3 are Fib(33), Fib(32), Fib(31)
\* of the document's figure.
Kids == CASE Shape = 1 -> << <<2>>, <<3>>, <<>> >>
          [] Shape = 2 -> << <<2, 3>>, <<>>, <<>> >>
          [] Shape = 3 -> << <<2, 3>>, <<4>>, <<>>, <<>> >>
          [] Shape = 4 -> << <<2, 3>>, <<4, 5>>, <<>>, <<>>, <<>> >>

Task == 1..Len(Kids)
Worker == 0..(Workers - 1)
Root == 1

Last(q) == q[Len(q)]
Front(q) == SubSeq(q, 1, Len(q) - 1)
After(w) == (w + 1) % Workers

\* The child that a generator gives. If it was moved on too far, it gives the last one
\* again.
Child(t, n) == Kids[t][IF n > Len(Kids[t]) THEN Len(Kids[t]) ELSE n]

(* --algorithm TwoQueue {
variables
  workq = [w \in Worker |-> IF w = 0 THEN <<Root>> ELSE <<>>];
  at = [t \in Task |-> 0];          \* plain: used by the worker that has the task in hand
  is_done = [t \in Task |-> FALSE];
  \* For the properties only: how often each was pushed as a child.
  forked = [t \in Task |-> 0];

fair process (worker \in Worker)
variables
  local = <<>>;     \* joins that could not finish, the front first
  stack = <<>>;     \* contexts of greedy joins
  curr = 0; sub = 0; child = 0;
  again = FALSE;    \* workq was empty: if the join fails again, steal
  victim = After(self);
{
Pop:
  if (workq[self] # <<>>) {
    curr := Last(workq[self]);
    workq[self] := Front(workq[self]);
    goto Advance;
  } else if (stack # <<>>) {
    curr := Last(stack).task; sub := Last(stack).sub; stack := Front(stack);
    again := TRUE;
    goto Join;
  } else if (local # <<>>) {
    with (e = IF Naive = "FetchFront" THEN Head(local) ELSE Last(local)) {
      curr := e.task; sub := e.sub;
    };
    local := IF Naive = "FetchFront" THEN Tail(local) ELSE Front(local);
    again := TRUE;
    goto Join;
  } else goto Steal;

\* The task's own code, up to its next fork, join or end.
Advance:
  at[curr] := at[curr] + 1;
  with (n = at[curr], k = Len(Kids[curr])) {
    if (n <= k) {
      if (Naive = "ReadsChildLate") goto PushContinuation; else goto ReadChild;
    } else if (n <= 2 * k) {
      sub := Kids[curr][n - k];
      goto Join;
    } else goto SetDone;
  };
ReadChild:
  child := Child(curr, at[curr]);
  if (Naive = "ReadsChildLate") goto PushChild;
PushContinuation:
  workq[self] := Append(workq[self], curr);
  if (Naive = "ReadsChildLate") goto ReadChild; else curr := 0;
PushChild:
  workq[self] := Append(workq[self], child);
  forked[child] := forked[child] + 1;
  child := 0; curr := 0;
  goto Pop;
Join:
  if (is_done[sub]) { sub := 0; again := FALSE; goto Advance; }
  else {
    with (e = [task |-> curr, sub |-> sub]) {
      if (~TwoQueues) stack := Append(stack, e);
      else if (again) local := <<e>> \o local;
      else local := Append(local, e);
    };
    curr := 0; sub := 0;
    if (again) { again := FALSE; goto Steal; } else goto Pop;
  };
SetDone:
  is_done[curr] := TRUE;
  if (stack # <<>> /\ Last(stack).sub = curr) {       \* the join returns
    curr := Last(stack).task; stack := Front(stack);
    goto Advance;
  } else { curr := 0; goto Pop; };

Steal:
  if (workq[victim] # <<>>) {
    curr := Head(workq[victim]);
    workq[victim] := Tail(workq[victim]);
    victim := After(self);
    if (PushesStolen) goto PushStolen; else goto Advance;
  } else {
    victim := IF After(victim) = self THEN After(self) ELSE After(victim);
    if (victim # After(self)) goto Steal; else goto ReadRoot;
  };
PushStolen:
  workq[self] := Append(workq[self], curr);
  curr := 0;
  goto Pop;
ReadRoot:
  if (is_done[Root]) goto Done; else goto Pop;
}
} *)
\* BEGIN TRANSLATION (chksum(pcal) = "7197f4a9" /\ chksum(tla) = "9e207a38")
VARIABLES workq, at, is_done, forked, pc, local, stack, curr, sub, child, 
          again, victim

vars == << workq, at, is_done, forked, pc, local, stack, curr, sub, child, 
           again, victim >>

ProcSet == (Worker)

Init == (* Global variables *)
        /\ workq = [w \in Worker |-> IF w = 0 THEN <<Root>> ELSE <<>>]
        /\ at = [t \in Task |-> 0]
        /\ is_done = [t \in Task |-> FALSE]
        /\ forked = [t \in Task |-> 0]
        (* Process worker *)
        /\ local = [self \in Worker |-> <<>>]
        /\ stack = [self \in Worker |-> <<>>]
        /\ curr = [self \in Worker |-> 0]
        /\ sub = [self \in Worker |-> 0]
        /\ child = [self \in Worker |-> 0]
        /\ again = [self \in Worker |-> FALSE]
        /\ victim = [self \in Worker |-> After(self)]
        /\ pc = [self \in ProcSet |-> "Pop"]

Pop(self) == /\ pc[self] = "Pop"
             /\ IF workq[self] # <<>>
                   THEN /\ curr' = [curr EXCEPT ![self] = Last(workq[self])]
                        /\ workq' = [workq EXCEPT ![self] = Front(workq[self])]
                        /\ pc' = [pc EXCEPT ![self] = "Advance"]
                        /\ UNCHANGED << local, stack, sub, again >>
                   ELSE /\ IF stack[self] # <<>>
                              THEN /\ curr' = [curr EXCEPT ![self] = Last(stack[self]).task]
                                   /\ sub' = [sub EXCEPT ![self] = Last(stack[self]).sub]
                                   /\ stack' = [stack EXCEPT ![self] = Front(stack[self])]
                                   /\ again' = [again EXCEPT ![self] = TRUE]
                                   /\ pc' = [pc EXCEPT ![self] = "Join"]
                                   /\ local' = local
                              ELSE /\ IF local[self] # <<>>
                                         THEN /\ LET e == IF Naive = "FetchFront" THEN Head(local[self]) ELSE Last(local[self]) IN
                                                   /\ curr' = [curr EXCEPT ![self] = e.task]
                                                   /\ sub' = [sub EXCEPT ![self] = e.sub]
                                              /\ local' = [local EXCEPT ![self] = IF Naive = "FetchFront" THEN Tail(local[self]) ELSE Front(local[self])]
                                              /\ again' = [again EXCEPT ![self] = TRUE]
                                              /\ pc' = [pc EXCEPT ![self] = "Join"]
                                         ELSE /\ pc' = [pc EXCEPT ![self] = "Steal"]
                                              /\ UNCHANGED << local, curr, sub, 
                                                              again >>
                                   /\ stack' = stack
                        /\ workq' = workq
             /\ UNCHANGED << at, is_done, forked, child, victim >>

Advance(self) == /\ pc[self] = "Advance"
                 /\ at' = [at EXCEPT ![curr[self]] = at[curr[self]] + 1]
                 /\ LET n == at'[curr[self]] IN
                      LET k == Len(Kids[curr[self]]) IN
                        IF n <= k
                           THEN /\ IF Naive = "ReadsChildLate"
                                      THEN /\ pc' = [pc EXCEPT ![self] = "PushContinuation"]
                                      ELSE /\ pc' = [pc EXCEPT ![self] = "ReadChild"]
                                /\ sub' = sub
                           ELSE /\ IF n <= 2 * k
                                      THEN /\ sub' = [sub EXCEPT ![self] = Kids[curr[self]][n - k]]
                                           /\ pc' = [pc EXCEPT ![self] = "Join"]
                                      ELSE /\ pc' = [pc EXCEPT ![self] = "SetDone"]
                                           /\ sub' = sub
                 /\ UNCHANGED << workq, is_done, forked, local, stack, curr, 
                                 child, again, victim >>

ReadChild(self) == /\ pc[self] = "ReadChild"
                   /\ child' = [child EXCEPT ![self] = Child(curr[self], at[curr[self]])]
                   /\ IF Naive = "ReadsChildLate"
                         THEN /\ pc' = [pc EXCEPT ![self] = "PushChild"]
                         ELSE /\ pc' = [pc EXCEPT ![self] = "PushContinuation"]
                   /\ UNCHANGED << workq, at, is_done, forked, local, stack, 
                                   curr, sub, again, victim >>

PushContinuation(self) == /\ pc[self] = "PushContinuation"
                          /\ workq' = [workq EXCEPT ![self] = Append(workq[self], curr[self])]
                          /\ IF Naive = "ReadsChildLate"
                                THEN /\ pc' = [pc EXCEPT ![self] = "ReadChild"]
                                     /\ curr' = curr
                                ELSE /\ curr' = [curr EXCEPT ![self] = 0]
                                     /\ pc' = [pc EXCEPT ![self] = "PushChild"]
                          /\ UNCHANGED << at, is_done, forked, local, stack, 
                                          sub, child, again, victim >>

PushChild(self) == /\ pc[self] = "PushChild"
                   /\ workq' = [workq EXCEPT ![self] = Append(workq[self], child[self])]
                   /\ forked' = [forked EXCEPT ![child[self]] = forked[child[self]] + 1]
                   /\ child' = [child EXCEPT ![self] = 0]
                   /\ curr' = [curr EXCEPT ![self] = 0]
                   /\ pc' = [pc EXCEPT ![self] = "Pop"]
                   /\ UNCHANGED << at, is_done, local, stack, sub, again, 
                                   victim >>

Join(self) == /\ pc[self] = "Join"
              /\ IF is_done[sub[self]]
                    THEN /\ sub' = [sub EXCEPT ![self] = 0]
                         /\ again' = [again EXCEPT ![self] = FALSE]
                         /\ pc' = [pc EXCEPT ![self] = "Advance"]
                         /\ UNCHANGED << local, stack, curr >>
                    ELSE /\ LET e == [task |-> curr[self], sub |-> sub[self]] IN
                              IF ~TwoQueues
                                 THEN /\ stack' = [stack EXCEPT ![self] = Append(stack[self], e)]
                                      /\ local' = local
                                 ELSE /\ IF again[self]
                                            THEN /\ local' = [local EXCEPT ![self] = <<e>> \o local[self]]
                                            ELSE /\ local' = [local EXCEPT ![self] = Append(local[self], e)]
                                      /\ stack' = stack
                         /\ curr' = [curr EXCEPT ![self] = 0]
                         /\ sub' = [sub EXCEPT ![self] = 0]
                         /\ IF again[self]
                               THEN /\ again' = [again EXCEPT ![self] = FALSE]
                                    /\ pc' = [pc EXCEPT ![self] = "Steal"]
                               ELSE /\ pc' = [pc EXCEPT ![self] = "Pop"]
                                    /\ again' = again
              /\ UNCHANGED << workq, at, is_done, forked, child, victim >>

SetDone(self) == /\ pc[self] = "SetDone"
                 /\ is_done' = [is_done EXCEPT ![curr[self]] = TRUE]
                 /\ IF stack[self] # <<>> /\ Last(stack[self]).sub = curr[self]
                       THEN /\ curr' = [curr EXCEPT ![self] = Last(stack[self]).task]
                            /\ stack' = [stack EXCEPT ![self] = Front(stack[self])]
                            /\ pc' = [pc EXCEPT ![self] = "Advance"]
                       ELSE /\ curr' = [curr EXCEPT ![self] = 0]
                            /\ pc' = [pc EXCEPT ![self] = "Pop"]
                            /\ stack' = stack
                 /\ UNCHANGED << workq, at, forked, local, sub, child, again, 
                                 victim >>

Steal(self) == /\ pc[self] = "Steal"
               /\ IF workq[victim[self]] # <<>>
                     THEN /\ curr' = [curr EXCEPT ![self] = Head(workq[victim[self]])]
                          /\ workq' = [workq EXCEPT ![victim[self]] = Tail(workq[victim[self]])]
                          /\ victim' = [victim EXCEPT ![self] = After(self)]
                          /\ IF PushesStolen
                                THEN /\ pc' = [pc EXCEPT ![self] = "PushStolen"]
                                ELSE /\ pc' = [pc EXCEPT ![self] = "Advance"]
                     ELSE /\ victim' = [victim EXCEPT ![self] = IF After(victim[self]) = self THEN After(self) ELSE After(victim[self])]
                          /\ IF victim'[self] # After(self)
                                THEN /\ pc' = [pc EXCEPT ![self] = "Steal"]
                                ELSE /\ pc' = [pc EXCEPT ![self] = "ReadRoot"]
                          /\ UNCHANGED << workq, curr >>
               /\ UNCHANGED << at, is_done, forked, local, stack, sub, child, 
                               again >>

PushStolen(self) == /\ pc[self] = "PushStolen"
                    /\ workq' = [workq EXCEPT ![self] = Append(workq[self], curr[self])]
                    /\ curr' = [curr EXCEPT ![self] = 0]
                    /\ pc' = [pc EXCEPT ![self] = "Pop"]
                    /\ UNCHANGED << at, is_done, forked, local, stack, sub, 
                                    child, again, victim >>

ReadRoot(self) == /\ pc[self] = "ReadRoot"
                  /\ IF is_done[Root]
                        THEN /\ pc' = [pc EXCEPT ![self] = "Done"]
                        ELSE /\ pc' = [pc EXCEPT ![self] = "Pop"]
                  /\ UNCHANGED << workq, at, is_done, forked, local, stack, 
                                  curr, sub, child, again, victim >>

worker(self) == Pop(self) \/ Advance(self) \/ ReadChild(self)
                   \/ PushContinuation(self) \/ PushChild(self)
                   \/ Join(self) \/ SetDone(self) \/ Steal(self)
                   \/ PushStolen(self) \/ ReadRoot(self)

(* Allow infinite stuttering to prevent deadlock on termination. *)
Terminating == /\ \A self \in ProcSet: pc[self] = "Done"
               /\ UNCHANGED vars

Next == (\E self \in Worker: worker(self))
           \/ Terminating

Spec == /\ Init /\ [][Next]_vars
        /\ \A self \in Worker : WF_vars(worker(self))

Termination == <>(\A self \in ProcSet: pc[self] = "Done")

\* END TRANSLATION 
=============================================================================
