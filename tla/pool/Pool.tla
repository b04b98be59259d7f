-------------------------------- MODULE Pool --------------------------------
(***************************************************************************)
(* This module is the pool as a whole, made of parts that were checked on  *)
(* their own. It shows which rules the pool rests on, and which faults     *)
(* break it. No code has these labels: each stands for steps of another    *)
(* module.                                                                 *)
(*                                                                         *)
(* A deque is an AtomicDeque: each operation is one step. pub is the part  *)
(* that thieves see, and priv the part that the owner has not published.   *)
(* There are two contracts. With Public = 0 the deque is strict: each      *)
(* pushed task is public, and Empty means that no task is there            *)
(* (Chase-Lev, ABP, Duffy). With Public = 1, Empty means that no task is   *)
(* public (the split deque, and lazy promotion). So a thief may get Empty  *)
(* at any time. Three rules make up for it. (1) A thief that finds nothing *)
(* leaves a request with the owner. (2) The thief announces itself, looks  *)
(* again at all public parts, and only then parks. (3) An owner polls when *)
(* it forks and while it waits. If there is a request, it publishes its    *)
(* oldest task, and wakes one worker. A published task answers one         *)
(* request. A thief that steals it makes a new request, and an owner that  *)
(* takes it back makes one itself.                                         *)
(*                                                                         *)
(* Workers park as in Park, but in fewer steps. idle and helping are the   *)
(* workers that have announced themselves, and permit is a parker for      *)
(* each. A helping worker waits for a stolen kid. It only takes kids, so   *)
(* no submission wakes it. Tasks enter by the injector as in Injector, but *)
(* here there is always room.                                              *)
(*                                                                         *)
(* Tasks are roots and their kids. A root forks its kids and joins them,   *)
(* newest first. With Blocks = 1, it does not help meanwhile, like a task  *)
(* that waits for a channel. Then an idle worker must find the kids, or    *)
(* the root waits for ever.                                                *)
(*                                                                         *)
(* With Early = 1, a worker leaves when it finds nothing after Close. With *)
(* Early = 0, no worker leaves before all submitted tasks are done. A      *)
(* worker counts the tasks that it has done when it finds the injector     *)
(* empty. The worker that counts the last one after Close wakes all. See   *)
(* MCPool.                                                                 *)
(***************************************************************************)
EXTENDS Naturals, Sequences, FiniteSets

CONSTANTS
  Workers,  \* the number of workers: 2, 3, ...
  Roots,    \* tasks 1..Roots are submitted
  Kids,     \* the number of tasks that each root forks: 1, 2, ...
  Public,   \* 1 if tasks are published on request, 0 if at once
  Blocks,   \* 1 if roots wait without helping, 0 if they help
  Early,    \* 1 if workers leave before all is done, else 0
  Naive     \* "" or the fault of a Naive configuration

Outsider == 0
Worker == 1..Workers
Root == 1..Roots
Task == 1..(Roots + Roots*Kids)
Kid(r, n) == Roots + (r - 1) * Kids + n

After(w) == (w % Workers) + 1
Front(s) == SubSeq(s, 1, Len(s) - 1)
In(s, x) == \E i \in 1..Len(s) : s[i] = x

(* --algorithm Pool {
variables
  injector = <<>>;
  pending = 0;                             \* roots submitted and not yet counted as done
  closed = FALSE;
  priv = [w \in Worker |-> <<>>];          \* the owner is at the end
  pub = [w \in Worker |-> <<>>];
  request = [w \in Worker |-> FALSE];
  idle = {};
  helping = {};
  permit = [w \in Worker |-> FALSE];
  done = [t \in Task |-> FALSE];
  out = 0;
  \* For the properties only:
  ran = [t \in Task |-> 0];                \* how often each was run

\* Wake one of the workers that may take the task.
macro NotifyOf(them) {
  if (them # {}) {
    with (w \in them) {
      idle := idle \ {w};
      helping := helping \ {w};
      permit[w] := TRUE;
    };
  };
}

\* The owner publishes its oldest task.
macro Offer() {
  request[self] := FALSE;
  pub[self] := <<Head(priv[self])>>;
  priv[self] := Tail(priv[self]);
}

fair process (outsider = Outsider)
variables r = 1;
{
Submit:
  injector := Append(injector, r);
  pending := pending + 1;
SubmitNotify:
  NotifyOf(IF Naive = "HelperClaimed" THEN idle \cup helping ELSE idle);
  r := (r % Roots) + 1;
  if (r # 1) goto Submit;
Close:
  closed := TRUE;
CloseWake:
  permit := [w \in Worker |-> TRUE];
AwaitOut:
  await out = Workers;
}

fair process (worker \in Worker)
variables
  root = 0;                                \* the root that it runs
  forked = 0;                              \* kids it has forked
  k = 0;                                   \* the kid that it joins
  task = 0;                                \* the kid that it runs
  victim = 0;                              \* the worker whose deque it looks into
  quit = FALSE;                            \* it may leave, if it finds nothing
  uncounted = 0;                           \* roots that it has done and not counted
{
Look:
  if (root = 0 /\ injector # <<>>) {
    root := Head(injector);
    injector := Tail(injector);
    goto Fork;
  } else {
    victim := After(self);
    if (injector # <<>> \/ uncounted = 0 \/ Naive = "NeverCounts") goto Steal;
  };
\* This is under the injector's lock.
Report:
  pending := pending - uncounted;
  uncounted := 0;
  if (Early = 1 \/ ~closed \/ pending > 0) goto Steal;
LastWakes:
  permit := [w \in Worker |-> TRUE];
Steal:
  if (pub[victim] # <<>>) {
    task := Head(pub[victim]);
    pub[victim] := Tail(pub[victim]);
    if (Public = 0) goto Finish;
  } else if (Public = 0) {
    victim := After(victim);
    if (victim = self) goto Announce; else goto Steal;
  };
\* If the worker has stolen a task, this is a new request, for the next one.
Request:
  request[victim] := request[victim] \/ (Naive # "NoRequest" /\ ~(Naive = "NoRerequest" /\ task # 0));
  if (task # 0) goto Finish;
  else {
    victim := After(victim);
    if (victim # self) goto Steal;
  };
Announce:
  if (root = 0) idle := idle \cup {self}; else helping := helping \cup {self};
  victim := After(self);
  if (Naive = "NoRecheck") goto Park;
\* Reads closed, and then pending, which only falls after Close.
ReadClosed:
  quit := root = 0 /\ closed /\ (pending = 0 \/ Early = 1);
\* Looks at the injector, or checks if the kid is done.
Recheck:
  if (IF root = 0 THEN injector # <<>> ELSE done[Kid(root, k)]) { quit := FALSE; goto Retract; };
RecheckSteal:
  if (pub[victim] # <<>>) { quit := FALSE; goto Retract; }
  else {
    victim := After(victim);
    if (victim # self) goto RecheckSteal;
    else if (quit) goto Retract;
  };
Park:
  await permit[self];
  permit[self] := FALSE;
Retract:
  with (claimed = self \notin idle \cup helping) {
    idle := idle \ {self};
    helping := helping \ {self};
    victim := 0;
    if (quit /\ ~claimed) goto Leave;
    else if (root # 0 /\ done[Kid(root, k)]) {
      if (~claimed \/ Naive = "KeepsClaim") goto Join;
    } else { quit := FALSE; goto Look; };
  };
\* The worker was claimed for a task that it will not take.
PassOn:
  NotifyOf(idle \cup helping);
  goto Join;

Fork:
  forked := forked + 1;
  if (Public = 0) {
    pub[self] := Append(pub[self], Kid(root, forked));
    goto ForkNotify;
  } else priv[self] := Append(priv[self], Kid(root, forked));
Poll:
  if (request[self] /\ pub[self] = <<>>) Offer();
  else if (forked < Kids) goto Fork;
  else { k := Kids; goto Join; };
ForkNotify:
  if (Naive # "NoNotify") { NotifyOf(idle \cup helping); };
  if (k > 0) goto Join;
  else if (forked < Kids) goto Fork;
  else k := Kids;
Join:
  with (kid = Kid(root, k)) {
    await ~ /\ Blocks = 1
            /\ ~done[kid]
            /\ ~request[self] \/ pub[self] # <<>> \/ priv[self] = <<>> \/ Naive = "NoPoll";
    if (done[kid]) {
      k := k - 1;
      if (k = 0) goto FinishRoot; else goto Join;
    } else if (Blocks = 1) {
      Offer();
      goto ForkNotify;
    } else if (In(priv[self], kid)) {
      task := kid;
      priv[self] := Front(priv[self]);
      goto Finish;
    } else if (In(pub[self], kid)) {
      task := kid;
      pub[self] := Front(pub[self]);
      if (Public = 0 \/ Naive = "NoRearm") goto Finish;
    } else goto Look;                      \* it was stolen
  };
Rearm:
  request[self] := TRUE;
Finish:
  ran[task] := ran[task] + 1;
  done[task] := TRUE;
  task := 0;
  if (victim = 0) goto Join;
\* The task was stolen: wake the worker that waits for it.
WakeOwner:
  permit[victim] := TRUE;
  victim := 0;
  if (root # 0) goto Join; else goto Look;
FinishRoot:
  ran[root] := ran[root] + 1;
  done[root] := TRUE;
  uncounted := uncounted + 1;
  root := 0;
  forked := 0;
  goto Look;
Leave:
  quit := FALSE;
  out := out + 1;
}
} *)
\* BEGIN TRANSLATION (chksum(pcal) = "559ee76" /\ chksum(tla) = "84e89511")
VARIABLES injector, pending, closed, priv, pub, request, idle, helping, 
          permit, done, out, ran, pc, r, root, forked, k, task, victim, quit, 
          uncounted

vars == << injector, pending, closed, priv, pub, request, idle, helping, 
           permit, done, out, ran, pc, r, root, forked, k, task, victim, quit, 
           uncounted >>

ProcSet == {Outsider} \cup (Worker)

Init == (* Global variables *)
        /\ injector = <<>>
        /\ pending = 0
        /\ closed = FALSE
        /\ priv = [w \in Worker |-> <<>>]
        /\ pub = [w \in Worker |-> <<>>]
        /\ request = [w \in Worker |-> FALSE]
        /\ idle = {}
        /\ helping = {}
        /\ permit = [w \in Worker |-> FALSE]
        /\ done = [t \in Task |-> FALSE]
        /\ out = 0
        /\ ran = [t \in Task |-> 0]
        (* Process outsider *)
        /\ r = 1
        (* Process worker *)
        /\ root = [self \in Worker |-> 0]
        /\ forked = [self \in Worker |-> 0]
        /\ k = [self \in Worker |-> 0]
        /\ task = [self \in Worker |-> 0]
        /\ victim = [self \in Worker |-> 0]
        /\ quit = [self \in Worker |-> FALSE]
        /\ uncounted = [self \in Worker |-> 0]
        /\ pc = [self \in ProcSet |-> CASE self = Outsider -> "Submit"
                                        [] self \in Worker -> "Look"]

Submit == /\ pc[Outsider] = "Submit"
          /\ injector' = Append(injector, r)
          /\ pending' = pending + 1
          /\ pc' = [pc EXCEPT ![Outsider] = "SubmitNotify"]
          /\ UNCHANGED << closed, priv, pub, request, idle, helping, permit, 
                          done, out, ran, r, root, forked, k, task, victim, 
                          quit, uncounted >>

SubmitNotify == /\ pc[Outsider] = "SubmitNotify"
                /\ IF (IF Naive = "HelperClaimed" THEN idle \cup helping ELSE idle) # {}
                      THEN /\ \E w \in IF Naive = "HelperClaimed" THEN idle \cup helping ELSE idle:
                                /\ idle' = idle \ {w}
                                /\ helping' = helping \ {w}
                                /\ permit' = [permit EXCEPT ![w] = TRUE]
                      ELSE /\ TRUE
                           /\ UNCHANGED << idle, helping, permit >>
                /\ r' = (r % Roots) + 1
                /\ IF r' # 1
                      THEN /\ pc' = [pc EXCEPT ![Outsider] = "Submit"]
                      ELSE /\ pc' = [pc EXCEPT ![Outsider] = "Close"]
                /\ UNCHANGED << injector, pending, closed, priv, pub, request, 
                                done, out, ran, root, forked, k, task, victim, 
                                quit, uncounted >>

Close == /\ pc[Outsider] = "Close"
         /\ closed' = TRUE
         /\ pc' = [pc EXCEPT ![Outsider] = "CloseWake"]
         /\ UNCHANGED << injector, pending, priv, pub, request, idle, helping, 
                         permit, done, out, ran, r, root, forked, k, task, 
                         victim, quit, uncounted >>

CloseWake == /\ pc[Outsider] = "CloseWake"
             /\ permit' = [w \in Worker |-> TRUE]
             /\ pc' = [pc EXCEPT ![Outsider] = "AwaitOut"]
             /\ UNCHANGED << injector, pending, closed, priv, pub, request, 
                             idle, helping, done, out, ran, r, root, forked, k, 
                             task, victim, quit, uncounted >>

AwaitOut == /\ pc[Outsider] = "AwaitOut"
            /\ out = Workers
            /\ pc' = [pc EXCEPT ![Outsider] = "Done"]
            /\ UNCHANGED << injector, pending, closed, priv, pub, request, 
                            idle, helping, permit, done, out, ran, r, root, 
                            forked, k, task, victim, quit, uncounted >>

outsider == Submit \/ SubmitNotify \/ Close \/ CloseWake \/ AwaitOut

Look(self) == /\ pc[self] = "Look"
              /\ IF root[self] = 0 /\ injector # <<>>
                    THEN /\ root' = [root EXCEPT ![self] = Head(injector)]
                         /\ injector' = Tail(injector)
                         /\ pc' = [pc EXCEPT ![self] = "Fork"]
                         /\ UNCHANGED victim
                    ELSE /\ victim' = [victim EXCEPT ![self] = After(self)]
                         /\ IF injector # <<>> \/ uncounted[self] = 0 \/ Naive = "NeverCounts"
                               THEN /\ pc' = [pc EXCEPT ![self] = "Steal"]
                               ELSE /\ pc' = [pc EXCEPT ![self] = "Report"]
                         /\ UNCHANGED << injector, root >>
              /\ UNCHANGED << pending, closed, priv, pub, request, idle, 
                              helping, permit, done, out, ran, r, forked, k, 
                              task, quit, uncounted >>

Report(self) == /\ pc[self] = "Report"
                /\ pending' = pending - uncounted[self]
                /\ uncounted' = [uncounted EXCEPT ![self] = 0]
                /\ IF Early = 1 \/ ~closed \/ pending' > 0
                      THEN /\ pc' = [pc EXCEPT ![self] = "Steal"]
                      ELSE /\ pc' = [pc EXCEPT ![self] = "LastWakes"]
                /\ UNCHANGED << injector, closed, priv, pub, request, idle, 
                                helping, permit, done, out, ran, r, root, 
                                forked, k, task, victim, quit >>

LastWakes(self) == /\ pc[self] = "LastWakes"
                   /\ permit' = [w \in Worker |-> TRUE]
                   /\ pc' = [pc EXCEPT ![self] = "Steal"]
                   /\ UNCHANGED << injector, pending, closed, priv, pub, 
                                   request, idle, helping, done, out, ran, r, 
                                   root, forked, k, task, victim, quit, 
                                   uncounted >>

Steal(self) == /\ pc[self] = "Steal"
               /\ IF pub[victim[self]] # <<>>
                     THEN /\ task' = [task EXCEPT ![self] = Head(pub[victim[self]])]
                          /\ pub' = [pub EXCEPT ![victim[self]] = Tail(pub[victim[self]])]
                          /\ IF Public = 0
                                THEN /\ pc' = [pc EXCEPT ![self] = "Finish"]
                                ELSE /\ pc' = [pc EXCEPT ![self] = "Request"]
                          /\ UNCHANGED victim
                     ELSE /\ IF Public = 0
                                THEN /\ victim' = [victim EXCEPT ![self] = After(victim[self])]
                                     /\ IF victim'[self] = self
                                           THEN /\ pc' = [pc EXCEPT ![self] = "Announce"]
                                           ELSE /\ pc' = [pc EXCEPT ![self] = "Steal"]
                                ELSE /\ pc' = [pc EXCEPT ![self] = "Request"]
                                     /\ UNCHANGED victim
                          /\ UNCHANGED << pub, task >>
               /\ UNCHANGED << injector, pending, closed, priv, request, idle, 
                               helping, permit, done, out, ran, r, root, 
                               forked, k, quit, uncounted >>

Request(self) == /\ pc[self] = "Request"
                 /\ request' = [request EXCEPT ![victim[self]] = request[victim[self]] \/ (Naive # "NoRequest" /\ ~(Naive = "NoRerequest" /\ task[self] # 0))]
                 /\ IF task[self] # 0
                       THEN /\ pc' = [pc EXCEPT ![self] = "Finish"]
                            /\ UNCHANGED victim
                       ELSE /\ victim' = [victim EXCEPT ![self] = After(victim[self])]
                            /\ IF victim'[self] # self
                                  THEN /\ pc' = [pc EXCEPT ![self] = "Steal"]
                                  ELSE /\ pc' = [pc EXCEPT ![self] = "Announce"]
                 /\ UNCHANGED << injector, pending, closed, priv, pub, idle, 
                                 helping, permit, done, out, ran, r, root, 
                                 forked, k, task, quit, uncounted >>

Announce(self) == /\ pc[self] = "Announce"
                  /\ IF root[self] = 0
                        THEN /\ idle' = (idle \cup {self})
                             /\ UNCHANGED helping
                        ELSE /\ helping' = (helping \cup {self})
                             /\ idle' = idle
                  /\ victim' = [victim EXCEPT ![self] = After(self)]
                  /\ IF Naive = "NoRecheck"
                        THEN /\ pc' = [pc EXCEPT ![self] = "Park"]
                        ELSE /\ pc' = [pc EXCEPT ![self] = "ReadClosed"]
                  /\ UNCHANGED << injector, pending, closed, priv, pub, 
                                  request, permit, done, out, ran, r, root, 
                                  forked, k, task, quit, uncounted >>

ReadClosed(self) == /\ pc[self] = "ReadClosed"
                    /\ quit' = [quit EXCEPT ![self] = root[self] = 0 /\ closed /\ (pending = 0 \/ Early = 1)]
                    /\ pc' = [pc EXCEPT ![self] = "Recheck"]
                    /\ UNCHANGED << injector, pending, closed, priv, pub, 
                                    request, idle, helping, permit, done, out, 
                                    ran, r, root, forked, k, task, victim, 
                                    uncounted >>

Recheck(self) == /\ pc[self] = "Recheck"
                 /\ IF IF root[self] = 0 THEN injector # <<>> ELSE done[Kid(root[self], k[self])]
                       THEN /\ quit' = [quit EXCEPT ![self] = FALSE]
                            /\ pc' = [pc EXCEPT ![self] = "Retract"]
                       ELSE /\ pc' = [pc EXCEPT ![self] = "RecheckSteal"]
                            /\ quit' = quit
                 /\ UNCHANGED << injector, pending, closed, priv, pub, request, 
                                 idle, helping, permit, done, out, ran, r, 
                                 root, forked, k, task, victim, uncounted >>

RecheckSteal(self) == /\ pc[self] = "RecheckSteal"
                      /\ IF pub[victim[self]] # <<>>
                            THEN /\ quit' = [quit EXCEPT ![self] = FALSE]
                                 /\ pc' = [pc EXCEPT ![self] = "Retract"]
                                 /\ UNCHANGED victim
                            ELSE /\ victim' = [victim EXCEPT ![self] = After(victim[self])]
                                 /\ IF victim'[self] # self
                                       THEN /\ pc' = [pc EXCEPT ![self] = "RecheckSteal"]
                                       ELSE /\ IF quit[self]
                                                  THEN /\ pc' = [pc EXCEPT ![self] = "Retract"]
                                                  ELSE /\ pc' = [pc EXCEPT ![self] = "Park"]
                                 /\ quit' = quit
                      /\ UNCHANGED << injector, pending, closed, priv, pub, 
                                      request, idle, helping, permit, done, 
                                      out, ran, r, root, forked, k, task, 
                                      uncounted >>

Park(self) == /\ pc[self] = "Park"
              /\ permit[self]
              /\ permit' = [permit EXCEPT ![self] = FALSE]
              /\ pc' = [pc EXCEPT ![self] = "Retract"]
              /\ UNCHANGED << injector, pending, closed, priv, pub, request, 
                              idle, helping, done, out, ran, r, root, forked, 
                              k, task, victim, quit, uncounted >>

Retract(self) == /\ pc[self] = "Retract"
                 /\ LET claimed == self \notin idle \cup helping IN
                      /\ idle' = idle \ {self}
                      /\ helping' = helping \ {self}
                      /\ victim' = [victim EXCEPT ![self] = 0]
                      /\ IF quit[self] /\ ~claimed
                            THEN /\ pc' = [pc EXCEPT ![self] = "Leave"]
                                 /\ quit' = quit
                            ELSE /\ IF root[self] # 0 /\ done[Kid(root[self], k[self])]
                                       THEN /\ IF ~claimed \/ Naive = "KeepsClaim"
                                                  THEN /\ pc' = [pc EXCEPT ![self] = "Join"]
                                                  ELSE /\ pc' = [pc EXCEPT ![self] = "PassOn"]
                                            /\ quit' = quit
                                       ELSE /\ quit' = [quit EXCEPT ![self] = FALSE]
                                            /\ pc' = [pc EXCEPT ![self] = "Look"]
                 /\ UNCHANGED << injector, pending, closed, priv, pub, request, 
                                 permit, done, out, ran, r, root, forked, k, 
                                 task, uncounted >>

PassOn(self) == /\ pc[self] = "PassOn"
                /\ IF (idle \cup helping) # {}
                      THEN /\ \E w \in idle \cup helping:
                                /\ idle' = idle \ {w}
                                /\ helping' = helping \ {w}
                                /\ permit' = [permit EXCEPT ![w] = TRUE]
                      ELSE /\ TRUE
                           /\ UNCHANGED << idle, helping, permit >>
                /\ pc' = [pc EXCEPT ![self] = "Join"]
                /\ UNCHANGED << injector, pending, closed, priv, pub, request, 
                                done, out, ran, r, root, forked, k, task, 
                                victim, quit, uncounted >>

Fork(self) == /\ pc[self] = "Fork"
              /\ forked' = [forked EXCEPT ![self] = forked[self] + 1]
              /\ IF Public = 0
                    THEN /\ pub' = [pub EXCEPT ![self] = Append(pub[self], Kid(root[self], forked'[self]))]
                         /\ pc' = [pc EXCEPT ![self] = "ForkNotify"]
                         /\ priv' = priv
                    ELSE /\ priv' = [priv EXCEPT ![self] = Append(priv[self], Kid(root[self], forked'[self]))]
                         /\ pc' = [pc EXCEPT ![self] = "Poll"]
                         /\ pub' = pub
              /\ UNCHANGED << injector, pending, closed, request, idle, 
                              helping, permit, done, out, ran, r, root, k, 
                              task, victim, quit, uncounted >>

Poll(self) == /\ pc[self] = "Poll"
              /\ IF request[self] /\ pub[self] = <<>>
                    THEN /\ request' = [request EXCEPT ![self] = FALSE]
                         /\ pub' = [pub EXCEPT ![self] = <<Head(priv[self])>>]
                         /\ priv' = [priv EXCEPT ![self] = Tail(priv[self])]
                         /\ pc' = [pc EXCEPT ![self] = "ForkNotify"]
                         /\ k' = k
                    ELSE /\ IF forked[self] < Kids
                               THEN /\ pc' = [pc EXCEPT ![self] = "Fork"]
                                    /\ k' = k
                               ELSE /\ k' = [k EXCEPT ![self] = Kids]
                                    /\ pc' = [pc EXCEPT ![self] = "Join"]
                         /\ UNCHANGED << priv, pub, request >>
              /\ UNCHANGED << injector, pending, closed, idle, helping, permit, 
                              done, out, ran, r, root, forked, task, victim, 
                              quit, uncounted >>

ForkNotify(self) == /\ pc[self] = "ForkNotify"
                    /\ IF Naive # "NoNotify"
                          THEN /\ IF (idle \cup helping) # {}
                                     THEN /\ \E w \in idle \cup helping:
                                               /\ idle' = idle \ {w}
                                               /\ helping' = helping \ {w}
                                               /\ permit' = [permit EXCEPT ![w] = TRUE]
                                     ELSE /\ TRUE
                                          /\ UNCHANGED << idle, helping, 
                                                          permit >>
                          ELSE /\ TRUE
                               /\ UNCHANGED << idle, helping, permit >>
                    /\ IF k[self] > 0
                          THEN /\ pc' = [pc EXCEPT ![self] = "Join"]
                               /\ k' = k
                          ELSE /\ IF forked[self] < Kids
                                     THEN /\ pc' = [pc EXCEPT ![self] = "Fork"]
                                          /\ k' = k
                                     ELSE /\ k' = [k EXCEPT ![self] = Kids]
                                          /\ pc' = [pc EXCEPT ![self] = "Join"]
                    /\ UNCHANGED << injector, pending, closed, priv, pub, 
                                    request, done, out, ran, r, root, forked, 
                                    task, victim, quit, uncounted >>

Join(self) == /\ pc[self] = "Join"
              /\ LET kid == Kid(root[self], k[self]) IN
                   /\ ~ /\ Blocks = 1
                        /\ ~done[kid]
                        /\ ~request[self] \/ pub[self] # <<>> \/ priv[self] = <<>> \/ Naive = "NoPoll"
                   /\ IF done[kid]
                         THEN /\ k' = [k EXCEPT ![self] = k[self] - 1]
                              /\ IF k'[self] = 0
                                    THEN /\ pc' = [pc EXCEPT ![self] = "FinishRoot"]
                                    ELSE /\ pc' = [pc EXCEPT ![self] = "Join"]
                              /\ UNCHANGED << priv, pub, request, task >>
                         ELSE /\ IF Blocks = 1
                                    THEN /\ request' = [request EXCEPT ![self] = FALSE]
                                         /\ pub' = [pub EXCEPT ![self] = <<Head(priv[self])>>]
                                         /\ priv' = [priv EXCEPT ![self] = Tail(priv[self])]
                                         /\ pc' = [pc EXCEPT ![self] = "ForkNotify"]
                                         /\ task' = task
                                    ELSE /\ IF In(priv[self], kid)
                                               THEN /\ task' = [task EXCEPT ![self] = kid]
                                                    /\ priv' = [priv EXCEPT ![self] = Front(priv[self])]
                                                    /\ pc' = [pc EXCEPT ![self] = "Finish"]
                                                    /\ pub' = pub
                                               ELSE /\ IF In(pub[self], kid)
                                                          THEN /\ task' = [task EXCEPT ![self] = kid]
                                                               /\ pub' = [pub EXCEPT ![self] = Front(pub[self])]
                                                               /\ IF Public = 0 \/ Naive = "NoRearm"
                                                                     THEN /\ pc' = [pc EXCEPT ![self] = "Finish"]
                                                                     ELSE /\ pc' = [pc EXCEPT ![self] = "Rearm"]
                                                          ELSE /\ pc' = [pc EXCEPT ![self] = "Look"]
                                                               /\ UNCHANGED << pub, 
                                                                               task >>
                                                    /\ priv' = priv
                                         /\ UNCHANGED request
                              /\ k' = k
              /\ UNCHANGED << injector, pending, closed, idle, helping, permit, 
                              done, out, ran, r, root, forked, victim, quit, 
                              uncounted >>

Rearm(self) == /\ pc[self] = "Rearm"
               /\ request' = [request EXCEPT ![self] = TRUE]
               /\ pc' = [pc EXCEPT ![self] = "Finish"]
               /\ UNCHANGED << injector, pending, closed, priv, pub, idle, 
                               helping, permit, done, out, ran, r, root, 
                               forked, k, task, victim, quit, uncounted >>

Finish(self) == /\ pc[self] = "Finish"
                /\ ran' = [ran EXCEPT ![task[self]] = ran[task[self]] + 1]
                /\ done' = [done EXCEPT ![task[self]] = TRUE]
                /\ task' = [task EXCEPT ![self] = 0]
                /\ IF victim[self] = 0
                      THEN /\ pc' = [pc EXCEPT ![self] = "Join"]
                      ELSE /\ pc' = [pc EXCEPT ![self] = "WakeOwner"]
                /\ UNCHANGED << injector, pending, closed, priv, pub, request, 
                                idle, helping, permit, out, r, root, forked, k, 
                                victim, quit, uncounted >>

WakeOwner(self) == /\ pc[self] = "WakeOwner"
                   /\ permit' = [permit EXCEPT ![victim[self]] = TRUE]
                   /\ victim' = [victim EXCEPT ![self] = 0]
                   /\ IF root[self] # 0
                         THEN /\ pc' = [pc EXCEPT ![self] = "Join"]
                         ELSE /\ pc' = [pc EXCEPT ![self] = "Look"]
                   /\ UNCHANGED << injector, pending, closed, priv, pub, 
                                   request, idle, helping, done, out, ran, r, 
                                   root, forked, k, task, quit, uncounted >>

FinishRoot(self) == /\ pc[self] = "FinishRoot"
                    /\ ran' = [ran EXCEPT ![root[self]] = ran[root[self]] + 1]
                    /\ done' = [done EXCEPT ![root[self]] = TRUE]
                    /\ uncounted' = [uncounted EXCEPT ![self] = uncounted[self] + 1]
                    /\ root' = [root EXCEPT ![self] = 0]
                    /\ forked' = [forked EXCEPT ![self] = 0]
                    /\ pc' = [pc EXCEPT ![self] = "Look"]
                    /\ UNCHANGED << injector, pending, closed, priv, pub, 
                                    request, idle, helping, permit, out, r, k, 
                                    task, victim, quit >>

Leave(self) == /\ pc[self] = "Leave"
               /\ quit' = [quit EXCEPT ![self] = FALSE]
               /\ out' = out + 1
               /\ pc' = [pc EXCEPT ![self] = "Done"]
               /\ UNCHANGED << injector, pending, closed, priv, pub, request, 
                               idle, helping, permit, done, ran, r, root, 
                               forked, k, task, victim, uncounted >>

worker(self) == Look(self) \/ Report(self) \/ LastWakes(self)
                   \/ Steal(self) \/ Request(self) \/ Announce(self)
                   \/ ReadClosed(self) \/ Recheck(self)
                   \/ RecheckSteal(self) \/ Park(self) \/ Retract(self)
                   \/ PassOn(self) \/ Fork(self) \/ Poll(self)
                   \/ ForkNotify(self) \/ Join(self) \/ Rearm(self)
                   \/ Finish(self) \/ WakeOwner(self) \/ FinishRoot(self)
                   \/ Leave(self)

(* Allow infinite stuttering to prevent deadlock on termination. *)
Terminating == /\ \A self \in ProcSet: pc[self] = "Done"
               /\ UNCHANGED vars

Next == outsider
           \/ (\E self \in Worker: worker(self))
           \/ Terminating

Spec == /\ Init /\ [][Next]_vars
        /\ WF_vars(outsider)
        /\ \A self \in Worker : WF_vars(worker(self))

Termination == <>(\A self \in ProcSet: pc[self] = "Done")

\* END TRANSLATION 
=============================================================================
