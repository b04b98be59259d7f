package mutation

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
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

// Each labelled line of the deques and the pool has a mutant.
func TestOperators_ReachLabelledLines(t *testing.T) {
	all, err := Operators(root, "wsq", "pool")
	require.NoError(t, err)
	mutated, operators := map[string]bool{}, map[Operator]bool{}
	for _, m := range all {
		mutated[m.place()] = true
		operators[m.Operator] = true
	}
	for o := range says {
		require.True(t, operators[o], "%s makes nothing", o)
	}
	lines := 0
	for _, dir := range []string{"wsq", "pool"} {
		names, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
		require.NoError(t, err)
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			fset := token.NewFileSet()
			f, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
			require.NoError(t, err)
			for line, of := range labelsOf(fset, f) {
				lines++
				at := place(dir+"/"+filepath.Base(name), line)
				require.True(t, mutated[at], "%s: no operator changes %s", at, of.name)
			}
		}
	}
	require.Greater(t, lines, 200)
}

// A statement that is left out leaves no variable behind that nobody reads, and a
// declaration keeps its variable.
func TestOperators_LeaveWhatCompiles(t *testing.T) {
	all, err := Operators(root, "wsq")
	require.NoError(t, err)
	texts := map[string]string{}
	for _, m := range all {
		texts[m.Name] = m.patches[0].text
	}
	require.Equal(t, "_ = t", texts["chaselev.Scrub/ScrubReadDone/drop"])
	require.Empty(t, texts["chaselev.Push/PushPublish/drop"])
	require.Equal(t, "func() (_ uint64) { return }()", texts["chaselev.Scrub/ScrubReadTop/zero"])
	require.NotContains(t, texts, "chaselev.Steal/StealReadTop/zero", "others change it")
}
