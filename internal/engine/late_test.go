package engine_test

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
)

var late bool

//go:norace
func setLate() { late = true }

//go:norace
func isLate() bool { return late }

// A goroutine that an earlier test has left behind has done its last step. Nothing orders that with
// the search that begins next, and Go's race detector must not report it.
func TestOn_OfAGoroutineThatWasLeftBehind(t *testing.T) {
	late = false
	go func() {
		_ = engine.On()
		_ = engine.Searching()
		setLate()
	}()
	for !isLate() {
		runtime.Gosched()
	}
	r := search(func(s *sched.S) {
		s.Go(func() {})
		s.Wait()
	}, engine.Options{})
	require.Equal(t, report.Exhausted, r.Ending)
}
