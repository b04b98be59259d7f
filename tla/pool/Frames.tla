------------------------------- MODULE Frames -------------------------------
(***************************************************************************)
(* This module is the stack of typed frames of one definition on a worker. *)
(* Its code is pool/frames.go, with Fork, Join and Await in pool/ctx.go.   *)
(* Promotion says when a frame is published, and who runs it. This module  *)
(* says which frame that is, and how a handle finds its frame.             *)
(*                                                                         *)
(* A handle is the index of a frame in memory at the time of its fork. The *)
(* oldest frames may have jobs. When a frame gets a job, it moves up by    *)
(* one, with all newer frames, unless it was moved before. So the fast     *)
(* path of Join takes the top frame if it is still at the index in its     *)
(* handle. All other handles are found through marks: the handles of the   *)
(* frames from a position on are larger than these by the mark's shift.    *)
(*                                                                         *)
(* Names: memory is that of c.stack, and top its length. shift, jobs and   *)
(* marks are those of the code. The frames are memory[shift..top-1].       *)
(* The thieves see none of these, only slot and the jobs. content is the   *)
(* argument of a job. The argument of a frame is its number.               *)
(*                                                                         *)
(* Only the properties, and the owner's choice, use live: the frames in    *)
(* the order of their positions. handle is known to the program. goal is   *)
(* the frame that is joined, want the position that its handle leads to.   *)
(*                                                                         *)
(* Steps with a label of Promotion or Join are those of these modules. The *)
(* others are plain accesses to memory of the owner. To run a frame is no  *)
(* step, and it forks nothing. A Join of an older frame drops the newer    *)
(* ones, if Cuts is TRUE.                                                  *)
(*                                                                         *)
(* MCFrames has the properties and the configurations.                     *)
(***************************************************************************)
EXTENDS Integers, Sequences

CONSTANTS
  Forks,     \* the number of frames that the owner forks: 1, 2, ...
  Thieves,   \* the number of thieves: 1, 2, ...
  Asked,     \* TRUE: a thief has asked for a frame before the first fork, as in a new pool
  Cuts,      \* TRUE: the owner may join a frame that is not the newest one
  Naive      \* "" or the fault of a Naive configuration

Owner == 0
Nil == 0
Frame == 1..Forks
Job == 1..Forks
Index == 0..(2 * Forks - 1)
NotStarted == 0
RunBy(p) == p + 1
Complete == Thieves + 2
NoPosition == 100

Last(s) == s[Len(s)]
Popped(s) == SubSeq(s, 1, Len(s) - 1)
Max(S) == CHOOSE x \in S : \A y \in S : y <= x
Min(S) == CHOOSE x \in S : \A y \in S : x <= y

\* handleShift: by how much the handle of the frame at p is larger than p.
ShiftIn(all, p) ==
  LET below == {i \in DOMAIN all : all[i].from <= p} IN
    IF below = {} THEN 0 ELSE all[Max(below)].shift

\* position: where the frame with handle h is, among so many frames.
PositionIn(all, h, height) ==
  LET Mark(i) == IF i = 0 THEN [from |-> 0, shift |-> 0] ELSE all[i]
      Above(i) == Min({height} \cup {all[j].from : j \in (i + 1)..Len(all)})
      fits == {i \in 0..Len(all) : h - Mark(i).shift >= Mark(i).from /\ h - Mark(i).shift < Above(i)}
  IN IF fits = {} THEN NoPosition ELSE h - Mark(Max(fits)).shift

\* The marks after the frames up to a position have moved by so much.
Marked(all, height, by) ==
  IF Naive = "NoMark" THEN all
  ELSE IF all # <<>> /\ Last(all).from = height THEN Append(Popped(all), [from |-> height, shift |-> by])
  ELSE Append(all, [from |-> height, shift |-> by])

Below(all, p) == IF Naive = "KeepsMarks" THEN all ELSE SelectSeq(all, LAMBDA m : m.from < p)

(* --algorithm Frames {
variables
  request = Asked;                             \* a bit of poll
  slot = Nil;
  content = [j \in Job |-> Nil];
  status = [j \in Job |-> NotStarted];
  \* Memory of the owner:
  memory = [i \in Index |-> Nil];
  top = 0;
  shift = 0;
  jobs = <<>>;                                 \* the jobs of the oldest frames
  marks = <<>>;
  \* For the properties only:
  ran = [f \in Frame |-> 0];                   \* how often each frame was run

macro Run(f) { ran[f] := ran[f] + 1; }

\* What is done with the newest frame, of so many, so many of which have jobs.
macro Remove(height, promoted) {
  if (height > promoted) goto Drop;
  else goto TakeBack;
}

fair process (owner = Owner)
variables
  forked = 0;
  live = <<>>;
  handle = [f \in Frame |-> 0];
  goal = Nil;
  want = 0;
  made = 0;                                    \* the number of jobs
  spare = Nil;                                 \* the job that is used next, if there is one
  taken = FALSE;                               \* the newest job is taken back
{
OwnerIdle:
  either {                                                     \* Fork
    await forked < Forks;
    goto Push;
  } or {                                                       \* Join
    with (i \in IF Cuts \/ live = <<>> THEN DOMAIN live ELSE {Len(live)}) goal := live[i];
    goto Find;
  } or {
    await forked = Forks /\ live = <<>>;
    goto Done;
  };

\* Fork
Push:
  forked := forked + 1;
  live := Append(live, forked);
  handle[forked] := top;
  memory[top] := forked;
  top := top + 1;
Poll:
  if (request) goto ClearRequest;
  else goto OwnerIdle;
ClearRequest:
  request := FALSE;
ReadSlot:
  if (slot # Nil) goto OwnerIdle;
WriteJob:
  if (spare = Nil) {
    made := made + 1;
    spare := made;
  };
  content[spare] := IF Naive = "NewestPromoted" THEN memory[top - 1] ELSE memory[Len(jobs) + shift];
Promote:
  \* promote and displace: the frame at p moves up with all newer ones.
  with (p = Len(jobs); moves = (ShiftIn(marks, p) = shift \/ Naive = "MovesAll") /\ Naive # "NeverMoves") {
    if (moves) {
      memory := [i \in Index |-> IF i > p + shift /\ i <= top THEN memory[i - 1]
                                 ELSE IF i = p + shift THEN Nil ELSE memory[i]];
      marks := Marked(marks, top - shift, shift + 1);
      top := top + 1;
      shift := shift + 1;
    };
    jobs := Append(jobs, spare);
    spare := Nil;
  };
Publish:
  slot := Last(jobs);
  goto OwnerIdle;

\* Join. It looks at the top first, and then for the position of the handle.
Find:
  if (handle[goal] = top - 1 \/ Naive = "TakesTop") goto Take;
  else {
    want := PositionIn(marks, handle[goal], top - shift);
    Remove(top - shift, Len(jobs));
  };
Take:
  Run(memory[top - 1]);
  memory[top - 1] := Nil;
  top := top - 1;
  live := Popped(live);
  goal := Nil;
  goto OwnerIdle;

\* drop: the newest frame is removed.
Drop:
  with (p = top - shift - 1;
        promoted = p < Len(jobs);
        s = IF ~promoted \/ Naive = "KeepsShift" THEN shift
            ELSE IF p = 0 \/ Naive = "ForgetsShift" THEN 0 ELSE ShiftIn(marks, p - 1) + 1;
        ends = p = want) {
    if (ends /\ (~promoted \/ taken)) Run(IF promoted THEN content[Last(jobs)] ELSE memory[p + shift]);
    if (promoted) {
      if (ends /\ taken) spare := Last(jobs);
      jobs := Popped(jobs);
    };
    marks := IF s # 0 THEN Append(Below(marks, p), [from |-> p, shift |-> s]) ELSE Below(marks, p);
    memory := [i \in Index |-> IF i >= p + s THEN Nil ELSE memory[i]];
    top := p + s;
    shift := s;
    live := Popped(live);
    taken := FALSE;
    if (ends) {
      goal := Nil;
      want := 0;
      goto OwnerIdle;
    } else Remove(p, Len(jobs));
  };

\* The newest frame has a job.
TakeBack:
  if (slot = Last(jobs)) {
    slot := Nil;
    taken := TRUE;
  };
Rearm:
  request := TRUE;
  if (taken) goto Drop;
  else if (Len(live) - 1 = want) goto ReadStatus;
  else if (Naive = "CutForgets") goto Drop;
  else goto Discard;
ReadStatus:
  if (status[Last(jobs)] = Complete) goto Drop;
  else if (status[Last(jobs)] = NotStarted) goto OwnClaim;
  else goto ReadStatus;
OwnClaim:
  if (status[Last(jobs)] = NotStarted) {
    status[Last(jobs)] := RunBy(Owner);
    Run(content[Last(jobs)]);
  } else goto ReadStatus;
OwnDone:
  status[Last(jobs)] := Complete;
  goto ReadStatus;

\* cut: the job of a frame that is dropped was stolen.
Discard:
  if (status[Last(jobs)] = NotStarted) status[Last(jobs)] := RunBy(Owner);
  else goto Withdraw;
DiscardDone:
  status[Last(jobs)] := Complete;
  goto Drop;
Withdraw:
  if (status[Last(jobs)] = Complete) goto Drop;
  else goto Withdraw;
}

fair process (thief \in 1..Thieves)
variables job = Nil;
{
ReadVictim:
  job := slot;
  if (job = Nil) goto Request;
Claim:
  if (slot = job) slot := Nil;
  else {
    job := Nil;
    goto ReadVictim;
  };
Rerequest:
  request := TRUE;
ClaimJob:
  if (status[job] = NotStarted) status[job] := RunBy(self);
  else {
    job := Nil;
    goto ReadVictim;
  };
StoreDone:
  Run(content[job]);
  status[job] := Complete;
  job := Nil;
  goto ReadVictim;
Request:
  request := TRUE;
  goto ReadVictim;
}
} *)
\* BEGIN TRANSLATION (chksum(pcal) = "a9a1ae42" /\ chksum(tla) = "8df38b04")
VARIABLES request, slot, content, status, memory, top, shift, jobs, marks, 
          ran, pc, forked, live, handle, goal, want, made, spare, taken, job

vars == << request, slot, content, status, memory, top, shift, jobs, marks, 
           ran, pc, forked, live, handle, goal, want, made, spare, taken, job
        >>

ProcSet == {Owner} \cup (1..Thieves)

Init == (* Global variables *)
        /\ request = Asked
        /\ slot = Nil
        /\ content = [j \in Job |-> Nil]
        /\ status = [j \in Job |-> NotStarted]
        /\ memory = [i \in Index |-> Nil]
        /\ top = 0
        /\ shift = 0
        /\ jobs = <<>>
        /\ marks = <<>>
        /\ ran = [f \in Frame |-> 0]
        (* Process owner *)
        /\ forked = 0
        /\ live = <<>>
        /\ handle = [f \in Frame |-> 0]
        /\ goal = Nil
        /\ want = 0
        /\ made = 0
        /\ spare = Nil
        /\ taken = FALSE
        (* Process thief *)
        /\ job = [self \in 1..Thieves |-> Nil]
        /\ pc = [self \in ProcSet |-> CASE self = Owner -> "OwnerIdle"
                                        [] self \in 1..Thieves -> "ReadVictim"]

OwnerIdle == /\ pc[Owner] = "OwnerIdle"
             /\ \/ /\ forked < Forks
                   /\ pc' = [pc EXCEPT ![Owner] = "Push"]
                   /\ goal' = goal
                \/ /\ \E i \in IF Cuts \/ live = <<>> THEN DOMAIN live ELSE {Len(live)}:
                        goal' = live[i]
                   /\ pc' = [pc EXCEPT ![Owner] = "Find"]
                \/ /\ forked = Forks /\ live = <<>>
                   /\ pc' = [pc EXCEPT ![Owner] = "Done"]
                   /\ goal' = goal
             /\ UNCHANGED << request, slot, content, status, memory, top, 
                             shift, jobs, marks, ran, forked, live, handle, 
                             want, made, spare, taken, job >>

Push == /\ pc[Owner] = "Push"
        /\ forked' = forked + 1
        /\ live' = Append(live, forked')
        /\ handle' = [handle EXCEPT ![forked'] = top]
        /\ memory' = [memory EXCEPT ![top] = forked']
        /\ top' = top + 1
        /\ pc' = [pc EXCEPT ![Owner] = "Poll"]
        /\ UNCHANGED << request, slot, content, status, shift, jobs, marks, 
                        ran, goal, want, made, spare, taken, job >>

Poll == /\ pc[Owner] = "Poll"
        /\ IF request
              THEN /\ pc' = [pc EXCEPT ![Owner] = "ClearRequest"]
              ELSE /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
        /\ UNCHANGED << request, slot, content, status, memory, top, shift, 
                        jobs, marks, ran, forked, live, handle, goal, want, 
                        made, spare, taken, job >>

ClearRequest == /\ pc[Owner] = "ClearRequest"
                /\ request' = FALSE
                /\ pc' = [pc EXCEPT ![Owner] = "ReadSlot"]
                /\ UNCHANGED << slot, content, status, memory, top, shift, 
                                jobs, marks, ran, forked, live, handle, goal, 
                                want, made, spare, taken, job >>

ReadSlot == /\ pc[Owner] = "ReadSlot"
            /\ IF slot # Nil
                  THEN /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
                  ELSE /\ pc' = [pc EXCEPT ![Owner] = "WriteJob"]
            /\ UNCHANGED << request, slot, content, status, memory, top, shift, 
                            jobs, marks, ran, forked, live, handle, goal, want, 
                            made, spare, taken, job >>

WriteJob == /\ pc[Owner] = "WriteJob"
            /\ IF spare = Nil
                  THEN /\ made' = made + 1
                       /\ spare' = made'
                  ELSE /\ TRUE
                       /\ UNCHANGED << made, spare >>
            /\ content' = [content EXCEPT ![spare'] = IF Naive = "NewestPromoted" THEN memory[top - 1] ELSE memory[Len(jobs) + shift]]
            /\ pc' = [pc EXCEPT ![Owner] = "Promote"]
            /\ UNCHANGED << request, slot, status, memory, top, shift, jobs, 
                            marks, ran, forked, live, handle, goal, want, 
                            taken, job >>

Promote == /\ pc[Owner] = "Promote"
           /\ LET p == Len(jobs) IN
                LET moves == (ShiftIn(marks, p) = shift \/ Naive = "MovesAll") /\ Naive # "NeverMoves" IN
                  /\ IF moves
                        THEN /\ memory' = [i \in Index |-> IF i > p + shift /\ i <= top THEN memory[i - 1]
                                                           ELSE IF i = p + shift THEN Nil ELSE memory[i]]
                             /\ marks' = Marked(marks, top - shift, shift + 1)
                             /\ top' = top + 1
                             /\ shift' = shift + 1
                        ELSE /\ TRUE
                             /\ UNCHANGED << memory, top, shift, marks >>
                  /\ jobs' = Append(jobs, spare)
                  /\ spare' = Nil
           /\ pc' = [pc EXCEPT ![Owner] = "Publish"]
           /\ UNCHANGED << request, slot, content, status, ran, forked, live, 
                           handle, goal, want, made, taken, job >>

Publish == /\ pc[Owner] = "Publish"
           /\ slot' = Last(jobs)
           /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
           /\ UNCHANGED << request, content, status, memory, top, shift, jobs, 
                           marks, ran, forked, live, handle, goal, want, made, 
                           spare, taken, job >>

Find == /\ pc[Owner] = "Find"
        /\ IF handle[goal] = top - 1 \/ Naive = "TakesTop"
              THEN /\ pc' = [pc EXCEPT ![Owner] = "Take"]
                   /\ want' = want
              ELSE /\ want' = PositionIn(marks, handle[goal], top - shift)
                   /\ IF (top - shift) > (Len(jobs))
                         THEN /\ pc' = [pc EXCEPT ![Owner] = "Drop"]
                         ELSE /\ pc' = [pc EXCEPT ![Owner] = "TakeBack"]
        /\ UNCHANGED << request, slot, content, status, memory, top, shift, 
                        jobs, marks, ran, forked, live, handle, goal, made, 
                        spare, taken, job >>

Take == /\ pc[Owner] = "Take"
        /\ ran' = [ran EXCEPT ![(memory[top - 1])] = ran[(memory[top - 1])] + 1]
        /\ memory' = [memory EXCEPT ![top - 1] = Nil]
        /\ top' = top - 1
        /\ live' = Popped(live)
        /\ goal' = Nil
        /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
        /\ UNCHANGED << request, slot, content, status, shift, jobs, marks, 
                        forked, handle, want, made, spare, taken, job >>

Drop == /\ pc[Owner] = "Drop"
        /\ LET p == top - shift - 1 IN
             LET promoted == p < Len(jobs) IN
               LET s == IF ~promoted \/ Naive = "KeepsShift" THEN shift
                        ELSE IF p = 0 \/ Naive = "ForgetsShift" THEN 0 ELSE ShiftIn(marks, p - 1) + 1 IN
                 LET ends == p = want IN
                   /\ IF ends /\ (~promoted \/ taken)
                         THEN /\ ran' = [ran EXCEPT ![(IF promoted THEN content[Last(jobs)] ELSE memory[p + shift])] = ran[(IF promoted THEN content[Last(jobs)] ELSE memory[p + shift])] + 1]
                         ELSE /\ TRUE
                              /\ ran' = ran
                   /\ IF promoted
                         THEN /\ IF ends /\ taken
                                    THEN /\ spare' = Last(jobs)
                                    ELSE /\ TRUE
                                         /\ spare' = spare
                              /\ jobs' = Popped(jobs)
                         ELSE /\ TRUE
                              /\ UNCHANGED << jobs, spare >>
                   /\ marks' = (IF s # 0 THEN Append(Below(marks, p), [from |-> p, shift |-> s]) ELSE Below(marks, p))
                   /\ memory' = [i \in Index |-> IF i >= p + s THEN Nil ELSE memory[i]]
                   /\ top' = p + s
                   /\ shift' = s
                   /\ live' = Popped(live)
                   /\ taken' = FALSE
                   /\ IF ends
                         THEN /\ goal' = Nil
                              /\ want' = 0
                              /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
                         ELSE /\ IF p > (Len(jobs'))
                                    THEN /\ pc' = [pc EXCEPT ![Owner] = "Drop"]
                                    ELSE /\ pc' = [pc EXCEPT ![Owner] = "TakeBack"]
                              /\ UNCHANGED << goal, want >>
        /\ UNCHANGED << request, slot, content, status, forked, handle, made, 
                        job >>

TakeBack == /\ pc[Owner] = "TakeBack"
            /\ IF slot = Last(jobs)
                  THEN /\ slot' = Nil
                       /\ taken' = TRUE
                  ELSE /\ TRUE
                       /\ UNCHANGED << slot, taken >>
            /\ pc' = [pc EXCEPT ![Owner] = "Rearm"]
            /\ UNCHANGED << request, content, status, memory, top, shift, jobs, 
                            marks, ran, forked, live, handle, goal, want, made, 
                            spare, job >>

Rearm == /\ pc[Owner] = "Rearm"
         /\ request' = TRUE
         /\ IF taken
               THEN /\ pc' = [pc EXCEPT ![Owner] = "Drop"]
               ELSE /\ IF Len(live) - 1 = want
                          THEN /\ pc' = [pc EXCEPT ![Owner] = "ReadStatus"]
                          ELSE /\ IF Naive = "CutForgets"
                                     THEN /\ pc' = [pc EXCEPT ![Owner] = "Drop"]
                                     ELSE /\ pc' = [pc EXCEPT ![Owner] = "Discard"]
         /\ UNCHANGED << slot, content, status, memory, top, shift, jobs, 
                         marks, ran, forked, live, handle, goal, want, made, 
                         spare, taken, job >>

ReadStatus == /\ pc[Owner] = "ReadStatus"
              /\ IF status[Last(jobs)] = Complete
                    THEN /\ pc' = [pc EXCEPT ![Owner] = "Drop"]
                    ELSE /\ IF status[Last(jobs)] = NotStarted
                               THEN /\ pc' = [pc EXCEPT ![Owner] = "OwnClaim"]
                               ELSE /\ pc' = [pc EXCEPT ![Owner] = "ReadStatus"]
              /\ UNCHANGED << request, slot, content, status, memory, top, 
                              shift, jobs, marks, ran, forked, live, handle, 
                              goal, want, made, spare, taken, job >>

OwnClaim == /\ pc[Owner] = "OwnClaim"
            /\ IF status[Last(jobs)] = NotStarted
                  THEN /\ status' = [status EXCEPT ![Last(jobs)] = RunBy(Owner)]
                       /\ ran' = [ran EXCEPT ![(content[Last(jobs)])] = ran[(content[Last(jobs)])] + 1]
                       /\ pc' = [pc EXCEPT ![Owner] = "OwnDone"]
                  ELSE /\ pc' = [pc EXCEPT ![Owner] = "ReadStatus"]
                       /\ UNCHANGED << status, ran >>
            /\ UNCHANGED << request, slot, content, memory, top, shift, jobs, 
                            marks, forked, live, handle, goal, want, made, 
                            spare, taken, job >>

OwnDone == /\ pc[Owner] = "OwnDone"
           /\ status' = [status EXCEPT ![Last(jobs)] = Complete]
           /\ pc' = [pc EXCEPT ![Owner] = "ReadStatus"]
           /\ UNCHANGED << request, slot, content, memory, top, shift, jobs, 
                           marks, ran, forked, live, handle, goal, want, made, 
                           spare, taken, job >>

Discard == /\ pc[Owner] = "Discard"
           /\ IF status[Last(jobs)] = NotStarted
                 THEN /\ status' = [status EXCEPT ![Last(jobs)] = RunBy(Owner)]
                      /\ pc' = [pc EXCEPT ![Owner] = "DiscardDone"]
                 ELSE /\ pc' = [pc EXCEPT ![Owner] = "Withdraw"]
                      /\ UNCHANGED status
           /\ UNCHANGED << request, slot, content, memory, top, shift, jobs, 
                           marks, ran, forked, live, handle, goal, want, made, 
                           spare, taken, job >>

DiscardDone == /\ pc[Owner] = "DiscardDone"
               /\ status' = [status EXCEPT ![Last(jobs)] = Complete]
               /\ pc' = [pc EXCEPT ![Owner] = "Drop"]
               /\ UNCHANGED << request, slot, content, memory, top, shift, 
                               jobs, marks, ran, forked, live, handle, goal, 
                               want, made, spare, taken, job >>

Withdraw == /\ pc[Owner] = "Withdraw"
            /\ IF status[Last(jobs)] = Complete
                  THEN /\ pc' = [pc EXCEPT ![Owner] = "Drop"]
                  ELSE /\ pc' = [pc EXCEPT ![Owner] = "Withdraw"]
            /\ UNCHANGED << request, slot, content, status, memory, top, shift, 
                            jobs, marks, ran, forked, live, handle, goal, want, 
                            made, spare, taken, job >>

owner == OwnerIdle \/ Push \/ Poll \/ ClearRequest \/ ReadSlot \/ WriteJob
            \/ Promote \/ Publish \/ Find \/ Take \/ Drop \/ TakeBack
            \/ Rearm \/ ReadStatus \/ OwnClaim \/ OwnDone \/ Discard
            \/ DiscardDone \/ Withdraw

ReadVictim(self) == /\ pc[self] = "ReadVictim"
                    /\ job' = [job EXCEPT ![self] = slot]
                    /\ IF job'[self] = Nil
                          THEN /\ pc' = [pc EXCEPT ![self] = "Request"]
                          ELSE /\ pc' = [pc EXCEPT ![self] = "Claim"]
                    /\ UNCHANGED << request, slot, content, status, memory, 
                                    top, shift, jobs, marks, ran, forked, live, 
                                    handle, goal, want, made, spare, taken >>

Claim(self) == /\ pc[self] = "Claim"
               /\ IF slot = job[self]
                     THEN /\ slot' = Nil
                          /\ pc' = [pc EXCEPT ![self] = "Rerequest"]
                          /\ job' = job
                     ELSE /\ job' = [job EXCEPT ![self] = Nil]
                          /\ pc' = [pc EXCEPT ![self] = "ReadVictim"]
                          /\ slot' = slot
               /\ UNCHANGED << request, content, status, memory, top, shift, 
                               jobs, marks, ran, forked, live, handle, goal, 
                               want, made, spare, taken >>

Rerequest(self) == /\ pc[self] = "Rerequest"
                   /\ request' = TRUE
                   /\ pc' = [pc EXCEPT ![self] = "ClaimJob"]
                   /\ UNCHANGED << slot, content, status, memory, top, shift, 
                                   jobs, marks, ran, forked, live, handle, 
                                   goal, want, made, spare, taken, job >>

ClaimJob(self) == /\ pc[self] = "ClaimJob"
                  /\ IF status[job[self]] = NotStarted
                        THEN /\ status' = [status EXCEPT ![job[self]] = RunBy(self)]
                             /\ pc' = [pc EXCEPT ![self] = "StoreDone"]
                             /\ job' = job
                        ELSE /\ job' = [job EXCEPT ![self] = Nil]
                             /\ pc' = [pc EXCEPT ![self] = "ReadVictim"]
                             /\ UNCHANGED status
                  /\ UNCHANGED << request, slot, content, memory, top, shift, 
                                  jobs, marks, ran, forked, live, handle, goal, 
                                  want, made, spare, taken >>

StoreDone(self) == /\ pc[self] = "StoreDone"
                   /\ ran' = [ran EXCEPT ![(content[job[self]])] = ran[(content[job[self]])] + 1]
                   /\ status' = [status EXCEPT ![job[self]] = Complete]
                   /\ job' = [job EXCEPT ![self] = Nil]
                   /\ pc' = [pc EXCEPT ![self] = "ReadVictim"]
                   /\ UNCHANGED << request, slot, content, memory, top, shift, 
                                   jobs, marks, forked, live, handle, goal, 
                                   want, made, spare, taken >>

Request(self) == /\ pc[self] = "Request"
                 /\ request' = TRUE
                 /\ pc' = [pc EXCEPT ![self] = "ReadVictim"]
                 /\ UNCHANGED << slot, content, status, memory, top, shift, 
                                 jobs, marks, ran, forked, live, handle, goal, 
                                 want, made, spare, taken, job >>

thief(self) == ReadVictim(self) \/ Claim(self) \/ Rerequest(self)
                  \/ ClaimJob(self) \/ StoreDone(self) \/ Request(self)

(* Allow infinite stuttering to prevent deadlock on termination. *)
Terminating == /\ \A self \in ProcSet: pc[self] = "Done"
               /\ UNCHANGED vars

Next == owner
           \/ (\E self \in 1..Thieves: thief(self))
           \/ Terminating

Spec == /\ Init /\ [][Next]_vars
        /\ WF_vars(owner)
        /\ \A self \in 1..Thieves : WF_vars(thief(self))

Termination == <>(\A self \in ProcSet: pc[self] = "Done")

\* END TRANSLATION 
=============================================================================
