package pool_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/pool"
)

// needsIdentity skips a test where the pool cannot know its tasks by their goroutine: see
// [pool.Executor].
func needsIdentity(t *testing.T) {
	t.Helper()
	if !pool.KnowsGoroutines() {
		t.Skip("this platform has no identity of goroutines")
	}
}

// If a change in Go makes the identity of goroutines wrong, the pool does without it. Then all
// tests still pass, except those that need the identity. Processors without an identity, such as
// 386, run the same tests. The test compiles the pool with another source in place of the
// identity. So the check at start-up runs as in any program.
func TestIdentity_SwitchedOff(t *testing.T) {
	needsIdentity(t)
	long.Skip(t, "it compiles the pool")
	if runtime.GOOS != "linux" {
		t.Skip("the number of the thread is known on Linux only")
	}
	t.Parallel()
	for name, c := range map[string]struct{ source, run string }{
		"the same for all": {"package goid\n\nfunc goroutine() uintptr { return 1 }\n", "^Test(Current|Misuse|Identity)_"},
		"the thread":       {"package goid\n\nimport \"syscall\"\n\nfunc goroutine() uintptr { return uintptr(syscall.Gettid()) }\n", "."},
	} {
		t.Run(name, func(t *testing.T) {
			overlay := otherIdentity(t, c.source)
			cmd := exec.Command("go", "test", "-vet=off", "-short", "-v", "-overlay", overlay, "-run", c.run, ".")
			cmd.Env = append(os.Environ(), "STEALPROOF_LONG=")
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, "%s", out)
			require.Contains(t, string(out), "--- SKIP: TestIdentity_SwitchedOff", "the identity is not switched off")
			require.Contains(t, string(out), "--- PASS: TestCurrent_Panicked")
		})
	}
}

// otherIdentity returns an overlay that puts source in the place of the assembly of
// internal/park.
func otherIdentity(t *testing.T, source string) string {
	t.Helper()
	park, err := filepath.Abs("../internal/goid")
	require.NoError(t, err)
	dir := t.TempDir()
	other, overlay := filepath.Join(dir, "goroutine.go"), filepath.Join(dir, "overlay.json")
	require.NoError(t, os.WriteFile(other, []byte(source), 0o600))
	replace := map[string]string{filepath.Join(park, "goroutine_asm.go"): other}
	for _, arch := range []string{"amd64", "arm64"} {
		assembly := filepath.Join(park, "goroutine_"+arch+".s")
		require.FileExists(t, assembly)
		replace[assembly] = "" // removes the file
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(overlay, text, 0o600))
	return overlay
}
