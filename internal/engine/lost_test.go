package engine_test

import (
	stditer "iter"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic"
	"github.com/stealproof/stealproof/model/shim/iter"
)

// A test may fail in code that runs after an execution, in the last one too.
func TestLostOutside(t *testing.T) {
	failed := false
	endless := func() {
		for n := new(atomic.Int64); ; {
			n.Add(1)
		}
	}
	late := map[string]func(s *sched.S, f func()){
		"a deferred function of a thread that is cut off": func(s *sched.S, f func()) {
			s.Go(func() {
				defer f()
				endless()
			})
			s.Wait()
		},
		"a Cleanup of a function that is cut off while it is alone": func(_ *sched.S, f func()) {
			engine.Cleanup(f)
			endless()
		},
		"a sequence that is left behind": func(s *sched.S, f func()) {
			s.Go(func() {
				var seq stditer.Seq[int] = func(yield func(int) bool) {
					defer f()
					yield(1)
				}
				next, _ := iter.Pull(seq)
				next()
			})
			s.Wait()
		},
	}
	for name, program := range late {
		t.Run(name, func(t *testing.T) {
			for _, fails := range []bool{true, false} {
				failed = false
				called := false
				r := search(func(s *sched.S) {
					program(s, func() { called, failed = true, fails })
				}, engine.Options{Steps: 50, Executions: 1, Outside: func() bool { return failed }})
				require.True(t, called)
				if fails {
					require.Equal(t, report.Failed, r.Ending)
					require.Contains(t, r.Failure.Detail, "in an unknown execution")
				} else {
					require.Nil(t, r.Failure)
				}
			}
		})
	}
}
