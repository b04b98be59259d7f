package engine

import (
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model"
)

// Search runs the program under many schedules, until one breaks a rule. It then looks for the
// smallest schedule that breaks the same rule. It panics if program is nil.
func Search(program func(), o Options) Result {
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
	o.memory = r.engine.remains.shared() // it is the same at the end of each execution
	own := r.passOver()
	r.run()
	if r.Failure == nil && *own != nil {
		r.Ending, r.Failure = report.Failed, minimize(program, o, *own, ownTime)
	} else if r.Failure != nil && r.Failure.decisions != nil {
		if o.Progress != nil {
			so := r.Result
			so.Ending = report.Running
			o.Progress(so, "looking for a smaller schedule")
			o.Progress = nil
		}
		r.Failure = minimize(program, o, r.Failure, minimizeTime)
	}
	r.classify()
	return r.Result
}

func newSearch(program func(), o Options) *search {
	e := newEngine(o.Strategy)
	e.remains.begins(o.memory)
	e.alarms.on, e.alarms.ahead.on, e.alarms.ahead.last = o.Idle, o.Ahead, o.punctual
	if o.Steps > 0 {
		e.clock.limit = o.Steps
	}
	if o.loops != nil {
		e.loops = o.loops
	}
	e.tester.outside = o.Outside
	e.history.on, e.clock.strict, e.clock.turns = o.Judge != nil, o.NoSpinning, o.turns
	e.observer, e.stops = newObserver(o.Observer), o.Stops
	if o.Saturation > 0 {
		e.classes = newClasses()
	}
	if e.noReports = o.NoReports; !o.NoRaces {
		e.races = &races{}
	}
	r := &search{o: o, engine: e, start: time.Now(), watch: StartWatch(), body: program, progress: newProgress(o), echoed: Watched()}
	r.History, r.NoRaces = o.Judge != nil, o.NoRaces
	e.history.judgesStuck = r.judgesStuck
	return r
}

type search struct {
	Result
	o          Options
	engine     *engine
	body       func()
	start      time.Time
	watch      Stopwatch
	goroutines int // before the search
	abandoned  atomic.Bool
	goOn       func(*Failure) bool // reports whether to go on after a failure; nil for never
	stale      int                 // executions since the last new class
	looks      looks               // at the clock
	midway     bool                // an execution has begun and not ended
	echoed     bool                // an execution was repeated, as a check; Go's race detector may answer otherwise
	judged     model.History       // history of the last execution
	progress   *progress           // nil if not wanted
}

// run searches. If the program calls Goexit, that ends the goroutine of the controller, and
// another one goes on.
func (r *search) run() {
	searching.Lock()
	defer searching.Unlock()
	r.start, r.watch = time.Now(), StartWatch() // it may have waited for another search
	if leaked != nil {
		r.Ending, r.Bound = report.BoundHit, leaked.Error()
		return
	}
	r.goroutines = runtime.NumGoroutine()
	stop := make(chan struct{})
	defer close(stop)
	hung := r.engine.watched(stop)
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
			select {
			case <-left: // it went on meanwhile
				hung = r.engine.watched(stop)
			default:
				r.abandon(blocked())
				return
			}
		case <-r.engine.foreign.seen:
			if !leaves(left) { // a thread waits for the goroutine
				r.abandon(r.engine.foreign.failure())
				return
			}
		}
	}
	r.Took = time.Since(r.start)
	r.Labels, r.Given, r.Timers = r.engine.coverage.labels(), r.engine.coverage.gifts(), r.engine.alarms.ahead.met
	r.Taken, r.Untaken = r.engine.coverage.places()
	for _, t := range r.engine.threads {
		t.goroutine.end()
	}
}

// loop runs executions until the search has ended. It first finishes an execution that was left
// midway.
func (r *search) loop() {
	r.engine.foreign.controls()
	for r.ready() {
		r.engine.control()
		if r.abandoned.Load() {
			return // the blocked goroutine went on, too late
		}
		if !r.ended() {
			return
		}
	}
	r.conclude()
}

// ready reports whether an execution is to run. It begins one, unless one was left midway.
func (r *search) ready() bool {
	e := r.engine
	if r.midway {
		return true
	}
	if !e.begin() {
		if r.enough() {
			return false
		}
		r.renew()
		if !e.strategy.Next() {
			return false
		}
	}
	e.start(r.body)
	r.midway = true
	return true
}

// ended processes the execution that has ended, and reports whether the search goes on.
func (r *search) ended() bool {
	e := r.engine
	e.finish()
	e.endCoroutines()
	if e.fate.tooMany {
		r.Ending, r.Bound = report.BoundHit, fmt.Sprintf("the program starts more than %d threads", strategy.MaxThreads)
		return false
	}
	if f := e.foreign.failure(); f != nil {
		r.Ending, r.Failure = report.Failed, f
		return false
	}
	// The number from before the search may be too high, since some goroutines were still ending. A
	// single goroutine may be one that would end a deadlock.
	if r.Executions == 0 || e.fate.stuck() || runtime.NumGoroutine() > r.goroutines+2+len(e.threads) {
		if f := e.strays(); f != nil {
			r.Ending, r.Failure = report.Failed, f
			return false
		}
	}
	if f := e.lostOutside(); f != nil {
		r.Ending, r.Failure = report.Failed, f
		return false
	}
	r.midway = false
	r.progress.after(r)
	if e.repeats.echo {
		if err := e.repeats.differs(e.schedule.decisions, e.fate.failure); err != nil {
			r.Ending, r.Failure = report.Failed, &Failure{Rule: report.RuleRepeatable, Detail: err.Error()}
			return false
		}
	}
	if e.repeats.probes() {
		e.endProbe()
		return true
	}
	r.note()
	r.echo()
	if r.Failure != nil && (r.goOn == nil || !r.goOn(r.Failure)) {
		r.Ending = report.Failed
		return false
	}
	r.Failure = nil
	return true
}

// conclude sets how the search has ended, if no execution has failed.
func (r *search) conclude() {
	e := r.engine
	if err := e.strategy.Fault(); err != nil {
		r.Ending = report.Failed
		r.Failure = &Failure{Rule: report.RuleRepeatable, Detail: err.Error()}
		return
	}
	if f := e.remains.failure(); f != nil {
		r.Ending, r.Failure = report.Failed, f
		return
	}
	if f := e.visits.failure(r.Steps > 0); f != nil {
		r.Ending, r.Failure = report.Failed, f
		return
	}
	all, share := e.strategy.Exhausted()
	if r.outdated() != nil {
		all, share = false, 0
	}
	r.Share = share
	r.loops, r.Waits, r.Left = e.loops.String(), linesOf(e.loops.waits), linesOf(e.loops.left)
	if r.Bound = e.loops.bound; all && r.Bound == "" {
		r.Ending = report.Exhausted
	} else {
		r.Ending = report.BoundHit
	}
}

// echo plans a repetition of the first execution. A program that keeps state from one execution to
// the next cannot be searched, and this shows it.
func (r *search) echo() {
	e := r.engine
	if r.echoed || r.goOn != nil || r.Failure != nil || e.fate.end != strategy.Complete || e.fate.waits && e.spins.rounds > 0 {
		return
	}
	if _, can := e.strategy.(strategy.Restarter); can {
		r.echoed = true
		e.loops.due = append(e.loops.due, probe{thread: -1, decisions: slices.Clone(e.schedule.decisions)})
	}
}

// note adds the execution to the result.
func (r *search) note() {
	e := r.engine
	r.Steps += e.clock.steps
	r.Deepest = max(r.Deepest, e.clock.steps)
	if e.clock.fair {
		r.Long++
	}
	r.Threads = max(r.Threads, 1+e.fixed.started)
	if e.fate.end == strategy.Abandoned {
		r.Abandoned++
		return
	}
	r.Executions++
	r.Failure = e.fate.failure
	if r.Failure == nil && e.observer != nil {
		if err := e.observer.End(); err != nil {
			r.Failure = e.atEnd(report.RuleObserver, err.Error())
		}
	}
	if e.classes != nil {
		if r.stale++; e.classes.end() {
			r.stale = 0
			r.Classes++
		}
	}
	if r.Failure == nil && r.o.Judge != nil && e.history.judgeable() {
		e.history.end()
		r.judged = model.History{Spec: r.o.Spec, Ops: e.history.ops}
		if err := r.o.Judge(&r.judged); err != nil {
			r.Failure = e.atEnd(report.RuleHistory, err.Error())
			r.Failure.History = &model.History{Spec: r.o.Spec, Ops: slices.Clone(e.history.ops)}
			r.blame(r.Failure)
		}
	}
}
