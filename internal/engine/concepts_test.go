package engine

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/model"
)

func TestTurns_OneThread(t *testing.T) {
	var u turns
	a, b := &thread{id: 0}, &thread{id: 1}
	u.handsTo(a)
	require.Same(t, a, u.following())
	u.goesTo(a)
	require.Same(t, a, u.thread)
	require.Nil(t, u.following(), "it runs, so nothing is to be resumed")
	require.False(t, u.byController(b))
	b.link.begins()
	require.True(t, u.byController(b), "a thread in the chain waits for the ones after it")
	b.link.paused()
	require.True(t, u.byController(nil), "the end")
	u.flatten()
	require.True(t, u.byController(b))
}

func TestLink_Chain(t *testing.T) {
	first, second := &thread{}, &thread{}
	first.link.follows(nil)
	first.link.begins()
	second.link.follows(first)
	require.Nil(t, first.link.before(), "the controller")
	require.Same(t, first, second.link.before())
	require.True(t, first.link.isResuming())
	require.False(t, second.link.isResuming())
	first.link.paused()
	require.False(t, first.link.isResuming())
}

// gateOf is a gate that is open or not.
type gateOf bool

func (g gateOf) Ready(int) bool { return bool(g) }

func TestStands_GatesAreThoseOfThreads(t *testing.T) {
	var s stands
	threads := []*thread{{id: 0}, {id: 1}, {id: 2}}
	for i, th := range threads {
		s.gate(th, gateOf(i > 0), i)
	}
	require.Equal(t, strategy.Set(0b111), s.closed())
	require.False(t, threads[0].barrier.ready())
	require.True(t, threads[1].barrier.ready())
	s.open(threads[1])
	require.Equal(t, strategy.Set(0b101), s.closed())
	require.False(t, threads[1].barrier.is())
	s.openAll(0b101, threads)
	require.Zero(t, s.closed())
	for _, th := range threads {
		require.False(t, th.barrier.is())
	}
}

func TestStands_Communications(t *testing.T) {
	var s stands
	s.talks(1)
	s.talks(2)
	s.queues(2)
	require.Equal(t, strategy.Set(0b010), s.others(2))
	require.Equal(t, strategy.Set(0b100), s.queued())
	s.talked(2)
	require.Equal(t, strategy.Set(0b010), s.all())
	require.Zero(t, s.queued(), "no thread queues without a communication")

	var x, y int
	c := &Channel{pointer: unsafe.Pointer(&x)}
	s.uses(c)
	require.Same(t, c, s.last(unsafe.Pointer(&x)))
	require.Nil(t, s.last(unsafe.Pointer(&y)))
	s.keep(append(s.list(), option{at: 3}))
	s.reset()
	require.Zero(t, s.all())
	require.Nil(t, s.last(unsafe.Pointer(&x)), "an address may stand for another channel then")
	require.Equal(t, 1, cap(s.list()), "the memory of the list stays")
}

func TestBarrier_Kinds(t *testing.T) {
	e := &engine{}
	e.state.Live = 0b11
	b := barrier{join{e}, 0}
	is, ready := b.joins()
	require.True(t, is)
	require.False(t, ready)
	e.state.Live = 0b01
	_, ready = b.joins()
	require.True(t, ready, "the other thread has ended")
	require.False(t, b.joinsCrew())
	b = barrier{&Crew{}, 0}
	is, _ = b.joins()
	require.False(t, is)
	require.True(t, b.joinsCrew())
}

func TestShortcuts(t *testing.T) {
	var s shortcuts
	s.reset(true, false, false)
	require.True(t, s.alone, "an execution begins with one thread")
	require.True(t, s.wants())
	require.False(t, s.looks() || s.adjusts())
	require.True(t, s.isAlone(false))
	require.False(t, s.isAlone(true))
	s.slow()
	require.True(t, s.looks() && s.adjusts())
	s.reset(false, false, false)
	require.False(t, s.wants() || s.looks() || s.adjusts())
}

func TestCoverage(t *testing.T) {
	c := newCoverage(2)
	require.Empty(t, c.gifts())
	c.hit(1)
	c.hit(2) // of code that is registered later
	require.Equal(t, []int{0, 1}, c.hits)
	c.gives(2)
	require.Nil(t, c.given)
	c.gives(1)
	require.Equal(t, given{false, true}, c.given)
	c.passes([]Case{{Site: 1}}, false, 0, 0)
	require.Equal(t, cases{0, caseMet | caseTaken}, c.cases)
}

func TestRemains(t *testing.T) {
	word := uint64(1)
	r := remains{memory: &memory{}}
	r.keep(unsafe.Pointer(&word), 8)
	word = 2
	r.kept(unsafe.Pointer(&word))
	r.gives()
	require.True(t, r.memory.given)
	r.restore(false)
	require.Equal(t, uint64(1), word)
	require.False(t, r.memory.given, "of this execution only")
	require.Nil(t, r.failure())
	r.memory.changed = "x"
	require.ErrorContains(t, r.failure(), "the package variable x")
	require.Same(t, r.memory, r.shared())

	other := remains{}
	other.begins(r.shared())
	require.Same(t, r.memory, other.memory)
	require.False(t, other.hooked())
}

func TestGoroutine_Jobs(t *testing.T) {
	if Watched() {
		t.Skip("only a search may start one")
	}
	var g goroutine
	var did []string
	alive := true
	g.start(0, func() {
		did = append(did, "begins")
		if alive = g.pause(); alive {
			did = append(did, "goes on")
		}
	})
	require.Empty(t, did, "it waits")
	g.resume()
	g.resume()
	require.Equal(t, []string{"begins", "goes on"}, did)
	require.True(t, g.has(g.id()))
	require.False(t, g.has(self()), "it is not the caller's")
	g.resume()
	g.end()
	require.False(t, alive, "the second job was cut off")
	require.Len(t, did, 3)
	require.False(t, g.isDead())
	g.die()
	require.True(t, g.isDead())
}

func TestCut(t *testing.T) {
	var c cut
	require.False(t, c.is())
	c.kill()
	for range mostPanics {
		require.False(t, c.hopeless())
	}
	require.True(t, c.hopeless())
	c.over()
	require.False(t, c.is())
	require.False(t, c.hopeless(), "it counts anew")
}

func TestPosition(t *testing.T) {
	var p position
	p.stands(4)
	p.passes(7)
	require.Equal(t, [2]uint32{4, 7}, [2]uint32{p.site(), p.inside()})
	p.begins()
	require.Zero(t, p.inside())
}

func TestAllowance_Limit(t *testing.T) {
	var a allowance
	for range 3 {
		require.False(t, a.spent(), "without a bound")
	}
	a.limitTo(2, model.Invocation(nil))
	require.False(t, a.spent())
	require.False(t, a.spent())
	require.True(t, a.spent(), "the third step is one too many")
	require.False(t, a.spent(), "it is told once")
	require.Nil(t, a.stops())
	require.Equal(t, 2, a.most().most)
	a.limitTo(0, nil)
	require.Zero(t, a.most())
}

func TestAllowance_StopHasNoLimit(t *testing.T) {
	var a allowance
	s := &standstill{}
	a.stopAfter(1, s)
	a.limitTo(5, nil)
	require.True(t, a.spent(), "the stop stays")
	require.Same(t, s, a.stops())
	a.reset()
	require.Nil(t, a.stops())
	require.False(t, a.spent())
}

func TestLuck(t *testing.T) {
	var l, m luck
	first := l.next(0)
	require.NotEqual(t, first, l.next(0))
	require.NotEqual(t, first, m.next(1), "threads differ")
	require.Equal(t, uint64(2), l.count())
	l.reset()
	require.Equal(t, first, l.next(0), "an execution has the same numbers again")

	for range mostDraws {
		require.False(t, l.draws())
	}
	require.True(t, l.draws())
	l.steps() // what a draw does that counts as a step
	l.goesOn()
	require.True(t, l.draws(), "each further one counts")
	l.steps()
	require.False(t, l.draws())
}

func TestWork(t *testing.T) {
	var w work
	w.puts(false)
	w.pauses()
	worked, paused := w.did()
	require.False(t, worked, "a store of the same value")
	require.True(t, paused)
	w.writes()
	require.True(t, w.isPlain())
	worked, paused = w.did()
	require.True(t, worked)
	require.False(t, paused, "since the last call")
	require.True(t, w.isPlain(), "until it takes a lock")
	w.locks()
	require.False(t, w.isPlain())
	w.puts(true)
	worked, _ = w.did()
	require.True(t, worked)
}

func TestYields(t *testing.T) {
	var y yields
	y.at(5)
	require.True(t, y.after(5))
	require.False(t, y.after(6))
	change := moment{step: 1}
	for range mostBusy {
		y.turn(change)
		require.False(t, y.goesRound(change))
	}
	y.turn(change)
	require.True(t, y.goesRound(change))
	y.turn(moment{step: 2})
	require.False(t, y.goesRound(moment{step: 2}), "something has changed")

	for range mostBusy {
		require.False(t, y.change())
	}
	require.True(t, y.change())
	require.False(t, y.mayGoOn(), "it is not held")
	y.hold(true)
	require.True(t, y.mayGoOn())
	for range mostHeld {
		y.change()
	}
	require.False(t, y.mayGoOn(), "it was let go on often enough")
}

func TestRound(t *testing.T) {
	var s spins
	var r round
	now := s.content(0).now
	r.sees(seen{object: 0, before: now, after: now})
	r.sees(seen{object: 0, before: now, after: now})
	require.NotNil(t, r.of(0))
	require.Nil(t, r.of(1))
	all, same := r.same(&s, false)
	require.True(t, same)
	require.Len(t, all, 1, "one entry for each object")
	r.changes()
	_, same = r.same(&s, false)
	require.False(t, same)
	r.reset()
	_, same = r.same(&s, false)
	require.True(t, same, "the next round")
}

func TestFate_TooManyThreads(t *testing.T) {
	var f fate
	f.exceed()
	require.True(t, f.tooMany && f.over())
	f.reset()
	require.False(t, f.tooMany || f.over())
}

func TestObjects_Companions(t *testing.T) {
	o := newObjects()
	a := companionOf[int](o, "a")
	*a = 3
	require.Equal(t, 3, *companionOf[int](o, "a"))
	require.Zero(t, *companionOf[int](o, "b"))
	o.reset()
	require.Zero(t, *companionOf[int](o, "a"), "of the execution only")
}

func TestTester_Outside(t *testing.T) {
	failed := false
	c := tester{}
	require.False(t, c.fails())
	c.outside = func() bool { return failed }
	c.ends(true)
	require.True(t, c.passes)
	failed = true
	require.True(t, c.fails())
	c.goesOn()
	require.False(t, c.passes)
	c.ends(false)
	require.False(t, c.passes, "an execution that does not count")
}
