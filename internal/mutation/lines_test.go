package mutation

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// The mutants of lines change no labelled line, have names of their own, and can be told apart in one program.
func TestLines(t *testing.T) {
	mutants, err := Lines("../..", "wsq")
	require.NoError(t, err)
	_, files, err := loadPackage("../..", "wsq")
	require.NoError(t, err)
	changed := map[string]map[int]bool{}
	for _, g := range files {
		changed[g.file] = map[int]bool{}
		for _, m := range mutants {
			if m.File == g.file {
				require.NoError(t, g.changes(m, changed[g.file]))
			}
		}
		for line, of := range g.labels {
			require.False(t, changed[g.file][line], "%s:%d has the label %s", g.file, line, of.name)
		}
	}
	operators := map[Operator]bool{}
	for _, m := range mutants {
		operators[m.Operator] = true
	}
	for _, o := range []Operator{Drop, Compare, Negate, Offset, Flag, Zero} {
		require.True(t, operators[o], o)
	}
	for _, name := range []string{"wsq/chaselev.ChaseLev.Pop/line/offset", "wsq/locked.Locked.StealBatch/line/drop"} {
		require.True(t, slices.ContainsFunc(mutants, func(m Mutant) bool { return m.Name == name }), name)
	}
	_, err = Switched("../..", mutants)
	require.NoError(t, err)
}

// Each reason is of a mutant that there is.
func TestUnnoticedLines(t *testing.T) {
	mutants, err := Lines("../..", "wsq", "pool")
	require.NoError(t, err)
	for name, of := range UnnoticedLines() {
		require.True(t, slices.ContainsFunc(mutants, func(m Mutant) bool { return m.Name == name }), "there is no mutant %s", name)
		require.NotEmpty(t, of.Why)
	}
}

// Mutants of lines touch more lines, and never more than there are.
func TestTouched(t *testing.T) {
	labelled, err := Operators("../..", "wsq")
	require.NoError(t, err)
	others, err := Lines("../..", "wsq")
	require.NoError(t, err)
	lines, before, err := Touched("../..", labelled, "wsq")
	require.NoError(t, err)
	again, after, err := Touched("../..", slices.Concat(labelled, others), "wsq")
	require.NoError(t, err)
	_, none, err := Touched("../..", nil, "wsq")
	require.NoError(t, err)
	require.Equal(t, lines, again)
	require.Zero(t, none)
	require.Less(t, before, lines/2)
	require.Greater(t, after, 3*lines/4)
	require.LessOrEqual(t, after, lines)
}
