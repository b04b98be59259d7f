package engine

import (
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/goid/stacks"
	"github.com/stealproof/stealproof/internal/report"
)

// thread is one goroutine of the program under test, run as a coroutine. Unless it runs, it stands
// before its next step.
type thread struct {
	// Each switch and each step uses these. They have two cache lines.
	id       int
	stack    stacks.Stack // of the goroutine, as it was last seen
	at       position
	launcher *thread // the thread that waits until this one stands before its first step
	cut      cut
	ran      int // number of its last step
	barrier  barrier
	link     link
	reads    int // plain reads since its last step
	luck     luck

	allowance allowance
	comm      comm    // its communication, while it stands before it
	one       [1]Case // the case of a single send or receive

	// What it has done.
	work    work
	round   round
	loop    waiting
	yields  yields
	polled  []uint32         // sites of the selects whose default it has taken
	entered []unsafe.Pointer // locks that it has taken as a reader

	of        *engine
	name      string
	job       func()
	goroutine goroutine
	marks     raceMarks
	inner     string // where a function of Apart has panicked
}

// newThread starts a coroutine, which waits for its first job.
func newThread(e *engine, id int) *thread {
	t := &thread{of: e}
	t.goroutine.start(id, func() { t.run(e) })
	return t
}

// doomed returns a thread for code of the program that runs after its execution. Its first step ends it.
func doomed() *thread {
	t := &thread{}
	t.cut.kill()
	t.goroutine.exits()
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
	e.goRace.acquire(t.marks.start())
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
		t.goroutine.die()
		e.goexit(t)
	case unwinding:
	case stopped:
	default:
		if t.cut.is() {
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
	for ; next != t; next = e.turn.following() {
		if e.turn.byController(next) {
			t.pauses(e, next)
			break
		}
		t.lets(e, next)
		next.goroutine.resume()
		t.link.paused()
	}
	t.goesOn(e)
}

// The compiler inlines the parts of a switch.

// pauses switches to the thread that resumed this one, which goes on to next.
func (t *thread) pauses(e *engine, next *thread) {
	e.turn.next = next
	e.goRace.publish(t)
	if !t.goroutine.yields(struct{}{}) {
		t.cut.off = true
	}
}

// lets prepares that the thread resumes the next one.
func (t *thread) lets(e *engine, next *thread) {
	t.link.begins()
	next.link.follows(t)
	e.turn.goesTo(next)
	e.goRace.publish(t)
}

// goesOn is called at the thread's next turn.
func (t *thread) goesOn(e *engine) {
	e.turn.goesTo(t)
	e.goRace.resumed(t)
	if t.cut.off {
		t.live()
	}
}

// goexit is called by a thread that ends by a Goexit. The Goexit also ends all threads before it
// in the chain, and the controller, which is replaced. If the chain has other threads, the
// execution counts for nothing, and threads do not resume each other from then on.
func (e *engine) goexit(t *thread) {
	if t.cut.is() {
		return
	}
	e.failsOutside(t)
	if t.link.before() == nil {
		return
	}
	t.cut.kill()
	for up := t.link.before(); up != nil; up = up.link.before() {
		up.cut.kill()
		up.goroutine.die()
	}
	if e.fate.failure == nil {
		e.discard()
	}
	e.turn.flatten()
	e.loops.news = true
}

// stop ends the job of the current thread.
func (t *thread) stop() { panic(stopped{}) }

// live panics if the thread is to unwind. The program may recover from that panic, so each of its
// steps calls live again.
func (t *thread) live() {
	if t.cut.is() {
		if t.cut.hopeless() {
			t.goroutine.die()
			for { // it recovers again and again: give it up
				t.goroutine.pause()
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
