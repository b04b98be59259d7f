package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/report"
)

// The message of a test that fails beside its searches is kept, and no other output.
func TestFailedAlone(t *testing.T) {
	output := `=== RUN   TestPasses
    a_test.go:1: noise
--- PASS: TestPasses (0.00s)
=== RUN   TestMistake
    a_test.go:9: lin: the specification *m.S has no method Sub
--- FAIL: TestMistake (0.00s)
=== RUN   TestSearched
    a_test.go:12: rule broken: linearizable
--- FAIL: TestSearched (0.10s)
=== RUN   TestDoubted
    a_test.go:14: rule broken
--- FAIL: TestDoubted (0.10s)
=== RUN   TestParts
=== RUN   TestParts/one
    a_test.go:20: one is wrong
=== RUN   TestParts/two
--- FAIL: TestParts (0.00s)
    --- FAIL: TestParts/one (0.00s)
    --- PASS: TestParts/two (0.00s)
=== RUN   TestSilent
--- FAIL: TestSilent (0.00s)
FAIL
`
	all := []report.Report{
		{Test: "TestPasses", Ending: report.Exhausted}, {Test: "TestSearched/sub", Ending: report.Failed},
		{Test: "TestDoubted", Ending: report.NotChecked}, {Test: "TestMistake", Ending: report.Exhausted},
	}
	var got [][2]string
	for _, r := range failedAlone("m", []byte(output), all) {
		require.Equal(t, report.NotChecked, r.Ending)
		got = append(got, [2]string{r.Test, r.Detail})
	}
	require.Equal(t, [][2]string{
		{"TestMistake", "a_test.go:9: lin: the specification *m.S has no method Sub"},
		{"TestParts", "a_test.go:20: one is wrong"},
		{"TestSilent", "it does not say why"},
	}, got)
	require.Empty(t, failedAlone("m", []byte("=== RUN   TestA\n--- PASS: TestA (0.00s)\nPASS\n"), nil))
}
