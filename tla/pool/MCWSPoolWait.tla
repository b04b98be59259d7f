---------------------------- MODULE MCWSPoolWait ----------------------------
(***************************************************************************)
(* The properties of WSPoolWait. Each has a name of its own, so that a     *)
(* failure names it.                                                       *)
(***************************************************************************)
EXTENDS WSPoolWait, FiniteSets, TLC

Thread == 0..Workers
Worker == 1..Workers
At(p, labels) == pc[p] \in labels
In(x, s) == \E k \in DOMAIN s : s[k] = x

TypeOK ==
  /\ \A w \in Worker : queue[w] \in Seq(Task)
  /\ status \in [Task -> {"new", "running", "complete"}]
  /\ \A i \in Task : head[i] \in Seq(Thread)
  /\ permit \in [Thread -> BOOLEAN] /\ lock \in BOOLEAN /\ stop \in BOOLEAN
  /\ wait4work \subseteq Worker
  /\ t \in [Thread -> 0..(1 + Forks)] /\ j \in [Thread -> 0..(1 + Forks)]
  /\ sent \in [Thread -> 0..(2 + Forks)] /\ n \in [Thread -> 0..(Workers - 1)]

-----------------------------------------------------------------------------
(* Safety *)

Mutex ==
  Cardinality({w \in Worker : At(w, {"RecheckQueue", "RecheckStop", "Wait", "Unlock"})}) = IF lock THEN 1 ELSE 0

\* A task is computed at most once, and exactly once if it is complete.
ExactlyOnce ==
  \A i \in Task : /\ ran[i] <= 1
                  /\ status[i] = "new" => ran[i] = 0
                  /\ status[i] = "complete" => ran[i] = 1

\* No join returns before its task is complete.
JoinsComplete ==
  /\ status[Root] = "complete" => \A i \in Task : status[i] = "complete"
  /\ stop => status[Root] = "complete"

\* No worker waits for work while there is some, unless a signal is to come.
NoLostWakeup ==
  (wait4work # {} /\ \E w \in Worker : queue[w] # <<>>) => \E p \in Thread : pc[p] = "Signal"

\* No worker waits for work once the pool is stopped, unless a signal is to come.
NoLostStop == (wait4work # {} /\ stop) => pc[Main] = "Signal"

\* No thread whose task is complete stays parked, unless it is about to be woken.
NoLostWaiter ==
  \A p \in Thread :
    (pc[p] = "Park" /\ ~permit[p] /\ status[j[p]] = "complete") =>
      \E q \in Thread : /\ t[q] = j[p]
                        /\ \/ At(q, {"ReadWaiters"})
                           \/ At(q, {"Unpark"}) /\ In(p, h[q])

\* A task is first claimed, and then complete.
Rank(s) == CASE s = "new" -> 0 [] s = "running" -> 1 [] s = "complete" -> 2
OnlyForward ==
  [][\A i \in Task : Rank(status'[i]) \in {Rank(status[i]), Rank(status[i]) + 1}]_vars

-----------------------------------------------------------------------------
(* Progress, if no thread stops for good: Termination, which WSPoolWait       *)
(* defines. It includes that main returns, and that all tasks are run: the    *)
(* pool is stopped after both.                                                *)

-----------------------------------------------------------------------------
(* The properties are not vacuous: all of these occur *)

Reached == [
  Waits        |-> wait4work # {},
  AllWait      |-> wait4work = Worker,
  Signalled    |-> \E w \in Worker : At(w, {"Awake"}) /\ w \notin wait4work,
  FoundAgain   |-> \E w \in Worker : At(w, {"RecheckQueue"}) /\ queue[Nth(w, n[w])] # <<>>,
  StoppedAgain |-> \E w \in Worker : At(w, {"RecheckStop"}) /\ stop,
  Steals       |-> \E w \in Worker : At(w, {"Scan"}) /\ n[w] > 0 /\ queue[Nth(w, n[w])] # <<>>,
  ClaimLost    |-> \E w \in Worker : At(w, {"Claim"}) /\ status[t[w]] # "new",
  Inline       |-> \E w \in Worker : At(w, {"JoinClaim"}) /\ status[j[w]] = "new",
  InlineLost   |-> \E w \in Worker : At(w, {"JoinClaim"}) /\ status[j[w]] = "running",
  Helps        |-> \E w \in Worker : At(w, {"Help"}) /\ queue[w] # <<>> /\ status[Last(queue[w])] = "new",
  WorkerParks  |-> \E w \in Worker : At(w, {"Park"}) /\ ~permit[w],
  MainParks    |-> pc[Main] = "Park" /\ ~permit[Main],
  Woken        |-> \E w \in Worker : At(w, {"Park"}) /\ permit[w],
  JustInTime   |-> \E p \in Thread : At(p, {"LookAgain"}) /\ status[j[p]] = "complete" /\ ~permit[p],
  TwoWait      |-> \E i \in Task : Len(head[i]) > 0 /\ \E k \in Task : k # i /\ Len(head[k]) > 0,
  LockWaited   |-> \E p \in Thread : At(p, {"Signal"}) /\ lock ]

\* This invariant fails as soon as each of them has occurred somewhere. TLC must run it with
\* one worker, since each worker has registers of its own.
ASSUME TLCSet(1, {})
SomethingUnreached ==
  LET before == TLCGet(1)
      now == before \cup {r \in DOMAIN Reached : Reached[r]}
  IN /\ now # before => PrintT(<<"reached", now \ before>>)
     /\ TLCSet(1, now)
     /\ now # DOMAIN Reached
=============================================================================
