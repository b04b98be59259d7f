package engine

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A search whose executions were all abandoned goes on for a while after its time is over, but not for many steps.
func TestEnough_OfAbandonedExecutions(t *testing.T) {
	of := func(executions, abandoned, steps int) bool {
		r := &search{o: Options{For: time.Second}, start: time.Now().Add(-time.Hour)}
		r.Executions, r.Abandoned, r.Steps = executions, abandoned, steps
		return r.enough()
	}
	require.False(t, of(0, 2, 100))
	require.True(t, of(0, 2, lookAfter), "long executions")
	require.True(t, of(0, longestLook, 100), "many executions")
	require.True(t, of(1, 1, 100))
}
