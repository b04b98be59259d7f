------------------------------ MODULE MCSplit ------------------------------
(***************************************************************************)
(* The properties of Split. Each has its own name, so a failure names      *)
(* itself. I1 to I3 are the invariants in the header of wsq/split.go.      *)
(***************************************************************************)
EXTENDS Split, FiniteSets, TLC

Thief == 1..Thieves
Index == 0..Items
Ring == [ring : 0..Rings-1, size : 0..Slots]
Words == [tail : Index, split : -1..Items]
Idle == pc[Owner] = "OwnerIdle"

At(x, i) == slots[x.ring][i % x.size]
Open(n) == word[n].tail <= word[n].split
NextRing == (r.ring + 1) % Rings

\* The items are the indices [Tail, head). Those in [Tail, split) are public,
\* also while the ring is closed.
Tail == word[r.ring].tail

\* Items that were pushed and not taken; and those of them that a thief has
\* claimed.
Present == {i \in 1..pushed : taken[i] = 0}
Claimers == {i \in Thief : pc[i] = "StealReadSlot"}
Claimed == {At(a[i], seen[i].tail) : i \in Claimers}
Here == Present \ Claimed
Rest(i) == pc[i] \notin {"StealReadSlot", "StealFinish"}
AllRest == \A i \in Thief : Rest(i)

TypeOK ==
  /\ request \in BOOLEAN /\ array \in Ring /\ word \in [0..Rings-1 -> Words]
  /\ slots \in [0..Rings-1 -> [0..Slots-1 -> Index]]
  /\ done \in [0..Rings-1 -> [0..Slots-1 -> Index]]
  /\ pushed \in Index /\ taken \in [0..Items -> 0..Items] /\ owed \in BOOLEAN
  /\ head \in Index /\ split \in Index /\ r \in Ring /\ free \in Index
  /\ w \in Words /\ next \in 0..Slots /\ takes \in BOOLEAN
  /\ seen \in [Thief -> Words] /\ a \in [Thief -> Ring]

\* No thread has a pointer to the next ring number when the owner uses it. So a
\* pointer always means the ring that has its number.
EnoughRings ==
  pc[Owner] = "SwapCopy" => r.ring # NextRing /\ \A i \in Thief : a[i] = NoRing \/ a[i].ring # NextRing

-----------------------------------------------------------------------------
(* Safety *)

\* The items are the indices [Tail, head), oldest first.
I1 == /\ Tail <= split /\ split <= head /\ array = r
      /\ Open(r.ring) => word[r.ring].split = split
      /\ \A i \in Tail..(head-1) :
           At(r, i) \in Here /\ \A j \in Tail..(i-1) : At(r, j) < At(r, i)

\* Only the current ring is open, or the next ring before it is shared.
I2 == \A n \in 0..Rings-1 : Open(n) => n = r.ring \/ (pc[Owner] = "SwapPublish" /\ n = NextRing)
\* A closed ring is never opened again, and no thief claims from it.
I2Step ==
  [][/\ \A n \in 0..Rings-1 : (~Open(n) /\ word'[n] # word[n]) => pc[Owner] = "SwapCopy" /\ n = NextRing
     /\ \A i \in Thief : (pc[i] = "StealClaim" /\ pc'[i] = "StealReadSlot") => a[i] = array]_vars

\* A claimed slot is not written until its thief has finished.
I3 == [][\A i \in Thief : ~Rest(i) =>
           slots'[a[i].ring][seen[i].tail % a[i].size] = At(a[i], seen[i].tail)]_vars

\* Each thief has claimed an item of its own and finds it in the slot.
OneClaimEach == Claimed \subseteq Present /\ Cardinality(Claimed) = Cardinality(Claimers)

\* No two threads use a plain slot at the same time.
NoRace == \A i \in Claimers : a[i] = r =>
            /\ pc[Owner] = "PushWrite" => head % r.size # seen[i].tail % r.size
            /\ pc[Owner] = "PopTakeSlot" => (head - 1) % r.size # seen[i].tail % r.size
            /\ pc[Owner] \in {"PushReadDone", "MeetReadDone", "ScrubReadDone"} =>
                 free > seen[i].tail \/ Finished(done[r.ring], r, free, w.tail) <= seen[i].tail

\* No access is beyond a ring, and no slot is in use twice.
Bounds == /\ free <= Tail /\ head - free <= r.size
          /\ pc[Owner] = "PushWrite" => head - free < r.size /\ At(r, head) = Nil
          /\ pc[Owner] = "PopTakeSlot" => split < head
          /\ pc[Owner] \in {"SwapCopy", "SwapPublish"} => head - Tail < next

NoDuplicate == \A i \in 1..Items : taken[i] <= 1
NoNil == taken[Nil] = 0
NoLoss == Idle => Cardinality(Present) = (head - Tail) + Cardinality(Claimers)

\* A slot that holds an item outside of the deque is one that the owner will
\* clear.
Retention ==
  Idle => \A s \in 0..Slots-1 :
            slots[r.ring][s] # Nil => \E i \in free..(head-1) : i % r.size = s

\* When no thief is between claim and mark, each claimed slot is cleared or marked.
Released == AllRest => \A i \in free..(Tail-1) : done[r.ring][i % r.size] = i + 1

\* In that state, a Scrub clears all slots. If more than Lag slots are left, an
\* owner that publishes items, takes some back or finds none clears a batch.
ScrubbedBy(label, limit) ==
  (pc[Owner] = label /\ pc'[Owner] # label /\ AllRest) => free' = Min(w.tail, free + limit)
Scrubbed == [][ScrubbedBy("ScrubReadDone", r.size) /\ ScrubbedBy("MeetReadDone", Batch)]_vars
Lagging ==
  [][(\/ pc[Owner] = "SharePublish" /\ split' # split
      \/ pc[Owner] = "PopShrink" /\ split' # split
      \/ pc[Owner] = "PopReadWord" /\ pc'[Owner] \notin {"PopReadWord", "PopShrink"})
       => (pc'[Owner] = "MeetReadDone" <=> Tail - free > Lag)]_vars

-----------------------------------------------------------------------------
(* Order: a thief claims the oldest item, a Pop the youngest *)

Fifo ==
  [][\A i \in Thief : (pc[i] = "StealClaim" /\ pc'[i] = "StealReadSlot") =>
        /\ At(a[i], seen[i].tail) \in Here
        /\ \A j \in Here : At(a[i], seen[i].tail) <= j]_vars
Lifo ==
  [][(pc[Owner] = "PopTakeSlot" /\ pc'[Owner] # "PopTakeSlot") =>
        At(r, head - 1) \in Here /\ \A j \in Here : j <= At(r, head - 1)]_vars
\* Pop is empty only if the deque is empty.
PopEmpty ==
  [][(pc[Owner] = "PopReadWord" /\ pc'[Owner] \in {"OwnerIdle", "MeetReadDone"}) => Here = {}]_vars

-----------------------------------------------------------------------------
(* Requests: the meaning of Empty, and its effect *)

\* A thief answers Empty only when no item is public: the contract Public.
PublicEmpty ==
  [][\A i \in Thief : (pc[i] = "StealReadWord" /\ pc'[i] = "StealReadRequest") =>
        {At(r, j) : j \in Tail..(split-1)} = {}]_vars

\* A thief that answers Empty leaves a request.
LeavesRequest ==
  [][\A i \in Thief : (pc[i] \in {"StealReadRequest", "StealRequest"} /\ pc'[i] = "StealReadArray") =>
        request']_vars
\* No request is lost: it stands until the owner publishes.
RequestStands == owed => request \/ pc[Owner] \in {"ShareReadWord", "SharePublish"}

\* An operation that finds a request publishes, or leaves no private item.
RequestHeeded ==
  [][(~Idle /\ Idle' /\ pc[Owner] \in {"PushPoll", "PopPoll"} /\ request) => head' = split']_vars
\* The owner publishes half of the private items, rounded up.
Publishes ==
  [][split' > split => /\ pc[Owner] = "SharePublish" /\ Tail' < split'
                       /\ 2 * (split' - split) - (head - split) \in {0, 1}]_vars

\* The same over time: a thief's request leads to a publication once the owner
\* pushes, or pops with another private item left. That holds whatever thieves
\* do.
OwnerAlone == Init /\ [][Next]_vars /\ WF_vars(owner)
Pushing == pc[Owner] \in {"PushReadTail", "PushReadDone", "SwapReadWord", "SwapClose", "SwapCopy",
                          "SwapPublish", "PushWrite", "PushPoll"}
Answered == (owed /\ (Pushing \/ head - split >= 2)) ~> ~owed

-----------------------------------------------------------------------------
(* Progress *)

\* Every thread can always take a step: no thread waits for another.
NobodyWaits == ENABLED owner /\ \A i \in Thief : ENABLED thief(i)

\* The owner is wait-free: the most accesses that are left of its operation fall
\* with each of its steps and never rise. Public items bound them, because each
\* can cost the owner one CAS.
Public == split - Tail
Lost == 2 * (w.split - w.tail)
OwnerLeft ==
  CASE pc[Owner] = "OwnerIdle" -> 0
    [] pc[Owner] = "ScrubReadTail" -> 2
    [] pc[Owner] = "ScrubReadDone" -> 1
    [] pc[Owner] = "PushReadTail" -> 2 * Public + 12
    [] pc[Owner] = "PushReadDone" -> 2 * Public + 11
    [] pc[Owner] = "SwapReadWord" -> 2 * Public + 10
    [] pc[Owner] = "SwapClose" -> Lost + 9
    [] pc[Owner] = "SwapCopy" -> 2 * Public + 8
    [] pc[Owner] = "SwapPublish" -> 2 * Public + 7
    [] pc[Owner] = "PopReadWord" -> 2 * Public + 9
    [] pc[Owner] = "PopShrink" -> Lost + 8
    [] pc[Owner] \in {"PushWrite", "PopTakeSlot"} -> 2 * Public + 6
    [] pc[Owner] \in {"PushPoll", "PopPoll"} -> 2 * Public + 5
    [] pc[Owner] = "ShareClear" -> 2 * Public + 4
    [] pc[Owner] = "ShareReadWord" -> 2 * Public + 3
    [] pc[Owner] = "SharePublish" -> Lost + 2
    [] pc[Owner] = "MeetReadDone" -> IF takes THEN 2 * Public + 7 ELSE 1
OwnerWaitFree ==
  [][~Idle => IF pc'[Owner] = pc[Owner] THEN OwnerLeft' <= OwnerLeft ELSE OwnerLeft' < OwnerLeft]_vars

\* Every item is taken in the end, if no thread stops for good and the owner
\* does more than scrub.
AllTaken == <>[](Present = {})

\* One thief takes all public items, even if every other thread may stop
\* anywhere. This fails if the owner stops with its ring closed.
OneThief == Init /\ [][Next]_vars /\ WF_vars(thief(1))
Drained == <>[](Public = 0 \/ ~Open(r.ring))
DrainedAlways == <>[](Public = 0)

-----------------------------------------------------------------------------
(* Nothing above is vacuous: each of these occurs *)

Is(label) == pc[Owner] = label
Reached == [
  Stolen      |-> Claimers # {},
  RetryLost   |-> \E i \in Thief : pc[i] = "StealClaim" /\ word[a[i].ring] # seen[i],
  RetryClosed |-> \E i \in Thief : pc[i] = "StealReadWord" /\ ~Open(a[i].ring),
  Asks        |-> \E i \in Thief : pc[i] = "StealRequest",
  Asked       |-> \E i \in Thief : pc[i] = "StealReadRequest" /\ request,
  AskedTwice  |-> request /\ Is("SharePublish"),
  PopFirst    |-> Is("PopTakeSlot") /\ Public > 0,
  PopLast     |-> Is("PopTakeSlot") /\ head = Tail + 1,
  PopEmpty    |-> Is("PopReadWord") /\ Public = 0,
  ShrinkLost  |-> Is("PopShrink") /\ word[r.ring] # w,
  Shrinks     |-> Is("PopShrink") /\ word[r.ring] = w /\ w.split - w.tail >= 2,
  PublishLost |-> Is("SharePublish") /\ word[r.ring] # w,
  CloseLost   |-> Is("SwapClose") /\ word[r.ring] # w,
  NoneToShare |-> Is("PopPoll") /\ request /\ head = split,
  PushShares  |-> Is("PushPoll") /\ request,
  PopShares   |-> Is("PopPoll") /\ request /\ head # split,
  Clears      |-> Is("MeetReadDone") /\ ~takes /\ done[r.ring][free % r.size] = free + 1,
  ClearsTakes |-> Is("MeetReadDone") /\ takes /\ done[r.ring][free % r.size] = free + 1,
  RoomAgain   |-> Is("PushReadDone") /\ free < w.tail /\ done[r.ring][free % r.size] = free + 1,
  Grows       |-> Is("SwapPublish") /\ next > r.size,
  Evades      |-> Is("SwapPublish") /\ next = r.size,
  Wraps       |-> Is("PushWrite") /\ head >= r.size,
  OldRing     |-> \E i \in Claimers : a[i] # array,
  Overtaken   |-> \E i \in Claimers : pc[Owner] = "PushPoll" /\ a[i] # r /\ head - seen[i].tail > a[i].size ]

\* An invariant that fails once each of them has occurred in some state. It
\* needs a single worker, because each worker has its own registers.
ASSUME TLCSet(1, {})
SomethingUnreached ==
  LET known == TLCGet(1)
      now == known \cup {n \in DOMAIN Reached : Reached[n]}
  IN /\ now # known => PrintT(<<"reached", now \ known>>)
     /\ TLCSet(1, now)
     /\ now # DOMAIN Reached
=============================================================================
