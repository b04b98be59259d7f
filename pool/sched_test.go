package pool

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/model/sched"
)

// program is a use of the pool. The scheduler tries its schedules.
type program struct {
	name string
	run  func(*sched.S)
}

// noSpinning makes a program fail in which a thread waits without going to sleep.
var noSpinning = sched.Options{NoSpinning: true}

// exhausts requires that all schedules of a program are run. Plain go test runs some of them. It uses no test library, so
// that the command verify compiles none.
func exhausts(t *testing.T, p program) {
	t.Helper()
	o := noSpinning
	o.Executions = long.Executions()
	r := sched.Explore(t, p.run, o)
	if o.Executions == 0 && r.Ending != sched.Exhausted {
		t.Fatalf("the search ended: %s", r.Ending)
	}
}

// These are single protocols of the pool. Threads of the test stand in for workers that live for
// ever. So the programs are small enough for all schedules.
func TestSched_Protocols(t *testing.T) {
	for _, p := range []program{
		{"park, 2 workers, a task, close", parks(2, 1)},
		{"join, 2 workers, 3 tasks, nested first", joins(true)},
		{"promotion, an owner, 2 thieves, a frame", promotes(1)},
		{"promotion, an owner, 2 thieves, 2 frames", promotes(2)},
		{"promotion, a frame that is needed, after another", meetsThief},
		{"two wait for a task", waits},
		{"one waits for a task, and gives up", waitsUntil},
		{"injector, 2 submitters, a place, close", injects},
		{"2 submissions, 2 workers take one each", takesEach},
		{"future, 1 worker", futures},
		{"isolate, 2 workers", isolates},
		{"scope that fails, 2 workers", passes},
		{"a task that is left to others, 2 workers", leaves},
		{"the tasks of two trees in a deque", nests},
		{"a task of the outer scope, 1 worker", keepsOthers},
		{"recover, 2 workers", recovers},
		{"a frame of a half, left in the queue", leavesAFrame},
		{"tasks of a scope that are stolen together", stealsSeveral},
		{"injector, a submitter gives up", givesUp},
		{"isolate, beside a task that wants the lock", isolatesBesides},
		{"isolate, a task that starts another one", holdsALock(startsOne)},
		{"2 submitters that block next, a worker", handsOver},
		{"a loop in which 2 workers block", blockTogether},
	} {
		t.Run(p.name, func(t *testing.T) { exhausts(t, p) })
	}
}

// A cancelled task is told, and ends.
func TestSched_Cancelled(t *testing.T) {
	for _, p := range []program{
		{"by its context", contextEnds},
		{"by its context, while it waits for a future", contextEndsAFuture},
		{"while it is asked for a frame", keepsRequests},
		{"by the other half", othersFail(otherHalf)},
		{"by its scope", othersFail(ofItsScope)},
		{"with its scope", scopePanics},
		{"by the other half, a frame of this one", besideAFrame(ofAJoin)},
		{"by its scope, a frame of the body", besideAFrame(ofAScope)},
		{"beside a thief", toldBesides(asksAndSteals)},
		{"before it begins", beginsNothing(asTask)},
		{"before it begins, while a goroutine waits for it", isDropped},
		{"before it begins, by a function of Go", beginsNothing(asLoose)},
	} {
		t.Run(p.name, func(t *testing.T) { exhausts(t, p) })
	}
}

// These programs take minutes.
func TestSched_Long(t *testing.T) {
	if testing.Short() {
		t.Skip("takes minutes: stealproof check -time 40m -run Long ./pool")
	}
	o := noSpinning
	o.For = 20 * time.Minute
	for _, p := range []program{
		{"park, 2 workers, a task each", needsAll(2)},
		{"promotion, an owner, 2 thieves, 3 frames", promotes(3)},
		{"join, 2 workers, 3 tasks, nested last", joins(false)},
		{"cancel, 1 worker", cancels},
	} {
		t.Run(p.name, func(t *testing.T) {
			r := sched.Explore(t, p.run, o)
			require.Equal(t, sched.Exhausted, r.Ending)
		})
	}
	// This one stays within the time of the command, 40 minutes for all of them.
	t.Run("park, 2 workers, 2 tasks, close", func(t *testing.T) { sched.Explore(t, parks(2, 2), noSpinning) })
}

// These programs are whole pools, from New to Close, and larger programs of their parts. They
// have too many schedules: the test runs some.
//
// Recorded schedules name the programs, so a name stays.
func TestSched_Whole(t *testing.T) {
	o := noSpinning
	o.For = 10 * time.Second
	if testing.Short() {
		o.For = time.Duration(long.Bound(100, 300)) * time.Millisecond
	}
	for _, p := range []program{
		{"2 functions", posts},
		{"a task that runs another one by the pool", runsInside},
		{"closures", closures(0, 0, chaseLev, 1)},
		{"closures, nested", closures(0, 0, chaseLev, 2)},
		{"closures, on split deques", closures(0, 0, splits, 2)},
		{"closures, which are looked for twice", closures(1, 0, chaseLev, 1)},
		{"closures, looked for with patience", closures(0, 4, chaseLev, 1)},
		{"typed", typed(1)},
		{"typed, nested", typed(2)},
		{"scope", scopes},
		{"panic", panics},
		{"close now", abandons},
		{"cancel", contextEndsARun},
		{"a full queue", fills},
		{"resize", resizes},
		{"resize and close", resizesLate},
		{"a worker is hired, and a task cancelled", toldBesides(isStarted)},
		{"parking, 2 workers, a task each", needsAll(2)},
		{"a half that is needed, twice", needs(2, meets(2))},
		{"a half that is needed, of a half", needs(2, meetsHelper)},
		{"a task that is needed, and was put back", needs(2, meetsPutBack)},
		{"a function that is needed", tries},
		{"a frame that is needed, twice", needs(2, meetsTyped(2))},
		{"a frame that is needed, after another", needs(2, meetsAfter)},
		{"a frame that is needed, of a spare", needs(1, meetsSpare)},
		{"a submission that is needed", needs(2, meetsSubmission)},
		{"a submission that is needed, while all block", meetsBlocking},
		{"futures that are needed, when there is no spare left", meetsFutures(false)},
		{"futures that are needed, by who blocks already", meetsFutures(true)},
		{"a half that is needed, of who was hired", meetsStarted},
		{"a submission that is cancelled", forgets},
		{"a task that is left to others, beside another tree", leavesBeside},
		{"tasks are lost to another worker after Close", counts},
		{"indices of a loop that need each other", meetsInLoop},
		{"indices of a loop, of which one blocks", blocksInLoop},
	} {
		t.Run(p.name, func(t *testing.T) { sched.Explore(t, p.run, o) })
	}
}
