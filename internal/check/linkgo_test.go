package check

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestToolchainOf(t *testing.T) {
	for root, want := range map[string]string{
		"/home/a/go/pkg/mod/golang.org/toolchain@v0.0.1-go1.27.3.linux-amd64": "v0.0.1-go1.27.3.linux-amd64",
		"/usr/local/go": "",
		"/home/a/go/pkg/mod/golang.org/toolchain@v0.0.1-go1.27.3.linux-amd64/x": "",
	} {
		name, is := toolchainOf(root)
		require.Equal(t, want != "", is, root)
		if is {
			require.Equal(t, want, name)
		}
	}
}

// The links are made once, and again if the Go that they led to has moved.
func TestLinkAll(t *testing.T) {
	one, two, to := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "go")
	for _, dir := range []string{one, two} {
		require.NoError(t, os.Mkdir(filepath.Join(dir, "bin"), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "VERSION"), []byte(dir), 0o666))
	}
	leads := func(dir string) {
		text, err := os.ReadFile(filepath.Join(to, "VERSION"))
		require.NoError(t, err)
		require.Equal(t, dir, string(text))
	}
	require.NoError(t, linkAll(one, to))
	leads(one)
	require.NoError(t, linkAll(two, to))
	leads(one)
	require.NoError(t, os.RemoveAll(one))
	require.NoError(t, linkAll(two, to))
	leads(two)
}
