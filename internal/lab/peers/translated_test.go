package peers

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/lab/peers/measure"
	"github.com/stealproof/stealproof/internal/lab/workload"
	"github.com/stealproof/stealproof/internal/long"
)

// built builds a project without a network, or skips the test.
func built(t *testing.T, p Project) *Program {
	t.Helper()
	long.Skip(t, "this builds a project")
	t.Setenv("CARGO_NET_OFFLINE", "true")
	t.Setenv("GOPROXY", "off")
	b, err := p.Build(t.Context(), Cache())
	var absent *AbsentError
	if errors.As(err, &absent) || err != nil && (strings.Contains(err.Error(), "offline") || strings.Contains(err.Error(), "GOPROXY=off")) {
		t.Skipf("NOTHING WAS CHECKED: %v", err)
	}
	require.NoError(t, err)
	return b
}

// The programs in other languages run every translated program, and check their results.
func TestTranslated(t *testing.T) {
	kernels := map[string]int{
		measure.Fib: 20, "fib12": 20, "fib30": 32, "mergesort": 20_000, "quicksort": 20_000, "quicksort1000": 20_000, "nqueens": 7,
		"matmul": 128, "primes": 20_000, "transform": 100_000, "grains": 2, "uts": 50,
		"lu": 96, "heat": 64, "strassen": 128, "knapsack": 18, workload.Even: 4, workload.Skewed: 4,
	}
	deques := map[string]int{workload.Pair: 64, workload.Thieves: 8, workload.Latency: 1, workload.Steal: 1, workload.Items: 1000}
	for _, c := range []struct {
		project          Project
		forkers, dequers []string
	}{
		{RustPools("../../.."), []string{"rayon", "serial"}, []string{"crossbeam"}},
		{JavaPool("../../.."), []string{"plain", "serial"}, []string{"chaselev", "linked", "blocking"}},
		{OneTBB("../../.."), []string{"onetbb", "serial"}, nil},
	} {
		t.Run(c.project.Name, func(t *testing.T) {
			p := built(t, c.project)
			try := func(peer, what string, n int) {
				t.Helper()
				plan := measure.Plan{Peer: peer, What: what, Workers: 2, N: n, For: time.Millisecond}
				r, err := p.Measure(t.Context(), time.Minute, plan)
				require.NoError(t, err)
				require.Equal(t, what == workload.Items, r.Bytes != nil)
				require.Equal(t, what == workload.Thieves, r.Share != nil)
				require.Equal(t, what == workload.Even || what == workload.Skewed, r.Waited != nil)
				if r.Waited != nil {
					require.Less(t, *r.Waited, r.Median)
				}
			}
			for what, n := range kernels {
				for _, peer := range c.forkers {
					try(peer, what, n)
				}
			}
			for what, n := range deques {
				for _, peer := range c.dequers {
					try(peer, what, n)
				}
			}
			_, err := p.Measure(t.Context(), time.Minute, measure.Plan{Peer: c.forkers[0], What: "nothing", Workers: 1, N: 1, For: 1})
			require.ErrorContains(t, err, "no measurement nothing")
		})
	}
}

// Foreign pools in Go run the programs of package workload. The bounded ones run only programs
// whose tasks do not fork.
func TestGoPools_RunKernels(t *testing.T) {
	p := built(t, GoPools("../../.."))
	for _, k := range workload.Kernels() {
		for _, s := range []string{"errgroup", "conc", "ants", "pond", "errgroup-limited", "conc-limited", "ants-bounded", "pond-bounded"} {
			nests := k.Name != "primes" && k.Name != "transform" && k.Name != "matmul" && k.Name != "lu" && k.Name != "heat"
			if nests && (strings.HasSuffix(s, "-bounded") || strings.HasSuffix(s, "-limited")) {
				continue
			}
			m, err := p.Workload(t.Context(), time.Minute, workload.Plan{Kernel: k.Name, Size: k.Small, Scheduler: s, Workers: 2})
			require.NoError(t, err, s+" "+k.Name)
			require.Positive(t, m.Seconds)
		}
	}
}
