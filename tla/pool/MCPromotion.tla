---------------------------- MODULE MCPromotion ----------------------------
(***************************************************************************)
(* The properties of Promotion. Each has a name of its own, so that a      *)
(* failure names it.                                                       *)
(***************************************************************************)
EXTENDS Promotion, FiniteSets, TLC

Thief == 1..Thieves
Frame == 1..Forks
Range(s) == {s[i] : i \in DOMAIN s}

\* The owner is in a frame's body: it forks nothing and joins nothing now.
InBody == pc[Owner] \in {"OwnerIdle", "Done"}
Unpromoted == {frames[i] : i \in (Len(jobs) + 1)..Len(frames)}

\* Thieves that have taken job j and not claimed it, and thieves that run its frame.
Takers(j) == {t \in Thief : pc[t] \in {"Rerequest", "Retract", "PassOn", "ClaimJob"} /\ job[t] = j}
Running(t) == pc[t] \in {"ReadJob", "StoreDone"}
Runners(j) == {t \in Thief : Running(t) /\ job[t] = j}

Parked(t) == pc[t] = "Park" /\ ~permit[t]
SomebodyParked == \E t \in Thief : Parked(t)

\* The thief will load slot, or claim the job in it, before it parks or leaves.
WillLook(t) ==
  \/ pc[t] \in {"ReadVictim", "Claim", "Announce"}
  \/ pc[t] \in {"Request", "ReadClosed"} /\ ~poll.close
  \/ pc[t] = "Park" /\ permit[t]
  \/ pc[t] = "Retract" /\ job[t] = Nil

\* The thief was claimed while it has a job, so it will wake another one.
WillPassOn(t) == pc[t] = "PassOn" \/ (listed[t] /\ t \notin idle /\ job[t] # Nil)

TypeOK ==
  /\ poll \in [close : BOOLEAN, request : BOOLEAN] /\ slot \in Job \cup {Nil}
  /\ content \in [Job -> Frame \cup {Nil}] /\ status \in [Job -> NotStarted..Complete]
  /\ idle \subseteq Thief /\ permit \in [Thief -> BOOLEAN]
  /\ ran \in [Frame -> 0..Thieves+1]
  /\ forked \in 0..Forks /\ made \in 0..Forks /\ spare \in 0..made /\ woken \in Thief \cup {Nil}
  /\ Len(jobs) <= Len(frames) /\ Range(jobs) \subseteq 1..made /\ mine \subseteq Range(jobs) /\ taken \in BOOLEAN
  /\ \A i \in DOMAIN frames : frames[i] \in 1..forked
  /\ listed \in [Thief -> BOOLEAN] /\ job \in [Thief -> Job \cup {Nil}] /\ item \in [Thief -> Frame \cup {Nil}]

-----------------------------------------------------------------------------
(* Safety: frames *)

\* The published frame is the one that was promoted last.
I1 == slot # Nil => slot = Last(jobs) /\ content[slot] = frames[Len(jobs)]

\* Each promoted frame is in one of four states: published, with one thief, run by the
\* process that its job names, or done. If it is neither published nor claimed, one thief
\* is on the way to claim it. Other thieves come too late.
I2 == \A i \in DOMAIN jobs : LET j == jobs[i] IN ~(taken /\ i = Len(jobs)) =>
        CASE status[j] = NotStarted -> Cardinality(Takers(j)) + (IF slot = j THEN 1 ELSE 0) = 1
          [] status[j] = RunBy(Owner) -> slot # j /\ Runners(j) = {} /\ j \in mine
          [] status[j] = Complete -> slot # j /\ Runners(j) = {}
          [] OTHER -> slot # j /\ {RunBy(t) : t \in Runners(j)} = {status[j]} /\ Takers(j) = {}

\* A thief that has claimed a job finds the right frame in it.
I3 == \A t \in Thief : Running(t) => \E i \in DOMAIN jobs : job[t] = jobs[i] /\ content[jobs[i]] = frames[i]

\* While the owner writes a job, no thief has it.
NoRace == pc[Owner] = "WriteJob" =>
            LET j == IF spare = Nil THEN made + 1 ELSE spare IN
              /\ status[j] = NotStarted
              /\ Takers(j) \cup Runners(j) = {}

NoDuplicate == \A f \in Frame : ran[f] <= 1

\* Join returns after the frame was run.
JoinAfterRun == \A f \in 1..forked : f \notin Range(frames) => ran[f] >= 1

\* The published frame is the oldest one that was not promoted before.
OldestFirst ==
  [][slot' \notin {slot, Nil} =>
       /\ content[slot'] \in Unpromoted
       /\ \A f \in Unpromoted : content[slot'] <= f]_vars

\* Other bits of poll are not lost.
NoBitLost == pc[Closer] # "Close" => poll.close

-----------------------------------------------------------------------------
(* Safety: wake-ups *)

\* While a thief is parked and nothing is published, the request is set, or a process is on
\* the way to set it or to publish. If the owner has nothing to promote, the request is for
\* the next fork.
I4 == (SomebodyParked /\ slot = Nil) =>
        \/ poll.request
        \/ pc[Owner] \in {"ReadSlot", "WriteJob", "Publish", "Rearm"}
        \/ \E t \in Thief : pc[t] = "Rerequest"

\* The weaker form: if a thief is parked and a frame is there, some process brings them
\* together. Otherwise the thief would stay parked until the owner joins the frame, or
\* another thief has run a frame.
NoHiddenFrame ==
  ~( /\ SomebodyParked /\ Unpromoted # {} /\ slot = Nil /\ ~poll.request /\ InBody
     /\ ~\E t \in Thief : WillLook(t) \/ pc[t] = "Rerequest" )

\* If a frame is forked while no other is left to run, there is a request. So the frame is
\* published, and its owner need never poll again.
Alone == pc[Owner] = "Poll" /\ Len(frames) = Cardinality(mine) + 1
I6 == Alone => poll.request

\* While a thief is parked and a job is published, a thief that is awake looks for the job,
\* or a thief is about to be woken. A thief that first runs a frame does not count.
I5 == (SomebodyParked /\ slot # Nil) =>
        \/ pc[Owner] \in {"NotifyClaim", "Unpark"}
        \/ \E t \in Thief : WillLook(t) \/ WillPassOn(t)
        \/ pc[Closer] = "CloseUnpark"

\* The weakest form: no job is left that no thief will take.
NoLostWakeup ==
  ~( /\ slot # Nil /\ InBody /\ ~poll.close
     /\ \A t \in Thief : Parked(t) )

-----------------------------------------------------------------------------
(* Progress *)

\* The owner waits only for a thief that runs the frame. Then it has nothing to promote, so
\* it need not poll.
OwnerWaits ==
  /\ ENABLED owner \/ pc[Owner] = "Done"
  /\ (pc[Owner] = "ReadStatus" /\ status[Last(jobs)] \notin {NotStarted, Complete}) =>
       Unpromoted = {} /\ slot = Nil /\ Runners(Last(jobs)) # {}

\* The most accesses that the owner makes before the end of a Fork or Join, except in that
\* wait.
OwnerLeft ==
  CASE InBody -> 0
    [] pc[Owner] = "Poll" -> 7
    [] pc[Owner] = "ClearRequest" -> 6
    [] pc[Owner] = "ReadSlot" -> 5
    [] pc[Owner] = "WriteJob" -> 4
    [] pc[Owner] = "Publish" -> 3
    [] pc[Owner] = "NotifyClaim" -> 2
    [] pc[Owner] = "Unpark" -> 1
    [] pc[Owner] = "TakeBack" -> 5
    [] pc[Owner] = "Rearm" -> 4
    [] pc[Owner] = "ReadStatus" -> IF status[Last(jobs)] = NotStarted THEN 3 ELSE 1
    [] pc[Owner] \in {"OwnClaim", "OwnDone"} -> 2
OwnerBounded ==
  [][(~InBody /\ pc'[Owner] # pc[Owner]) => OwnerLeft' < OwnerLeft]_vars

\* A thief only waits for a permit.
ThiefWaits == \A t \in Thief : ENABLED thief(t) \/ Parked(t) \/ pc[t] = "Done"

\* The owner ends, whether or not the pool is closed.
OwnerEnds == <>(pc[Owner] = "Done")

\* An owner that polls while a thief is parked publishes a frame. Except: a frame is
\* published already, or another thief has yet to do its Rerequest.
OneAhead ==
  (SomebodyParked /\ pc[Owner] = "Poll" /\ slot = Nil /\ ~\E t \in Thief : pc[t] = "Rerequest")
    ~> (slot # Nil)

\* The published job is claimed, even if the owner never takes another step.
ThievesOnly == Init /\ [][Next]_vars /\ \A t \in Thief : WF_vars(thief(t))
Claimed == (InBody /\ slot # Nil) ~> (slot = Nil)

\* If no other frame is left to run, the last frame is run, even if the owner stays in a
\* leaf for ever.
Ran == \A f \in 1..forked : ran[f] > 0
Served == (Alone /\ forked = Forks) ~> Ran

\* The same for the last frame, whatever others there are.
LastServed == (pc[Owner] = "Poll" /\ forked = Forks) ~> Ran

-----------------------------------------------------------------------------
(* The properties are not vacuous: all of these occur *)

At(t, label) == pc[t] = label
Reached == [
  PollQuiet    |-> At(Owner, "Poll") /\ poll = Quiet,
  PollClose    |-> At(Owner, "Poll") /\ poll.close /\ ~poll.request,
  PollBoth     |-> At(Owner, "Poll") /\ poll.close /\ poll.request,
  SlotFull     |-> At(Owner, "ReadSlot") /\ slot # Nil,
  Recycled     |-> At(Owner, "WriteJob") /\ spare # Nil,
  SecondJob    |-> At(Owner, "WriteJob") /\ Len(jobs) = 1,
  Nested       |-> At(Owner, "WriteJob") /\ mine # {},
  Notifies     |-> At(Owner, "NotifyClaim") /\ idle # {},
  NobodyIdle   |-> At(Owner, "NotifyClaim") /\ idle = {},
  PopsPrivate  |-> At(Owner, "OwnerIdle") /\ Unpromoted # {} /\ jobs # <<>>,
  TakesBack    |-> At(Owner, "TakeBack") /\ slot = Last(jobs),
  TooLate      |-> At(Owner, "TakeBack") /\ slot # Last(jobs),
  Waits        |-> At(Owner, "ReadStatus") /\ status[Last(jobs)] \notin {NotStarted, Complete},
  FoundDone    |-> At(Owner, "ReadStatus") /\ status[Last(jobs)] = Complete,
  ClaimsStolen |-> At(Owner, "OwnClaim") /\ status[Last(jobs)] = NotStarted,
  ClaimsLate   |-> At(Owner, "OwnClaim") /\ status[Last(jobs)] # NotStarted,
  JobGone      |-> \E t \in Thief : At(t, "ClaimJob") /\ status[job[t]] = RunBy(Owner),
  JobDone      |-> \E t \in Thief : At(t, "ClaimJob") /\ status[job[t]] = Complete,
  ClaimLost    |-> \E t \in Thief : At(t, "Claim") /\ slot # job[t],
  RecheckFinds |-> \E t \in Thief : At(t, "ReadVictim") /\ listed[t] /\ slot # Nil,
  RecheckLost  |-> \E t \in Thief : At(t, "Claim") /\ listed[t] /\ slot # job[t],
  RetractLate  |-> \E t \in Thief : At(t, "Retract") /\ job[t] # Nil /\ t \notin idle,
  StalePermit  |-> \E t \in Thief : At(t, "Park") /\ permit[t] /\ t \in idle,
  Wakes        |-> \E t \in Thief : At(t, "Park") /\ permit[t] /\ t \notin idle,
  LeavesLate   |-> \E t \in Thief : At(t, "ReadClosed") /\ poll.close,
  LeftPermit   |-> \E t \in Thief : At(t, "Done") /\ permit[t],
  ClosedParked |-> At(Closer, "CloseUnpark") /\ \E t \in Thief : Parked(t) ]

\* Two thieves run frames of one owner at the same time. All other results need one thief
\* only.
OneAtWork == ~\E t, u \in Thief : At(t, "StoreDone") /\ At(u, "StoreDone") /\ t # u

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
