package gobugs

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/sched"
)

// The bounds of a search for a bug.
const (
	mostExecutions = 10_000
	mostTime       = 30 * time.Second
	mostSteps      = 1_000
)

// Each bug is found, and the failure that is shown has its texts. The corrected program is exhausted, and not accused.
func TestPrograms(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("this binary has not been rewritten for the scheduler; run: stealproof check")
	}
	for _, p := range All() {
		t.Run(p.Name, func(t *testing.T) {
			bug := sched.Search(func(*sched.S) { p.Run(false) }, sched.Options{Executions: mostExecutions, For: mostTime, Steps: mostSteps})
			require.Equal(t, sched.Failed, bug.Ending, "%s", bug)
			require.Equal(t, p.Rule, bug.Failure.Rule, "%s", bug.Failure)
			for _, words := range p.Shows {
				require.Contains(t, bug.Failure.String(), words)
			}
			t.Logf("%s\n%s", p.Fault, bug.Failure)
			fixed := searchFixed(t, p)
			fmt.Println(row(p, bug, fixed))
		})
	}
}

// searchFixed exhausts the corrected program, unless that has endlessly many schedules.
func searchFixed(t *testing.T, p Program) sched.Result {
	program := func(*sched.S) { p.Run(true) }
	if p.Endless {
		r := sched.Search(program, sched.Options{Executions: 1_000})
		require.Equal(t, sched.BoundHit, r.Ending, "%s", r)
		return r
	}
	r := sched.Explore(t, program, sched.Options{For: mostTime})
	require.Equal(t, sched.Exhausted, r.Ending, "%s", r)
	return r
}

// Each program has a name and a report of its own, texts of its failure, and a row in the documentation.
func TestAll_IsComplete(t *testing.T) {
	page, err := os.ReadFile("../../docs/go-bugs.md")
	require.NoError(t, err)
	names, reports := map[string]bool{}, map[string]bool{}
	for _, p := range All() {
		require.False(t, names[p.Name] || reports[p.Report], p.Name)
		names[p.Name], reports[p.Report] = true, true
		require.NotEmpty(t, p.Shows, p.Name)
		require.Regexp(t, `^[\w.-]+/[\w.-]+/(pull|issues)/\d+$`, p.Report)
		require.Contains(t, string(page), fmt.Sprintf("| [%s](%s) | %s | %s | ", p.Name, p.URL(), p.Fault, p.Rule))
	}
	for _, kind := range tables {
		for _, p := range kind {
			require.True(t, names[p.Name], p.Name)
		}
	}
	require.Equal(t, len(names), strings.Count(string(page), "\n| ["))
}

// row returns the row of a program in docs/go-bugs.md.
func row(p Program, bug, fixed sched.Result) string {
	return fmt.Sprintf("| [%s](%s) | %s | %s | %d | %.2f | %d | %.2f |",
		p.Name, p.URL(), p.Fault, p.Rule, bug.Executions, bug.Took.Seconds(), fixed.Executions, fixed.Took.Seconds())
}
