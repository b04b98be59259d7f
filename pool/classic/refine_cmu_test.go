package classic

import (
	"fmt"
	"sync/atomic"
	"unsafe"

	"github.com/stealproof/stealproof/internal/refine"
	"github.com/stealproof/stealproof/internal/refinetest"
	"github.com/stealproof/stealproof/model/sched"
)

var twoQs = []refinetest.Program{
	{Name: "2 workers, 2 forks", Protocol: twoQueueProtocol, Constants: twoQueueSizes(2, 2), Run: twoQueueFollowed(2, two), Schedules: refinetest.Some},
	{Name: "2 workers, 4 forks, nested", Protocol: twoQueueProtocol, Constants: twoQueueSizes(2, 4), Run: twoQueueFollowed(2, nested), Schedules: refinetest.Some},
	{Name: "3 workers, 4 forks, nested", Protocol: twoQueueProtocol, Constants: twoQueueSizes(3, 4), Run: twoQueueFollowed(3, nested), Schedules: refinetest.Some},
}

// inOrder returns the same tree, but each vertex joins the oldest child first, as the module
// does.
func inOrder(root *vertex) *vertex {
	same := *root
	same.oldest, same.children = true, nil
	for _, c := range root.children {
		same.children = append(same.children, inOrder(c))
	}
	return &same
}

func twoQueueSizes(workers, shape int) string {
	return fmt.Sprintf("Workers = %d Shape = %d TwoQueues = TRUE PushesStolen = FALSE", workers, shape)
}

func twoQueueProtocol() refine.Protocol {
	const generator = "the generator is in the library, and has no words of memory"
	const status = "the done flag is the task's status, as in WSPoolWait"
	return refine.Protocol{
		Module: "TwoQueue",
		Roles: map[string][]refine.Rule{"thread": {
			{In: "(*Locked).Pop", Do: []string{"Pop"}, Form: refine.Locked, Moves: refine.Both, Why: aQueue},
			{In: "(*Locked).Push", Do: []string{"PushContinuation", "PushChild"}, Form: refine.Locked, Moves: refine.Both, Why: aQueue},
			{In: "(*Locked).Steal", Do: []string{"Steal"}, Form: refine.Locked, Moves: refine.Both, Why: aQueue},
			{Label: "WSPoolWait.JoinLook", Do: []string{"Join", "ReadRoot"}, Why: status},
			{Label: "WSPoolWait.Complete", Do: []string{"SetDone"}, Why: status},
		}},
		Plain:      lockedFields,
		Silent:     map[string]string{"Advance": generator, "ReadChild": generator},
		Unfollowed: map[string]string{"PushStolen": "a stolen task runs at once"},
	}
}

// twoQueueFollowed makes the workers of a pool run a tree.
func twoQueueFollowed(n int, root *vertex) func(*refine.Shadow) func(*sched.S) {
	return func(f *refine.Shadow) func(*sched.S) {
		return func(s *sched.S) {
			p := newCMU(CMUOptions{Workers: n, Continuation: true})
			root := inOrder(root)
			ran := make([]atomic.Int32, root.size())
			uncompared(f, s, ran)
			all := futuresOf[*CMUContext](root, ran)
			p.begin(&all[0].task)
			var places []refine.Place
			for i, t := range all {
				places = append(places, refine.Place{Word: fmt.Sprintf("is_done[%d]", i+1), At: unsafe.Pointer(&t.status), Values: isDone})
			}
			for i, w := range p.workers {
				places = append(places, lockedQueue(fmt.Sprintf("workq[%d]", i), w.workq)...)
			}
			f.Watch(s, places...)
			for i, w := range p.workers {
				s.GoNamed(fmt.Sprintf("thread %d", i), w.process)
			}
			s.Wait()
			once(s, ran)
		}
	}
}
