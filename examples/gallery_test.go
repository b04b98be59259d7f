package examples

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/model/sched"
)

// TestGallery runs all other tests by stealproof check. Each sound form must pass, and each broken
// form must fail.
func TestGallery(t *testing.T) {
	if sched.Instrumented() {
		t.Skip("runs stealproof check itself")
	}
	long.Skip(t, "takes a minute")
	built := t.TempDir() + "/stealproof"
	if out, err := exec.CommandContext(t.Context(), "go", "-C", "..", "build", "-o", built, "./cmd/stealproof").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	c := exec.CommandContext(t.Context(), built, "check", "-json", "-race=false", ".")
	c.Stderr = os.Stderr
	out, err := c.Output()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	sound, broken := 0, 0
	for d := json.NewDecoder(strings.NewReader(string(out))); d.More(); {
		var r struct {
			Test, Ending, Rule, Detail string
			Seconds                    float64
		}
		if err := d.Decode(&r); err != nil {
			t.Fatal(err)
		}
		switch {
		case strings.HasSuffix(r.Test, "_Broken"):
			broken++
			if r.Ending != "failed" {
				t.Errorf("%s ends as %s; it must fail", r.Test, r.Ending)
			}
		default:
			sound++
			if r.Ending != "exhausted" && r.Ending != "bound hit" {
				t.Errorf("%s ends as %s: %s: %s", r.Test, r.Ending, r.Rule, r.Detail)
			}
		}
	}
	if sound != 15 || broken != 15 {
		t.Errorf("%d sound and %d broken structures were searched; want 15 of each", sound, broken)
	}
}
