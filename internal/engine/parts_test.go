package engine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/report"
)

// ticks counts steps until the clock allows no more.
func ticks(c *clock) (n int) {
	for c.tick() {
		n++
	}
	return n
}

func TestClock_MoreStepsForTakingTurns(t *testing.T) {
	c := clock{limit: 10}
	c.reset()
	require.Equal(t, 10, ticks(&c))
	c.takeTurns(&thread{at: position{next: 7}})
	require.Equal(t, 9, ticks(&c), "the step that passed the limit counts")
	require.Equal(t, uint32(7), c.limitSite)
	for n := 3; n <= mostFair; n++ {
		require.True(t, c.extend())
		require.Equal(t, 9, ticks(&c))
	}
	require.False(t, c.extend())
	c.reset()
	require.Equal(t, 10, ticks(&c), "the limit stays")
	c.takeTurns(&thread{at: position{next: 7}})
	require.False(t, c.extend(), "an endless execution is not tried twice")
}

func TestClock_Alone(t *testing.T) {
	c := clock{limit: 2}
	n := 0
	for c.tickAlone() {
		n++
	}
	require.Equal(t, 2*mostAlone, n)
	require.Zero(t, c.steps)
}

func TestDoing_KindOfTheFinishedStep(t *testing.T) {
	d := doing{}
	d.reset()
	require.False(t, d.is())
	d.begin(0, strategy.Op{Kind: strategy.Write, Object: 3}, 9)
	require.True(t, d.is(), "of thread 0")
	d.stores(1, 2)
	d.onlyRead()
	require.Equal(t, strategy.Op{Kind: strategy.Read, Object: 3}, d.op)
	require.Equal(t, change{1, 2, true}, d.wrote)
	d.end()
	require.False(t, d.is())
}

func TestSchedule_WithTheCurrentStep(t *testing.T) {
	var s schedule
	d := doing{thread: -1}
	require.NotNil(t, s.with(&d), "an empty schedule can be repeated")
	s.add(strategy.Decision{Thread: 1})
	d.begin(2, strategy.Op{Kind: strategy.Lock}, 0)
	all := s.with(&d)
	require.Equal(t, []strategy.Decision{{Thread: 1}, {Thread: 2, Op: strategy.Op{Kind: strategy.Lock}}}, all)
	s.reset()
	s.add(strategy.Decision{Thread: 5})
	require.Equal(t, 1, all[0].Thread, "it is a copy")
}

func TestFate(t *testing.T) {
	first, second := &Failure{Detail: "first"}, &Failure{Detail: "second"}
	for _, c := range []struct {
		name                string
		do                  func(*fate)
		over, watched, held bool
		told                strategy.End
		failure             *Failure
	}{
		{"complete", func(*fate) {}, false, true, true, strategy.Complete, nil},
		{"cut off", (*fate).cutOff, true, true, false, strategy.CutOff, nil},
		{"halted", (*fate).halt, true, true, false, strategy.CutOff, nil},
		{"abandoned", (*fate).abandon, false, false, false, strategy.Abandoned, nil},
		{"left", (*fate).discard, true, false, false, strategy.CutOff, nil},
		{"failed", func(f *fate) { f.fail(first) }, true, false, false, strategy.CutOff, first},
		{"failed twice", func(f *fate) { f.fail(first); f.fail(second) }, true, false, false, strategy.CutOff, first},
		{"failed when it was abandoned", func(f *fate) { f.abandon(); f.fail(first) }, true, false, false, strategy.Abandoned, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := fate{end: strategy.CutOff, halted: true}
			f.reset()
			c.do(&f)
			require.Equal(t, c.over, f.over())
			require.Equal(t, c.watched, f.watched())
			require.Equal(t, c.held, f.passed())
			require.Equal(t, c.told, f.reported())
			require.Same(t, c.failure, f.failure)
		})
	}
	var f fate
	require.True(t, f.fail(first))
	require.False(t, f.fail(second))
}

func TestRepeating_Probe(t *testing.T) {
	search := strategy.NewRandom(1)
	r := repeating{alone: -1}
	require.False(t, r.probes())
	require.False(t, r.follows())
	require.False(t, r.isAlone())

	decisions := []strategy.Decision{{Thread: 0, Op: strategy.Op{Kind: strategy.Local, Object: -1}}}
	s := r.begin(probe{thread: 1, decisions: decisions}, search)
	require.True(t, r.probes())
	require.True(t, r.follows())
	require.False(t, r.isAlone(), "a decision is left")
	state := &strategy.State{Threads: 2, Enabled: 3}
	s.Did(state, s.Pick(state), decisions[0].Op)
	require.False(t, r.follows())
	require.True(t, r.isAlone())
	require.Same(t, search, r.end())
	require.False(t, r.probes())
	require.False(t, r.isAlone())
}

func TestRepeating_Echo(t *testing.T) {
	op := strategy.Op{Kind: strategy.Write, Object: 0}
	decisions := []strategy.Decision{{Thread: 0, Op: op}}
	r := repeating{alone: -1}
	again := func(done []strategy.Decision, f *Failure) error {
		s := r.begin(probe{thread: -1, decisions: decisions}, nil)
		state := &strategy.State{Threads: 1, Enabled: 1}
		for _, d := range done {
			s.Did(state, d.Thread, d.Op)
		}
		require.False(t, r.isAlone())
		return r.differs(done, f)
	}
	require.NoError(t, again(decisions, nil))
	require.ErrorContains(t, again(append(decisions, decisions...), nil), "the execution had 1 steps, and its repetition had 2")
	require.ErrorContains(t, again([]strategy.Decision{{Op: strategy.Op{Kind: strategy.Read}}}, nil), "step 1: thread 0: read of object 0; in the recorded execution it was write")
	require.ErrorContains(t, again(decisions, &Failure{Rule: report.RuleRace}), report.RuleRace)
}

// A round that reads the same values changes nothing. A round that writes does, even if it puts
// the old value back.
func TestSpins_Sum(t *testing.T) {
	var s spins
	read := func(o int32) seen { n := s.content(o).now; return seen{object: o, before: n, after: n} }
	write := func(o int32, from, to uint64) seen {
		c := s.content(o)
		before := c.now
		c.change(change{from, to, true})
		return seen{object: o, before: before, after: c.now, wrote: true}
	}
	all, same := s.sum([]seen{read(0), read(1), read(0)}, false)
	require.True(t, same)
	require.Len(t, all, 2)
	_, same = s.sum([]seen{write(0, 1, 2), write(0, 2, 1)}, false)
	require.False(t, same, "other threads see the value in between")
	_, same = s.sum([]seen{write(0, 1, 1)}, false)
	require.True(t, same)

	// Another thread's write between two reads of one round is no change by the round.
	a := read(1)
	write(1, 0, 5)
	_, same = s.sum([]seen{a, read(1)}, false)
	require.True(t, same)

	// A round that takes and releases a lock changes nothing, unless some thread asks whether the
	// lock is taken.
	for _, tries := range []bool{false, true} {
		c := s.content(2)
		before := c.now
		c.change(change{})
		taken := seen{2, before, c.now, true, true}
		c.change(change{})
		given := seen{2, taken.after, c.now, true, true}
		_, same = s.sum([]seen{taken, given}, tries)
		require.Equal(t, !tries, same)
		require.Equal(t, !tries, s.content(2).now == before)
	}
}

func TestSpins_MergeNoticesChanges(t *testing.T) {
	var s spins
	var w waiting
	look := func(o int32) []seen { n := s.content(o).now; return []seen{{object: o, before: n, after: n}} }
	require.False(t, s.merge(&w, look(0)), "the first round")
	require.False(t, s.merge(&w, look(0)))
	s.content(0).change(change{0, 1, true})
	require.True(t, s.merge(&w, look(0)))
	require.False(t, s.merge(&w, look(0)))
	s.content(0).change(change{1, 2, true})
	require.True(t, s.merge(&w, look(1)), "an object has changed, and this round does not read it")
	require.Len(t, w.reads, 1)
	require.Equal(t, int32(1), w.reads[0].object)
}

func TestSpins_Endless(t *testing.T) {
	var s spins
	for i := range maxRounds {
		s.idleRound(10 + i)
		require.False(t, s.endless())
	}
	s.idleRound(99)
	require.True(t, s.endless())
	require.Equal(t, 10, s.stem, "the decisions before the first round")
	s.reset()
	require.False(t, s.endless())
}

func TestObservers_None(t *testing.T) {
	o := observers{}
	o.reset(nil)
	require.False(t, o.looks)
	require.False(t, o.late())
	o.did(&doing{op: strategy.Op{Object: 0}})
	o.races = &races{}
	o.reset(nil)
	require.True(t, o.looks)
}

func TestRecurrence(t *testing.T) {
	changes := func(object int32, from, to uint64) (strategy.Op, change) {
		return strategy.Op{Kind: strategy.Write, Object: object}, change{known: true, from: from, to: to}
	}
	for name, c := range map[string]struct {
		round  func(r *recurrence, i int) (turns int)
		recurs bool
	}{
		"nothing changes":  {func(*recurrence, int) int { return 3 }, true},
		"a change, undone": {func(r *recurrence, _ int) int { r.did(changes(1, 0, 7)); r.did(changes(1, 7, 0)); return 3 }, true},
		"a change of one":  {func(r *recurrence, i int) int { r.did(changes(1, uint64(i), uint64(i)+1)); return 3 }, false},
		"of two objects":   {func(r *recurrence, _ int) int { r.did(changes(1, 0, 1)); r.did(changes(2, 1, 0)); return 3 }, false},
		"of two, undone": {func(r *recurrence, _ int) int {
			r.did(changes(1, 0, 1))
			r.did(changes(2, 1, 0))
			r.did(changes(2, 0, 1))
			r.did(changes(1, 1, 0))
			return 3
		}, true},
		"unknown": {func(r *recurrence, _ int) int { r.did(strategy.Op{Kind: strategy.Write}, change{}); return 3 }, false},
		"a lock, released": {func(r *recurrence, _ int) int {
			r.did(strategy.Op{Kind: strategy.Lock}, change{})
			r.did(strategy.Op{Kind: strategy.Unlock}, change{})
			return 3
		}, true},
		"a lock, kept":      {func(r *recurrence, _ int) int { r.did(strategy.Op{Kind: strategy.Lock}, change{}); return 3 }, false},
		"a channel":         {func(r *recurrence, _ int) int { r.did(strategy.Op{Kind: strategy.Push}, change{}); return 3 }, false},
		"rounds get longer": {func(_ *recurrence, i int) int { return 3 + i }, false},
	} {
		var r recurrence
		r.begins()
		for i := range 60 {
			for turn := range c.round(&r, i) {
				r.turn(uint64(turn)+1, 0)
			}
		}
		require.Equal(t, c.recurs, r.is(), name)
	}
}
