package pool

import (
	"fmt"
	"unsafe"

	"github.com/stealproof/stealproof/internal/refine"
	"github.com/stealproof/stealproof/internal/refinetest"
	"github.com/stealproof/stealproof/model/sched"
)

var parkings = []refinetest.Program{
	{Name: "a worker, a task, close", Protocol: parkProtocol, Constants: parkSizes(1, 1, 0), Run: parksFollowed(1, 1)},
	{Name: "a worker, 2 tasks, close", Protocol: parkProtocol, Constants: parkSizes(1, 2, 0), Run: parksFollowed(1, 2)},
	{Name: "2 workers, a task, close", Protocol: parkProtocol, Constants: parkSizes(2, 1, 0), Run: parksFollowed(2, 1), Schedules: refinetest.Some},
	{Name: "2 workers, 2 tasks, close", Protocol: parkProtocol, Constants: parkSizes(2, 2, 0), Run: parksFollowed(2, 2), Schedules: refinetest.Some},
	{Name: "a worker that waits, one that does not, a task, close", Protocol: helpProtocol, Constants: parkSizes(2, 1, 1), Run: helpsFollowed, Schedules: refinetest.Few},
	{Name: "the same at random", Protocol: helpProtocol, Constants: parkSizes(2, 1, 1), Run: helpsFollowed, Schedules: refinetest.Some},
}

func parkSizes(workers, tasks, waiters int) string {
	return fmt.Sprintf("Workers = %d Sources = 1 Tasks = %d Spawns = 0 Waiters = %d Closes = 1 Strays = 0", workers, tasks, waiters)
}

func parkProtocol() refine.Protocol {
	looks := []string{"LookFirst", "Take", "Recheck"}
	const look = "a look at a source is LookSize and, if a task is there, TakeBatch"
	const region = "a region of the lock of sleepers"
	notify := []refine.Rule{ // a worker that leaves its search has looked
		{Label: "Park.NotifyLock", Do: []string{"NotifyLock"}, Form: refine.LockedRead, Moves: refine.Commits, Commit: "l.state", Why: "the first half of a region: the look is the step"},
		{Label: "Park.NotifyClaim", Do: []string{"NotifyClaim"}, Form: refine.Locked, Moves: refine.Commits, Commit: "l.state", Why: "the second half"},
		{Label: "Park.NotifyUnpark", Do: []string{"NotifyUnpark"}},
	}
	return refine.Protocol{
		Module:  "Park",
		Parkers: []string{"permit"},
		Roles: map[string][]refine.Rule{
			"outside": append([]refine.Rule{
				{Label: "Join.Pass", Do: []string{"Publish"}, Form: refine.Locked, Moves: refine.Commits, Commit: "i.some", Why: "a task that a worker puts back: submissions are counted, which the module does not show"},
				{Label: "Park.NotifyLook", Do: []string{"NotifyLook"}},
			}, notify...),
			"worker": append([]refine.Rule{
				{Label: "Injector.LookSize", Do: looks, Form: refine.Whole, Passes: refine.Found, Why: look},
				{Label: "Injector.TakeBatch", Do: looks, Form: refine.Locked, Moves: refine.Commits, Commit: "i.some", Why: look},
				{Label: "Park.Search", Do: []string{"Search"}},
				{Label: "Park.Leave", Do: []string{"Leave"}},
				{Label: "Park.Glance", Do: []string{"Glance"}},
				{Label: "Park.Announce", Do: []string{"Announce"}, Form: refine.Locked, Moves: refine.Commits, Commit: "l.state", Why: region},
				{Label: "Park.ReadClosed", In: "(*shared).drained", Do: []string{"ReadClosed"}},
				{Label: "Park.Park", Do: []string{"Park"}},
				{Label: "Park.Retract", Do: []string{"Retract"}, Form: refine.Locked, Moves: refine.Commits, Commit: "l.state", Why: region},
			}, notify...),
			"closer": {
				{Label: "Injector.CloseInjector", Do: []string{"CloseStore"}, Form: refine.Locked, Moves: refine.Commits, Commit: "i.closed", Why: "a region of the injector's lock"},
				{Label: "Park.CloseUnpark", Do: []string{"CloseUnpark"}},
			},
		},
		Plain: []string{"l.byKind[k]", "*list"},
	}
}

// helpProtocol is for programs in which the first worker waits for a task.
func helpProtocol() refine.Protocol {
	p := parkProtocol()
	const nothing = "a waiting worker takes no submissions, but it checks for one"
	unless := func(read uint64) bool { return read != uint64(complete) }
	p.Roles["worker 1"] = append(p.Roles["worker"][len(p.Roles["worker"])-3:],
		refine.Rule{Label: "Injector.LookSize", Do: []string{"LookFirst", "Take", "Recheck"}, Form: refine.Whole, Why: nothing},
		refine.Rule{Label: "Park.LookLatch", Do: []string{"LookLatch"}, Looks: unless, Why: "the code looks at the end of a round, and again at the beginning of the next"},
		refine.Rule{Label: "Park.Leave", Do: []string{"Leave"}, Form: refine.Whole, Why: "nothing is added"},
		refine.Rule{Label: "Park.Glance", Do: []string{"Glance"}},
		refine.Rule{Label: "Park.Announce", Do: []string{"Announce"}, Form: refine.Locked, Moves: refine.Commits, Commit: "l.state", Why: "a region of the lock of sleepers"},
		refine.Rule{Label: "Park.RecheckLatch", Do: []string{"RecheckLatch"}},
		refine.Rule{Label: "Park.Park", Do: []string{"Park"}},
		refine.Rule{Label: "Park.Retract", Do: []string{"Retract"}, Form: refine.Locked, Moves: refine.Commits, Commit: "l.state", Why: "a region of the lock of sleepers"},
	)
	p.Roles["setter"] = []refine.Rule{
		{Label: "Join.Complete", Do: []string{"LatchSet"}, Why: "the latch is a task of Join"},
		{Label: "Join.Wake", Do: []string{"LatchUnpark"}, Why: "the latch is a task of Join"},
	}
	p.Silent = map[string]string{"worker 1 ReadClosed": "a waiting worker does not check whether the pool is closed"}
	p.Stops = map[string]string{
		"WorkIdle":    "the waiting worker leaves when its task is complete",
		"Search":      "the waiting worker leaves when its task is complete, here before it sleeps",
		"LatchUnpark": "no worker has registered",
	}
	return p
}

// sleepersState compares state with the record [helping, idle, searching].
var sleepersState = refine.Judge(func(machine, code uint64) bool {
	at := func(i int) uint64 { return uint64(int64(int8(machine >> (8 * i)))) }
	return code == at(2)*oneSearches+at(1)*oneSleeps+at(0)*oneHelps
})

// helpsFollowed makes one worker wait for a task, beside another worker that loops.
func helpsFollowed(f *refine.Shadow) func(*sched.S) {
	return func(s *sched.S) {
		p, workers := newParts(2, 1, noDeque)
		p.sweeps = 1
		p.alive.Store(1)
		mine, others := &Task{}, &Task{}
		mine.root, others.root = mine, others
		awaited := &scoped{}
		awaited.child(mine, nil)
		awaited.status.Store(nobody)
		workers[0].task = mine
		f.Lock(s, unsafe.Pointer(&p.injector.mu))
		f.Watch(s, append(parkPlaces(p, workers),
			refine.Place{Word: "latch[1]", At: unsafe.Pointer(&awaited.status), Values: refine.Judge(func(machine, code uint64) bool { return (machine == 1) == (code == uint64(complete)) })},
			refine.Place{Word: "sleepers", At: unsafe.Pointer(&p.sleepers.byKind[helping]), Values: refine.Numbers{}, Under: unsafe.Pointer(&p.sleepers.mu), Only: true},
		)...)
		ran := 0
		s.GoNamed("worker 1", func() { workers[0].await(&awaited.Task) })
		s.GoNamed("worker 2", workers[1].loop)
		s.GoNamed("setter 1", func() { awaited.finish() })
		s.GoNamed("outside", func() {
			t := &scoped{f: func(*Worker) { ran++ }}
			t.body = t
			t.child(others, nil)
			workers[1].pass(&t.Task)
			s.GoNamed("closer", p.close)
		})
		s.Wait()
		if ran != 1 {
			s.Errorf("%d", ran)
		}
	}
}

// parkPlaces maps the module's variables to the code, for all programs.
func parkPlaces(p *state, workers []*Worker) []refine.Place {
	places := []refine.Place{
		{Word: "state", At: unsafe.Pointer(&p.sleepers.state), Values: sleepersState},
		{Word: "sleepers", At: unsafe.Pointer(&p.sleepers.byKind[idle]), Values: refine.Numbers{}, Under: unsafe.Pointer(&p.sleepers.mu), Only: true},
		{Word: "closed", At: unsafe.Pointer(&p.injector.closed), Values: refine.Flags{}},
		{Word: "ready[1]", At: unsafe.Pointer(&p.injector.some), Values: refine.Flags{}},
	}
	for i, w := range workers {
		places = append(places, refine.Place{Word: fmt.Sprintf("permit[%d]", i+1), At: unsafe.Pointer(w.parker), Values: refine.Flags{}})
	}
	return places
}

// parkParts returns a pool of workers that loop, and a root for their tasks.
func parkParts(s *sched.S, f *refine.Shadow, n int) (p *state, workers []*Worker, root *Task) {
	p, workers = newParts(n, 1, noDeque)
	p.sweeps = 1
	p.alive.Store(int32(n))
	root = &Task{}
	root.root = root
	f.Lock(s, unsafe.Pointer(&p.injector.mu))
	f.Watch(s, parkPlaces(p, workers)...)
	return p, workers, root
}

// parksFollowed makes workers loop, as in New, until the pool is closed. Beside them a thread
// publishes tasks.
func parksFollowed(n, tasks int) func(*refine.Shadow) func(*sched.S) {
	return func(f *refine.Shadow) func(*sched.S) {
		return func(s *sched.S) {
			p, workers, root := parkParts(s, f, n)
			ran := make([]int, tasks)
			for i, w := range workers {
				s.GoNamed(fmt.Sprintf("worker %d", i+1), w.loop)
			}
			s.GoNamed("outside", func() {
				for i := range tasks {
					t := &scoped{f: func(*Worker) { ran[i]++ }}
					t.body = t
					t.child(root, nil)
					workers[0].pass(&t.Task)
				}
				s.GoNamed("closer", p.close)
			})
			s.Wait()
			for _, n := range ran {
				if n != 1 {
					s.Errorf("%v", ran)
				}
			}
		}
	}
}
