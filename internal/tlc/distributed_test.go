package tlc

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/long"
)

// A server and two workers on one host find as many states as TLC alone.
func TestDistribute_TwoWorkers(t *testing.T) {
	long.Skip(t, "it runs TLC")
	t.Parallel() // it mostly waits
	row, _, _ := small(t)
	w := workspace(t, nil)
	o, err := w.Distribute(t.Context(), Server{Run: Run{Module: row.Module, Config: row.Config, Brief: true}, Workers: 2})
	require.NoError(t, err)
	require.Equal(t, row.Message, o.Message, o.Output)
	require.Equal(t, []int{0, row.Distinct}, []int{o.Exit, o.Distinct})
	require.Equal(t, 2, strings.Count(o.Output, "Registration for worker"), o.Output)
}

// TLC's server exits with code 0 whatever its result. Distribute must report the failure.
func TestDistribute_Fails(t *testing.T) {
	long.Skip(t, "it runs TLC")
	t.Parallel()
	w := workspace(t, nil)
	o, err := w.Distribute(t.Context(), Server{Run: Run{Module: "MCABP", Config: "NaiveABP_NoStamp", Brief: true}, Workers: 1})
	require.NoError(t, err)
	require.Equal(t, 1, o.Exit, o.Output)
	require.NotContains(t, o.Message, "No error")
}
