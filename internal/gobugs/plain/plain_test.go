package plain

import (
	"os"
	"testing"

	"github.com/stealproof/stealproof/internal/gobugs"
)

// The corrected programs end on real goroutines too.
func TestSound(t *testing.T) {
	for _, p := range gobugs.All() {
		t.Run(p.Name, func(*testing.T) { p.Run(true) })
	}
}

// Real goroutines would hang, so this test runs only if the environment has GOBUGS.
func TestBug(t *testing.T) {
	if os.Getenv("GOBUGS") == "" {
		t.Skip("run by check -tests")
	}
	for _, p := range gobugs.All() {
		t.Run(p.Name, func(*testing.T) { p.Run(false) })
	}
}
