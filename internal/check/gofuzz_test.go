package check

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The end of the fuzzer's own time is no finding.
func TestOnlyDeadline(t *testing.T) {
	for output, want := range map[string]bool{
		"fuzz: elapsed: 3s, execs: 5\n--- FAIL: FuzzA (3.05s)\n    context deadline exceeded\nFAIL\nexit status 1\nFAIL\texample.org/a\t3.1s\n":               true,
		"--- FAIL: FuzzA (3.05s)\n    context deadline exceeded\n    a_test.go:3: the sum is 1\nFAIL\n":                                                       false,
		"--- FAIL: FuzzA (3.05s)\n    --- FAIL: FuzzA (0.00s)\n        a_test.go:3: the sum is 1\n    \n    Failing input written to testdata/fuzz/FuzzA/1\n": false,
		"--- FAIL: FuzzA (3.05s)\nFAIL\n":                                                            false,
		"# example.org/a\na.go:1: syntax error\nFAIL\texample.org/a [build failed]\n":                false,
		"panic: context deadline exceeded\n--- FAIL: FuzzA (3.05s)\n    context deadline exceeded\n": false,
	} {
		require.Equal(t, want, onlyDeadline(output), output)
	}
}
