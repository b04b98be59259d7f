----------------------------- MODULE PoolParts -----------------------------
(***************************************************************************)
(* The parts of Pool refine the same modules as the protocols for which    *)
(* they stand: TaskQueue for Injector, PublicStack for Promotion,          *)
(* Completion for Join, Parking for Park. So the text that a protocol      *)
(* guarantees is the text that Pool's part obeys. PublicStack needs        *)
(* Public = 1.                                                             *)
(***************************************************************************)
EXTENDS Pool

Forked == Task \ Root
Sleeping(w) == pc[w] = "Park" /\ ~permit[w]

Queue == INSTANCE TaskQueue WITH
  Item <- Root,
  Looker <- Worker,
  Batch <- 1,
  Full <- <<>>,
  Abandons <- FALSE,
  queue <- injector,
  taken <- {t \in Root : ran[t] > 0 \/ \E w \in Worker : root[w] = t},
  does <- [w \in Worker |->
    IF root[w] # 0 THEN "runs"
    ELSE IF pc[w] \in {"RecheckSteal", "Park", "Leave", "Done"} \/ (pc[w] = "Retract" /\ quit[w]) THEN "rests"
    ELSE "looks"]

\* This is the stack of worker 1. All workers are alike.
Mine == 1
Owed ==
  {task[w] : w \in {u \in Worker : pc[u] = "Request" /\ victim[u] = Mine /\ task[u] # 0}}
    \cup (IF pc[Mine] = "Rearm" THEN {task[Mine]} ELSE {})

Stack == INSTANCE PublicStack WITH
  Item <- Forked,
  Asked <- FALSE,
  private <- priv[Mine],
  public <- pub[Mine],
  request <- request[Mine],
  owed <- Owed,
  runs <- [t \in Forked |-> ran[t]]

Tasks == INSTANCE Completion WITH
  Item <- Task,
  Thread <- Worker,
  Before <- [t \in Task |-> IF t \in Root THEN {Kid(t, n) : n \in 1..Kids} ELSE {}],
  state <- [t \in Task |->
    IF ran[t] > 1 THEN "twice"
    ELSE IF done[t] THEN "done"
    ELSE IF \E w \in Worker : t \in {root[w], task[w]} THEN "runs"
    ELSE "new"],
  awaits <- [w \in Worker |-> IF Sleeping(w) /\ root[w] # 0 THEN {Kid(root[w], k[w])} ELSE {}]

Taking[v \in 0..Workers] == IF v = 0 THEN Len(injector) ELSE Len(pub[v]) + Taking[v - 1]

Sleepers == INSTANCE Parking WITH
  Sleeper <- Worker,
  ready <- Taking[Workers],
  asleep <- {w \in Worker : Sleeping(w) /\ root[w] = 0},
  ended <- closed /\ pending = 0

RefinesQueue == Queue!Spec
RefinesStack == Stack!Spec
RefinesTasks == Tasks!Spec
RefinesSleepers == Sleepers!Spec
=============================================================================
