-------------------------------- MODULE Split -------------------------------
(***************************************************************************)
(* This module specifies wsq/split.go and split_ring.go, the split deque   *)
(* of Lace.                                                                *)
(*                                                                         *)
(* A label is one shared access of those files and has the name at the end *)
(* of its line. Its step also does the private work up to the next label.  *)
(* OwnerIdle is no access: there the owner chooses its next operation.     *)
(* Three kinds of labels are regions of several accesses. No thread can    *)
(* distinguish them from one step, for the reasons that the code gives.    *)
(* ...ReadDone reads marks and clears slots. SwapCopy fills a ring that    *)
(* only the owner knows. PopTakeSlot reads and clears a slot.              *)
(*                                                                         *)
(* Rings have numbers: word[n], slots[n] and done[n] are the memory of     *)
(* ring n. A pointer to a ring is a record of its number and its size.     *)
(* Numbers are reused, as the garbage collector reuses memory.             *)
(* MCSplit!EnoughRings says that no thread has a pointer to the old ring   *)
(* of that number. A ring is closed if split is tail - 1 in its word.      *)
(*                                                                         *)
(* Names: head, split, r and free are those of the code. w is the owner's  *)
(* copy of its ring's word, seen a thief's copy, and a the thief's ring.   *)
(* next is the capacity of the ring to be made. takes says that a Pop that *)
(* clears slots has still to take its item. Indices do not wrap around     *)
(* here, slots do.                                                         *)
(*                                                                         *)
(* The code has Lag = 16, Batch = 32, First >= 2.                          *)
(***************************************************************************)
EXTENDS Integers

CONSTANTS
  Items,     \* the most items that the owner pushes: 1, 2, ...
  Thieves,   \* number of thieves: 1, 2, ...
  First,     \* capacity of the first ring, a power of two
  Slots,     \* slots of the largest ring
  Rings,     \* number of rings
  Lag,       \* finished slots that may wait before the owner clears some
  Batch,     \* the most slots that one operation clears
  Scrubs,    \* 1 if the owner calls Scrub as well, else 0
  Naive      \* "", or the fault of a Naive configuration

Owner == 0
Nil == 0
NoRing == [ring |-> 0, size |-> 0]
FirstRing == [ring |-> 0, size |-> First]
Fresh == [s \in 0..Slots-1 |-> 0]
Word(i, j) == [tail |-> i, split |-> j]
NoWord == Word(0, 0)
Closed(i) == Word(i, i - 1)
Min(i, j) == IF i < j THEN i ELSE j

\* The end of the finished indices of ring x: the first index without a mark.
Finished(marks, x, from, end) ==
  CHOOSE f \in from..end :
    /\ \A i \in from..(f-1) : Naive = "NoReadDone" \/ marks[i % x.size] = i + 1
    /\ f = end \/ ~(Naive = "NoReadDone" \/ marks[f % x.size] = f + 1)

Cleared(ring, x, from, end) ==
  [s \in 0..Slots-1 |-> IF \E i \in from..(end-1) : i % x.size = s THEN Nil ELSE ring[s]]

\* The slots of a new ring that is copied from ring x.
Copied(ring, x, from, end, size) ==
  [s \in 0..Slots-1 |->
     IF \E i \in from..(end-1) : i % size = s
     THEN ring[(CHOOSE i \in from..(end-1) : i % size = s) % x.size]
     ELSE Nil]

(* --algorithm Split {
variables
  request = FALSE;
  array = FirstRing;
  word = [n \in 0..Rings-1 |-> IF n = 0 THEN NoWord ELSE Closed(0)];
  slots = [n \in 0..Rings-1 |-> Fresh];    \* plain memory
  done = [n \in 0..Rings-1 |-> Fresh];     \* i + 1 means: the thief of index i has finished
  \* Only the properties use these:
  pushed = 0;                              \* items 1..pushed have been pushed
  taken = [i \in 0..Items |-> 0];          \* how many times each item was taken
  owed = FALSE;                            \* a thief has answered Empty since the last publication

macro Return() { w := NoWord; goto OwnerIdle; }

\* reclaim: clear the slots of finished indices below the tail that was read.
macro Reclaim(limit) {
  with (f = Finished(done[r.ring], r, free, Min(w.tail, free + limit))) {
    slots[r.ring] := Cleared(slots[r.ring], r, free, f);
    free := f;
  };
}

\* The end of Push and Pop: the owner looks for a request.
macro Poll() {
  if (request /\ head # split) {
    if (Naive = "ClearLate") goto ShareReadWord; else goto ShareClear;
  } else goto OwnerIdle;
}

\* The end of a Steal.
macro Rest() { seen := NoWord; a := NoRing; goto StealReadArray; }

fair process (owner = Owner)
variables
  head = 0;
  split = 0;      \* split of the ring's word
  r = FirstRing;  \* array
  free = 0;       \* every index below it is finished, and its slot is cleared
  w = NoWord; next = 0; takes = FALSE;
{
OwnerIdle:
  either {                                                     \* Push
    await pushed < Items;
    if (head - free < r.size) goto PushWrite; else goto PushReadTail;
  } or {                                                       \* Pop
    if (head = split) goto PopReadWord; else goto PopTakeSlot;
  } or {                                                       \* Scrub
    await Scrubs = 1;
    goto ScrubReadTail;
  };

\* Push
PushReadTail:
  w := word[r.ring];
PushReadDone:
  Reclaim(Batch);
  if (head - free < r.size) { w := NoWord; goto PushWrite; }
  else {
    next := IF head - w.tail = r.size THEN 2 * r.size ELSE r.size;
    w := NoWord;
    goto SwapReadWord;
  };
PushWrite:
  slots[r.ring][head % r.size] := pushed + 1;
  head := head + 1;
  pushed := pushed + 1;
PushPoll:
  Poll();

\* Pop
PopReadWord:
  with (now = word[r.ring]) {
    if (now.tail < now.split) { w := now; goto PopShrink; }
    else if (now.tail - free > Lag) { w := now; goto MeetReadDone; }  \* Empty
    else goto OwnerIdle;                                       \* Empty
  };
PopShrink:
  if (word[r.ring] = w \/ Naive = "ShrinkNoCAS") {
    with (half = w.tail + (w.split - w.tail) \div 2) {
      word[r.ring] := Word(w.tail, half);
      split := half;
    };
    if (w.tail - free > Lag) { takes := TRUE; goto MeetReadDone; }
    else { w := NoWord; goto PopTakeSlot; };
  } else { w := NoWord; goto PopReadWord; };
PopTakeSlot:
  with (s = (head - 1) % r.size) {
    taken[slots[r.ring][s]] := taken[slots[r.ring][s]] + 1;
    slots[r.ring][s] := Nil;
  };
  head := head - 1;
PopPoll:
  Poll();

\* The steps that Push and Pop share
ShareClear:
  request := FALSE;
  if (Naive = "ClearLate") Return();
ShareReadWord:
  w := word[r.ring];
SharePublish:
  if (word[r.ring] = w \/ Naive = "PublishNoCAS") {
    with (half = split + (head - split + 1) \div 2) {
      word[r.ring] := Word(w.tail, half);
      split := half;
    };
    owed := FALSE;
    if (Naive = "ClearLate") goto ShareClear;
    else if (w.tail - free > Lag) goto MeetReadDone;
    else Return();
  } else { w := NoWord; goto ShareReadWord; };
MeetReadDone:
  Reclaim(Batch);
  w := NoWord;
  if (takes) { takes := FALSE; goto PopTakeSlot; }
  else goto OwnerIdle;

\* A new ring, for a Push
SwapReadWord:
  w := word[r.ring];
SwapClose:
  if (word[r.ring] = w) {
    word[r.ring] := IF Naive = "NoClose" THEN w ELSE Closed(w.tail);
  } else { w := NoWord; goto SwapReadWord; };
SwapCopy:
  with (n = (r.ring + 1) % Rings) {
    slots[n] := Copied(slots[r.ring], r, w.tail, head, next);
    done[n] := Fresh;
    word[n] := w;
  };
SwapPublish:
  array := [ring |-> (r.ring + 1) % Rings, size |-> next];
  r := [ring |-> (r.ring + 1) % Rings, size |-> next];
  free := w.tail;
  w := NoWord; next := 0;
  goto PushWrite;

\* Scrub
ScrubReadTail:
  w := word[r.ring];
ScrubReadDone:
  Reclaim(r.size);
  Return();
}

fair process (thief \in 1..Thieves)
variables seen = NoWord; a = NoRing;
{
StealReadArray:
  a := array;
StealReadWord:
  with (now = word[a.ring]) {
    if (now.split < now.tail /\ Naive # "ClosedIsEmpty") {
      a := NoRing;
      goto StealReadArray;                                     \* Retry
    } else if (now.split <= now.tail) { a := NoRing; goto StealReadRequest; }
    else { seen := now; goto StealClaim; };
  };
StealReadRequest:
  if (request \/ Naive = "NoRequest") {                        \* Empty
    owed := TRUE;
    goto StealReadArray;
  };
StealRequest:
  request := TRUE;                                             \* Empty
  owed := TRUE;
  goto StealReadArray;
StealClaim:
  if (word[a.ring] = seen) {                                   \* Stolen
    word[a.ring] := Word(seen.tail + 1, seen.split);
    seen := Word(seen.tail, 0);
  } else Rest();                                               \* Retry
StealReadSlot:
  with (v = slots[a.ring][seen.tail % a.size]) taken[v] := taken[v] + 1;
StealFinish:
  done[a.ring][seen.tail % a.size] := seen.tail + 1;
  Rest();
}
} *)
\* BEGIN TRANSLATION (chksum(pcal) = "b09b6349" /\ chksum(tla) = "cc999f03")
VARIABLES request, array, word, slots, done, pushed, taken, owed, pc, head, 
          split, r, free, w, next, takes, seen, a

vars == << request, array, word, slots, done, pushed, taken, owed, pc, head, 
           split, r, free, w, next, takes, seen, a >>

ProcSet == {Owner} \cup (1..Thieves)

Init == (* Global variables *)
        /\ request = FALSE
        /\ array = FirstRing
        /\ word = [n \in 0..Rings-1 |-> IF n = 0 THEN NoWord ELSE Closed(0)]
        /\ slots = [n \in 0..Rings-1 |-> Fresh]
        /\ done = [n \in 0..Rings-1 |-> Fresh]
        /\ pushed = 0
        /\ taken = [i \in 0..Items |-> 0]
        /\ owed = FALSE
        (* Process owner *)
        /\ head = 0
        /\ split = 0
        /\ r = FirstRing
        /\ free = 0
        /\ w = NoWord
        /\ next = 0
        /\ takes = FALSE
        (* Process thief *)
        /\ seen = [self \in 1..Thieves |-> NoWord]
        /\ a = [self \in 1..Thieves |-> NoRing]
        /\ pc = [self \in ProcSet |-> CASE self = Owner -> "OwnerIdle"
                                        [] self \in 1..Thieves -> "StealReadArray"]

OwnerIdle == /\ pc[Owner] = "OwnerIdle"
             /\ \/ /\ pushed < Items
                   /\ IF head - free < r.size
                         THEN /\ pc' = [pc EXCEPT ![Owner] = "PushWrite"]
                         ELSE /\ pc' = [pc EXCEPT ![Owner] = "PushReadTail"]
                \/ /\ IF head = split
                         THEN /\ pc' = [pc EXCEPT ![Owner] = "PopReadWord"]
                         ELSE /\ pc' = [pc EXCEPT ![Owner] = "PopTakeSlot"]
                \/ /\ Scrubs = 1
                   /\ pc' = [pc EXCEPT ![Owner] = "ScrubReadTail"]
             /\ UNCHANGED << request, array, word, slots, done, pushed, taken, 
                             owed, head, split, r, free, w, next, takes, seen, 
                             a >>

PushReadTail == /\ pc[Owner] = "PushReadTail"
                /\ w' = word[r.ring]
                /\ pc' = [pc EXCEPT ![Owner] = "PushReadDone"]
                /\ UNCHANGED << request, array, word, slots, done, pushed, 
                                taken, owed, head, split, r, free, next, takes, 
                                seen, a >>

PushReadDone == /\ pc[Owner] = "PushReadDone"
                /\ LET f == Finished(done[r.ring], r, free, Min(w.tail, free + Batch)) IN
                     /\ slots' = [slots EXCEPT ![r.ring] = Cleared(slots[r.ring], r, free, f)]
                     /\ free' = f
                /\ IF head - free' < r.size
                      THEN /\ w' = NoWord
                           /\ pc' = [pc EXCEPT ![Owner] = "PushWrite"]
                           /\ next' = next
                      ELSE /\ next' = (IF head - w.tail = r.size THEN 2 * r.size ELSE r.size)
                           /\ w' = NoWord
                           /\ pc' = [pc EXCEPT ![Owner] = "SwapReadWord"]
                /\ UNCHANGED << request, array, word, done, pushed, taken, 
                                owed, head, split, r, takes, seen, a >>

PushWrite == /\ pc[Owner] = "PushWrite"
             /\ slots' = [slots EXCEPT ![r.ring][head % r.size] = pushed + 1]
             /\ head' = head + 1
             /\ pushed' = pushed + 1
             /\ pc' = [pc EXCEPT ![Owner] = "PushPoll"]
             /\ UNCHANGED << request, array, word, done, taken, owed, split, r, 
                             free, w, next, takes, seen, a >>

PushPoll == /\ pc[Owner] = "PushPoll"
            /\ IF request /\ head # split
                  THEN /\ IF Naive = "ClearLate"
                             THEN /\ pc' = [pc EXCEPT ![Owner] = "ShareReadWord"]
                             ELSE /\ pc' = [pc EXCEPT ![Owner] = "ShareClear"]
                  ELSE /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
            /\ UNCHANGED << request, array, word, slots, done, pushed, taken, 
                            owed, head, split, r, free, w, next, takes, seen, 
                            a >>

PopReadWord == /\ pc[Owner] = "PopReadWord"
               /\ LET now == word[r.ring] IN
                    IF now.tail < now.split
                       THEN /\ w' = now
                            /\ pc' = [pc EXCEPT ![Owner] = "PopShrink"]
                       ELSE /\ IF now.tail - free > Lag
                                  THEN /\ w' = now
                                       /\ pc' = [pc EXCEPT ![Owner] = "MeetReadDone"]
                                  ELSE /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
                                       /\ w' = w
               /\ UNCHANGED << request, array, word, slots, done, pushed, 
                               taken, owed, head, split, r, free, next, takes, 
                               seen, a >>

PopShrink == /\ pc[Owner] = "PopShrink"
             /\ IF word[r.ring] = w \/ Naive = "ShrinkNoCAS"
                   THEN /\ LET half == w.tail + (w.split - w.tail) \div 2 IN
                             /\ word' = [word EXCEPT ![r.ring] = Word(w.tail, half)]
                             /\ split' = half
                        /\ IF w.tail - free > Lag
                              THEN /\ takes' = TRUE
                                   /\ pc' = [pc EXCEPT ![Owner] = "MeetReadDone"]
                                   /\ w' = w
                              ELSE /\ w' = NoWord
                                   /\ pc' = [pc EXCEPT ![Owner] = "PopTakeSlot"]
                                   /\ takes' = takes
                   ELSE /\ w' = NoWord
                        /\ pc' = [pc EXCEPT ![Owner] = "PopReadWord"]
                        /\ UNCHANGED << word, split, takes >>
             /\ UNCHANGED << request, array, slots, done, pushed, taken, owed, 
                             head, r, free, next, seen, a >>

PopTakeSlot == /\ pc[Owner] = "PopTakeSlot"
               /\ LET s == (head - 1) % r.size IN
                    /\ taken' = [taken EXCEPT ![slots[r.ring][s]] = taken[slots[r.ring][s]] + 1]
                    /\ slots' = [slots EXCEPT ![r.ring][s] = Nil]
               /\ head' = head - 1
               /\ pc' = [pc EXCEPT ![Owner] = "PopPoll"]
               /\ UNCHANGED << request, array, word, done, pushed, owed, split, 
                               r, free, w, next, takes, seen, a >>

PopPoll == /\ pc[Owner] = "PopPoll"
           /\ IF request /\ head # split
                 THEN /\ IF Naive = "ClearLate"
                            THEN /\ pc' = [pc EXCEPT ![Owner] = "ShareReadWord"]
                            ELSE /\ pc' = [pc EXCEPT ![Owner] = "ShareClear"]
                 ELSE /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
           /\ UNCHANGED << request, array, word, slots, done, pushed, taken, 
                           owed, head, split, r, free, w, next, takes, seen, a >>

ShareClear == /\ pc[Owner] = "ShareClear"
              /\ request' = FALSE
              /\ IF Naive = "ClearLate"
                    THEN /\ w' = NoWord
                         /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
                    ELSE /\ pc' = [pc EXCEPT ![Owner] = "ShareReadWord"]
                         /\ w' = w
              /\ UNCHANGED << array, word, slots, done, pushed, taken, owed, 
                              head, split, r, free, next, takes, seen, a >>

ShareReadWord == /\ pc[Owner] = "ShareReadWord"
                 /\ w' = word[r.ring]
                 /\ pc' = [pc EXCEPT ![Owner] = "SharePublish"]
                 /\ UNCHANGED << request, array, word, slots, done, pushed, 
                                 taken, owed, head, split, r, free, next, 
                                 takes, seen, a >>

SharePublish == /\ pc[Owner] = "SharePublish"
                /\ IF word[r.ring] = w \/ Naive = "PublishNoCAS"
                      THEN /\ LET half == split + (head - split + 1) \div 2 IN
                                /\ word' = [word EXCEPT ![r.ring] = Word(w.tail, half)]
                                /\ split' = half
                           /\ owed' = FALSE
                           /\ IF Naive = "ClearLate"
                                 THEN /\ pc' = [pc EXCEPT ![Owner] = "ShareClear"]
                                      /\ w' = w
                                 ELSE /\ IF w.tail - free > Lag
                                            THEN /\ pc' = [pc EXCEPT ![Owner] = "MeetReadDone"]
                                                 /\ w' = w
                                            ELSE /\ w' = NoWord
                                                 /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
                      ELSE /\ w' = NoWord
                           /\ pc' = [pc EXCEPT ![Owner] = "ShareReadWord"]
                           /\ UNCHANGED << word, owed, split >>
                /\ UNCHANGED << request, array, slots, done, pushed, taken, 
                                head, r, free, next, takes, seen, a >>

MeetReadDone == /\ pc[Owner] = "MeetReadDone"
                /\ LET f == Finished(done[r.ring], r, free, Min(w.tail, free + Batch)) IN
                     /\ slots' = [slots EXCEPT ![r.ring] = Cleared(slots[r.ring], r, free, f)]
                     /\ free' = f
                /\ w' = NoWord
                /\ IF takes
                      THEN /\ takes' = FALSE
                           /\ pc' = [pc EXCEPT ![Owner] = "PopTakeSlot"]
                      ELSE /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
                           /\ takes' = takes
                /\ UNCHANGED << request, array, word, done, pushed, taken, 
                                owed, head, split, r, next, seen, a >>

SwapReadWord == /\ pc[Owner] = "SwapReadWord"
                /\ w' = word[r.ring]
                /\ pc' = [pc EXCEPT ![Owner] = "SwapClose"]
                /\ UNCHANGED << request, array, word, slots, done, pushed, 
                                taken, owed, head, split, r, free, next, takes, 
                                seen, a >>

SwapClose == /\ pc[Owner] = "SwapClose"
             /\ IF word[r.ring] = w
                   THEN /\ word' = [word EXCEPT ![r.ring] = IF Naive = "NoClose" THEN w ELSE Closed(w.tail)]
                        /\ pc' = [pc EXCEPT ![Owner] = "SwapCopy"]
                        /\ w' = w
                   ELSE /\ w' = NoWord
                        /\ pc' = [pc EXCEPT ![Owner] = "SwapReadWord"]
                        /\ word' = word
             /\ UNCHANGED << request, array, slots, done, pushed, taken, owed, 
                             head, split, r, free, next, takes, seen, a >>

SwapCopy == /\ pc[Owner] = "SwapCopy"
            /\ LET n == (r.ring + 1) % Rings IN
                 /\ slots' = [slots EXCEPT ![n] = Copied(slots[r.ring], r, w.tail, head, next)]
                 /\ done' = [done EXCEPT ![n] = Fresh]
                 /\ word' = [word EXCEPT ![n] = w]
            /\ pc' = [pc EXCEPT ![Owner] = "SwapPublish"]
            /\ UNCHANGED << request, array, pushed, taken, owed, head, split, 
                            r, free, w, next, takes, seen, a >>

SwapPublish == /\ pc[Owner] = "SwapPublish"
               /\ array' = [ring |-> (r.ring + 1) % Rings, size |-> next]
               /\ r' = [ring |-> (r.ring + 1) % Rings, size |-> next]
               /\ free' = w.tail
               /\ w' = NoWord
               /\ next' = 0
               /\ pc' = [pc EXCEPT ![Owner] = "PushWrite"]
               /\ UNCHANGED << request, word, slots, done, pushed, taken, owed, 
                               head, split, takes, seen, a >>

ScrubReadTail == /\ pc[Owner] = "ScrubReadTail"
                 /\ w' = word[r.ring]
                 /\ pc' = [pc EXCEPT ![Owner] = "ScrubReadDone"]
                 /\ UNCHANGED << request, array, word, slots, done, pushed, 
                                 taken, owed, head, split, r, free, next, 
                                 takes, seen, a >>

ScrubReadDone == /\ pc[Owner] = "ScrubReadDone"
                 /\ LET f == Finished(done[r.ring], r, free, Min(w.tail, free + (r.size))) IN
                      /\ slots' = [slots EXCEPT ![r.ring] = Cleared(slots[r.ring], r, free, f)]
                      /\ free' = f
                 /\ w' = NoWord
                 /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
                 /\ UNCHANGED << request, array, word, done, pushed, taken, 
                                 owed, head, split, r, next, takes, seen, a >>

owner == OwnerIdle \/ PushReadTail \/ PushReadDone \/ PushWrite \/ PushPoll
            \/ PopReadWord \/ PopShrink \/ PopTakeSlot \/ PopPoll
            \/ ShareClear \/ ShareReadWord \/ SharePublish \/ MeetReadDone
            \/ SwapReadWord \/ SwapClose \/ SwapCopy \/ SwapPublish
            \/ ScrubReadTail \/ ScrubReadDone

StealReadArray(self) == /\ pc[self] = "StealReadArray"
                        /\ a' = [a EXCEPT ![self] = array]
                        /\ pc' = [pc EXCEPT ![self] = "StealReadWord"]
                        /\ UNCHANGED << request, array, word, slots, done, 
                                        pushed, taken, owed, head, split, r, 
                                        free, w, next, takes, seen >>

StealReadWord(self) == /\ pc[self] = "StealReadWord"
                       /\ LET now == word[a[self].ring] IN
                            IF now.split < now.tail /\ Naive # "ClosedIsEmpty"
                               THEN /\ a' = [a EXCEPT ![self] = NoRing]
                                    /\ pc' = [pc EXCEPT ![self] = "StealReadArray"]
                                    /\ seen' = seen
                               ELSE /\ IF now.split <= now.tail
                                          THEN /\ a' = [a EXCEPT ![self] = NoRing]
                                               /\ pc' = [pc EXCEPT ![self] = "StealReadRequest"]
                                               /\ seen' = seen
                                          ELSE /\ seen' = [seen EXCEPT ![self] = now]
                                               /\ pc' = [pc EXCEPT ![self] = "StealClaim"]
                                               /\ a' = a
                       /\ UNCHANGED << request, array, word, slots, done, 
                                       pushed, taken, owed, head, split, r, 
                                       free, w, next, takes >>

StealReadRequest(self) == /\ pc[self] = "StealReadRequest"
                          /\ IF request \/ Naive = "NoRequest"
                                THEN /\ owed' = TRUE
                                     /\ pc' = [pc EXCEPT ![self] = "StealReadArray"]
                                ELSE /\ pc' = [pc EXCEPT ![self] = "StealRequest"]
                                     /\ owed' = owed
                          /\ UNCHANGED << request, array, word, slots, done, 
                                          pushed, taken, head, split, r, free, 
                                          w, next, takes, seen, a >>

StealRequest(self) == /\ pc[self] = "StealRequest"
                      /\ request' = TRUE
                      /\ owed' = TRUE
                      /\ pc' = [pc EXCEPT ![self] = "StealReadArray"]
                      /\ UNCHANGED << array, word, slots, done, pushed, taken, 
                                      head, split, r, free, w, next, takes, 
                                      seen, a >>

StealClaim(self) == /\ pc[self] = "StealClaim"
                    /\ IF word[a[self].ring] = seen[self]
                          THEN /\ word' = [word EXCEPT ![a[self].ring] = Word(seen[self].tail + 1, seen[self].split)]
                               /\ seen' = [seen EXCEPT ![self] = Word(seen[self].tail, 0)]
                               /\ pc' = [pc EXCEPT ![self] = "StealReadSlot"]
                               /\ a' = a
                          ELSE /\ seen' = [seen EXCEPT ![self] = NoWord]
                               /\ a' = [a EXCEPT ![self] = NoRing]
                               /\ pc' = [pc EXCEPT ![self] = "StealReadArray"]
                               /\ word' = word
                    /\ UNCHANGED << request, array, slots, done, pushed, taken, 
                                    owed, head, split, r, free, w, next, takes >>

StealReadSlot(self) == /\ pc[self] = "StealReadSlot"
                       /\ LET v == slots[a[self].ring][seen[self].tail % a[self].size] IN
                            taken' = [taken EXCEPT ![v] = taken[v] + 1]
                       /\ pc' = [pc EXCEPT ![self] = "StealFinish"]
                       /\ UNCHANGED << request, array, word, slots, done, 
                                       pushed, owed, head, split, r, free, w, 
                                       next, takes, seen, a >>

StealFinish(self) == /\ pc[self] = "StealFinish"
                     /\ done' = [done EXCEPT ![a[self].ring][seen[self].tail % a[self].size] = seen[self].tail + 1]
                     /\ seen' = [seen EXCEPT ![self] = NoWord]
                     /\ a' = [a EXCEPT ![self] = NoRing]
                     /\ pc' = [pc EXCEPT ![self] = "StealReadArray"]
                     /\ UNCHANGED << request, array, word, slots, pushed, 
                                     taken, owed, head, split, r, free, w, 
                                     next, takes >>

thief(self) == StealReadArray(self) \/ StealReadWord(self)
                  \/ StealReadRequest(self) \/ StealRequest(self)
                  \/ StealClaim(self) \/ StealReadSlot(self)
                  \/ StealFinish(self)

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
