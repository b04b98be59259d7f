package classic

import (
	"fmt"
	"sync/atomic"
	"unsafe"

	"github.com/stealproof/stealproof/internal/refine"
	"github.com/stealproof/stealproof/internal/refinetest"
	"github.com/stealproof/stealproof/model/sched"
)

var vts = []refinetest.Program{
	{Name: "2 workers, a root, a kid", Protocol: vtProtocol, Constants: "Workers = 2 Roots = 1 Kids = 1 Again = 1", Run: vtFollowed(2, 1, one), Schedules: refinetest.Some},
	{Name: "2 workers, 2 roots, 2 kids each", Protocol: vtProtocol, Constants: "Workers = 2 Roots = 2 Kids = 2 Again = 1", Run: vtFollowed(2, 2, two), Schedules: refinetest.Some},
	{Name: "3 workers, 2 roots, a kid each", Protocol: vtProtocol, Constants: "Workers = 3 Roots = 2 Kids = 1 Again = 1", Run: vtFollowed(3, 2, one), Schedules: refinetest.Some},
}

func vtProtocol() refine.Protocol {
	const barrier = "the last worker completes a task for which the others wait"
	const permit = "a worker that is signalled has a permit"
	const future = "futures are completed and awaited as in WSPoolWait"
	region := func(label string) refine.Rule {
		return refine.Rule{Label: "VTSignal." + label, Do: []string{label}, Form: refine.Locked, Moves: refine.Both, Why: "a region of the pool's lock"}
	}
	counts := func(label string) refine.Rule { // the count of waiters is read without the lock
		r := region(label)
		r.Moves, r.Commit = refine.Commits, "c.count"
		return r
	}
	signal := func(label string) []refine.Rule {
		return []refine.Rule{counts(label), {
			Label: "VTSignal." + label, Of: "c.count", Do: []string{label}, Form: refine.Whole, Passes: refine.Found,
			Why: "if no worker waits, it takes no lock",
		}}
	}
	queue := func(operation, does string) refine.Rule {
		return refine.Rule{In: "(*Locked)." + operation, Do: []string{does}, Form: refine.Locked, Moves: refine.Both, Why: aQueue}
	}
	unless := func(status uint64) bool { return status != uint64(complete) }
	waits := func(does string) []refine.Rule {
		return []refine.Rule{
			{Label: "WSPoolWait.JoinLook", Do: []string{does}, Looks: unless, Why: future},
			{Label: "WSPoolWait.LookAgain", Do: []string{does}, Looks: unless, Why: future},
		}
	}
	broadcast := counts("Broadcast")
	broadcast.Besides = map[string]string{"p": "a worker cannot pass its Park before the unpark, so the unpark moves left"}
	main := append([]refine.Rule{
		{Label: "VTSignal.MainArrive", Do: []string{"MainArrive"}},
		region("Submit"), region("Shutdown"), broadcast,
	}, append(signal("SubmitSignal"), waits("MainGet")...)...)
	worker := append([]refine.Rule{
		{Label: "VTSignal.Arrive", Do: []string{"Arrive"}},
		queue("Steal", "StealLook"), queue("Len", "LookAgain"), queue("Push", "Fork"), queue("RemoveNear", "Get"),
		counts("TakeGlobal"), counts("Retract"),
		{Label: "WSPoolWait.Complete", Do: []string{"Finish"}, Why: future},
		{Label: "WSPoolWait.LookAgain", Do: []string{"AwaitFuture"}, Looks: unless, Why: future},
		{Label: "VTSignal.Leave", Do: []string{"Leave"}},
	}, append(signal("ForkSignal"), signal("PassOn")...)...)
	return refine.Protocol{
		Module: "VTSignal",
		Roles:  map[string][]refine.Rule{"main": main, "worker": worker},
		Plain:  append([]string{"p.global", "p.shutdown"}, lockedFields...),
		Silent: map[string]string{"MainStart": barrier, "Start": barrier, "AwaitWork": permit, "Join": barrier},
	}
}

// vtFollowed makes a pool run so many trees, each of a root and its kids.
func vtFollowed(n, roots int, root *vertex) func(*refine.Shadow) func(*sched.S) {
	return func(f *refine.Shadow) func(*sched.S) {
		return func(s *sched.S) {
			p := newVT(n)
			lock := unsafe.Pointer(&p.workAvail.lock)
			places := []refine.Place{
				{Word: "arrived", At: unsafe.Pointer(&p.arrived), Values: refine.Numbers{}},
				{Word: "out", At: unsafe.Pointer(&p.out), Values: refine.Numbers{}},
				{Word: "waiting", At: unsafe.Pointer(&p.workAvail.count), Values: members},
				{Word: "global", At: unsafe.Pointer(&p.global), Values: refine.Numbers{}, Under: lock, Only: true},
				{Word: "shutdown", At: unsafe.Pointer(&p.shutdown), Values: refine.Flags{}, Under: lock},
			}
			first, counts := []*Future[*VTWorker, int]{}, [][]atomic.Int32{}
			for r := range roots {
				ran := make([]atomic.Int32, root.size())
				uncompared(f, s, ran)
				all := futuresOf[*VTWorker](root, ran)
				first, counts = append(first, all[0]), append(counts, ran)
				for k, t := range all {
					word := r + 1
					if k > 0 {
						word = roots + r*len(root.children) + k
					}
					places = append(places, refine.Place{Word: fmt.Sprintf("done[%d]", word), At: unsafe.Pointer(&t.status), Values: isDone})
				}
			}
			for i, w := range p.workers {
				w.setUp(false)
				places = append(places, lockedQueue(fmt.Sprintf("deque[%d]", i+1), w.local)...)
				f.Ignore(s, "the parker of a condition", unsafe.Pointer(w.work))
			}
			for _, t := range []*task[*VTWorker]{&p.started, &p.gone} {
				f.Ignore(s, "the beginning and the end of the pool", unsafe.Pointer(&t.status), unsafe.Pointer(&t.head))
			}
			f.Watch(s, places...)
			s.GoNamed("main", func() {
				p.begin()
				for _, t := range first {
					p.Submit(t)
				}
				for _, t := range first {
					t.Join(nil)
				}
				p.Close()
			})
			for i, w := range p.workers {
				s.GoNamed(fmt.Sprintf("worker %d", i+1), w.serve)
			}
			s.Wait()
			for _, ran := range counts {
				once(s, ran)
			}
		}
	}
}
