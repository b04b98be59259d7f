//go:build race

package engine

import (
	"iter"
	"math/rand/v2"
	"runtime"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine/lane"
)

// In a build with -race, Go's race detector can judge each execution as well. It sees all code
// that was not rewritten, such as that of std. For that it must not learn the order of the
// schedule, but only the order that the program's own synchronization brings:
//
//   - threads are goroutines that hand over to each other while the detector ignores them
//   - shims announce their synchronization, as they do to the scheduler's own detector
//   - the scheduler and the shims are compiled without the detector; see check.Build
//
// docs/adr/0009-unrewritten-code.md gives the reasons.

// raceWatched is "yes" if the binary was built like that. The linker sets it.
var raceWatched string

// Watched reports whether Go's race detector judges the executions too.
func Watched() bool { return raceWatched != "" }

// goRace tells Go's race detector of the program's synchronization.
type goRace struct {
	all    byte // everything is released here; see publish
	events [4]uint64
}

// acquire orders the caller's later accesses after the releases of p.
func (*goRace) acquire(p unsafe.Pointer) {
	if raceWatched != "" {
		runtime.RaceAcquire(p)
	}
}

// release is what a later acquire of p is ordered after.
func (*goRace) release(p unsafe.Pointer) {
	if raceWatched != "" {
		runtime.RaceReleaseMerge(p)
	}
}

// done and heard are the addresses of the marks of a thread for what it had done, and what it has heard of.

func (m *raceMarks) done() unsafe.Pointer  { return unsafe.Pointer(&m.stood) }
func (m *raceMarks) heard() unsafe.Pointer { return unsafe.Pointer(&m.met) }

// publish is called by a goroutine that hands over, and meet by one that is to be ordered after
// everything so far. The program has no such order, except at its ends: when main has waited for all
// threads, when an execution is over, and when a thread unwinds.

func (g *goRace) publish(t *thread) {
	g.release(unsafe.Pointer(&g.all))
	g.release(t.marks.done())
}

func (g *goRace) meet() { g.acquire(unsafe.Pointer(&g.all)) }

// meets orders the caller after what a thread has done, which stands before its counterpart at an
// unbuffered channel, and that thread after the caller. It learns of it when it is resumed.
func (g *goRace) meets(t *thread) {
	g.acquire(t.marks.done())
	g.release(t.marks.heard())
}

// resumed is called by a thread that has been resumed.
func (g *goRace) resumed(t *thread) {
	g.acquire(t.marks.heard())
	if t.cut.is() {
		g.meet()
	}
}

// aside calls a function that is no part of the program. The detector suppresses reports about what it does.
func (*goRace) aside(call func() error) error { return lane.Aside(call) }

// shift changes which accesses the detector forgets. It remembers four for each word, and drops one
// by the number of events of the goroutine.
func (g *goRace) shift() {
	if raceWatched == "" {
		return
	}
	for i := range rand.IntN(len(g.events)) {
		runtime.RaceRead(unsafe.Pointer(&g.events[i]))
	}
}

// pull starts the coroutine of the thread with a number. The detector does not see how its control goes to and fro.
func pull(number int, body func(yield func(struct{}) bool)) (resume func() (struct{}, bool), end func()) {
	if raceWatched == "" {
		return iter.Pull(body)
	}
	h := &handover{number: number, to: make(chan bool), from: make(chan state)}
	return func() (struct{}, bool) { return struct{}{}, h.resume(body, true) }, func() { h.resume(body, false) }
}

// handover is a coroutine that is a goroutine.
type handover struct {
	number int
	to     chan bool // true to go on, false to end
	from   chan state
	state  state
}

type state int

const (
	unborn state = iota
	paused
	returned
	exited // by a Goexit
)

// resume lets the coroutine run until it yields, and reports whether it has. A Goexit of the
// coroutine is one of the caller too, as in package iter.
func (h *handover) resume(body func(func(struct{}) bool), on bool) bool {
	switch h.state {
	case unborn:
		if !on {
			h.state = returned
			return false
		}
		lane.Go(h.number, func(in func(func())) { h.run(in, body) })
	case returned, exited:
		return false
	}
	runtime.RaceDisable()
	if h.state == paused {
		h.to <- on
	}
	h.state = <-h.from
	runtime.RaceEnable()
	if h.state == exited {
		runtime.Goexit()
	}
	return h.state == paused
}

func (h *handover) run(in func(func()), body func(func(struct{}) bool)) {
	end := exited
	defer func() {
		runtime.RaceDisable()
		h.from <- end
		runtime.RaceEnable()
	}()
	in(func() {
		body(func(struct{}) bool {
			runtime.RaceDisable()
			h.from <- paused
			on := <-h.to
			runtime.RaceEnable()
			return on
		})
	})
	end = returned
}

// look fails the execution if the detector has reported a race since the last look.
func (*goRace) look(e *engine) {
	if raceWatched == "" {
		return
	}
	if n := runtime.RaceErrors(); n != raceErrors {
		raceErrors = n
		e.reported(newRaceReports())
	}
}

// raceErrors is the number of reports so far in this process.
var raceErrors int
