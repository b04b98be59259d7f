package pool

import (
	"context"
	"fmt"
	"runtime"
	"unsafe"

	"github.com/stealproof/stealproof/internal/refine"
	"github.com/stealproof/stealproof/internal/refinetest"
	"github.com/stealproof/stealproof/model/sched"
)

var injections = []refinetest.Program{
	{Name: "a submitter, close", Protocol: injectorProtocol, Constants: injectorSizes(1, 0, 0), Run: injection{submitters: 1}.followed},
	{Name: "a submitter, close now", Protocol: injectorProtocol, Constants: injectorSizes(1, 0, 1), Run: injection{submitters: 1, other: callsOthers("CloseIdle")}.followed},
	{Name: "2 submitters that wait, close", Protocol: injectorProtocol, Constants: injectorSizes(2, 0, 0), Run: injection{submitters: 2}.followed, Schedules: refinetest.Many},
	{Name: "2 submitters that wait, close now", Protocol: injectorProtocol, Constants: injectorSizes(2, 0, 1), Run: injection{submitters: 2, other: callsOthers("CloseIdle")}.followed, Schedules: refinetest.Many},
	{Name: "2 submitters that do not wait, close", Protocol: injectorProtocol, Constants: injectorSizes(2, 1, 0), Run: injection{submitters: 2, other: callsOthers("SubmitIdle")}.followed, Schedules: refinetest.Most},
	{Name: "2 submitters, of which one gives up, close", Protocol: impatientProtocol, Constants: impatientSizes, Run: injection{submitters: 2, impatient: true}.followed, Schedules: refinetest.Some},
}

const impatientSizes = "Workers = 1 Submitters = 2 Closers = 1 Each = 1 Early = 1 Capacity = 1 Batch = 1 Impatient = 1 Tries = 0 Nows = 0"

// choosing reports whether a thread calls, at an action, TrySubmit instead of Submit, or CloseNow
// instead of Close.
type choosing func(thread, action string) bool

func callsOthers(at string) choosing {
	return func(_, action string) bool { return action == at }
}

func injectorSizes(submitters, tries, nows int) string {
	return fmt.Sprintf("Workers = 1 Submitters = %d Closers = 1 Each = 1 Early = 0 Capacity = 1 Batch = 1 Impatient = 0 Tries = %d Nows = %d", submitters, tries, nows)
}

func injectorProtocol() refine.Protocol { return injectorOf(nil, refine.Flags{}) }

// impatientProtocol is for submitters whose context may end.
func impatientProtocol() refine.Protocol {
	return injectorOf(refine.Always, refine.Judge(func(uint64, uint64) bool { return true }))
}

// injectorOf is the protocol, with the result of a Park without room and the permits of
// submitters.
func injectorOf(ended func(uint64) bool, permits refine.Values) refine.Protocol {
	const region = "a region of the injector's lock"
	const notify = "notify looks twice for a sleeper, in Park"
	const inPark = "a step of Park"
	return refine.Protocol{
		Module:  "Injector",
		Parkers: []string{"permit"},
		Roles: map[string][]refine.Rule{
			"worker": {
				{Label: "Injector.LookSize", Do: []string{"LookSize", "LookSizeAgain"}, Why: "both looks have one label"},
				{Label: "Injector.TakeBatch", Do: []string{"TakeBatch"}, Form: refine.Locked, Moves: refine.Both, Why: region + "; no other thread of these programs reads the flag"},
				{Label: "Injector.WakeRoom", Do: []string{"WakeRoom"}},
				{Label: "Park.Announce", Do: []string{"Announce"}, Form: refine.Locked, Moves: refine.Commits, Commit: "l.state", Why: inPark},
				{Label: "Park.ReadClosed", Do: []string{"LookClosed"}, Why: inPark},
				{Label: "Park.Park", Do: []string{"AwaitWork"}, Why: inPark},
				{Label: "Park.Retract", Do: []string{"Retract"}, Form: refine.Locked, Moves: refine.Commits, Commit: "l.state", Why: inPark},
				{Label: "Injector.Leave", Do: []string{"Leave"}},
			},
			"submitter": {
				{Label: "Injector.Put", Do: []string{"Put"}, Form: refine.Locked, Moves: refine.Commits, Commit: "i.some", Looks: refine.Always, Why: region + "; the first try of Submit leaves all as it is if there is no room"},
				{Label: "Injector.AwaitRoom", Do: []string{"AwaitRoom"}, Looks: ended, Why: "a context that ends gives a permit, too, which the module does not show"},
				{Label: "Injector.GiveUp", Do: []string{"GiveUp"}, Form: refine.Locked, Moves: refine.Both, Why: region},
				{Label: "Injector.PassRoom", Do: []string{"PassRoom"}},
				{Label: "Park.NotifyLook", Do: []string{"Notify"}, Form: refine.Whole, Passes: wakes, Why: notify},
				{Label: "Park.NotifyLock", Do: []string{"Notify"}, Form: refine.Whole, Passes: wakes, Why: notify},
				{Label: "Park.NotifyClaim", Do: []string{"Notify"}, Form: refine.Whole, Why: "it takes a sleeper from the list and counts it"},
				{Label: "Park.NotifyUnpark", Do: []string{"NotifyUnpark"}, Why: inPark},
			},
			"closer": {
				{Label: "Injector.CloseInjector", Do: []string{"CloseInjector"}, Form: refine.Locked, Moves: refine.Commits, Commit: "i.closed", Why: region},
				{Label: "Injector.CloseWake", Do: []string{"CloseWake"}},
				{Label: "Injector.TakeAll", Do: []string{"TakeAll"}, Form: refine.Locked, Moves: refine.Commits, Commit: "i.some", Why: region},
				{Label: "Park.CloseUnpark", Do: []string{"CloseUnpark"}, Why: "the same step as in Park"},
				{Label: "Promotion.CloseUnpark", Do: []string{"CloseUnpark"}, Why: "CloseNow interrupts each worker that it wakes"},
			},
		},
		Plain: []string{"i.count", "l.count"},
		Late:  map[string]refine.Values{"permit": permits},
		Stops: map[string]string{
			"AwaitOut": "that Close waits for the workers is a step of Join",
		},
		Unfollowed: map[string]string{
			"AwaitOut": "that Close waits for the workers is a step of Join",
		},
	}
}

// injection is a program: submitters use a queue of one place, a worker takes from it, and the
// pool is closed.
type injection struct {
	submitters int
	other      choosing // nil if no thread calls the other function
	impatient  bool     // the queue is full, and the first submitter may give up
}

func (in injection) followed(f *refine.Shadow) func(*sched.S) {
	other := in.other
	if other == nil {
		other = callsOthers("")
	}
	return func(s *sched.S) {
		p, workers := newParts(1, 1, noDeque)
		p.alive.Store(1)
		w := workers[0]
		accepted, ran := make([]bool, in.submitters), make([]int, in.submitters)
		i := &p.injector
		contexts := make([]context.Context, in.submitters)
		for k := range contexts {
			contexts[k] = context.Background()
		}
		cancel := func() {}
		if in.impatient {
			contexts[0], cancel = context.WithCancel(context.Background())
			defer cancel()
			if err := p.submit(context.Background(), entry{f: func(*Worker) {}}, computes); err != nil {
				s.Errorf("%v", err)
			}
		}
		f.Watch(s,
			refine.Place{Word: "closed", At: unsafe.Pointer(&i.closed), Values: refine.Flags{}},
			refine.Place{Word: "size", At: unsafe.Pointer(&i.some), Values: refine.Flags{}},
			refine.Place{Word: "queue", At: unsafe.Pointer(&i.count), Values: length, Under: unsafe.Pointer(&i.mu)},
			refine.Place{Word: "waiters", At: unsafe.Pointer(&i.waiters.count), Values: refine.Numbers{}, Under: unsafe.Pointer(&i.mu), Only: true},
			refine.Place{Word: "idle", At: unsafe.Pointer(&p.sleepers.state), Values: sleeping},
			refine.Place{Word: "permit[1]", At: unsafe.Pointer(w.parker), Values: refine.Flags{}},
			refine.Place{Word: "out", At: unsafe.Pointer(&p.alive), Values: refine.Judge(func(machine, code uint64) bool { return machine+code == 1 })},
		)
		f.Lock(s, unsafe.Pointer(&p.sleepers.mu))
		// A tour prefers the thread that was started first. The worker comes first, or a
		// submitter would try again for ever. It comes last if the queue must be full until
		// both submitters wait.
		work := func() { s.GoNamed("worker 1", func() { worksOff(p, w) }) }
		if !in.impatient {
			work()
		}
		for k := range in.submitters {
			name := fmt.Sprintf("submitter %d", k+1)
			s.GoNamed(name, func() {
				e, err := entry{f: func(*Worker) { ran[k]++ }}, error(nil)
				if other(name, "SubmitIdle") {
					err = p.trySubmit(e, computes)
				} else {
					err = p.submit(contexts[k], e, computes)
				}
				accepted[k] = err == nil
			})
		}
		for in.impatient && !i.awaited(in.submitters) {
			runtime.Gosched() // without this, the second submitter may wait with the parker of the first
		}
		if in.impatient {
			work()
		}
		s.GoNamed("closer 1", func() {
			if other("closer 1", "CloseIdle") {
				p.abandon()
			} else {
				p.close()
			}
		})
		if in.impatient {
			s.Go(cancel)
		}
		s.Wait()
		for k := range ran {
			if accepted[k] != (ran[k] == 1) && p.abandoned.Load() == nil || ran[k] > 1 || ran[k] == 1 && !accepted[k] {
				s.Errorf("accepted %v, run %v", accepted, ran)
			}
		}
	}
}

// awaited reports whether n submitters wait for room.
func (i *injector) awaited(n int) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.waiters.count == n
}

// length compares a length with a sequence of the machine.
var length = refine.Judge(func(machine, code uint64) bool { return machine&0xff == code })

// worksOff is the worker of the module: it retracts before it takes the entry that its second
// look has found.
func worksOff(p *state, w *Worker) {
	for {
		if w.submission(nil) != nil {
			w.runLoose()
			continue
		}
		p.sleepers.beginSearch(idle)             //tla:Park.Search
		p.sleepers.announce(&w.sleeper, idle, 0) //tla:Park.Announce
		goes := p.injector.closed.Load()         //tla:Park.ReadClosed
		if p.injector.some.Load() {              //tla:Injector.LookSize
			goes = false
		} else if !goes {
			w.parker.Park() //tla:Park.Park
		}
		claimed := !p.sleepers.retract(&w.sleeper, idle, goes) //tla:Park.Retract
		if goes && !claimed {
			p.left()
			return
		}
		passOn(p)
	}
}
