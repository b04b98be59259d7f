package engine

import (
	"slices"
	"strings"

	"github.com/stealproof/stealproof/internal/engine/strategy"
)

// Says describes the step just done. It takes the place of the call and the values.
func Says(words string) {
	if !Tracing() || len(active.trace.events) == 0 {
		return
	}
	ev := active.trace.last()
	ev.words, ev.says, ev.read, ev.wrote = words, true, nil, nil
}

// quiet drops steps that tell a reader nothing. Calls of package context and of pipes lose most of
// their inner steps. A sleep, a timer and a select that polls keep one step each.
func (s *explanation) quiet() {
	drop := make([]bool, len(s.events))
	calls := map[int][]int{} // by thread: the steps of its latest call
	for i := range s.events {
		ev := &s.events[i]
		call := calls[ev.thread]
		if n := len(call); n > 0 {
			if last := &s.events[call[n-1]]; ev.what != stepped || last.pos != ev.pos || last.called != ev.called {
				s.quietCall(drop, call)
				call = call[:0]
			}
		}
		if ev.what == stepped {
			call = append(call, i)
		}
		calls[ev.thread] = call
	}
	for _, call := range calls {
		s.quietCall(drop, call)
	}
	s.keep(func(i int) bool { return !drop[i] || s.events[i].broke })
}

// keep drops all events but some, and numbers those again.
func (s *explanation) keep(is func(i int) bool) {
	at, n := make([]int, len(s.events)+1), 0
	kept := make([]event, 0, len(s.events))
	for i, ev := range s.events {
		if at[i] = n; is(i) {
			if !is(ev.head) {
				ev.head = i
			}
			kept = append(kept, ev)
			n++
		}
	}
	at[len(s.events)] = n
	for i := range kept {
		kept[i].head = at[kept[i].head]
	}
	for i := range s.earlies {
		s.earlies[i].before = at[min(s.earlies[i].before, len(s.events))]
	}
	s.events = kept
}

// quietCall drops steps of one call.
func (s *explanation) quietCall(drop []bool, call []int) {
	of := func(i int) *event { return &s.events[call[i]] }
	if len(call) == 0 {
		return
	}
	context := strings.HasPrefix(of(0).called, "context.")
	piped := strings.HasPrefix(of(0).called, "io.") || strings.HasPrefix(of(0).called, "net.")
	speaks := slices.ContainsFunc(call, func(i int) bool { return s.events[i].says })
	for i, at := range call {
		ev, first, last := of(i), i == 0, i == len(call)-1
		followed := !last && call[i+1] == at+1 // no other thread goes on in between
		switch {
		case ev.words == hasRoom, ev.words == isLate, ev.words == LetsOthers, ev.says && ev.words == "", context && ev.words == IsDone:
			drop[at] = true
		case ev.words == itsTime:
			drop[at] = followed
		case ev.words == sends:
			drop[at] = !first && call[i-1] == at-1
		case context && ev.says: // of several contexts
			drop[at] = slices.ContainsFunc(call[:i], func(k int) bool { return s.events[k].says && s.events[k].words == ev.words })
		case isFiring(ev), ev.says:
		case context:
			drop[at] = speaks || !first
		case piped:
			drop[at] = ev.words == "" && (speaks || !first) || ev.words == takesDefault
		case ev.called == "time.Sleep":
			drop[at] = followed || !first && !last
		case ev.kind == strategy.Await && strings.HasPrefix(ev.called, "channel."):
			drop[at] = !last
		}
	}
}

const (
	itsTime = "its time has come"
	sends   = "sends the time"
	hasRoom = "its last tick was received"
	isLate  = "might have fired before"

	// LetsOthers describes a step that ends a call, and tells a reader nothing.
	LetsOthers = "lets others go on"
	// IsDone describes the step that ends the function of a Once.
	IsDone = "is done"

	takesDefault = "no case is ready, takes the default"
)

// isFiring reports whether a step is one of a timer that fires.
func isFiring(ev *event) bool {
	return slices.Contains([]string{itsTime, sends, "the timer fires", "the ticker ticks"}, ev.words)
}
