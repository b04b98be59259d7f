------------------------------ MODULE Injector ------------------------------
(***************************************************************************)
(* This module says how tasks enter the pool from outside, and how that    *)
(* ends. Its code is the bounded queue of pool/injector.go, with its room, *)
(* Close and CloseNow. A label is one shared access, with the private work *)
(* up to the next access. Labels that end in Idle are no access.           *)
(*                                                                         *)
(* Put, GiveUp, TakeBatch, CloseInjector and TakeAll are critical sections *)
(* of the injector's mutex, and one step each. That is sound: queue and    *)
(* waiters are used under the mutex only. Others read closed and size      *)
(* without the mutex, but each section changes at most one of the two. So  *)
(* no thread can tell a section from one step.                             *)
(*                                                                         *)
(* Names: queue, size, waiters and closed are those of the injector. idle  *)
(* is the set of workers that have announced that they sleep. permit is    *)
(* the parker of each worker and submitter. out counts the workers that    *)
(* have left. Park has the details of parking. Here parking has as few     *)
(* steps as this module allows: Notify claims one worker of idle.          *)
(*                                                                         *)
(* A worker leaves when it finds nothing after Close. Tasks here neither   *)
(* fork nor wait for each other. If they do, workers must stay until all   *)
(* tasks are done: see Early in Pool.                                      *)
(*                                                                         *)
(* A Submit gives up when its context ends. Its permit may come later, in  *)
(* another wait of the submitter. So a permit does not prove that there is *)
(* room.                                                                   *)
(*                                                                         *)
(* What holds (MCInjector): Each accepted task is run once, or abandoned   *)
(* by CloseNow. No task is accepted after Close, and none is left when     *)
(* Close returns. No submitter sleeps beside a free place. No worker       *)
(* sleeps beside a task, unless another thread is on the way to the task.  *)
(* All calls return.                                                       *)
(***************************************************************************)
EXTENDS Naturals, Sequences, FiniteSets

CONSTANTS
  Workers, Submitters,  \* the numbers of workers and submitters: 1, 2, ...
  Closers,    \* the number of calls of Close or CloseNow: 0, 1, ...
  Each,       \* the submissions of each submitter
  Early,      \* the number of tasks that are queued at the beginning
  Capacity,   \* the capacity of the queue
  Batch,      \* the most tasks that a worker takes at once
  Impatient,  \* the number of submitters that may give up waiting, at any time
  Tries,      \* 1 if submitters may also call TrySubmit
  Nows,       \* 1 if closers may also call CloseNow
  Naive       \* "" or the fault of a Naive configuration

Worker == 1..Workers
Submitter == (Workers+1)..(Workers+Submitters)
Closer == (Workers+Submitters+1)..(Workers+Submitters+Closers)

\* Submitter s submits tasks First(s), First(s)+1, ... The early tasks have the last
\* numbers.
Item == 1..(Submitters*Each + Early)
First(s) == (s - Workers - 1) * Each + 1

Min(i, j) == IF i < j THEN i ELSE j
Front(s, n) == SubSeq(s, 1, n)
Behind(s, n) == SubSeq(s, n + 1, Len(s))
Without(s, x) == SelectSeq(s, LAMBDA y : y # x)
In(s, x) == \E i \in 1..Len(s) : s[i] = x

\* How many of the waiters are woken when there is room again.
ToWake(room, waiting) ==
  IF Naive = "WakeOneTooFew" THEN Min(1, Min(room, waiting)) ELSE Min(room, waiting)

(* --algorithm Injector {
variables
  closed = FALSE;
  queue = [k \in 1..Early |-> Submitters*Each + k];
  size = Early;                            \* Len(queue), read without the mutex
  waiters = <<>>;                          \* submitters that wait for room
  idle = {};
  permit = [p \in 1..(Workers+Submitters) |-> FALSE];
  out = 0;
  \* For the properties only:
  accepted = {i \in Item : i > Submitters*Each}; \* their Submit returned nil
  ran = [i \in Item |-> 0];                \* how often each was run
  dropped = [i \in Item |-> 0];            \* how often each was abandoned

\* A submission ends, with its result.
macro Return() {
  next := next + 1; try := FALSE; again := FALSE; to := 0;
  goto SubmitIdle;
}

fair process (worker \in Worker)
variables hand = <<>>; waking = <<>>; seen = FALSE;
{
LookSize:
  if (size = 0) goto Announce; else goto TakeBatch;
TakeBatch:
  if (queue = <<>>) goto Announce;
  else with (n = Min(Batch, Len(queue)); k = ToWake(Capacity - Len(queue) + n, Len(waiters))) {
    hand := Front(queue, n);
    queue := Behind(queue, n);
    size := size - n;
    waking := Front(waiters, k);
    waiters := Behind(waiters, k);
    if (k = 0) goto RunIdle;
  };
WakeRoom:
  permit[Head(waking)] := TRUE;
  waking := Tail(waking);
  if (waking # <<>>) goto WakeRoom;
RunIdle:
  ran[Head(hand)] := ran[Head(hand)] + 1;
  hand := Tail(hand);
  if (hand # <<>>) goto RunIdle; else goto LookSize;

\* The worker has found nothing. It announces, looks again, and only then sleeps or leaves.
Announce:
  idle := idle \cup {self};
  if (Naive = "LookThenClosed") goto LookSizeAgain;
LookClosed:
  seen := closed;
  if (Naive \in {"LookThenClosed", "LooksOnce"}) {
    if (seen) goto Retract; else goto AwaitWork;
  };
LookSizeAgain:
  if (size # 0) { seen := FALSE; goto Retract; }
  else if (Naive = "LookThenClosed") goto LookClosed;
  else if (seen) goto Retract;
AwaitWork:
  await permit[self];
  permit[self] := FALSE;
Retract:
  \* A claimed worker goes on looking, whatever it has seen.
  with (claimed = self \notin idle) {
    idle := idle \ {self};
    if (seen /\ ~claimed) goto Leave;
    else { seen := FALSE; goto LookSize; };
  };
Leave:
  seen := FALSE;
  out := out + 1;
}

fair process (submitter \in Submitter)
variables
  next = First(self);                      \* the task that it submits next
  try = FALSE;                             \* the call is TrySubmit
  again = FALSE;                           \* it has waited
  to = 0;                                  \* the process that it wakes
{
SubmitIdle:
  if (next = First(self) + Each) goto Done;
  else {
    either { await Tries = 1; try := TRUE; } or try := FALSE;
    again := Naive = "ClosedOutsideLock" /\ ~closed;
    goto Put;
  };
Put:
  if (closed /\ ~(again /\ Naive \in {"ClosedOnce", "ClosedOutsideLock"})) {
    Return();                                                  \* ErrClosed
  } else if (Len(queue) < Capacity) {
    waiters := Without(waiters, self);
    queue := Append(queue, next);
    size := size + 1;
    accepted := accepted \cup {next};
    goto Notify;
  } else if (try) {
    Return();                                                  \* ErrFull
  } else {
    waiters := Append(Without(waiters, self), self);
    goto AwaitRoom;
  };
AwaitRoom:
  either {
    await permit[self];
    permit[self] := FALSE;
    again := TRUE;
    goto Put;
  } or {
    await self <= Workers + Impatient;
    goto GiveUp;
  };
GiveUp:
  if (In(waiters, self)) {
    waiters := Without(waiters, self);
    Return();                                                  \* the error of its context
  } else if (Len(queue) < Capacity /\ waiters # <<>> /\ Naive # "KeepsRoom") {
    to := Head(waiters);
    waiters := Tail(waiters);
    goto PassRoom;
  } else Return();                                             \* the error of its context
PassRoom:
  permit[to] := TRUE;
  Return();                                                    \* the error of its context
Notify:
  if (idle = {}) Return();                                     \* nil
  else with (w \in idle) {
    idle := idle \ {w};
    to := w;
  };
NotifyUnpark:
  permit[to] := TRUE;
  Return();                                                    \* nil
}

fair process (closer \in Closer)
variables now = FALSE; rest = <<>>; left = <<>>; nth = 1;
{
CloseIdle:
  either { await Nows = 1; now := TRUE; } or now := FALSE;
CloseInjector:
  closed := TRUE;
  rest := IF Naive = "CloseForgetsWaiters" THEN <<>> ELSE waiters;
  waiters := IF Naive = "CloseForgetsWaiters" THEN waiters ELSE <<>>;
  if (rest # <<>>) goto CloseWake;
  else if (now) goto TakeAll;
  else goto CloseUnpark;
CloseWake:
  permit[Head(rest)] := TRUE;
  rest := Tail(rest);
  if (rest # <<>>) goto CloseWake;
  else if (now) goto TakeAll;
  else goto CloseUnpark;
TakeAll:
  left := IF Naive = "CloseForgetsQueue" THEN <<>> ELSE queue;
  queue := <<>>;
  size := 0;
  if (left # <<>>) goto AbandonIdle; else goto CloseUnpark;
AbandonIdle:
  dropped[Head(left)] := dropped[Head(left)] + 1;
  left := Tail(left);
  if (left # <<>>) goto AbandonIdle;
CloseUnpark:
  permit[nth] := TRUE;
  nth := nth + 1;
  if (nth <= Workers) goto CloseUnpark;
AwaitOut:
  await out = Workers;
  now := FALSE;
  nth := 1;
}
} *)
\* BEGIN TRANSLATION (chksum(pcal) = "d2111537" /\ chksum(tla) = "ee8c61fc")
VARIABLES closed, queue, size, waiters, idle, permit, out, accepted, ran, 
          dropped, pc, hand, waking, seen, next, try, again, to, now, rest, 
          left, nth

vars == << closed, queue, size, waiters, idle, permit, out, accepted, ran, 
           dropped, pc, hand, waking, seen, next, try, again, to, now, rest, 
           left, nth >>

ProcSet == (Worker) \cup (Submitter) \cup (Closer)

Init == (* Global variables *)
        /\ closed = FALSE
        /\ queue = [k \in 1..Early |-> Submitters*Each + k]
        /\ size = Early
        /\ waiters = <<>>
        /\ idle = {}
        /\ permit = [p \in 1..(Workers+Submitters) |-> FALSE]
        /\ out = 0
        /\ accepted = {i \in Item : i > Submitters*Each}
        /\ ran = [i \in Item |-> 0]
        /\ dropped = [i \in Item |-> 0]
        (* Process worker *)
        /\ hand = [self \in Worker |-> <<>>]
        /\ waking = [self \in Worker |-> <<>>]
        /\ seen = [self \in Worker |-> FALSE]
        (* Process submitter *)
        /\ next = [self \in Submitter |-> First(self)]
        /\ try = [self \in Submitter |-> FALSE]
        /\ again = [self \in Submitter |-> FALSE]
        /\ to = [self \in Submitter |-> 0]
        (* Process closer *)
        /\ now = [self \in Closer |-> FALSE]
        /\ rest = [self \in Closer |-> <<>>]
        /\ left = [self \in Closer |-> <<>>]
        /\ nth = [self \in Closer |-> 1]
        /\ pc = [self \in ProcSet |-> CASE self \in Worker -> "LookSize"
                                        [] self \in Submitter -> "SubmitIdle"
                                        [] self \in Closer -> "CloseIdle"]

LookSize(self) == /\ pc[self] = "LookSize"
                  /\ IF size = 0
                        THEN /\ pc' = [pc EXCEPT ![self] = "Announce"]
                        ELSE /\ pc' = [pc EXCEPT ![self] = "TakeBatch"]
                  /\ UNCHANGED << closed, queue, size, waiters, idle, permit, 
                                  out, accepted, ran, dropped, hand, waking, 
                                  seen, next, try, again, to, now, rest, left, 
                                  nth >>

TakeBatch(self) == /\ pc[self] = "TakeBatch"
                   /\ IF queue = <<>>
                         THEN /\ pc' = [pc EXCEPT ![self] = "Announce"]
                              /\ UNCHANGED << queue, size, waiters, hand, 
                                              waking >>
                         ELSE /\ LET n == Min(Batch, Len(queue)) IN
                                   LET k == ToWake(Capacity - Len(queue) + n, Len(waiters)) IN
                                     /\ hand' = [hand EXCEPT ![self] = Front(queue, n)]
                                     /\ queue' = Behind(queue, n)
                                     /\ size' = size - n
                                     /\ waking' = [waking EXCEPT ![self] = Front(waiters, k)]
                                     /\ waiters' = Behind(waiters, k)
                                     /\ IF k = 0
                                           THEN /\ pc' = [pc EXCEPT ![self] = "RunIdle"]
                                           ELSE /\ pc' = [pc EXCEPT ![self] = "WakeRoom"]
                   /\ UNCHANGED << closed, idle, permit, out, accepted, ran, 
                                   dropped, seen, next, try, again, to, now, 
                                   rest, left, nth >>

WakeRoom(self) == /\ pc[self] = "WakeRoom"
                  /\ permit' = [permit EXCEPT ![Head(waking[self])] = TRUE]
                  /\ waking' = [waking EXCEPT ![self] = Tail(waking[self])]
                  /\ IF waking'[self] # <<>>
                        THEN /\ pc' = [pc EXCEPT ![self] = "WakeRoom"]
                        ELSE /\ pc' = [pc EXCEPT ![self] = "RunIdle"]
                  /\ UNCHANGED << closed, queue, size, waiters, idle, out, 
                                  accepted, ran, dropped, hand, seen, next, 
                                  try, again, to, now, rest, left, nth >>

RunIdle(self) == /\ pc[self] = "RunIdle"
                 /\ ran' = [ran EXCEPT ![Head(hand[self])] = ran[Head(hand[self])] + 1]
                 /\ hand' = [hand EXCEPT ![self] = Tail(hand[self])]
                 /\ IF hand'[self] # <<>>
                       THEN /\ pc' = [pc EXCEPT ![self] = "RunIdle"]
                       ELSE /\ pc' = [pc EXCEPT ![self] = "LookSize"]
                 /\ UNCHANGED << closed, queue, size, waiters, idle, permit, 
                                 out, accepted, dropped, waking, seen, next, 
                                 try, again, to, now, rest, left, nth >>

Announce(self) == /\ pc[self] = "Announce"
                  /\ idle' = (idle \cup {self})
                  /\ IF Naive = "LookThenClosed"
                        THEN /\ pc' = [pc EXCEPT ![self] = "LookSizeAgain"]
                        ELSE /\ pc' = [pc EXCEPT ![self] = "LookClosed"]
                  /\ UNCHANGED << closed, queue, size, waiters, permit, out, 
                                  accepted, ran, dropped, hand, waking, seen, 
                                  next, try, again, to, now, rest, left, nth >>

LookClosed(self) == /\ pc[self] = "LookClosed"
                    /\ seen' = [seen EXCEPT ![self] = closed]
                    /\ IF Naive \in {"LookThenClosed", "LooksOnce"}
                          THEN /\ IF seen'[self]
                                     THEN /\ pc' = [pc EXCEPT ![self] = "Retract"]
                                     ELSE /\ pc' = [pc EXCEPT ![self] = "AwaitWork"]
                          ELSE /\ pc' = [pc EXCEPT ![self] = "LookSizeAgain"]
                    /\ UNCHANGED << closed, queue, size, waiters, idle, permit, 
                                    out, accepted, ran, dropped, hand, waking, 
                                    next, try, again, to, now, rest, left, nth >>

LookSizeAgain(self) == /\ pc[self] = "LookSizeAgain"
                       /\ IF size # 0
                             THEN /\ seen' = [seen EXCEPT ![self] = FALSE]
                                  /\ pc' = [pc EXCEPT ![self] = "Retract"]
                             ELSE /\ IF Naive = "LookThenClosed"
                                        THEN /\ pc' = [pc EXCEPT ![self] = "LookClosed"]
                                        ELSE /\ IF seen[self]
                                                   THEN /\ pc' = [pc EXCEPT ![self] = "Retract"]
                                                   ELSE /\ pc' = [pc EXCEPT ![self] = "AwaitWork"]
                                  /\ seen' = seen
                       /\ UNCHANGED << closed, queue, size, waiters, idle, 
                                       permit, out, accepted, ran, dropped, 
                                       hand, waking, next, try, again, to, now, 
                                       rest, left, nth >>

AwaitWork(self) == /\ pc[self] = "AwaitWork"
                   /\ permit[self]
                   /\ permit' = [permit EXCEPT ![self] = FALSE]
                   /\ pc' = [pc EXCEPT ![self] = "Retract"]
                   /\ UNCHANGED << closed, queue, size, waiters, idle, out, 
                                   accepted, ran, dropped, hand, waking, seen, 
                                   next, try, again, to, now, rest, left, nth >>

Retract(self) == /\ pc[self] = "Retract"
                 /\ LET claimed == self \notin idle IN
                      /\ idle' = idle \ {self}
                      /\ IF seen[self] /\ ~claimed
                            THEN /\ pc' = [pc EXCEPT ![self] = "Leave"]
                                 /\ seen' = seen
                            ELSE /\ seen' = [seen EXCEPT ![self] = FALSE]
                                 /\ pc' = [pc EXCEPT ![self] = "LookSize"]
                 /\ UNCHANGED << closed, queue, size, waiters, permit, out, 
                                 accepted, ran, dropped, hand, waking, next, 
                                 try, again, to, now, rest, left, nth >>

Leave(self) == /\ pc[self] = "Leave"
               /\ seen' = [seen EXCEPT ![self] = FALSE]
               /\ out' = out + 1
               /\ pc' = [pc EXCEPT ![self] = "Done"]
               /\ UNCHANGED << closed, queue, size, waiters, idle, permit, 
                               accepted, ran, dropped, hand, waking, next, try, 
                               again, to, now, rest, left, nth >>

worker(self) == LookSize(self) \/ TakeBatch(self) \/ WakeRoom(self)
                   \/ RunIdle(self) \/ Announce(self) \/ LookClosed(self)
                   \/ LookSizeAgain(self) \/ AwaitWork(self)
                   \/ Retract(self) \/ Leave(self)

SubmitIdle(self) == /\ pc[self] = "SubmitIdle"
                    /\ IF next[self] = First(self) + Each
                          THEN /\ pc' = [pc EXCEPT ![self] = "Done"]
                               /\ UNCHANGED << try, again >>
                          ELSE /\ \/ /\ Tries = 1
                                     /\ try' = [try EXCEPT ![self] = TRUE]
                                  \/ /\ try' = [try EXCEPT ![self] = FALSE]
                               /\ again' = [again EXCEPT ![self] = Naive = "ClosedOutsideLock" /\ ~closed]
                               /\ pc' = [pc EXCEPT ![self] = "Put"]
                    /\ UNCHANGED << closed, queue, size, waiters, idle, permit, 
                                    out, accepted, ran, dropped, hand, waking, 
                                    seen, next, to, now, rest, left, nth >>

Put(self) == /\ pc[self] = "Put"
             /\ IF closed /\ ~(again[self] /\ Naive \in {"ClosedOnce", "ClosedOutsideLock"})
                   THEN /\ next' = [next EXCEPT ![self] = next[self] + 1]
                        /\ try' = [try EXCEPT ![self] = FALSE]
                        /\ again' = [again EXCEPT ![self] = FALSE]
                        /\ to' = [to EXCEPT ![self] = 0]
                        /\ pc' = [pc EXCEPT ![self] = "SubmitIdle"]
                        /\ UNCHANGED << queue, size, waiters, accepted >>
                   ELSE /\ IF Len(queue) < Capacity
                              THEN /\ waiters' = Without(waiters, self)
                                   /\ queue' = Append(queue, next[self])
                                   /\ size' = size + 1
                                   /\ accepted' = (accepted \cup {next[self]})
                                   /\ pc' = [pc EXCEPT ![self] = "Notify"]
                                   /\ UNCHANGED << next, try, again, to >>
                              ELSE /\ IF try[self]
                                         THEN /\ next' = [next EXCEPT ![self] = next[self] + 1]
                                              /\ try' = [try EXCEPT ![self] = FALSE]
                                              /\ again' = [again EXCEPT ![self] = FALSE]
                                              /\ to' = [to EXCEPT ![self] = 0]
                                              /\ pc' = [pc EXCEPT ![self] = "SubmitIdle"]
                                              /\ UNCHANGED waiters
                                         ELSE /\ waiters' = Append(Without(waiters, self), self)
                                              /\ pc' = [pc EXCEPT ![self] = "AwaitRoom"]
                                              /\ UNCHANGED << next, try, again, 
                                                              to >>
                                   /\ UNCHANGED << queue, size, accepted >>
             /\ UNCHANGED << closed, idle, permit, out, ran, dropped, hand, 
                             waking, seen, now, rest, left, nth >>

AwaitRoom(self) == /\ pc[self] = "AwaitRoom"
                   /\ \/ /\ permit[self]
                         /\ permit' = [permit EXCEPT ![self] = FALSE]
                         /\ again' = [again EXCEPT ![self] = TRUE]
                         /\ pc' = [pc EXCEPT ![self] = "Put"]
                      \/ /\ self <= Workers + Impatient
                         /\ pc' = [pc EXCEPT ![self] = "GiveUp"]
                         /\ UNCHANGED <<permit, again>>
                   /\ UNCHANGED << closed, queue, size, waiters, idle, out, 
                                   accepted, ran, dropped, hand, waking, seen, 
                                   next, try, to, now, rest, left, nth >>

GiveUp(self) == /\ pc[self] = "GiveUp"
                /\ IF In(waiters, self)
                      THEN /\ waiters' = Without(waiters, self)
                           /\ next' = [next EXCEPT ![self] = next[self] + 1]
                           /\ try' = [try EXCEPT ![self] = FALSE]
                           /\ again' = [again EXCEPT ![self] = FALSE]
                           /\ to' = [to EXCEPT ![self] = 0]
                           /\ pc' = [pc EXCEPT ![self] = "SubmitIdle"]
                      ELSE /\ IF Len(queue) < Capacity /\ waiters # <<>> /\ Naive # "KeepsRoom"
                                 THEN /\ to' = [to EXCEPT ![self] = Head(waiters)]
                                      /\ waiters' = Tail(waiters)
                                      /\ pc' = [pc EXCEPT ![self] = "PassRoom"]
                                      /\ UNCHANGED << next, try, again >>
                                 ELSE /\ next' = [next EXCEPT ![self] = next[self] + 1]
                                      /\ try' = [try EXCEPT ![self] = FALSE]
                                      /\ again' = [again EXCEPT ![self] = FALSE]
                                      /\ to' = [to EXCEPT ![self] = 0]
                                      /\ pc' = [pc EXCEPT ![self] = "SubmitIdle"]
                                      /\ UNCHANGED waiters
                /\ UNCHANGED << closed, queue, size, idle, permit, out, 
                                accepted, ran, dropped, hand, waking, seen, 
                                now, rest, left, nth >>

PassRoom(self) == /\ pc[self] = "PassRoom"
                  /\ permit' = [permit EXCEPT ![to[self]] = TRUE]
                  /\ next' = [next EXCEPT ![self] = next[self] + 1]
                  /\ try' = [try EXCEPT ![self] = FALSE]
                  /\ again' = [again EXCEPT ![self] = FALSE]
                  /\ to' = [to EXCEPT ![self] = 0]
                  /\ pc' = [pc EXCEPT ![self] = "SubmitIdle"]
                  /\ UNCHANGED << closed, queue, size, waiters, idle, out, 
                                  accepted, ran, dropped, hand, waking, seen, 
                                  now, rest, left, nth >>

Notify(self) == /\ pc[self] = "Notify"
                /\ IF idle = {}
                      THEN /\ next' = [next EXCEPT ![self] = next[self] + 1]
                           /\ try' = [try EXCEPT ![self] = FALSE]
                           /\ again' = [again EXCEPT ![self] = FALSE]
                           /\ to' = [to EXCEPT ![self] = 0]
                           /\ pc' = [pc EXCEPT ![self] = "SubmitIdle"]
                           /\ idle' = idle
                      ELSE /\ \E w \in idle:
                                /\ idle' = idle \ {w}
                                /\ to' = [to EXCEPT ![self] = w]
                           /\ pc' = [pc EXCEPT ![self] = "NotifyUnpark"]
                           /\ UNCHANGED << next, try, again >>
                /\ UNCHANGED << closed, queue, size, waiters, permit, out, 
                                accepted, ran, dropped, hand, waking, seen, 
                                now, rest, left, nth >>

NotifyUnpark(self) == /\ pc[self] = "NotifyUnpark"
                      /\ permit' = [permit EXCEPT ![to[self]] = TRUE]
                      /\ next' = [next EXCEPT ![self] = next[self] + 1]
                      /\ try' = [try EXCEPT ![self] = FALSE]
                      /\ again' = [again EXCEPT ![self] = FALSE]
                      /\ to' = [to EXCEPT ![self] = 0]
                      /\ pc' = [pc EXCEPT ![self] = "SubmitIdle"]
                      /\ UNCHANGED << closed, queue, size, waiters, idle, out, 
                                      accepted, ran, dropped, hand, waking, 
                                      seen, now, rest, left, nth >>

submitter(self) == SubmitIdle(self) \/ Put(self) \/ AwaitRoom(self)
                      \/ GiveUp(self) \/ PassRoom(self) \/ Notify(self)
                      \/ NotifyUnpark(self)

CloseIdle(self) == /\ pc[self] = "CloseIdle"
                   /\ \/ /\ Nows = 1
                         /\ now' = [now EXCEPT ![self] = TRUE]
                      \/ /\ now' = [now EXCEPT ![self] = FALSE]
                   /\ pc' = [pc EXCEPT ![self] = "CloseInjector"]
                   /\ UNCHANGED << closed, queue, size, waiters, idle, permit, 
                                   out, accepted, ran, dropped, hand, waking, 
                                   seen, next, try, again, to, rest, left, nth >>

CloseInjector(self) == /\ pc[self] = "CloseInjector"
                       /\ closed' = TRUE
                       /\ rest' = [rest EXCEPT ![self] = IF Naive = "CloseForgetsWaiters" THEN <<>> ELSE waiters]
                       /\ waiters' = (IF Naive = "CloseForgetsWaiters" THEN waiters ELSE <<>>)
                       /\ IF rest'[self] # <<>>
                             THEN /\ pc' = [pc EXCEPT ![self] = "CloseWake"]
                             ELSE /\ IF now[self]
                                        THEN /\ pc' = [pc EXCEPT ![self] = "TakeAll"]
                                        ELSE /\ pc' = [pc EXCEPT ![self] = "CloseUnpark"]
                       /\ UNCHANGED << queue, size, idle, permit, out, 
                                       accepted, ran, dropped, hand, waking, 
                                       seen, next, try, again, to, now, left, 
                                       nth >>

CloseWake(self) == /\ pc[self] = "CloseWake"
                   /\ permit' = [permit EXCEPT ![Head(rest[self])] = TRUE]
                   /\ rest' = [rest EXCEPT ![self] = Tail(rest[self])]
                   /\ IF rest'[self] # <<>>
                         THEN /\ pc' = [pc EXCEPT ![self] = "CloseWake"]
                         ELSE /\ IF now[self]
                                    THEN /\ pc' = [pc EXCEPT ![self] = "TakeAll"]
                                    ELSE /\ pc' = [pc EXCEPT ![self] = "CloseUnpark"]
                   /\ UNCHANGED << closed, queue, size, waiters, idle, out, 
                                   accepted, ran, dropped, hand, waking, seen, 
                                   next, try, again, to, now, left, nth >>

TakeAll(self) == /\ pc[self] = "TakeAll"
                 /\ left' = [left EXCEPT ![self] = IF Naive = "CloseForgetsQueue" THEN <<>> ELSE queue]
                 /\ queue' = <<>>
                 /\ size' = 0
                 /\ IF left'[self] # <<>>
                       THEN /\ pc' = [pc EXCEPT ![self] = "AbandonIdle"]
                       ELSE /\ pc' = [pc EXCEPT ![self] = "CloseUnpark"]
                 /\ UNCHANGED << closed, waiters, idle, permit, out, accepted, 
                                 ran, dropped, hand, waking, seen, next, try, 
                                 again, to, now, rest, nth >>

AbandonIdle(self) == /\ pc[self] = "AbandonIdle"
                     /\ dropped' = [dropped EXCEPT ![Head(left[self])] = dropped[Head(left[self])] + 1]
                     /\ left' = [left EXCEPT ![self] = Tail(left[self])]
                     /\ IF left'[self] # <<>>
                           THEN /\ pc' = [pc EXCEPT ![self] = "AbandonIdle"]
                           ELSE /\ pc' = [pc EXCEPT ![self] = "CloseUnpark"]
                     /\ UNCHANGED << closed, queue, size, waiters, idle, 
                                     permit, out, accepted, ran, hand, waking, 
                                     seen, next, try, again, to, now, rest, 
                                     nth >>

CloseUnpark(self) == /\ pc[self] = "CloseUnpark"
                     /\ permit' = [permit EXCEPT ![nth[self]] = TRUE]
                     /\ nth' = [nth EXCEPT ![self] = nth[self] + 1]
                     /\ IF nth'[self] <= Workers
                           THEN /\ pc' = [pc EXCEPT ![self] = "CloseUnpark"]
                           ELSE /\ pc' = [pc EXCEPT ![self] = "AwaitOut"]
                     /\ UNCHANGED << closed, queue, size, waiters, idle, out, 
                                     accepted, ran, dropped, hand, waking, 
                                     seen, next, try, again, to, now, rest, 
                                     left >>

AwaitOut(self) == /\ pc[self] = "AwaitOut"
                  /\ out = Workers
                  /\ now' = [now EXCEPT ![self] = FALSE]
                  /\ nth' = [nth EXCEPT ![self] = 1]
                  /\ pc' = [pc EXCEPT ![self] = "Done"]
                  /\ UNCHANGED << closed, queue, size, waiters, idle, permit, 
                                  out, accepted, ran, dropped, hand, waking, 
                                  seen, next, try, again, to, rest, left >>

closer(self) == CloseIdle(self) \/ CloseInjector(self) \/ CloseWake(self)
                   \/ TakeAll(self) \/ AbandonIdle(self)
                   \/ CloseUnpark(self) \/ AwaitOut(self)

(* Allow infinite stuttering to prevent deadlock on termination. *)
Terminating == /\ \A self \in ProcSet: pc[self] = "Done"
               /\ UNCHANGED vars

Next == (\E self \in Worker: worker(self))
           \/ (\E self \in Submitter: submitter(self))
           \/ (\E self \in Closer: closer(self))
           \/ Terminating

Spec == /\ Init /\ [][Next]_vars
        /\ \A self \in Worker : WF_vars(worker(self))
        /\ \A self \in Submitter : WF_vars(submitter(self))
        /\ \A self \in Closer : WF_vars(closer(self))

Termination == <>(\A self \in ProcSet: pc[self] = "Done")

\* END TRANSLATION 
=============================================================================
