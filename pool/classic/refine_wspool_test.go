package classic

import (
	"fmt"
	"sync/atomic"
	"unsafe"

	"github.com/stealproof/stealproof/internal/refine"
	"github.com/stealproof/stealproof/internal/refinetest"
	"github.com/stealproof/stealproof/model/sched"
)

var wspools = []refinetest.Program{
	{Name: "a worker, a fork", Protocol: wspoolProtocol, Constants: "Workers = 1 Forks = 1", Run: wspoolFollowed(1, one)},
	{Name: "2 workers, a fork", Protocol: wspoolProtocol, Constants: "Workers = 2 Forks = 1", Run: wspoolFollowed(2, one), Schedules: refinetest.Some},
	{Name: "2 workers, 2 forks", Protocol: wspoolProtocol, Constants: "Workers = 2 Forks = 2", Run: wspoolFollowed(2, two), Schedules: refinetest.Some},
}

func wspoolProtocol() refine.Protocol {
	const signal = "a region of the condition's lock that sets the count of waiters"
	both := []refine.Rule{
		{In: "(*Locked).Push", Do: []string{"Push"}, Form: refine.Locked, Moves: refine.Both, Why: aQueue},
		{Label: "WSPoolWait.Signal", Of: "c.count", Do: []string{"Signal"}, Form: refine.Whole, Why: signal},
		{Label: "WSPoolWait.JoinLook", Do: []string{"JoinLook"}},
		{Label: "WSPoolWait.ReadHead", Do: []string{"ReadHead"}},
		{Label: "WSPoolWait.CasHead", Do: []string{"CasHead"}},
		{Label: "WSPoolWait.LookAgain", Do: []string{"LookAgain"}},
		{Label: "WSPoolWait.Park", Do: []string{"Park"}},
	}
	return refine.Protocol{
		Module:  "WSPoolWait",
		Parkers: []string{"permit"},
		Roles: map[string][]refine.Rule{
			"main": append([]refine.Rule{
				{Label: "WSPoolWait.Stop", Do: []string{"Stop"}},
			}, both...),
			"worker": append([]refine.Rule{
				{Label: "WSPoolWait.ReadStop", Do: []string{"ReadStop"}},
				{In: "(*Locked).Steal", Do: []string{"Scan"}, Form: refine.Locked, Moves: refine.Both, Why: aQueue},
				{In: "(*Locked).Pop", Do: []string{"Scan"}, Form: refine.Locked, Moves: refine.Both, Why: aQueue},
				{In: "(*Locked).Len", Do: []string{"RecheckQueue"}, Form: refine.Locked, Moves: refine.Both, Why: aQueue},
				{In: "(*Locked).Remove", Do: []string{"Remove", "Help"}, Form: refine.Locked, Moves: refine.Both, Why: aQueue},
				{Label: "WSPoolWait.Claim", Do: []string{"Claim"}},
				{Label: "WSPoolWait.JoinClaim", Do: []string{"JoinClaim"}},
				{Label: "WSPoolWait.WaitLock", Do: []string{"WaitLock"}},
				{Label: "WSPoolWait.RecheckStop", Do: []string{"RecheckStop"}},
				{Label: "WSPoolWait.Wait", Of: "c.count", Do: []string{"Wait"}, Form: refine.Whole, Why: signal},
				{Label: "WSPoolWait.Unlock", Do: []string{"Unlock"}},
				{Label: "WSPoolWait.Complete", Do: []string{"Complete"}},
				{Label: "WSPoolWait.ReadWaiters", Do: []string{"ReadWaiters"}},
				{Label: "WSPoolWait.Unpark", Do: []string{"Unpark"}},
			}, both...),
		},
		Plain:  lockedFields,
		Late:   map[string]refine.Values{"permit": refine.Flags{}},
		Silent: map[string]string{"Awake": "a worker that is signalled has a permit, of another parker than permit's"},
	}
}

// waiters compares a list. The module has all of it, and the code has a pointer.
var waiters = refine.Judge(func(machine, code uint64) bool { return (machine == 0) == (code == 0) })

// wspoolFollowed makes a pool run a tree.
func wspoolFollowed(n int, root *vertex) func(*refine.Shadow) func(*sched.S) {
	return func(f *refine.Shadow) func(*sched.S) {
		return func(s *sched.S) {
			p := newWSPool(n)
			ran := make([]atomic.Int32, root.size())
			uncompared(f, s, ran)
			all := futuresOf[*WSWorker](root, ran)
			places := []refine.Place{
				{Word: "lock", At: unsafe.Pointer(&p.wait4work.lock), Values: unseen},
				{Word: "wait4work", At: unsafe.Pointer(&p.wait4work.count), Values: members},
				{Word: "stop", At: unsafe.Pointer(&p.stop), Values: refine.Flags{}},
			}
			for i, t := range all {
				places = append(places,
					refine.Place{Word: fmt.Sprintf("status[%d]", i+1), At: unsafe.Pointer(&t.status), Values: refine.Numbers{}},
					refine.Place{Word: fmt.Sprintf("head[%d]", i+1), At: unsafe.Pointer(&t.head), Values: waiters})
			}
			for i, w := range p.workers {
				places = append(places, lockedQueue(fmt.Sprintf("queue[%d]", i+1), w.queue)...)
				places = append(places, refine.Place{Word: fmt.Sprintf("permit[%d]", i+1), At: unsafe.Pointer(w.done), Values: refine.Flags{}})
				f.Ignore(s, "the parker of a condition", unsafe.Pointer(w.work))
			}
			f.Ignore(s, "the end of the pool", unsafe.Pointer(&p.gone.status), unsafe.Pointer(&p.gone.head))
			f.Watch(s, places...)
			s.GoNamed("main", func() {
				p.Submit(all[0])
				all[0].Join(nil)
				p.shutdown()
			})
			for i, w := range p.workers {
				s.GoNamed(fmt.Sprintf("worker %d", i+1), w.loop)
			}
			s.Wait()
			once(s, ran)
		}
	}
}
