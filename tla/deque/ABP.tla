-------------------------------- MODULE ABP --------------------------------
(***************************************************************************)
(* This module specifies wsq/abp.go, the bounded deque of Arora, Blumofe   *)
(* and Plaxton.                                                            *)
(*                                                                         *)
(* A label is one shared access of that file and has the name at the end   *)
(* of its line. Its step also does the private work up to the next label.  *)
(* OwnerIdle is no access: there the owner chooses its next operation, and *)
(* answers an operation that needs no access.                              *)
(*                                                                         *)
(* Names: b, swept, stale and v are those of the code. old is the owner's  *)
(* copy of age, seen the thief's. item is the thief's v. left is limit - n *)
(* in the loops that clear slots.                                          *)
(*                                                                         *)
(* MCABP has the properties, LinABP the results of operations.             *)
(***************************************************************************)
EXTENDS Naturals

CONSTANTS
  Items,     \* the most items that the owner pushes: 1, 2, ...
  Thieves,   \* number of thieves: 1, 2, ...
  Capacity,  \* slots
  Stamps,    \* the stamp counts modulo Stamps
  Naive      \* "", or the fault of a Naive configuration

Owner == 0
Nil == 0
NoAge == [top |-> 0, stamp |-> 0]

\* The age with which the owner starts again at 0, made from the old age.
Restart(a) == [top |-> 0, stamp |-> (a.stamp + 1) % Stamps]

Max(i, j) == IF i > j THEN i ELSE j

(* --algorithm ABP {
variables
  age = NoAge;                             \* one word with two fields
  bottom = 0;
  slots = [i \in 0..Capacity-1 |-> Nil];
  \* Only the properties use these:
  pushed = 0;                              \* items 1..pushed have been pushed
  taken = [i \in 0..Items |-> 0];          \* how many times each item was taken

macro Return() {
  v := Nil; old := NoAge; left := 0; scrub := FALSE;
  goto OwnerIdle;
}

fair process (owner = Owner)
variables
  b = 0;          \* bottom, between operations
  swept = 0;      \* slots below it were cleared since the last start at 0
  stale = 0;      \* slots in [b, stale) may hold items stolen before that start
  v = Nil; old = NoAge; left = 0; scrub = FALSE;
{
OwnerIdle:
  either {                                                     \* Push
    await pushed < Items;
    if (b < Capacity) goto PushWrite;
    else goto OwnerIdle;                                       \* Full
  } or {                                                       \* Pop
    if (b > 0) goto PopLower;
    else if (stale > 0) { left := 2; goto StaleClear; }
    else goto OwnerIdle;                                       \* Empty
  } or {                                                       \* Scrub
    if (stale > b) { scrub := TRUE; left := Capacity; goto StaleClear; }
    else { stale := 0; goto ScrubReadAge; }
  };

\* Push
PushWrite:
  slots[b] := pushed + 1;
PushPublish:
  bottom := b + 1;
  b := b + 1;
  pushed := pushed + 1;
  if (stale > b) { left := 2; goto StaleClear; }
  else { stale := 0; Return(); };

\* Pop
PopLower:
  bottom := b - 1;
  b := b - 1;
PopReadSlot:
  v := slots[b];
PopReadAge:
  old := age;
  if (b > old.top) { taken[v] := taken[v] + 1; goto PopClear; }
  else goto PopReset;
PopClear:
  slots[b] := Nil;
  if (swept < old.top) { left := 2; goto SweepClear; }
  else Return();
PopReset:
  bottom := 0;
  if (b = old.top) goto PopClaimLast; else goto PopResetAge;
PopClaimLast:
  if (age = old \/ Naive = "PopLastNoCAS") {
    age := Restart(old);
    taken[v] := taken[v] + 1;
    goto PopClearLast;
  } else goto PopResetAge;
PopResetAge:
  age := IF Naive = "EmptyKeepsStamp" THEN [top |-> 0, stamp |-> old.stamp]
         ELSE Restart(old);
  v := Nil; old := NoAge;
  swept := 0;
  stale := Max(stale, b + 1);
  b := 0;
  left := 2;
  goto StaleClear;
PopClearLast:
  slots[b] := Nil;
  swept := 0;
  stale := Max(stale, b);
  b := 0;
  if (stale > 0) { old := NoAge; left := 2; goto StaleClear; }
  else Return();

\* Scrub, and the steps that Push and Pop share with it
ScrubReadAge:
  if (swept < age.top) { old := age; left := Capacity; goto SweepClear; }
  else Return();
SweepClear:
  slots[swept] := Nil;
  swept := swept + 1;
  if (left > 1 /\ swept < old.top) { left := left - 1; goto SweepClear; }
  else Return();
StaleClear:
  with (s = stale - 1) {
    slots[s] := Nil;
    stale := IF s > b THEN s ELSE 0;
    if (left > 1 /\ s > b) { left := left - 1; goto StaleClear; }
    else if (scrub) { left := 0; scrub := FALSE; goto ScrubReadAge; }
    else Return();
  };
}

fair process (thief \in 1..Thieves)
variables seen = NoAge; item = Nil;
{
StealReadAge:
  seen := age;
StealReadBottom:
  if (bottom <= seen.top) { seen := NoAge; goto StealReadAge; };  \* Empty
StealReadSlot:
  item := slots[seen.top];
StealClaim:
  if (age = seen) {                                               \* Stolen
    age := [age EXCEPT !.top = @ + 1];
    taken[item] := taken[item] + 1;
  };                                                 \* otherwise Retry
  seen := NoAge; item := Nil;
  goto StealReadAge;
}
} *)
\* BEGIN TRANSLATION (chksum(pcal) = "6db5e728" /\ chksum(tla) = "2880c74f")
VARIABLES age, bottom, slots, pushed, taken, pc, b, swept, stale, v, old, 
          left, scrub, seen, item

vars == << age, bottom, slots, pushed, taken, pc, b, swept, stale, v, old, 
           left, scrub, seen, item >>

ProcSet == {Owner} \cup (1..Thieves)

Init == (* Global variables *)
        /\ age = NoAge
        /\ bottom = 0
        /\ slots = [i \in 0..Capacity-1 |-> Nil]
        /\ pushed = 0
        /\ taken = [i \in 0..Items |-> 0]
        (* Process owner *)
        /\ b = 0
        /\ swept = 0
        /\ stale = 0
        /\ v = Nil
        /\ old = NoAge
        /\ left = 0
        /\ scrub = FALSE
        (* Process thief *)
        /\ seen = [self \in 1..Thieves |-> NoAge]
        /\ item = [self \in 1..Thieves |-> Nil]
        /\ pc = [self \in ProcSet |-> CASE self = Owner -> "OwnerIdle"
                                        [] self \in 1..Thieves -> "StealReadAge"]

OwnerIdle == /\ pc[Owner] = "OwnerIdle"
             /\ \/ /\ pushed < Items
                   /\ IF b < Capacity
                         THEN /\ pc' = [pc EXCEPT ![Owner] = "PushWrite"]
                         ELSE /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
                   /\ UNCHANGED <<stale, left, scrub>>
                \/ /\ IF b > 0
                         THEN /\ pc' = [pc EXCEPT ![Owner] = "PopLower"]
                              /\ left' = left
                         ELSE /\ IF stale > 0
                                    THEN /\ left' = 2
                                         /\ pc' = [pc EXCEPT ![Owner] = "StaleClear"]
                                    ELSE /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
                                         /\ left' = left
                   /\ UNCHANGED <<stale, scrub>>
                \/ /\ IF stale > b
                         THEN /\ scrub' = TRUE
                              /\ left' = Capacity
                              /\ pc' = [pc EXCEPT ![Owner] = "StaleClear"]
                              /\ stale' = stale
                         ELSE /\ stale' = 0
                              /\ pc' = [pc EXCEPT ![Owner] = "ScrubReadAge"]
                              /\ UNCHANGED << left, scrub >>
             /\ UNCHANGED << age, bottom, slots, pushed, taken, b, swept, v, 
                             old, seen, item >>

PushWrite == /\ pc[Owner] = "PushWrite"
             /\ slots' = [slots EXCEPT ![b] = pushed + 1]
             /\ pc' = [pc EXCEPT ![Owner] = "PushPublish"]
             /\ UNCHANGED << age, bottom, pushed, taken, b, swept, stale, v, 
                             old, left, scrub, seen, item >>

PushPublish == /\ pc[Owner] = "PushPublish"
               /\ bottom' = b + 1
               /\ b' = b + 1
               /\ pushed' = pushed + 1
               /\ IF stale > b'
                     THEN /\ left' = 2
                          /\ pc' = [pc EXCEPT ![Owner] = "StaleClear"]
                          /\ UNCHANGED << stale, v, old, scrub >>
                     ELSE /\ stale' = 0
                          /\ v' = Nil
                          /\ old' = NoAge
                          /\ left' = 0
                          /\ scrub' = FALSE
                          /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
               /\ UNCHANGED << age, slots, taken, swept, seen, item >>

PopLower == /\ pc[Owner] = "PopLower"
            /\ bottom' = b - 1
            /\ b' = b - 1
            /\ pc' = [pc EXCEPT ![Owner] = "PopReadSlot"]
            /\ UNCHANGED << age, slots, pushed, taken, swept, stale, v, old, 
                            left, scrub, seen, item >>

PopReadSlot == /\ pc[Owner] = "PopReadSlot"
               /\ v' = slots[b]
               /\ pc' = [pc EXCEPT ![Owner] = "PopReadAge"]
               /\ UNCHANGED << age, bottom, slots, pushed, taken, b, swept, 
                               stale, old, left, scrub, seen, item >>

PopReadAge == /\ pc[Owner] = "PopReadAge"
              /\ old' = age
              /\ IF b > old'.top
                    THEN /\ taken' = [taken EXCEPT ![v] = taken[v] + 1]
                         /\ pc' = [pc EXCEPT ![Owner] = "PopClear"]
                    ELSE /\ pc' = [pc EXCEPT ![Owner] = "PopReset"]
                         /\ taken' = taken
              /\ UNCHANGED << age, bottom, slots, pushed, b, swept, stale, v, 
                              left, scrub, seen, item >>

PopClear == /\ pc[Owner] = "PopClear"
            /\ slots' = [slots EXCEPT ![b] = Nil]
            /\ IF swept < old.top
                  THEN /\ left' = 2
                       /\ pc' = [pc EXCEPT ![Owner] = "SweepClear"]
                       /\ UNCHANGED << v, old, scrub >>
                  ELSE /\ v' = Nil
                       /\ old' = NoAge
                       /\ left' = 0
                       /\ scrub' = FALSE
                       /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
            /\ UNCHANGED << age, bottom, pushed, taken, b, swept, stale, seen, 
                            item >>

PopReset == /\ pc[Owner] = "PopReset"
            /\ bottom' = 0
            /\ IF b = old.top
                  THEN /\ pc' = [pc EXCEPT ![Owner] = "PopClaimLast"]
                  ELSE /\ pc' = [pc EXCEPT ![Owner] = "PopResetAge"]
            /\ UNCHANGED << age, slots, pushed, taken, b, swept, stale, v, old, 
                            left, scrub, seen, item >>

PopClaimLast == /\ pc[Owner] = "PopClaimLast"
                /\ IF age = old \/ Naive = "PopLastNoCAS"
                      THEN /\ age' = Restart(old)
                           /\ taken' = [taken EXCEPT ![v] = taken[v] + 1]
                           /\ pc' = [pc EXCEPT ![Owner] = "PopClearLast"]
                      ELSE /\ pc' = [pc EXCEPT ![Owner] = "PopResetAge"]
                           /\ UNCHANGED << age, taken >>
                /\ UNCHANGED << bottom, slots, pushed, b, swept, stale, v, old, 
                                left, scrub, seen, item >>

PopResetAge == /\ pc[Owner] = "PopResetAge"
               /\ age' = (IF Naive = "EmptyKeepsStamp" THEN [top |-> 0, stamp |-> old.stamp]
                          ELSE Restart(old))
               /\ v' = Nil
               /\ old' = NoAge
               /\ swept' = 0
               /\ stale' = Max(stale, b + 1)
               /\ b' = 0
               /\ left' = 2
               /\ pc' = [pc EXCEPT ![Owner] = "StaleClear"]
               /\ UNCHANGED << bottom, slots, pushed, taken, scrub, seen, item >>

PopClearLast == /\ pc[Owner] = "PopClearLast"
                /\ slots' = [slots EXCEPT ![b] = Nil]
                /\ swept' = 0
                /\ stale' = Max(stale, b)
                /\ b' = 0
                /\ IF stale' > 0
                      THEN /\ old' = NoAge
                           /\ left' = 2
                           /\ pc' = [pc EXCEPT ![Owner] = "StaleClear"]
                           /\ UNCHANGED << v, scrub >>
                      ELSE /\ v' = Nil
                           /\ old' = NoAge
                           /\ left' = 0
                           /\ scrub' = FALSE
                           /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
                /\ UNCHANGED << age, bottom, pushed, taken, seen, item >>

ScrubReadAge == /\ pc[Owner] = "ScrubReadAge"
                /\ IF swept < age.top
                      THEN /\ old' = age
                           /\ left' = Capacity
                           /\ pc' = [pc EXCEPT ![Owner] = "SweepClear"]
                           /\ UNCHANGED << v, scrub >>
                      ELSE /\ v' = Nil
                           /\ old' = NoAge
                           /\ left' = 0
                           /\ scrub' = FALSE
                           /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
                /\ UNCHANGED << age, bottom, slots, pushed, taken, b, swept, 
                                stale, seen, item >>

SweepClear == /\ pc[Owner] = "SweepClear"
              /\ slots' = [slots EXCEPT ![swept] = Nil]
              /\ swept' = swept + 1
              /\ IF left > 1 /\ swept' < old.top
                    THEN /\ left' = left - 1
                         /\ pc' = [pc EXCEPT ![Owner] = "SweepClear"]
                         /\ UNCHANGED << v, old, scrub >>
                    ELSE /\ v' = Nil
                         /\ old' = NoAge
                         /\ left' = 0
                         /\ scrub' = FALSE
                         /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
              /\ UNCHANGED << age, bottom, pushed, taken, b, stale, seen, item >>

StaleClear == /\ pc[Owner] = "StaleClear"
              /\ LET s == stale - 1 IN
                   /\ slots' = [slots EXCEPT ![s] = Nil]
                   /\ stale' = (IF s > b THEN s ELSE 0)
                   /\ IF left > 1 /\ s > b
                         THEN /\ left' = left - 1
                              /\ pc' = [pc EXCEPT ![Owner] = "StaleClear"]
                              /\ UNCHANGED << v, old, scrub >>
                         ELSE /\ IF scrub
                                    THEN /\ left' = 0
                                         /\ scrub' = FALSE
                                         /\ pc' = [pc EXCEPT ![Owner] = "ScrubReadAge"]
                                         /\ UNCHANGED << v, old >>
                                    ELSE /\ v' = Nil
                                         /\ old' = NoAge
                                         /\ left' = 0
                                         /\ scrub' = FALSE
                                         /\ pc' = [pc EXCEPT ![Owner] = "OwnerIdle"]
              /\ UNCHANGED << age, bottom, pushed, taken, b, swept, seen, item >>

owner == OwnerIdle \/ PushWrite \/ PushPublish \/ PopLower \/ PopReadSlot
            \/ PopReadAge \/ PopClear \/ PopReset \/ PopClaimLast
            \/ PopResetAge \/ PopClearLast \/ ScrubReadAge \/ SweepClear
            \/ StaleClear

StealReadAge(self) == /\ pc[self] = "StealReadAge"
                      /\ seen' = [seen EXCEPT ![self] = age]
                      /\ pc' = [pc EXCEPT ![self] = "StealReadBottom"]
                      /\ UNCHANGED << age, bottom, slots, pushed, taken, b, 
                                      swept, stale, v, old, left, scrub, item >>

StealReadBottom(self) == /\ pc[self] = "StealReadBottom"
                         /\ IF bottom <= seen[self].top
                               THEN /\ seen' = [seen EXCEPT ![self] = NoAge]
                                    /\ pc' = [pc EXCEPT ![self] = "StealReadAge"]
                               ELSE /\ pc' = [pc EXCEPT ![self] = "StealReadSlot"]
                                    /\ seen' = seen
                         /\ UNCHANGED << age, bottom, slots, pushed, taken, b, 
                                         swept, stale, v, old, left, scrub, 
                                         item >>

StealReadSlot(self) == /\ pc[self] = "StealReadSlot"
                       /\ item' = [item EXCEPT ![self] = slots[seen[self].top]]
                       /\ pc' = [pc EXCEPT ![self] = "StealClaim"]
                       /\ UNCHANGED << age, bottom, slots, pushed, taken, b, 
                                       swept, stale, v, old, left, scrub, seen >>

StealClaim(self) == /\ pc[self] = "StealClaim"
                    /\ IF age = seen[self]
                          THEN /\ age' = [age EXCEPT !.top = @ + 1]
                               /\ taken' = [taken EXCEPT ![item[self]] = taken[item[self]] + 1]
                          ELSE /\ TRUE
                               /\ UNCHANGED << age, taken >>
                    /\ seen' = [seen EXCEPT ![self] = NoAge]
                    /\ item' = [item EXCEPT ![self] = Nil]
                    /\ pc' = [pc EXCEPT ![self] = "StealReadAge"]
                    /\ UNCHANGED << bottom, slots, pushed, b, swept, stale, v, 
                                    old, left, scrub >>

thief(self) == StealReadAge(self) \/ StealReadBottom(self)
                  \/ StealReadSlot(self) \/ StealClaim(self)

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
