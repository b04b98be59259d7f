-------------------------------- MODULE Guest --------------------------------
(***************************************************************************)
(* This module says how a caller of Run works in the place of a sleeping   *)
(* worker (Options.CallerRuns). Its code is in pool/guest.go and seat.go.  *)
(* A label is one access, or a critical section of the mutex of sleepers   *)
(* or of the injector. No label in the code names it.                      *)
(*                                                                         *)
(* A worker offers its place (seat) just before it parks. A caller takes   *)
(* an offered place, and the worker off the list of sleepers, in one       *)
(* section. The worker's goroutine may wake meanwhile, since closing the   *)
(* pool and cancelling a task wake all workers. Then it marks the place as *)
(* wanted and parks again, and the caller wakes it at the end.             *)
(*                                                                         *)
(* A caller does not count as searching: it looks for no task when it      *)
(* begins. When it leaves, it does what a worker does that goes to sleep.  *)
(* It lists the worker, and then looks for tasks. If there is one, it      *)
(* wakes a worker. It takes none itself.                                   *)
(*                                                                         *)
(* The protocol of sleepers is that of Park, with fewer steps: Notify is   *)
(* the whole of notify, and all tasks are in one source. Strays is how     *)
(* often each worker is woken without a task. In the code, a worker        *)
(* reports a task as done when it finds no other, and a caller takes the   *)
(* task that it finds, and puts it back for others.                        *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets

CONSTANTS
  Workers,   \* 1, 2, ...
  Callers,   \* each calls Run once
  Tasks,     \* each is published once, by a submitter
  Strays,    \* how often each worker is woken for no reason, at most
  Closers,   \* 1 if the pool is closed
  Naive      \* "" or the fault of a Naive configuration

Worker == 1..Workers
Caller == (Workers + 1)..(Workers + Callers)
Submitter == (Workers + Callers + 1)..(Workers + Callers + Tasks)
Closer == (Workers + Callers + Tasks + 1)..(Workers + Callers + Tasks + Closers)

(* --algorithm Guest {
variables
  seat = [w \in Worker |-> "own"];       \* own, free, taken or wanted
  listed = {};                           \* the sleepers
  searching = 0;
  permit = [w \in Worker |-> FALSE];
  ready = 0;                             \* published tasks that nobody has taken
  closed = FALSE;
  accepted = 0;
  done = 0;

define { Drained == closed /\ done = accepted }

\* Counts a task as done. The last one wakes all workers of a closed pool.
macro Ends() {
  done := done + 1;
  if (closed /\ done = accepted) permit := [w \in Worker |-> TRUE];
}

\* Wakes a sleeper, unless a worker searches.
macro Wakes() {
  if (searching = 0 /\ listed # {}) {
    with (w \in listed) {
      listed := listed \ {w};
      permit[w] := TRUE;
    };
    searching := 1;
  };
}

fair process (worker \in Worker)
variables
  task = FALSE;                          \* it has one
  c = FALSE;                             \* it has read that the pool is drained
  strays = 0;
{
Search:
  searching := searching + 1;
Sweep:
  if (ready > 0) {
    ready := ready - 1;
    task := TRUE;
    goto Leave;
  };
Announce:
  listed := listed \cup {self};
  searching := searching - 1;
ReadClosed:
  c := Drained;
Recheck:
  if (ready > 0) {
    ready := ready - 1;
    task := TRUE;
    c := FALSE;
    goto Retract;
  } else if (c) goto Retract;
Offer:
  seat[self] := "free";
Park:
  either {
    await permit[self];
    permit[self] := FALSE;
  } or {
    await ~permit[self] /\ strays < Strays;
    strays := strays + 1;
  };
ReadSeat:
  if (seat[self] = "own") goto Retract;
  else if (seat[self] = "taken") {
    if (Naive = "WantsNot") goto Park;
    else goto Want;
  } else if (seat[self] = "wanted") goto Park;
Regain:
  if (seat[self] = "free") {
    seat[self] := "own";
    goto Retract;
  } else goto ReadSeat;
Want:
  if (seat[self] = "taken") {
    seat[self] := "wanted";
    goto Park;
  } else if (Naive = "ParksAnyway") goto Park;
  else goto ReadSeat;
Retract:
  if (self \in listed) {
    listed := listed \ {self};
    if (c) goto Done;
    else {
      searching := searching + 1;
      if (task) goto Leave;
      else goto Sweep;
    };
  } else {                               \* it was claimed
    c := FALSE;
    if (task) goto Leave;
    else goto Sweep;
  };
Leave:
  searching := searching - 1;
PassOn:
  if (ready > 0) Wakes();
Run:
  task := FALSE;
  Ends();
  goto Search;
}

fair process (caller \in Caller)
variables
  place = 0;                             \* the worker in whose place it works
  again = FALSE;                         \* it has to wake that worker
{
Take:
  either {
    with (w \in {v \in listed : seat[v] = "free" \/ Naive = "TakesAwake"}) {
      seat[w] := "taken";
      listed := listed \ {w};
      place := w;
    };
    searching := searching + IF Naive = "CountsSearch" THEN 1 ELSE 0;
  } or {
    await \A v \in listed : seat[v] # "free";
    goto Done;                           \* the usual way: see Submitter
  };
Admit:
  if (closed) {
    if (Naive = "LooksFirst") goto Look;
    else goto Give;
  } else {
    accepted := accepted + IF Naive = "Uncounted" THEN 0 ELSE 1;
  };
Report:
  if (Naive # "Uncounted") Ends();
  if (Naive = "LooksFirst") goto Look;
Give:
  again := seat[place] = "wanted";
  seat[place] := IF seat[place] = "wanted" THEN "own" ELSE "free";
  listed := listed \cup {place};
  searching := searching - IF Naive = "CountsSearch" THEN 1 ELSE 0;
Return:
  if (again /\ Naive # "NoReturn") permit[place] := TRUE;
  again := FALSE;
  place := 0;
  if (Naive \in {"NoLook", "LooksFirst"}) goto Done;
Look:
  if (ready = 0) {
    if (Naive = "LooksFirst") goto Give;
    else goto Done;
  };
Notify:
  Wakes();
  if (Naive = "LooksFirst") goto Give;
}

fair process (submitter \in Submitter)
{
Put:
  if (closed) goto Done;
  else {
    ready := ready + 1;
    accepted := accepted + 1;
  };
Tell:
  Wakes();
}

fair process (closer \in Closer)
{
Close:
  closed := TRUE;
CloseUnpark:
  permit := [w \in Worker |-> TRUE];
}
} *)
\* BEGIN TRANSLATION
VARIABLES seat, listed, searching, permit, ready, closed, accepted, done, pc

(* define statement *)
Drained == closed /\ done = accepted

VARIABLES task, c, strays, place, again

vars == << seat, listed, searching, permit, ready, closed, accepted, done, pc, 
           task, c, strays, place, again >>

ProcSet == (Worker) \cup (Caller) \cup (Submitter) \cup (Closer)

Init == (* Global variables *)
        /\ seat = [w \in Worker |-> "own"]
        /\ listed = {}
        /\ searching = 0
        /\ permit = [w \in Worker |-> FALSE]
        /\ ready = 0
        /\ closed = FALSE
        /\ accepted = 0
        /\ done = 0
        (* Process worker *)
        /\ task = [self \in Worker |-> FALSE]
        /\ c = [self \in Worker |-> FALSE]
        /\ strays = [self \in Worker |-> 0]
        (* Process caller *)
        /\ place = [self \in Caller |-> 0]
        /\ again = [self \in Caller |-> FALSE]
        /\ pc = [self \in ProcSet |-> CASE self \in Worker -> "Search"
                                        [] self \in Caller -> "Take"
                                        [] self \in Submitter -> "Put"
                                        [] self \in Closer -> "Close"]

Search(self) == /\ pc[self] = "Search"
                /\ searching' = searching + 1
                /\ pc' = [pc EXCEPT ![self] = "Sweep"]
                /\ UNCHANGED << seat, listed, permit, ready, closed, accepted, 
                                done, task, c, strays, place, again >>

Sweep(self) == /\ pc[self] = "Sweep"
               /\ IF ready > 0
                     THEN /\ ready' = ready - 1
                          /\ task' = [task EXCEPT ![self] = TRUE]
                          /\ pc' = [pc EXCEPT ![self] = "Leave"]
                     ELSE /\ pc' = [pc EXCEPT ![self] = "Announce"]
                          /\ UNCHANGED << ready, task >>
               /\ UNCHANGED << seat, listed, searching, permit, closed, 
                               accepted, done, c, strays, place, again >>

Announce(self) == /\ pc[self] = "Announce"
                  /\ listed' = (listed \cup {self})
                  /\ searching' = searching - 1
                  /\ pc' = [pc EXCEPT ![self] = "ReadClosed"]
                  /\ UNCHANGED << seat, permit, ready, closed, accepted, done, 
                                  task, c, strays, place, again >>

ReadClosed(self) == /\ pc[self] = "ReadClosed"
                    /\ c' = [c EXCEPT ![self] = Drained]
                    /\ pc' = [pc EXCEPT ![self] = "Recheck"]
                    /\ UNCHANGED << seat, listed, searching, permit, ready, 
                                    closed, accepted, done, task, strays, 
                                    place, again >>

Recheck(self) == /\ pc[self] = "Recheck"
                 /\ IF ready > 0
                       THEN /\ ready' = ready - 1
                            /\ task' = [task EXCEPT ![self] = TRUE]
                            /\ c' = [c EXCEPT ![self] = FALSE]
                            /\ pc' = [pc EXCEPT ![self] = "Retract"]
                       ELSE /\ IF c[self]
                                  THEN /\ pc' = [pc EXCEPT ![self] = "Retract"]
                                  ELSE /\ pc' = [pc EXCEPT ![self] = "Offer"]
                            /\ UNCHANGED << ready, task, c >>
                 /\ UNCHANGED << seat, listed, searching, permit, closed, 
                                 accepted, done, strays, place, again >>

Offer(self) == /\ pc[self] = "Offer"
               /\ seat' = [seat EXCEPT ![self] = "free"]
               /\ pc' = [pc EXCEPT ![self] = "Park"]
               /\ UNCHANGED << listed, searching, permit, ready, closed, 
                               accepted, done, task, c, strays, place, again >>

Park(self) == /\ pc[self] = "Park"
              /\ \/ /\ permit[self]
                    /\ permit' = [permit EXCEPT ![self] = FALSE]
                    /\ UNCHANGED strays
                 \/ /\ ~permit[self] /\ strays[self] < Strays
                    /\ strays' = [strays EXCEPT ![self] = strays[self] + 1]
                    /\ UNCHANGED permit
              /\ pc' = [pc EXCEPT ![self] = "ReadSeat"]
              /\ UNCHANGED << seat, listed, searching, ready, closed, accepted, 
                              done, task, c, place, again >>

ReadSeat(self) == /\ pc[self] = "ReadSeat"
                  /\ IF seat[self] = "own"
                        THEN /\ pc' = [pc EXCEPT ![self] = "Retract"]
                        ELSE /\ IF seat[self] = "taken"
                                   THEN /\ IF Naive = "WantsNot"
                                              THEN /\ pc' = [pc EXCEPT ![self] = "Park"]
                                              ELSE /\ pc' = [pc EXCEPT ![self] = "Want"]
                                   ELSE /\ IF seat[self] = "wanted"
                                              THEN /\ pc' = [pc EXCEPT ![self] = "Park"]
                                              ELSE /\ pc' = [pc EXCEPT ![self] = "Regain"]
                  /\ UNCHANGED << seat, listed, searching, permit, ready, 
                                  closed, accepted, done, task, c, strays, 
                                  place, again >>

Regain(self) == /\ pc[self] = "Regain"
                /\ IF seat[self] = "free"
                      THEN /\ seat' = [seat EXCEPT ![self] = "own"]
                           /\ pc' = [pc EXCEPT ![self] = "Retract"]
                      ELSE /\ pc' = [pc EXCEPT ![self] = "ReadSeat"]
                           /\ seat' = seat
                /\ UNCHANGED << listed, searching, permit, ready, closed, 
                                accepted, done, task, c, strays, place, again >>

Want(self) == /\ pc[self] = "Want"
              /\ IF seat[self] = "taken"
                    THEN /\ seat' = [seat EXCEPT ![self] = "wanted"]
                         /\ pc' = [pc EXCEPT ![self] = "Park"]
                    ELSE /\ IF Naive = "ParksAnyway"
                               THEN /\ pc' = [pc EXCEPT ![self] = "Park"]
                               ELSE /\ pc' = [pc EXCEPT ![self] = "ReadSeat"]
                         /\ seat' = seat
              /\ UNCHANGED << listed, searching, permit, ready, closed, 
                              accepted, done, task, c, strays, place, again >>

Retract(self) == /\ pc[self] = "Retract"
                 /\ IF self \in listed
                       THEN /\ listed' = listed \ {self}
                            /\ IF c[self]
                                  THEN /\ pc' = [pc EXCEPT ![self] = "Done"]
                                       /\ UNCHANGED searching
                                  ELSE /\ searching' = searching + 1
                                       /\ IF task[self]
                                             THEN /\ pc' = [pc EXCEPT ![self] = "Leave"]
                                             ELSE /\ pc' = [pc EXCEPT ![self] = "Sweep"]
                            /\ c' = c
                       ELSE /\ c' = [c EXCEPT ![self] = FALSE]
                            /\ IF task[self]
                                  THEN /\ pc' = [pc EXCEPT ![self] = "Leave"]
                                  ELSE /\ pc' = [pc EXCEPT ![self] = "Sweep"]
                            /\ UNCHANGED << listed, searching >>
                 /\ UNCHANGED << seat, permit, ready, closed, accepted, done, 
                                 task, strays, place, again >>

Leave(self) == /\ pc[self] = "Leave"
               /\ searching' = searching - 1
               /\ pc' = [pc EXCEPT ![self] = "PassOn"]
               /\ UNCHANGED << seat, listed, permit, ready, closed, accepted, 
                               done, task, c, strays, place, again >>

PassOn(self) == /\ pc[self] = "PassOn"
                /\ IF ready > 0
                      THEN /\ IF searching = 0 /\ listed # {}
                                 THEN /\ \E w \in listed:
                                           /\ listed' = listed \ {w}
                                           /\ permit' = [permit EXCEPT ![w] = TRUE]
                                      /\ searching' = 1
                                 ELSE /\ TRUE
                                      /\ UNCHANGED << listed, searching, 
                                                      permit >>
                      ELSE /\ TRUE
                           /\ UNCHANGED << listed, searching, permit >>
                /\ pc' = [pc EXCEPT ![self] = "Run"]
                /\ UNCHANGED << seat, ready, closed, accepted, done, task, c, 
                                strays, place, again >>

Run(self) == /\ pc[self] = "Run"
             /\ task' = [task EXCEPT ![self] = FALSE]
             /\ done' = done + 1
             /\ IF closed /\ done' = accepted
                   THEN /\ permit' = [w \in Worker |-> TRUE]
                   ELSE /\ TRUE
                        /\ UNCHANGED permit
             /\ pc' = [pc EXCEPT ![self] = "Search"]
             /\ UNCHANGED << seat, listed, searching, ready, closed, accepted, 
                             c, strays, place, again >>

worker(self) == Search(self) \/ Sweep(self) \/ Announce(self)
                   \/ ReadClosed(self) \/ Recheck(self) \/ Offer(self)
                   \/ Park(self) \/ ReadSeat(self) \/ Regain(self)
                   \/ Want(self) \/ Retract(self) \/ Leave(self)
                   \/ PassOn(self) \/ Run(self)

Take(self) == /\ pc[self] = "Take"
              /\ \/ /\ \E w \in {v \in listed : seat[v] = "free" \/ Naive = "TakesAwake"}:
                         /\ seat' = [seat EXCEPT ![w] = "taken"]
                         /\ listed' = listed \ {w}
                         /\ place' = [place EXCEPT ![self] = w]
                    /\ searching' = (searching + IF Naive = "CountsSearch" THEN 1 ELSE 0)
                    /\ pc' = [pc EXCEPT ![self] = "Admit"]
                 \/ /\ \A v \in listed : seat[v] # "free"
                    /\ pc' = [pc EXCEPT ![self] = "Done"]
                    /\ UNCHANGED <<seat, listed, searching, place>>
              /\ UNCHANGED << permit, ready, closed, accepted, done, task, c, 
                              strays, again >>

Admit(self) == /\ pc[self] = "Admit"
               /\ IF closed
                     THEN /\ IF Naive = "LooksFirst"
                                THEN /\ pc' = [pc EXCEPT ![self] = "Look"]
                                ELSE /\ pc' = [pc EXCEPT ![self] = "Give"]
                          /\ UNCHANGED accepted
                     ELSE /\ accepted' = (accepted + IF Naive = "Uncounted" THEN 0 ELSE 1)
                          /\ pc' = [pc EXCEPT ![self] = "Report"]
               /\ UNCHANGED << seat, listed, searching, permit, ready, closed, 
                               done, task, c, strays, place, again >>

Report(self) == /\ pc[self] = "Report"
                /\ IF Naive # "Uncounted"
                      THEN /\ done' = done + 1
                           /\ IF closed /\ done' = accepted
                                 THEN /\ permit' = [w \in Worker |-> TRUE]
                                 ELSE /\ TRUE
                                      /\ UNCHANGED permit
                      ELSE /\ TRUE
                           /\ UNCHANGED << permit, done >>
                /\ IF Naive = "LooksFirst"
                      THEN /\ pc' = [pc EXCEPT ![self] = "Look"]
                      ELSE /\ pc' = [pc EXCEPT ![self] = "Give"]
                /\ UNCHANGED << seat, listed, searching, ready, closed, 
                                accepted, task, c, strays, place, again >>

Give(self) == /\ pc[self] = "Give"
              /\ again' = [again EXCEPT ![self] = seat[place[self]] = "wanted"]
              /\ seat' = [seat EXCEPT ![place[self]] = IF seat[place[self]] = "wanted" THEN "own" ELSE "free"]
              /\ listed' = (listed \cup {place[self]})
              /\ searching' = (searching - IF Naive = "CountsSearch" THEN 1 ELSE 0)
              /\ pc' = [pc EXCEPT ![self] = "Return"]
              /\ UNCHANGED << permit, ready, closed, accepted, done, task, c, 
                              strays, place >>

Return(self) == /\ pc[self] = "Return"
                /\ IF again[self] /\ Naive # "NoReturn"
                      THEN /\ permit' = [permit EXCEPT ![place[self]] = TRUE]
                      ELSE /\ TRUE
                           /\ UNCHANGED permit
                /\ again' = [again EXCEPT ![self] = FALSE]
                /\ place' = [place EXCEPT ![self] = 0]
                /\ IF Naive \in {"NoLook", "LooksFirst"}
                      THEN /\ pc' = [pc EXCEPT ![self] = "Done"]
                      ELSE /\ pc' = [pc EXCEPT ![self] = "Look"]
                /\ UNCHANGED << seat, listed, searching, ready, closed, 
                                accepted, done, task, c, strays >>

Look(self) == /\ pc[self] = "Look"
              /\ IF ready = 0
                    THEN /\ IF Naive = "LooksFirst"
                               THEN /\ pc' = [pc EXCEPT ![self] = "Give"]
                               ELSE /\ pc' = [pc EXCEPT ![self] = "Done"]
                    ELSE /\ pc' = [pc EXCEPT ![self] = "Notify"]
              /\ UNCHANGED << seat, listed, searching, permit, ready, closed, 
                              accepted, done, task, c, strays, place, again >>

Notify(self) == /\ pc[self] = "Notify"
                /\ IF searching = 0 /\ listed # {}
                      THEN /\ \E w \in listed:
                                /\ listed' = listed \ {w}
                                /\ permit' = [permit EXCEPT ![w] = TRUE]
                           /\ searching' = 1
                      ELSE /\ TRUE
                           /\ UNCHANGED << listed, searching, permit >>
                /\ IF Naive = "LooksFirst"
                      THEN /\ pc' = [pc EXCEPT ![self] = "Give"]
                      ELSE /\ pc' = [pc EXCEPT ![self] = "Done"]
                /\ UNCHANGED << seat, ready, closed, accepted, done, task, c, 
                                strays, place, again >>

caller(self) == Take(self) \/ Admit(self) \/ Report(self) \/ Give(self)
                   \/ Return(self) \/ Look(self) \/ Notify(self)

Put(self) == /\ pc[self] = "Put"
             /\ IF closed
                   THEN /\ pc' = [pc EXCEPT ![self] = "Done"]
                        /\ UNCHANGED << ready, accepted >>
                   ELSE /\ ready' = ready + 1
                        /\ accepted' = accepted + 1
                        /\ pc' = [pc EXCEPT ![self] = "Tell"]
             /\ UNCHANGED << seat, listed, searching, permit, closed, done, 
                             task, c, strays, place, again >>

Tell(self) == /\ pc[self] = "Tell"
              /\ IF searching = 0 /\ listed # {}
                    THEN /\ \E w \in listed:
                              /\ listed' = listed \ {w}
                              /\ permit' = [permit EXCEPT ![w] = TRUE]
                         /\ searching' = 1
                    ELSE /\ TRUE
                         /\ UNCHANGED << listed, searching, permit >>
              /\ pc' = [pc EXCEPT ![self] = "Done"]
              /\ UNCHANGED << seat, ready, closed, accepted, done, task, c, 
                              strays, place, again >>

submitter(self) == Put(self) \/ Tell(self)

Close(self) == /\ pc[self] = "Close"
               /\ closed' = TRUE
               /\ pc' = [pc EXCEPT ![self] = "CloseUnpark"]
               /\ UNCHANGED << seat, listed, searching, permit, ready, 
                               accepted, done, task, c, strays, place, again >>

CloseUnpark(self) == /\ pc[self] = "CloseUnpark"
                     /\ permit' = [w \in Worker |-> TRUE]
                     /\ pc' = [pc EXCEPT ![self] = "Done"]
                     /\ UNCHANGED << seat, listed, searching, ready, closed, 
                                     accepted, done, task, c, strays, place, 
                                     again >>

closer(self) == Close(self) \/ CloseUnpark(self)

(* Allow infinite stuttering to prevent deadlock on termination. *)
Terminating == /\ \A self \in ProcSet: pc[self] = "Done"
               /\ UNCHANGED vars

Next == (\E self \in Worker: worker(self))
           \/ (\E self \in Caller: caller(self))
           \/ (\E self \in Submitter: submitter(self))
           \/ (\E self \in Closer: closer(self))
           \/ Terminating

Spec == /\ Init /\ [][Next]_vars
        /\ \A self \in Worker : WF_vars(worker(self))
        /\ \A self \in Caller : WF_vars(caller(self))
        /\ \A self \in Submitter : WF_vars(submitter(self))
        /\ \A self \in Closer : WF_vars(closer(self))

Termination == <>(\A self \in ProcSet: pc[self] = "Done")

\* END TRANSLATION
=============================================================================
