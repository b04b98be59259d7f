package ecosystem

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/model/sched"
)

// onlySearched skips the test in a plain go test, in which it may fail or not.
func onlySearched(t *testing.T) {
	t.Helper()
	if !sched.Instrumented() {
		t.Skip("to see what it finds, run: stealproof check")
	}
}

// TestEcosystem runs all other tests by stealproof check.
func TestEcosystem(t *testing.T) {
	const wrong, holds = "linearizable", "holds"
	expect(t, ".", map[string]string{
		"TestXsyncMap": holds, "TestXsyncMPMCQueue": holds, "TestXsyncSPSCQueue": holds,
		"TestHashmap_Fault": wrong, "TestHashmapInsert_Fault": wrong, "TestHashmapSet_Fault": wrong,
		"TestHaxmap_Fault": wrong, "TestHaxmapGetOrSet_Fault": wrong, "TestHaxmapLen_Fault": wrong,
		"TestSkipmap_Fault": wrong, "TestSkipmapStore_Fault": wrong,
		"TestConcurrentMap": holds, "TestConcurrentMapCount_Fault": wrong,
		"TestRingBuffer": holds, "TestRingBufferLen_Fault": wrong, "TestWorkivaQueue": holds, "TestPriorityQueue": holds,
		"TestLRU": holds, "TestGoCache": holds, "TestSemaphore": holds, "TestSingleflight": holds, "TestPuddle": holds,
		"TestSets": holds, "TestSets_Fault": "no deadlock",
		"TestAtomicString_Fault": wrong, "TestAtomicError_Fault": wrong,
		"TestLSCQ_NotChecked": "not checked", "TestSkipset_NotChecked": "not checked",
		"TestCtrie": holds, "TestCtrieSize": holds, "TestCtrieCollision_Fault": wrong,
		"TestGnetQueue": holds, "TestGnetQueueLen_Fault": wrong, "TestDiode": holds, "TestDiodeManyToOne_Fault": wrong,
	})
}

// onlyLong skips the test unless tests use the bounds of CI, and in a rewritten binary.
func onlyLong(t *testing.T) {
	t.Helper()
	if sched.Instrumented() {
		t.Skip("runs stealproof check itself")
	}
	long.Skip(t, "takes minutes")
}

// expect runs the tests in a directory by stealproof check, each for a few seconds. Each must end as
// it is said here: it holds, or it breaks a rule. It is a long test.
func expect(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	onlyLong(t)
	built := filepath.Join(t.TempDir(), "stealproof")
	if out, err := exec.CommandContext(t.Context(), "go", "-C", "../..", "build", "-o", built, "./cmd/stealproof").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	c := exec.CommandContext(t.Context(), built, "check", "-json", "-race=false", "-time=4s", ".")
	c.Dir, c.Stderr = dir, os.Stderr
	out, err := c.Output()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	got := map[string]bool{}
	for d := json.NewDecoder(strings.NewReader(string(out))); d.More(); {
		var r struct {
			Test, Ending, Rule, Detail string
			Executions                 int
		}
		if err := d.Decode(&r); err != nil {
			t.Fatal(err)
		}
		got[r.Test] = true
		says := r.Ending
		switch r.Ending {
		case "failed":
			says = r.Rule
		case "exhausted", "bound hit":
			says = "holds"
		}
		t.Logf("%-32s %-9s %6d executions  %s", r.Test, r.Ending, r.Executions, r.Rule)
		if says != want[r.Test] {
			t.Errorf("%s ends as %s, want %s: %s", r.Test, says, want[r.Test], r.Detail)
		}
	}
	for test := range want {
		if !got[test] {
			t.Errorf("%s was not searched", test)
		}
	}
}
