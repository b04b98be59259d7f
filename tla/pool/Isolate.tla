------------------------------ MODULE Isolate ------------------------------
(***************************************************************************)
(* This module says where the tasks of an isolated part are queued, and    *)
(* who wakes the worker that waits in that part: pool/steal.go, pass and   *)
(* look in search.go, Go in scope.go. Names in parentheses are faults (see *)
(* Naive). No code has these labels.                                       *)
(*                                                                         *)
(* A task that is isolated may hold a lock while it waits. The worker      *)
(* waits in that part only for the part's own tasks, and runs no others.   *)
(* So it does not take from the deques of other workers: only after a take *)
(* would it know whether the task is of its part. It takes from its own    *)
(* deque, and from the tasks that were put back.                           *)
(*                                                                         *)
(* Other workers may run the part's tasks, and may block on the lock for   *)
(* ever if the part does not end. So a task of the part that has not begun *)
(* must not be in such a worker's deque. There are two ways in. A thief    *)
(* takes several tasks of a Scope at once. It puts back those that are     *)
(* isolated (StocksAll: it keeps them). A task of the part that another    *)
(* worker runs starts a task in the part's Scope. It puts that task back   *)
(* (GoesToOwn: it keeps it).                                               *)
(*                                                                         *)
(* The waiting worker may sleep, and a worker that puts a task back may be *)
(* the last one that goes on. It wakes all sleepers of the part            *)
(* (PassesOnly: none). One of them may return and then block.              *)
(*                                                                         *)
(* Workers that are idle, or wait outside of isolated parts, do not sleep  *)
(* here: see Park. A latch counts the tasks of a Scope, and not its body.  *)
(***************************************************************************)
EXTENDS Naturals, Sequences, FiniteSets

CONSTANTS
  Workers,  \* 1, 2, ...
  Shape,    \* which program: see below
  Naive     \* "" or the fault of a Naive configuration

Worker == 1..Workers

\* What a task does: it starts another one (go), takes or gives back a lock, enters or leaves
\* an isolated part, waits until the tasks of a latch have ended.
Go(t) == <<"go", t>>
Lock(l) == <<"lock", l>>
Unlock(l) == <<"unlock", l>>
Enter(i) == <<"enter", i>>
Leave(i) == <<"leave", i>>
Wait(l) == <<"wait", l>>

\* In each, the first task holds lock 1 in the isolated part 1, and waits there for latch 2.
\* 1: a thief takes a task that wants the lock together with tasks of the part.
\* 2: a task of the part, run by a worker that waits below, starts another one. Its worker
\*    then goes on with a task that wants the lock. A task of another tree wants it, too.
\* 3: there is an isolated part in the part.
\* 4: two workers wait in the part. One of them then wants the lock, and so does the worker
\*    that puts a task of the part back.
Programs == CASE Shape = 1 -> <<
       <<Go(2), Go(5), Lock(1), Enter(1), Go(3), Go(4), Wait(2), Unlock(1), Leave(1), Wait(1)>>,
       <<Lock(1), Unlock(1)>>, <<>>, <<>>, <<>> >>
  [] Shape = 2 -> <<
       <<Go(2), Lock(1), Enter(1), Go(3), Wait(2), Unlock(1), Leave(1), Wait(1)>>,
       <<Go(5), Wait(3), Lock(1), Unlock(1)>>, <<Go(4)>>, <<>>, <<>>, <<Lock(1), Unlock(1)>> >>
  [] Shape = 3 -> <<
       <<Go(2), Lock(1), Enter(1), Go(3), Lock(2), Enter(2), Go(4), Go(5), Wait(3), Unlock(2), Leave(2), Wait(2), Unlock(1), Leave(1), Wait(1)>>,
       <<Lock(1), Unlock(1)>>, <<Lock(2), Unlock(2)>>, <<>>, <<>> >>
  [] Shape = 4 -> <<
       <<Go(2), Lock(1), Enter(1), Go(3), Wait(2), Unlock(1), Leave(1), Wait(1)>>,
       <<Go(6), Wait(4), Lock(1), Unlock(1)>>, <<Go(5), Wait(3)>>, <<>>, <<Go(4)>>, <<>>, <<Lock(1), Unlock(1)>> >>

\* The isolated part in which a task is, or 0, and the latch that counts it; 0 for a root.
Part == CASE Shape = 1 -> <<0, 0, 1, 1, 0>> [] Shape = 2 -> <<0, 0, 1, 1, 0, 0>> [] Shape = 3 -> <<0, 0, 1, 2, 2>> [] Shape = 4 -> <<0, 0, 1, 1, 1, 0, 0>>
Latch == CASE Shape = 1 -> <<0, 1, 2, 2, 1>> [] Shape = 2 -> <<0, 1, 2, 2, 3, 0>> [] Shape = 3 -> <<0, 1, 2, 3, 3>> [] Shape = 4 -> <<0, 1, 2, 2, 3, 4, 0>>
Task == 1..Len(Programs)
Roots == {t \in Task : Latch[t] = 0}

\* The task that waits for a latch.
Waiter(l) == CHOOSE t \in Task : \E n \in 1..Len(Programs[t]) : Programs[t][n] = Wait(l)

VARIABLES
  deque,    \* of each worker, the newest task at the end
  back,     \* the tasks that were put back, the oldest first, and then the roots
  stack,    \* for each worker its frames: the task, how far it is, in which part
  pending,  \* for each latch, how many tasks it counts
  holder,   \* for each lock, the task that holds it, or 0
  hand,     \* the tasks that a worker has stolen together with others, and not queued
  passing,  \* the part whose sleepers a worker is about to wake, or 0
  sleep,    \* of each worker: "no", "listed" (before its second look), "asleep"
  permit    \* the parker of each worker

vars == <<deque, back, stack, pending, holder, hand, passing, sleep, permit>>

Last(q) == q[Len(q)]
Front(q) == SubSeq(q, 1, Len(q) - 1)
Without(q, i) == SubSeq(q, 1, i - 1) \o SubSeq(q, i + 1, Len(q))
Range(q) == {q[i] : i \in 1..Len(q)}
Frame(t, n, part) == [task |-> t, next |-> n, part |-> part]
Top(w) == Last(stack[w])
Quiet(w) == hand[w] = <<>> /\ passing[w] = 0 /\ sleep[w] = "no"
Busy(w) == stack[w] # <<>> /\ Quiet(w)
Ended(w) == Top(w).next > Len(Programs[Top(w).task])
Op(w) == Programs[Top(w).task][Top(w).next]
Does(w, what) == Busy(w) /\ ~Ended(w) /\ Op(w)[1] = what
On(w, part) == [stack EXCEPT ![w] = Append(Front(@), Frame(Top(w).task, Top(w).next + 1, part))]
Onward(w) == On(w, Top(w).part)
Above(w, t) == [stack EXCEPT ![w] = Append(@, Frame(t, 1, Part[t]))]
Waits(w) == Does(w, "wait") /\ pending[Op(w)[2]] > 0
May(w, t) == t \notin Roots /\ (Top(w).part = 0 \/ Part[t] = Top(w).part)
Mine(w) == {i \in 1..Len(back) : May(w, back[i])}
Least(set) == CHOOSE x \in set : \A y \in set : x <= y

\* Tasks that were put back come before all roots.
PutBack(t) == LET n == Cardinality({i \in 1..Len(back) : back[i] \notin Roots}) IN
  SubSeq(back, 1, n) \o <<t>> \o SubSeq(back, n + 1, Len(back))

\* Worker w puts t back, and goes on to wake the sleepers of its part, if any.
Pass(w, t) ==
  /\ back' = PutBack(t)
  /\ passing' = [passing EXCEPT ![w] = IF Naive = "PassesOnly" THEN 0 ELSE Part[t]]

Init ==
  /\ deque = [w \in Worker |-> <<>>]
  /\ back = CASE Shape = 2 -> <<1, 6>> [] Shape = 4 -> <<1, 7>> [] OTHER -> <<1>>
  /\ stack = [w \in Worker |-> <<>>]
  /\ pending = [l \in 1..4 |-> 0] /\ holder = [l \in 1..2 |-> 0]
  /\ hand = [w \in Worker |-> <<>>] /\ passing = [w \in Worker |-> 0]
  /\ sleep = [w \in Worker |-> "no"] /\ permit = [w \in Worker |-> FALSE]

-----------------------------------------------------------------------------
(* The program *)

\* A task of an isolated part goes into the deque of the worker that will wait for it, and of
\* no other.
Start(w) ==
  /\ Does(w, "go")
  /\ LET t == Op(w)[2]
         own == Part[t] = 0 \/ (\E i \in 1..Len(stack[w]) : stack[w][i].task = Waiter(Latch[t])) \/ Naive = "GoesToOwn" IN
     /\ pending' = [pending EXCEPT ![Latch[t]] = @ + 1]
     /\ stack' = Onward(w)
     /\ IF own THEN deque' = [deque EXCEPT ![w] = Append(@, t)] /\ UNCHANGED <<back, passing>>
        ELSE Pass(w, t) /\ UNCHANGED deque
  /\ UNCHANGED <<holder, hand, sleep, permit>>

Acquire(w) ==
  /\ Does(w, "lock") /\ holder[Op(w)[2]] = 0
  /\ holder' = [holder EXCEPT ![Op(w)[2]] = Top(w).task]
  /\ stack' = Onward(w)
  /\ UNCHANGED <<deque, back, pending, hand, passing, sleep, permit>>

Release(w) ==
  /\ Does(w, "unlock")
  /\ holder' = [holder EXCEPT ![Op(w)[2]] = 0]
  /\ stack' = Onward(w)
  /\ UNCHANGED <<deque, back, pending, hand, passing, sleep, permit>>

Isolates(w) ==
  /\ Does(w, "enter")
  /\ stack' = On(w, Op(w)[2])
  /\ UNCHANGED <<deque, back, pending, holder, hand, passing, sleep, permit>>

\* After the part, the task is in the part around it. Parts nest, so that is the part before.
Unites(w) ==
  /\ Does(w, "leave")
  /\ stack' = On(w, Op(w)[2] - 1)
  /\ UNCHANGED <<deque, back, pending, holder, hand, passing, sleep, permit>>

Awaited(w) ==
  /\ Does(w, "wait") /\ pending[Op(w)[2]] = 0
  /\ stack' = Onward(w)
  /\ UNCHANGED <<deque, back, pending, holder, hand, passing, sleep, permit>>

\* The last task of a latch wakes the latch's waiter.
End(w) ==
  /\ Busy(w) /\ Ended(w)
  /\ LET t == Top(w).task
         l == Latch[t] IN
     /\ stack' = [stack EXCEPT ![w] = Front(@)]
     /\ pending' = IF l = 0 THEN pending ELSE [pending EXCEPT ![l] = @ - 1]
     /\ permit' = IF l = 0 \/ pending[l] > 1 THEN permit
                  ELSE [v \in Worker |-> permit[v] \/ \E i \in 1..Len(stack[v]) : stack[v][i].task = Waiter(l) /\ i = Len(stack[v])]
  /\ UNCHANGED <<deque, back, holder, hand, passing, sleep>>

-----------------------------------------------------------------------------
(* An idle worker *)

Idle(w) == stack[w] = <<>> /\ Quiet(w)

TakeOwn(w) ==
  /\ Idle(w) /\ deque[w] # <<>>
  /\ stack' = Above(w, Last(deque[w]))
  /\ deque' = [deque EXCEPT ![w] = Front(@)]
  /\ UNCHANGED <<back, pending, holder, hand, passing, sleep, permit>>

TakeBack(w) ==
  /\ Idle(w) /\ deque[w] = <<>> /\ back # <<>>
  /\ stack' = Above(w, Head(back))
  /\ back' = Tail(back)
  /\ UNCHANGED <<deque, pending, holder, hand, passing, sleep, permit>>

\* With a task that is not isolated, the thief takes the next k tasks, too.
Steal(w) ==
  /\ Idle(w) /\ deque[w] = <<>>
  /\ \E v \in Worker \ {w} :
       /\ deque[v] # <<>>
       /\ \E k \in 0..(IF Part[Head(deque[v])] = 0 \/ Naive = "StocksAll" THEN Len(deque[v]) - 1 ELSE 0) :
            /\ hand' = [hand EXCEPT ![w] = SubSeq(deque[v], 2, k + 1)]
            /\ deque' = [deque EXCEPT ![v] = SubSeq(@, k + 2, Len(@))]
       /\ stack' = Above(w, Head(deque[v]))
  /\ UNCHANGED <<back, pending, holder, passing, sleep, permit>>

Stock(w) ==
  /\ hand[w] # <<>> /\ passing[w] = 0
  /\ LET t == Head(hand[w]) IN
     IF Part[t] = 0 \/ Naive = "StocksAll"
     THEN deque' = [deque EXCEPT ![w] = Append(@, t)] /\ UNCHANGED <<back, passing>>
     ELSE Pass(w, t) /\ UNCHANGED deque
  /\ hand' = [hand EXCEPT ![w] = Tail(@)]
  /\ UNCHANGED <<stack, pending, holder, sleep, permit>>

\* The sleepers of a part are listed. A woken one is listed no more.
Wake(w) ==
  /\ passing[w] # 0
  /\ LET all == {v \in Worker : sleep[v] # "no" /\ ~permit[v] /\ Top(v).part = passing[w]} IN
     permit' = [v \in Worker |-> permit[v] \/ v \in all]
  /\ passing' = [passing EXCEPT ![w] = 0]
  /\ UNCHANGED <<deque, back, stack, pending, holder, hand, sleep>>

-----------------------------------------------------------------------------
(* A worker that waits *)

HelpOwn(w) ==
  /\ Waits(w) /\ deque[w] # <<>>
  /\ LET t == Last(deque[w]) IN
     IF May(w, t) THEN stack' = Above(w, t) /\ UNCHANGED <<back, passing>>
     ELSE Pass(w, t) /\ UNCHANGED stack
  /\ deque' = [deque EXCEPT ![w] = Front(@)]
  /\ UNCHANGED <<pending, holder, hand, sleep, permit>>

HelpBack(w) ==
  /\ Waits(w) /\ deque[w] = <<>> /\ Mine(w) # {}
  /\ LET i == Least(Mine(w)) IN stack' = Above(w, back[i]) /\ back' = Without(back, i)
  /\ UNCHANGED <<deque, pending, holder, hand, passing, sleep, permit>>

\* All programs have one tree with deques, so a worker that waits outside of isolated parts
\* may run all tasks in them.
HelpOther(w) ==
  /\ Waits(w) /\ deque[w] = <<>> /\ Top(w).part = 0
  /\ \E v \in Worker \ {w} :
       /\ deque[v] # <<>>
       /\ stack' = Above(w, Head(deque[v]))
       /\ deque' = [deque EXCEPT ![v] = Tail(@)]
  /\ UNCHANGED <<back, pending, holder, hand, passing, sleep, permit>>

Announce(w) ==
  /\ Waits(w) /\ deque[w] = <<>> /\ Mine(w) = {} /\ Top(w).part # 0
  /\ sleep' = [sleep EXCEPT ![w] = "listed"]
  /\ UNCHANGED <<deque, back, stack, pending, holder, hand, passing, permit>>

Recheck(w) ==
  /\ sleep[w] = "listed"
  /\ sleep' = [sleep EXCEPT ![w] = IF Mine(w) # {} \/ pending[Op(w)[2]] = 0 THEN "no" ELSE "asleep"]
  /\ permit' = [permit EXCEPT ![w] = @ /\ sleep'[w] = "asleep"]
  /\ UNCHANGED <<deque, back, stack, pending, holder, hand, passing>>

Awake(w) ==
  /\ sleep[w] = "asleep" /\ permit[w]
  /\ sleep' = [sleep EXCEPT ![w] = "no"]
  /\ permit' = [permit EXCEPT ![w] = FALSE]
  /\ UNCHANGED <<deque, back, stack, pending, holder, hand, passing>>

-----------------------------------------------------------------------------

AllDone == back = <<>> /\ \A w \in Worker : deque[w] = <<>> /\ Idle(w)
Terminating == AllDone /\ UNCHANGED vars

Next ==
  \/ \E w \in Worker :
       \/ Start(w) \/ Acquire(w) \/ Release(w) \/ Isolates(w) \/ Unites(w) \/ Awaited(w) \/ End(w)
       \/ TakeOwn(w) \/ TakeBack(w) \/ Steal(w) \/ Stock(w) \/ Wake(w)
       \/ HelpOwn(w) \/ HelpBack(w) \/ HelpOther(w) \/ Announce(w) \/ Recheck(w) \/ Awake(w)
  \/ Terminating

Spec == Init /\ [][Next]_vars
=============================================================================
