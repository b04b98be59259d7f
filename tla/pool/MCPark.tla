------------------------------- MODULE MCPark -------------------------------
(***************************************************************************)
(* The properties of Park. Each has a name of its own, so that a failure   *)
(* names it.                                                               *)
(***************************************************************************)
EXTENDS Park, FiniteSets, TLC

Worker == 1..Workers
Source == 1..Sources
Anyone == 0..(Closer + Waiters)

At(p, labels) == pc[p] \in labels
Sum(f) == LET RECURSIVE Upto(_)
              Upto(S) == IF S = {} THEN 0
                         ELSE LET s == CHOOSE s \in S : TRUE IN f[s] + Upto(S \ {s})
          IN Upto(DOMAIN f)
HowMany(S) == Cardinality(S)

\* A worker has announced itself from Announce until Retract. To others, such a worker
\* sleeps if it is in sleepers. If it is not, another process has claimed it.
Announced == {w \in Worker : At(w, {"ReadClosed", "RecheckLatch", "Recheck", "Park", "Retract"})}
Idle == sleepers.idle
Helping == sleepers.helping
Claimed == Announced \ (Idle \cup Helping)
AtWork == Claimed \cup {w \in Worker : At(w, {"LookLatch", "Take", "Leave", "Announce"})}
Searching == {w \in AtWork : ~waiting[w]}
Asleep(w) == At(w, {"Park"}) /\ ~permit[w]
Notifying == {p \in 0..Workers : At(p, {"Glance", "NotifyLook", "NotifyLock", "NotifyClaim"})}
Publishing == Notifying \cup {p \in 0..Workers : At(p, {"NotifyUnpark"})}
Ready == {s \in Source : ready[s] > 0}
AllOut == \A w \in Worker : pc[w] = "Done"

TypeOK ==
  /\ state \in [searching : 0..Workers, idle : 0..Workers, helping : 0..Workers]
  /\ sleepers \in [idle : SUBSET Worker, helping : SUBSET Worker]
  /\ mu \in BOOLEAN /\ closed \in BOOLEAN
  /\ permit \in [Worker -> BOOLEAN] /\ latch \in [1..Waiters -> BOOLEAN]
  /\ ready \in [Source -> 0..(Tasks + Workers * Spawns)]
  /\ task \in [0..Workers -> BOOLEAN] /\ waiting \in [0..Workers -> BOOLEAN]
  /\ sent \in [0..Workers -> 0..(Tasks + Spawns)] /\ n \in [0..Workers -> Source]
  /\ c \in [0..Workers -> BOOLEAN] /\ tree \in [0..Workers -> BOOLEAN] /\ x \in [0..Workers -> 0..Workers]
  /\ strays \in [0..Workers -> 0..Strays]
  /\ next \in [Workers+1..Closer -> Worker]

-----------------------------------------------------------------------------
(* Safety *)

\* The counters of state are right.
CountsSearching == state.searching = HowMany(Searching)
CountsIdle == state.idle = HowMany(Idle)
CountsHelping == state.helping = HowMany(Helping)

\* No counter falls below 0, where it would borrow from the next.
NoBorrow == state.searching >= 0 /\ state.idle >= 0 /\ state.helping >= 0

\* sleepers holds workers by kind, and only those that have announced themselves.
Sleepers ==
  /\ Idle \cup Helping \subseteq Announced
  /\ \A w \in Worker : w \in Idle => ~waiting[w]
  /\ \A w \in Worker : w \in Helping => waiting[w]

Mutex == mu <=> \E p \in 0..Workers : pc[p] = "NotifyClaim"

\* Each task is in a source, or a worker has it, or it has ended.
NoLoss ==
  Sum(sent) + Waiters = Sum(ready) + HowMany({w \in Worker : task[w]})
                          + HowMany({w \in Worker : waiting[w]}) + ran

\* At most one idle worker is claimed and not yet awake.
Throttled == HowMany(Claimed \cap Searching) <= 1

\* One of these workers has announced itself, and will look at the source before it parks,
\* or has seen something.
Looks(W, s) ==
  \E w \in W :
    \/ At(w, {"ReadClosed", "RecheckLatch"})
    \/ At(w, {"Recheck"}) /\ \E k \in n[w]..Sources : Nth(w, k) = s
    \/ At(w, {"Retract"}) /\ ~c[w]

\* While an idle worker sleeps, each task has a process on the way to it. That is a worker
\* that searches, or was claimed and will search, or looks again, or a process that is about
\* to notify.
WorkConservation ==
  Idle # {} => \A s \in Ready : Searching # {} \/ Notifying # {} \/ Looks(Idle, s)

\* The same for helping workers, and the tasks that they take. It holds if no task is
\* submitted: see Park.
HelpConservation ==
  Helping # {} => \A s \in Ready \ {1} :
    \/ AtWork # {}
    \/ \E p \in Notifying : At(p, {"NotifyLook"}) \/ tree[p]
    \/ Looks(Idle \cup Helping, s)

\* No task waits while all workers sleep that may take it, unless a process is about to wake
\* one.
NoLostWakeup ==
  \A s \in Ready :
    ~(/\ Publishing = {}
      /\ \A w \in Worker : Asleep(w) \/ pc[w] = "Done"
      /\ \E w \in Worker : Asleep(w) /\ Takes(waiting[w], s))

\* No worker sleeps whose latch is set, unless it is about to be woken.
NoLostLatch ==
  \A w \in 1..Waiters : ~(waiting[w] /\ latch[w] /\ Asleep(w) /\ pc[Closer + w] = "Done")

\* No claimed worker sleeps, unless it is about to be woken.
NoLostClaim ==
  \A w \in Claimed : Asleep(w) => \E p \in 0..Workers : pc[p] = "NotifyUnpark" /\ x[p] = w

\* No worker sleeps once the pool is closed and all were told so, except one that waits for
\* its latch.
NoLostClose ==
  \A w \in Worker : ~(Closes = 1 /\ pc[Closer] = "Done" /\ Asleep(w) /\ ~waiting[w])

\* When all workers have left, no task is left, and no worker is in the middle of one.
Drained ==
  AllOut => /\ Ready = {}
            /\ closed /\ (\A w \in Worker : ~task[w] /\ ~waiting[w])
            /\ state = [searching |-> 0, idle |-> 0, helping |-> 0]

\* A process only waits for a permit, or for mu while another process holds it.
Waits ==
  \A p \in Anyone : ~ENABLED (IF p <= Workers THEN worker(p)
                              ELSE IF p <= Closer THEN closer(p) ELSE setter(p)) =>
    \/ pc[p] = "Done"
    \/ mu /\ At(p, {"NotifyLock", "Announce", "Retract"})
    \/ p \in Worker /\ Asleep(p)

\* A sleeper is claimed only if no claimed idle worker is still on the way.
ClaimsOne == [][\A w \in Worker : w \in Claimed' \ Claimed => Claimed \cap Searching = {}]_vars

-----------------------------------------------------------------------------
(* Progress, if no process stops for good *)

\* Park defines Termination: if the pool is closed, all workers leave in the end.

\* The other properties are for a pool that is never closed: Close wakes all workers, and
\* would hide a lost wake-up.
AllTaken == <>[](Ready = {})
LatchSeen == <>[](\A w \in Worker : ~waiting[w])

-----------------------------------------------------------------------------
(* The properties are not vacuous: all of these occur *)

Sees(w, labels) == At(w, labels) /\ ready[Nth(w, n[w])] > 0 /\ Takes(waiting[w], Nth(w, n[w]))
Anybody == 0..Workers
Waiter == 1..Waiters

Reached == [
  FoundFirst     |-> \E w \in Worker : Sees(w, {"LookFirst"}),
  FoundInSweep   |-> \E w \in Worker : Sees(w, {"Take"}),
  FoundAgain     |-> \E w \in Idle : Sees(w, {"Recheck"}),
  Sleeps         |-> \E w \in Worker : Asleep(w),
  AllSleep       |-> \A w \in Worker : Asleep(w),
  Woken          |-> \E w \in Claimed : At(w, {"Park"}) /\ permit[w],
  ClaimedAwake   |-> \E w \in Claimed : At(w, {"Recheck"}),
  ClaimedEarly   |-> \E w \in Claimed : At(w, {"Retract"}) /\ ~permit[w],
  ClaimedBusy    |-> \E w \in Claimed : At(w, {"Retract"}) /\ task[w],
  StalePermit    |-> \E w \in Worker : At(w, {"Take"}) /\ permit[w],
  Stray          |-> \E w \in Idle : At(w, {"Retract"}) /\ strays[w] > 0 /\ Ready = {},
  LastPassesOn   |-> \E w \in Worker : At(w, {"Leave"}) /\ ~waiting[w] /\ state.searching = 1 /\ state.idle > 0,
  NotLast        |-> \E w \in Worker : At(w, {"Leave"}) /\ state.searching > 1,
  NobodyIdle     |-> \E p \in Anybody : At(p, {"NotifyLook"}) /\ state.idle = 0 /\ state.searching = 0,
  Throttles      |-> \E p \in Anybody : At(p, {"NotifyLook"}) /\ state.searching > 0 /\ state.idle > 0,
  ThrottlesLater |-> \E p \in Anybody : At(p, {"NotifyLock"}) /\ ~mu /\ state.searching > 0 /\ state.idle > 0,
  IdleNoMore     |-> \E p \in Anybody : At(p, {"NotifyLock"}) /\ ~mu /\ state.idle = 0,
  MutexWaited    |-> \E w \in Worker : At(w, {"Announce"}) /\ mu,
  SearchBetween  |-> \E p \in Anybody : At(p, {"NotifyClaim"}) /\ state.searching > 0,
  Refused        |-> pc[Outside] = "Publish" /\ closed,
  Publishes      |-> \E w \in Worker : At(w, {"Publish"}),
  AfterClose     |-> \E w \in Worker : At(w, {"Publish"}) /\ closed,
  ExitClaimed    |-> \E w \in Claimed : At(w, {"Retract"}) /\ c[w],
  ExitStays      |-> \E w \in Worker : Sees(w, {"Recheck"}) /\ c[w],
  LatchInSweep   |-> \E w \in Waiter : At(w, {"LookLatch"}) /\ latch[w],
  LatchAgain     |-> \E w \in Waiter : At(w, {"RecheckLatch"}) /\ latch[w] /\ w \in Helping,
  LatchClaimed   |-> \E w \in Waiter : At(w, {"Park"}) /\ latch[w] /\ permit[w] /\ w \in Claimed,
  Helps          |-> \E w \in Waiter : waiting[w] /\ task[w],
  HelpsAgain     |-> \E w \in Helping : Sees(w, {"Recheck"}),
  HelperClaimed  |-> \E w \in Claimed : waiting[w],
  HelperSpared   |-> \E p \in Anybody : At(p, {"NotifyClaim"}) /\ state.idle = 0 /\ ~tree[p],
  Alone          |-> \E w \in Worker : At(w, {"Glance"}) /\ ready[1] = 0,
  AloneNoMore    |-> \E w \in Worker : At(w, {"Glance"}) /\ ready[1] > 0,
  HelperPassesOn |-> \E w \in Waiter : At(w, {"Leave"}) /\ waiting[w] /\ ~Quiet(state),
  WaitsClosed    |-> \E w \in Worker : closed /\ waiting[w] /\ Asleep(w) ]

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
