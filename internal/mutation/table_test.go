package mutation

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const root = "../.."

// A mutant is stale if its text is no longer in the file exactly once.
func TestTable_AppliesToTheCodeAsItIs(t *testing.T) {
	names := map[string]bool{}
	for _, m := range Table() {
		t.Run(m.Name, func(t *testing.T) {
			require.False(t, names[m.Name], "two mutants have this name")
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

// shipped lists public faults of work-stealing deques, of pools, and of the waits in them. They were shipped, or stopped in a
// review.
var shipped = strings.Fields(`
	crossbeam#726 RUSTSEC-2021-0093 CVE-2021-32810 crossbeam#148 crossbeam#33 crossbeam#149 crossbeam#85
	crossbeam-rs/rfcs#26 concurrent-deque#2 charm#1345 tokio#2387 tokio#1788 tokio#525 runtime#68171
	runtime#128606 runtime#121887 mpl#214 stdexec#1755 curry#248 ZeroAllocJobScheduler#39 PhotonLibOS#1294
	PhotonLibOS#1245 rayon#746 rayon#343 rayon#592 go#45867 go#10573 JDK-8330017 JDK-8351933 JDK-8373118
	JDK-8292969 JDK-6822370 onnxruntime#23098 oneTBB#1684 oneTBB#1309 oneTBB#2156 taskflow#406 taskflow#681
	filament#4613 gungraun#628 poco#5213 thread-pool#108 async-executor#103 julia#32551 julia#63034 HPX#4558
	folly#2093 haskell-lockfree#6 ConcurrentCollections.jl#31 JuliaLang#62144`)

// Each shipped fault is either a mutant, or excused with a reason.
func TestTable_HasWhatOthersHaveShipped(t *testing.T) {
	here, elsewhere := map[string]bool{}, map[string]bool{}
	note := func(in map[string]bool, origin string) {
		for _, fault := range shipped {
			if strings.Contains(origin, fault) {
				in[fault] = true
			}
		}
	}
	for _, m := range Table() {
		note(here, m.Origin)
	}
	for _, e := range NotExpressible() {
		note(elsewhere, e.Origin)
	}
	for _, fault := range shipped {
		require.NotEqual(t, here[fault], elsewhere[fault], "%s must be either a mutant or excused", fault)
	}
}

// Each classic fault has a mutant.
func TestTable_HasTheClassicFaults(t *testing.T) {
	for _, fault := range []string{
		"ABA", "double pop", "lost item", "stale slot", "early publication", "lost wake-up", "missed shutdown",
		"double join", "swallowed panic", "leaked pointer",
	} {
		require.True(t, slices.ContainsFunc(Table(), func(m Mutant) bool {
			return strings.Contains(m.Origin, "classic: "+fault)
		}), fault)
	}
}

func TestTable_StaysInsideOfFunctions(t *testing.T) {
	for _, m := range Table() {
		require.True(t, Switchable(root, m), "%s needs its own build", m.Name)
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

func TestMutant_DigestIsOfTheTokens(t *testing.T) {
	m := Mutant{Name: "m", File: "p/f.go", Edits: []Edit{{"1", "2"}}}
	digest := func(source string) string {
		t.Helper()
		d, err := m.Digest([]byte(source))
		require.NoError(t, err)
		return d
	}
	const f = "package p\n\nfunc f(a int) int { return a + 1 }\n"
	is := digest(f)
	require.Equal(t, is, digest("package p\n\n// f adds.\nfunc f(a int) int { return a + /* one */ 1 }\n"))
	require.Equal(t, is, digest(f+"\nfunc g() {}\n"), "another function")
	require.NotEqual(t, is, digest("package p\n\nfunc f(a int) int { return a - 1 }\n"))
	require.NotEqual(t, is, digest("package p\n\nfunc f(b int) int { return b + 1 }\n"))
}

// The lists that name mutants name only mutants that exist.
func TestNames_AreOfMutants(t *testing.T) {
	all, err := All(root)
	require.NoError(t, err)
	names := map[string]bool{}
	for _, m := range all {
		require.False(t, names[m.Name], "two mutants are named %s", m.Name)
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

// If a statement is removed, its variables are still read, and a declaration keeps its variable.
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

// The compiler accepts each mutant that was written by hand.
func TestTable_Compiles(t *testing.T) {
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	for _, dir := range []string{"wsq", "pool", "pool/classic"} {
		pkg, _, err := loadPackage(root, dir)
		require.NoError(t, err)
		var of []Mutant
		for _, m := range Table() {
			if m.Package() == dir && Switchable(root, m) {
				of = append(of, m)
			}
		}
		good, err := compilable(root, pkg, of)
		require.NoError(t, err)
		for _, m := range of {
			require.True(t, slices.ContainsFunc(good, func(g Mutant) bool { return g.Name == m.Name }), m.Name)
		}
	}
}
