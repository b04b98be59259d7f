---------------------------- MODULE MCPromotion ----------------------------
(***************************************************************************)
(* What must hold of Promotion, each property under its own name, so that  *)
(* a failure names itself. I1 to I5 are to stand in the header of          *)
(* pool/promotion.go.                                                      *)
(***************************************************************************)
EXTENDS Promotion, FiniteSets, TLC

Thief == 1..Thieves
Frame == 1..Forks
Range(s) == {s[i] : i \in DOMAIN s}

\* The owner is in a frame's body: it forks nothing and joins nothing now.
InBody == pc[Owner] \in {"OwnerIdle", "Done"}
Unpromoted == {frames[i] : i \in (promoted + 1)..Len(frames)}

\* Thieves that have claimed job j and not ended its frame.
Running(t) == pc[t] \in {"Rerequest", "ReadJob", "StoreDone"}
Holders(j) == {t \in Thief : Running(t) /\ job[t] = j}

Parked(t) == pc[t] = "Park" /\ ~permit[t]
SomebodyParked == \E t \in Thief : Parked(t)

\* It will load slot, or claim what is there, before it parks or leaves.
WillLook(t) ==
  \/ pc[t] \in {"ReadVictim", "Claim", "Announce", "Recheck", "Retract"}
  \/ pc[t] = "Request" /\ ~poll.close
  \/ pc[t] = "Park" /\ permit[t]

TypeOK ==
  /\ poll \in [close : BOOLEAN, request : BOOLEAN] /\ slot \in Job \cup {Nil}
  /\ content \in [Job -> Frame \cup {Nil}] /\ done \in [Job -> BOOLEAN]
  /\ idle \subseteq Thief /\ permit \in [Thief -> BOOLEAN]
  /\ ran \in [Frame -> 0..Thieves+1]
  /\ forked \in 0..Forks /\ promoted \in 0..Len(frames) /\ woken \in Thief \cup {Nil}
  /\ \A i \in DOMAIN frames : frames[i] \in 1..forked
  /\ job \in [Thief -> Job \cup {Nil}] /\ item \in [Thief -> Frame \cup {Nil}]

-----------------------------------------------------------------------------
(* Safety: frames *)

\* What is published is the frame that was promoted last.
I1 == slot # Nil => slot = promoted /\ content[slot] = frames[promoted]

\* Each other promoted frame is with one thief, or done.
I2 == \A j \in 1..promoted :
        (IF slot = j THEN 1 ELSE 0) + Cardinality(Holders(j)) + (IF done[j] THEN 1 ELSE 0) = 1

\* A thief that has claimed a job finds the frame of that place in it.
I3 == \A t \in Thief : Running(t) => job[t] <= promoted /\ content[job[t]] = frames[job[t]]

\* A job is not written while a thief uses its plain field.
NoRace == pc[Owner] = "WriteJob" =>
            \A t \in Thief : pc[t] \in {"ReadJob", "StoreDone"} => job[t] # promoted + 1

NoDuplicate == \A f \in Frame : ran[f] <= 1

\* Join returns after the frame was run.
JoinAfterRun == \A f \in 1..forked : f \notin Range(frames) => ran[f] >= 1

\* What is published is the oldest frame that was not.
OldestFirst ==
  [][slot' \notin {slot, Nil} =>
       /\ content[slot'] \in Unpromoted
       /\ \A f \in Unpromoted : content[slot'] <= f]_vars

\* Other bits of poll are not lost.
NoBitLost == pc[Closer] # "Close" => poll.close

-----------------------------------------------------------------------------
(* Safety: wake-ups *)

\* While a thief is parked and nothing is published, the request is set, or
\* somebody is on the way to set it or to publish. Where the owner has nothing
\* to promote, that is for the next fork.
I4 == (SomebodyParked /\ slot = Nil) =>
        \/ poll.request
        \/ pc[Owner] \in {"ReadSlot", "WriteJob", "Publish", "Rearm"}
        \/ \E t \in Thief : pc[t] = "Rerequest"

\* The weaker form: a thief is parked, a frame is there, and nobody will bring
\* them together: until the owner joins it, or a thief has run another.
NoHiddenFrame ==
  ~( /\ SomebodyParked /\ Unpromoted # {} /\ slot = Nil /\ ~poll.request /\ InBody
     /\ ~\E t \in Thief : WillLook(t) \/ pc[t] = "Rerequest" )

\* While a thief is parked and a job is published, somebody who is awake looks
\* for it, or is about to be woken: not only when it has run a frame.
I5 == (SomebodyParked /\ slot # Nil) =>
        \/ pc[Owner] \in {"NotifyClaim", "Unpark"}
        \/ \E t \in Thief : WillLook(t)
        \/ pc[Closer] = "CloseUnpark"

\* The weakest form: there is a job, and nobody will come for it.
NoLostWakeup ==
  ~( /\ slot # Nil /\ InBody /\ ~poll.close
     /\ \A t \in Thief : Parked(t) )

-----------------------------------------------------------------------------
(* Progress *)

\* The owner waits for nothing but a thief that runs the frame. There is nothing
\* then that it could promote: so it need not poll.
OwnerWaits ==
  /\ ENABLED owner \/ pc[Owner] = "Done"
  /\ (pc[Owner] = "ReadDone" /\ ~done[promoted]) =>
       Unpromoted = {} /\ slot = Nil /\ Holders(promoted) # {}

\* It is at most so many accesses from the end of a Fork or Join, but for that.
OwnerLeft ==
  CASE InBody -> 0
    [] pc[Owner] = "Poll" -> 7
    [] pc[Owner] = "ClearRequest" -> 6
    [] pc[Owner] = "ReadSlot" -> 5
    [] pc[Owner] = "WriteJob" -> 4
    [] pc[Owner] = "Publish" -> 3
    [] pc[Owner] \in {"NotifyClaim", "TakeBack"} -> 2
    [] pc[Owner] \in {"Unpark", "Rearm", "ReadDone"} -> 1
OwnerBounded ==
  [][(~InBody /\ pc'[Owner] # pc[Owner]) => OwnerLeft' < OwnerLeft]_vars

\* A thief waits for a permit only.
ThiefWaits == \A t \in Thief : ENABLED thief(t) \/ Parked(t) \/ pc[t] = "Done"

\* The owner ends, whether or not somebody closes.
OwnerEnds == <>(pc[Owner] = "Done")

\* An owner that polls while a thief is parked publishes a frame, unless one is
\* published, or another thief has not yet done its Rerequest.
OneAhead ==
  (SomebodyParked /\ pc[Owner] = "Poll" /\ slot = Nil /\ ~\E t \in Thief : pc[t] = "Rerequest")
    ~> (slot # Nil)

\* What is published is claimed, even if the owner never does anything again.
ThievesOnly == Init /\ [][Next]_vars /\ \A t \in Thief : WF_vars(thief(t))
Claimed == (InBody /\ slot # Nil) ~> (slot = Nil)

\* With one frame: it is run, though the owner sits in a leaf for ever, if a
\* thief was parked when the frame was forked. A later request is never seen.
Ran == \A f \in 1..forked : ran[f] > 0
LeafServed == (SomebodyParked /\ pc[Owner] = "Poll") ~> Ran
LateServed == (pc[Owner] = "Poll") ~> Ran

-----------------------------------------------------------------------------
(* Nothing above is vacuous: all of these occur *)

At(t, label) == pc[t] = label
Reached == [
  PollQuiet    |-> At(Owner, "Poll") /\ poll = Quiet,
  PollClose    |-> At(Owner, "Poll") /\ poll.close /\ ~poll.request,
  PollBoth     |-> At(Owner, "Poll") /\ poll.close /\ poll.request,
  SlotFull     |-> At(Owner, "ReadSlot") /\ slot # Nil,
  Recycled     |-> At(Owner, "WriteJob") /\ content[promoted + 1] # Nil,
  SecondJob    |-> At(Owner, "WriteJob") /\ promoted = 1,
  Notifies     |-> At(Owner, "NotifyClaim") /\ idle # {},
  NobodyIdle   |-> At(Owner, "NotifyClaim") /\ idle = {},
  PopsPrivate  |-> At(Owner, "OwnerIdle") /\ Unpromoted # {} /\ promoted > 0,
  TakesBack    |-> At(Owner, "TakeBack") /\ slot = promoted,
  TooLate      |-> At(Owner, "TakeBack") /\ slot # promoted,
  Waits        |-> At(Owner, "ReadDone") /\ ~done[promoted],
  FoundDone    |-> At(Owner, "ReadDone") /\ done[promoted],
  ClaimLost    |-> \E t \in Thief : At(t, "Claim") /\ slot # job[t],
  RecheckFinds |-> \E t \in Thief : At(t, "Recheck") /\ slot # Nil,
  RetractLate  |-> \E t \in Thief : At(t, "Retract") /\ job[t] # Nil /\ t \notin idle,
  StalePermit  |-> \E t \in Thief : At(t, "Park") /\ permit[t] /\ t \in idle,
  Wakes        |-> \E t \in Thief : At(t, "Park") /\ permit[t] /\ t \notin idle,
  LeavesLate   |-> \E t \in Thief : At(t, "Request") /\ poll.close,
  LeftPermit   |-> \E t \in Thief : At(t, "Done") /\ permit[t],
  ClosedParked |-> At(Closer, "CloseUnpark") /\ \E t \in Thief : Parked(t) ]

\* Two thieves run frames of one owner at once. The rest needs one only.
OneAtWork == ~\E t, u \in Thief : At(t, "StoreDone") /\ At(u, "StoreDone") /\ t # u

\* An invariant that fails as soon as each of them has occurred somewhere. One
\* worker must run it: a register is a worker's own.
ASSUME TLCSet(1, {})
SomethingUnreached ==
  LET reached == Reached
      before == TLCGet(1)
      now == before \cup {n \in DOMAIN reached : reached[n]}
  IN /\ now # before => PrintT(<<"reached", now \ before>>)
     /\ TLCSet(1, now)
     /\ now # DOMAIN Reached
=============================================================================
