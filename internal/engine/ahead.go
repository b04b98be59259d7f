package engine

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/report"
)

// mostAhead is how many timers of an execution may fire ahead. A ticker could do so for ever.
const mostAhead = 2

// ahead lets timers fire although some thread can go on without them, see [Options.Ahead]. That is
// what happens in real time if the thread is slow. Timers still fire in the order of their times.
// Sleeps are no timers: programs use them to wait for other threads.
type ahead struct {
	on     bool
	met    bool         // the search has met a timer
	never  bool         // the program has a meaning for which no timer may fire ahead
	last   bool         // no timer fires before its time in this search, see punctual
	left   int          // how many may still fire ahead
	firing strategy.Set // timers that fire, and have not sent their times
	due    strategy.Set // timers that may fire at any moment, see Due
	fired  []firing
}

// firing is a timer that has fired ahead.
type firing struct {
	timer  int
	others strategy.Set // the threads that could go on
	steps  int          // decisions before
}

func (a *ahead) reset() { a.left, a.firing, a.due, a.fired = mostAhead, 0, 0, a.fired[:0] }

// soon returns the timers that may fire ahead.
func (a *alarms) soon() strategy.Set {
	if a.ahead.last || a.ahead.left == 0 || a.ahead.firing != 0 || a.waits == 0 || !a.e.state.Live.Has(0) || a.e.fixed.is() {
		return 0
	}
	timers := a.first(a.waits)
	for rest := timers; rest != 0; rest &= rest - 1 {
		if t := rest.First(); a.stale[t] == nil {
			timers &^= strategy.Only(t)
		}
	}
	return timers
}

// firesAhead is called when a timer's thread goes on. It reports whether another thread could have
// gone on.
func (a *alarms) firesAhead(thread int) bool {
	a.ahead.firing |= strategy.Only(thread)
	others := a.e.state.Enabled &^ strategy.Only(thread) &^ (a.waits &^ a.rung)
	if !a.ahead.on || a.rung.Has(thread) || others == 0 {
		return false
	}
	a.ahead.left--
	a.ahead.fired = append(a.ahead.fired, firing{thread, others, len(a.e.schedule.decisions)})
	return true
}

// Fired is called when a timer has sent its time, or is about to call its function.
func Fired() { active.alarms.ahead.firing &^= strategy.Only(active.current().id) }

// Ahead reports whether timers may fire ahead.
func Ahead() bool { return active.alarms.ahead.on }

// WaitAhead is [WaitIdle] for a timer. Ahead of its time it is a step on p, the object of the clock. If it returns
// since stale does, it reports whether the timer might have fired before.
func WaitAhead(p unsafe.Pointer, until time.Duration, stale func() bool) (came bool) {
	a := &active.alarms
	a.ahead.met = !a.ahead.never
	if !a.ahead.on {
		p = nil
	}
	return active.waitFor(until, false, stale, p)
}

// condition says which timers have to fire ahead for the failure, or "". Events are those of its trace.
func (s *explanation) condition() string {
	var says []string
	for _, f := range s.engine.alarms.ahead.fired {
		at := s.engine.trace.started[f.timer]
		if text := fmt.Sprintf("%s fires before %s", strings.TrimSpace(cutGeneric(at.called)+" at "+at.pos), s.late(f)); !slices.Contains(says, text) {
			says = append(says, text)
		}
	}
	if len(says) == 0 {
		return ""
	}
	return "if " + strings.Join(says, ", and ")
}

// late names the thread that was too slow for a timer: of those that could go on, the one that did so
// last.
func (s *explanation) late(f firing) string {
	decided, slow, pos := 0, f.others, ""
	for i := range s.events {
		ev := &s.events[i]
		if ev.what != stepped && ev.what != chose {
			continue
		}
		if decided > f.steps && slow.Has(ev.thread) {
			if slow.Len() == 1 {
				pos = ev.pos
				break
			}
			slow &^= strategy.Only(ev.thread)
		}
		decided += 1 + ev.within
	}
	t := slow.First()
	if pos == "" {
		pos = s.at[t].pos
	}
	return fmt.Sprintf("%s goes on at %s", s.titles[t], pos)
}

func cutGeneric(name string) string { return strings.ReplaceAll(name, "[...]", "") }

// Own reports whether the program itself has failed: by a check of its own, by a call of panic, or by a
// wait of the test's goroutine in its own file.
func (f *Failure) Own() bool { return f.Rule == report.RuleAssertion || f.own }

// isOwn reports whether a program has panicked on purpose.
func isOwn(p any) bool {
	if _, is := p.(runtime.Error); is {
		return false
	}
	text, is := p.(string)
	return !is || !strings.HasPrefix(text, "sync: ") && !strings.Contains(text, " in goroutine after ")
}

// passOver lets a search go on after failures by the program's own checks, since those may hide
// others. The result points to the first of them.
func (r *search) passOver() **Failure {
	var own *Failure
	if r.o.PassOver {
		r.goOn = func(f *Failure) bool {
			if own == nil && f.Own() {
				own = f
			}
			return f.Own()
		}
	}
	return &own
}
