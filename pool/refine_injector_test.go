package pool

import (
	"context"
	"fmt"
	"unsafe"

	"github.com/stealproof/stealproof/model/refine"
	"github.com/stealproof/stealproof/model/sched"
)

var injections = []followed{
	{"a submitter, close", injectorProtocol, injectorSizes(1, 0), injectsFollowed(1, (*state).submit), all},
	{"2 submitters that wait, close", injectorProtocol, injectorSizes(2, 0), injectsFollowed(2, (*state).submit), many},
	{"2 submitters that do not wait, close", injectorProtocol, injectorSizes(2, 1), injectsFollowed(2, submitsAtOnce), many},
}

// submitsAtOnce is submit that does not wait.
func submitsAtOnce(p *state, _ context.Context, e entry, by waker) error { return p.trySubmit(e, by) }

func injectorSizes(submitters, tries int) string {
	return fmt.Sprintf("Workers = 1 Submitters = %d Closers = 1 Each = 1 Early = 0 Capacity = 1 Batch = 1 Impatient = 0 Tries = %d Nows = 0", submitters, tries)
}

func injectorProtocol() refine.Protocol {
	const region = "a region of the injector's lock"
	const notify = "Notify is one step of the module, and a protocol of its own in the code"
	const inPark = "a step of Park"
	return refine.Protocol{
		Module:  "Injector",
		Parkers: []string{"permit"},
		Roles: map[string][]refine.Rule{
			"worker": {
				{Label: "Injector.LookSize", Do: []string{"LookSize", "LookSizeAgain"}, Why: "both looks have one label"},
				{Label: "Injector.TakeBatch", Do: []string{"TakeBatch"}, Form: refine.Locked, Why: region},
				{Label: "Injector.WakeRoom", Do: []string{"WakeRoom"}},
				{Label: "Park.Announce", Do: []string{"Announce"}, Form: refine.Locked, Why: inPark},
				{Label: "Park.ReadClosed", Do: []string{"LookClosed"}, Why: inPark},
				{Label: "Park.Park", Do: []string{"AwaitWork"}, Why: inPark},
				{Label: "Park.Retract", Do: []string{"Retract"}, Form: refine.Locked, Why: inPark},
				{Label: "Injector.Leave", Do: []string{"Leave"}},
			},
			"submitter": {
				{Label: "Injector.Put", Do: []string{"Put"}, Form: refine.Locked, Looks: refine.Always, Why: region + "; the first try of Submit leaves all as it is if there is no room"},
				{Label: "Injector.AwaitRoom", Do: []string{"AwaitRoom"}},
				{Label: "Park.NotifyLook", Do: []string{"Notify"}, Form: refine.Whole, Looks: wakes, Why: notify},
				{Label: "Park.NotifyLock", Do: []string{"Notify"}, Form: refine.Whole, Looks: wakes, Why: notify},
				{Label: "Park.NotifyClaim", Do: []string{"Notify"}, Form: refine.Whole, Why: notify},
			},
			"closer": {
				{Label: "Injector.CloseInjector", Do: []string{"CloseInjector"}, Form: refine.Locked, Why: region},
				{Label: "Injector.CloseWake", Do: []string{"CloseWake"}},
				{Label: "Park.CloseUnpark", Do: []string{"CloseUnpark"}, Why: "the same word in Park"},
			},
		},
		Plain: []string{"i.count", "i.waiters"},
		Late:  map[string]refine.Values{"permit": ahead},
		Leaves: []refine.Leave{
			{Role: "submitter", Label: "Park.NotifyUnpark", At: "SubmitIdle", Why: "Notify is one step of the module; here the worker has taken another permit between its two halves"},
		},
		Stops: map[string]string{
			"AwaitOut": "that Close waits for the workers is a step of Join",
		},
		Unfollowed: map[string]string{
			"GiveUp":   "a context that ends gives a permit, and in the module it does not",
			"PassRoom": "a context that ends gives a permit, and in the module it does not",
			"TakeAll":  "CloseNow wakes the workers before it takes the tasks, too, and in the module only after that",
			"AwaitOut": "that Close waits for the workers is a step of Join",
		},
	}
}

// ahead is a permit that the machine may have before the code: Notify is two steps there.
var ahead = refine.Judge(func(machine, code uint64) bool { return machine >= code })

// injectsFollowed has submitters use a queue of one place that a worker takes from, while
// the pool is closed.
func injectsFollowed(submitters int, submit func(*state, context.Context, entry, waker) error) func(*refine.Shadow) func(*sched.S) {
	return func(f *refine.Shadow) func(*sched.S) {
		return func(s *sched.S) {
			p, workers := newParts(1, 1, noDeque)
			p.alive.Store(1)
			w := workers[0]
			accepted, ran := make([]bool, submitters), make([]int, submitters)
			i := &p.injector
			f.Watch(s,
				refine.Place{Word: "closed", At: unsafe.Pointer(&i.closed), Values: refine.Flags{}},
				refine.Place{Word: "size", At: unsafe.Pointer(&i.some), Values: refine.Flags{}},
				refine.Place{Word: "queue", At: unsafe.Pointer(&i.count), Values: length, Under: unsafe.Pointer(&i.mu)},
				refine.Place{Word: "waiters", At: unsafe.Pointer(&i.waiters), Values: refine.Numbers{}, Under: unsafe.Pointer(&i.mu), Only: true},
				refine.Place{Word: "idle", At: unsafe.Pointer(&p.lot.state), Values: sleeping},
				refine.Place{Word: "permit[1]", At: unsafe.Pointer(w.parker), Values: ahead},
				refine.Place{Word: "out", At: unsafe.Pointer(&p.alive), Values: refine.Judge(func(machine, code uint64) bool { return machine+code == 1 })},
			)
			f.Lock(s, unsafe.Pointer(&p.lot.mu))
			s.GoNamed("worker 1", func() { worksOff(p, w) })
			for k := range submitters {
				s.GoNamed(fmt.Sprintf("submitter %d", k+1), func() {
					accepted[k] = submit(p, context.Background(), entry{f: func(*Worker) { ran[k]++ }}, computes) == nil
				})
			}
			s.GoNamed("closer 1", p.close)
			s.Wait()
			for k := range ran {
				if accepted[k] != (ran[k] == 1) || ran[k] > 1 {
					s.Errorf("accepted %v, run %v", accepted, ran)
				}
			}
		}
	}
}

// length is that of a sequence in the machine.
var length = refine.Judge(func(machine, code uint64) bool { return machine&0xff == code })

// worksOff is a worker, as it is in the module: it retracts before it takes what its second
// look has found.
func worksOff(p *state, w *Worker) {
	for {
		if w.submission(nil) != nil {
			w.runLoose()
			continue
		}
		p.lot.enter(idle)                //tla:Park.Search
		p.lot.announce(w, idle)          //tla:Park.Announce
		goes := p.injector.closed.Load() //tla:Park.ReadClosed
		if p.injector.some.Load() {      //tla:Injector.LookSize
			goes = false
		} else if !goes {
			w.parker.Park() //tla:Park.Park
		}
		claimed := !p.lot.retract(w, idle, goes) //tla:Park.Retract
		if goes && !claimed {
			p.left()
			return
		}
		passOn(p)
	}
}
