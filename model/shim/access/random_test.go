package access_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/access"
	"github.com/stealproof/stealproof/model/shim/atomic"
)

// A thread has the same numbers in each execution, whatever the others do. Threads differ, and so do
// the numbers of a thread.
func TestRandom_IsRepeatable(t *testing.T) {
	var first [2][2]uint64
	r := sched.Search(func(s *sched.S) {
		var got [2][2]uint64
		var n [2]uint32
		var x atomic.Int64
		for i := range got {
			s.Go(func() {
				x.Add(1)
				got[i][0] = access.Random64()
				x.Add(1)
				got[i][1], n[i] = access.Random64(), access.Randomn(5)
			})
		}
		s.Wait()
		if first == ([2][2]uint64{}) {
			first = got
		}
		if got != first || n[0] > 4 || n[1] > 4 {
			s.Errorf("%v, and before %v", got, first)
		}
	}, sched.Options{})
	require.Equal(t, sched.Exhausted, r.Ending, "%v", r.Failure)
	require.NotEqual(t, first[0], first[1])
	require.NotEqual(t, first[0][0], first[0][1])
	require.NotEqual(t, access.Random64(), access.Random64(), "without a search they are real ones")
}
