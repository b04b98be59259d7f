package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/lab/workload"
)

// Children and continuations are told apart. A run that did not tell them apart has no figure.
func TestStolen(t *testing.T) {
	both := workload.Measured{Metrics: map[string]float64{workload.Steals: 3, workload.Continuations: 40}}
	children := workload.Measured{Metrics: map[string]float64{workload.Steals: 31}}
	require.Equal(t, "3 + 40", stolen("2q-mutex", both))
	require.Equal(t, "-", stolen("2q-mutex", children))
	require.Equal(t, "31", stolen("cmu-mutex", children))
}
