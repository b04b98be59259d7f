package pool

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The limits of options are allowed, and no more.
func TestOptions_UpToTheirLimits(t *testing.T) {
	o := Options{Workers: workersLimit / 2, Queue: 1 << 30}
	require.Equal(t, o.Workers, o.withDefaults().Workers)
	for _, beyond := range []Options{{Workers: o.Workers + 1}, {Queue: o.Queue + 1}} {
		require.Panics(t, func() { beyond.withDefaults() })
	}
}
