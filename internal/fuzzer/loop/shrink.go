package loop

import (
	"math/rand/v2"
	"slices"
	"time"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/reduce"
)

// Bounds of the search for a smaller program.
const (
	shrinkTime  = 3 * time.Second
	shrinkTries = 300 // schedules of each program
)

// Shrunk shrinks a failing input that did not come from a loop.
func Shrunk(target Target, b Bytes, f *engine.Failure) (Bytes, *engine.Failure) {
	if !f.Token().Repeats() {
		return b, f
	}
	l := &looping{Loop: Loop{Target: target}, mutator: mutator{rand.New(rand.NewPCG(0, 0xf022))}}
	return l.shrink(b, f)
}

// shrink looks for a smaller program that breaks the same rule, by removing bytes and by setting them to 0. It
// returns the smallest one that it finds, with a failing schedule.
func (l *looping) shrink(b Bytes, f *engine.Failure) (Bytes, *engine.Failure) {
	since := engine.StartWatch()
	try := func(program []byte) bool {
		if since.Took() > shrinkTime {
			return false
		}
		schedule, found := l.breaks(program, b.Schedule, f.Rule)
		if found != nil {
			b, f = Bytes{program, schedule}, found
		}
		return found != nil
	}
	reduce.List(b.Program, try)
	for i := range b.Program {
		if b.Program[i] != 0 {
			zero := slices.Clone(b.Program)
			zero[i] = 0
			try(zero)
		}
	}
	return b, f
}

// breaks looks for a schedule under which a program breaks a rule. It tries schedules near a known one.
func (l *looping) breaks(program, near []byte, rule string) (schedule []byte, f *engine.Failure) {
	input := l.Target(program)
	input.Schedule = slices.Clone(near)
	tries := 0
	engine.Fuzz(func(before *engine.Outcome) (engine.Input, bool) {
		if before != nil {
			if before.Failure != nil && before.Failure.Rule == rule {
				f = before.Failure
				return engine.Input{}, false
			}
			input.Schedule = l.schedule(nil, near, nil, before.Steps)
		}
		tries++
		return input, tries <= shrinkTries
	})
	return input.Schedule, f
}
