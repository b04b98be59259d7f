package classic

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// One task joins many children: the newest first, the oldest first, or not at all. Each order
// takes linear time. With the square, 100,000 children take ten seconds.
func TestFlat_ManyChildrenOfOneTask(t *testing.T) {
	const children = 100_000
	pools := map[string]func(order func(int) int) int{
		"VT": func(order func(int) int) int {
			p := NewVT(1, false)
			defer p.Close()
			f := NewFuture(flat[*VTWorker](children, order))
			p.Submit(f)
			return f.Join(nil)
		},
		"CMU": func(order func(int) int) int {
			p := NewCMU(CMUOptions{Workers: 2})
			defer p.Destroy()
			f := NewFuture(flat[*CMUContext](children, order))
			require.NoError(t, p.StartProcess(f))
			return f.Join(nil)
		},
	}
	for name, run := range pools {
		t.Run(name, func(t *testing.T) {
			timed := func(order func(i int) int) time.Duration {
				began := time.Now()
				require.Equal(t, children, run(order))
				return time.Since(began)
			}
			newestFirst := timed(func(i int) int { return children - 1 - i })
			for tries := 5; timed(func(i int) int { return i }) >= 8*newestFirst+time.Second; tries-- {
				require.Positive(t, tries, "the oldest first takes much longer") // unlike other programs, that does not pass
			}
			require.Zero(t, run(nil))
		})
	}
}

// flat returns a task that forks children, and joins them in an order. It returns how many it has
// joined.
func flat[W Worker[W]](children int, order func(i int) int) func(w W) int {
	return func(w W) (sum int) {
		all := make([]*Future[W, int], children)
		for i := range all {
			all[i] = NewFuture(func(W) int { return 1 })
			all[i].Fork(w)
		}
		if order == nil {
			return 0
		}
		for i := range all {
			sum += all[order(i)].Join(w)
		}
		return sum
	}
}
