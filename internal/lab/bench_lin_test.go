package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/lab/peers"
)

// Each structure has a row of ours and one of Lincheck, which says if it was not measured.
func TestBenchLin_Rows(t *testing.T) {
	b := &linBench{benchmark: benchmark{Command: &console.Command{}, rounds: 2}, label: "Lincheck 3.4"}
	tasks := b.tasks()
	require.Len(t, tasks, 2*len(brokenStructures), "ours, in each round")
	b.figures[0].ours.values, b.figures[0].ours.last.executions = []float64{0.1, 0.3}, 12
	rows := b.rows()
	require.Len(t, rows, 2*len(brokenStructures))
	require.Equal(t, 12, rows[0].Executions)
	require.Equal(t, 0.2, rows[0].Spread.Median)
	require.Equal(t, "NOT MEASURED", rows[1].Verdict)

	b.lincheck, b.patience = &peers.Program{}, time.Second
	require.Len(t, b.tasks(), 4*len(brokenStructures))
	b.figures[0].theirs.values, b.figures[0].missed = []float64{1, 2}, 1
	rows = b.rows()
	require.Empty(t, rows[1].Verdict)
	require.True(t, rows[1].Unfinished)
	require.Contains(t, comparison(rows, "executions"), "Lincheck 3.4")
}
