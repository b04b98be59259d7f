package lin

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic"
)

// odometer counts right until it has come to its limit, and loses updates from then on.
type odometer struct {
	limit int64
	n     atomic.Int64
}

func (o *odometer) Inc() int {
	for {
		n := o.n.Load()
		if n >= o.limit {
			o.n.Store(n + 1)
			return int(n + 1)
		}
		if o.n.CompareAndSwap(n, n+1) {
			return int(n + 1)
		}
	}
}

// Eight calls are needed to break it, and no scenario of the other levels has so many. The fuzzer makes some.
func TestFuzz_FindsWhatNeedsManyCalls(t *testing.T) {
	for limit, broken := range map[int64]bool{6: true, 1_000: false} {
		v, _ := searched(t, func() *odometer { return &odometer{limit: limit} }, func() *tallySpec { return &tallySpec{} }, Op("Inc", (*odometer).Inc))
		require.Equal(t, sched.Exhausted, v.Every.Ending)
		if !broken {
			require.Nil(t, v.Failure)
			require.Equal(t, sched.BoundHit, v.Fuzz.Ending)
			require.Equal(t, fuzzRuns, v.Fuzz.Executions)
			require.Greater(t, v.Fuzz.Scenarios, 100)
			require.Regexp(t, `^\d\d+ orders of accesses`, v.Fuzz.Says)
			continue
		}
		require.NotNil(t, v.Failure)
		require.Equal(t, sched.Failed, v.Fuzz.Ending)
		require.Equal(t, "linearizable", v.Failure.Rule)
		require.Equal(t, "Inc() returned 7 twice, and no order of the operations explains both.", v.Failure.Says)
	}
}

// All bytes are a scenario that is allowed, and the same one each time.
func TestDecoder_AnyBytes(t *testing.T) {
	k, err := newChecker(&tb{}, func() *semaphore { return newSemaphore(false) }, func() *semaphoreSpec { return &semaphoreSpec{n: 1} },
		configOf(Op("Acquire", (*semaphore).Acquire), Op("Release", (*semaphore).Release)))
	require.NoError(t, err)
	d := &decoder{searching: &searching{checker: k}, known: map[string]*decoded{}}
	rng := rand.New(rand.NewPCG(1, 2))
	different := map[string]bool{}
	for range 500 {
		b := make([]byte, rng.IntN(20))
		for i := range b {
			b[i] = byte(rng.Uint32())
		}
		s := d.scenario(b)
		require.True(t, k.m.legal(s), s)
		require.Equal(t, s.String(), d.scenario(b).String())
		different[s.String()] = true
	}
	require.Greater(t, len(different), 20)
}

// Scenarios of the test that cannot be exhausted are fuzzed too.
func TestFuzz_OwnScenarios(t *testing.T) {
	c := configOf(Op("Inc", (*odometer).Inc), Scenario("Inc Inc Inc Inc | Inc Inc Inc Inc | Inc Inc Inc Inc"))
	k, err := newChecker(&tb{}, func() *odometer { return &odometer{limit: 3} }, func() *tallySpec { return &tallySpec{} }, c)
	require.NoError(t, err)
	s := &searching{checker: k, start: time.Now(), until: time.Now().Add(time.Minute)}
	p, f := s.fuzz(Part{Ending: sched.Exhausted})
	require.Nil(t, f)
	require.Equal(t, Part{Ending: sched.NotChecked, Says: "every schedule of the test's scenarios was run"}, p)
	p, f = s.fuzz(Part{Ending: sched.BoundHit})
	require.NotNil(t, f)
	require.Equal(t, sched.Failed, p.Ending)
}
