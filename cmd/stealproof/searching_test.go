package main

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/report"
)

func TestSearching(t *testing.T) {
	show := func(live bool) string {
		now := time.Unix(0, 0)
		var out bytes.Buffer
		s := newSearching(&out)
		s.Live, s.now, s.Width = live, func() time.Time { return now }, func() int { return 200 }
		so := func(seconds, executions int, more func(*report.Report)) {
			now = time.Unix(int64(seconds), 0)
			r := report.Report{Test: "TestA", Search: 1, Ending: report.Running, Executions: executions, Deepest: 30, Seconds: float64(seconds)}
			if more != nil {
				more(&r)
			}
			s.running(r)
		}
		so(1, 1_000, nil)
		so(3, 5_000, func(r *report.Report) { r.Share = 0.123 })
		so(11, 21_000, nil)
		so(12, 100, func(r *report.Report) { r.Doing = "random schedules" })
		so(22, 1, func(r *report.Report) { r.Rule = report.RuleRace })
		s.ended(report.Report{Test: "TestA", Ending: report.Failed, Executions: 1, Seconds: 22})
		return out.String()
	}
	require.Equal(t, `TestA: 21,000 executions, 2,000/s, at most 30 steps, 11s
TestA: "no data race" is broken; looking for a smaller schedule
TestA: failed, 1 execution, 22.0s
`, show(false))
	live := show(true)
	require.Contains(t, live, "\rTestA: 1,000 executions, 1,000/s, at most 30 steps, 1s")
	require.Contains(t, live, "\rTestA: 5,000 executions, 2,000/s, at most 30 steps, about 12 % done, 3s")
	require.Contains(t, live, "\rTestA: 100 executions, 8/s, at most 30 steps, random schedules, 12s")
	require.Contains(t, live, "\rTestA: failed, 1 execution, 22.0s\n")
}

// Reports of several processes come close together, so the rate is over at least a second.
func TestSearching_Rate(t *testing.T) {
	var out bytes.Buffer
	s := newSearching(&out)
	for _, at := range []struct {
		seconds    float64
		executions int
	}{{1, 100_000}, {1.01, 200_000}, {2, 300_000}, {2.02, 400_000}} {
		r := report.Report{Test: "TestA", Executions: at.executions, Seconds: at.seconds}
		text := s.speed(r)
		require.Equal(t, map[bool]string{false: ", 100,000/s", true: ", 200,000/s"}[at.seconds >= 2], text)
	}
}
