package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func says(text string, err error) func(io.Writer) error {
	return func(w io.Writer) error {
		_, _ = fmt.Fprint(w, text)
		return err
	}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	require.NoError(t, Write(path, says("one", nil)))
	require.NoError(t, Write(path, says("two", nil)))
	broken := errors.New("broken")
	require.ErrorIs(t, Write(path, says("half", broken)), broken)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "two", string(text))
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 1, "the half-written file must be removed")

	require.ErrorContains(t, Write(filepath.Join(dir, "absent", "a"), says("", nil)), "cannot write")
	require.NoError(t, Write(os.DevNull, says("one", nil)))
	require.ErrorIs(t, Write(os.DevNull, says("one", broken)), broken)
}
