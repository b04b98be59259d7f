package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
)

// A send and a receive on a buffer that is neither full nor empty commute. Those on a full or an empty one have
// one order, and each len sees another number.
func TestChannel_EndsOfABufferCommute(t *testing.T) {
	for _, c := range []struct {
		name              string
		capacity, held, n int
		looks             bool
		want              int
	}{
		{"half full", 8, 3, 3, false, 1},
		{"empty at first", 3, 0, 3, false, 1},
		{"full at first", 3, 3, 3, false, 1},
		{"one slot", 1, 0, 3, false, 1},
		{"len looks", 8, 3, 2, true, 9},
	} {
		r := search(func(s *sched.S) {
			ch := made(c.capacity)
			for i := range c.held {
				send(ch, i)
			}
			s.Go(func() {
				for i := range c.n {
					send(ch, c.held+i)
				}
			})
			s.Go(func() {
				for i := range c.n {
					require.Equal(t, i, receive(ch))
				}
			})
			if c.looks {
				require.LessOrEqual(t, lengthOf(ch), c.capacity)
			}
			s.Wait()
		}, engine.Options{})
		require.Equal(t, report.Exhausted, r.Ending, "%s: %v", c.name, r.Failure)
		require.Equal(t, c.want, r.Executions, c.name)
	}
}
