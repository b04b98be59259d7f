--------------------------------- MODULE Lend ---------------------------------
(***************************************************************************)
(* This module says how a worker is lent to submissions while all workers  *)
(* are in long tasks, and how it is given back. Its subject is the code in *)
(* pool/lend.go, pool/overdue.go and pool/registry.go. No label ties it to *)
(* lines of the code. A step is one access or critical section of a mutex. *)
(*                                                                         *)
(* A submitter that blocks next hands its submission over to a sleeping    *)
(* worker. If there is none, it lends a worker if no worker has taken a    *)
(* submission lately, or if it waits for the result. All other submitters  *)
(* notify a sleeper and arm the timer. The timer lends a worker if a       *)
(* submission still waits. If the limit of spares allows none, the timer   *)
(* gives up. Then a worker that goes on standby arms it again (Watch).     *)
(* A lent worker takes submissions only. When it finds none, it goes on    *)
(* standby. A surplus worker does so, too, and may be lent from there.     *)
(* While a task blocks that was refused a spare, both take any task.       *)
(*                                                                         *)
(* Time: served is 0 if no worker is likely to come by. Otherwise it is    *)
(* the time at which one has. A reader finds that time recent or old. The  *)
(* timer finds it recent Early times at most. seen has the readers that    *)
(* would still find the value that they have read. So the compare-and-swap *)
(* of a reader that is not in seen fails.                                  *)
(*                                                                         *)
(* Workers 1..Workers begin in a long task. Long tasks end when over is    *)
(* set, which may never happen (World). The first Heavies submissions are  *)
(* long, too. back counts tasks of other trees, which were put back. They  *)
(* are taken first, and are long (Pass).                                   *)
(* Parking has as few steps as this module allows: see Park. A worker that *)
(* has announced itself (idle) looks again whenever something is queued.   *)
(* In the code, Watch is a part of the section before it, LookSurplus is   *)
(* two loads, and CloseUnpark wakes one worker after the other.            *)
(***************************************************************************)
EXTENDS Naturals, Sequences, FiniteSets
CONSTANTS
  Workers,     \* workers without spares: 1, 2, ...
  Spares,      \* the limit: 0, 1, ...
  Shrinks,     \* how many workers are surplus at the beginning
  Submitters,  \* each submits one task
  Heavies,     \* how many of these tasks are long
  Strays,      \* tasks of other trees that are put back
  Timers,      \* calls of the timer's function that may overlap: 1, 2
  Early,       \* how often each finds that a worker has come by lately
  Blocks,      \* 1 if a long task blocks once, as in Worker.Blocking
  Closers,     \* 1 if the pool is closed
  Naive        \* "" or the fault of a Naive configuration

\* After Close no worker goes on standby, and those on standby leave. So more are made.
All == Workers + Spares * (1 + Closers)
Target == Workers - Shrinks
Worker == 1..All
Submitter == (All + 1)..(All + Submitters)
Timer == (All + Submitters + 1)..(All + Submitters + Timers)
Closer == (All + Submitters + Timers + 1)..(All + Submitters + Timers + Closers)
Blocker == (All + Submitters + Timers + Closers + 1)..(All + Submitters + Timers + Closers + Blocks)
Waiter == (All + Submitters + Timers + Closers + Blocks + 1)..(All + Submitters + Timers + Closers + Blocks + Strays)
World == {All + Submitters + Timers + Closers + Blocks + Strays + 1}
Item(s) == s - All
Without(q, x) == SelectSeq(q, LAMBDA y : y # x)
In(q, x) == \E i \in 1..Len(q) : q[i] = x
(* --algorithm Lend {
variables
  queue = <<>>;                          \* submissions
  back = 0;                              \* tasks of other trees
  shut = FALSE;                          \* the injector is closed
  served = 0;                            \* 0, or 1: a time
  seen = {};
  armed = FALSE;                         \* the timer runs
  standby = <<>>;                        \* the worker that went there last is at the end
  lent = [w \in Worker |-> FALSE];
  lends = 0;                             \* the number of lent workers
  surplus = Shrinks;
  blocked = 0;
  refused = 0;                           \* blocked workers that got no spare
  active = Workers;
  made = Workers;
  alive = Workers;
  closed = FALSE;                        \* the registry is closed
  released = [w \in Worker |-> FALSE];
  permit = [w \in Worker |-> FALSE];
  idle = {};
  accepted = {};
  done = 0;
  over = FALSE;
  \* For the properties only:
  ran = [i \in 1..Submitters |-> 0];
  old = [w \in Worker |-> {}];           \* what was queued when the worker set served to 0

define {
  Drained == shut /\ done = Cardinality(accepted)
  Extra == IF closed THEN active - Target ELSE blocked + surplus + lends
  Fresh == standby = <<>>
  Chosen == IF Fresh THEN made + 1 ELSE standby[Len(standby)]
  Lends == (Extra < Spares \/ Naive = "NoLimit") /\ (~closed \/ alive > 0 \/ Naive = "LendsGone")
}

\* A worker more is active: one from standby, or a new one.
macro Start(isLent) {
  lent[Chosen] := isLent;
  permit[Chosen] := TRUE;
  active := active + 1;
  if (Fresh) {
    made := made + 1;
    alive := alive + 1;
  } else standby := SubSeq(standby, 1, Len(standby) - 1);
}

(***************************************************************************)
(* Workers                                                                 *)
(***************************************************************************)
fair process (worker \in Worker)
variables hand = 0;                      \* the submission that it runs
{
Unmade:
  if (self <= Workers) { await over; }
  else either {
    await permit[self];
    permit[self] := FALSE;
  } or {
    await closed /\ alive = 0;
    goto Done;
  };
Take:
  if (back > 0 /\ ~lent[self]) {
    back := back - 1;
    if (queue # <<>> /\ Naive # "LeavesUnwatched") armed := TRUE;
    goto AwaitOver;
  } else if (queue # <<>>) {
    hand := Head(queue);
    queue := Tail(queue);
    served := 1;
    seen := {};
    goto Run;
  } else if (lent[self]) goto GiveNone;
  else goto LookSurplus;
Run:
  ran[hand] := ran[hand] + 1;
  if (hand > Heavies) {
    done := done + 1;
    hand := 0;
    goto Take;
  };
AwaitOver:
  await over;
  if (hand # 0) {
    done := done + 1;
    hand := 0;
  };
  goto Take;
LookSurplus:
  if (surplus = 0 \/ blocked # 0 \/ refused # 0) goto Announce;
StandBy:
  if (closed \/ surplus = 0 \/ blocked # 0 \/ refused # 0) goto Announce;
  else {
    surplus := surplus - 1;
    standby := Append(standby, self);
    active := active - 1;
    goto Watch;
  };
Announce:
  idle := idle \cup {self};
AwaitWork:
  await queue # <<>> \/ back > 0 \/ self \notin idle \/ Drained \/ (surplus > 0 /\ blocked = 0 /\ refused = 0);
  idle := idle \ {self};
  if (Drained) goto Leave;
  else goto Take;
(***************************************************************************)
(* A lent worker that finds no submission                                  *)
(***************************************************************************)
GiveNone:
  if (served # 0) seen := {};
  served := 0;
  old[self] := {queue[i] : i \in 1..Len(queue)};
  if (Naive = "NoLastLook") goto GiveBack;
GiveLook:
  if (queue # <<>>) {
    old[self] := {};
    goto Take;
  };
GiveBack:
  lent[self] := FALSE;
  old[self] := {};
  if (Naive # "KeepsCount") lends := lends - 1;
  if (closed) goto Take;
  else if (refused > 0 /\ Naive # "RestsAllTheSame") {
    surplus := surplus + 1;
    goto Take;
  } else {
    standby := Append(standby, self);
    active := active - 1;
    if (Naive = "WatchesNot") goto Rest;
  };
Watch:
  if (queue # <<>>) armed := TRUE;
Rest:
  await permit[self];
  permit[self] := FALSE;
Woken:
  if (In(standby, self)) goto Rest;
  else if (released[self]) goto Leave;
  else if (lent[self] /\ Naive # "AsksSurplus") goto Take;
  else goto LookSurplus;
Leave:
  alive := alive - 1;
}

(***************************************************************************)
(* Submitters, and the timer                                               *)
(***************************************************************************)
fair process (submitter \in Submitter)
{
Put:
  if (shut) goto Done;
  else {
    queue := Append(queue, Item(self));
    accepted := accepted \cup {Item(self)};
    either skip or goto Notify;          \* the submitter blocks next, or not
  };
HandOver:
  either {
    with (w \in idle) idle := idle \ {w};
    goto Done;
  } or skip                                \* no sleeper, or none whose sleep suits
  or goto LendNow;                         \* the submitter waits, and no worker of the pool has just come by
ReadServed:
  either {
    await served # 0;
    goto Notify;
  } or seen := seen \cup {self};
ClaimServed:
  if (self \in seen) {
    served := 1;
    seen := {};
  } else goto Notify;
LendNow:
  if (Lends) {
    Start(TRUE);
    lends := lends + 1;
    either goto Done or skip;              \* beside idle workers, it notifies one of them, too
  };
Notify:
  either skip or with (w \in idle) idle := idle \ {w};
Arm:
  if (Naive # "NotifiesOnly") armed := TRUE;
}

fair process (timer \in Timer)
variables early = 0;
{
Ring:
  either {
    await armed;
    armed := FALSE;
  } or {
    await closed /\ alive = 0;
    goto Done;
  };
LookQueue:
  if (queue = <<>>) goto Ring;
ReadServedLate:
  either {
    await served # 0 /\ early < Early;
    early := early + 1;
    goto ArmAgain;
  } or seen := seen \cup {self};
ClaimServedLate:
  if (self \in seen) {
    served := 1;
    seen := {};
  } else goto ArmAgain;
LendLate:
  if (Lends) {
    Start(TRUE);
    lends := lends + 1;
  } else goto Ring;
ArmAgain:
  armed := TRUE;
  goto Ring;
}

(***************************************************************************)
(* Close, and tasks that block or wait                                     *)
(***************************************************************************)
fair process (closer \in Closer)
{
CloseRegistry:
  closed := TRUE;
  surplus := 0;
  released := [w \in Worker |-> In(standby, w)];
  standby := <<>>;
CloseInjector:
  shut := TRUE;
CloseUnpark:
  permit := [w \in Worker |-> permit[w] \/ w <= made];
AwaitGone:
  await alive = 0;
}

\* A long task that blocks. Its worker stays in AwaitOver.
fair process (blocker \in Blocker)
{
Compensate:
  with (s = IF closed THEN active - Target - blocked - lends ELSE surplus) {
    if (s > 0 /\ idle # {}) {
      if (~closed) surplus := surplus - 1;
      blocked := blocked + 1;
    } else if (blocked + s + lends >= Spares) {
      refused := refused + 1;
      goto Unrefuse;
    } else {
      Start(FALSE);
      blocked := blocked + 1;
    };
  };
Uncompensate:
  blocked := blocked - 1;
  if (~closed) surplus := surplus + 1;
  goto Done;
Unrefuse:
  refused := refused - 1;
}

\* A worker that waits puts a task of its tree back.
fair process (waiter \in Waiter)
{
Pass:
  back := back + 1;
}

process (world \in World)
{
End:
  over := TRUE;
}
} *)
\* BEGIN TRANSLATION (chksum(pcal) = "f9fb4362" /\ chksum(tla) = "329ae66e")
VARIABLES queue, back, shut, served, seen, armed, standby, lent, lends, 
          surplus, blocked, refused, active, made, alive, closed, released, 
          permit, idle, accepted, done, over, ran, old, pc

(* define statement *)
Drained == shut /\ done = Cardinality(accepted)
Extra == IF closed THEN active - Target ELSE blocked + surplus + lends
Fresh == standby = <<>>
Chosen == IF Fresh THEN made + 1 ELSE standby[Len(standby)]
Lends == (Extra < Spares \/ Naive = "NoLimit") /\ (~closed \/ alive > 0 \/ Naive = "LendsGone")

VARIABLES hand, early

vars == << queue, back, shut, served, seen, armed, standby, lent, lends, 
           surplus, blocked, refused, active, made, alive, closed, released, 
           permit, idle, accepted, done, over, ran, old, pc, hand, early >>

ProcSet == (Worker) \cup (Submitter) \cup (Timer) \cup (Closer) \cup (Blocker) \cup (Waiter) \cup (World)

Init == (* Global variables *)
        /\ queue = <<>>
        /\ back = 0
        /\ shut = FALSE
        /\ served = 0
        /\ seen = {}
        /\ armed = FALSE
        /\ standby = <<>>
        /\ lent = [w \in Worker |-> FALSE]
        /\ lends = 0
        /\ surplus = Shrinks
        /\ blocked = 0
        /\ refused = 0
        /\ active = Workers
        /\ made = Workers
        /\ alive = Workers
        /\ closed = FALSE
        /\ released = [w \in Worker |-> FALSE]
        /\ permit = [w \in Worker |-> FALSE]
        /\ idle = {}
        /\ accepted = {}
        /\ done = 0
        /\ over = FALSE
        /\ ran = [i \in 1..Submitters |-> 0]
        /\ old = [w \in Worker |-> {}]
        (* Process worker *)
        /\ hand = [self \in Worker |-> 0]
        (* Process timer *)
        /\ early = [self \in Timer |-> 0]
        /\ pc = [self \in ProcSet |-> CASE self \in Worker -> "Unmade"
                                        [] self \in Submitter -> "Put"
                                        [] self \in Timer -> "Ring"
                                        [] self \in Closer -> "CloseRegistry"
                                        [] self \in Blocker -> "Compensate"
                                        [] self \in Waiter -> "Pass"
                                        [] self \in World -> "End"]

Unmade(self) == /\ pc[self] = "Unmade"
                /\ IF self <= Workers
                      THEN /\ over
                           /\ pc' = [pc EXCEPT ![self] = "Take"]
                           /\ UNCHANGED permit
                      ELSE /\ \/ /\ permit[self]
                                 /\ permit' = [permit EXCEPT ![self] = FALSE]
                                 /\ pc' = [pc EXCEPT ![self] = "Take"]
                              \/ /\ closed /\ alive = 0
                                 /\ pc' = [pc EXCEPT ![self] = "Done"]
                                 /\ UNCHANGED permit
                /\ UNCHANGED << queue, back, shut, served, seen, armed, 
                                standby, lent, lends, surplus, blocked, 
                                refused, active, made, alive, closed, released, 
                                idle, accepted, done, over, ran, old, hand, 
                                early >>

Take(self) == /\ pc[self] = "Take"
              /\ IF back > 0 /\ ~lent[self]
                    THEN /\ back' = back - 1
                         /\ IF queue # <<>> /\ Naive # "LeavesUnwatched"
                               THEN /\ armed' = TRUE
                               ELSE /\ TRUE
                                    /\ armed' = armed
                         /\ pc' = [pc EXCEPT ![self] = "AwaitOver"]
                         /\ UNCHANGED << queue, served, seen, hand >>
                    ELSE /\ IF queue # <<>>
                               THEN /\ hand' = [hand EXCEPT ![self] = Head(queue)]
                                    /\ queue' = Tail(queue)
                                    /\ served' = 1
                                    /\ seen' = {}
                                    /\ pc' = [pc EXCEPT ![self] = "Run"]
                               ELSE /\ IF lent[self]
                                          THEN /\ pc' = [pc EXCEPT ![self] = "GiveNone"]
                                          ELSE /\ pc' = [pc EXCEPT ![self] = "LookSurplus"]
                                    /\ UNCHANGED << queue, served, seen, hand >>
                         /\ UNCHANGED << back, armed >>
              /\ UNCHANGED << shut, standby, lent, lends, surplus, blocked, 
                              refused, active, made, alive, closed, released, 
                              permit, idle, accepted, done, over, ran, old, 
                              early >>

Run(self) == /\ pc[self] = "Run"
             /\ ran' = [ran EXCEPT ![hand[self]] = ran[hand[self]] + 1]
             /\ IF hand[self] > Heavies
                   THEN /\ done' = done + 1
                        /\ hand' = [hand EXCEPT ![self] = 0]
                        /\ pc' = [pc EXCEPT ![self] = "Take"]
                   ELSE /\ pc' = [pc EXCEPT ![self] = "AwaitOver"]
                        /\ UNCHANGED << done, hand >>
             /\ UNCHANGED << queue, back, shut, served, seen, armed, standby, 
                             lent, lends, surplus, blocked, refused, active, 
                             made, alive, closed, released, permit, idle, 
                             accepted, over, old, early >>

AwaitOver(self) == /\ pc[self] = "AwaitOver"
                   /\ over
                   /\ IF hand[self] # 0
                         THEN /\ done' = done + 1
                              /\ hand' = [hand EXCEPT ![self] = 0]
                         ELSE /\ TRUE
                              /\ UNCHANGED << done, hand >>
                   /\ pc' = [pc EXCEPT ![self] = "Take"]
                   /\ UNCHANGED << queue, back, shut, served, seen, armed, 
                                   standby, lent, lends, surplus, blocked, 
                                   refused, active, made, alive, closed, 
                                   released, permit, idle, accepted, over, ran, 
                                   old, early >>

LookSurplus(self) == /\ pc[self] = "LookSurplus"
                     /\ IF surplus = 0 \/ blocked # 0 \/ refused # 0
                           THEN /\ pc' = [pc EXCEPT ![self] = "Announce"]
                           ELSE /\ pc' = [pc EXCEPT ![self] = "StandBy"]
                     /\ UNCHANGED << queue, back, shut, served, seen, armed, 
                                     standby, lent, lends, surplus, blocked, 
                                     refused, active, made, alive, closed, 
                                     released, permit, idle, accepted, done, 
                                     over, ran, old, hand, early >>

StandBy(self) == /\ pc[self] = "StandBy"
                 /\ IF closed \/ surplus = 0 \/ blocked # 0 \/ refused # 0
                       THEN /\ pc' = [pc EXCEPT ![self] = "Announce"]
                            /\ UNCHANGED << standby, surplus, active >>
                       ELSE /\ surplus' = surplus - 1
                            /\ standby' = Append(standby, self)
                            /\ active' = active - 1
                            /\ pc' = [pc EXCEPT ![self] = "Watch"]
                 /\ UNCHANGED << queue, back, shut, served, seen, armed, lent, 
                                 lends, blocked, refused, made, alive, closed, 
                                 released, permit, idle, accepted, done, over, 
                                 ran, old, hand, early >>

Announce(self) == /\ pc[self] = "Announce"
                  /\ idle' = (idle \cup {self})
                  /\ pc' = [pc EXCEPT ![self] = "AwaitWork"]
                  /\ UNCHANGED << queue, back, shut, served, seen, armed, 
                                  standby, lent, lends, surplus, blocked, 
                                  refused, active, made, alive, closed, 
                                  released, permit, accepted, done, over, ran, 
                                  old, hand, early >>

AwaitWork(self) == /\ pc[self] = "AwaitWork"
                   /\ queue # <<>> \/ back > 0 \/ self \notin idle \/ Drained \/ (surplus > 0 /\ blocked = 0 /\ refused = 0)
                   /\ idle' = idle \ {self}
                   /\ IF Drained
                         THEN /\ pc' = [pc EXCEPT ![self] = "Leave"]
                         ELSE /\ pc' = [pc EXCEPT ![self] = "Take"]
                   /\ UNCHANGED << queue, back, shut, served, seen, armed, 
                                   standby, lent, lends, surplus, blocked, 
                                   refused, active, made, alive, closed, 
                                   released, permit, accepted, done, over, ran, 
                                   old, hand, early >>

GiveNone(self) == /\ pc[self] = "GiveNone"
                  /\ IF served # 0
                        THEN /\ seen' = {}
                        ELSE /\ TRUE
                             /\ seen' = seen
                  /\ served' = 0
                  /\ old' = [old EXCEPT ![self] = {queue[i] : i \in 1..Len(queue)}]
                  /\ IF Naive = "NoLastLook"
                        THEN /\ pc' = [pc EXCEPT ![self] = "GiveBack"]
                        ELSE /\ pc' = [pc EXCEPT ![self] = "GiveLook"]
                  /\ UNCHANGED << queue, back, shut, armed, standby, lent, 
                                  lends, surplus, blocked, refused, active, 
                                  made, alive, closed, released, permit, idle, 
                                  accepted, done, over, ran, hand, early >>

GiveLook(self) == /\ pc[self] = "GiveLook"
                  /\ IF queue # <<>>
                        THEN /\ old' = [old EXCEPT ![self] = {}]
                             /\ pc' = [pc EXCEPT ![self] = "Take"]
                        ELSE /\ pc' = [pc EXCEPT ![self] = "GiveBack"]
                             /\ old' = old
                  /\ UNCHANGED << queue, back, shut, served, seen, armed, 
                                  standby, lent, lends, surplus, blocked, 
                                  refused, active, made, alive, closed, 
                                  released, permit, idle, accepted, done, over, 
                                  ran, hand, early >>

GiveBack(self) == /\ pc[self] = "GiveBack"
                  /\ lent' = [lent EXCEPT ![self] = FALSE]
                  /\ old' = [old EXCEPT ![self] = {}]
                  /\ IF Naive # "KeepsCount"
                        THEN /\ lends' = lends - 1
                        ELSE /\ TRUE
                             /\ lends' = lends
                  /\ IF closed
                        THEN /\ pc' = [pc EXCEPT ![self] = "Take"]
                             /\ UNCHANGED << standby, surplus, active >>
                        ELSE /\ IF refused > 0 /\ Naive # "RestsAllTheSame"
                                   THEN /\ surplus' = surplus + 1
                                        /\ pc' = [pc EXCEPT ![self] = "Take"]
                                        /\ UNCHANGED << standby, active >>
                                   ELSE /\ standby' = Append(standby, self)
                                        /\ active' = active - 1
                                        /\ IF Naive = "WatchesNot"
                                              THEN /\ pc' = [pc EXCEPT ![self] = "Rest"]
                                              ELSE /\ pc' = [pc EXCEPT ![self] = "Watch"]
                                        /\ UNCHANGED surplus
                  /\ UNCHANGED << queue, back, shut, served, seen, armed, 
                                  blocked, refused, made, alive, closed, 
                                  released, permit, idle, accepted, done, over, 
                                  ran, hand, early >>

Watch(self) == /\ pc[self] = "Watch"
               /\ IF queue # <<>>
                     THEN /\ armed' = TRUE
                     ELSE /\ TRUE
                          /\ armed' = armed
               /\ pc' = [pc EXCEPT ![self] = "Rest"]
               /\ UNCHANGED << queue, back, shut, served, seen, standby, lent, 
                               lends, surplus, blocked, refused, active, made, 
                               alive, closed, released, permit, idle, accepted, 
                               done, over, ran, old, hand, early >>

Rest(self) == /\ pc[self] = "Rest"
              /\ permit[self]
              /\ permit' = [permit EXCEPT ![self] = FALSE]
              /\ pc' = [pc EXCEPT ![self] = "Woken"]
              /\ UNCHANGED << queue, back, shut, served, seen, armed, standby, 
                              lent, lends, surplus, blocked, refused, active, 
                              made, alive, closed, released, idle, accepted, 
                              done, over, ran, old, hand, early >>

Woken(self) == /\ pc[self] = "Woken"
               /\ IF In(standby, self)
                     THEN /\ pc' = [pc EXCEPT ![self] = "Rest"]
                     ELSE /\ IF released[self]
                                THEN /\ pc' = [pc EXCEPT ![self] = "Leave"]
                                ELSE /\ IF lent[self] /\ Naive # "AsksSurplus"
                                           THEN /\ pc' = [pc EXCEPT ![self] = "Take"]
                                           ELSE /\ pc' = [pc EXCEPT ![self] = "LookSurplus"]
               /\ UNCHANGED << queue, back, shut, served, seen, armed, standby, 
                               lent, lends, surplus, blocked, refused, active, 
                               made, alive, closed, released, permit, idle, 
                               accepted, done, over, ran, old, hand, early >>

Leave(self) == /\ pc[self] = "Leave"
               /\ alive' = alive - 1
               /\ pc' = [pc EXCEPT ![self] = "Done"]
               /\ UNCHANGED << queue, back, shut, served, seen, armed, standby, 
                               lent, lends, surplus, blocked, refused, active, 
                               made, closed, released, permit, idle, accepted, 
                               done, over, ran, old, hand, early >>

worker(self) == Unmade(self) \/ Take(self) \/ Run(self) \/ AwaitOver(self)
                   \/ LookSurplus(self) \/ StandBy(self) \/ Announce(self)
                   \/ AwaitWork(self) \/ GiveNone(self) \/ GiveLook(self)
                   \/ GiveBack(self) \/ Watch(self) \/ Rest(self)
                   \/ Woken(self) \/ Leave(self)

Put(self) == /\ pc[self] = "Put"
             /\ IF shut
                   THEN /\ pc' = [pc EXCEPT ![self] = "Done"]
                        /\ UNCHANGED << queue, accepted >>
                   ELSE /\ queue' = Append(queue, Item(self))
                        /\ accepted' = (accepted \cup {Item(self)})
                        /\ \/ /\ TRUE
                              /\ pc' = [pc EXCEPT ![self] = "HandOver"]
                           \/ /\ pc' = [pc EXCEPT ![self] = "Notify"]
             /\ UNCHANGED << back, shut, served, seen, armed, standby, lent, 
                             lends, surplus, blocked, refused, active, made, 
                             alive, closed, released, permit, idle, done, over, 
                             ran, old, hand, early >>

HandOver(self) == /\ pc[self] = "HandOver"
                  /\ \/ /\ \E w \in idle:
                             idle' = idle \ {w}
                        /\ pc' = [pc EXCEPT ![self] = "Done"]
                     \/ /\ TRUE
                        /\ pc' = [pc EXCEPT ![self] = "ReadServed"]
                        /\ idle' = idle
                     \/ /\ pc' = [pc EXCEPT ![self] = "LendNow"]
                        /\ idle' = idle
                  /\ UNCHANGED << queue, back, shut, served, seen, armed, 
                                  standby, lent, lends, surplus, blocked, 
                                  refused, active, made, alive, closed, 
                                  released, permit, accepted, done, over, ran, 
                                  old, hand, early >>

ReadServed(self) == /\ pc[self] = "ReadServed"
                    /\ \/ /\ served # 0
                          /\ pc' = [pc EXCEPT ![self] = "Notify"]
                          /\ seen' = seen
                       \/ /\ seen' = (seen \cup {self})
                          /\ pc' = [pc EXCEPT ![self] = "ClaimServed"]
                    /\ UNCHANGED << queue, back, shut, served, armed, standby, 
                                    lent, lends, surplus, blocked, refused, 
                                    active, made, alive, closed, released, 
                                    permit, idle, accepted, done, over, ran, 
                                    old, hand, early >>

ClaimServed(self) == /\ pc[self] = "ClaimServed"
                     /\ IF self \in seen
                           THEN /\ served' = 1
                                /\ seen' = {}
                                /\ pc' = [pc EXCEPT ![self] = "LendNow"]
                           ELSE /\ pc' = [pc EXCEPT ![self] = "Notify"]
                                /\ UNCHANGED << served, seen >>
                     /\ UNCHANGED << queue, back, shut, armed, standby, lent, 
                                     lends, surplus, blocked, refused, active, 
                                     made, alive, closed, released, permit, 
                                     idle, accepted, done, over, ran, old, 
                                     hand, early >>

LendNow(self) == /\ pc[self] = "LendNow"
                 /\ IF Lends
                       THEN /\ lent' = [lent EXCEPT ![Chosen] = TRUE]
                            /\ permit' = [permit EXCEPT ![Chosen] = TRUE]
                            /\ active' = active + 1
                            /\ IF Fresh
                                  THEN /\ made' = made + 1
                                       /\ alive' = alive + 1
                                       /\ UNCHANGED standby
                                  ELSE /\ standby' = SubSeq(standby, 1, Len(standby) - 1)
                                       /\ UNCHANGED << made, alive >>
                            /\ lends' = lends + 1
                            /\ \/ /\ pc' = [pc EXCEPT ![self] = "Done"]
                               \/ /\ TRUE
                                  /\ pc' = [pc EXCEPT ![self] = "Notify"]
                       ELSE /\ pc' = [pc EXCEPT ![self] = "Notify"]
                            /\ UNCHANGED << standby, lent, lends, active, made, 
                                            alive, permit >>
                 /\ UNCHANGED << queue, back, shut, served, seen, armed, 
                                 surplus, blocked, refused, closed, released, 
                                 idle, accepted, done, over, ran, old, hand, 
                                 early >>

Notify(self) == /\ pc[self] = "Notify"
                /\ \/ /\ TRUE
                      /\ idle' = idle
                   \/ /\ \E w \in idle:
                           idle' = idle \ {w}
                /\ pc' = [pc EXCEPT ![self] = "Arm"]
                /\ UNCHANGED << queue, back, shut, served, seen, armed, 
                                standby, lent, lends, surplus, blocked, 
                                refused, active, made, alive, closed, released, 
                                permit, accepted, done, over, ran, old, hand, 
                                early >>

Arm(self) == /\ pc[self] = "Arm"
             /\ IF Naive # "NotifiesOnly"
                   THEN /\ armed' = TRUE
                   ELSE /\ TRUE
                        /\ armed' = armed
             /\ pc' = [pc EXCEPT ![self] = "Done"]
             /\ UNCHANGED << queue, back, shut, served, seen, standby, lent, 
                             lends, surplus, blocked, refused, active, made, 
                             alive, closed, released, permit, idle, accepted, 
                             done, over, ran, old, hand, early >>

submitter(self) == Put(self) \/ HandOver(self) \/ ReadServed(self)
                      \/ ClaimServed(self) \/ LendNow(self) \/ Notify(self)
                      \/ Arm(self)

Ring(self) == /\ pc[self] = "Ring"
              /\ \/ /\ armed
                    /\ armed' = FALSE
                    /\ pc' = [pc EXCEPT ![self] = "LookQueue"]
                 \/ /\ closed /\ alive = 0
                    /\ pc' = [pc EXCEPT ![self] = "Done"]
                    /\ armed' = armed
              /\ UNCHANGED << queue, back, shut, served, seen, standby, lent, 
                              lends, surplus, blocked, refused, active, made, 
                              alive, closed, released, permit, idle, accepted, 
                              done, over, ran, old, hand, early >>

LookQueue(self) == /\ pc[self] = "LookQueue"
                   /\ IF queue = <<>>
                         THEN /\ pc' = [pc EXCEPT ![self] = "Ring"]
                         ELSE /\ pc' = [pc EXCEPT ![self] = "ReadServedLate"]
                   /\ UNCHANGED << queue, back, shut, served, seen, armed, 
                                   standby, lent, lends, surplus, blocked, 
                                   refused, active, made, alive, closed, 
                                   released, permit, idle, accepted, done, 
                                   over, ran, old, hand, early >>

ReadServedLate(self) == /\ pc[self] = "ReadServedLate"
                        /\ \/ /\ served # 0 /\ early[self] < Early
                              /\ early' = [early EXCEPT ![self] = early[self] + 1]
                              /\ pc' = [pc EXCEPT ![self] = "ArmAgain"]
                              /\ seen' = seen
                           \/ /\ seen' = (seen \cup {self})
                              /\ pc' = [pc EXCEPT ![self] = "ClaimServedLate"]
                              /\ early' = early
                        /\ UNCHANGED << queue, back, shut, served, armed, 
                                        standby, lent, lends, surplus, blocked, 
                                        refused, active, made, alive, closed, 
                                        released, permit, idle, accepted, done, 
                                        over, ran, old, hand >>

ClaimServedLate(self) == /\ pc[self] = "ClaimServedLate"
                         /\ IF self \in seen
                               THEN /\ served' = 1
                                    /\ seen' = {}
                                    /\ pc' = [pc EXCEPT ![self] = "LendLate"]
                               ELSE /\ pc' = [pc EXCEPT ![self] = "ArmAgain"]
                                    /\ UNCHANGED << served, seen >>
                         /\ UNCHANGED << queue, back, shut, armed, standby, 
                                         lent, lends, surplus, blocked, 
                                         refused, active, made, alive, closed, 
                                         released, permit, idle, accepted, 
                                         done, over, ran, old, hand, early >>

LendLate(self) == /\ pc[self] = "LendLate"
                  /\ IF Lends
                        THEN /\ lent' = [lent EXCEPT ![Chosen] = TRUE]
                             /\ permit' = [permit EXCEPT ![Chosen] = TRUE]
                             /\ active' = active + 1
                             /\ IF Fresh
                                   THEN /\ made' = made + 1
                                        /\ alive' = alive + 1
                                        /\ UNCHANGED standby
                                   ELSE /\ standby' = SubSeq(standby, 1, Len(standby) - 1)
                                        /\ UNCHANGED << made, alive >>
                             /\ lends' = lends + 1
                             /\ pc' = [pc EXCEPT ![self] = "ArmAgain"]
                        ELSE /\ pc' = [pc EXCEPT ![self] = "Ring"]
                             /\ UNCHANGED << standby, lent, lends, active, 
                                             made, alive, permit >>
                  /\ UNCHANGED << queue, back, shut, served, seen, armed, 
                                  surplus, blocked, refused, closed, released, 
                                  idle, accepted, done, over, ran, old, hand, 
                                  early >>

ArmAgain(self) == /\ pc[self] = "ArmAgain"
                  /\ armed' = TRUE
                  /\ pc' = [pc EXCEPT ![self] = "Ring"]
                  /\ UNCHANGED << queue, back, shut, served, seen, standby, 
                                  lent, lends, surplus, blocked, refused, 
                                  active, made, alive, closed, released, 
                                  permit, idle, accepted, done, over, ran, old, 
                                  hand, early >>

timer(self) == Ring(self) \/ LookQueue(self) \/ ReadServedLate(self)
                  \/ ClaimServedLate(self) \/ LendLate(self)
                  \/ ArmAgain(self)

CloseRegistry(self) == /\ pc[self] = "CloseRegistry"
                       /\ closed' = TRUE
                       /\ surplus' = 0
                       /\ released' = [w \in Worker |-> In(standby, w)]
                       /\ standby' = <<>>
                       /\ pc' = [pc EXCEPT ![self] = "CloseInjector"]
                       /\ UNCHANGED << queue, back, shut, served, seen, armed, 
                                       lent, lends, blocked, refused, active, 
                                       made, alive, permit, idle, accepted, 
                                       done, over, ran, old, hand, early >>

CloseInjector(self) == /\ pc[self] = "CloseInjector"
                       /\ shut' = TRUE
                       /\ pc' = [pc EXCEPT ![self] = "CloseUnpark"]
                       /\ UNCHANGED << queue, back, served, seen, armed, 
                                       standby, lent, lends, surplus, blocked, 
                                       refused, active, made, alive, closed, 
                                       released, permit, idle, accepted, done, 
                                       over, ran, old, hand, early >>

CloseUnpark(self) == /\ pc[self] = "CloseUnpark"
                     /\ permit' = [w \in Worker |-> permit[w] \/ w <= made]
                     /\ pc' = [pc EXCEPT ![self] = "AwaitGone"]
                     /\ UNCHANGED << queue, back, shut, served, seen, armed, 
                                     standby, lent, lends, surplus, blocked, 
                                     refused, active, made, alive, closed, 
                                     released, idle, accepted, done, over, ran, 
                                     old, hand, early >>

AwaitGone(self) == /\ pc[self] = "AwaitGone"
                   /\ alive = 0
                   /\ pc' = [pc EXCEPT ![self] = "Done"]
                   /\ UNCHANGED << queue, back, shut, served, seen, armed, 
                                   standby, lent, lends, surplus, blocked, 
                                   refused, active, made, alive, closed, 
                                   released, permit, idle, accepted, done, 
                                   over, ran, old, hand, early >>

closer(self) == CloseRegistry(self) \/ CloseInjector(self)
                   \/ CloseUnpark(self) \/ AwaitGone(self)

Compensate(self) == /\ pc[self] = "Compensate"
                    /\ LET s == IF closed THEN active - Target - blocked - lends ELSE surplus IN
                         IF s > 0 /\ idle # {}
                            THEN /\ IF ~closed
                                       THEN /\ surplus' = surplus - 1
                                       ELSE /\ TRUE
                                            /\ UNCHANGED surplus
                                 /\ blocked' = blocked + 1
                                 /\ pc' = [pc EXCEPT ![self] = "Uncompensate"]
                                 /\ UNCHANGED << standby, lent, refused, 
                                                 active, made, alive, permit >>
                            ELSE /\ IF blocked + s + lends >= Spares
                                       THEN /\ refused' = refused + 1
                                            /\ pc' = [pc EXCEPT ![self] = "Unrefuse"]
                                            /\ UNCHANGED << standby, lent, 
                                                            blocked, active, 
                                                            made, alive, 
                                                            permit >>
                                       ELSE /\ lent' = [lent EXCEPT ![Chosen] = FALSE]
                                            /\ permit' = [permit EXCEPT ![Chosen] = TRUE]
                                            /\ active' = active + 1
                                            /\ IF Fresh
                                                  THEN /\ made' = made + 1
                                                       /\ alive' = alive + 1
                                                       /\ UNCHANGED standby
                                                  ELSE /\ standby' = SubSeq(standby, 1, Len(standby) - 1)
                                                       /\ UNCHANGED << made, 
                                                                       alive >>
                                            /\ blocked' = blocked + 1
                                            /\ pc' = [pc EXCEPT ![self] = "Uncompensate"]
                                            /\ UNCHANGED refused
                                 /\ UNCHANGED surplus
                    /\ UNCHANGED << queue, back, shut, served, seen, armed, 
                                    lends, closed, released, idle, accepted, 
                                    done, over, ran, old, hand, early >>

Uncompensate(self) == /\ pc[self] = "Uncompensate"
                      /\ blocked' = blocked - 1
                      /\ IF ~closed
                            THEN /\ surplus' = surplus + 1
                            ELSE /\ TRUE
                                 /\ UNCHANGED surplus
                      /\ pc' = [pc EXCEPT ![self] = "Done"]
                      /\ UNCHANGED << queue, back, shut, served, seen, armed, 
                                      standby, lent, lends, refused, active, 
                                      made, alive, closed, released, permit, 
                                      idle, accepted, done, over, ran, old, 
                                      hand, early >>

Unrefuse(self) == /\ pc[self] = "Unrefuse"
                  /\ refused' = refused - 1
                  /\ pc' = [pc EXCEPT ![self] = "Done"]
                  /\ UNCHANGED << queue, back, shut, served, seen, armed, 
                                  standby, lent, lends, surplus, blocked, 
                                  active, made, alive, closed, released, 
                                  permit, idle, accepted, done, over, ran, old, 
                                  hand, early >>

blocker(self) == Compensate(self) \/ Uncompensate(self) \/ Unrefuse(self)

Pass(self) == /\ pc[self] = "Pass"
              /\ back' = back + 1
              /\ pc' = [pc EXCEPT ![self] = "Done"]
              /\ UNCHANGED << queue, shut, served, seen, armed, standby, lent, 
                              lends, surplus, blocked, refused, active, made, 
                              alive, closed, released, permit, idle, accepted, 
                              done, over, ran, old, hand, early >>

waiter(self) == Pass(self)

End(self) == /\ pc[self] = "End"
             /\ over' = TRUE
             /\ pc' = [pc EXCEPT ![self] = "Done"]
             /\ UNCHANGED << queue, back, shut, served, seen, armed, standby, 
                             lent, lends, surplus, blocked, refused, active, 
                             made, alive, closed, released, permit, idle, 
                             accepted, done, ran, old, hand, early >>

world(self) == End(self)

(* Allow infinite stuttering to prevent deadlock on termination. *)
Terminating == /\ \A self \in ProcSet: pc[self] = "Done"
               /\ UNCHANGED vars

Next == (\E self \in Worker: worker(self))
           \/ (\E self \in Submitter: submitter(self))
           \/ (\E self \in Timer: timer(self))
           \/ (\E self \in Closer: closer(self))
           \/ (\E self \in Blocker: blocker(self))
           \/ (\E self \in Waiter: waiter(self))
           \/ (\E self \in World: world(self))
           \/ Terminating

Spec == /\ Init /\ [][Next]_vars
        /\ \A self \in Worker : WF_vars(worker(self))
        /\ \A self \in Submitter : WF_vars(submitter(self))
        /\ \A self \in Timer : WF_vars(timer(self))
        /\ \A self \in Closer : WF_vars(closer(self))
        /\ \A self \in Blocker : WF_vars(blocker(self))
        /\ \A self \in Waiter : WF_vars(waiter(self))

Termination == <>(\A self \in ProcSet: pc[self] = "Done")

\* END TRANSLATION 
=============================================================================
