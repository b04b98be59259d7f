-------------------------------- MODULE Rest --------------------------------
(***************************************************************************)
(* The rest of a loop: how a worker whose call of body blocks gives the    *)
(* indices of its frames to others (pool/rest.go and for.go). A label is   *)
(* one access, or a critical section of the rest's mutex. No label in the  *)
(* code names it.                                                          *)
(*                                                                         *)
(* A task divides its range in halves. It keeps the upper half as a frame. *)
(* Others can take only published frames, and each worker has at most one. *)
(* So a worker whose call blocks gives the indices of its private frames   *)
(* to the rest, and publishes one frame (PublishesNot: none). A frame      *)
(* without indices is an invitation to the rest.                           *)
(*                                                                         *)
(* A task goes on with its frames after the call. given tells it which of  *)
(* them have no indices any more. To save time, it looks at given only if  *)
(* state says that there is a rest. So state must say so before the first  *)
(* index is in the rest, whoever has made the rest (StateLater: the worker *)
(* that makes the rest sets state after that).                             *)
(*                                                                         *)
(* A task ends when it has found the rest empty (LeavesRest: only a task   *)
(* that began with an invitation looks). A task that waits for a frame may *)
(* run another task of the loop. If a task of this worker is at the rest   *)
(* already, the new one takes one index only.                              *)
(*                                                                         *)
(* Here parts have one index, and a worker takes one index at a time from  *)
(* the rest, any of them. Each fork may publish a frame: Promotion says    *)
(* when. A published frame that is taken has a task of its own, also if    *)
(* its own worker takes it. Loops that fail are not specified.             *)
(***************************************************************************)
EXTENDS Naturals, Sequences, FiniteSets

CONSTANTS
  Workers,   \* 1, 2, ...
  Indices,   \* how many the loop has: 0, 1, ...
  Blocks,    \* how many calls of body may block
  Meet,      \* 1 if a call that blocks waits until all indices have begun
  Naive      \* "" or the fault of a Naive configuration

Worker == 1..Workers
Index == 0..(Indices - 1)
Never == Indices  \* no index is that large

(* --algorithm Rest {
variables
  state = FALSE;                         \* whether it has the bit hasRest
  rest = FALSE;                          \* whether the rest has been made
  left = {};                             \* the indices in the rest
  calls = [i \in Index |-> 0];           \* how often body was called
  blocked = 0;                           \* how many calls have blocked
  \* Of each worker, the newest frame is at the end. of is the task that has forked it, as a place in tasks. at is private,
  \* published, taken or done. A frame that is not full has no indices.
  frames = [w \in Worker |-> <<>>];
  \* The tasks of each worker, the running one at the end. The frame on which a task works is frames[whose][which]. part says
  \* whether it is at the rest: no, all, or one.
  tasks = [w \in Worker |-> <<>>];
  returned = FALSE;

define {
  Top(w) == frames[w][Len(frames[w])]
  Running(w) == tasks[w][Len(tasks[w])]
  HasFrame(w) == frames[w] # <<>> /\ Top(w).of = Len(tasks[w])
  Published(w) == {k \in 1..Len(frames[w]) : frames[w][k].at = "published"}
  Private(w) == {k \in 1..Len(frames[w]) : frames[w][k].at = "private"}
  Oldest(w) == CHOOSE k \in Private(w) : \A j \in Private(w) : k <= j
  CanPublish(w) == Published(w) = {} /\ Private(w) # {}
  Offered == UNION {{<<v, k>> : k \in Published(v)} : v \in Worker}
  AtRest(w) == \E d \in 1..(Len(tasks[w]) - 1) : tasks[w][d].part = "all"
  AllBegun == \A i \in Index : calls[i] > 0
  Least(a, b) == IF a < b THEN a ELSE b
  NewFrame(w, from, to) == [of |-> Len(tasks[w]), lo |-> from, hi |-> to, full |-> from < to, at |-> "private"]
  NewTask(v, k) == [whose |-> v, which |-> k, given |-> Never, stopped |-> FALSE, part |-> "no"]
}

macro Publish() {
  if (CanPublish(self)) frames[self][Oldest(self)].at := "published";
}

\* Takes a published frame, and begins its task.
macro Claim(v, k) {
  tasks[self] := Append(tasks[self], NewTask(v, k));
  lo := IF frames[v][k].full THEN frames[v][k].lo ELSE 0;
  hi := IF frames[v][k].full THEN frames[v][k].hi ELSE 0;
  frames[v][k].at := "taken";
}

fair process (worker \in Worker)
variables
  lo = 0;                                \* the range in hand
  hi = 0;
  k = 0;                                 \* the frame in hand of a worker that blocks
{
BeginIdle:
  if (self = 1) {
    tasks[self] := <<NewTask(0, 0)>>;
    hi := Indices;
    goto ReadRest;
  };
Steal:
  either {
    await returned;
    goto Done;
  } or {
    with (f \in Offered) { Claim(f[1], f[2]) };
  };
ReadRest:
  if (rest) goto Add;
  else if (lo < hi) goto Fork;
  else goto LookRest;
Add:
  left := left \cup {i \in Index : lo <= i /\ i < hi};
  lo := 0;
  hi := 0;
  if (Naive = "LeavesRest") goto Await;
  else goto LookRest;
Fork:
  if (hi - lo > 1 /\ ~Running(self).stopped) {
    either frames[self] := Append(frames[self], NewFrame(self, lo + ((hi - lo) \div 2), hi));
    or {
      await Published(self) = {};
      frames[self] := LET all == Append(frames[self], NewFrame(self, lo + ((hi - lo) \div 2), hi))
                          free == {j \in 1..Len(all) : all[j].at = "private"}
                          old == CHOOSE j \in free : \A i \in free : j <= i
                      IN [all EXCEPT ![old].at = "published"];
    };
    hi := lo + ((hi - lo) \div 2);
    goto Fork;
  };
ReadState:
  if (state /\ lo >= Running(self).given /\ Running(self).part = "no") goto Take;
Body:
  calls := [i \in Index |-> IF lo <= i /\ i < hi THEN calls[i] + 1 ELSE calls[i]];
  either goto Take;
  or {
    await blocked < Blocks;
    blocked := blocked + 1;
    k := 1;
  };
LookMade:
  if (k > Len(frames[self])) {
    k := 0;
    goto Offer;
  } else if (rest) goto Give;
  else if (Naive = "StateLater") goto Make;
Mark:
  state := TRUE;
  if (Naive = "StateLater") goto Give;
Make:
  rest := TRUE;
  if (Naive = "StateLater") goto Mark;
Give:
  with (f = frames[self][k]) {
    if (f.at = "private" /\ f.full) {
      left := left \cup {i \in Index : f.lo <= i /\ i < f.hi};
      frames[self][k].full := FALSE;
    };
    tasks[self][f.of].stopped := TRUE
    || tasks[self][f.of].given := IF f.at = "private" /\ f.full /\ Naive # "GivenNot" THEN Least(tasks[self][f.of].given, f.lo) ELSE tasks[self][f.of].given;
  };
  k := k + 1;
  goto LookMade;
Offer:
  if (Naive # "PublishesNot") Publish();
Blocked:
  await Meet = 1 => AllBegun;
Take:
  if (HasFrame(self) /\ Top(self).at = "private" /\ Running(self).part # "one") {
    lo := Top(self).lo;
    hi := Top(self).hi;
    frames[self] := SubSeq(frames[self], 1, Len(frames[self]) - 1);
    if (Running(self).part = "no") goto Fork;
    else goto TakeRest;
  } else {
    lo := 0;
    hi := 0;
    if (Running(self).part = "one") goto Await;
    else if (Running(self).part = "all") goto TakeRest;
    else if (Naive = "LeavesRest") goto Await;
  };
LookRest:
  if (~rest) goto Await;
  else if (AtRest(self)) goto TakeOne;
  else tasks[self][Len(tasks[self])].part := "all";
TakeRest:
  if (left # {}) {
    with (i \in left) {
      left := left \ {i};
      lo := i;
      hi := i + 1;
    };
    frames[self] := Append(frames[self], NewFrame(self, 0, 0));
    goto ReadState;
  } else {
    if (~HasFrame(self) \/ Top(self).lo < Top(self).hi) tasks[self][Len(tasks[self])].part := "no";
    goto Await;
  };
TakeOne:
  if (left # {}) {
    with (i \in left) {
      left := left \ {i};
      lo := i;
      hi := i + 1;
    };
    tasks[self][Len(tasks[self])].part := "one";
    goto ReadState;
  };
Await:
  if (~HasFrame(self)) goto End;
  else {
    either {
      await Top(self).at = "done";
      frames[self] := SubSeq(frames[self], 1, Len(frames[self]) - 1);
      if (Running(self).part = "all") goto TakeRest;
      else {
        tasks[self][Len(tasks[self])].part := "no";
        goto Take;
      };
    } or {
      await Top(self).at = "published";
      Claim(self, Len(frames[self]));
      goto ReadRest;
    } or {
      await Top(self).at = "taken";
      with (f \in Offered) { Claim(f[1], f[2]) };
      goto ReadRest;
    };
  };
End:
  if (Running(self).whose = 0) returned := TRUE;
  else frames[Running(self).whose][Running(self).which].at := "done";
  tasks[self] := SubSeq(tasks[self], 1, Len(tasks[self]) - 1);
  if (tasks[self] = <<>>) goto Steal;
  else goto Await;
}
} *)
\* BEGIN TRANSLATION (chksum(pcal) = "96dfc460" /\ chksum(tla) = "dbc06972")
VARIABLES state, rest, left, calls, blocked, frames, tasks, returned, pc

(* define statement *)
Top(w) == frames[w][Len(frames[w])]
Running(w) == tasks[w][Len(tasks[w])]
HasFrame(w) == frames[w] # <<>> /\ Top(w).of = Len(tasks[w])
Published(w) == {k \in 1..Len(frames[w]) : frames[w][k].at = "published"}
Private(w) == {k \in 1..Len(frames[w]) : frames[w][k].at = "private"}
Oldest(w) == CHOOSE k \in Private(w) : \A j \in Private(w) : k <= j
CanPublish(w) == Published(w) = {} /\ Private(w) # {}
Offered == UNION {{<<v, k>> : k \in Published(v)} : v \in Worker}
AtRest(w) == \E d \in 1..(Len(tasks[w]) - 1) : tasks[w][d].part = "all"
AllBegun == \A i \in Index : calls[i] > 0
Least(a, b) == IF a < b THEN a ELSE b
NewFrame(w, from, to) == [of |-> Len(tasks[w]), lo |-> from, hi |-> to, full |-> from < to, at |-> "private"]
NewTask(v, k) == [whose |-> v, which |-> k, given |-> Never, stopped |-> FALSE, part |-> "no"]

VARIABLES lo, hi, k

vars == << state, rest, left, calls, blocked, frames, tasks, returned, pc, lo, 
           hi, k >>

ProcSet == (Worker)

Init == (* Global variables *)
        /\ state = FALSE
        /\ rest = FALSE
        /\ left = {}
        /\ calls = [i \in Index |-> 0]
        /\ blocked = 0
        /\ frames = [w \in Worker |-> <<>>]
        /\ tasks = [w \in Worker |-> <<>>]
        /\ returned = FALSE
        (* Process worker *)
        /\ lo = [self \in Worker |-> 0]
        /\ hi = [self \in Worker |-> 0]
        /\ k = [self \in Worker |-> 0]
        /\ pc = [self \in ProcSet |-> "BeginIdle"]

BeginIdle(self) == /\ pc[self] = "BeginIdle"
                   /\ IF self = 1
                         THEN /\ tasks' = [tasks EXCEPT ![self] = <<NewTask(0, 0)>>]
                              /\ hi' = [hi EXCEPT ![self] = Indices]
                              /\ pc' = [pc EXCEPT ![self] = "ReadRest"]
                         ELSE /\ pc' = [pc EXCEPT ![self] = "Steal"]
                              /\ UNCHANGED << tasks, hi >>
                   /\ UNCHANGED << state, rest, left, calls, blocked, frames, 
                                   returned, lo, k >>

Steal(self) == /\ pc[self] = "Steal"
               /\ \/ /\ returned
                     /\ pc' = [pc EXCEPT ![self] = "Done"]
                     /\ UNCHANGED <<frames, tasks, lo, hi>>
                  \/ /\ \E f \in Offered:
                          /\ tasks' = [tasks EXCEPT ![self] = Append(tasks[self], NewTask((f[1]), (f[2])))]
                          /\ lo' = [lo EXCEPT ![self] = IF frames[(f[1])][(f[2])].full THEN frames[(f[1])][(f[2])].lo ELSE 0]
                          /\ hi' = [hi EXCEPT ![self] = IF frames[(f[1])][(f[2])].full THEN frames[(f[1])][(f[2])].hi ELSE 0]
                          /\ frames' = [frames EXCEPT ![(f[1])][(f[2])].at = "taken"]
                     /\ pc' = [pc EXCEPT ![self] = "ReadRest"]
               /\ UNCHANGED << state, rest, left, calls, blocked, returned, k >>

ReadRest(self) == /\ pc[self] = "ReadRest"
                  /\ IF rest
                        THEN /\ pc' = [pc EXCEPT ![self] = "Add"]
                        ELSE /\ IF lo[self] < hi[self]
                                   THEN /\ pc' = [pc EXCEPT ![self] = "Fork"]
                                   ELSE /\ pc' = [pc EXCEPT ![self] = "LookRest"]
                  /\ UNCHANGED << state, rest, left, calls, blocked, frames, 
                                  tasks, returned, lo, hi, k >>

Add(self) == /\ pc[self] = "Add"
             /\ left' = (left \cup {i \in Index : lo[self] <= i /\ i < hi[self]})
             /\ lo' = [lo EXCEPT ![self] = 0]
             /\ hi' = [hi EXCEPT ![self] = 0]
             /\ IF Naive = "LeavesRest"
                   THEN /\ pc' = [pc EXCEPT ![self] = "Await"]
                   ELSE /\ pc' = [pc EXCEPT ![self] = "LookRest"]
             /\ UNCHANGED << state, rest, calls, blocked, frames, tasks, 
                             returned, k >>

Fork(self) == /\ pc[self] = "Fork"
              /\ IF hi[self] - lo[self] > 1 /\ ~Running(self).stopped
                    THEN /\ \/ /\ frames' = [frames EXCEPT ![self] = Append(frames[self], NewFrame(self, lo[self] + ((hi[self] - lo[self]) \div 2), hi[self]))]
                            \/ /\ Published(self) = {}
                               /\ frames' = [frames EXCEPT ![self] = LET all == Append(frames[self], NewFrame(self, lo[self] + ((hi[self] - lo[self]) \div 2), hi[self]))
                                                                         free == {j \in 1..Len(all) : all[j].at = "private"}
                                                                         old == CHOOSE j \in free : \A i \in free : j <= i
                                                                     IN [all EXCEPT ![old].at = "published"]]
                         /\ hi' = [hi EXCEPT ![self] = lo[self] + ((hi[self] - lo[self]) \div 2)]
                         /\ pc' = [pc EXCEPT ![self] = "Fork"]
                    ELSE /\ pc' = [pc EXCEPT ![self] = "ReadState"]
                         /\ UNCHANGED << frames, hi >>
              /\ UNCHANGED << state, rest, left, calls, blocked, tasks, 
                              returned, lo, k >>

ReadState(self) == /\ pc[self] = "ReadState"
                   /\ IF state /\ lo[self] >= Running(self).given /\ Running(self).part = "no"
                         THEN /\ pc' = [pc EXCEPT ![self] = "Take"]
                         ELSE /\ pc' = [pc EXCEPT ![self] = "Body"]
                   /\ UNCHANGED << state, rest, left, calls, blocked, frames, 
                                   tasks, returned, lo, hi, k >>

Body(self) == /\ pc[self] = "Body"
              /\ calls' = [i \in Index |-> IF lo[self] <= i /\ i < hi[self] THEN calls[i] + 1 ELSE calls[i]]
              /\ \/ /\ pc' = [pc EXCEPT ![self] = "Take"]
                    /\ UNCHANGED <<blocked, k>>
                 \/ /\ blocked < Blocks
                    /\ blocked' = blocked + 1
                    /\ k' = [k EXCEPT ![self] = 1]
                    /\ pc' = [pc EXCEPT ![self] = "LookMade"]
              /\ UNCHANGED << state, rest, left, frames, tasks, returned, lo, 
                              hi >>

LookMade(self) == /\ pc[self] = "LookMade"
                  /\ IF k[self] > Len(frames[self])
                        THEN /\ k' = [k EXCEPT ![self] = 0]
                             /\ pc' = [pc EXCEPT ![self] = "Offer"]
                        ELSE /\ IF rest
                                   THEN /\ pc' = [pc EXCEPT ![self] = "Give"]
                                   ELSE /\ IF Naive = "StateLater"
                                              THEN /\ pc' = [pc EXCEPT ![self] = "Make"]
                                              ELSE /\ pc' = [pc EXCEPT ![self] = "Mark"]
                             /\ k' = k
                  /\ UNCHANGED << state, rest, left, calls, blocked, frames, 
                                  tasks, returned, lo, hi >>

Mark(self) == /\ pc[self] = "Mark"
              /\ state' = TRUE
              /\ IF Naive = "StateLater"
                    THEN /\ pc' = [pc EXCEPT ![self] = "Give"]
                    ELSE /\ pc' = [pc EXCEPT ![self] = "Make"]
              /\ UNCHANGED << rest, left, calls, blocked, frames, tasks, 
                              returned, lo, hi, k >>

Make(self) == /\ pc[self] = "Make"
              /\ rest' = TRUE
              /\ IF Naive = "StateLater"
                    THEN /\ pc' = [pc EXCEPT ![self] = "Mark"]
                    ELSE /\ pc' = [pc EXCEPT ![self] = "Give"]
              /\ UNCHANGED << state, left, calls, blocked, frames, tasks, 
                              returned, lo, hi, k >>

Give(self) == /\ pc[self] = "Give"
              /\ LET f == frames[self][k[self]] IN
                   /\ IF f.at = "private" /\ f.full
                         THEN /\ left' = (left \cup {i \in Index : f.lo <= i /\ i < f.hi})
                              /\ frames' = [frames EXCEPT ![self][k[self]].full = FALSE]
                         ELSE /\ TRUE
                              /\ UNCHANGED << left, frames >>
                   /\ tasks' = [tasks EXCEPT ![self][f.of].stopped = TRUE,
                                             ![self][f.of].given = IF f.at = "private" /\ f.full /\ Naive # "GivenNot" THEN Least(tasks[self][f.of].given, f.lo) ELSE tasks[self][f.of].given]
              /\ k' = [k EXCEPT ![self] = k[self] + 1]
              /\ pc' = [pc EXCEPT ![self] = "LookMade"]
              /\ UNCHANGED << state, rest, calls, blocked, returned, lo, hi >>

Offer(self) == /\ pc[self] = "Offer"
               /\ IF Naive # "PublishesNot"
                     THEN /\ IF CanPublish(self)
                                THEN /\ frames' = [frames EXCEPT ![self][Oldest(self)].at = "published"]
                                ELSE /\ TRUE
                                     /\ UNCHANGED frames
                     ELSE /\ TRUE
                          /\ UNCHANGED frames
               /\ pc' = [pc EXCEPT ![self] = "Blocked"]
               /\ UNCHANGED << state, rest, left, calls, blocked, tasks, 
                               returned, lo, hi, k >>

Blocked(self) == /\ pc[self] = "Blocked"
                 /\ Meet = 1 => AllBegun
                 /\ pc' = [pc EXCEPT ![self] = "Take"]
                 /\ UNCHANGED << state, rest, left, calls, blocked, frames, 
                                 tasks, returned, lo, hi, k >>

Take(self) == /\ pc[self] = "Take"
              /\ IF HasFrame(self) /\ Top(self).at = "private" /\ Running(self).part # "one"
                    THEN /\ lo' = [lo EXCEPT ![self] = Top(self).lo]
                         /\ hi' = [hi EXCEPT ![self] = Top(self).hi]
                         /\ frames' = [frames EXCEPT ![self] = SubSeq(frames[self], 1, Len(frames[self]) - 1)]
                         /\ IF Running(self).part = "no"
                               THEN /\ pc' = [pc EXCEPT ![self] = "Fork"]
                               ELSE /\ pc' = [pc EXCEPT ![self] = "TakeRest"]
                    ELSE /\ lo' = [lo EXCEPT ![self] = 0]
                         /\ hi' = [hi EXCEPT ![self] = 0]
                         /\ IF Running(self).part = "one"
                               THEN /\ pc' = [pc EXCEPT ![self] = "Await"]
                               ELSE /\ IF Running(self).part = "all"
                                          THEN /\ pc' = [pc EXCEPT ![self] = "TakeRest"]
                                          ELSE /\ IF Naive = "LeavesRest"
                                                     THEN /\ pc' = [pc EXCEPT ![self] = "Await"]
                                                     ELSE /\ pc' = [pc EXCEPT ![self] = "LookRest"]
                         /\ UNCHANGED frames
              /\ UNCHANGED << state, rest, left, calls, blocked, tasks, 
                              returned, k >>

LookRest(self) == /\ pc[self] = "LookRest"
                  /\ IF ~rest
                        THEN /\ pc' = [pc EXCEPT ![self] = "Await"]
                             /\ tasks' = tasks
                        ELSE /\ IF AtRest(self)
                                   THEN /\ pc' = [pc EXCEPT ![self] = "TakeOne"]
                                        /\ tasks' = tasks
                                   ELSE /\ tasks' = [tasks EXCEPT ![self][Len(tasks[self])].part = "all"]
                                        /\ pc' = [pc EXCEPT ![self] = "TakeRest"]
                  /\ UNCHANGED << state, rest, left, calls, blocked, frames, 
                                  returned, lo, hi, k >>

TakeRest(self) == /\ pc[self] = "TakeRest"
                  /\ IF left # {}
                        THEN /\ \E i \in left:
                                  /\ left' = left \ {i}
                                  /\ lo' = [lo EXCEPT ![self] = i]
                                  /\ hi' = [hi EXCEPT ![self] = i + 1]
                             /\ frames' = [frames EXCEPT ![self] = Append(frames[self], NewFrame(self, 0, 0))]
                             /\ pc' = [pc EXCEPT ![self] = "ReadState"]
                             /\ tasks' = tasks
                        ELSE /\ IF ~HasFrame(self) \/ Top(self).lo < Top(self).hi
                                   THEN /\ tasks' = [tasks EXCEPT ![self][Len(tasks[self])].part = "no"]
                                   ELSE /\ TRUE
                                        /\ tasks' = tasks
                             /\ pc' = [pc EXCEPT ![self] = "Await"]
                             /\ UNCHANGED << left, frames, lo, hi >>
                  /\ UNCHANGED << state, rest, calls, blocked, returned, k >>

TakeOne(self) == /\ pc[self] = "TakeOne"
                 /\ IF left # {}
                       THEN /\ \E i \in left:
                                 /\ left' = left \ {i}
                                 /\ lo' = [lo EXCEPT ![self] = i]
                                 /\ hi' = [hi EXCEPT ![self] = i + 1]
                            /\ tasks' = [tasks EXCEPT ![self][Len(tasks[self])].part = "one"]
                            /\ pc' = [pc EXCEPT ![self] = "ReadState"]
                       ELSE /\ pc' = [pc EXCEPT ![self] = "Await"]
                            /\ UNCHANGED << left, tasks, lo, hi >>
                 /\ UNCHANGED << state, rest, calls, blocked, frames, returned, 
                                 k >>

Await(self) == /\ pc[self] = "Await"
               /\ IF ~HasFrame(self)
                     THEN /\ pc' = [pc EXCEPT ![self] = "End"]
                          /\ UNCHANGED << frames, tasks, lo, hi >>
                     ELSE /\ \/ /\ Top(self).at = "done"
                                /\ frames' = [frames EXCEPT ![self] = SubSeq(frames[self], 1, Len(frames[self]) - 1)]
                                /\ IF Running(self).part = "all"
                                      THEN /\ pc' = [pc EXCEPT ![self] = "TakeRest"]
                                           /\ tasks' = tasks
                                      ELSE /\ tasks' = [tasks EXCEPT ![self][Len(tasks[self])].part = "no"]
                                           /\ pc' = [pc EXCEPT ![self] = "Take"]
                                /\ UNCHANGED <<lo, hi>>
                             \/ /\ Top(self).at = "published"
                                /\ tasks' = [tasks EXCEPT ![self] = Append(tasks[self], NewTask(self, (Len(frames[self]))))]
                                /\ lo' = [lo EXCEPT ![self] = IF frames[self][(Len(frames[self]))].full THEN frames[self][(Len(frames[self]))].lo ELSE 0]
                                /\ hi' = [hi EXCEPT ![self] = IF frames[self][(Len(frames[self]))].full THEN frames[self][(Len(frames[self]))].hi ELSE 0]
                                /\ frames' = [frames EXCEPT ![self][(Len(frames[self]))].at = "taken"]
                                /\ pc' = [pc EXCEPT ![self] = "ReadRest"]
                             \/ /\ Top(self).at = "taken"
                                /\ \E f \in Offered:
                                     /\ tasks' = [tasks EXCEPT ![self] = Append(tasks[self], NewTask((f[1]), (f[2])))]
                                     /\ lo' = [lo EXCEPT ![self] = IF frames[(f[1])][(f[2])].full THEN frames[(f[1])][(f[2])].lo ELSE 0]
                                     /\ hi' = [hi EXCEPT ![self] = IF frames[(f[1])][(f[2])].full THEN frames[(f[1])][(f[2])].hi ELSE 0]
                                     /\ frames' = [frames EXCEPT ![(f[1])][(f[2])].at = "taken"]
                                /\ pc' = [pc EXCEPT ![self] = "ReadRest"]
               /\ UNCHANGED << state, rest, left, calls, blocked, returned, k >>

End(self) == /\ pc[self] = "End"
             /\ IF Running(self).whose = 0
                   THEN /\ returned' = TRUE
                        /\ UNCHANGED frames
                   ELSE /\ frames' = [frames EXCEPT ![Running(self).whose][Running(self).which].at = "done"]
                        /\ UNCHANGED returned
             /\ tasks' = [tasks EXCEPT ![self] = SubSeq(tasks[self], 1, Len(tasks[self]) - 1)]
             /\ IF tasks'[self] = <<>>
                   THEN /\ pc' = [pc EXCEPT ![self] = "Steal"]
                   ELSE /\ pc' = [pc EXCEPT ![self] = "Await"]
             /\ UNCHANGED << state, rest, left, calls, blocked, lo, hi, k >>

worker(self) == BeginIdle(self) \/ Steal(self) \/ ReadRest(self)
                   \/ Add(self) \/ Fork(self) \/ ReadState(self)
                   \/ Body(self) \/ LookMade(self) \/ Mark(self)
                   \/ Make(self) \/ Give(self) \/ Offer(self)
                   \/ Blocked(self) \/ Take(self) \/ LookRest(self)
                   \/ TakeRest(self) \/ TakeOne(self) \/ Await(self)
                   \/ End(self)

(* Allow infinite stuttering to prevent deadlock on termination. *)
Terminating == /\ \A self \in ProcSet: pc[self] = "Done"
               /\ UNCHANGED vars

Next == (\E self \in Worker: worker(self))
           \/ Terminating

Spec == /\ Init /\ [][Next]_vars
        /\ \A self \in Worker : WF_vars(worker(self))

Termination == <>(\A self \in ProcSet: pc[self] = "Done")

\* END TRANSLATION 
=============================================================================
