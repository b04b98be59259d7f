package engine_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
)

// A file has the name that the sites of its package have.
func TestFileName(t *testing.T) {
	defer engine.SetSites([]engine.Site{{}, {Pos: "example.org/a/b/b.go:3"}, {Pos: "b.go:4"}, {Pos: "c/c.go:5"}})()
	dir, err := os.Getwd()
	require.NoError(t, err)
	for file, want := range map[string]string{
		"/cache/example.org/a@v1.2.3/b/b.go": "example.org/a/b/b.go",
		"/cache/example.org/a/b/b.go":        "example.org/a/b/b.go",
		"/cache/example.org/z@v1.2.3/b/b.go": "b.go",
		"/home/me@work/c/c.go":               "c/c.go",
		"/home/me@work/d/d.go":               "/home/me@work/d/d.go",
		filepath.Join(dir, "e/e.go"):         "e/e.go",
	} {
		require.Equal(t, want, engine.FileName(file), file)
	}
}
