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
// Whether a loop gives up is found out by a probe: an execution that goes on, from
// where a thread has begun to wait, with that thread alone. If it leaves the loop
// then, without anything having changed, the rounds that it went are free from
// then on: their schedules are tried like all others. The search begins anew,
// for it may have left some out.
type loops struct {
	idle  bool   // no thread has yielded yet, and nothing needs to be noted
	bound string // why schedules are missing, or ""

	tries   bool // some thread asks whether a lock is taken: see Tries
	ungated bool // for tests
	fixed   bool // nothing is to be learnt for other executions

	free    map[place]int  // rounds after which a loop there may give up
	waits   map[place]bool // where threads have waited
	endless map[place]bool // loops there have gone on until the limit of steps
	probed  map[probeKey]bool
	probes  map[place]int // so many probes have left the loop never
	due     []probe
	news    bool // something has been learnt: the search has to begin anew
}

func newLoops() *loops {
	return &loops{free: map[place]int{}, waits: map[place]bool{}, endless: map[place]bool{}, probed: map[probeKey]bool{}, probes: map[place]int{}}
}

// forget begins anew, with another execution that is to depend on its input alone.
func (l *loops) forget() {
	if len(l.free)+len(l.waits)+len(l.endless) > 0 {
		clear(l.free)
		clear(l.waits)
		clear(l.endless)
	}
	l.bound, l.news, l.tries = "", false, false
}

// String names the loops that give up, in an order that is the same in every
// process.
func (l *loops) String() string {
	var lines []string
	for p, rounds := range l.free {
		lines = append(lines, fmt.Sprintf("%s gives up after %d", p, rounds))
	}
	slices.Sort(lines)
	return strings.Join(lines, "; ")
}

// place is where a thread yields, with its callers.
type place [5]uintptr

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

// wait notes that a thread has waited: what it left out is nothing only if the
// loop does nothing but look.
func (l *loops) wait(at place) {
	if !l.waits[at] {
		l.waits[at] = true
	}
}

// try notes that a round that takes and gives back a lock can be told from none.
// Some may have been taken for nothing before.
func (l *loops) try() {
	if !l.tries {
		l.tries, l.news = true, l.news || len(l.waits) > 0
	}
}

// hitBound notes that schedules are missing because of a loop.
func (l *loops) hitBound(why string, at place) {
	if l.bound == "" {
		l.bound = strings.ReplaceAll(why, "%s", at.String())
	}
}

// allEndless reports whether the loops in which threads are have gone on until the
// limit of steps before.
func (l *loops) allEndless(e *engine, threads strategy.Set) bool {
	for ; threads != 0; threads &= threads - 1 {
		if !l.endless[e.threads[threads.First()].loop.last()] {
			return false
		}
	}
	return true
}

// places returns where threads have waited, for people.
func (l *loops) places() (lines []string) {
	for at := range l.waits {
		if line := at.String(); !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	return lines
}

// probeKey is a loop as it was met: by whom, and what it reads.
type probeKey struct {
	place  place
	thread int
	reads  uint64
}

// Bounds of the probes.
const (
	mostTurns  = 1_000 // rounds of a loop that count as endless
	mostFree   = 100   // rounds that are tried of one that gives up
	mostProbes = 32    // of one place, that have shown nothing
)

// planProbe plans a probe, unless this loop has been probed.
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

// learn notes that the thread has left the loop in which it was: wherever it has
// yielded it may go on.
func (e *engine) learn(t *thread) {
	for _, p := range t.loop.passed {
		e.loops.learn(p)
	}
}

func (l *loops) learn(p passed) {
	switch {
	case p.rounds > mostFree:
		l.hitBound(fmt.Sprintf("the loop at %%s gives up only after %d rounds", p.rounds), p.place)
	case l.free[p.place] < p.rounds:
		l.free[p.place] = p.rounds
		l.news = true
	}
}

// discard ends the execution, which counts for nothing.
func (e *engine) discard() { e.fate.discard() }

// probed ends a probe once the thread cannot go on, or goes round and round.
func (e *engine) probed() {
	t := e.threads[e.repeats.alone]
	switch {
	case t.loop.rounds > mostTurns:
		e.loops.probes[e.repeats.probe.place]++
		for _, p := range t.loop.passed {
			if p.rounds < mostTurns/2 {
				e.loops.learn(p) // it has left that one, and is in another
			}
		}
		e.discard()
	case !e.state.Enabled.Has(t.id):
		e.leaves(t)
	}
}

// replays reports whether a recorded execution is being repeated: then the
// schedule says who waits.
func (e *engine) replays() bool { return e.repeats.follows() }

// begin turns the next execution into the next probe that is due, if any is.
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
	if e.fate.failure != nil && !e.repeats.echo { // so the loop has an end
		e.learn(e.threads[e.repeats.alone])
	}
	e.fate.failure = nil
	e.strategy = e.repeats.end()
}
