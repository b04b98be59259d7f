package loop

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/report"
)

// Target turns bytes into a program with its options. It does not see the bytes of the schedule.
type Target func(program []byte) engine.Input

// Loop fuzzes a target in this process, one execution after the other.
type Loop struct {
	Target     Target
	Seed       uint64
	For        time.Duration // 0 means no limit; the seeds are run even if that takes longer
	Patient    bool          // For is the time of a [engine.Stopwatch]
	Executions int           // 0 means no limit
	// Blind turns off the feedback from new orders of accesses, as a control that shows the effect of the
	// feedback.
	Blind bool
	Seeds []Bytes
	// Keep, if not nil, is called with each input that showed something new.
	Keep func(Bytes)
	// Others, if not nil, returns inputs from elsewhere. It is called now and then.
	Others func() []Bytes
	// Tell, if not nil, is called about every second.
	Tell func(Progress)
}

// Progress is the progress of a loop.
type Progress struct {
	Executions, Steps, Deepest int
	Entries                    int // of the corpus
	Features                   int
	Took                       time.Duration
}

// Found is the result of a loop.
type Found struct {
	Progress
	Failure *engine.Failure // of Input; nil if there was none
	Input   Bytes
	Minimal []Bytes // inputs that have all features together
	Bound   string  // the reason for an early end that is neither a failure nor a limit
}

// The number of runs of a program before the next program, and of runs between looks at the clock. The number
// of runs of one program is small, because other programs show more than other schedules of the same program.
const (
	burst     = 32
	lookAfter = 256
)

// Run runs the loop.
func (l Loop) Run() Found {
	if len(l.Seeds) == 0 {
		l.Seeds = []Bytes{{}}
	}
	r := &looping{Loop: l, mutator: mutator{rand.New(rand.NewPCG(l.Seed, 0xf022))}, start: time.Now(), watch: engine.StartWatch(), waiting: l.Seeds}
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

// looping is a running loop.
type looping struct {
	Loop
	mutator
	corpus  corpus
	waiting []Bytes // inputs that are run unchanged
	begun   int     // how many of them were run

	now   Bytes // the current input
	input engine.Input
	left  int    // runs of this program that are left
	base  *entry // its schedules are made from this entry; nil for a new program
	room  []byte // memory for its schedule

	confirming bool            // this execution repeats the one before
	features   []uint16        // of the execution that is repeated
	unlike     *engine.Failure // set if executions of one input differ

	executions, steps, deepest, latest int
	start, told                        time.Time
	watch                              engine.Stopwatch
}

// next handles the outcome of an input, and returns the next input.
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
		l.begun++
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
	var other *entry // not read here, because it is mostly far away in memory
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

// learn handles the outcome of an input, and reports whether to go on.
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
				Detail: fmt.Sprintf("one input was run twice with different results: first %d steps in %d orders, then %d steps in %d orders", previous, len(l.features), o.Steps, len(o.Features)),
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

// another chooses the next program: a new one, one made from an entry, or that of an entry.
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

// over looks at the clock, and reports progress. It returns true if time is up.
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
	took := now.Sub(l.start)
	if l.Patient {
		took = l.watch.Took()
	}
	return l.For > 0 && l.begun >= len(l.Seeds) && took >= l.For
}

func (l *looping) progress() Progress {
	return Progress{
		Executions: l.executions, Steps: l.steps, Deepest: l.deepest,
		Entries: len(l.corpus.entries), Features: l.corpus.covered, Took: time.Since(l.start),
	}
}
