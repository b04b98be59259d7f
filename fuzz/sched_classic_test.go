package fuzz_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/internal/mutation"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
)

// TestSchedClassic does for package pool/classic what TestSched does for the deques. The faults of its documents are in the
// same binary, behind a switch.
func TestSchedClassic(t *testing.T) {
	if sched.Instrumented() {
		t.Skip("this is the rewritten binary")
	}
	long.Skip(t, "builds another package, rewritten, and searches it")
	t.Parallel()
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	mutants := mutation.Classic()
	program, err := mutation.Switched(root, mutants)
	require.NoError(t, err)
	of := check.Classic(root)
	of.Text, of.Leave = program.Text, program.Added
	b := instrumented(t, of)
	args := bounds()
	// These come first to keep their names: searches of the same name get a number.
	t.Run("TestSched_Mutants", func(t *testing.T) {
		for i, m := range mutants {
			t.Run(m.Name, func(t *testing.T) { found(t, b, i+1, m, args) })
		}
	})
	const dead = "^TestSched_(DeadJoin|TwoQueues)$"
	explored(t, b, args, check.Plan{Run: dead, Args: args}, check.Plan{Run: "^TestSched_", Args: append(args, "-test.skip="+dead)})
}

// found requires that the program of a mutant breaks the rule that its row names.
func found(t *testing.T, b *check.Binary, number int, m mutation.Mutant, args []string) {
	out, err := b.Run(t.Context(), check.Plan{
		Run: "^TestSched_Mutants$/^" + m.Name + "$", Args: args, Env: []string{fmt.Sprintf("%s=%d", mutation.EnvMutant, number)},
	})
	require.NoError(t, err)
	if strings.Contains(string(out.Output), "--- SKIP: TestSched_Mutants/"+m.Name) {
		t.Skipf("takes a minute: set %s=2", long.Env)
	}
	require.Len(t, out.Reports, 1, "%s", out.Output)
	r := out.Reports[0]
	require.Equal(t, report.Failed, r.Ending, "the fault survived %d executions", r.Executions)
	require.Equal(t, m.Expect, r.Rule, "%s", r.Text)
	t.Logf("%q is broken in execution %d; %d steps, %d preemptions\n%s", r.Rule, r.Executions, len(r.Trace), r.Preemptions, r.Text)
}
