// Package long says how long tests may take. Plain go test runs nearly every kind of check with a small bound. With
// STEALPROOF_LONG=1 each check uses the bound of CI. With STEALPROOF_LONG=2 there are also searches that take
// hours.
package long

import (
	"os"
	"testing"
)

// Env is the environment variable that turns on longer tests.
const Env = "STEALPROOF_LONG"

// Asked reports whether tests use the bounds of CI.
func Asked() bool { return os.Getenv(Env) == "1" || Hours() }

// Hours reports whether tests may take hours.
func Hours() bool { return os.Getenv(Env) == "2" }

// Searches reports whether searches of rewritten code use the bounds of CI. They do so too under stealproof
// check, which runs the tests without -short.
func Searches() bool { return Asked() || !testing.Short() }

// Bound returns ci if tests use the bounds of CI, and otherwise small.
func Bound(small, ci int) int {
	if Asked() {
		return ci
	}
	return small
}

// Programs returns the number of random programs, or of executions, in a test of the scheduler. Under the race detector it
// is a quarter of [Bound]: the detector looks at the scheduler then, which does the same work each time.
func Programs(small, ci int) int {
	n := Bound(small, ci)
	if detecting {
		n = (n + 3) / 4
	}
	return n
}

// Detecting reports whether the race detector watches.
func Detecting() bool { return detecting }

// Executions returns the bound of a search of rewritten code. It is 0, which means all schedules, where the search
// uses the bounds of CI.
func Executions() int {
	if Searches() {
		return 0
	}
	return 1_000
}

// Skip skips the test unless tests use the bounds of CI.
func Skip(t testing.TB, why string) {
	t.Helper()
	if !Asked() {
		t.Skipf("%s: set %s=1, as CI does", why, Env)
	}
}
