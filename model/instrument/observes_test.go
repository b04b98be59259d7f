package instrument

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A package that observes is not rewritten. Otherwise it would observe itself.
func TestObserves(t *testing.T) {
	for path, want := range map[string]bool{
		"/model": true, "/model/sched": true, "/internal/engine": true, "/internal/engine/strategy": true, "/internal/refine": true,
		"/model/sched/examples": false, "/model/instrument/testdata/programs/spawn": false, "/internal/mutant": false, "/internal/engines": false, "/wsq": false,
	} {
		require.Equal(t, want, observes(home+path), path)
	}
	require.False(t, observes("example.org/internal/engine"))
}
