package report_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic"
	"github.com/stealproof/stealproof/model/shim/sync"
)

func search(program func(*sched.S)) engine.Result {
	return engine.Search(func() { program(&sched.S{}) }, engine.Options{})
}

// schedules returns two failures of programs that were not rewritten.
func schedules() []report.Report {
	lostUpdate := search(func(s *sched.S) {
		var c atomic.Int64
		for range 2 {
			s.Go(func() { c.Store(c.Load() + 1) })
		}
		s.Wait()
		if c.Load() < 2 {
			s.Errorf("the sum is < %d", c.Load()+1)
		}
	})
	deadlock := search(func(s *sched.S) {
		var a, b sync.Mutex
		both := func(a, b *sync.Mutex) func() {
			return func() {
				a.Lock()
				defer a.Unlock()
				b.Lock()
				defer b.Unlock()
			}
		}
		s.GoNamed("one", both(&a, &b))
		s.GoNamed("two", both(&b, &a))
		s.Wait()
	})
	return []report.Report{
		lostUpdate.Report(report.Token{Origin: "a/package ./more", Test: "TestOfIt/sub", Search: 2}),
		deadlock.Report(report.Token{Test: "TestOther", Search: 1}),
	}
}

func TestNDJSON_RoundTrip(t *testing.T) {
	var b bytes.Buffer
	want := schedules()
	for i, r := range want {
		require.NotEmpty(t, r.Trace)
		require.NoError(t, r.WriteNDJSON(&b))
		// What only the search knew is not part of the schedule.
		r.Executions, r.Abandoned, r.Steps, r.Deepest, r.Seconds, r.Text = 0, 0, 0, 0, 0, ""
		want[i] = r
	}
	require.NoError(t, report.Report{Ending: report.Exhausted}.WriteNDJSON(&b))
	text := b.String()
	require.Equal(t, 2+len(want[0].Trace)+len(want[1].Trace), strings.Count(text, "\n"))
	require.Contains(t, text, `"the sum is < 2"`)
	got, err := report.ReadNDJSON(&b)
	require.NoError(t, err)
	require.Equal(t, want, got)
}

func TestNDJSON_Damaged(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, schedules()[0].WriteNDJSON(&b))
	whole := b.String()
	lines := strings.SplitAfter(whole, "\n")
	for damaged, want := range map[string]string{
		lines[0]: "schedule: 6 steps are missing",
		lines[1]: `schedule: line 1: json: unknown field "step"`,
		strings.Replace(whole, `"steps":6`, `"steps":-6`, 1):    "schedule: line 1: it has -6 steps",
		strings.Replace(whole, "schedule/1", "schedule/2", 1):   `schedule: line 1: format is "stealproof-schedule/2", want "stealproof-schedule/1"`,
		strings.Replace(whole, `"thread":1`, `"thread":"x"`, 1): "schedule: line 2: json: cannot unmarshal string into Go struct field Step.thread of type int",
	} {
		_, err := report.ReadNDJSON(strings.NewReader(damaged))
		require.EqualError(t, err, want)
	}
}

// A schedule of code that was not rewritten has no expressions, but it has calls and lines.
func TestTable_NotRewritten(t *testing.T) {
	all := schedules()
	require.Equal(t, []string{
		"Int64 is 0", "Int64 is 0", "Int64 = 1", "Int64 = 1", "s.Wait(): all others have ended", "fails: the sum is < 2",
	}, texts(all[0]))
	for _, s := range all[0].Trace {
		require.Regexp(t, `^ndjson_test.go:\d+$`, s.Pos)
		require.Equal(t, "schedules", s.Func)
	}
	require.Equal(t, []string{
		"Mutex#1.Lock()", "Mutex#2.Lock()", "s.Wait(): waits for ever", "Mutex#2.Lock(): waits for ever", "Mutex#1.Lock(): waits for ever",
	}, texts(all[1]))
	require.Contains(t, all[1].Detail, "two unlocks it, locked in step 2")
}

func texts(r report.Report) (all []string) {
	for _, s := range r.Trace {
		all = append(all, s.Text)
	}
	return all
}
