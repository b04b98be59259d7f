package long

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAsked(t *testing.T) {
	for value, want := range map[string]struct {
		asked, hours bool
		bound        int
	}{
		"":  {false, false, 3},
		"0": {false, false, 3},
		"1": {true, false, 7},
		"2": {true, true, 7},
	} {
		t.Setenv(Env, value)
		require.Equal(t, want.asked, Asked(), value)
		require.Equal(t, want.hours, Hours(), value)
		require.Equal(t, want.bound, Bound(3, 7), value)
		if detecting {
			want.bound = (want.bound + 3) / 4
		}
		require.Equal(t, want.bound, Programs(3, 7), value)
		require.Equal(t, want.asked || !testing.Short(), Executions() == 0, value)
	}
}

func TestSkip(t *testing.T) {
	for value, want := range map[string]bool{"": true, "1": false, "2": false} {
		t.Setenv(Env, value)
		skipped := false
		t.Run("inner", func(t *testing.T) {
			defer func() { skipped = t.Skipped() }()
			Skip(t, "it takes long")
		})
		require.Equal(t, want, skipped, value)
	}
}
