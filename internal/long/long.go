// Package long says how long tests may take. Plain go test runs every kind of check at a
// small bound. STEALPROOF_LONG=1 gives each the bound that CI uses, and STEALPROOF_LONG=2
// adds searches that take hours.
package long

import (
	"os"
	"testing"
)

// Env is the environment variable that asks for longer tests.
const Env = "STEALPROOF_LONG"

// Asked reports whether tests use the bounds of CI.
func Asked() bool { return os.Getenv(Env) == "1" || Hours() }

// Hours reports whether tests may take hours.
func Hours() bool { return os.Getenv(Env) == "2" }

// Searches reports whether searches of rewritten code use the bounds of CI. They also do so
// under stealproof check, which runs the tests without -short.
func Searches() bool { return Asked() || !testing.Short() }

// Bound returns the bound of CI if tests use it, else the small one.
func Bound(small, ci int) int {
	if Asked() {
		return ci
	}
	return small
}

// Skip skips a test that only CI runs.
func Skip(t testing.TB, why string) {
	t.Helper()
	if !Asked() {
		t.Skipf("%s: set %s=1, as CI does", why, Env)
	}
}
