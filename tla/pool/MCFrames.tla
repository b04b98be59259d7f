------------------------------ MODULE MCFrames ------------------------------
(***************************************************************************)
(* The properties of Frames. Each has a name of its own, so that a failure *)
(* names it.                                                               *)
(***************************************************************************)
EXTENDS Frames, FiniteSets, TLC

Thief == 1..Thieves
Range(s) == {s[i] : i \in DOMAIN s}
Height == top - shift
Unpromoted == (Len(jobs) + 1)..Len(live)

\* The index of the frame at position i - 1.
At(i) == i - 1 + shift

TypeOK ==
  /\ request \in BOOLEAN /\ slot \in Job \cup {Nil}
  /\ content \in [Job -> Frame \cup {Nil}] /\ status \in [Job -> NotStarted..Complete]
  /\ memory \in [Index -> Frame \cup {Nil}] /\ top \in 0..(2 * Forks) /\ shift \in 0..top
  /\ Range(jobs) \subseteq 1..made /\ ran \in [Frame -> 0..2]
  /\ \A i \in DOMAIN marks : marks[i].from \in Frame /\ marks[i].shift \in 1..Forks
  /\ forked \in 0..Forks /\ made \in 0..Forks /\ spare \in 0..made /\ taken \in BOOLEAN
  /\ Range(live) \subseteq 1..forked /\ goal \in Range(live) \cup {Nil} /\ job \in [Thief -> Job \cup {Nil}]

-----------------------------------------------------------------------------
(* Handles *)

\* The handle of each frame leads to its position.
Finds == \A i \in DOMAIN live : PositionIn(marks, handle[live[i]], Height) = i - 1

\* Handles grow with the position, so no two frames have the same one.
Grow == \A i, j \in DOMAIN live : i < j => handle[live[i]] < handle[live[j]]

\* Only the newest frame can be at the top with its handle, and only if it has no job. So one
\* comparison is enough for the fast path.
Fast == \A i \in DOMAIN live : handle[live[i]] = top - 1 => i = Len(live) /\ i > Len(jobs)

\* A frame without a job is at the index in its handle, or one above: it moves at most once.
MovesOnce == \A i \in Unpromoted : At(i) - handle[live[i]] \in {0, 1}

\* Marks rise, except that one may follow higher ones for each promotion but the oldest. The higher
\* ones no longer count. Take removes no marks, so some may be above the top.
MarksRise ==
  /\ \A i \in 2..Len(marks) : marks[i - 1].from # marks[i].from
  /\ Cardinality({i \in 2..Len(marks) : marks[i - 1].from > marks[i].from}) <= Max({0, Len(jobs) - 1})
  /\ jobs = <<>> => marks = <<>>

\* The frame that is taken or joined is the one with the handle.
RightFrame ==
  /\ pc[Owner] = "Take" => memory[top - 1] = goal
  /\ (pc[Owner] = "Drop" /\ Height - 1 = want) =>
       (IF want < Len(jobs) THEN content[Last(jobs)] ELSE memory[want + shift]) = goal

-----------------------------------------------------------------------------
(* Frames *)

\* The stack has each frame, and each frame without a job is in its place.
Kept == Height = Len(live) /\ \A i \in Unpromoted : memory[At(i)] = live[i]

\* The oldest frames have jobs, with their arguments.
OldestHaveJobs == Len(jobs) <= Len(live) /\ \A i \in DOMAIN jobs : content[jobs[i]] = live[i]

\* The published job is the newest one.
Published == slot # Nil => jobs # <<>> /\ slot = Last(jobs)

NoDuplicate == \A f \in Frame : ran[f] <= 1

\* Without cuts each frame that was joined has been run.
JoinAfterRun == \A f \in 1..forked : f \notin Range(live) => Cuts \/ ran[f] = 1

\* A thief runs no frame that has been joined or dropped.
NoneLeft == \A t \in Thief : pc[t] = "StoreDone" => \E i \in DOMAIN jobs : jobs[i] = job[t]

-----------------------------------------------------------------------------
(* Progress *)

\* The owner ends its joins.
OwnerEnds == <>(pc[Owner] = "Done")

-----------------------------------------------------------------------------
(* The properties are not vacuous: all of these occur *)

Is(label) == pc[Owner] = label
Reached == [
  Moves       |-> Is("Promote") /\ ShiftIn(marks, Len(jobs)) = shift,
  MovedBefore |-> Is("Promote") /\ ShiftIn(marks, Len(jobs)) # shift,
  MovesMore   |-> Is("Promote") /\ ShiftIn(marks, Len(jobs)) = shift /\ Len(live) > Len(jobs) + 1,
  TwoMarks    |-> Len(marks) = 2,
  Fastest     |-> Is("Take"),
  FastShifted |-> Is("Take") /\ shift > 0,
  Slow        |-> Is("Drop") /\ Len(live) > Len(jobs),
  Recycled    |-> Is("WriteJob") /\ spare # Nil,
  DropsJob    |-> Is("Drop") /\ Len(live) = Len(jobs) /\ Len(jobs) > 1,
  TakesBack   |-> Is("TakeBack") /\ slot = Last(jobs),
  TooLate     |-> Is("TakeBack") /\ slot # Last(jobs),
  ClaimsLate  |-> Is("OwnClaim") /\ status[Last(jobs)] # NotStarted,
  CutsPrivate |-> Is("Drop") /\ Len(live) > Len(jobs) /\ Len(live) - 1 # want,
  Discards    |-> Is("Discard") /\ status[Last(jobs)] = NotStarted,
  Withdraws   |-> Is("Withdraw") /\ status[Last(jobs)] # Complete ]

\* This invariant fails as soon as each of them has occurred somewhere. TLC must run it with
\* one worker, since each worker has registers of its own.
ASSUME TLCSet(1, {})
SomethingUnreached ==
  LET reached == Reached
      before == TLCGet(1)
      now == before \cup {n \in DOMAIN reached : reached[n]}
  IN /\ now # before => PrintT(<<"reached", now \ before>>)
     /\ TLCSet(1, now)
     /\ now # DOMAIN Reached
=============================================================================
