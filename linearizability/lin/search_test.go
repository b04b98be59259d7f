package lin

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic"
	"github.com/stealproof/stealproof/model/shim/sync"
)

// The structures of these tests use the shims, so that the scheduler sees them without a rewriter.

// tb keeps what a Check reports.
type tb struct {
	name   string
	errors []string
	logs   []string
}

func (t *tb) Helper()                   {}
func (t *tb) Name() string              { return t.name }
func (t *tb) Logf(f string, a ...any)   { t.logs = append(t.logs, fmt.Sprintf(f, a...)) }
func (t *tb) Errorf(f string, a ...any) { t.errors = append(t.errors, fmt.Sprintf(f, a...)) }

// searched runs the part of a Check that is under the scheduler.
func searched[S, M any](t *testing.T, create func() S, spec func() M, options ...Option) (Verdict, *tb) {
	t.Helper()
	to := &tb{name: t.Name()}
	var c config
	for _, o := range append([]Option{For(10 * time.Minute)}, options...) {
		o.apply(&c)
	}
	k, err := newChecker(to, create, spec, &c)
	require.NoError(t, err)
	var v Verdict
	s := &searching{checker: k, start: time.Now(), shards: 1}
	s.search(&v)
	require.NoError(t, k.m.fault)
	return v, to
}

// unlessDetecting bounds a search that finds nothing. Under the race detector, which looks at the searcher then, a second
// of the same work is enough.
func unlessDetecting(d time.Duration) Option {
	if detecting {
		d = time.Second
	}
	return For(d)
}

// register is a map from ints to ints. Its Add loses updates if it is racy.
type register struct {
	racy bool
	mu   sync.Mutex
	of   [3]atomic.Int64
}

func (r *register) Add(i, d int) int {
	if !r.racy {
		r.mu.Lock()
		defer r.mu.Unlock()
	}
	n := r.of[i].Load() + int64(d)
	r.of[i].Store(n)
	return int(n)
}

func (r *register) Get(i int) int { return int(r.of[i].Load()) }

type registers [3]int

func (r *registers) Add(i, d int) int { r[i] += d; return r[i] }
func (r *registers) Get(i int) int    { return r[i] }

var registerOps = []Option{Op("Add", (*register).Add), Op("Get", (*register).Get)}

func newRegisters() *registers { return &registers{} }

func TestSearch_Sound(t *testing.T) {
	v, _ := searched(t, func() *register { return &register{} }, newRegisters, registerOps...)
	require.Nil(t, v.Failure)
	require.Equal(t, sched.Exhausted, v.Every.Ending)
	require.Equal(t, v.Every.Of, v.Every.Scenarios)
	require.Greater(t, v.Every.Scenarios, 100)
	require.Equal(t, sched.BoundHit, v.Fuzz.Ending)
}

// A lost update is found in the smallest scenario, and its token repeats it.
func TestSearch_Broken(t *testing.T) {
	v, _ := searched(t, func() *register { return &register{racy: true} }, newRegisters, registerOps...)
	require.NotNil(t, v.Failure)
	require.Equal(t, "linearizable", v.Failure.Rule)
	require.Equal(t, "; Add(1, 1) | Add(1, 2) ;", v.Failure.Scenario)
	require.Contains(t, v.Failure.Says, "no order of the operations explains both")
	operations, schedule := strings.Index(v.Failure.Text, "the operations:"), strings.Index(v.Failure.Text, "the smallest schedule found, with 1 preemption")
	require.Positive(t, operations)
	require.Greater(t, schedule, operations)

	_, token, found := strings.Cut(v.Failure.Text, " replay ")
	require.True(t, found)
	for _, racy := range []bool{true, false} {
		again := &tb{name: t.Name()}
		var c config
		for _, o := range registerOps {
			o.apply(&c)
		}
		k, err := newChecker(again, func() *register { return &register{racy: racy} }, newRegisters, &c)
		require.NoError(t, err)
		s := &searching{checker: k, start: time.Now(), shards: 1}
		s.origin = report.Token{Test: t.Name(), Search: 1}
		var v2 Verdict
		s.replay(strings.TrimSpace(token), &v2)
		if racy {
			require.NotNil(t, v2.Failure)
			require.Equal(t, v.Failure.Says, v2.Failure.Says)
			require.Equal(t, v.Failure.Scenario, v2.Failure.Scenario)
		} else {
			require.Nil(t, v2.Failure)
		}
	}
}

// An update that a thread has made is lost after it has returned.
func TestSearch_SaysAfterWhat(t *testing.T) {
	v, _ := searched(t, func() *register { return &register{racy: true} }, newRegisters,
		append(registerOps, Scenario("add(1, 1) | add(1, 2) get(1)"))...)
	require.NotNil(t, v.Failure)
	v, _ = searched(t, func() *stale { return &stale{} }, func() *cell { return &cell{} }, Op("Set", (*stale).Set), Op("Get", (*stale).Get))
	require.NotNil(t, v.Failure)
	require.Equal(t, "Get() returned 0 after Set(1) and Set(1) had returned.", v.Failure.Says, v.Failure.Text)
}

// stale returns the value before the last one.
type stale struct{ old, now atomic.Int64 }

func (s *stale) Set(n int) { s.old.Store(s.now.Load()); s.now.Store(int64(n)) }
func (s *stale) Get() int  { return int(s.old.Load()) }

type cell struct{ n int }

func (c *cell) Set(n int) { c.n = n }
func (c *cell) Get() int  { return c.n }

// late makes a value visible only by the next call of the same thread, as a store buffer would. It is
// sequentially consistent, and not linearizable.
type late struct {
	buffered [2]atomic.Int64 // by thread
	cells    [2]atomic.Int64
}

func (l *late) SetA(n int) { l.buffered[0].Store(int64(n)) }
func (l *late) FlushA()    { l.cells[0].Store(l.buffered[0].Load()) }
func (l *late) GetA() int  { return int(l.cells[0].Load()) }

type lateSpec struct{ n int }

func (l *lateSpec) SetA(n int) { l.n = n }
func (l *lateSpec) FlushA()    {}
func (l *lateSpec) GetA() int  { return l.n }

func TestSearch_Conditions(t *testing.T) {
	ops := []Option{Op("SetA", (*late).SetA), Op("FlushA", (*late).FlushA), Op("GetA", (*late).GetA), Scenario("; SetA(1) FlushA | GetA;")}
	create, spec := func() *late { return &late{} }, func() *lateSpec { return &lateSpec{} }
	for _, c := range []Condition{Linearizable, Sequential} {
		v, _ := searched(t, create, spec, append(ops, c)...)
		if c == Linearizable {
			require.NotNil(t, v.Failure)
			require.Equal(t, "GetA() returned 0 after SetA(1) had returned.", v.Failure.Says)
		} else {
			require.Nil(t, v.Failure, "no thread can see the delay")
			require.Equal(t, sched.Exhausted, v.Every.Ending)
		}
	}
}

// A semaphore blocks. The scenarios never leave it blocked, and a lost wake-up is a deadlock.
type semaphore struct {
	mu   sync.Mutex
	cond *sync.Cond
	n    int
	lost bool
}

func newSemaphore(lost bool) *semaphore {
	s := &semaphore{n: 1, lost: lost}
	s.cond = sync.NewCond(&s.mu)
	return s
}

func (s *semaphore) Acquire() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.n == 0 {
		s.cond.Wait()
	}
	s.n--
}

func (s *semaphore) Release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n++
	if !s.lost || s.n == 1 && s.n > 1 {
		s.cond.Signal()
	}
}

type semaphoreSpec struct{ n int }

func (s *semaphoreSpec) Acquire()         { s.n-- }
func (s *semaphoreSpec) CanAcquire() bool { return s.n > 0 }
func (s *semaphoreSpec) Release()         { s.n++ }

func TestSearch_Blocking(t *testing.T) {
	for _, lost := range []bool{false, true} {
		v, _ := searched(t, func() *semaphore { return newSemaphore(lost) }, func() *semaphoreSpec { return &semaphoreSpec{n: 1} },
			Op("Acquire", (*semaphore).Acquire), Op("Release", (*semaphore).Release))
		if lost {
			require.NotNil(t, v.Failure)
			require.Equal(t, sched.RuleDeadlock, v.Failure.Rule)
		} else {
			require.Nil(t, v.Failure)
			require.Equal(t, sched.Exhausted, v.Every.Ending)
			require.Positive(t, v.Every.Scenarios)
		}
	}
}

// door lets one thread in, or all if it is open.
type door struct {
	open bool
	mu   sync.Mutex
}

func (d *door) Enter() {
	if !d.open {
		d.mu.Lock()
	}
}

func (d *door) Leave() {
	if !d.open {
		d.mu.Unlock()
	}
}

type doorSpec struct{ taken bool }

func (d *doorSpec) Enter()         { d.taken = true }
func (d *doorSpec) CanEnter() bool { return !d.taken }
func (d *doorSpec) Leave()         { d.taken = false }

// An operation must not return while the specification blocks it. It has no result that could be wrong.
func TestSearch_ReturnsTooEarly(t *testing.T) {
	for _, open := range []bool{false, true} {
		v, _ := searched(t, func() *door { return &door{open: open} }, func() *doorSpec { return &doorSpec{} },
			Op("Enter", (*door).Enter), Op("Leave", (*door).Leave), Scenario("Enter Leave | Enter Leave"))
		if !open {
			require.Nil(t, v.Failure)
			require.Equal(t, sched.Exhausted, v.Every.Ending)
			continue
		}
		require.NotNil(t, v.Failure)
		require.Equal(t, "linearizable", v.Failure.Rule)
		require.Contains(t, v.Failure.Says, "Enter() returned")
	}
}
