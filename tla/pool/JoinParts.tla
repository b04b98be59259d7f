----------------------------- MODULE JoinParts -----------------------------
(***************************************************************************)
(* Join refines Completion, which says what Pool assumes of it, if no task *)
(* fails and no outsider gives up. A task that its parent has run itself   *)
(* keeps its status. A latch does not run.                                 *)
(***************************************************************************)
EXTENDS Join

Elements(s) == {s[i] : i \in 1..Len(s)}
Process == Worker \cup Outsider
Sleeping(p) == pc[p] \in {"Park", "AwaitPark"} /\ ~permit[p]

Tasks == INSTANCE Completion WITH
  Item <- Task,
  Thread <- Process,
  Before <- [t \in Task |-> Elements(Kids[t]) \cup Elements(Joins(t)) \cup {u \in Task : Counts(u) = t /\ t # 0}],
  state <- [t \in Task |->
    IF ran[t] > 1 THEN "twice"
    ELSE IF status[t] = Completed \/ (status[t] = NotStarted /\ ran[t] = 1) THEN "done"
    ELSE IF status[t] \in Worker THEN "runs"
    ELSE "new"],
  awaits <- [p \in Process |->
    IF ~Sleeping(p) THEN {}
    ELSE IF p \in Worker THEN {Joins(task[p])[count[p]]}
    ELSE {1}]

RefinesTasks == Tasks!Spec
=============================================================================
