package check

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/report"
)

func TestBoard(t *testing.T) {
	b := newBoard(2)
	part := func(test string, ending report.Ending, executions int, share float64) report.Report {
		return report.Report{Test: test, Search: 1, Ending: ending, Executions: executions, Deepest: executions, Share: share, Seconds: 1}
	}
	r := b.add(0, part("A", report.Running, 10, 0.5))
	require.Equal(t, report.Running, r.Ending)
	require.Equal(t, 0.25, r.Share, "the other part has not begun")
	r = b.add(1, part("A", report.Running, 30, 0.1))
	require.Equal(t, 40, r.Executions)
	require.Equal(t, 30, r.Deepest)
	require.InDelta(t, 0.3, r.Share, 1e-9)
	r = b.add(1, part("A", report.Exhausted, 50, 1))
	require.Equal(t, report.Running, r.Ending)
	require.Equal(t, 60, r.Executions)
	r = b.add(0, part("A", report.BoundHit, 20, 0.5))
	require.Equal(t, report.BoundHit, r.Ending)
	require.InDelta(t, 0.75, r.Share, 1e-9)

	// One part fails. Then the verdict is failed, whatever the other part does.
	b.add(0, part("B", report.Running, 1, 0))
	large, small := part("C", report.Failed, 1, 0), part("C", report.Failed, 1, 0)
	large.Preemptions, small.Preemptions, small.Trace = 2, 1, make([]report.Step, 9)
	require.Equal(t, report.Failed, b.add(0, large).Ending)
	require.Equal(t, 1, b.add(1, small).Preemptions)
	// Each part is exhausted, but they divided the search differently.
	one, other := part("D", report.Exhausted, 1, 1), part("D", report.Exhausted, 1, 1)
	other.Loops = "x.go:1 gives up after 3"
	b.add(0, one)
	require.Equal(t, report.BoundHit, b.add(1, other).Ending)

	ended, running := b.reports()
	require.Len(t, ended, 3)
	require.Equal(t, "B", running[0].Test)
}
