package engine

import (
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/goid"
	"github.com/stealproof/stealproof/internal/goid/stacks"
	"github.com/stealproof/stealproof/internal/report"
)

// thread is one goroutine of the program under test, run as a coroutine. Unless it runs, it stands
// before its next step.
type thread struct {
	id        int
	of        *engine
	name      string
	goroutine string       // its number
	address   uintptr      // of its goroutine, see goid.Goroutine; 0 if unknown
	stack     stacks.Stack // of its goroutine, as it was last seen
	resume    func() (struct{}, bool)
	end       func() // ends the coroutine
	yield     func(struct{}) bool
	job       func()
	launcher  *thread // the thread that waits until this one stands before its first step
	gate      Gate    // may block its next step; or nil
	arg       int     // for the gate
	resuming  bool    // it is in the chain of threads that have resumed others
	by        *thread // the thread that resumed it; nil for the controller
	began     byte    // its address stands for its start, see goRace
	//lint:ignore U1000 goRace uses its address
	stood byte // the same for what it had done when it last handed over
	//lint:ignore U1000 goRace uses its address
	met     byte // and for what threads had done that it has met at an unbuffered channel
	dead    bool // its coroutine has ended
	killed  bool // it is to unwind
	kills   int
	inner   string      // where a function of Apart has panicked
	round   []seen      // objects of the steps since it yielded last
	changed bool        // it has changed an object since then, to an unknown value
	plain   bool        // there were plain writes since it last took a lock
	worked  bool        // it has changed something since the last call of Did
	paused  bool        // it has yielded since the last call of Did
	ran     int         // number of its last step
	reads   int         // plain reads since its last step
	randoms uint64      // how many random numbers it has taken
	drawn   int         // random numbers since its last step
	left    int         // steps to announce until it stops; 0 if it does not stop
	stands  *standstill // lets it go on then
	limit   limit       // of the steps of its operation, if it does not stop
	yielded int         // number of the step in which it yielded last
	busy    int         // how often it has yielded after a change
	held    bool        // it is held back because of that
	since   moment      // when turns began
	turns   int         // rounds in which it changed nothing, while no thread did
	loop    waiting
	site    uint32           // of its next step
	label   uint32           // site of the last labelled line that it has passed
	polled  []uint32         // sites of the selects whose default it has taken
	entered []unsafe.Pointer // locks that it has taken as a reader
	one     [1]Case          // the case of a single send or receive
	comm    comm             // its communication, while it stands before it
}

// newThread starts a coroutine, which waits for its first job.
func newThread(e *engine, id int) *thread {
	t := &thread{of: e}
	t.resume, t.end = pull(id, func(yield func(struct{}) bool) {
		t.yield = yield
		t.goroutine, t.address = self(), goid.Goroutine()
		for yield(struct{}{}) {
			t.run(e)
		}
	})
	t.resume()
	return t
}

// title returns the thread's name for people. A goroutine that a structure has started itself may have the number of a
// thread of the program that calls it.
func (t *thread) title() string {
	if t.name != "" {
		return t.name
	}
	name := fmt.Sprintf("thread %d", t.id)
	for _, other := range t.of.threads[:t.of.state.Threads] {
		if other.name == name {
			return fmt.Sprintf("goroutine %d", t.id)
		}
	}
	return name
}

// run does one job.
func (t *thread) run(e *engine) {
	returned := false
	e.goRace.acquire(unsafe.Pointer(&t.began))
	e.goRace.shift()
	defer func() {
		if !returned {
			t.breaksOff(e, recover())
		}
		t.job, t.inner = nil, ""
		e.ended(t)
		e.goRace.publish(t)
	}()
	t.job()
	if t.id == 0 {
		e.cleanUp()
	}
	returned = true
}

// breaksOff is called by a job that did not return. It has panicked with p, or ended by a Goexit.
func (t *thread) breaksOff(e *engine, p any) {
	switch p := p.(type) {
	case nil:
		t.dead = true
		e.goexit(t)
	case unwinding:
	case stopped:
	default:
		if t.killed {
			break // a deferred function panics since its thread was cut off
		}
		e.fail(&Failure{Rule: report.RulePanic, Detail: fmt.Sprintf("panic: %v\n%s", p, t.panicked(debug.Stack())), thread: t.id, own: isOwn(p)})
	}
}

// unwinding is the panic that ends a thread that will not be scheduled again.
type unwinding struct{}

// stopped is the panic with which S.FailNow ends a thread.
type stopped struct{}

// Unwinds reports whether a panic is the engine's own, with which it ends a thread. Code that recovers
// from it has to panic with it again.
func Unwinds(p any) bool {
	switch p.(type) {
	case unwinding, stopped:
		return true
	}
	return false
}

// Gate decides whether a step is enabled.
type Gate interface {
	// Ready reports whether the step is enabled. It may be called at any time, and changes
	// nothing.
	Ready(arg int) bool
}

// switchTo switches to another thread, or to the controller if next is nil. It returns at this
// thread's next turn.
//
// A thread resumes the next one itself. That is one switch of coroutines, and by way of the
// controller there would be two. Threads that have resumed others wait in a chain. To go back to
// one of them, the threads after it in the chain pause.
func (t *thread) switchTo(e *engine, next *thread) {
	for ; next != t; next = e.next {
		if next == nil || next.resuming || e.flat {
			t.pauses(e, next)
			break
		}
		t.lets(e, next)
		next.resume()
		t.resuming = false
	}
	t.goesOn(e)
}

// The compiler inlines the parts of a switch.

// pauses switches to the thread that resumed this one, which goes on to next.
func (t *thread) pauses(e *engine, next *thread) {
	e.next = next
	e.goRace.publish(t)
	if !t.yield(struct{}{}) {
		t.killed = true
	}
}

// lets prepares that the thread resumes the next one.
func (t *thread) lets(e *engine, next *thread) {
	t.resuming, next.by = true, t
	e.current, e.next = next, nil
	e.goRace.publish(t)
}

// goesOn is called at the thread's next turn.
func (t *thread) goesOn(e *engine) {
	e.current, e.next = t, nil
	e.goRace.resumed(t)
	if t.killed {
		t.live()
	}
}

// goexit is called by a thread that ends by a Goexit. The Goexit also ends all threads before it
// in the chain, and the controller, which is replaced. If the chain has other threads, the
// execution counts for nothing, and threads do not resume each other from then on.
func (e *engine) goexit(t *thread) {
	if t.killed {
		return
	}
	e.failsOutside(t)
	if t.by == nil {
		return
	}
	t.killed = true
	for up := t.by; up != nil; up = up.by {
		up.killed, up.dead = true, true
	}
	if e.fate.failure == nil {
		e.discard()
	}
	e.flat, e.loops.news = true, true
}

// stop ends the job of the current thread.
func (t *thread) stop() { panic(stopped{}) }

// live panics if the thread is to unwind. The program may recover from that panic, so each of its
// steps calls live again.
func (t *thread) live() {
	if t.killed {
		if t.kills++; t.kills > 1000 {
			t.dead = true
			for { // it recovers again and again: give it up
				t.yield(struct{}{})
			}
		}
		panic(unwinding{})
	}
}

// join is the gate of S.Wait.
type join struct{ e *engine }

func (j join) Ready(thread int) bool {
	return j.e.state.Live&^j.e.alarms.background == strategy.Only(thread)
}

// callsProgram are the functions of this package that call the program.
var callsProgram = []string{"Operation", "Batch", "Invoke", "Apart.func1"}

// userFrames returns the frames of the program in a panic's stack.
func userFrames(stack []byte) string {
	lines := strings.Split(strings.TrimSpace(string(stack)), "\n")
	first, last := 0, len(lines)
	for i, line := range lines {
		if strings.HasPrefix(line, "panic(") {
			first = i + 2
		}
		name, is := strings.CutPrefix(line, ownPackage+".")
		if name, _, _ = strings.Cut(name, "("); is && slices.Contains(callsProgram, name) || strings.HasPrefix(line, ownPackage+".(*thread).run(") {
			last = i
			break
		}
	}
	return strings.Join(lines[min(first, last):last], "\n")
}
