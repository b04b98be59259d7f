package sched

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched/strategy"
)

// S is what a program under test gets to start threads and to check results.
type S struct {
	engine *engine
}

// Go starts a thread.
func (s *S) Go(f func()) { s.engine.spawn("", f) }

// GoNamed starts a thread with a name for people.
func (s *S) GoNamed(name string, f func()) { s.engine.spawn(name, f) }

// Object returns the number under which an Observer is told of what is at p.
func (s *S) Object(p unsafe.Pointer) int32 { return s.engine.objects.number(p) }

// Wait returns when all other threads have ended.
func (s *S) Wait() { s.engine.before(strategy.Join, nil, s.engine.blocked, s.engine.current.id) }

// Errorf says that a check failed. The execution ends.
func (s *S) Errorf(format string, args ...any) {
	s.engine.trace.fails(s.engine.current)
	s.engine.fail(&Failure{Rule: RuleAssertion, Detail: fmt.Sprintf(format, args...), thread: s.engine.current.id})
}

// FailNow ends the thread.
func (s *S) FailNow() { s.engine.current.stop() }

// Helper lets S stand for a testing.TB in assertion libraries.
func (s *S) Helper() {}

// Fatalf is Errorf and FailNow.
func (s *S) Fatalf(format string, args ...any) {
	s.Errorf(format, args...)
	s.FailNow()
}

// Options of [Search].
type Options struct {
	Strategy   strategy.Strategy // nil is DPOR
	Executions int               // 0 is no limit
	For        time.Duration     // 0 is no limit
	Steps      int               // of one execution; 0 is 10,000
	// Judge makes calls and returns visible and judges each history, which it must not keep.
	Judge func(*model.History) error
	Spec  model.Spec
	// Observer is shown every access of every execution, and may reject it. A plain
	// write is shown when it has been done, before the next step of its thread.
	// Locks are not looked into. A [model.Witness] is told of operations, too.
	Observer model.Observer
	// Stops lets the strategy preempt a thread before a labelled call, and before a
	// plain access on a labelled line, too. Neither conflicts with anything, so it
	// only matters to who wants a certain schedule. It takes an Observer.
	Stops bool
	// Novelty counts the classes of executions: those that differ in more than
	// the order of steps that commute. It ends the search after so many
	// executions in a row that were of known ones, if it is more than 0.
	Novelty int
	// NoRaces leaves out the search for data races. Orders of plain accesses are not tried then
	// either: what is exhausted is so for a program without data races only, and says so.
	NoRaces bool
	// NoSpinning has a loop that waits for another thread without yielding break a rule. It
	// is a bound otherwise, as there are too many schedules of such a loop.
	NoSpinning bool

	loops    *loops    // what is known, if anything is
	ungated  bool      // for tests: what yields does not wait
	progress *progress // nil if nobody wants to know
}

// Ending says how a search ended.
type Ending string

const (
	Running   Ending = "running" // it has not ended
	Exhausted Ending = "exhausted"
	BoundHit  Ending = "bound hit"
	Failed    Ending = "failed"
)

// Result of a search.
type Result struct {
	Ending     Ending
	History    bool // mode: whether calls and returns were visible, and histories judged
	NoRaces    bool // data races were not looked for
	Executions int  // complete ones
	Abandoned  int  // cut off, since they would have shown nothing new
	Steps      int  // of all
	Deepest    int  // most steps of one
	Share      float64
	Bound      string   // what was hit, if that is neither time nor a number of executions
	Waits      []string // loops that are taken to do nothing but look, until they see a change
	Classes    int      // of executions, if Novelty asked for them
	More       []Result // what was done after the search had hit its bound
	Took       time.Duration
	Labels     map[string]int // steps with each label, while more than one thread was there
	Failure    *Failure

	loops string // what was found out about them
}

// Search runs the program under many schedules, until one breaks a rule. It
// then looks for the smallest schedule that breaks the same rule. It panics if there is no program.
func Search(program func(*S), o Options) Result {
	if program == nil {
		panic("sched: a nil program")
	}
	if o.Strategy == nil {
		o.Strategy = strategy.NewDPOR()
	}
	o.loops = newLoops()
	o.loops.ungated = o.ungated
	_, single := o.Strategy.(strategy.Single)
	o.loops.idle = !single
	r := newSearch(program, o)
	r.run()
	if r.Failure != nil && r.Failure.decisions != nil {
		o.progress.found(r.Result)
		o.progress = nil
		r.Failure = minimize(program, o, r.Failure)
	}
	return r.Result
}

func newSearch(program func(*S), o Options) *search {
	e := newEngine(o.Strategy)
	e.variables = takeSnapshot()
	if o.Steps > 0 {
		e.maxSteps = o.Steps
	}
	if o.loops != nil {
		e.loops = o.loops
	}
	e.history.on, e.strict = o.Judge != nil, o.NoSpinning
	e.audience, e.stops = newAudience(o.Observer), o.Stops
	if o.Novelty > 0 {
		e.classes = newClasses()
	}
	if !o.NoRaces {
		e.races = &races{}
	}
	s := &S{engine: e}
	r := &search{o: o, engine: e, start: time.Now(), body: func() { program(s) }}
	r.History, r.NoRaces = o.Judge != nil, o.NoRaces
	return r
}

type search struct {
	Result
	o          Options
	engine     *engine
	body       func()
	start      time.Time
	goroutines int // before
	abandoned  atomic.Bool
	goOn       func(*Failure) bool // whether to search on after a failure, nil if not
	stale      int                 // executions since the last new class
	midway     bool                // an execution has begun and not ended
	echoed     bool                // one has been repeated
	judged     model.History       // of this execution
}

// run searches. If the program calls Goexit, that ends the goroutine that
// controls it, and another goes on.
func (r *search) run() {
	searching.Lock()
	defer searching.Unlock()
	if lost != nil {
		r.Ending, r.Bound = BoundHit, lost.Error()
		return
	}
	r.goroutines = runtime.NumGoroutine()
	stop, hung := make(chan struct{}), make(chan struct{})
	defer close(stop)
	go r.engine.watch(stop, func() { close(hung) })
	for ended := false; !ended; {
		left := make(chan struct{})
		go func() {
			defer close(left)
			r.loop()
			ended = true
		}()
		select {
		case <-left:
		case <-hung:
			r.abandon()
			return
		}
	}
	r.Took = time.Since(r.start)
	r.Labels = r.engine.labels()
	for _, t := range r.engine.threads {
		t.end()
	}
}

// abandon leaves an execution behind that does not go on.
func (r *search) abandon() {
	r.Took = time.Since(r.start)
	r.Ending, r.Failure = Failed, blocked()
	r.abandoned.Store(true)
	disown()
	lost = errors.New("an earlier search in this process has left a goroutine behind that blocks; nothing more can be searched")
}

// disown gives the shims back to the rest of the process. Nothing orders this
// with the goroutine that blocks: that it makes no step has been waited for, and
// that is all there is to know of it.
//
//go:norace
func disown() { active = nil }

func (r *search) loop() {
	e := r.engine
	for {
		if !r.midway {
			if !e.begin() {
				if r.enough() {
					break
				}
				r.renew()
				if !e.strategy.Next() {
					break
				}
			}
			e.start(r.body)
			r.midway = true
		}
		e.control()
		if r.abandoned.Load() {
			return // it has come to life again, too late
		}
		e.finish()
		e.endCoroutines()
		if e.crowded {
			r.Ending, r.Bound = BoundHit, fmt.Sprintf("the program starts more than %d threads", strategy.MaxThreads)
			return
		}
		// How many there were before may have been too many: some were ending.
		if r.Executions == 0 || runtime.NumGoroutine() > r.goroutines+2+len(e.threads) {
			if f := e.strays(); f != nil {
				r.Ending, r.Failure = Failed, f
				return
			}
		}
		r.midway = false
		r.o.progress.after(r)
		if e.echo {
			if err := e.echoes(); err != nil {
				r.Ending, r.Failure = Failed, &Failure{Rule: RuleRepeatable, Detail: err.Error()}
				return
			}
		}
		if e.echo || e.probing >= 0 {
			e.unbegin()
			continue
		}
		r.note()
		r.echo()
		if r.Failure != nil {
			if r.goOn != nil && r.goOn(r.Failure) {
				r.Failure = nil
				continue
			}
			r.Ending = Failed
			return
		}
	}
	if err := e.strategy.Fault(); err != nil {
		r.Ending = Failed
		r.Failure = &Failure{Rule: RuleRepeatable, Detail: err.Error()}
		return
	}
	all, share := e.strategy.Exhausted()
	if r.outdated() != nil {
		all, share = false, 0
	}
	r.Share = share
	r.loops, r.Waits = e.loops.String(), e.loops.places()
	if r.Bound = e.loops.held; all && r.Bound == "" {
		r.Ending = Exhausted
	} else {
		r.Ending = BoundHit
	}
}

// echo has the first execution repeated: a program that keeps something from one
// execution to the next is not one that can be searched.
func (r *search) echo() {
	e := r.engine
	_, can := e.strategy.(strategy.Restarter)
	if can && r.goOn == nil && r.Failure == nil && !r.echoed && e.end == strategy.Complete {
		r.echoed = true
		e.loops.due = append(e.loops.due, probe{thread: -1, decisions: slices.Clone(e.decisions)})
	}
}

// renew begins anew if it has to.
func (r *search) renew() {
	e := r.engine
	s := r.outdated()
	if s == nil {
		return
	}
	e.loops.news = false
	clear(e.loops.waits)
	s.Restart()
	r.Executions, r.Abandoned, r.Steps, r.Deepest = 0, 0, 0, 0
}

// outdated returns the strategy if it has been learnt that it has left schedules out, and
// can begin anew, else nil.
func (r *search) outdated() strategy.Restarter {
	if s, can := r.engine.strategy.(strategy.Restarter); can && r.engine.loops.news {
		return s
	}
	return nil
}

func (r *search) enough() bool {
	if r.o.Novelty > 0 && r.stale >= r.o.Novelty {
		return true
	}
	if r.o.Executions > 0 && r.Executions+r.Abandoned >= r.o.Executions {
		return true
	}
	return r.o.For > 0 && (r.Executions+r.Abandoned)&255 == 0 && time.Since(r.start) >= r.o.For
}

// note adds up what an execution was.
func (r *search) note() {
	e := r.engine
	r.Steps += e.steps
	r.Deepest = max(r.Deepest, e.steps)
	if e.end == strategy.Abandoned {
		r.Abandoned++
		return
	}
	r.Executions++
	r.Failure = e.failure
	if r.Failure == nil && e.audience != nil {
		if err := e.audience.End(); err != nil {
			r.Failure = &Failure{Rule: RuleObserver, Detail: err.Error(), decisions: e.decided(), Preemptions: e.preemptions}
		}
	}
	if e.classes != nil {
		if r.stale++; e.classes.end() {
			r.stale = 0
			r.Classes++
		}
	}
	if r.Failure == nil && r.o.Judge != nil {
		r.judged = model.History{Spec: r.o.Spec, Ops: e.history.ops}
		if err := r.o.Judge(&r.judged); err != nil {
			h := &model.History{Spec: r.o.Spec, Ops: slices.Clone(e.history.ops)}
			r.Failure = &Failure{Rule: RuleHistory, Detail: err.Error(), History: h, decisions: e.decided(), Preemptions: e.preemptions}
		}
	}
}
