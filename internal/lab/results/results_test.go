package results

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWrite_IsRead(t *testing.T) {
	dir, text := t.TempDir(), []byte(strings.Repeat("a line\n", 1000))
	for _, name := range []string{"x.json", "x.json.gz"} {
		file := filepath.Join(dir, name)
		for _, text := range [][]byte{[]byte("older"), text} {
			require.NoError(t, Write(file, text))
			got, err := Read(file)
			require.NoError(t, err)
			require.True(t, bytes.Equal(text, got), name)
		}
		stored, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Equal(t, IsPacked(file), len(stored) < len(text)/10, name)
	}
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 2, "no part is left")
}

// The same text gives the same file, so that git sees no change.
func TestWrite_GivesTheSameBytes(t *testing.T) {
	dir := t.TempDir()
	one, two := filepath.Join(dir, "one.gz"), filepath.Join(dir, "two.gz")
	require.NoError(t, Write(one, []byte("text")))
	require.NoError(t, Write(two, []byte("text")))
	first, err := os.ReadFile(one)
	require.NoError(t, err)
	second, err := os.ReadFile(two)
	require.NoError(t, err)
	require.Equal(t, first, second)
}

func TestWrite_NamesTheProblem(t *testing.T) {
	require.ErrorContains(t, Write(filepath.Join(t.TempDir(), "none", "x.gz"), nil), "no such file or directory")
	require.ErrorContains(t, Write(t.TempDir(), nil), "is a directory")
}

func TestRead_RefusesDamage(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.json.gz")
	_, err := Read(file)
	require.ErrorIs(t, err, os.ErrNotExist)
	require.NoError(t, Write(file, []byte(strings.Repeat("some text ", 100))))
	whole, err := os.ReadFile(file)
	require.NoError(t, err)
	wrong := bytes.Clone(whole)
	wrong[len(wrong)-6] ^= 1 // a byte of the checksum
	for name, damaged := range map[string][]byte{
		"empty":             nil,
		"not compressed":    []byte(`{"verb":"bench seeds"}`),
		"cut in the header": whole[:5],
		"cut":               whole[:len(whole)/2],
		"cut at the end":    whole[:len(whole)-1],
		"another checksum":  wrong,
		"more after it":     append(bytes.Clone(whole), "more and more"...),
	} {
		require.NoError(t, os.WriteFile(file, damaged, 0o600))
		text, err := Read(file)
		require.ErrorContains(t, err, file+" is no whole gzip file: ", name)
		require.Nil(t, text, name)
		require.NotContains(t, err.Error(), "\n", name)
	}
}

// All files of this folder are readable results.
func TestFiles(t *testing.T) {
	files, err := os.ReadDir(".")
	require.NoError(t, err)
	packed := 0
	for _, f := range files {
		if filepath.Ext(f.Name()) == ".go" {
			continue
		}
		require.True(t, IsPacked(f.Name()), "%s is not compressed; mutants -all compresses its file when it ends", f.Name())
		text, err := Read(f.Name())
		require.NoError(t, err)
		require.NotEmpty(t, text, f.Name())
		packed++
	}
	require.GreaterOrEqual(t, packed, 8)
}
