package tlc

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/tla"
)

// Java loads TLC's classes from the archive. TLC finds the same without one.
func TestArchive_ChangesNoResult(t *testing.T) {
	row, _, _ := small(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	with := workspace(t, nil).tools
	if len(with.options) == 0 {
		t.Skip("this Java keeps no archive of classes")
	}
	found := func(options ...string) string {
		with.options = options
		w, err := with.NewWorkspace(tla.Embedded, nil)
		require.NoError(t, err)
		defer w.Close()
		o, err := w.Check(t.Context(), Run{Module: row.Module, Config: row.Config, Workers: 1, Brief: true})
		require.NoError(t, err)
		require.Equal(t, []any{0, row.Message, row.Generated, row.Distinct, row.Depth}, []any{o.Exit, o.Message, o.Generated, o.Distinct, o.Depth}, o.Output)
		return o.Output
	}
	archived := with.options
	require.NotContains(t, found(), "shared objects file")
	logged := found(archived[0], "-Xlog:class+load=info")
	require.Contains(t, logged, "tlc2.tool.ModelChecker source: shared objects file (top)")
	require.NotContains(t, found(archived...), "[warning]")

	// One that is cut off is made again.
	file := strings.TrimPrefix(archived[0], "-XX:SharedArchiveFile=")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, os.Chmod(file, 0o644))
	require.NoError(t, os.WriteFile(file, text[:len(text)/2], 0o644))
	again := with.archived(t.Context())
	require.Len(t, again, 2)
	found(again...)
}

// If the archive cannot be made, TLC runs without it.
func TestArchive_NoPlace(t *testing.T) {
	cache := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(cache, nil, 0o644))
	t.Setenv("XDG_CACHE_HOME", cache)
	require.Empty(t, workspace(t, nil).tools.options)
	tools, err := Find(t.Context(), tla.Embedded, io.Discard)
	require.NoError(t, err)
	require.Empty(t, tools.options)
}
