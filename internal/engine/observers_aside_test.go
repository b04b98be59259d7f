package engine_test

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/shim/access"
	"github.com/stealproof/stealproof/model/shim/atomic"
)

// counting is an observer that was rewritten: it reports its own accesses.
type counting struct {
	n    int
	last atomic.Int64
}

func (c *counting) Begin()     { *access.W(0, &c.n) = 0 }
func (c *counting) End() error { return nil }

func (c *counting) Access(*model.Access) error {
	*access.W(0, &c.n)++
	c.last.Store(int64(*access.R(0, &c.n)))
	return nil
}

// An observer is no part of the program, although it may be rewritten with it: its accesses are no steps, and
// race with nothing. If the threads do the same, that is a race.
func TestObserver_IsNoPartOfTheProgram(t *testing.T) {
	search := func(threads func(*counting)) (engine.Result, *counting) {
		c := &counting{}
		return engine.Search(func() {
			var n atomic.Int64
			engine.Spawn(0, func() { n.Add(1); threads(c) })
			engine.Spawn(0, func() { n.Add(1); threads(c) })
			for n.Load() < 2 {
				engine.Yield()
			}
		}, engine.Options{Observer: c}), c
	}
	r, c := search(func(*counting) {})
	require.Nil(t, r.Failure)
	require.Equal(t, report.Exhausted, r.Ending)
	require.Positive(t, c.n)
	require.EqualValues(t, c.n, c.last.Load())
	require.False(t, engine.On())

	r, _ = search(func(c *counting) { engine.PlainWrite(0, unsafe.Pointer(&c.n), unsafe.Sizeof(c.n)) })
	require.NotNil(t, r.Failure)
	require.Equal(t, report.RuleRace, r.Failure.Rule)
}
