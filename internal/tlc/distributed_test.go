package tlc

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A server and two workers on one host find as many states as TLC alone does.
func TestDistribute_TwoWorkers(t *testing.T) {
	t.Parallel() // it waits, mostly
	row, _, _ := small(t)
	w := workspace(t, nil)
	o, err := w.Distribute(t.Context(), Server{Run: Run{Module: row.Module, Config: row.Config}, Workers: 2})
	require.NoError(t, err)
	require.Equal(t, row.Message, o.Message, o.Output)
	require.Equal(t, []int{0, row.Distinct}, []int{o.Exit, o.Distinct})
	require.Equal(t, 2, strings.Count(o.Output, "Registration for worker"), o.Output)
}

// TLC's server ends with code 0 whatever it has found. We do not.
func TestDistribute_Fails(t *testing.T) {
	t.Parallel()
	w := workspace(t, nil)
	o, err := w.Distribute(t.Context(), Server{Run: Run{Module: "MCABP", Config: "NaiveABP_NoStamp"}, Workers: 1})
	require.NoError(t, err)
	require.Equal(t, 1, o.Exit, o.Output)
	require.NotContains(t, o.Message, "No error")
}
