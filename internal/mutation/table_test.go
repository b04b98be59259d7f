package mutation

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

const root = "../.."

// A mutant whose text is not there any more, or not once, is stale.
func TestTable_AppliesToTheCodeAsItIs(t *testing.T) {
	names := map[string]bool{}
	for _, m := range Table() {
		t.Run(m.Name, func(t *testing.T) {
			require.False(t, names[m.Name], "the name is there twice")
			names[m.Name] = true
			require.NotEmpty(t, m.Mechanism)
			require.NotEmpty(t, m.Origin)
			p, err := Alone(root, m)
			require.NoError(t, err)
			for file, text := range p.Text {
				before, err := os.ReadFile(file)
				require.NoError(t, err)
				require.NotEqual(t, string(before), string(text))
			}
		})
	}
}

func TestTable_StaysInsideOfFunctions(t *testing.T) {
	for _, m := range Table() {
		require.True(t, Switchable(root, m), "%s takes a build of its own", m.Name)
	}
}

func TestMutant_StaleOnesAreErrors(t *testing.T) {
	source := []byte("package p\n\nfunc f() int { return 1 + 1 }\n")
	for _, c := range []struct{ name, old, text, want string }{
		{"not there", "return 3", "", "is stale"},
		{"there twice", "1", "2", "is stale"},
		{"empty", "", "2", "is stale"},
		{"no change", "return", "return", "changes nothing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := Mutant{Name: "m", File: "p/f.go", Edits: []Edit{{c.old, c.text}}}
			_, err := m.Digest(source)
			require.ErrorContains(t, err, c.want)
		})
	}
	_, err := Mutant{Name: "m"}.Digest(source)
	require.ErrorContains(t, err, "changes nothing")
	_, err = Mutant{Name: "m", File: "p/f.go", Edits: []Edit{{"return 1", "return 2"}, {"1 + 1", "2"}}}.Digest(source)
	require.ErrorContains(t, err, "overlap")
}

// What names mutants names some that exist.
func TestNames_AreOfMutants(t *testing.T) {
	all, err := All(root)
	require.NoError(t, err)
	names := map[string]bool{}
	for _, m := range all {
		require.False(t, names[m.Name], "%s is there twice", m.Name)
		names[m.Name] = true
	}
	for name := range models {
		require.True(t, names[name], "models: no mutant %s", name)
	}
	for name, why := range Equivalent() {
		require.True(t, names[name], "equivalent: no mutant %s", name)
		require.NotEmpty(t, why)
	}
	for name, why := range Enough() {
		require.True(t, names[name], "enough: no mutant %s", name)
		require.NotEmpty(t, why)
		require.Empty(t, Equivalent()[name], "%s is equivalent", name)
	}
}

// Each labelled line has a mutant, unless the line is of a sort that no operator
// changes.
func TestOperators_ReachLabelledLines(t *testing.T) {
	all, err := Operators(root, "wsq")
	require.NoError(t, err)
	labels, operators := map[string]bool{}, map[Operator]bool{}
	for _, m := range all {
		labels[m.Label] = true
		operators[m.Operator] = true
		require.FileExists(t, filepath.Join(root, m.File))
	}
	require.Greater(t, len(all), 200)
	for _, want := range []string{"PopClaimLast", "PopLower", "StealClaim", "PushPublish", "StealBar", "SharePublish", "SwapClose"} {
		require.True(t, labels[want], want)
	}
	for _, want := range []Operator{Drop, Order, CASIgnored, CASLost, CASSplit, Compare, Negate, Offset, Flag} {
		require.True(t, operators[want], "%s makes nothing", want)
	}
}
