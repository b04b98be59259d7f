package campaign

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/mutation"
)

// The page counts each mutant once, by its newest fate, and names all that nothing noticed.
func TestMatrix_Lines(t *testing.T) {
	x := Matrix{Digests: map[string]string{}}
	for _, name := range []string{"a", "b", "c", "d", "e", "f"} {
		x.Mutants = append(x.Mutants, mutation.Mutant{Name: name, File: "wsq/abp.go", Mechanism: "fault of " + name})
		x.Digests[name] = "now"
	}
	x.Cells = []Cell{
		{Mutant: "a", Digest: "now", Detector: Unit, Verdict: Killed},
		{Mutant: "b", Digest: "now", Detector: Unit, Verdict: Survived},
		{Mutant: "b", Digest: "now", Detector: Step, Verdict: Killed},
		{Mutant: "c", Digest: "now", Detector: Unit, Verdict: Survived},
		{Mutant: "c", Digest: "now", Detector: Step, Verdict: Survived},
		{Mutant: "d", Digest: "now", Detector: Unit, Verdict: Survived}, // no detector but one has run
		{Mutant: "f", Digest: "now", Detector: Unit, Verdict: Unreached},
		{Mutant: "e", Digest: "then", Detector: Unit, Verdict: Killed},
	}
	text := x.Lines(Count{Lines: 1000, Labelled: 200, Touched: 750})
	require.Contains(t, text, "begin on 1,000 lines. Mutants of the kill matrix change 200 of them; with the mutants of this page it is **750 (75 %)**")
	for _, row := range []string{
		"| mutants | 6 | 0 |", "| killed by its tests | 1 | 0 |", "| killed by step | 1 | 0 |", "| equivalent | 0 | 0 |",
		"| survived, with a reason | 0 | 0 |",
		"| covered by no test | 1 | 0 |", "| f | fault of f | covered by no test | not known yet |",
		"| survived | 1 | 0 |", "| survived its tests, step not run | 1 | 0 |", "| not run | 1 | 0 |",
		"| c | fault of c | survived | not known yet |", "| d | fault of d | survived its tests, step not run | not known yet |",
	} {
		require.Contains(t, text, row+"\n")
	}
	require.NotContains(t, text, "| e |")
}
