package engine

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/internal/engine/strategy"
)

// loops is what a search has found out about the loops of the program.
//
// A probe finds out whether a loop gives up. It is an execution that repeats the schedule up to
// where a thread began to wait, and then runs that thread alone. If the thread leaves the loop
// although nothing has changed, the loop counts its rounds. From then on these rounds are free:
// the search tries their schedules like all others. The search begins anew, since it may have left
// some out.
type loops struct {
	idle  bool   // no thread has yielded yet, so nothing needs to be recorded
	bound string // why schedules are missing, or ""

	tries   bool // some thread asks whether a lock is taken: see Tries
	ungated bool // for tests
	fixed   bool // learn nothing for later executions

	free    map[place]int  // rounds after which a loop there may give up
	ends    map[place]int  // the same, also for more rounds than are free
	waits   map[place]bool // where threads have waited
	endless map[place]bool // loops there have gone on until the limit of steps
	left    map[place]bool // loops there were left after a few rounds, since their operations may wait for ever
	probed  map[probeKey]bool
	probes  map[place]int // how many probes have not left the loop
	due     []probe
	news    bool // something was learnt, so the search has to begin anew
}

func newLoops() *loops {
	return &loops{free: map[place]int{}, ends: map[place]int{}, waits: map[place]bool{}, endless: map[place]bool{}, left: map[place]bool{}, probed: map[probeKey]bool{}, probes: map[place]int{}}
}

// forget drops what was learnt, so that the next execution depends on its input alone.
func (l *loops) forget() {
	if len(l.free)+len(l.waits)+len(l.endless)+len(l.left) > 0 {
		clear(l.free)
		clear(l.ends)
		clear(l.waits)
		clear(l.endless)
		clear(l.left)
	}
	l.bound, l.news, l.tries = "", false, false
}

// String lists the loops that give up, in the same order in every process.
func (l *loops) String() string {
	var lines []string
	for p, rounds := range l.free {
		lines = append(lines, fmt.Sprintf("%s gives up after %d", p, rounds))
	}
	slices.Sort(lines)
	return strings.Join(lines, "; ")
}

// place is where a thread yields, with its callers.
type place [7]uintptr

// String returns the line of the code under test.
func (p place) String() string {
	n := slices.Index(p[:], 0)
	if n < 0 {
		n = len(p)
	}
	if s := spotOf(p[:n]); s.pos != "" {
		return s.pos
	}
	return "an unknown place"
}

// here returns the place of the caller of Yield.
func here() (p place) {
	runtime.Callers(4, p[:])
	return p
}

// wait records that a thread was blocked in a loop. The schedules left out for it do not matter
// only if the loop does nothing but read.
func (l *loops) wait(at place) {
	if !l.waits[at] {
		l.waits[at] = true
	}
}

// try records that some thread asks whether a lock is taken. Then a round that takes and releases
// a lock can be noticed, and the search may have left such rounds out before.
func (l *loops) try() {
	if !l.tries {
		l.tries, l.news = true, l.news || len(l.waits) > 0
	}
}

// hitBound records that schedules are missing because of a loop.
func (l *loops) hitBound(why string, at place) {
	if l.bound == "" {
		l.bound = strings.ReplaceAll(why, "%s", at.String())
	}
}

// allEndless reports whether the loops of all the threads have gone on until the limit of steps
// before.
func (l *loops) allEndless(e *engine, threads strategy.Set) bool {
	for ; threads != 0; threads &= threads - 1 {
		if !l.endless[e.threads[threads.First()].loop.last()] {
			return false
		}
	}
	return true
}

// leave records that the loops of the threads were left.
func (l *loops) leave(e *engine, threads strategy.Set) {
	for ; threads != 0; threads &= threads - 1 {
		l.left[e.threads[threads.First()].loop.last()] = true
	}
}

// linesOf returns places as text.
func linesOf(places map[place]bool) (lines []string) {
	for at := range places {
		if line := at.String(); !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	return lines
}

// probeKey identifies a loop to probe: its place, its thread, and a hash of the states it reads.
type probeKey struct {
	place  place
	thread int
	reads  uint64
}

// Bounds of the probes.
const (
	mostTurns  = 1_000 // rounds of a loop that count as endless
	mostFree   = 100   // rounds that the search tries of a loop that gives up
	mostProbes = 32    // of one place, without a result
)

// planProbe plans a probe, unless this loop was probed before.
func (e *engine) planProbe(t *thread, at place) {
	l := e.loops
	if l.fixed || e.fate.free || e.repeats.replay != nil || l.probes[at] >= mostProbes {
		return
	}
	d := probeKey{place: at, thread: t.id, reads: 14695981039346656037}
	for _, r := range t.loop.reads {
		d.reads = (d.reads ^ uint64(r.object)<<32 ^ uint64(r.after)) * 1099511628211
	}
	if l.probed[d] {
		return
	}
	l.probed[d] = true
	l.due = append(l.due, probe{thread: t.id, place: at, decisions: e.decided()})
}

// learn records that the thread has left its loop. Wherever it yielded in the loop, it may go on
// from then on.
func (e *engine) learn(t *thread) {
	for _, p := range t.loop.passed {
		e.loops.learn(p)
	}
}

func (l *loops) learn(p passed) {
	l.ends[p.place] = max(l.ends[p.place], p.rounds)
	switch {
	case p.rounds > mostFree:
		l.hitBound(fmt.Sprintf("the loop at %%s gives up only after %d rounds", p.rounds), p.place)
	case l.free[p.place] < p.rounds:
		l.free[p.place] = p.rounds
		l.news = true
	}
}

// mayEnd reports whether the loop of a thread may end by itself: one there has ended after as many rounds, or it is
// still to be probed.
func (e *engine) mayEnd(t *thread) bool {
	if t.loop.rounds == 0 {
		return false
	}
	at := t.loop.last()
	return t.loop.rounds <= e.loops.ends[at] || slices.ContainsFunc(e.loops.due, func(p probe) bool { return p.place == at })
}

// discard ends the execution, which counts for nothing.
func (e *engine) discard() { e.fate.discard() }

// probed ends a probe once its thread is blocked, or goes round and round.
func (e *engine) probed() {
	t := e.threads[e.repeats.alone]
	switch {
	case t.loop.rounds > mostTurns:
		e.loops.probes[e.repeats.probe.place]++
		for _, p := range t.loop.passed {
			if p.rounds < mostTurns/2 {
				e.loops.learn(p) // it has left that loop, and is in another
			}
		}
		e.discard()
	case !e.state.Enabled.Has(t.id):
		e.leaves(t)
	}
}

// replays reports whether a recorded execution is being repeated. Then the schedule says which
// thread waits.
func (e *engine) replays() bool { return e.repeats.follows() }

// beginProbe turns the next execution into the next planned probe, if there is one.
func (e *engine) begin() bool {
	l := e.loops
	if len(l.due) == 0 {
		return false
	}
	next := l.due[0]
	l.due = l.due[1:]
	e.strategy = e.repeats.begin(next, e.strategy)
	return true
}

// endProbe is called after the execution of a probe.
func (e *engine) endProbe() {
	if e.fate.failure != nil && !e.repeats.echo { // so the loop ends
		e.learn(e.threads[e.repeats.alone])
	}
	e.fate.failure = nil
	e.strategy = e.repeats.end()
}
