package engine

import (
	"cmp"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/stealproof/stealproof/internal/goid"
	"github.com/stealproof/stealproof/internal/goid/stacks"
	"github.com/stealproof/stealproof/internal/report"
)

// foreign notices rewritten code that runs on a goroutine of somebody else: one that a package
// started which was not rewritten, such as errgroup or net/http. The scheduler does not control
// that goroutine, so nothing is known of what it did.
type foreign struct {
	stack  atomic.Pointer[string] // of the first one
	seen   chan struct{}          // closed when there is one
	others sync.Map               // numbers of goroutines of other tests; a number is not used again

	controller uintptr // address of the goroutine that resumes threads, see goid.Goroutine
}

// controls says that the calling goroutine resumes the threads from now on.
func (f *foreign) controls() { f.controller = goid.Goroutine() }

// foreignGrace is how long a thread may stand still after such a goroutine was met.
const foreignGrace = 200 * time.Millisecond

// leaves waits for the end of the search after such a goroutine was met. It returns false if a thread stands still.
func leaves(left <-chan struct{}) bool {
	for w := StartWatch(); ; {
		select {
		case <-left:
			return true
		case <-time.After(foreignGrace):
			if !calculates() || w.Took() >= hangTimeout {
				return false
			}
		}
	}
}

// Owned reports whether the caller's goroutine is one of the execution. Nearly always it is the
// current thread's, and its stack has not moved.
//
//go:norace
func (e *engine) Owned() bool { return e.turn.thread.stack.Holds() || owns() }

// owns is the slow path of On and Owned. A call costs the compiler's inliner less than the body.
//
//go:noinline
func owns() bool { return active.owns() }

// owns finds out whose goroutine the caller is.
func (e *engine) owns() bool {
	g := goid.Goroutine()
	if t := e.current(); t.goroutine.isAt(g) {
		t.stack = stacks.OwnStack()
		return true
	}
	if g == e.foreign.controller {
		return true
	}
	if _, is := coroutines.addresses.Load(g); is {
		return true
	}
	switch e.foreign.ownerOf(self(), e) {
	case ownCoroutine:
		return true
	case otherTest:
		return false
	}
	select {} // it must not do for real what threads do under the scheduler
}

// owner says whose goroutine it is that the scheduler did not start.
type owner int

const (
	somebody     owner = iota
	ownCoroutine       // of an iter.Pull that was not rewritten; it runs in the place of a thread
	otherTest          // no part of the program
)

// ownerOf finds the owner of the calling goroutine by its stack. If it is somebody's, the search
// ends.
func (f *foreign) ownerOf(number string, e *engine) owner {
	if _, is := outsiders.Load(number); is {
		return otherTest
	}
	if _, is := f.others.Load(number); is {
		return otherTest
	}
	b := make([]byte, 1<<16) // room for the 100 frames that a stack shows
	stack := string(b[:runtime.Stack(b, false)])
	o := somebody
	switch {
	case strings.Contains(stack, pulled):
		o = ownCoroutine
	case strings.Contains(stack, "\ntesting.tRunner(") && !e.started(stack):
		o = otherTest
		f.others.Store(number, true)
	case f.stack.CompareAndSwap(nil, &stack):
		close(f.seen)
	}
	return o
}

// started reports whether one of the threads has started the goroutine with the stack.
func (e *engine) started(stack string) bool {
	m := creator.FindStringSubmatch(stack)
	if m == nil {
		return false
	}
	for _, t := range e.threads {
		if t.goroutine.has(m[1]) {
			return true
		}
	}
	return false
}

// failure returns what was met, or nil.
func (f *foreign) failure() *Failure {
	stack := f.stack.Load()
	if stack == nil {
		return nil
	}
	by := "an unknown function"
	if _, after, found := strings.Cut(*stack, "\ncreated by "); found {
		by, _, _ = strings.Cut(after, "\n")
		by, _, _ = strings.Cut(by, " in goroutine ")
	}
	if strings.Contains(*stack, "\ntesting.tRunner(") {
		return &Failure{Rule: report.RuleSubtest, Detail: "the subtest runs " + named(userLine(*stack))}
	}
	ran := named(lineOf(*stack))
	if ran == "" { // only a shim ran, which the program has given to that code
		ran, by = shimCalled(*stack), by+" started, at "+named(userLine(*stack))
	} else {
		by += " started"
	}
	return &Failure{Rule: report.RuleStray, Detail: fmt.Sprintf("%s ran on a goroutine that %s\n%s", ran, by, theirs(*stack))}
}

// shimCalled returns the function of a shim that other code has called, in the stack of the call.
func shimCalled(stack string) (called string) {
	for line := range strings.Lines(stack) {
		function, _, is := strings.Cut(line, "(0x")
		if !is || strings.HasPrefix(line, "\t") {
			continue
		}
		pkg, name := splitFunction(function)
		if name = exported(pkg, name); name != "" {
			called = name
		} else if called != "" && !strings.HasPrefix(pkg, home) {
			break
		}
	}
	return cmp.Or(called, "code that was rewritten")
}

// named returns a place with the name that sites have for its file.
func named(place string) string {
	if i := strings.LastIndexByte(place, ':'); i > 0 {
		return fileName(place[:i]) + place[i:]
	}
	return place
}
