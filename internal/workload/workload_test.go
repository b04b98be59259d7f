package workload

import (
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Each kernel gives the right result on each scheduler, and so does its twin.
func TestKernels_RightResults(t *testing.T) {
	for _, k := range Kernels() {
		t.Run(k.Name, func(t *testing.T) {
			c := k.New(k.Small)
			require.Error(t, c.Check(), "the check says that nothing was done")
			c.Serial()
			require.NoError(t, c.Check(), "the twin")
			for _, s := range Schedulers() {
				before := runtime.NumGoroutine()
				r := s.New(3)
				for range 2 {
					r.Run(c.Parallel)
					require.NoError(t, c.Check(), s.Name)
				}
				r.Close()
				for start := time.Now(); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
					require.Less(t, time.Since(start), 10*time.Second, "%s leaves goroutines", s.Name)
				}
			}
		})
	}
}

func TestFind(t *testing.T) {
	k, err := Find("uts")
	require.NoError(t, err)
	require.Equal(t, "uts", k.Name)
	_, err = Find("nothing")
	require.Error(t, err)
}

// go test -bench . ./internal/workload -args: sizes are the small ones.
func BenchmarkKernels(b *testing.B) {
	for _, k := range Kernels() {
		c := k.New(k.Small)
		for _, s := range Schedulers() {
			b.Run(k.Name+"/"+s.Name, func(b *testing.B) {
				r := s.New(runtime.GOMAXPROCS(0))
				defer r.Close()
				for b.Loop() {
					r.Run(c.Parallel)
				}
			})
		}
	}
}
