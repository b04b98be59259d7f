package engine

import (
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/stealproof/stealproof/internal/report"
)

// Code that was not rewritten may block for real, or start goroutines. The scheduler cannot
// control that, so the watchdog must notice it.

// searching is held by the running search.
var searching sync.Mutex

// leaked is an error if a search has left a goroutine behind. The goroutine may go on later, so
// nothing more can be searched in this process.
var leaked error

// hangTimeout is how long an execution may take without a step. Normal ones take microseconds.
var hangTimeout = 10 * time.Second

// watch calls onHang once if an execution does not end. It returns when stop is closed.
func (e *engine) watch(stop <-chan struct{}, onHang func()) {
	tick := time.NewTicker(hangTimeout)
	defer tick.Stop()
	last, lastSteps := uint64(0), 0
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
		}
		now, steps := e.beats.Load(), e.clock.read()
		if now == last && now%2 == 1 && steps == lastSteps {
			onHang()
			return
		}
		last, lastSteps = now, steps
	}
}

// blocked returns the failure for an execution that does not go on. It describes the goroutine
// that blocks: that of a thread, or of a coroutine in its place.
func blocked() *Failure {
	f := &Failure{Rule: report.RuleBlocked, Detail: "no step for " + hangTimeout.String()}
	all := goroutines()
	ours := map[string]bool{}
	for known := -1; len(ours) > known; { // a coroutine may be listed before its creator
		known = len(ours)
		for _, g := range all {
			m := creator.FindStringSubmatch(g)
			if strings.Contains(g, running) || m != nil && ours[m[1]] && strings.Contains(g, pulled) {
				ours[number(g)] = true
			}
		}
	}
	for _, g := range all {
		if state, _, _ := strings.Cut(g, "\n"); ours[number(g)] && !strings.Contains(state, "[coroutine") {
			f.Detail = fmt.Sprintf("no step for %v, at %s\n%s", hangTimeout, userLine(g), theirs(upTo(upTo(g, running), "iter.Pull[")))
		}
	}
	return f
}

// In a goroutine's stack: it runs a thread of a program; iter.Pull has started it.
const (
	running = ownPackage + ".(*thread).run("
	pulled  = "\ncreated by iter.Pull"
)

func goroutines() []string {
	for size := 1 << 16; ; size *= 2 {
		b := make([]byte, size)
		if n := runtime.Stack(b, true); n < size {
			return strings.Split(strings.TrimSpace(string(b[:n])), "\n\n")
		}
	}
}

// userLine returns the first line of a goroutine's stack outside std and the scheduler.
func userLine(stack string) string {
	file, _ := runtime.FuncForPC(reflect.ValueOf(strings.Fields).Pointer()).FileLine(0)
	root := strings.TrimSuffix(file, "strings/strings.go")
	for _, line := range strings.Split(stack, "\n") {
		if place, is := strings.CutPrefix(line, "\t"); is && !strings.HasPrefix(place, root) && !own(place) {
			place, _, _ = strings.Cut(place, " ")
			return place
		}
	}
	return "an unknown place"
}

// own reports whether a place is in the scheduler or a shim.
func own(place string) bool {
	inside, is := strings.CutPrefix(strings.TrimPrefix(place, "\t"), ownRoot())
	ours := is && (strings.HasPrefix(inside, "internal/engine/") || strings.HasPrefix(inside, "model/sched/"))
	return strings.Contains(place, "/model/shim/") || ours && !strings.Contains(place, "_test.go:")
}

// ownRoot returns the directory of this module, as in the binary's file names.
var ownRoot = sync.OnceValue(func() string {
	_, file, _, _ := runtime.Caller(0)
	return strings.TrimSuffix(file, "internal/engine/watchdog.go")
})

// theirs returns the stack without frames of the scheduler.
func theirs(stack string) string {
	lines := strings.Split(stack, "\n")
	var rest []string
	for i := 0; i < len(lines); i++ {
		if i+1 < len(lines) && strings.HasPrefix(lines[i+1], "\t") && own(lines[i+1]) {
			i++ // the function, and its place
			continue
		}
		rest = append(rest, lines[i])
	}
	return strings.Join(rest, "\n")
}

func upTo(stack, mark string) string {
	if i := strings.Index(stack, mark); i >= 0 {
		stack = stack[:i]
		stack = stack[:strings.LastIndex(stack, "\n")+1]
	}
	return strings.TrimRight(stack, "\n")
}

// self returns the number of the calling goroutine.
func self() string {
	var b [40]byte
	return number(string(b[:runtime.Stack(b[:], false)]))
}

// number returns the number of the goroutine with a stack.
func number(stack string) string {
	n, _, _ := strings.Cut(strings.TrimPrefix(stack, "goroutine "), " ")
	return n
}

var creator = regexp.MustCompile(`\ncreated by .* in goroutine (\d+)\n\t(\S+)`)

// strays looks for goroutines that threads have started outside the scheduler. Coroutines do not
// count.
func (e *engine) strays() *Failure {
	ours := map[string]bool{}
	if c := coroutines.goroutines; c != nil {
		maps.Copy(ours, c.ours)
	}
	for _, t := range e.threads {
		ours[t.goroutine] = true
	}
	for _, g := range goroutines() {
		if strings.Contains(g, pulled) {
			continue // it runs in the place of a thread, or not at all
		}
		if m := creator.FindStringSubmatch(g); m != nil && ours[m[1]] && !strings.Contains(g, ownPackage+".newThread") {
			return &Failure{Rule: report.RuleStray, Detail: fmt.Sprintf("started at %s\n%s", m[2], g)}
		}
	}
	return nil
}
