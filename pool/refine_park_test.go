package pool

import (
	"fmt"
	"unsafe"

	"github.com/stealproof/stealproof/model/refine"
	"github.com/stealproof/stealproof/model/sched"
)

var parkings = []followed{
	{"a worker, a task, close", parkProtocol, parkSizes(1, 1), parksFollowed(1, 1), all},
	{"a worker, 2 tasks, close", parkProtocol, parkSizes(1, 2), parksFollowed(1, 2), all},
	{"2 workers, a task, close", parkProtocol, parkSizes(2, 1), parksFollowed(2, 1), some},
	{"2 workers, 2 tasks, close", parkProtocol, parkSizes(2, 2), parksFollowed(2, 2), some},
}

func parkSizes(workers, tasks int) string {
	return fmt.Sprintf("Workers = %d Sources = 1 Tasks = %d Spawns = 0 Waiters = 0 Closes = 1 Strays = 0", workers, tasks)
}

func parkProtocol() refine.Protocol {
	looks := []string{"LookFirst", "Take", "Recheck"}
	const look = "a look at a source is LookSize and, if something is there, TakeBatch"
	const region = "a region of the lot's lock"
	notify := []refine.Rule{ // a worker that leaves its search has looked
		{Label: "Park.NotifyLock", Do: []string{"NotifyLock"}, Form: refine.LockedRead, Why: "the first half of a region: the look is the step"},
		{Label: "Park.NotifyClaim", Do: []string{"NotifyClaim"}, Form: refine.Locked, Why: "the second half"},
		{Label: "Park.NotifyUnpark", Do: []string{"NotifyUnpark"}},
	}
	return refine.Protocol{
		Module:  "Park",
		Parkers: []string{"permit"},
		Roles: map[string][]refine.Rule{
			"outside": append([]refine.Rule{
				{Label: "Join.Pass", Do: []string{"Publish"}, Form: refine.Locked, Why: "what a worker puts back, since submissions are counted, of which the module has nothing"},
				{Label: "Park.NotifyLook", Do: []string{"NotifyLook"}},
			}, notify...),
			"worker": append([]refine.Rule{
				{Label: "Injector.LookSize", Do: looks, Form: refine.Whole, Looks: refine.Found, Why: look},
				{Label: "Injector.TakeBatch", Do: looks, Form: refine.Locked, Why: look},
				{Label: "Park.Search", Do: []string{"Search"}},
				{Label: "Park.Leave", Do: []string{"Leave"}},
				{Label: "Park.Announce", Do: []string{"Announce"}, Form: refine.Locked, Why: region},
				{Label: "Park.ReadClosed", Do: []string{"ReadClosed"}, Looks: refine.Found, Why: "drained looks once more under the injector's lock if closed is set"},
				{Label: "Park.Park", Do: []string{"Park"}},
				{Label: "Park.Retract", Do: []string{"Retract"}, Form: refine.Locked, Why: region},
			}, notify...),
			"closer": {
				{Label: "Injector.CloseInjector", Do: []string{"CloseStore"}, Form: refine.Locked, Why: "a region of the injector's lock"},
				{Label: "Park.CloseUnpark", Do: []string{"CloseUnpark"}},
			},
		},
		Plain: []string{"l.sleepers[k]", "*list"},
		Unfollowed: map[string]string{
			"LookLatch":    "nobody waits for a task in these programs",
			"RecheckLatch": "nobody waits for a task in these programs",
			"LatchSet":     "nobody waits for a task in these programs",
			"LatchUnpark":  "nobody waits for a task in these programs",
		},
	}
}

// lotState is state, of the record [helping, idle, searching].
var lotState = refine.Judge(func(machine, code uint64) bool {
	at := func(i int) uint64 { return uint64(int64(int8(machine >> (8 * i)))) }
	return code == at(2)*oneSearches+at(1)*oneSleeps+at(0)*oneHelps
})

// parksFollowed has workers loop until the pool is closed, as they do in New, beside who
// publishes tasks.
func parksFollowed(n, tasks int) func(*refine.Shadow) func(*sched.S) {
	return func(f *refine.Shadow) func(*sched.S) {
		return func(s *sched.S) {
			p, workers := newParts(n, 1, noDeque)
			p.sweeps = 1
			p.alive.Store(int32(n))
			root := &Task{}
			root.root = root
			ran := make([]int, tasks)
			places := []refine.Place{
				{Word: "state", At: unsafe.Pointer(&p.lot.state), Values: lotState},
				{Word: "sleepers", At: unsafe.Pointer(&p.lot.sleepers[idle]), Values: refine.Numbers{}, Under: unsafe.Pointer(&p.lot.mu), Only: true},
				{Word: "closed", At: unsafe.Pointer(&p.injector.closed), Values: refine.Flags{}},
				{Word: "ready[1]", At: unsafe.Pointer(&p.injector.some), Values: refine.Flags{}},
			}
			for i, w := range workers {
				places = append(places, refine.Place{Word: fmt.Sprintf("permit[%d]", i+1), At: unsafe.Pointer(w.parker), Values: refine.Flags{}})
			}
			f.Lock(s, unsafe.Pointer(&p.injector.mu))
			f.Watch(s, places...)
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
