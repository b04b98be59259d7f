package check

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Where the time of go test is over, nothing is said of tests that it has not come to, or has begun lately. What fails,
// or hangs, stays accused.
func TestPlainly_Judged(t *testing.T) {
	late := "=== RUN   TestA\n--- PASS: TestA (0.00s)\n=== RUN   TestB\n--- FAIL: TestB (0.10s)\n=== RUN   TestC\n" +
		"panic: test timed out after 2m0s\n\trunning tests:\n\t\tTestC (1m59s)\n\t\tTestC/in (1m59s)\n\t\tTestD (3s)\n\ngoroutine 17 [running]:\n"
	for test, want := range map[string]bool{"TestA": true, "TestB": true, "TestC": true, "TestC/in": true, "TestD": false, "TestE": false} {
		require.Equal(t, want, parsePlainly(late).judged(test), test)
	}
	// The process died of a test's panic, which is a result.
	dead := parsePlainly("=== RUN   TestA\n--- FAIL: TestA (0.00s)\npanic: no\n")
	require.True(t, dead.judged("TestA"))
	require.True(t, dead.judged("TestE"))
	require.False(t, dead.passed["TestA"])
}
