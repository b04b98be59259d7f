package engine

import (
	"fmt"
	"slices"
	"strings"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model"
)

// observer is the observer of a search, with the accesses that it need not be shown again.
type observer struct {
	model.Observer
	follower model.Follower // the same observer, or nil
	witness  model.Witness  // the same observer, or nil
	labels   []string       // by site, "" if it has none, or has a reason for having none
	own      []bool         // by site: it has a label, or such a reason
	wanted   []bool         // by site: its plain accesses are shown
	seen     model.Access   // reused for each access
	late     []lateWrite    // of the current thread, since its last step

	repeater model.Repeater    // the same observer, or nil
	before   strategy.Strategy // strategy of the execution before
	shown    int               // accesses of this execution
	skip     int               // how many of them the observer has seen in the execution before
	points   []int             // by decision: the accesses before it
}

// lateWrite is a plain write that was announced. Its value is in memory by the next step of its
// thread. No other thread runs until then.
type lateWrite struct {
	site  uint32
	label uint32 // label of the thread at that time
	p     unsafe.Pointer
	size  uintptr
	was   [3]uint64 // what was there before; of a larger value, the beginning
}

func newObserver(o model.Observer) *observer {
	if o == nil {
		return nil
	}
	a := &observer{Observer: o}
	a.follower, _ = o.(model.Follower)
	a.witness, _ = o.(model.Witness)
	a.repeater, _ = o.(model.Repeater)
	for _, s := range sites {
		label, reason := s.Label, strings.HasPrefix(s.Label, "-")
		if reason {
			label = ""
		}
		a.labels = append(a.labels, label)
		a.own = append(a.own, s.Label != "")
		a.wanted = append(a.wanted, a.follower == nil || a.follower.Wants(s.Expr))
	}
	return a
}

// begin begins an execution.
func (a *observer) begin(s strategy.Strategy) {
	a.late, a.shown, a.skip = a.late[:0], 0, 0
	r, repeats := s.(strategy.Repeater)
	if repeats && a.repeater != nil && a.witness == nil && a.before == s {
		if n := r.Repeats(); n > 0 && n < len(a.points) && a.repeater.Repeat(a.points[n]) {
			a.skip = a.points[n]
			return
		}
	}
	a.before = s
	a.Begin()
}

// decides is called before each decision.
func (a *observer) decides(n int) {
	if a.repeater != nil {
		a.points = append(a.points[:n], a.shown)
	}
}

// place returns the site whose label an access has: its own site, or that of the call that it is
// part of.
func (a *observer) place(at, call uint32) uint32 {
	if int(at) < len(a.own) && a.own[at] || int(call) >= len(a.labels) {
		return at
	}
	return call
}

func (a *observer) label(place uint32) string {
	if int(place) < len(a.labels) {
		return a.labels[place]
	}
	return ""
}

// observing reports whether an observer is to be shown what happens.
func (e *engine) observing() bool { return e.observer != nil && e.fate.watched() }

// observe shows the observer the access that the current thread has just done.
func (e *engine) observe(kind model.AccessKind, p unsafe.Pointer, read, wrote uint64) {
	if !e.observing() {
		return
	}
	at := e.current().at.site()
	if e.solo() {
		at = e.announced.site
	}
	object := e.doing.op.Object
	if !e.doing.is() || e.solo() {
		object = e.objects.number(p)
	}
	e.show(kind, object, read, wrote, at, e.current().at.inside(), 0)
}

func (e *engine) show(kind model.AccessKind, object int32, read, wrote uint64, at, call uint32, size uint8) {
	t, a := e.current(), e.observer
	if a.shown++; a.shown <= a.skip {
		return
	}
	place := a.place(at, call)
	s := &a.seen
	s.Thread, s.Name, s.Kind, s.Object = t.id, t.name, kind, object
	s.Label, s.Place, s.Alone, s.Read, s.Wrote, s.Size = a.label(place), place, e.solo(), read, wrote, size
	s.Site = at
	if a.follower == nil && int(at) < len(sites) {
		s.Expr, s.Pos = sites[at].Expr, sites[at].Pos
	}
	if err := e.aside(func() error { return a.Access(s) }); err != nil {
		a.before = nil
		e.rejected(err, fmt.Sprintf("%v, %v", Where(at), kind))
	}
}

// aside calls a method of the observer. It is no part of the program, even if it is rewritten: it does no steps, and
// no detector of data races takes notice of it.
func (e *engine) aside(call func() error) error {
	active = nil
	defer func() { active = e }()
	return e.goRace.aside(call)
}

func (e *engine) rejected(err error, where string) {
	t := e.current()
	e.fail(&Failure{Rule: report.RuleObserver, Detail: fmt.Sprintf("%v\nat %s by %s", err, where, t.title()), thread: t.id})
}

// observePlain shows the observer a plain access that the current thread is about to do: a read at
// once, a write only when it has been done.
func (e *engine) observePlain(p unsafe.Pointer, size uintptr, site uint32, write bool) {
	a := e.observer
	if int(site) < len(a.wanted) && !a.wanted[site] || !e.observing() || e.current().cut.is() {
		return
	}
	label := e.current().at.inside()
	n := len(a.late)
	anotherStep := n > 0 && a.label(a.place(a.late[n-1].site, a.late[n-1].label)) != a.label(a.place(site, label))
	if anotherStep || slices.ContainsFunc(a.late, func(w lateWrite) bool { return w.p == p && w.done(site, write) }) {
		e.showLate()
	}
	if write {
		a.late = append(a.late, lateWrite{site, label, p, size, wordsAt(p, size)})
		return
	}
	v, width := wordAt(p, size)
	e.show(model.PlainRead, e.objects.number(p), v, 0, site, label, width)
}

// done reports whether the write has been done when its thread accesses the same memory at a site.
// A statement such as x = x[:n] announces its write before it reads.
func (w *lateWrite) done(site uint32, write bool) bool {
	if write {
		return w.site == site // the statement comes again
	}
	pos := Where(w.site).Pos
	return pos == "" || pos != Where(site).Pos || w.was != wordsAt(w.p, w.size)
}

// showLate shows the observer the plain writes that have been done.
func (e *engine) showLate() {
	a := e.observer
	late := a.late
	a.late = a.late[:0]
	if e.current().cut.is() {
		return
	}
	for _, w := range late {
		if !e.observing() {
			return
		}
		v, n := wordAt(w.p, w.size)
		e.show(model.PlainWrite, e.objects.number(w.p), 0, v, w.site, w.label, n)
	}
}

// wordsAt returns the bytes at p, or the first ones.
func wordsAt(p unsafe.Pointer, size uintptr) (words [3]uint64) {
	all := unsafe.Slice((*byte)(unsafe.Pointer(&words)), unsafe.Sizeof(words))
	copy(all, unsafe.Slice((*byte)(p), size))
	return words
}

// wordAt returns the value at p and its size, or 0 if it is larger than a word.
func wordAt(p unsafe.Pointer, size uintptr) (uint64, uint8) {
	switch size {
	case 1:
		return uint64(*(*uint8)(p)), 1
	case 2:
		return uint64(*(*uint16)(p)), 2
	case 4:
		return uint64(*(*uint32)(p)), 4
	case 8:
		return *(*uint64)(p), 8
	}
	return 0, 0
}

// enters is called by a thread that comes to a call on a labelled line.
func (e *engine) enters(site uint32) {
	if e.observer == nil {
		return
	}
	if e.stops {
		e.stop(site)
	}
	if a := e.observer; a.follower != nil && e.observing() && !e.current().cut.is() && int(site) < len(a.labels) {
		if len(a.late) > 0 {
			e.showLate()
		}
		if err := e.aside(func() error { return a.follower.Enter(e.current().id, site, a.labels[site]) }); err != nil {
			e.rejected(err, Where(site).String())
		}
	}
}

// calls tells a witness that the current thread begins an operation.
func (e *engine) calls(kind model.Kind) {
	if e.witnessed() {
		_ = e.aside(func() error { e.observer.witness.Call(e.current().id, kind, e.solo()); return nil })
	}
}

// answers tells a witness that the current thread has ended its operation.
func (e *engine) answers(status model.Status, values ...int) {
	if !e.witnessed() {
		return
	}
	if err := e.aside(func() error { return e.observer.witness.Return(e.current().id, status, values...) }); err != nil {
		e.rejected(err, "the end of an operation")
	}
}

// witnessed reports whether a witness is to be shown what happens. It first shows the witness all
// earlier accesses.
func (e *engine) witnessed() bool {
	if !e.observing() || e.observer.witness == nil || e.current().cut.is() {
		return false
	}
	if len(e.observer.late) > 0 {
		e.showLate()
	}
	return e.fate.failure == nil
}

// stop is a step without an access, before whatever comes at a labelled place.
func (e *engine) stop(site uint32) {
	if e.solo() {
		return
	}
	next := e.announced.site // of an access whose operands are being evaluated
	e.announced.site = site
	e.before(strategy.Local, nil, nil, 0)
	e.announced.site = next
}

// lockStep is a step of a lock, which has no values.
func (e *engine) lockStep(kind strategy.Kind, p unsafe.Pointer, gate Gate, arg int) {
	e.before(kind, p, gate, arg)
	e.observe(model.LockStep, p, 0, 0)
}
