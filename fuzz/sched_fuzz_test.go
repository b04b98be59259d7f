package fuzz_test

import (
	"context"
	"flag"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// TestMain skips the tests if -fuzz names a target that needs rewritten code. So the hint comes at once, and not after
// all tests.
func TestMain(m *testing.M) {
	flag.Parse()
	value := func(name string) string { return flag.Lookup(name).Value.String() }
	if !sched.Instrumented() && value("test.run") == "" && strings.Contains(value("test.fuzz"), "Sched") {
		_ = flag.Set("test.run", "^$")
	}
	os.Exit(m.Run())
}

func TestMain_HintComesAtOnce(t *testing.T) {
	if sched.Instrumented() {
		t.Skip("this is the rewritten binary")
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, os.Args[0], "-test.v", "-test.fuzz=^FuzzSched_ABP$", "-test.fuzzcachedir="+t.TempDir(), "-test.skip="+t.Name())
	out, err := c.CombinedOutput()
	require.ErrorAs(t, err, new(*exec.ExitError), "%s", out)
	require.Contains(t, string(out), "run in the directory of the package: stealproof fuzz -go FuzzSched_ABP .")
	require.NotContains(t, string(out), "=== RUN   Test")
}

// For each deque, stealproof fuzz chooses scenarios and schedules. TestSched runs the corpora.

func FuzzSched_ChaseLev(f *testing.F)    { fuzzSched(f, "chaselev") }
func FuzzSched_Split(f *testing.F)       { fuzzSched(f, "split") }
func FuzzSched_ABP(f *testing.F)         { fuzzSched(f, "abp") }
func FuzzSched_Duffy(f *testing.F)       { fuzzSched(f, "duffy") }
func FuzzSched_THE(f *testing.F)         { fuzzSched(f, "the") }
func FuzzSched_THEKeepLast(f *testing.F) { fuzzSched(f, "the-keeplast") }
func FuzzSched_Locked(f *testing.F)      { fuzzSched(f, "locked") }

func fuzzSched(f *testing.F, name string) {
	for _, m := range wsqtest.Family() {
		if m.Name == name {
			wsqtest.Fuzz(f, m.New, wsqtest.Options[*wsqtest.Item]{})
			return
		}
	}
	require.FailNow(f, "no such deque", name)
}
