package engine

import (
	"fmt"
	"slices"

	"github.com/stealproof/stealproof/internal/engine/strategy"
)

// trace records an execution step by step, for people. Most executions have none.
type trace struct {
	events  []event
	earlies []early
	plain   []uint32     // sites whose plain accesses are recorded too
	at      map[int]spot // by thread: where it announced its next step
	failed  bool         // a check has failed, and its thread stays where that was
	started map[int]spot // by thread
	// clients are the threads that have done the operations of each client last.
	clients map[int]int
	holders holders
}

// event is a step of the schedule, or something else to show.
type event struct {
	spot
	thread  int
	what    what
	kind    strategy.Kind // as announced
	object  int32         // -1 if there is none
	address uintptr       // of the object
	site    uint32        // 0 if the step has none of its own
	label   string

	read, wrote *uint64
	failed      bool   // a compare-and-swap that found another value
	pointer     bool   // the values are pointers
	returned    int64  // when the operation that the step ends has returned
	words       string // a shim's description of the step
	says        bool   // the words take the place of the call and the values
	within      int    // choices that are part of the step
	broke       bool   // the rule is broken here
	spins       bool   // a thread that waits goes round in a loop
	servers     []use  // of a blocked communication, see holders
	alone       bool   // it has none
	unseen      bool   // only Go's race detector has seen it

	// Set at the end, see resolve.
	announced strategy.Kind // the kind before the step
	expr      string        // the object, as written
	typ       string        // the type whose method is called, such as sync.Mutex
	head      int           // the event with the first step of the same call; may be this one
}

// what is the kind of an event.
type what uint8

const (
	stepped what = iota
	chose
	readPlain
	wrotePlain
	began // a go statement starts a thread
	waits // a thread is blocked for ever, at the end
	fails
)

func (tr *trace) reset() {
	tr.events, tr.earlies, tr.failed = nil, nil, false
	tr.at, tr.started, tr.clients, tr.holders = map[int]spot{}, map[int]spot{}, map[int]int{}, holders{}
}

// client records that a thread does an operation of a client.
func (tr *trace) client(client int, t *thread) {
	if tr != nil {
		tr.clients[client] = t.id
	}
}

// arrive is called by a thread that announces a step.
func (tr *trace) arrive(t *thread) {
	if tr.failed {
		return
	}
	at := caller()
	if at.pos == "" { // its function is a method value, such as mu.Lock
		at.pos, at.in = tr.started[t.id].pos, tr.started[t.id].in
	}
	tr.at[t.id] = at
}

// starts records where a thread is started.
func (tr *trace) starts(t *thread) {
	if tr != nil {
		tr.started[t.id] = caller()
	}
}

// fails is called by a thread whose check has failed.
func (tr *trace) fails(t *thread) {
	if tr != nil && !tr.failed {
		tr.arrive(t)
		tr.failed = true
	}
}

// step records the step that a thread is about to do.
func (tr *trace) step(e *engine, t *thread) {
	ev := event{thread: t.id, kind: e.doing.op.Kind, object: e.doing.op.Object, site: t.at.site(), spot: tr.at[t.id]}
	if ev.object >= 0 {
		ev.address = uintptr(e.objects.keep[ev.object])
	}
	if Where(t.at.site()).Label == "" && t.at.inside() != 0 {
		ev.label = Where(t.at.inside()).Label
	}
	tr.events = append(tr.events, ev)
}

// values records the values that the last step has read and written.
func (tr *trace) values(read, wrote uint64, reads, writes bool) {
	if tr != nil && len(tr.events) > 0 {
		tr.put(read, wrote, reads, writes)
	}
}

// put keeps pointers to its parameters. It must not be inlined, or every caller would allocate
// them, with a trace or without.
//
//go:noinline
func (tr *trace) put(read, wrote uint64, reads, writes bool) {
	ev := tr.last()
	if reads {
		ev.read = &read
	}
	if writes {
		ev.wrote = &wrote
	} else {
		ev.failed = ev.kind == strategy.Write
	}
}

// pointers says that the values of the last step are pointers.
func (tr *trace) pointers() {
	if tr != nil && len(tr.events) > 0 {
		tr.last().pointer = true
	}
}

// access records a plain access at one of the wanted sites.
func (tr *trace) access(t *thread, at uint32, write bool) {
	if tr == nil || !slices.Contains(tr.plain, at) {
		return
	}
	ev := event{thread: t.id, what: readPlain, object: -1, site: at}
	if write {
		ev.what = wrotePlain
	}
	tr.events = append(tr.events, ev)
}

// spawns records that a go statement starts a thread.
func (tr *trace) spawns(e *engine, site uint32) {
	if tr != nil && site != 0 {
		tr.events = append(tr.events, event{thread: e.current().id, what: began, object: int32(e.state.Threads), site: site})
	}
}

// chose records a choice.
func (tr *trace) chose(t *thread, choice, n int) {
	tr.events = append(tr.events, event{
		thread: t.id, what: chose, object: -1, spot: caller(), words: fmt.Sprintf("chooses %d from 0 to %d", choice, n-1),
	})
}

// waits records that a thread is blocked for ever, or spins.
func (tr *trace) waits(e *engine, t *thread, spins bool) {
	if tr == nil {
		return
	}
	op := e.state.Pending[t.id]
	ev := event{thread: t.id, what: waits, kind: op.Kind, object: op.Object, site: t.at.site(), spot: tr.at[t.id], broke: op.Kind != strategy.Join, spins: spins}
	if ev.object >= 0 {
		ev.address = uintptr(e.objects.keep[ev.object])
	}
	if t.comm.stands && !spins {
		ev.words, ev.servers = e.lacks(t), tr.servers(e, t)
		ev.alone = len(ev.servers) == 0 && uses(t.comm.cases)
		if len(t.comm.cases) > 1 {
			ev.object = -1
		}
	}
	if e.alarms.stopped && e.alarms.waits.Has(t.id) {
		ev.words = "never: no time comes after the function of the bubble has returned"
	}
	tr.events = append(tr.events, ev)
}

// note describes the last step.
func (tr *trace) note(format string, args ...any) {
	if tr != nil && len(tr.events) > 0 {
		tr.last().words = fmt.Sprintf(format, args...)
	}
}

// cut drops the events after the step at which a repeated execution differed.
func (tr *trace) cut(fault error) {
	n := 0
	if fault == nil {
		return
	}
	if _, err := fmt.Sscanf(fault.Error(), "step %d:", &n); err != nil {
		return
	}
	for i := range tr.events {
		if ev := &tr.events[i]; ev.what == stepped || ev.what == chose {
			if n -= 1 + ev.within; n <= 0 {
				tr.events = tr.events[:i+1]
				return
			}
		}
	}
}

func (tr *trace) last() *event { return &tr.events[len(tr.events)-1] }

// Tracing reports whether the execution is recorded for people. If so, shims call [Describe].
func Tracing() bool { return active.trace != nil && !active.solo() }

// Describe describes the step or the choice just made, for people. Without a trace it does
// nothing.
func Describe(words string) {
	switch tr := active.trace; {
	case tr == nil:
	case active.solo():
		tr.describesEarly(words)
	case len(tr.events) > 0:
		tr.last().words = words
	}
}

// Title returns the name of a thread for people, given its number.
func Title(thread int) string { return active.titles()[thread] }
