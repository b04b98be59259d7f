package engine

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/stealproof/stealproof/internal/report"
)

// foreign notices rewritten code that runs on a goroutine of somebody else: one that a package
// started which was not rewritten, such as errgroup or net/http. The scheduler does not control
// that goroutine, so nothing is known of what it did.
type foreign struct {
	stack atomic.Pointer[string] // of the first one
	seen  chan struct{}          // closed when there is one
	known sync.Map               // addresses of goroutines of other tests, which are no part of the program
}

// foreignGrace is how long an execution may go on after such a goroutine was met.
const foreignGrace = 200 * time.Millisecond

// owns reports whether a goroutine other than the current thread's is one of the execution.
func (e *engine) owns(g uintptr) bool {
	if g == e.controller {
		return true
	}
	if c := coroutines.goroutines; c != nil && c.addresses[g] {
		return true
	}
	if e.foreign.isOther(g) {
		return false
	}
	select {} // it must not do for real what threads do under the scheduler
}

// isOther reports whether a goroutine that is not one of the execution is that of another test.
// If not, it ends the search.
func (f *foreign) isOther(g uintptr) bool {
	if _, is := f.known.Load(g); is {
		return true
	}
	b := make([]byte, 1<<14)
	stack := string(b[:runtime.Stack(b, false)])
	if ofOtherTest(stack) {
		f.known.Store(g, true)
		return true
	}
	if f.stack.CompareAndSwap(nil, &stack) {
		close(f.seen)
	}
	return false
}

// ofOtherTest reports whether a stack is that of a test which no thread has started. Parallel tests
// run beside a search.
func ofOtherTest(stack string) bool {
	return strings.Contains(stack, "\ntesting.tRunner(") && active != nil && !active.started(stack)
}

// started reports whether one of the threads has started the goroutine with the stack.
func (e *engine) started(stack string) bool {
	m := creator.FindStringSubmatch(stack)
	if m == nil {
		return false
	}
	for _, t := range e.threads {
		if t.goroutine == m[1] {
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
	return &Failure{Rule: report.RuleStray, Detail: fmt.Sprintf("%s ran on a goroutine that %s started\n%s", userLine(*stack), by, theirs(*stack))}
}

// named returns a place with the name that sites have for its file.
func named(place string) string {
	if i := strings.LastIndexByte(place, ':'); i > 0 {
		return fileName(place[:i]) + place[i:]
	}
	return place
}
