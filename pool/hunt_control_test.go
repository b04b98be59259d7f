package pool_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/long"
)

// The hunt finds the lost wake-up of a pool whose workers do not look again before they park.
// The test compiles the pool without that second look.
func TestHunt_CatchesAParkWithoutTheSecondLook(t *testing.T) {
	if os.Getenv("STEALPROOF_CONTROL") != "" {
		t.Skip("this is the control")
	}
	if !long.Asked() {
		t.Skip("compiles the pool: set STEALPROOF_LONG=1")
	}
	const look, none = "} else if t = w.look(awaited); t != nil {", "} else if t != nil {"
	source, err := os.ReadFile("search.go")
	require.NoError(t, err)
	require.Equal(t, 1, strings.Count(string(source), look), "search.go has not one second look")
	dir := t.TempDir()
	mutant, overlay := filepath.Join(dir, "search.go"), filepath.Join(dir, "overlay.json")
	require.NoError(t, os.WriteFile(mutant, []byte(strings.Replace(string(source), look, none, 1)), 0o600))
	original, err := filepath.Abs("search.go")
	require.NoError(t, err)
	replace, err := json.Marshal(map[string]any{"Replace": map[string]string{original: mutant}})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(overlay, replace, 0o600))

	cmd := exec.Command("go", "test", "-vet=off", "-overlay", overlay, "-run", "^TestHunt_LostWakeup$/^on_the_way", ".")
	cmd.Env = append(os.Environ(), "STEALPROOF_CONTROL=1", "STEALPROOF_LONG=1")
	out, err := cmd.CombinedOutput()
	require.Error(t, err, "the hunt found nothing:\n%s", out)
	require.Contains(t, string(out), "lost wake-up")
}
