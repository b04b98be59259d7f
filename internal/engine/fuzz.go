package engine

import (
	"slices"
	"sync"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/report"
)

// Input is one execution for a fuzzer: a program, and its schedule as bytes. See [strategy.Bytes].
type Input struct {
	Program  func()
	Options  Options // only Judge, Spec, Stuck, Steps and NoRaces are used
	Schedule []byte
}

// Outcome is the outcome of an input.
type Outcome struct {
	Steps    int
	Features []uint16 // which accesses came in which order; valid until the next input
	Failure  *Failure // as found; a smaller schedule may exist
}

// Fuzz runs the inputs that next returns, until next returns none. Next gets the outcome of the
// input before, or nil at first. An execution depends on its input alone. The result has the
// failure of the last input, if any.
func Fuzz(next func(before *Outcome) (Input, bool)) Result {
	var (
		r       *search
		program func()
		failure *Failure
		before  *Outcome
		outcome Outcome
		input   Input
	)
	races := &races{}
	s := strategy.NewInputs(func() ([]byte, bool) {
		e := r.engine
		if before != nil {
			if e.fate.void {
				e.loops.forget()
				return input.Schedule, true // run the same input again, see goexit
			}
			outcome = Outcome{Steps: e.clock.steps, Features: e.pairs.found, Failure: failure}
		}
		var ok bool
		if input, ok = next(before); !ok {
			return nil, false
		}
		before, failure = &outcome, nil
		program = input.Program
		r.o.Judge, r.o.Spec, r.o.Stuck = input.Options.Judge, input.Options.Spec, input.Options.Stuck
		e.history.on = input.Options.Judge != nil
		if e.clock.limit = input.Options.Steps; e.clock.limit == 0 {
			e.clock.limit = mostSteps
		}
		if e.races = nil; !input.Options.NoRaces {
			e.races = races
		}
		e.loops.forget()
		return input.Schedule, true
	})
	r = newSearch(func() { program() }, Options{Strategy: s})
	r.engine.pairs = sparePairs.Get().(*pairs)
	defer sparePairs.Put(r.engine.pairs)
	r.engine.loops.fixed = true
	r.goOn = func(f *Failure) bool {
		failure = f
		return true
	}
	r.run()
	if r.Failure == nil && failure != nil {
		r.Ending, r.Failure = report.Failed, failure
	}
	r.classify()
	return r.Result
}

// sparePairs reuses memory, since some fuzzers run one input at a time.
var sparePairs = sync.Pool{New: func() any { return &pairs{} }}

// Smallest returns the failure of an input, explained step by step. With search it looks for the
// smallest schedule that breaks the same rule. Without, it keeps the schedule.
func Smallest(i Input, f *Failure, search bool) *Failure {
	if f.decisions == nil {
		return f
	}
	if search {
		return minimize(i.Program, i.Options, f, minimizeTime)
	}
	return explain(i.Program, i.Options, f)
}

// Encode returns the bytes of the schedule of a token of a program.
func Encode(program func(), o Options, t report.Token) ([]byte, error) {
	s := strategy.NewEncode(t.Decisions)
	o.Strategy, o.Executions, o.For = s, 1, 0
	r := newSearch(func() { program() }, o)
	r.engine.repeats.replay = s.Replay
	r.run()
	return s.Bytes()
}

// Decode returns the token of an input, whether it breaks a rule or not.
func Decode(i Input, origin report.Token) report.Token {
	i.Options.Strategy, i.Options.Executions, i.Options.For = strategy.NewBytes(i.Schedule), 1, 0
	r := newSearch(i.Program, i.Options)
	r.engine.loops.fixed = true
	r.run()
	origin.Decisions = slices.Clone(r.engine.schedule.decisions)
	if r.Failure != nil && r.Failure.decisions != nil {
		origin.Decisions = r.Failure.decisions
	}
	return origin
}
