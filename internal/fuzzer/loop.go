package fuzzer

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/report"
)

// Target turns the bytes of a program into the program, and what it is held to.
// Its schedule is none of its business.
type Target func(program []byte) engine.Input

// Loop fuzzes a target in this process, one execution after the other.
type Loop struct {
	Target     Target
	Seed       uint64
	For        time.Duration // 0 is no limit
	Executions int           // 0 is no limit
	// Blind leaves out the feedback from new orders of accesses. It is the negative
	// control of that.
	Blind bool
	Seeds []Bytes
	// Keep is called with each input that has shown something new, if not nil.
	Keep func(Bytes)
	// Others returns inputs from elsewhere, if not nil. It is called now and then.
	Others func() []Bytes
	// Tell is called about every second, if not nil.
	Tell func(Progress)
}

// Progress is how far a loop is.
type Progress struct {
	Executions, Steps, Deepest int
	Entries                    int // of the corpus
	Features                   int
	Took                       time.Duration
}

// Found is what a loop has come to.
type Found struct {
	Progress
	Failure *engine.Failure // of Input, nil if there was none
	Input   Bytes
	Minimal []Bytes // inputs that have all features together
	Bound   string  // why it ended early, if neither by a failure nor by its limits
}

// How often a program is run before another one takes its turn, and how often the
// clock is looked at. Among programs there is more to be found than among the
// schedules of one.
const (
	burst     = 32
	lookAfter = 256
)

// Run runs the loop.
func (l Loop) Run() Found {
	if len(l.Seeds) == 0 {
		l.Seeds = []Bytes{{}}
	}
	r := &looping{Loop: l, mutator: mutator{rand.New(rand.NewPCG(l.Seed, 0xf022))}, start: time.Now(), waiting: l.Seeds}
	r.told = r.start
	result := engine.Fuzz(r.next)
	found := Found{Progress: r.progress(), Failure: result.Failure, Bound: result.Bound}
	if r.unlike != nil {
		found.Failure = r.unlike
	}
	if found.Failure != nil {
		found.Input = Bytes{slices.Clone(r.now.Program), slices.Clone(r.now.Schedule)}
		if found.Failure.Token().Repeats() {
			found.Input, found.Failure = r.shrink(found.Input, found.Failure)
			found.Failure = engine.Smallest(l.Target(found.Input.Program), found.Failure, true)
		}
	}
	for _, e := range r.corpus.minimal() {
		found.Minimal = append(found.Minimal, e.Bytes)
	}
	return found
}

// looping is a loop that runs.
type looping struct {
	Loop
	mutator
	corpus  corpus
	waiting []Bytes // inputs to be run as they are

	now   Bytes // runs
	input engine.Input
	left  int    // runs of this program that are left
	base  *entry // that its schedules are made from, nil if it is a new program
	room  []byte // of its schedule

	confirming bool            // this execution repeats the one before
	features   []uint16        // of that
	unlike     *engine.Failure // executions of one input differ

	executions, steps, deepest, latest int
	start, told                        time.Time
}

// next takes in what came of an input, and returns another.
func (l *looping) next(before *engine.Outcome) (engine.Input, bool) {
	if before != nil && !l.learn(before) {
		return engine.Input{}, false
	}
	if l.confirming {
		return l.run()
	}
	if l.executions%lookAfter == 0 && l.over() || l.Executions > 0 && l.executions >= l.Executions {
		return engine.Input{}, false
	}
	switch {
	case len(l.waiting) > 0:
		l.now, l.waiting = l.waiting[0], l.waiting[1:]
		l.input, l.base, l.left = l.Target(l.now.Program), nil, 0
		return l.run()
	case l.left == 0:
		l.another()
	}
	l.left--
	from, steps := []byte(nil), max(l.latest, 8)
	if l.base != nil {
		from, steps = l.base.Schedule, l.base.steps
	}
	var other *entry // not read here: it is mostly far away in memory
	if n := len(l.corpus.entries); n > 0 {
		other = l.corpus.entries[l.rng.IntN(n)]
	}
	l.room = l.schedule(l.room, from, other, steps)
	l.now.Schedule = l.room
	return l.run()
}

func (l *looping) run() (engine.Input, bool) {
	l.input.Schedule = l.now.Schedule
	return l.input, true
}

// learn takes in what came of an input, and reports whether to go on.
func (l *looping) learn(o *engine.Outcome) bool {
	previous := l.latest
	l.executions++
	l.steps += o.Steps
	l.latest = o.Steps
	l.deepest = max(l.deepest, o.Steps)
	if l.confirming {
		l.confirming = false
		if previous != o.Steps || !slices.Equal(l.features, o.Features) || o.Failure != nil {
			l.unlike = &engine.Failure{
				Rule:   report.RuleRepeatable,
				Detail: fmt.Sprintf("one input was run twice: first it had %d steps, in %d orders, then %d in %d, and they are not the same", previous, len(l.features), o.Steps, len(o.Features)),
			}
			return false
		}
		kept := Bytes{slices.Clone(l.now.Program), slices.Clone(l.now.Schedule)}
		l.corpus.add(kept, o)
		if l.Keep != nil {
			l.Keep(kept)
		}
		return true
	}
	if o.Failure != nil {
		return false
	}
	switch {
	case !l.corpus.isNew(o.Features):
	case l.Blind:
		l.corpus.note(o.Features)
	default:
		l.confirming = true
		l.features = append(l.features[:0], o.Features...)
	}
	return true
}

// another chooses the program that is next: one that is new, one that is made from
// an entry, or that of an entry.
func (l *looping) another() {
	l.left, l.base = burst, nil
	all := l.corpus.entries
	how := l.rng.IntN(4)
	if len(all) == 0 || how < 2 {
		l.now.Program = l.invented()
		l.input = l.Target(l.now.Program)
		return
	}
	e := all[l.rng.IntN(len(all))]
	if l.rng.IntN(2) == 0 { // one of the latest
		e = all[len(all)-1-l.rng.IntN(min(len(all), 32))]
	}
	l.base = e
	if l.now.Program = e.Program; how == 2 {
		l.now.Program = l.program(e.Program, all[l.rng.IntN(len(all))].Program)
	}
	l.input = l.Target(l.now.Program)
}

// over looks at the clock, and tells how far the loop is.
func (l *looping) over() bool {
	now := time.Now()
	if now.Sub(l.told) >= time.Second {
		l.told = now
		if l.Tell != nil {
			l.Tell(l.progress())
		}
		if l.Others != nil {
			l.waiting = append(l.waiting, l.Others()...)
		}
	}
	return l.For > 0 && now.Sub(l.start) >= l.For
}

func (l *looping) progress() Progress {
	return Progress{
		Executions: l.executions, Steps: l.steps, Deepest: l.deepest,
		Entries: len(l.corpus.entries), Features: l.corpus.covered, Took: time.Since(l.start),
	}
}
