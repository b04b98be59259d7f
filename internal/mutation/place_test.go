package mutation

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The places of a mutant are the lines of its edits, and those of the functions that they are in.
func TestMutant_Places(t *testing.T) {
	source := []byte("package p\n\nvar v = 1\n\nfunc f() {\n\tv = 2\n\tif v == 3 {\n\t\tv = 4\n\t}\n}\n\nfunc g() { v = 5 }\n")
	places := func(olds ...string) []Place {
		m := Mutant{Name: "m", File: "p.go"}
		for _, old := range olds {
			m.Edits = append(m.Edits, Edit{old, "x"})
		}
		all, err := m.Places(source)
		require.NoError(t, err)
		return all
	}
	require.Equal(t, []Place{{6, 6, 5, 10}}, places("v = 2"))
	require.Equal(t, []Place{{7, 9, 5, 10}}, places("if v == 3 {\n\t\tv = 4\n\t}"))
	require.Equal(t, []Place{{8, 8, 5, 10}, {12, 12, 12, 12}}, places("v = 5", "v = 4"))
	require.Empty(t, places("v = 2", "var v = 1"), "it also changes code outside functions")
	_, err := Mutant{Name: "m", Edits: []Edit{{"not there", "x"}}}.Places(source)
	require.ErrorContains(t, err, "m is stale")
}
