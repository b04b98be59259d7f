package classic

import (
	"flag"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/model/sched"
)

// tree makes a scheduler run a tree, from New to Close.
func tree(s system, workers int, root *vertex) func(*sched.S) {
	return func(t *sched.S) {
		p := s.new(workers)
		if err := check(p, root, root.size()); err != nil {
			t.Errorf("%v", err)
		}
		p.close()
	}
}

var (
	leaf  = &vertex{}
	one   = &vertex{children: []*vertex{{id: 1}}}
	two   = &vertex{children: []*vertex{{id: 1}, {id: 2}}}
	chain = &vertex{children: []*vertex{{id: 1, children: []*vertex{{id: 2}}}}}
)

type program struct {
	name string
	run  func(*sched.S)
}

// These are the protocols of the schedulers, one by one. They are small enough for all schedules.
func TestSched_Protocols(t *testing.T) {
	for _, p := range []program{
		{"wspool, 1 worker waits", wspoolWaits(1)},
		{"wspool, 2 workers wait", wspoolWaits(2)},
		{"wspool, join, a fork", joins(wspoolJoins, one, 1)},
		{"wspool, join, 2 forks", joins(wspoolJoins, two, 2)},
		{"wspool, 2 tasks wait for one", waitsFor[*WSWorker](2)},
		{"wspool, a task from outside joins another one", wspoolJoinsAcross},
		{"wspool, a task calls one that nobody has queued", wspoolCalls},
		{"vt, 2 workers wait", vtWaits(2)},
		{"vt, a worker waits for a fork", vtForks},
		{"vt, closes", vtCloses},
		{"vt, get, a fork", joins(vtJoins, one, 1)},
		{"vt, get, 2 forks", joins(vtJoins, two, 2)},
		{"duffy, a worker waits for a fork", duffyForks},
		{"duffy, 2 workers look into one queue", duffyLocked},
		{"duffy, closes", duffyCloses},
		{"duffy, join, a fork", joins(duffyJoins, one, 1)},
		{"duffy, join, 2 forks", joins(duffyJoins, two, 2)},
		{"cmu, 2 workers, 2 forks", processes(2, false, CMULockFree, two)},
		{"cmu, 3 workers, a fork", processes(3, false, CMULockFree, one)},
		{"2q, 2 workers, a fork", processes(2, true, CMULockFree, one)},
		{"2q, entry lock, 2 workers, a fork", processes(2, true, CMUEntryLock, one)},
		{"iith, batch, unbounded, 2 tasks", batch(IITHOptions{Threads: 2}, 2)},
		{"iith, batch, bounded, 2 tasks", batch(IITHOptions{Threads: 2, Capacity: 2}, 2)},
		{"iith, batch, alone", batch(IITHOptions{Threads: 2, NoSteal: true}, 2)},
		{"iith, batch, the last thread's task is stolen", lastIsStolen},
		{"iith, generator, unbounded, a task", generated(IITHOptions{Threads: 2}, 1)},
		{"iith, generator, bounded, a task", generated(IITHOptions{Threads: 2, Capacity: 2}, 1)},
		{"iith, generator, alone", generated(IITHOptions{Threads: 2, NoSteal: true}, 2)},
	} {
		t.Run(p.name, func(t *testing.T) { exhausted(t, p.run) })
	}
}

// These programs take longer.
func TestSched_Long(t *testing.T) {
	if testing.Short() {
		t.Skip("takes minutes: stealproof check -time 20m -run Long ./pool/classic")
	}
	for _, p := range []program{
		{"wspool, 3 workers wait", wspoolWaits(3)},
		{"vt, 3 workers wait", vtWaits(3)},
		{"duffy, 2 workers wait", duffyWaits(2)},
		{"2q, mutex, 2 workers, a fork", processes(2, true, CMUMutex, one)},
		{"2q, 2 workers, 2 forks", processes(2, true, CMULockFree, two)},
		{"2q, 3 workers, a fork", processes(3, true, CMULockFree, one)},
		{"iith, generator, unbounded, 2 tasks", generated(IITHOptions{Threads: 2}, 2)},
		{"iith, generator, bounded, 2 tasks", generated(IITHOptions{Threads: 2, Capacity: 2}, 2)},
		{"iith, generator, full", generated(IITHOptions{Threads: 1, Capacity: 2}, 4)},
	} {
		t.Run(p.name, func(t *testing.T) { sched.Explore(t, p.run) })
	}
}

// These programs are small: all schedules are tried.
func TestSched_Small(t *testing.T) {
	for _, s := range systems {
		t.Run(s.name+"/1 worker, leaf", func(t *testing.T) { exhausted(t, tree(s, 1, leaf)) })
		t.Run(s.name+"/1 worker, fork", func(t *testing.T) { exhausted(t, tree(s, 1, one)) })
	}
}

// exhausted requires that all schedules of a program are run. Plain go test runs some of them.
func exhausted(t *testing.T, program func(*sched.S)) {
	bound := long.Executions()
	r := note(sched.Explore(t, program, sched.Options{Executions: bound}))
	if bound == 0 {
		require.Equal(t, sched.Exhausted, r.Ending)
	}
}

// The first pass over the victims waits for no lock. Under some schedule, a worker that finds a
// lock held takes the next victim's task, although the first queue still has one.
func TestSched_DuffyPassesHeldLocks(t *testing.T) {
	passed := 0
	exhausted(t, func(s *sched.S) {
		p := newDuffy(3)
		task := func() *task[*DuffyWorker] { return &NewFuture(func(*DuffyWorker) int { return 0 }).task }
		next := task()
		p.workers[1].local.Push(task())
		p.workers[1].local.Push(task())
		p.workers[2].local.Push(next)
		s.Go(func() { p.workers[1].local.Steal() })
		s.Go(func() {
			if p.workers[0].look() == next {
				passed++
			}
		})
		s.Wait()
	})
	require.True(t, passed > 0 || sched.Replaying())
}

// These programs are larger: the test runs some of their schedules.
func TestSched_Whole(t *testing.T) {
	o := sched.Options{For: 10 * time.Second}
	if testing.Short() {
		o.For = time.Duration(long.Bound(100, 300)) * time.Millisecond
	}
	for _, s := range systems {
		t.Run(s.name+"/2 workers, leaf", func(t *testing.T) { note(sched.Explore(t, tree(s, 2, leaf), o)) })
		t.Run(s.name+"/2 workers, fork", func(t *testing.T) { note(sched.Explore(t, tree(s, 2, one), o)) })
		t.Run(s.name+"/2 workers, two forks", func(t *testing.T) { note(sched.Explore(t, tree(s, 2, two), o)) })
		t.Run(s.name+"/3 workers, nested forks", func(t *testing.T) { note(sched.Explore(t, tree(s, 3, chain), o)) })
	}
}

// reached counts the steps of each label, over all searches of the corrected forms.
var reached = map[string]int{}

func note(r sched.Result) sched.Result {
	for label, n := range r.Labels {
		reached[label] += n
	}
	return r
}

// Every labelled step was taken while other threads could interfere.
func TestSched_Steps(t *testing.T) {
	if flag.Lookup("test.run").Value.String() != "^TestSched_" {
		t.Skip("not all searches were run")
	}
	missing := map[string]bool{}
	for _, s := range engine.Sites() {
		if strings.HasPrefix(s.Pos, "pool/classic/") && s.Label != "" && !strings.HasPrefix(s.Label, "-") && reached[s.Label] == 0 {
			missing[s.Label] = true
		}
	}
	require.Empty(t, missing)
}
