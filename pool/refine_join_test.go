package pool

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/stealproof/stealproof/model/refine"
	"github.com/stealproof/stealproof/model/refine/refinetest"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq"
)

var joinings = []refinetest.Program{
	{Name: "a worker, a scope of 2 tasks, an outsider", Protocol: joinProtocol(1), Constants: joinSizes(1, 1, "TRUE"), Run: joinsFollowed(1, awaits)},
	{Name: "a worker, a scope of 2 tasks, an outsider that cancels", Protocol: joinProtocol(1), Constants: joinSizes(1, 1, "FALSE"), Run: joinsFollowed(1, gives)},
	{Name: "2 workers, a scope of 2 tasks", Protocol: joinProtocol(2), Constants: joinSizes(2, 0, "TRUE"), Run: joinsFollowed(2)},
	{Name: "2 workers, a scope of 2 tasks, an outsider", Protocol: joinProtocol(2), Constants: joinSizes(2, 1, "TRUE"), Run: joinsFollowed(2, awaits)},
	{Name: "a worker, a scope of 2 tasks, of which one panics, an outsider", Protocol: panickingProtocol(1), Constants: panicking(1, 1), Run: panicsFollowed(1, awaits)},
	{Name: "2 workers, a scope of 2 tasks, of which one panics", Protocol: panickingProtocol(2), Constants: panicking(2, 0), Run: panicsFollowed(2)},
	{Name: "2 workers, a scope of 2 tasks, of which one panics, an outsider", Protocol: panickingProtocol(2), Constants: panicking(2, 1), Run: panicsFollowed(2, awaits)},
}

func panicking(workers, outsiders int) string {
	return strings.Replace(joinSizes(workers, outsiders, "TRUE"), "Panics = FALSE", "Panics = TRUE", 1)
}

func joinSizes(workers, outsiders int, patient string) string {
	return fmt.Sprintf("Workers = %d Outsiders = %d Shape = 7 Panics = FALSE Recovers = FALSE Nudges = 2 Patient = %s Help = \"all\"", workers, outsiders, patient)
}

func joinProtocol(workers int) func() refine.Protocol {
	return func() refine.Protocol { return joinOf(workers) }
}

// panickingProtocol is for programs in which all workers are woken, since a task fails.
func panickingProtocol(workers int) func() refine.Protocol {
	return func() refine.Protocol {
		b := joinOf(workers)
		rules := b.Roles["worker"]
		rules[slices.IndexFunc(rules, func(r refine.Rule) bool { return r.Label == "Park.Park" })].Looks = refine.Always
		return b
	}
}

func joinOf(workers int) refine.Protocol {
	const queue = "a queue is a word of the module, and a region of a lock in the code"
	const latch = "a worker that has registered looks again before it sleeps, in Park: here it is woken for no reason"
	const fails = "who fails in a scope reads why before it claims what it drops, and in the module after that"
	flags := refine.Flags{}
	return refine.Protocol{
		Module:  "Join",
		Parkers: []string{"permit"},
		Roles: map[string][]refine.Rule{
			"worker": {
				{Label: "Injector.TakeBatch", Do: []string{"Find"}, Form: refine.Locked, Looks: refine.Always, Why: queue},
				{Label: "Injector.LookSize", Do: []string{"HelpOther"}, Form: refine.Whole, Looks: refine.Always, Why: "who waits looks at the submissions first of all others; idle ones find there"},
				{Label: "Join.HelpOwn", Do: []string{"HelpOwn", "Find"}, Form: refine.Locked, Looks: refine.Always, Why: queue},
				{Label: "Join.HelpOther", Do: []string{"HelpOther", "Find"}, Form: refine.Locked, Looks: refine.Always, Why: queue},
				{Label: "Join.Claim", Do: []string{"Claim"}},
				{Label: "Join.ReadCancel", Do: []string{"ReadCancel"}},
				{Label: "Join.Fork", Do: []string{"Fork"}, Form: refine.Locked, Why: queue},
				{Label: "Join.Look", In: "(*Worker).await", Do: []string{"Look"}},
				{Label: "Park.LookLatch", Do: []string{"Look"}, Looks: refine.Always, Why: latch},
				{Label: "Park.RecheckLatch", Do: []string{"Look"}, Looks: refine.Always, Why: latch},
				{In: "(*Worker).Scope", Of: "s.latch.abort", Do: []string{"ReadOutcome"}, Why: "the abort of a latch, which changes no more"},
				{Label: "Join.Cancel", Do: []string{"Cancel"}},
				{Label: "Join.CancelScope", Do: []string{"CancelScope"}},
				{Label: "Join.Complete", Do: []string{"Complete"}},
				{Label: "Join.CloseList", Do: []string{"CloseList"}},
				{Label: "Join.Wake", Do: []string{"Wake"}},
				{Label: "Join.Count", Do: []string{"Count"}},
				{Label: "Join.ReadHead", Do: []string{"ReadHead"}},
				{Label: "Join.Register", Do: []string{"Register"}},
				{Label: "Park.Park", Do: []string{"Park"}, Form: refine.Whole, Why: "a worker waits in Park"},
			},
			"outsider": {
				{Label: "Join.Look", Do: []string{"AwaitLook"}, Why: "who is no worker waits by the same functions"},
				{Label: "Join.ReadHead", Do: []string{"AwaitReadHead"}, Why: "the same"},
				{Label: "Join.Register", Do: []string{"AwaitRegister"}, Why: "the same"},
				{Label: "Join.AwaitPark", Do: []string{"AwaitPark"}},
				{Label: "Join.AwaitCancel", Do: []string{"AwaitCancel"}},
				{Label: "Join.Claim", Do: []string{"AwaitClaim"}, Why: "the same"},
				{Label: "Join.Complete", Do: []string{"AwaitComplete"}, Why: "the same"},
				{Label: "Join.CloseList", Do: []string{"AwaitCloseList"}, Why: "the same"},
				{Label: "Join.Wake", Do: []string{"AwaitWake"}, Why: "the same"},
			},
		},
		Plain: []string{"d.n"},
		Late: map[string]refine.Values{
			"status": taskStatus(workers), "waiters": taskWaiters(), "abort": flags, "permit": strays,
			"pending": refine.Judge(func(machine, code uint64) bool { return code == machine || code == machine+1 }), // counted before Fork
		},
		Silent: map[string]string{
			"WriteOutcome":      "a plain field, of which nothing is written if the task ends well",
			"AwaitWriteOutcome": "a plain field",
			"AwaitReadOutcome":  "a plain field",
		},
		Stops: map[string]string{
			"Find": "a worker of the program goes when it has looked twice",
		},
		Unfollowed: map[string]string{
			"Poll":           "the bodies of these programs do not poll",
			"HelpThief":      "who waits for its own latch helps nobody in particular",
			"Pass":           "all tasks are of one tree",
			"PassReadCancel": "all tasks are of one tree",
			"CancelChild":    "in a scope no child is given up by itself",
			"Offer":          fails,
			"Reclaim":        fails,
		},
	}
}

// strays is a permit that the code may have and the machine not: who cancels wakes all workers.
var strays = refine.Judge(func(machine, code uint64) bool { return machine <= code })

// taskStatus is a status. In the module a latch is nobody's; in the code it is its worker's.
func taskStatus(workers int) refine.Judge {
	return func(machine, code uint64) bool {
		switch machine {
		case uint64(workers + 1):
			return code == uint64(complete)
		case uint64(workers + 2):
			return code == uint64(nobody) || code > 0 && code <= uint64(workers)
		}
		return machine == code
	}
}

// taskWaiters is a list: the module has all of it, and the code a pointer.
func taskWaiters() refine.Judge {
	end := uint64(uintptr(unsafe.Pointer(closed)))
	return func(machine, code uint64) bool {
		switch machine {
		case 0:
			return code == 0
		case 1: // one that waits, whose number is 0
			return code == end
		}
		return code != 0 && code != end
	}
}

// queued is a deque with a lock and nothing else.
type queued struct {
	mu    sync.Mutex
	tasks []*Task
	n     int
}

func (d *queued) Push(t *Task) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.tasks = append(d.tasks, t)
	d.n++
	return true
}

func (d *queued) Pop() (*Task, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.n == 0 {
		return nil, false
	}
	d.n--
	t := d.tasks[d.n]
	d.tasks = d.tasks[:d.n]
	return t, true
}

func (d *queued) Steal() (*Task, wsq.StealResult) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.n == 0 {
		return nil, wsq.Empty
	}
	d.n--
	t := d.tasks[0]
	d.tasks = d.tasks[1:]
	return t, wsq.Stolen
}

// awaits and gives are outsiders: one waits for a task, the other cancels it.
func awaits(p *state, t *Task) {
	if err := t.wait(context.Background(), &p.parkers); err != nil {
		panic(err)
	}
}

// gives does what the end of a context does.
func gives(p *state, t *Task) {
	if t.isComplete() || !t.register(parkerOf(&p.parkers)) || t.isComplete() {
		return
	}
	f := &failure{&CancelError{context.Canceled}}
	t.abort.CompareAndSwap(nil, f) //tla:Join.AwaitCancel
	t.discard(f)
}

// joinsFollowed has workers look for tasks, twice each. The first is one with a scope of two.
func joinsFollowed(n int, outsiders ...func(*state, *Task)) func(*refine.Shadow) func(*sched.S) {
	return func(f *refine.Shadow) func(*sched.S) {
		return joinsAs(f, n, 0, func(*Worker) []int { return nil }, func() {}, outsiders...)
	}
}

// panicsFollowed is joinsFollowed with a second task that panics.
func panicsFollowed(n int, outsiders ...func(*state, *Task)) func(*refine.Shadow) func(*sched.S) {
	return func(f *refine.Shadow) func(*sched.S) {
		return joinsAs(f, n, 0, func(*Worker) []int { return nil }, func() { panic("of a test") }, outsiders...)
	}
}

// joinsAs has workers look in these places first, each in one deque: 0 is the injector. Who
// waits sweeps so often before it goes to sleep; in the module it is woken for no reason. The
// second task is the one that is given.
func joinsAs(f *refine.Shadow, n, sweeps int, places func(*Worker) []int, second func(), outsiders ...func(*state, *Task)) func(*sched.S) {
	return func(s *sched.S) {
		p, workers := newParts(n, 1, func() wsq.Deque[*Task] { return &queued{} })
		p.sweeps = sweeps
		root := newCall(func(w *Worker) (int, error) {
			w.Scope(func(sc *Scope) {
				sc.Go(w, func(*Worker) {})
				sc.Go(w, func(*Worker) { second() })
			})
			return 1, nil
		})
		root.root = &root.Task
		if err := p.injector.put(entry{task: &root.Task}, nil); err != nil {
			s.Errorf("%v", err)
		}
		where := []refine.Place{
			{Word: "status[1]", At: unsafe.Pointer(&root.status), Values: taskStatus(n)},
			{Word: "waiters[1]", At: unsafe.Pointer(&root.waiters), Values: taskWaiters()},
			{Word: "abort[1]", At: unsafe.Pointer(&root.abort), Values: refine.Flags{}},
			{Word: "deque[0]", At: unsafe.Pointer(&p.injector.some), Values: refine.Judge(func(machine, code uint64) bool { return (machine&0xff != 0) == (code != 0) })},
		}
		for i, w := range workers {
			d := w.deque.(*queued)
			where = append(where,
				refine.Place{Word: fmt.Sprintf("deque[%d]", i+1), At: unsafe.Pointer(&d.n), Values: length, Under: unsafe.Pointer(&d.mu)},
				refine.Place{Word: fmt.Sprintf("permit[%d]", i+1), At: unsafe.Pointer(w.parker), Values: strays})
		}
		f.Lock(s, unsafe.Pointer(&p.injector.mu))
		f.Watch(s, where...)
		for i, w := range workers {
			s.GoNamed(fmt.Sprintf("worker %d", i+1), func() {
				for _, v := range places(w) {
					if v > n && over(&root.Task) {
						return
					}
					if t := w.lookInto(v); t != nil {
						w.run(t)
					}
				}
				for range 2 {
					if t := w.look(nil); t != nil {
						w.run(t)
					}
				}
			})
		}
		for i, does := range outsiders {
			s.GoNamed(fmt.Sprintf("outsider %d", i+1), func() { does(p, &root.Task) })
		}
		s.Wait()
	}
}

// lookInto is look in one deque only: 0 is the injector.
func (w *Worker) lookInto(deque int) *Task {
	switch deque {
	case 0:
		return w.submission(nil)
	case len(w.pool.staff.all()) + 1:
		return nil
	case int(w.number) + 1:
		t, _ := w.deque.Pop() //tla:Join.HelpOwn
		return t
	}
	return w.steal(w.pool.staff.all()[deque-1], nil) //tla:Join.HelpOther
}
