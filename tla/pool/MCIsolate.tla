------------------------------ MODULE MCIsolate ------------------------------
(***************************************************************************)
(* The properties of Isolate. Each has a name of its own. TLC's own check  *)
(* for deadlock shows that nothing hangs. Tasks only go on, so there are   *)
(* no endless runs, and all end.                                           *)
(***************************************************************************)
EXTENDS Isolate, TLC

Places == [t \in Task |->
  Cardinality({<<w, i>> \in Worker \X Task : i <= Len(deque[w]) /\ deque[w][i] = t})
  + Cardinality({<<w, i>> \in Worker \X Task : i <= Len(hand[w]) /\ hand[w][i] = t})
  + Cardinality({<<w, i>> \in Worker \X Task : i <= Len(stack[w]) /\ stack[w][i].task = t})
  + Cardinality({i \in 1..Len(back) : back[i] = t})]

TypeOK ==
  /\ \A w \in Worker : Range(deque[w]) \cup Range(hand[w]) \subseteq Task \ Roots
  /\ Range(back) \subseteq Task
  /\ pending \in [1..4 -> 0..Len(Programs)] /\ holder \in [1..2 -> {0} \cup Task]
  /\ passing \in [Worker -> 0..2] /\ permit \in [Worker -> BOOLEAN]
  /\ sleep \in [Worker -> {"no", "listed", "asleep"}]

\* A task is in one place at most, and runs once.
Once == \A t \in Task : Places[t] <= 1

\* A task of an isolated part is in the deque of the worker that will wait for it, or in none.
\* So that worker finds it. In other deques it would not look.
InReach == \A w \in Worker : \A t \in Range(deque[w]) :
  Part[t] # 0 => \E i \in 1..Len(stack[w]) : stack[w][i].task = Waiter(Latch[t])

\* While the worker waits isolated, it runs only tasks of the isolated part.
StaysInside == \A w \in Worker : \A i \in 1..(Len(stack[w]) - 1) :
  stack[w][i].part # 0 => Part[stack[w][i + 1].task] = stack[w][i].part

\* No worker sleeps while a task that it may run is where it looks, unless another worker is
\* about to wake it.
NoneSleeps == \A w \in Worker : sleep[w] = "asleep" /\ ~permit[w] =>
  Mine(w) = {} \/ \E v \in Worker : passing[v] = Top(w).part

-----------------------------------------------------------------------------
(* The properties are not vacuous: all of these occur *)

OfSteals == [
  Stocks   |-> \E w \in Worker : hand[w] # <<>> /\ Part[Head(hand[w])] # 0,
  Sleeps   |-> \E w \in Worker : sleep[w] = "asleep",
  LooksAgain |-> \E w \in Worker : sleep[w] = "listed" /\ Mine(w) # {},
  Woken    |-> \E w \in Worker : sleep[w] = "asleep" /\ permit[w] /\ Mine(w) # {},
  Blocks   |-> \E w \in Worker : Does(w, "lock") /\ holder[Op(w)[2]] # 0 ]
OfGo == [
  Puts     |-> \E w \in Worker : passing[w] # 0 /\ stack[w] # <<>> /\ Len(stack[w]) > 1,
  Above    |-> \E w \in Worker : Len(stack[w]) > 1 /\ stack[w][1].part = 0 /\ stack[w][2].part # 0 ]
OfNested == [
  OfBoth   |-> \E w \in Worker : \E t, u \in Range(hand[w]) : Part[t] = 1 /\ Part[u] = 2,
  Inner    |-> \E w \in Worker : sleep[w] = "asleep" /\ Top(w).part = 2 ]
OfTwo == [
  Both     |-> \E v, w \in Worker : v # w /\ sleep[v] = "asleep" /\ sleep[w] = "asleep",
  OtherTree |-> \E w \in Worker : Does(w, "lock") /\ Top(w).task = 7 /\ holder[1] # 0 ]
Reached == CASE Shape = 1 -> OfSteals [] Shape = 2 -> OfGo [] Shape = 3 -> OfNested [] Shape = 4 -> OfTwo

ASSUME TLCSet(1, {})
SomethingUnreached ==
  LET before == TLCGet(1)
      now == before \cup {n \in DOMAIN Reached : Reached[n]}
  IN /\ now # before => PrintT(<<"reached", now \ before>>)
     /\ TLCSet(1, now)
     /\ now # DOMAIN Reached
=============================================================================
