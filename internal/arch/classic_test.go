package arch

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The documents describe each of these schedulers as one file that a reader can take in at once.
func TestClassic_FilesAreShort(t *testing.T) {
	const lines = 250
	files, err := filepath.Glob("../../pool/classic/*.go")
	require.NoError(t, err)
	checked := 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.LessOrEqual(t, bytes.Count(text, []byte("\n")), lines, file)
		checked++
	}
	require.GreaterOrEqual(t, checked, 5)
}
