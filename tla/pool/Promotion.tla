----------------------------- MODULE Promotion -----------------------------
(***************************************************************************)
(* The hot path of the fork-join pool: lazy promotion. It is the design of *)
(* pool/promotion.go, where the label Poll is the comment Promotion.Poll.  *)
(*                                                                         *)
(* A worker, the owner, keeps its frames on a private stack. Fork pushes   *)
(* one and loads the word poll; Join pops the newest. Nobody else sees a   *)
(* frame until the owner finds a thief's request in poll: then it copies   *)
(* the oldest frame that it has not promoted yet into a job, publishes     *)
(* that in its one slot, and wakes a thief that is idle.                   *)
(*                                                                         *)
(* Names: poll is the atomic word of two bits, request and close; slot the *)
(* atomic pointer to the published job; frames the stack. Its first        *)
(* promoted frames have a job each. Jobs are recycled, last in first out;  *)
(* so the frame in place j always has job j, and slot = j is a pointer to  *)
(* it: the same pointer for one frame after another. Its fields are        *)
(* content[j], which is plain, and done[j].                                *)
(*                                                                         *)
(* idle and permit stand for Park's sleepers and semaphores: a step on     *)
(* idle is a region that Park keeps together with its mutex. That a frame  *)
(* runs is no step of its own. The closer closes the pool; its bit is an   *)
(* example of those that others read, and stays.                           *)
(*                                                                         *)
(* What must hold, and the configurations, are in MCPromotion.             *)
(***************************************************************************)
EXTENDS Naturals, Sequences

CONSTANTS
  Forks,     \* how many frames the owner forks: 1, 2, ...
  Thieves,   \* how many thieves there are: 1, 2, ...
  Closes,    \* TRUE: the closer comes some time
  Leaf,      \* TRUE: after the last fork the owner may go on for ever, as in a
             \* long leaf, with frames on its stack that it does not join
  Naive      \* "" or the fault of a Naive configuration

Owner == 0
Closer == Thieves + 1
Nil == 0
Job == 1..Forks
Quiet == [close |-> FALSE, request |-> FALSE]

Last(s) == s[Len(s)]
Popped(s) == SubSeq(s, 1, Len(s) - 1)

(* --algorithm Promotion {
variables
  poll = Quiet;
  slot = Nil;
  content = [j \in Job |-> Nil];
  done = [j \in Job |-> FALSE];
  idle = {};
  permit = [t \in 1..Thieves |-> FALSE];
  \* For the properties only:
  ran = [f \in 1..Forks |-> 0];           \* how often each frame was run

\* The newest frame is joined.
macro Pop() { frames := Popped(frames); goto OwnerIdle; }

fair process (owner = Owner)
variables
  frames = <<>>;  \* 1, 2, ... as they are forked
  forked = 0;     \* how many
  promoted = 0;
  woken = Nil;    \* the thief that is to get a permit
{
OwnerIdle:
  either {                                                     \* Fork
    await forked < Forks;
    forked := forked + 1;
    frames := Append(frames, forked);
    goto Poll;
  } or {                                                       \* Join
    await frames # <<>>;
    if (promoted < Len(frames)) { ran[Last(frames)] := ran[Last(frames)] + 1; Pop(); }
    else goto TakeBack;
  } or {
    await forked = Forks /\ (~Leaf => frames = <<>>);
    goto Done;
  };

\* Fork. There is a frame to promote: the one that was just pushed.
Poll:
  \* Other bits are reported, and stay.
  if (poll.request) {
    if (Naive = "LookThenClear") goto ReadSlot; else goto ClearRequest;
  } else if (Naive = "WaitPolls" /\ promoted = Len(frames)) goto ReadDone;
  else goto OwnerIdle;
ClearRequest:
  \* First clear, then look: who claims after the look requests anew.
  poll := IF Naive = "StoreZero" THEN Quiet ELSE [poll EXCEPT !.request = FALSE];
  if (Naive = "LookThenClear") goto OwnerIdle; else goto ReadSlot;
ReadSlot:
  if (slot # Nil) {
    if (Naive = "LookThenClear") goto ClearRequest; else goto OwnerIdle;
  } else if (Naive = "WaitPolls" /\ promoted = Len(frames)) goto ReadDone;
  else goto WriteJob;
WriteJob:
  \* Neither field is shared: nobody has this job.
  content[promoted + 1] := IF Naive = "NewestPromoted" THEN Last(frames) ELSE frames[promoted + 1];
  done[promoted + 1] := FALSE;
  if (Naive = "NotifyBeforePublish") goto NotifyClaim; else goto Publish;
Publish:
  slot := promoted + 1;
  promoted := promoted + 1;
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

\* Join of a promoted frame: then all are promoted, and its job is the last.
TakeBack:
  if (slot = promoted \/ Naive = "PlainTakeBack") {
    slot := Nil;
    ran[Last(frames)] := ran[Last(frames)] + 1;
    frames := Popped(frames);
    promoted := promoted - 1;
    if (Naive = "NoRearm") goto OwnerIdle; else goto Rearm;
  } else goto ReadDone;                                        \* stolen
Rearm:
  poll := [poll EXCEPT !.request = TRUE];
  goto OwnerIdle;
ReadDone:
  if (done[promoted]) { promoted := promoted - 1; Pop(); }
  else if (Naive = "WaitPolls") goto Poll;
  else goto ReadDone;
}

fair process (thief \in 1..Thieves)
variables job = Nil; item = Nil;
{
ReadVictim:
  job := slot;
  if (job = Nil) goto Request;
  else if (Naive = "ReadFirst") goto ReadJob;
  else goto Claim;
Claim:
  if (slot = job) {
    slot := Nil;
    if (Naive = "NoRerequest") goto ReadJob; else goto Rerequest;
  } else { job := Nil; item := Nil; goto ReadVictim; };
Rerequest:
  \* One ahead: the next fork publishes again, whether or not somebody is idle.
  poll := [poll EXCEPT !.request = TRUE];
  if (Naive = "ReadFirst") goto StoreDone; else goto ReadJob;
ReadJob:
  item := content[job];
  if (Naive = "ReadFirst") goto Claim; else goto StoreDone;
StoreDone:
  ran[item] := ran[item] + 1;
  done[job] := TRUE;
  job := Nil; item := Nil;
  goto ReadVictim;

\* Nothing is published
Request:
  \* Or returns what was there.
  with (old = poll) {
    poll := [poll EXCEPT !.request = TRUE];
    if (old.close) goto Done; else goto Announce;
  };
Announce:
  idle := idle \cup {self};
  if (Naive = "NoRecheck") goto Park; else goto Recheck;
Recheck:
  job := slot;
  if (job = Nil) goto Park;
  else if (Naive = "NoRetract") goto Claim;
  else goto Retract;
Park:
  await permit[self];
  permit[self] := FALSE;
  if (Naive = "NoRetract") goto ReadVictim; else goto Retract;
Retract:
  \* Whoever is awake must not be claimed. Who has been already, looks again.
  idle := idle \ {self};
  if (job = Nil) goto ReadVictim;
  else if (Naive = "ReadFirst") goto ReadJob;
  else goto Claim;
}

fair process (closer = Closer)
{
Close:
  await Closes;
  poll := [poll EXCEPT !.close = TRUE];
CloseUnpark:
  \* One after another, in Park.
  permit := [t \in 1..Thieves |-> TRUE];
}
} *)
\* BEGIN TRANSLATION
VARIABLES poll, slot, content, done, idle, permit, ran, pc, frames, forked, 
          promoted, woken, job, item

vars == << poll, slot, content, done, idle, permit, ran, pc, frames, forked, 
           promoted, woken, job, item >>

ProcSet == {Owner} \cup (1..Thieves) \cup {Closer}

Init == (* Global variables *)
        /\ poll = Quiet
        /\ slot = Nil
        /\ content = [j \in Job |-> Nil]
        /\ done = [j \in Job |-> FALSE]
        /\ idle = {}
        /\ permit = [t \in 1..Thieves |-> FALSE]
        /\ ran = [f \in 1..Forks |-> 0]
        (* Process owner *)
        /\ frames = <<>>
        /\ forked = 0
        /\ promoted = 0
        /\ woken = Nil
        (* Process thief *)
        /\ job = [self \in 1..Thieves |-> Nil]
        /\ item = [self \in 1..Thieves |-> Nil]
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
                   /\ IF promoted < Len(frames)
                         THEN /\ ran' = [ran EXCEPT ![Last(frames)] = ran[Last(frames)] + 1]
                              /\ frames' = Popped(frames)
                              /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
                         ELSE /\ pc' = [pc EXCEPT ![Owner] = "TakeBack"]
                              /\ UNCHANGED << ran, frames >>
                   /\ UNCHANGED forked
                \/ /\ forked = Forks /\ (~Leaf => frames = <<>>)
                   /\ pc' = [pc EXCEPT ![Owner] = "Done"]
                   /\ UNCHANGED <<ran, frames, forked>>
             /\ UNCHANGED << poll, slot, content, done, idle, permit, promoted, 
                             woken, job, item >>

Poll == /\ pc[Owner] = "Poll"
        /\ IF poll.request
              THEN /\ IF Naive = "LookThenClear"
                         THEN /\ pc' = [pc EXCEPT ![Owner] = "ReadSlot"]
                         ELSE /\ pc' = [pc EXCEPT ![Owner] = "ClearRequest"]
              ELSE /\ IF Naive = "WaitPolls" /\ promoted = Len(frames)
                         THEN /\ pc' = [pc EXCEPT ![Owner] = "ReadDone"]
                         ELSE /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
        /\ UNCHANGED << poll, slot, content, done, idle, permit, ran, frames, 
                        forked, promoted, woken, job, item >>

ClearRequest == /\ pc[Owner] = "ClearRequest"
                /\ poll' = (IF Naive = "StoreZero" THEN Quiet ELSE [poll EXCEPT !.request = FALSE])
                /\ IF Naive = "LookThenClear"
                      THEN /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
                      ELSE /\ pc' = [pc EXCEPT ![Owner] = "ReadSlot"]
                /\ UNCHANGED << slot, content, done, idle, permit, ran, frames, 
                                forked, promoted, woken, job, item >>

ReadSlot == /\ pc[Owner] = "ReadSlot"
            /\ IF slot # Nil
                  THEN /\ IF Naive = "LookThenClear"
                             THEN /\ pc' = [pc EXCEPT ![Owner] = "ClearRequest"]
                             ELSE /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
                  ELSE /\ IF Naive = "WaitPolls" /\ promoted = Len(frames)
                             THEN /\ pc' = [pc EXCEPT ![Owner] = "ReadDone"]
                             ELSE /\ pc' = [pc EXCEPT ![Owner] = "WriteJob"]
            /\ UNCHANGED << poll, slot, content, done, idle, permit, ran, 
                            frames, forked, promoted, woken, job, item >>

WriteJob == /\ pc[Owner] = "WriteJob"
            /\ content' = [content EXCEPT ![promoted + 1] = IF Naive = "NewestPromoted" THEN Last(frames) ELSE frames[promoted + 1]]
            /\ done' = [done EXCEPT ![promoted + 1] = FALSE]
            /\ IF Naive = "NotifyBeforePublish"
                  THEN /\ pc' = [pc EXCEPT ![Owner] = "NotifyClaim"]
                  ELSE /\ pc' = [pc EXCEPT ![Owner] = "Publish"]
            /\ UNCHANGED << poll, slot, idle, permit, ran, frames, forked, 
                            promoted, woken, job, item >>

Publish == /\ pc[Owner] = "Publish"
           /\ slot' = promoted + 1
           /\ promoted' = promoted + 1
           /\ IF Naive = "NotifyBeforePublish"
                 THEN /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
                 ELSE /\ pc' = [pc EXCEPT ![Owner] = "NotifyClaim"]
           /\ UNCHANGED << poll, content, done, idle, permit, ran, frames, 
                           forked, woken, job, item >>

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
               /\ UNCHANGED << poll, slot, content, done, permit, ran, frames, 
                               forked, promoted, job, item >>

Unpark == /\ pc[Owner] = "Unpark"
          /\ permit' = [permit EXCEPT ![woken] = TRUE]
          /\ woken' = Nil
          /\ IF Naive = "NotifyBeforePublish"
                THEN /\ pc' = [pc EXCEPT ![Owner] = "Publish"]
                ELSE /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
          /\ UNCHANGED << poll, slot, content, done, idle, ran, frames, forked, 
                          promoted, job, item >>

TakeBack == /\ pc[Owner] = "TakeBack"
            /\ IF slot = promoted \/ Naive = "PlainTakeBack"
                  THEN /\ slot' = Nil
                       /\ ran' = [ran EXCEPT ![Last(frames)] = ran[Last(frames)] + 1]
                       /\ frames' = Popped(frames)
                       /\ promoted' = promoted - 1
                       /\ IF Naive = "NoRearm"
                             THEN /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
                             ELSE /\ pc' = [pc EXCEPT ![Owner] = "Rearm"]
                  ELSE /\ pc' = [pc EXCEPT ![Owner] = "ReadDone"]
                       /\ UNCHANGED << slot, ran, frames, promoted >>
            /\ UNCHANGED << poll, content, done, idle, permit, forked, woken, 
                            job, item >>

Rearm == /\ pc[Owner] = "Rearm"
         /\ poll' = [poll EXCEPT !.request = TRUE]
         /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
         /\ UNCHANGED << slot, content, done, idle, permit, ran, frames, 
                         forked, promoted, woken, job, item >>

ReadDone == /\ pc[Owner] = "ReadDone"
            /\ IF done[promoted]
                  THEN /\ promoted' = promoted - 1
                       /\ frames' = Popped(frames)
                       /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
                  ELSE /\ IF Naive = "WaitPolls"
                             THEN /\ pc' = [pc EXCEPT ![Owner] = "Poll"]
                             ELSE /\ pc' = [pc EXCEPT ![Owner] = "ReadDone"]
                       /\ UNCHANGED << frames, promoted >>
            /\ UNCHANGED << poll, slot, content, done, idle, permit, ran, 
                            forked, woken, job, item >>

owner == OwnerIdle \/ Poll \/ ClearRequest \/ ReadSlot \/ WriteJob
            \/ Publish \/ NotifyClaim \/ Unpark \/ TakeBack \/ Rearm
            \/ ReadDone

ReadVictim(self) == /\ pc[self] = "ReadVictim"
                    /\ job' = [job EXCEPT ![self] = slot]
                    /\ IF job'[self] = Nil
                          THEN /\ pc' = [pc EXCEPT ![self] = "Request"]
                          ELSE /\ IF Naive = "ReadFirst"
                                     THEN /\ pc' = [pc EXCEPT ![self] = "ReadJob"]
                                     ELSE /\ pc' = [pc EXCEPT ![self] = "Claim"]
                    /\ UNCHANGED << poll, slot, content, done, idle, permit, 
                                    ran, frames, forked, promoted, woken, item >>

Claim(self) == /\ pc[self] = "Claim"
               /\ IF slot = job[self]
                     THEN /\ slot' = Nil
                          /\ IF Naive = "NoRerequest"
                                THEN /\ pc' = [pc EXCEPT ![self] = "ReadJob"]
                                ELSE /\ pc' = [pc EXCEPT ![self] = "Rerequest"]
                          /\ UNCHANGED << job, item >>
                     ELSE /\ job' = [job EXCEPT ![self] = Nil]
                          /\ item' = [item EXCEPT ![self] = Nil]
                          /\ pc' = [pc EXCEPT ![self] = "ReadVictim"]
                          /\ slot' = slot
               /\ UNCHANGED << poll, content, done, idle, permit, ran, frames, 
                               forked, promoted, woken >>

Rerequest(self) == /\ pc[self] = "Rerequest"
                   /\ poll' = [poll EXCEPT !.request = TRUE]
                   /\ IF Naive = "ReadFirst"
                         THEN /\ pc' = [pc EXCEPT ![self] = "StoreDone"]
                         ELSE /\ pc' = [pc EXCEPT ![self] = "ReadJob"]
                   /\ UNCHANGED << slot, content, done, idle, permit, ran, 
                                   frames, forked, promoted, woken, job, item >>

ReadJob(self) == /\ pc[self] = "ReadJob"
                 /\ item' = [item EXCEPT ![self] = content[job[self]]]
                 /\ IF Naive = "ReadFirst"
                       THEN /\ pc' = [pc EXCEPT ![self] = "Claim"]
                       ELSE /\ pc' = [pc EXCEPT ![self] = "StoreDone"]
                 /\ UNCHANGED << poll, slot, content, done, idle, permit, ran, 
                                 frames, forked, promoted, woken, job >>

StoreDone(self) == /\ pc[self] = "StoreDone"
                   /\ ran' = [ran EXCEPT ![item[self]] = ran[item[self]] + 1]
                   /\ done' = [done EXCEPT ![job[self]] = TRUE]
                   /\ job' = [job EXCEPT ![self] = Nil]
                   /\ item' = [item EXCEPT ![self] = Nil]
                   /\ pc' = [pc EXCEPT ![self] = "ReadVictim"]
                   /\ UNCHANGED << poll, slot, content, idle, permit, frames, 
                                   forked, promoted, woken >>

Request(self) == /\ pc[self] = "Request"
                 /\ LET old == poll IN
                      /\ poll' = [poll EXCEPT !.request = TRUE]
                      /\ IF old.close
                            THEN /\ pc' = [pc EXCEPT ![self] = "Done"]
                            ELSE /\ pc' = [pc EXCEPT ![self] = "Announce"]
                 /\ UNCHANGED << slot, content, done, idle, permit, ran, 
                                 frames, forked, promoted, woken, job, item >>

Announce(self) == /\ pc[self] = "Announce"
                  /\ idle' = (idle \cup {self})
                  /\ IF Naive = "NoRecheck"
                        THEN /\ pc' = [pc EXCEPT ![self] = "Park"]
                        ELSE /\ pc' = [pc EXCEPT ![self] = "Recheck"]
                  /\ UNCHANGED << poll, slot, content, done, permit, ran, 
                                  frames, forked, promoted, woken, job, item >>

Recheck(self) == /\ pc[self] = "Recheck"
                 /\ job' = [job EXCEPT ![self] = slot]
                 /\ IF job'[self] = Nil
                       THEN /\ pc' = [pc EXCEPT ![self] = "Park"]
                       ELSE /\ IF Naive = "NoRetract"
                                  THEN /\ pc' = [pc EXCEPT ![self] = "Claim"]
                                  ELSE /\ pc' = [pc EXCEPT ![self] = "Retract"]
                 /\ UNCHANGED << poll, slot, content, done, idle, permit, ran, 
                                 frames, forked, promoted, woken, item >>

Park(self) == /\ pc[self] = "Park"
              /\ permit[self]
              /\ permit' = [permit EXCEPT ![self] = FALSE]
              /\ IF Naive = "NoRetract"
                    THEN /\ pc' = [pc EXCEPT ![self] = "ReadVictim"]
                    ELSE /\ pc' = [pc EXCEPT ![self] = "Retract"]
              /\ UNCHANGED << poll, slot, content, done, idle, ran, frames, 
                              forked, promoted, woken, job, item >>

Retract(self) == /\ pc[self] = "Retract"
                 /\ idle' = idle \ {self}
                 /\ IF job[self] = Nil
                       THEN /\ pc' = [pc EXCEPT ![self] = "ReadVictim"]
                       ELSE /\ IF Naive = "ReadFirst"
                                  THEN /\ pc' = [pc EXCEPT ![self] = "ReadJob"]
                                  ELSE /\ pc' = [pc EXCEPT ![self] = "Claim"]
                 /\ UNCHANGED << poll, slot, content, done, permit, ran, 
                                 frames, forked, promoted, woken, job, item >>

thief(self) == ReadVictim(self) \/ Claim(self) \/ Rerequest(self)
                  \/ ReadJob(self) \/ StoreDone(self) \/ Request(self)
                  \/ Announce(self) \/ Recheck(self) \/ Park(self)
                  \/ Retract(self)

Close == /\ pc[Closer] = "Close"
         /\ Closes
         /\ poll' = [poll EXCEPT !.close = TRUE]
         /\ pc' = [pc EXCEPT ![Closer] = "CloseUnpark"]
         /\ UNCHANGED << slot, content, done, idle, permit, ran, frames, 
                         forked, promoted, woken, job, item >>

CloseUnpark == /\ pc[Closer] = "CloseUnpark"
               /\ permit' = [t \in 1..Thieves |-> TRUE]
               /\ pc' = [pc EXCEPT ![Closer] = "Done"]
               /\ UNCHANGED << poll, slot, content, done, idle, ran, frames, 
                               forked, promoted, woken, job, item >>

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
