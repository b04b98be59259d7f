package engine

import (
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/report"
)

// newThread starts a coroutine, which waits for its first job.
func newThread(e *engine, id int) *thread {
	t := &thread{of: e}
	t.goroutine.start(id, func() { t.run(e) })
	return t
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
