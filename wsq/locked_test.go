package wsq_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/wsq"
)

// Deques that share a mutex hold that mutex in their operations.
func TestNewLockedUnder_OneLockForAll(t *testing.T) {
	var mu sync.Mutex
	for _, d := range []*wsq.Locked[int]{wsq.NewLockedUnder[int](&mu, 2), wsq.NewLockedUnder[int](&mu, 2)} {
		d.Push(1)
		asked := false
		require.True(t, d.Remove(func(int) bool {
			asked = true
			return !mu.TryLock()
		}))
		require.True(t, asked)
		require.True(t, mu.TryLock())
		mu.Unlock()
	}
}
