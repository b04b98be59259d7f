package engine

import (
	"fmt"
	"maps"
	"regexp"
	"runtime"
	"slices"
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

// calculations is how many times as long a thread may calculate without a step, in processor time of the process. On a
// busy machine a long calculation of the program must not look blocked. An endless one must be noticed.
const calculations = 6

var processBegan = time.Now()

// processorTime returns the processor time that the process has used. Tests replace it.
var processorTime = used

// watched starts a watchdog. It closes the result if an execution hangs, and ends when stop is closed.
func (e *engine) watched(stop <-chan struct{}) <-chan struct{} {
	hung := make(chan struct{})
	go e.watch(hangTimeout, processorTime, stop, func() { close(hung) })
	return hung
}

// watch calls onHang once if an execution does no step for the timeout, or in a multiple of it in used time. It
// returns when stop is closed. It reads no variable that a test replaces, since it may begin after its search.
func (e *engine) watch(timeout time.Duration, used func() time.Duration, stop <-chan struct{}, onHang func()) {
	tick := time.NewTicker(timeout)
	defer tick.Stop()
	last, lastSteps, since := uint64(0), 0, used()
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
		}
		now, steps := e.clock.beats.Load(), e.clock.read()
		if now == last && now%2 == 1 && steps == lastSteps {
			goesOn := func() bool { return now != e.clock.beats.Load() || steps != e.clock.read() }
			if used()-since >= calculations*timeout && !goesOn() || blocks(timeout/10, stop, goesOn) {
				onHang()
				return
			}
			continue
		}
		last, lastSteps, since = now, steps, used()
	}
}

// blocks reports whether the goroutine at work does not go on at several looks. A calculation may block for a moment,
// for example when it writes to a file.
func blocks(pause time.Duration, stop <-chan struct{}, goesOn func() bool) bool {
	for range looksAtBlocked {
		if calculates() || goesOn() { // it may go on while its stack is read
			return false
		}
		select {
		case <-stop:
			return false
		case <-time.After(pause):
		}
	}
	return !calculates() && !goesOn()
}

const looksAtBlocked = 3

// blocked returns the failure for an execution that does not go on. It describes the goroutine
// that blocks: that of a thread, or of a coroutine in its place.
func blocked() *Failure {
	long := "no step for " + hangTimeout.String()
	g := standing()
	if isRunning(g) {
		long = "no step in " + (calculations * hangTimeout).String() + " of processor time"
	}
	f := &Failure{Rule: report.RuleBlocked, Detail: long}
	if g != "" {
		f.Detail = fmt.Sprintf("%s, at %s\n%s", long, named(userLine(g)), theirs(upTo(upTo(upTo(g, running), late), "iter.Pull[")))
	}
	return f
}

// calculates reports whether the goroutine at work does not block. A search that has ended has none.
func calculates() bool {
	g := standing()
	return g == "" || isRunning(g)
}

// isRunning reports whether a stack is that of a goroutine that runs, or would if a processor were free and the
// garbage collector were done. To read all stacks or to start a collection, a goroutine waits for a semaphore of the
// runtime. It goes on by itself. If it waits for a semaphore of the program, the topmost function is runtime_Semacquire.
func isRunning(stack string) bool {
	state, frames, _ := strings.Cut(stack, "\n")
	if strings.Contains(state, "[semacquire") {
		top, _, _ := strings.Cut(frames, "\n")
		return !strings.Contains(top, ".runtime_Semacquire")
	}
	for _, s := range []string{"[run", "[preempted", "[copystack", "[GC ", "[garbage collection", "[wait for GC cycle", "[stopping the world"} {
		if strings.Contains(state, s) {
			return true
		}
	}
	return false
}

// isParked reports whether a stack is that of a thread that has handed over.
func isParked(stack string) bool {
	state, frames, _ := strings.Cut(stack, "\n")
	return strings.Contains(state, "[coroutine") || strings.HasPrefix(frames, ownPackage+".(*handover).run.")
}

// standing returns the stack of the goroutine at work: that of the current thread, or else that of a late Cleanup,
// or that of the search. It returns "" if the search has ended.
func standing() string {
	all := goroutines()
	if g := threadOf(all); g != "" {
		return g
	}
	for _, mark := range []string{late, looping} {
		if i := slices.IndexFunc(all, func(g string) bool { return strings.Contains(g, mark) }); i >= 0 {
			return all[i]
		}
	}
	return ""
}

// threadOf returns the stack of the goroutine that runs the current thread, or "".
func threadOf(all []string) (stack string) {
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
		if ours[number(g)] && !isParked(g) {
			stack = g
		}
	}
	return stack
}

// These texts in a goroutine's stack tell what it does.
const (
	running = ownPackage + ".(*thread).run("             // it runs a thread of a program
	pulled  = "\ncreated by iter.Pull"                   // iter.Pull has started it
	late    = ownPackage + ".(*engine).cleanUpLate.func" // it runs what a program does at its end after it was cut off
	looping = ownPackage + ".(*search).loop("            // it runs the search
)

func goroutines() []string {
	for size := 1 << 16; ; size *= 2 {
		b := make([]byte, size)
		if n := runtime.Stack(b, true); n < size {
			return strings.Split(strings.TrimSpace(string(b[:n])), "\n\n")
		}
	}
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
// count. A goroutine that runs may be about to end, like that of a closed server. So strays waits for it. If the program
// is stuck, strays does not wait: the goroutine may be the one that is to go on.
func (e *engine) strays() *Failure {
	for w := StartWatch(); ; time.Sleep(time.Millisecond) {
		f, runs := e.stray()
		if !runs || e.fate.stuck() || w.Took() >= foreignGrace {
			return f
		}
	}
}

// stray returns a failure for such a goroutine, and whether it runs. If one of them waits, it returns that one.
func (e *engine) stray() (f *Failure, runs bool) {
	ours := map[string]bool{}
	if c := coroutines.goroutines; c != nil {
		maps.Copy(ours, c.ours)
	}
	for _, t := range e.threads {
		ours[t.goroutine.id()] = true
	}
	for _, g := range goroutines() {
		_, line, _ := strings.Cut(g, "\ncreated by ")
		line, _, _ = strings.Cut(line, "\n")
		if !ours[line[strings.LastIndexByte(line, ' ')+1:]] { // a search calls strays, and the regular expression is slow
			continue
		}
		if strings.Contains(g, pulled) || strings.Contains(g, ownPackage+".Apart") {
			continue // it runs in the place of a thread, or not at all
		}
		if m := creator.FindStringSubmatch(g); m != nil && ours[m[1]] && !strings.Contains(g, ownPackage+".(*goroutine).start") {
			f = &Failure{Rule: report.RuleStray, Detail: fmt.Sprintf("started at %s\n%s", m[2], g)}
			if runs = isRunning(g); !runs {
				return f, false
			}
		}
	}
	return f, runs
}
