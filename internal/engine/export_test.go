package engine

import (
	"time"

	"github.com/stealproof/stealproof/internal/engine/strategy"
)

// SetHangTimeout sets the watchdog's time limit.
func SetHangTimeout(d time.Duration) { hangTimeout = d }

// SetProcessorTime replaces the watchdog's clock for calculations, and returns what puts it back.
func SetProcessorTime(f func() time.Duration) (back func()) {
	before := processorTime
	processorTime = f
	return func() { processorTime = before }
}

// Ungate never blocks a thread that yields, as in real code.
func (o Options) Ungate() Options {
	o.ungated = true
	return o
}

// SearchPast is Search, without a smaller schedule, that goes on after each failure.
func SearchPast(program func(), o Options, failed func(*Failure)) Result {
	r := newSearch(program, o)
	r.goOn = func(f *Failure) bool {
		failed(f)
		return true
	}
	r.run()
	return r.Result
}

// ForgetVariables returns a function that unregisters the variables registered from now on.
func ForgetVariables() func() {
	before := len(variables)
	return func() { variables = variables[:before] }
}

var FileName = fileName

// For tests of the line that a goroutine is reported with.
var (
	Goroutines = goroutines
	UserLine   = userLine
	Own        = own
	OwnRoot    = ownRoot
	ShimCalled = shimCalled
)

// SearchDefault is Search without a smaller schedule.
func SearchDefault(program func(), o Options) Result {
	o.Strategy, o.loops = strategy.NewDPOR(), newLoops()
	o.loops.idle = true
	r := newSearch(program, o)
	r.run()
	return r.Result
}
