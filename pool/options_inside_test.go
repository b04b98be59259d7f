package pool

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The number of spares has no more than the room that the counters of sleepers leave.
func TestOptions_SparesFitTheCounters(t *testing.T) {
	require.Equal(t, workersLimit-3, Options{Workers: 3, Spares: workersLimit}.withDefaults().Spares)
	require.Equal(t, defaultStall, Options{}.withDefaults().StallAfter)
}
