package campaign

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/lab/results"
	"github.com/stealproof/stealproof/internal/mutation"
)

// A packed file has the cells that make up the matrix: the newest ones, of the current code if
// there are any. It drops cells of removed mutants.
func TestPack_KeepsShownCells(t *testing.T) {
	x := Matrix{
		Mutants: []mutation.Mutant{{Name: "a", File: "wsq/abp.go"}, {Name: "b", File: "wsq/abp.go"}},
		Digests: map[string]string{"a": "now", "b": "now"},
	}
	all := []Cell{
		{Mutant: "a", Digest: "then", Detector: Step, Verdict: Survived, Seconds: 1},
		{Mutant: "a", Digest: "now", Detector: Step, Verdict: Survived, Seconds: 2},
		{Mutant: "a", Digest: "now", Detector: Step, Verdict: Killed, Seconds: 3}, // kept
		{Mutant: "gone", Digest: "now", Detector: Step, Verdict: Killed},
		{Mutant: "a", Digest: "then", Detector: Step, Verdict: Survived, Seconds: 4}, // the code changed back later
		{Mutant: "b", Digest: "before", Detector: Unit, Verdict: Killed, Seconds: 5},
		{Mutant: "b", Digest: "then", Detector: Unit, Verdict: Killed, Seconds: 6}, // kept, although stale
	}
	plain := filepath.Join(t.TempDir(), "cells.ndjson")
	for _, c := range all {
		require.NoError(t, Append(plain, c))
	}
	require.NoError(t, x.Pack(plain))
	require.NoFileExists(t, plain)
	kept, err := Read(plain + results.Packed)
	require.NoError(t, err)
	require.Equal(t, []Cell{all[2], all[6]}, kept)
	before, after := x, x
	before.Cells, after.Cells = all, kept
	require.Equal(t, before.Rows(), after.Rows())
	require.Equal(t, []Cell{all[6]}, after.Stale())

	again, err := Unpack(plain + results.Packed)
	require.NoError(t, err)
	require.Equal(t, plain, again)
	require.NoError(t, Append(plain, all[0]))
	_, err = Unpack(plain + results.Packed)
	require.NoError(t, err)
	cells, err := Read(plain)
	require.NoError(t, err)
	require.Len(t, cells, 3, "a plain file is not written over")
}

func TestPack_OfNothing(t *testing.T) {
	plain := filepath.Join(t.TempDir(), "cells.ndjson")
	require.NoError(t, Matrix{}.Pack(plain))
	require.NoFileExists(t, plain+results.Packed)
	name, err := Unpack(plain + results.Packed)
	require.NoError(t, err)
	require.Equal(t, plain, name)
	require.NoFileExists(t, plain)
}

// A packed file is written whole, so a line that is cut off is damage.
func TestRead_RefusesAPackedFileThatIsCutOff(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cells.ndjson.gz")
	const line = `{"mutant":"a","detector":"step"}`
	for _, text := range []string{line, line + "\n" + line[:9], "\n", line + "\n\n"} {
		require.NoError(t, results.Write(file, []byte(text)))
		_, err := Read(file)
		require.ErrorContains(t, err, "is not a cell of the matrix", "%q", text)
	}
	require.NoError(t, results.Write(file, []byte(line+"\n")))
	require.NoError(t, os.Truncate(file, 30))
	_, err := Read(file)
	require.ErrorContains(t, err, "cells.ndjson.gz is no whole gzip file: ")
	_, err = Unpack(file)
	require.ErrorContains(t, err, "cells.ndjson.gz is no whole gzip file: ")
}
