package mutation

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/long"
)

func TestChecker_AppliesToTheCodeAsItIs(t *testing.T) {
	names := map[string]bool{}
	for _, m := range Checker() {
		require.False(t, names[m.Name], m.Name)
		names[m.Name] = true
		require.NotEmpty(t, m.Mechanism, m.Name)
		require.True(t, Switchable(root, m.Mutant), "%s is stale, or changes more than the insides of functions", m.Name)
	}
	require.GreaterOrEqual(t, len(names), 40)
}

// The tests of the checker notice each fault, and pass without one. This takes minutes.
func TestChecker_MutantsAreKilled(t *testing.T) {
	if !long.Hours() {
		t.Skipf("set %s=2", long.Env)
	}
	byTests := map[string][]CheckerMutant{}
	for _, m := range Checker() {
		byTests[m.Tests] = append(byTests[m.Tests], m)
	}
	for tests, mutants := range byTests {
		binary := buildChecker(t, tests, mutants)
		for i := range mutants {
			killed, reached, out := runChecker(t, binary, tests, mutants[i].Run, i+1)
			if i == 0 {
				passes, _, out := runChecker(t, binary, tests, mutants[i].Run, 0)
				require.False(t, passes, "the unchanged code fails:\n%s", out)
			}
			switch {
			case !reached:
				t.Errorf("%s: the changed code did not run", mutants[i].Name)
			case !killed:
				t.Errorf("%s survived: %s", mutants[i].Name, mutants[i].Mechanism)
			default:
				t.Logf("%s killed: %s", mutants[i].Name, firstFailure(out))
			}
		}
	}
}

// buildChecker builds the tests of a package with all of the mutants.
func buildChecker(t *testing.T, tests string, mutants []CheckerMutant) string {
	t.Helper()
	var plain []Mutant
	for _, m := range mutants {
		plain = append(plain, m.Mutant)
	}
	absolute, err := filepath.Abs(root)
	require.NoError(t, err)
	p, err := Switched(absolute, plain)
	require.NoError(t, err)
	dir := t.TempDir()
	replace := map[string]string{}
	for name, text := range p.Text {
		copied := filepath.Join(dir, fmt.Sprintf("%d.go", len(replace)))
		require.NoError(t, os.WriteFile(copied, text, 0o600))
		replace[name] = copied
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o600))
	binary := filepath.Join(dir, "checker.test")
	cmd := exec.CommandContext(t.Context(), "go", "test", "-c", "-vet=off", "-overlay", filepath.Join(dir, "overlay.json"), "-o", binary, "./"+tests)
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return binary
}

// runChecker runs the tests with a mutant. It reports whether they failed, and whether changed code ran.
func runChecker(t *testing.T, binary, tests, run string, number int) (failed, reached bool, out string) {
	t.Helper()
	mark := filepath.Join(t.TempDir(), "reached")
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, "-test.run", run, "-test.short", "-test.timeout", "4m")
	cmd.Dir = filepath.Join(root, tests)
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", EnvMutant, number), EnvReached+"="+mark, long.Env+"=")
	text, err := cmd.CombinedOutput()
	_, missing := os.Stat(mark)
	return err != nil, missing == nil, string(text)
}

// firstFailure returns the first line that says what failed.
func firstFailure(out string) string {
	for line := range strings.Lines(out) {
		if strings.Contains(line, "--- FAIL") || strings.HasPrefix(line, "panic:") || strings.HasPrefix(line, "fatal error:") {
			return strings.TrimSpace(line)
		}
	}
	return "exit code"
}
