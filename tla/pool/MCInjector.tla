----------------------------- MODULE MCInjector -----------------------------
(***************************************************************************)
(* The properties of Injector. Each has a name of its own, so that a       *)
(* failure names it.                                                       *)
(***************************************************************************)
EXTENDS Injector, TLC

Person == Workers + Submitters
At(p, label) == pc[p] = label
Queued(i) == In(queue, i)
Done(i) == ran[i] + dropped[i]
SameSubmitter(i, j) == (i - 1) \div Each = (j - 1) \div Each

TypeOK ==
  /\ closed \in BOOLEAN /\ size \in 0..Capacity
  /\ queue \in Seq(Item) /\ Len(queue) <= Capacity
  /\ waiters \in Seq(Submitter)
  /\ \A k, l \in 1..Len(waiters) : waiters[k] = waiters[l] => k = l
  /\ idle \subseteq Worker /\ out \in 0..Workers
  /\ permit \in [1..Person -> BOOLEAN]
  /\ accepted \subseteq Item
  /\ \A w \in Worker : hand[w] \in Seq(Item) /\ Len(hand[w]) <= Batch
  /\ \A w \in Worker : waking[w] \in Seq(Submitter)
  /\ to \in [Submitter -> 0..Person]
  /\ \A s \in Submitter : next[s] \in First(s)..(First(s) + Each)

-----------------------------------------------------------------------------
(* Tasks *)

\* The size that is read without the mutex is right at every instant.
Mirror == size = Len(queue)

\* An accepted task is run, or abandoned, at most once; a refused task never.
Once == \A i \in Item : Done(i) <= (IF i \in accepted THEN 1 ELSE 0)

\* No accepted task is lost.
NoLoss == \A i \in accepted :
  Done(i) = 0 => Queued(i) \/ (\E w \in Worker : In(hand[w], i)) \/ (\E c \in Closer : In(left[c], i))

NothingAfterClose == [][accepted' # accepted => ~closed]_vars
OnlyCloseNowAbandons == [][dropped' # dropped => \E c \in Closer : now[c]]_vars

\* The tasks of one submitter are queued, and taken, in its order.
Fifo == \A k \in 1..Len(queue) : \A i \in accepted :
  SameSubmitter(i, queue[k]) =>
    IF Queued(i) THEN \A l \in 1..Len(queue) : queue[l] = i => (i < queue[k] <=> l < k)
    ELSE i < queue[k]

\* When a Close returns, all workers have left. Every accepted task was run or abandoned, or
\* another CloseNow is about to abandon it.
Drained == \A c \in Closer : At(c, "Done") =>
  /\ out = Workers
  /\ \A i \in accepted : Done(i) = 1 \/ \E d \in Closer : In(left[d], i)

-----------------------------------------------------------------------------
(* No wake-up is lost *)

\* Some process is about to give a permit to p.
Wakes(p) ==
  \/ \E w \in Worker : In(waking[w], p)
  \/ \E c \in Closer : In(rest[c], p)
  \/ \E s \in Submitter : to[s] = p

\* A submitter that sleeps is in the list, or is being woken.
NoLostSubmitter == \A s \in Submitter :
  At(s, "AwaitRoom") => In(waiters, s) \/ permit[s] \/ Wakes(s)

\* While a submitter is in the list, each free place is meant for another submitter on its
\* way to it.
Coming == {s \in Submitter :
  /\ ~In(waiters, s)
  /\ pc[s] \in {"AwaitRoom", "GiveUp"} \/ (At(s, "Put") /\ again[s])}
NoFreePlace == waiters # <<>> => ~closed /\ Len(queue) + Cardinality(Coming) >= Capacity

\* While a worker sleeps, there are at most as many queued tasks as other processes on the
\* way: workers that take a task, and submitters that wake a worker.
Sleeps(w) == At(w, "AwaitWork") /\ ~permit[w] /\ ~Wakes(w)
Looks(w) == pc[w] \notin {"WakeRoom", "RunIdle", "Leave", "Done"} /\ ~Sleeps(w)
Notifies(s) == At(s, "Notify")
NoLostTask == (\E w \in Worker : Sleeps(w)) =>
  Len(queue) <= Cardinality({w \in Worker : Looks(w)}) + Cardinality({s \in Submitter : Notifies(s)})

\* In the end, every call returns after Close. Without a Close, every Submit returns.
AllEnd == <>[](\A p \in ProcSet : pc[p] = "Done")
AllAnswered == <>[](\A s \in Submitter : pc[s] = "Done")
AllRun == <>[](\A i \in accepted : ran[i] = 1)

-----------------------------------------------------------------------------
(* The properties are not vacuous: all of these occur *)

Full == ~closed /\ Len(queue) = Capacity
Puts(s) == At(s, "Put")
BeforeClose == [
  ErrFull   |-> \E s \in Submitter : Puts(s) /\ Full /\ try[s],
  Waits     |-> \E s \in Submitter : Puts(s) /\ Full /\ ~try[s] /\ ~again[s],
  Overtaken |-> \E s \in Submitter : Puts(s) /\ Full /\ again[s] /\ ~In(waiters, s),
  Stale     |-> \E s \in Submitter : Puts(s) /\ again[s] /\ In(waiters, s),
  GivesUp   |-> \E s \in Submitter : At(s, "GiveUp") /\ In(waiters, s),
  Passes    |-> \E s \in Submitter : At(s, "PassRoom"),
  Sleeps    |-> \E w \in Worker : Sleeps(w) ]
OfBatches == [
  WakesTwo |-> \E w \in Worker : Len(waking[w]) = 2,
  TakesTwo |-> \E w \in Worker : Len(hand[w]) = 2 ]
AtClose == [
  Closed     |-> \E s \in Submitter : Puts(s) /\ closed /\ ~again[s],
  ClosedLate |-> \E s \in Submitter : Puts(s) /\ closed /\ again[s],
  Notifies   |-> \E s \in Submitter : At(s, "Notify") /\ closed /\ idle # {},
  TakesNone  |-> \E w \in Worker : At(w, "TakeBatch") /\ size = 0,
  LooksAgain |-> \E w \in Worker : At(w, "LookSizeAgain") /\ seen[w] /\ size > 0,
  Claimed    |-> \E w \in Worker : At(w, "Retract") /\ seen[w] /\ w \notin idle,
  Abandons   |-> \E c \in Closer : At(c, "AbandonIdle"),
  Twice      |-> \E c \in Closer : At(c, "CloseInjector") /\ closed,
  Escalates  |-> \E c, d \in Closer :
                   At(c, "TakeAll") /\ queue # <<>> /\ At(d, "AwaitOut") /\ ~now[d] ]
Reached == IF Closers > 0 THEN AtClose ELSE IF Batch > 1 THEN OfBatches ELSE BeforeClose

\* This invariant fails as soon as each of them has occurred somewhere. TLC must run it with
\* one worker, since each worker has registers of its own.
ASSUME TLCSet(1, {})
SomethingUnreached ==
  LET before == TLCGet(1)
      occurred == before \cup {n \in DOMAIN Reached : Reached[n]}
  IN /\ occurred # before => PrintT(<<"reached", occurred \ before>>)
     /\ TLCSet(1, occurred)
     /\ occurred # DOMAIN Reached
=============================================================================
