----------------------------- MODULE Promotion -----------------------------
(***************************************************************************)
(* This module is the hot path of the fork-join pool: lazy promotion. Its  *)
(* code is pool/promotion.go. There a comment such as //tla:Promotion.Poll *)
(* stands at the access of a label, here Poll.                             *)
(*                                                                         *)
(* A worker, the owner, keeps its frames on a private stack. Fork pushes a *)
(* frame and loads the word poll. Join pops the newest frame. No other     *)
(* worker sees a frame until the owner finds a thief's request in poll.    *)
(* Then the owner copies the oldest frame that it has not promoted yet     *)
(* into a job. It publishes the job in its one slot, and wakes an idle     *)
(* thief.                                                                  *)
(*                                                                         *)
(* Names: poll is the atomic word of two bits, request and close. slot is  *)
(* the atomic pointer to the published job. frames is the stack. jobs has  *)
(* a job for each of the oldest frames that were promoted. A job has two   *)
(* fields: content is not atomic, and status names the worker that runs    *)
(* the job. A job that was taken back is used again, so slot may have the  *)
(* same pointer for one frame after another. A stolen job is not used      *)
(* again. Its thief may be late: by then the owner has claimed the job and *)
(* has run the frame itself.                                               *)
(*                                                                         *)
(* idle and permit stand for Park's sleepers and semaphores. A step on     *)
(* idle is a section that Park protects with its mutex. To run a frame is  *)
(* not a step of its own. The closer closes the pool. Its bit stands for   *)
(* the other bits of poll, and stays set.                                  *)
(*                                                                         *)
(* MCPromotion has the properties and the configurations.                  *)
(***************************************************************************)
EXTENDS Naturals, Sequences

CONSTANTS
  Forks,     \* the number of frames that the owner forks: 1, 2, ...
  Thieves,   \* the number of thieves: 1, 2, ...
  Closes,    \* TRUE: the closer comes at some time
  Leaf,      \* TRUE: after the last fork the owner may go on for ever, as in a
             \* long leaf, with frames on its stack that it does not join
  Naive      \* "" or the fault of a Naive configuration

Owner == 0
Closer == Thieves + 1
Nil == 0
Job == 1..Forks
NotStarted == 0
RunBy(p) == p + 1
Complete == Thieves + 2
Quiet == [close |-> FALSE, request |-> FALSE]

Last(s) == s[Len(s)]
Popped(s) == SubSeq(s, 1, Len(s) - 1)

(* --algorithm Promotion {
variables
  \* The first frame is published although no thief has asked yet.
  poll = [close |-> FALSE, request |-> Naive # "FirstHidden"];
  slot = Nil;
  content = [j \in Job |-> Nil];
  status = [j \in Job |-> NotStarted];
  idle = {};
  permit = [t \in 1..Thieves |-> FALSE];
  \* For the properties only:
  ran = [f \in 1..Forks |-> 0];           \* how often each frame was run

macro Run(f) { ran[f] := ran[f] + 1; }

\* The newest frame is joined.
macro Pop() { frames := Popped(frames); goto OwnerIdle; }

fair process (owner = Owner)
variables
  frames = <<>>;  \* 1, 2, ... in the order of the forks
  forked = 0;     \* the number of forked frames
  jobs = <<>>;    \* the jobs of the oldest frames
  made = 0;       \* the number of jobs
  spare = Nil;    \* the job that is used next, if there is one
  mine = {};      \* jobs that the owner has claimed: it is in the frame's body
  taken = FALSE;  \* the newest job is taken back
  woken = Nil;    \* the thief that will get a permit
{
OwnerIdle:
  either {                                                     \* Fork
    await forked < Forks;
    forked := forked + 1;
    frames := Append(frames, forked);
    goto Poll;
  } or {                                                       \* Join
    await frames # <<>>;
    if (Len(jobs) < Len(frames)) { Run(Last(frames)); Pop(); }
    else if (Last(jobs) \in mine) goto OwnDone;                \* the body returns
    else goto TakeBack;
  } or {
    await forked = Forks /\ (~Leaf => frames = <<>>);
    goto Done;
  };

\* Fork. There is a frame to promote: at least the new one.
Poll:
  \* The code reports the other bits. They stay.
  if (poll.request) {
    if (Naive = "LookThenClear") goto ReadSlot; else goto ClearRequest;
  } else if (Naive = "WaitPolls" /\ Len(jobs) = Len(frames)) goto ReadStatus;
  else goto OwnerIdle;
ClearRequest:
  \* Clear first, then look: a thief that claims the job after the look makes a new request.
  poll := IF Naive = "StoreZero" THEN Quiet ELSE [poll EXCEPT !.request = FALSE];
  if (Naive = "LookThenClear") goto OwnerIdle; else goto ReadSlot;
ReadSlot:
  if (slot # Nil) {
    if (Naive = "LookThenClear") goto ClearRequest; else goto OwnerIdle;
  } else if (Naive = "WaitPolls" /\ Len(jobs) = Len(frames)) goto ReadStatus;
  else goto WriteJob;
WriteJob:
  \* No other worker has this job. Its status is that of a new one.
  if (spare = Nil) { made := made + 1; spare := made; };
  content[spare] := IF Naive = "NewestPromoted" THEN Last(frames) ELSE frames[Len(jobs) + 1];
  if (Naive = "NotifyBeforePublish") goto NotifyClaim; else goto Publish;
Publish:
  slot := spare;
  jobs := Append(jobs, spare);
  spare := Nil;
  if (Naive = "NotifyBeforePublish") goto OwnerIdle; else goto NotifyClaim;
NotifyClaim:
  if (idle # {}) {
    with (t \in idle) { idle := idle \ {t}; woken := t; };
    goto Unpark;
  } else if (Naive = "NotifyBeforePublish") goto Publish;
  else goto OwnerIdle;
Unpark:
  permit[woken] := TRUE;
  woken := Nil;
  if (Naive = "NotifyBeforePublish") goto Publish; else goto OwnerIdle;

\* Join of a promoted frame. Then all frames are promoted, and its job is the last.
TakeBack:
  if (slot = Last(jobs) \/ Naive = "PlainTakeBack") {
    slot := Nil;
    taken := TRUE;
  };
Rearm:
  \* This is also needed if the job was stolen: the owner may run the frame before the thief
  \* makes a new request.
  if (~(Naive = "NoRearm" \/ (Naive = "RearmTaken" /\ ~taken))) poll := [poll EXCEPT !.request = TRUE];
  if (~taken) goto ReadStatus;
  else {
    taken := FALSE;
    spare := Last(jobs);
    jobs := Popped(jobs);
    Run(Last(frames));
    Pop();
  };
ReadStatus:
  if (status[Last(jobs)] = Complete) { jobs := Popped(jobs); Pop(); }
  else if (status[Last(jobs)] = NotStarted) goto OwnClaim;
  else if (Naive = "WaitPolls") goto Poll;
  else goto ReadStatus;
OwnClaim:
  if (status[Last(jobs)] = NotStarted) {
    status[Last(jobs)] := RunBy(Owner);
    mine := mine \cup {Last(jobs)};
    Run(Last(frames));
    goto OwnerIdle;
  } else goto ReadStatus;
OwnDone:
  status[Last(jobs)] := Complete;
  mine := mine \ {Last(jobs)};
  goto ReadStatus;
}

fair process (thief \in 1..Thieves)
variables job = Nil; item = Nil;
  listed = FALSE; \* it has announced itself, and has not retracted
{
ReadVictim:
  job := slot;
  if (job # Nil) { if (Naive = "ReadFirst") goto ReadJob; else goto Claim; }
  else if (listed) goto Park;
  else goto Request;
Claim:
  if (slot = job) {
    slot := Nil;
    if (Naive = "NoRerequest") { if (listed) goto Retract; else goto ClaimJob; };
  } else { job := Nil; item := Nil; goto ReadVictim; };
Rerequest:
  \* One ahead: the next fork publishes a frame, even if no thief is idle.
  poll := [poll EXCEPT !.request = TRUE];
  if (listed) goto Retract;
ClaimJob:
  if (status[job] # NotStarted) { job := Nil; item := Nil; goto ReadVictim; }
  else {
    status[job] := RunBy(self);
    if (Naive = "ReadFirst") goto StoreDone;
  };
ReadJob:
  item := content[job];
  if (Naive = "ReadFirst") goto Claim;
StoreDone:
  Run(item);
  status[job] := Complete;
  job := Nil; item := Nil;
  goto ReadVictim;

\* Nothing is published
Request:
  poll := [poll EXCEPT !.request = TRUE];
ReadClosed:
  if (poll.close) goto Done;
Announce:
  idle := idle \cup {self};
  listed := TRUE;
  if (Naive # "NoRecheck") goto ReadVictim;
Park:
  await permit[self];
  permit[self] := FALSE;
Retract:
  \* A worker that is awake must not be claimed.
  with (claimed = self \notin idle) {
    listed := FALSE;
    if (Naive # "NoRetract") idle := idle \ {self};
    if (job = Nil) goto ReadVictim;
    else if (~claimed \/ Naive = "NoPassOn") goto ClaimJob;
  };
PassOn:
  \* A claimed thief that already has a job may have been woken for another one.
  if (idle # {}) with (t \in idle) { idle := idle \ {t}; permit[t] := TRUE; };
  goto ClaimJob;
}

fair process (closer = Closer)
{
Close:
  await Closes;
  poll := [poll EXCEPT !.close = TRUE];
CloseUnpark:
  \* In Park, this happens one after another.
  permit := [t \in 1..Thieves |-> TRUE];
}
} *)
\* BEGIN TRANSLATION
VARIABLES poll, slot, content, status, idle, permit, ran, pc, frames, forked, 
          jobs, made, spare, mine, taken, woken, job, item, listed

vars == << poll, slot, content, status, idle, permit, ran, pc, frames, forked, 
           jobs, made, spare, mine, taken, woken, job, item, listed >>

ProcSet == {Owner} \cup (1..Thieves) \cup {Closer}

Init == (* Global variables *)
        /\ poll = [close |-> FALSE, request |-> Naive # "FirstHidden"]
        /\ slot = Nil
        /\ content = [j \in Job |-> Nil]
        /\ status = [j \in Job |-> NotStarted]
        /\ idle = {}
        /\ permit = [t \in 1..Thieves |-> FALSE]
        /\ ran = [f \in 1..Forks |-> 0]
        (* Process owner *)
        /\ frames = <<>>
        /\ forked = 0
        /\ jobs = <<>>
        /\ made = 0
        /\ spare = Nil
        /\ mine = {}
        /\ taken = FALSE
        /\ woken = Nil
        (* Process thief *)
        /\ job = [self \in 1..Thieves |-> Nil]
        /\ item = [self \in 1..Thieves |-> Nil]
        /\ listed = [self \in 1..Thieves |-> FALSE]
        /\ pc = [self \in ProcSet |-> CASE self = Owner -> "OwnerIdle"
                                        [] self \in 1..Thieves -> "ReadVictim"
                                        [] self = Closer -> "Close"]

OwnerIdle == /\ pc[Owner] = "OwnerIdle"
             /\ \/ /\ forked < Forks
                   /\ forked' = forked + 1
                   /\ frames' = Append(frames, forked')
                   /\ pc' = [pc EXCEPT ![Owner] = "Poll"]
                   /\ ran' = ran
                \/ /\ frames # <<>>
                   /\ IF Len(jobs) < Len(frames)
                         THEN /\ ran' = [ran EXCEPT ![(Last(frames))] = ran[(Last(frames))] + 1]
                              /\ frames' = Popped(frames)
                              /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
                         ELSE /\ IF Last(jobs) \in mine
                                    THEN /\ pc' = [pc EXCEPT ![Owner] = "OwnDone"]
                                    ELSE /\ pc' = [pc EXCEPT ![Owner] = "TakeBack"]
                              /\ UNCHANGED << ran, frames >>
                   /\ UNCHANGED forked
                \/ /\ forked = Forks /\ (~Leaf => frames = <<>>)
                   /\ pc' = [pc EXCEPT ![Owner] = "Done"]
                   /\ UNCHANGED <<ran, frames, forked>>
             /\ UNCHANGED << poll, slot, content, status, idle, permit, jobs, 
                             made, spare, mine, taken, woken, job, item, 
                             listed >>

Poll == /\ pc[Owner] = "Poll"
        /\ IF poll.request
              THEN /\ IF Naive = "LookThenClear"
                         THEN /\ pc' = [pc EXCEPT ![Owner] = "ReadSlot"]
                         ELSE /\ pc' = [pc EXCEPT ![Owner] = "ClearRequest"]
              ELSE /\ IF Naive = "WaitPolls" /\ Len(jobs) = Len(frames)
                         THEN /\ pc' = [pc EXCEPT ![Owner] = "ReadStatus"]
                         ELSE /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
        /\ UNCHANGED << poll, slot, content, status, idle, permit, ran, frames, 
                        forked, jobs, made, spare, mine, taken, woken, job, 
                        item, listed >>

ClearRequest == /\ pc[Owner] = "ClearRequest"
                /\ poll' = (IF Naive = "StoreZero" THEN Quiet ELSE [poll EXCEPT !.request = FALSE])
                /\ IF Naive = "LookThenClear"
                      THEN /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
                      ELSE /\ pc' = [pc EXCEPT ![Owner] = "ReadSlot"]
                /\ UNCHANGED << slot, content, status, idle, permit, ran, 
                                frames, forked, jobs, made, spare, mine, taken, 
                                woken, job, item, listed >>

ReadSlot == /\ pc[Owner] = "ReadSlot"
            /\ IF slot # Nil
                  THEN /\ IF Naive = "LookThenClear"
                             THEN /\ pc' = [pc EXCEPT ![Owner] = "ClearRequest"]
                             ELSE /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
                  ELSE /\ IF Naive = "WaitPolls" /\ Len(jobs) = Len(frames)
                             THEN /\ pc' = [pc EXCEPT ![Owner] = "ReadStatus"]
                             ELSE /\ pc' = [pc EXCEPT ![Owner] = "WriteJob"]
            /\ UNCHANGED << poll, slot, content, status, idle, permit, ran, 
                            frames, forked, jobs, made, spare, mine, taken, 
                            woken, job, item, listed >>

WriteJob == /\ pc[Owner] = "WriteJob"
            /\ IF spare = Nil
                  THEN /\ made' = made + 1
                       /\ spare' = made'
                  ELSE /\ TRUE
                       /\ UNCHANGED << made, spare >>
            /\ content' = [content EXCEPT ![spare'] = IF Naive = "NewestPromoted" THEN Last(frames) ELSE frames[Len(jobs) + 1]]
            /\ IF Naive = "NotifyBeforePublish"
                  THEN /\ pc' = [pc EXCEPT ![Owner] = "NotifyClaim"]
                  ELSE /\ pc' = [pc EXCEPT ![Owner] = "Publish"]
            /\ UNCHANGED << poll, slot, status, idle, permit, ran, frames, 
                            forked, jobs, mine, taken, woken, job, item, 
                            listed >>

Publish == /\ pc[Owner] = "Publish"
           /\ slot' = spare
           /\ jobs' = Append(jobs, spare)
           /\ spare' = Nil
           /\ IF Naive = "NotifyBeforePublish"
                 THEN /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
                 ELSE /\ pc' = [pc EXCEPT ![Owner] = "NotifyClaim"]
           /\ UNCHANGED << poll, content, status, idle, permit, ran, frames, 
                           forked, made, mine, taken, woken, job, item, listed >>

NotifyClaim == /\ pc[Owner] = "NotifyClaim"
               /\ IF idle # {}
                     THEN /\ \E t \in idle:
                               /\ idle' = idle \ {t}
                               /\ woken' = t
                          /\ pc' = [pc EXCEPT ![Owner] = "Unpark"]
                     ELSE /\ IF Naive = "NotifyBeforePublish"
                                THEN /\ pc' = [pc EXCEPT ![Owner] = "Publish"]
                                ELSE /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
                          /\ UNCHANGED << idle, woken >>
               /\ UNCHANGED << poll, slot, content, status, permit, ran, 
                               frames, forked, jobs, made, spare, mine, taken, 
                               job, item, listed >>

Unpark == /\ pc[Owner] = "Unpark"
          /\ permit' = [permit EXCEPT ![woken] = TRUE]
          /\ woken' = Nil
          /\ IF Naive = "NotifyBeforePublish"
                THEN /\ pc' = [pc EXCEPT ![Owner] = "Publish"]
                ELSE /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
          /\ UNCHANGED << poll, slot, content, status, idle, ran, frames, 
                          forked, jobs, made, spare, mine, taken, job, item, 
                          listed >>

TakeBack == /\ pc[Owner] = "TakeBack"
            /\ IF slot = Last(jobs) \/ Naive = "PlainTakeBack"
                  THEN /\ slot' = Nil
                       /\ taken' = TRUE
                  ELSE /\ TRUE
                       /\ UNCHANGED << slot, taken >>
            /\ pc' = [pc EXCEPT ![Owner] = "Rearm"]
            /\ UNCHANGED << poll, content, status, idle, permit, ran, frames, 
                            forked, jobs, made, spare, mine, woken, job, item, 
                            listed >>

Rearm == /\ pc[Owner] = "Rearm"
         /\ IF ~(Naive = "NoRearm" \/ (Naive = "RearmTaken" /\ ~taken))
               THEN /\ poll' = [poll EXCEPT !.request = TRUE]
               ELSE /\ TRUE
                    /\ poll' = poll
         /\ IF ~taken
               THEN /\ pc' = [pc EXCEPT ![Owner] = "ReadStatus"]
                    /\ UNCHANGED << ran, frames, jobs, spare, taken >>
               ELSE /\ taken' = FALSE
                    /\ spare' = Last(jobs)
                    /\ jobs' = Popped(jobs)
                    /\ ran' = [ran EXCEPT ![(Last(frames))] = ran[(Last(frames))] + 1]
                    /\ frames' = Popped(frames)
                    /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
         /\ UNCHANGED << slot, content, status, idle, permit, forked, made, 
                         mine, woken, job, item, listed >>

ReadStatus == /\ pc[Owner] = "ReadStatus"
              /\ IF status[Last(jobs)] = Complete
                    THEN /\ jobs' = Popped(jobs)
                         /\ frames' = Popped(frames)
                         /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
                    ELSE /\ IF status[Last(jobs)] = NotStarted
                               THEN /\ pc' = [pc EXCEPT ![Owner] = "OwnClaim"]
                               ELSE /\ IF Naive = "WaitPolls"
                                          THEN /\ pc' = [pc EXCEPT ![Owner] = "Poll"]
                                          ELSE /\ pc' = [pc EXCEPT ![Owner] = "ReadStatus"]
                         /\ UNCHANGED << frames, jobs >>
              /\ UNCHANGED << poll, slot, content, status, idle, permit, ran, 
                              forked, made, spare, mine, taken, woken, job, 
                              item, listed >>

OwnClaim == /\ pc[Owner] = "OwnClaim"
            /\ IF status[Last(jobs)] = NotStarted
                  THEN /\ status' = [status EXCEPT ![Last(jobs)] = RunBy(Owner)]
                       /\ mine' = (mine \cup {Last(jobs)})
                       /\ ran' = [ran EXCEPT ![(Last(frames))] = ran[(Last(frames))] + 1]
                       /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
                  ELSE /\ pc' = [pc EXCEPT ![Owner] = "ReadStatus"]
                       /\ UNCHANGED << status, ran, mine >>
            /\ UNCHANGED << poll, slot, content, idle, permit, frames, forked, 
                            jobs, made, spare, taken, woken, job, item, listed >>

OwnDone == /\ pc[Owner] = "OwnDone"
           /\ status' = [status EXCEPT ![Last(jobs)] = Complete]
           /\ mine' = mine \ {Last(jobs)}
           /\ pc' = [pc EXCEPT ![Owner] = "ReadStatus"]
           /\ UNCHANGED << poll, slot, content, idle, permit, ran, frames, 
                           forked, jobs, made, spare, taken, woken, job, item, 
                           listed >>

owner == OwnerIdle \/ Poll \/ ClearRequest \/ ReadSlot \/ WriteJob
            \/ Publish \/ NotifyClaim \/ Unpark \/ TakeBack \/ Rearm
            \/ ReadStatus \/ OwnClaim \/ OwnDone

ReadVictim(self) == /\ pc[self] = "ReadVictim"
                    /\ job' = [job EXCEPT ![self] = slot]
                    /\ IF job'[self] # Nil
                          THEN /\ IF Naive = "ReadFirst"
                                     THEN /\ pc' = [pc EXCEPT ![self] = "ReadJob"]
                                     ELSE /\ pc' = [pc EXCEPT ![self] = "Claim"]
                          ELSE /\ IF listed[self]
                                     THEN /\ pc' = [pc EXCEPT ![self] = "Park"]
                                     ELSE /\ pc' = [pc EXCEPT ![self] = "Request"]
                    /\ UNCHANGED << poll, slot, content, status, idle, permit, 
                                    ran, frames, forked, jobs, made, spare, 
                                    mine, taken, woken, item, listed >>

Claim(self) == /\ pc[self] = "Claim"
               /\ IF slot = job[self]
                     THEN /\ slot' = Nil
                          /\ IF Naive = "NoRerequest"
                                THEN /\ IF listed[self]
                                           THEN /\ pc' = [pc EXCEPT ![self] = "Retract"]
                                           ELSE /\ pc' = [pc EXCEPT ![self] = "ClaimJob"]
                                ELSE /\ pc' = [pc EXCEPT ![self] = "Rerequest"]
                          /\ UNCHANGED << job, item >>
                     ELSE /\ job' = [job EXCEPT ![self] = Nil]
                          /\ item' = [item EXCEPT ![self] = Nil]
                          /\ pc' = [pc EXCEPT ![self] = "ReadVictim"]
                          /\ slot' = slot
               /\ UNCHANGED << poll, content, status, idle, permit, ran, 
                               frames, forked, jobs, made, spare, mine, taken, 
                               woken, listed >>

Rerequest(self) == /\ pc[self] = "Rerequest"
                   /\ poll' = [poll EXCEPT !.request = TRUE]
                   /\ IF listed[self]
                         THEN /\ pc' = [pc EXCEPT ![self] = "Retract"]
                         ELSE /\ pc' = [pc EXCEPT ![self] = "ClaimJob"]
                   /\ UNCHANGED << slot, content, status, idle, permit, ran, 
                                   frames, forked, jobs, made, spare, mine, 
                                   taken, woken, job, item, listed >>

ClaimJob(self) == /\ pc[self] = "ClaimJob"
                  /\ IF status[job[self]] # NotStarted
                        THEN /\ job' = [job EXCEPT ![self] = Nil]
                             /\ item' = [item EXCEPT ![self] = Nil]
                             /\ pc' = [pc EXCEPT ![self] = "ReadVictim"]
                             /\ UNCHANGED status
                        ELSE /\ status' = [status EXCEPT ![job[self]] = RunBy(self)]
                             /\ IF Naive = "ReadFirst"
                                   THEN /\ pc' = [pc EXCEPT ![self] = "StoreDone"]
                                   ELSE /\ pc' = [pc EXCEPT ![self] = "ReadJob"]
                             /\ UNCHANGED << job, item >>
                  /\ UNCHANGED << poll, slot, content, idle, permit, ran, 
                                  frames, forked, jobs, made, spare, mine, 
                                  taken, woken, listed >>

ReadJob(self) == /\ pc[self] = "ReadJob"
                 /\ item' = [item EXCEPT ![self] = content[job[self]]]
                 /\ IF Naive = "ReadFirst"
                       THEN /\ pc' = [pc EXCEPT ![self] = "Claim"]
                       ELSE /\ pc' = [pc EXCEPT ![self] = "StoreDone"]
                 /\ UNCHANGED << poll, slot, content, status, idle, permit, 
                                 ran, frames, forked, jobs, made, spare, mine, 
                                 taken, woken, job, listed >>

StoreDone(self) == /\ pc[self] = "StoreDone"
                   /\ ran' = [ran EXCEPT ![item[self]] = ran[item[self]] + 1]
                   /\ status' = [status EXCEPT ![job[self]] = Complete]
                   /\ job' = [job EXCEPT ![self] = Nil]
                   /\ item' = [item EXCEPT ![self] = Nil]
                   /\ pc' = [pc EXCEPT ![self] = "ReadVictim"]
                   /\ UNCHANGED << poll, slot, content, idle, permit, frames, 
                                   forked, jobs, made, spare, mine, taken, 
                                   woken, listed >>

Request(self) == /\ pc[self] = "Request"
                 /\ poll' = [poll EXCEPT !.request = TRUE]
                 /\ pc' = [pc EXCEPT ![self] = "ReadClosed"]
                 /\ UNCHANGED << slot, content, status, idle, permit, ran, 
                                 frames, forked, jobs, made, spare, mine, 
                                 taken, woken, job, item, listed >>

ReadClosed(self) == /\ pc[self] = "ReadClosed"
                    /\ IF poll.close
                          THEN /\ pc' = [pc EXCEPT ![self] = "Done"]
                          ELSE /\ pc' = [pc EXCEPT ![self] = "Announce"]
                    /\ UNCHANGED << poll, slot, content, status, idle, permit, 
                                    ran, frames, forked, jobs, made, spare, 
                                    mine, taken, woken, job, item, listed >>

Announce(self) == /\ pc[self] = "Announce"
                  /\ idle' = (idle \cup {self})
                  /\ listed' = [listed EXCEPT ![self] = TRUE]
                  /\ IF Naive # "NoRecheck"
                        THEN /\ pc' = [pc EXCEPT ![self] = "ReadVictim"]
                        ELSE /\ pc' = [pc EXCEPT ![self] = "Park"]
                  /\ UNCHANGED << poll, slot, content, status, permit, ran, 
                                  frames, forked, jobs, made, spare, mine, 
                                  taken, woken, job, item >>

Park(self) == /\ pc[self] = "Park"
              /\ permit[self]
              /\ permit' = [permit EXCEPT ![self] = FALSE]
              /\ pc' = [pc EXCEPT ![self] = "Retract"]
              /\ UNCHANGED << poll, slot, content, status, idle, ran, frames, 
                              forked, jobs, made, spare, mine, taken, woken, 
                              job, item, listed >>

Retract(self) == /\ pc[self] = "Retract"
                 /\ LET claimed == self \notin idle IN
                      /\ listed' = [listed EXCEPT ![self] = FALSE]
                      /\ IF Naive # "NoRetract"
                            THEN /\ idle' = idle \ {self}
                            ELSE /\ TRUE
                                 /\ idle' = idle
                      /\ IF job[self] = Nil
                            THEN /\ pc' = [pc EXCEPT ![self] = "ReadVictim"]
                            ELSE /\ IF ~claimed \/ Naive = "NoPassOn"
                                       THEN /\ pc' = [pc EXCEPT ![self] = "ClaimJob"]
                                       ELSE /\ pc' = [pc EXCEPT ![self] = "PassOn"]
                 /\ UNCHANGED << poll, slot, content, status, permit, ran, 
                                 frames, forked, jobs, made, spare, mine, 
                                 taken, woken, job, item >>

PassOn(self) == /\ pc[self] = "PassOn"
                /\ IF idle # {}
                      THEN /\ \E t \in idle:
                                /\ idle' = idle \ {t}
                                /\ permit' = [permit EXCEPT ![t] = TRUE]
                      ELSE /\ TRUE
                           /\ UNCHANGED << idle, permit >>
                /\ pc' = [pc EXCEPT ![self] = "ClaimJob"]
                /\ UNCHANGED << poll, slot, content, status, ran, frames, 
                                forked, jobs, made, spare, mine, taken, woken, 
                                job, item, listed >>

thief(self) == ReadVictim(self) \/ Claim(self) \/ Rerequest(self)
                  \/ ClaimJob(self) \/ ReadJob(self) \/ StoreDone(self)
                  \/ Request(self) \/ ReadClosed(self) \/ Announce(self)
                  \/ Park(self) \/ Retract(self) \/ PassOn(self)

Close == /\ pc[Closer] = "Close"
         /\ Closes
         /\ poll' = [poll EXCEPT !.close = TRUE]
         /\ pc' = [pc EXCEPT ![Closer] = "CloseUnpark"]
         /\ UNCHANGED << slot, content, status, idle, permit, ran, frames, 
                         forked, jobs, made, spare, mine, taken, woken, job, 
                         item, listed >>

CloseUnpark == /\ pc[Closer] = "CloseUnpark"
               /\ permit' = [t \in 1..Thieves |-> TRUE]
               /\ pc' = [pc EXCEPT ![Closer] = "Done"]
               /\ UNCHANGED << poll, slot, content, status, idle, ran, frames, 
                               forked, jobs, made, spare, mine, taken, woken, 
                               job, item, listed >>

closer == Close \/ CloseUnpark

(* Allow infinite stuttering to prevent deadlock on termination. *)
Terminating == /\ \A self \in ProcSet: pc[self] = "Done"
               /\ UNCHANGED vars

Next == owner \/ closer
           \/ (\E self \in 1..Thieves: thief(self))
           \/ Terminating

Spec == /\ Init /\ [][Next]_vars
        /\ WF_vars(owner)
        /\ \A self \in 1..Thieves : WF_vars(thief(self))
        /\ WF_vars(closer)

Termination == <>(\A self \in ProcSet: pc[self] = "Done")

\* END TRANSLATION 
=============================================================================
