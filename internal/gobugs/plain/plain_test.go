package plain

import (
	"os"
	"testing"

	"github.com/stealproof/stealproof/internal/gobugs"
)

// Each kind of programs is a test, since the threads of all subtests before one count with its own.
func TestAnswers(t *testing.T)    { each(t, "Answers") }
func TestClosings(t *testing.T)   { each(t, "Closings") }
func TestLockings(t *testing.T)   { each(t, "Lockings") }
func TestReaders(t *testing.T)    { each(t, "Readers") }
func TestSends(t *testing.T)      { each(t, "Sends") }
func TestConditions(t *testing.T) { each(t, "Conditions") }
func TestContexts(t *testing.T)   { each(t, "Contexts") }
func TestTimes(t *testing.T)      { each(t, "Times") }
func TestGroups(t *testing.T)     { each(t, "Groups") }
func TestLoops(t *testing.T)      { each(t, "Loops") }
func TestDeliveries(t *testing.T) { each(t, "Deliveries") }
func TestStops(t *testing.T)      { each(t, "Stops") }

// each runs the corrected programs of a kind, also on real goroutines. With GOBUGS in the environment it runs
// those with the bug, which would hang on real goroutines.
func each(t *testing.T, kind string) {
	all := gobugs.Table(kind)
	if len(all) == 0 {
		t.Fatalf("no programs of kind %s", kind)
	}
	fixed := os.Getenv("GOBUGS") == ""
	for _, p := range all {
		t.Run(p.Name, func(*testing.T) { p.Run(fixed) })
	}
}
