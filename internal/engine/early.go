package engine

import (
	"slices"
	"strings"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine/strategy"
)

// early is a step of a lock that was done while there was one thread only. It is not in the
// schedule, but another thread may wait for the lock.
type early struct {
	event
	before int // number of events before it
}

// early records such a step.
func (tr *trace) early(e *engine, kind strategy.Kind, p unsafe.Pointer, gate Gate) {
	if kind != strategy.Lock && kind != strategy.Unlock && kind != strategy.Write && kind != strategy.Add && gate == nil {
		return
	}
	at := caller()
	if site := Where(e.announced.site); site.Pos != "" {
		at.pos, at.in = site.Pos, site.Func
	}
	ev := event{spot: at, thread: e.current().id, kind: kind, object: -1, address: uintptr(p)}
	tr.earlies = append(tr.earlies, early{ev, len(tr.events)})
}

// describesEarly adds a shim's description to the last early step.
func (tr *trace) describesEarly(words string) {
	if n := len(tr.earlies); n > 0 {
		tr.earlies[n-1].words = words
	}
}

// resolveEarly finds the objects of the early steps among those of the schedule.
func (s *explanation) resolveEarly() {
	for i := range s.earlies {
		ev := &s.earlies[i].event
		ev.typ = typeOfCall(ev.called)
		for _, other := range s.events {
			if other.object < 0 || other.typ != ev.typ {
				continue
			}
			distance := max(other.address, ev.address) - min(other.address, ev.address)
			if distance == 0 || distance < sizes[ev.typ] {
				ev.object = other.object
				break
			}
		}
	}
}

// typeOfCall returns the type whose method is called, such as sync.Mutex, or "".
func typeOfCall(called string) string {
	pkg, method := splitFunction(called)
	typ, _, is := strings.Cut(strings.TrimPrefix(method, "(*"), ").")
	if !is {
		return ""
	}
	typ, _, _ = strings.Cut(typ, "[")
	return pkg + "." + typ
}

// taken is an event that takes a lock.
type taken struct {
	*event
	step int // 0 if it is an early one
}

// locks are the held locks at the end: for each object, the events that took the lock.
type locks map[int32][]taken

// held follows the locks through the execution.
func (s *explanation) held() locks {
	held := locks{}
	rest := s.earlies
	for i := range s.events {
		for len(rest) > 0 && rest[0].before <= i {
			s.follow(held, taken{&rest[0].event, 0}, true)
			rest = rest[1:]
		}
		ev := &s.events[i]
		if ev.what == stepped {
			s.follow(held, taken{ev, i + 1}, ev.head == i)
		}
	}
	return held
}

// follow adds or removes the lock that an event takes or releases. A call may have several steps.
func (s *explanation) follow(held locks, ev taken, first bool) {
	if ev.object < 0 {
		return
	}
	o := s.names.of(ev.object)
	drop := func(is func(t taken) bool) {
		if k := slices.IndexFunc(held[o], is); k >= 0 {
			held[o] = slices.Delete(held[o], k, k+1)
		}
	}
	_, method, _ := strings.Cut(ev.called, ").")
	switch {
	case ev.kind == strategy.Unlock:
		drop(func(t taken) bool { return !t.reads() })
	case method == "RUnlock":
		drop(func(t taken) bool { return t.reads() && t.thread == ev.thread })
	case ev.kind == strategy.Lock, method == "RLock", first && (method == "TryLock" || method == "TryRLock") && ev.words == "":
		held[o] = append(held[o], ev)
	}
}

// reads reports whether the event takes a lock for reading.
func (ev *event) reads() bool { return strings.HasSuffix(ev.called, "RLock") }
