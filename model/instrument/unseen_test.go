package instrument

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Code that the scheduler cannot control ends a search as not checked when it runs, and only then.
func TestRewrite_UnseenCodeIsReportedWhenItRuns(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no C compiler")
	}
	cfg := config(t, "./model/instrument/testdata/unseen")
	cfg.Shims = nil
	cfg.Env = append(os.Environ(), "CGO_ENABLED=1")
	r, err := Rewrite(t.Context(), cfg)
	require.NoError(t, err)
	require.Len(t, r.Packages, 3)
	overlay := filepath.Join(cfg.Out, "overlay.json")
	require.NoError(t, r.WriteOverlay(overlay))
	program := filepath.Join(t.TempDir(), "unseen")
	goCommand(t, cfg.Dir, append(append([]string{"build"}, r.Flags(overlay)...), "-o", program, cfg.Patterns[0])...)
	output, err := exec.Command(program).CombinedOutput()
	require.NoError(t, err, "%s", output)
	want := filepath.Join("testdata", "unseen", "want.txt")
	if *update {
		require.NoError(t, os.WriteFile(want, output, 0o666))
	}
	text, err := os.ReadFile(want)
	require.NoError(t, err)
	require.Equal(t, string(text), string(output))
}

// A refusal is short: it counts the places, and names the first three.
func TestRefusedError_IsShort(t *testing.T) {
	e := &RefusedError{}
	for i := range 40 {
		e.Refusals = append(e.Refusals, Refusal{File: "f.go", Line: i + 1, Reason: "a dot import"})
	}
	require.Equal(t, "40 places cannot be rewritten. The first 3:\nf.go:1: a dot import\nf.go:2: a dot import\nf.go:3: a dot import\n"+
		"Change them, or move the test into a package that does not import them.", e.Error())
	e.Refusals = e.Refusals[:3]
	require.Equal(t, "f.go:1: a dot import\nf.go:2: a dot import\nf.go:3: a dot import", e.Error())
}
