package workload

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool/classic"
	"github.com/stealproof/stealproof/wsq"
)

// A continuation that moves is no stolen child. Here the first worker to run the program holds it
// in the first child until the second child runs, so the other worker resumes the program and
// forks the second child. That child waits until the first one has begun, so it stays there too.
func TestObserve_ContinuationsApart(t *testing.T) {
	for name, deque := range map[string]classic.CMUDeque{"mutex": classic.CMUMutex, "lock-free": classic.CMULockFree} {
		t.Run(name, func(t *testing.T) {
			r := cmuRunner{classic.NewCMU(classic.CMUOptions{Workers: 2, Continuation: true, Deque: deque}), true, nil}
			defer r.Close()
			begun, release := make(chan bool), make(chan bool)
			program, result := Observe(func(w Forker) {
				w.Do(
					func(Forker) { close(begun); <-release },
					func(Forker) { <-begun; close(release) },
				)
			})
			r.Run(program)
			o := result()
			require.Equal(t, 3, o.Tasks)
			require.Zero(t, o.Moved, "no child was stolen")
			require.Contains(t, []int{1, 2}, o.Resumed, "one continuation must move, and the second one may")
		})
	}

	alone := cmuRunner{classic.NewCMU(classic.CMUOptions{Workers: 1, Continuation: true}), true, nil}
	defer alone.Close()
	program, result := Observe(func(w Forker) { w.Do(func(Forker) {}, func(Forker) {}) })
	alone.Run(program)
	require.Zero(t, result().Resumed, "nobody else is there")
}

// A stolen child is counted as one, and no continuation moves. Each of two children waits until
// both run.
func TestObserve_StolenChildren(t *testing.T) {
	r := cmuRunner{classic.NewCMU(classic.CMUOptions{Workers: 2}), false, nil}
	defer r.Close()
	first, second := make(chan bool), make(chan bool)
	program, result := Observe(func(w Forker) {
		w.Do(
			func(Forker) { close(first); <-second },
			func(Forker) { close(second); <-first },
		)
	})
	r.Run(program)
	o := result()
	require.Equal(t, 1, o.Moved)
	require.Zero(t, o.Resumed)
}

// Only schedulers that steal continuations have a figure for them.
func TestMeasure_Continuations(t *testing.T) {
	for name, want := range map[string]bool{"2q-mutex": true, "cmu-mutex": false, "pool": false} {
		m, err := Measure(Plan{Kernel: "fib1", Size: 5, Scheduler: name, Workers: 2, Observe: true}, Schedulers())
		require.NoError(t, err)
		_, has := m.Metrics[Continuations]
		require.Equal(t, want, has, name)
		require.Contains(t, m.Metrics, Steals, name)
	}
}

// lost is a deque whose thieves lose a race.
type lost struct {
	wsq.Deque[*classic.CMUContext]
}

func (lost) Steal() (*classic.CMUContext, wsq.StealResult) { return nil, wsq.Retry }

// A steal that loses its race is a failed attempt, too.
func TestMisses_CountLostRaces(t *testing.T) {
	m := &misses{}
	d := m.counting(func() wsq.Deque[*classic.CMUContext] { return lost{classic.CMUMutex()} })()
	d.Steal()
	d.Steal()
	require.Equal(t, 2, m.sum())
}

// moving is the Forker of a function whose worker changes.
type moving struct{ at *int }

func (m moving) worker() any { return *m.at }
func (m moving) Do(fs ...func(Forker)) {
	for _, f := range fs {
		f(m)
	}
}

// A function counts as stolen if another worker has begun it, wherever it ends.
func TestObserve_StolenWhereItBegins(t *testing.T) {
	at := 0
	program, result := Observe(func(w Forker) {
		w.Do(func(Forker) { at = 1 }, func(Forker) { at = 0 })
	})
	program(moving{&at})
	require.Equal(t, 1, result().Moved, "the second function, which worker 0 has forked, begins on worker 1")
	program, result = Observe(func(w Forker) {
		w.Do(func(Forker) { at = 1 })
	})
	program(moving{&at})
	require.Zero(t, result().Moved)
}

// A failed attempt is a look into the deque of another worker that gives no task. Worker 1 has a
// task to steal, and worker 2 has none.
func TestMeasure_FailedAttempts(t *testing.T) {
	m := &misses{}
	queue := m.counting(classic.CMUMutex)
	full, empty := queue(), queue()
	full.Push(&classic.CMUContext{})
	for range 2 {
		full.Steal()
		empty.Steal()
		empty.Pop() // the owner's
	}
	require.Equal(t, 3, m.sum())

	for name, want := range map[string]bool{"cmu-mutex": true, "2q-lock-free": true, "pool": true, "cmu-central": false, "goroutines": false} {
		m, err := Measure(Plan{Kernel: "fib1", Size: 5, Scheduler: name, Workers: 2, Observe: true}, Schedulers())
		require.NoError(t, err)
		_, has := m.Metrics[Failed]
		require.Equal(t, want, has, name)
	}

	often(t, func() bool { // the pool's steals are another number
		p, all := poolOf("pool", 2)
		m, err := Measure(Plan{Kernel: "fib1", Size: 12, Scheduler: "pool", Workers: 2, Observe: true}, all)
		require.NoError(t, err)
		require.EqualValues(t, p.Stats().Failed, m.Metrics[Failed])
		return p.Stats().Failed != p.Stats().Stolen
	})
}

// Package pool counts its failed attempts in a load, and the threads of the document do not.
func TestLoad_FailedAttempts(t *testing.T) {
	for name, want := range map[string]bool{"pool": true, "iith-bounded": false} {
		m, err := Measure(Plan{Kernel: Even, Size: 2, Scheduler: name, Workers: 3}, nil)
		require.NoError(t, err)
		_, has := m.Metrics[Failed]
		require.Equal(t, want, has, name)
		require.Contains(t, m.Metrics, Steals, name)
	}
}
