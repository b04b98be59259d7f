----------------------------- MODULE TaskQueue -----------------------------
(***************************************************************************)
(* What Pool assumes of the queue of submissions. Injector and Pool both   *)
(* refine this module: see InjectorParts and PoolParts.                    *)
(*                                                                         *)
(* Each accepted task is taken once, in the order of the queue, or is      *)
(* abandoned. None is accepted after Close. A worker looks at the queue.   *)
(* It stops looking when it has tasks. Otherwise it may stop, to sleep or  *)
(* to leave, only at a look at an empty queue.                             *)
(***************************************************************************)
EXTENDS Naturals, Sequences

CONSTANTS
  Item,      \* the tasks
  Looker,    \* the workers
  Batch,     \* the most tasks that a worker takes at once
  Full,      \* the queue at the beginning
  Abandons   \* TRUE: all that is queued may be taken out after Close

VARIABLES
  queue,     \* the accepted tasks that are still there
  taken,     \* the tasks that were taken, or abandoned
  closed,
  does       \* what each worker does: it looks, it rests, or it runs tasks
all == <<queue, taken, closed, does>>

Range(s) == {s[i] : i \in 1..Len(s)}

Init == queue = Full /\ taken = {} /\ closed = FALSE /\ does = [w \in Looker |-> "looks"]

Put(t) ==
  /\ ~closed
  /\ t \notin taken \cup Range(queue)
  /\ queue' = Append(queue, t)
  /\ UNCHANGED <<taken, closed, does>>

Take(w, n) ==
  /\ does[w] = "looks"
  /\ n <= Len(queue)
  /\ queue' = SubSeq(queue, n + 1, Len(queue))
  /\ taken' = taken \cup Range(SubSeq(queue, 1, n))
  /\ does' = [does EXCEPT ![w] = "runs"]
  /\ UNCHANGED closed

Rest(w) ==
  /\ does[w] = "looks"
  /\ queue = <<>>
  /\ does' = [does EXCEPT ![w] = "rests"]
  /\ UNCHANGED <<queue, taken, closed>>

Look(w) ==
  /\ does[w] # "looks"
  /\ does' = [does EXCEPT ![w] = "looks"]
  /\ UNCHANGED <<queue, taken, closed>>

Close ==
  /\ closed' = TRUE
  /\ UNCHANGED <<queue, taken, does>>

TakeAll ==
  /\ Abandons
  /\ closed
  /\ queue' = <<>>
  /\ taken' = taken \cup Range(queue)
  /\ UNCHANGED <<closed, does>>

Next ==
  \/ \E t \in Item : Put(t)
  \/ \E w \in Looker : (\E n \in 1..Batch : Take(w, n)) \/ Rest(w) \/ Look(w)
  \/ Close
  \/ TakeAll

Spec == Init /\ [][Next]_all
=============================================================================
