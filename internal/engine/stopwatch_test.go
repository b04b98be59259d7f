package engine

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestStopwatch(t *testing.T) {
	for _, c := range []struct{ real, used, want time.Duration }{
		{10, 10, 10},
		{10, 30, 10}, // on several processors
		{10, 4, 4},   // other programs run
		{60, 1, 10},  // it sleeps
	} {
		require.Equal(t, c.want, took(c.real, c.used), "%d %d", c.real, c.used)
	}
	w := StartWatch()
	require.LessOrEqual(t, w.Took(), time.Since(w.begun))
}
