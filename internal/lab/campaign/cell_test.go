package campaign

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCells_GoOnWhereARunWasCutOff(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cells.ndjson")
	none, err := Read(file)
	require.NoError(t, err)
	require.Empty(t, none)
	for _, c := range []Cell{
		{Mutant: "a", Digest: "1", Detector: Stress, Verdict: Survived, Budget: 3},
		{Mutant: "a", Digest: "1", Detector: Step, Verdict: Killed, Rule: "assertion"},
	} {
		require.NoError(t, Append(file, c))
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = f.WriteString(`{"mutant":"a","dig`)
	require.NoError(t, err)
	require.NoError(t, f.Close())
	cells, err := Read(file)
	require.NoError(t, err)
	require.Len(t, cells, 2)
	require.NoError(t, Append(file, Cell{Mutant: "b", Detector: Step, Verdict: Survived}))
	cells, err = Read(file)
	require.NoError(t, err)
	require.Len(t, cells, 3, "what was cut off is written over")

	for _, c := range []struct {
		name string
		of   Cell
		want bool
	}{
		{"the same", Cell{Mutant: "a", Digest: "1", Detector: Stress, Budget: 3}, true},
		{"for less", Cell{Mutant: "a", Digest: "1", Detector: Stress, Budget: 1}, true},
		{"for more", Cell{Mutant: "a", Digest: "1", Detector: Stress, Budget: 9}, false},
		{"other code", Cell{Mutant: "a", Digest: "2", Detector: Step}, false},
		{"another detector", Cell{Mutant: "a", Digest: "1", Detector: Race}, false},
	} {
		_, is := Find(cells, c.of)
		require.Equal(t, c.want, is, c.name)
	}
}

func TestCells_DamageIsAnError(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cells.ndjson")
	require.NoError(t, os.WriteFile(file, []byte("{\"mutant\":\"a\",\"detector\":\"step\"}\nno\n"), 0o600))
	_, err := Read(file)
	require.ErrorContains(t, err, "cells.ndjson:2 is not a cell")
}

func TestSymptom_IsTheFirst(t *testing.T) {
	for output, want := range map[string]string{
		"x\nrule broken: no item is lost\nitem 3": "no item is lost",
		"WARNING: DATA RACE\nRead at":             "DATA RACE",
		"panic: oh [recovered, repanicked]\n":     "oh",
		"    --- FAIL: TestA/b (0.1s)\n":          "TestA/b",
		"":                                        "failed",
	} {
		require.Equal(t, want, symptom(output))
	}
	require.Equal(t, 12, executions("trial: 300 executions\n[rapid] failed after 12 tests"))
	require.Equal(t, 4526, executions("fuzz: elapsed: 3s, execs: 4526 (1/sec)"))
}

// A hanging test is told apart from ended ones, and a subtest from the whole test.
func TestLast_IsTheTestThatHangs(t *testing.T) {
	for said, want := range map[string]string{
		"":                  "it",
		"=== RUN   TestA\n": "TestA",
		"=== RUN   TestA\n--- PASS: TestA (0.00s)\n=== RUN   TestB\n":                                          "TestB",
		"\x16=== RUN   TestA\n\x16=== RUN   TestA/x\nsaid\n":                                                   "TestA/x",
		"\x16=== RUN   TestA\n\x16=== RUN   TestA/x\n\x16    --- PASS: TestA/x (0.00s)\n\x16=== NAME  TestA\n": "TestA",
	} {
		require.Equal(t, want, last(said), "%q", said)
	}
}

// Detectors of one family count once, and detectors that never run the code do not count.
func TestIndependent(t *testing.T) {
	require.Zero(t, Independent(nil))
	require.Equal(t, 1, Independent([]Detector{Step, History, Race}))
	require.Equal(t, 2, Independent([]Detector{Step, TSan, Stress, Machine}))
	require.Equal(t, 1, Independent([]Detector{TLC, Machine, Unit}))
	for _, d := range Detectors {
		require.Equal(t, d != TLC && d != Machine, families[d] != "", d)
	}
}
