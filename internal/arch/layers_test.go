package arch

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

const module = "github.com/stealproof/stealproof"

// moduleRoot returns the root of the module, two levels above this package.
func moduleRoot(t *testing.T) fs.FS {
	dir := filepath.Join("..", "..")
	root := os.DirFS(dir)
	src, err := fs.ReadFile(root, "go.mod")
	require.NoError(t, err)
	require.Contains(t, string(src), "module "+module+"\n")
	return root
}

func TestLayers_HoldInThisModule(t *testing.T) {
	layers, err := ParseLayers(layersText)
	require.NoError(t, err)
	files, err := readFiles(moduleRoot(t))
	require.NoError(t, err)
	require.Greater(t, len(files), 20, "the walk found too few files")
	for _, fault := range append(layers.Check(module, files), layers.Gone(moduleRoot(t))...) {
		t.Error(fault)
	}
}

func TestLayers_ReportsGonePackages(t *testing.T) {
	layers, err := ParseLayers("a, b\na < c < d/e\n")
	require.NoError(t, err)
	root := fstest.MapFS{"a/f_test.go": {}, "c/f.go": {}, "b/testdata/f.go": {}, "d/f.go": {}}
	require.Equal(t, []string{
		"layers.txt:1: there is no package b; remove it",
		"layers.txt:2: there is no package d/e; remove it",
	}, layers.Gone(root))
}

// These rules hold whatever layers.txt says.
func TestLayers_ProductionStaysAlone(t *testing.T) {
	layers, err := ParseLayers(layersText)
	require.NoError(t, err)
	production := map[string]bool{"internal/goid": true, "internal/pad": true, "internal/park": true, "wsq": true, "pool": true}
	for _, p := range []string{"internal/pad", "internal/park", "wsq", "pool", "pool/classic"} {
		require.NotNil(t, layers.below[p], p)
		for q := range layers.below[p] {
			require.True(t, production[q], "layers.txt lets %s import %s; production code must not import it", p, q)
		}
	}
	form := map[string]bool{"internal/scenario": true, "internal/reduce": true} // of a scenario
	for _, p := range []string{"model", "internal/scenario", "internal/reduce"} {
		for q := range layers.below[p] {
			require.True(t, form[q], "%s must import only std and the form of scenarios, not %s", p, q)
		}
	}
	require.NotContains(t, layers.below["wsq"], "pool")
	for p, below := range layers.below {
		require.NotContains(t, below, "cmd/stealproof", p)
		if p != lab && !strings.HasPrefix(p, lab+"/") {
			for q := range below {
				require.False(t, q == lab || strings.HasPrefix(q, lab+"/"), "layers.txt lets %s import %s; the root module must not import the maintainers' module", p, q)
			}
		}
		if p != "internal/long" && p != "model/shim/testing" && p != "model/shim/tests" && p != "model/shim/testing/synctest" && p != "model/sched/schedfuzz" && p != "internal/fuzzer" && p != "internal/refinetest" && p != "wsq/wsqtest" && p != "internal/hunt" && p != "cmd/stealproof" && p != lab && !strings.HasPrefix(p, lab+"/") {
			require.NotContains(t, below, "testing", p)
		}
	}
}

func TestLayers_ReportsForbiddenImports(t *testing.T) {
	layers, err := ParseLayers("a, b\na < c < d\nx.org/m, testing < d\n")
	require.NoError(t, err)
	for _, c := range []struct {
		name, path, src string
		want            []string
	}{
		{"allowed", "c/f.go", `import ("sync"; "m/a")`, nil},
		{"allowed through another package", "d/f.go", `import ("m/a"; "m/c"; "x.org/m/v2"; "testing/fstest")`, nil},
		{"tests are free", "c/f_test.go", `import ("m/d"; "testing")`, nil},
		{"testdata is not read", "c/testdata/f.go", `import "m/d"`, nil},
		{"other modules are not read", "nested/f.go", `import "m/d"`, nil},
		{"the maintainers' module is read", "internal/lab/f.go", `import "m/d"`, []string{
			"internal/lab/f.go:1: layers.txt does not know package internal/lab; after line 3, add the packages that it may import, such as: model < internal/lab"}},
		{"upwards", "c/f.go", "import (\n\t\"sync\"\n\t\"m/d\"\n)", []string{
			"c/f.go:4: c must not import m/d; it may import: std, a. To allow the import, change layers.txt, line 2: d < c"}},
		{"sideways", "d/f.go", `import "m/b"`, []string{
			"d/f.go:2: d must not import m/b; it may import: std, a, c, testing, x.org/m. To allow the import, change layers.txt, line 2 or 3: b < d"}},
		{"another module", "c/f.go", `import "x.org/m"`, []string{
			"c/f.go:2: c must not import x.org/m; it may import: std, a. To allow the import, change layers.txt, line 2: x.org/m < c"}},
		{"a module of a similar name", "d/f.go", `import "x.org/more"`, []string{
			"d/f.go:2: d must not import x.org/more; it may import: std, a, c, testing, x.org/m. To allow the import, change layers.txt, line 2 or 3: x.org/more < d"}},
		{"testing", "a/f.go", `import "testing"`, []string{
			"a/f.go:2: a must not import testing; it may import: std. To allow the import, change layers.txt, line 1: testing < a"}},
		{"cgo", "a/f.go", `import "C"`, []string{
			"a/f.go:2: a must not import C; it may import: std. To allow the import, change layers.txt, line 1: C < a"}},
		{"an unknown package", "e/f.go", `import "m/a"`, []string{
			"e/f.go:1: layers.txt does not know package e; after line 3, add the packages that it may import, such as: model < e"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			files, err := readFiles(fstest.MapFS{
				"go.mod":        {Data: []byte("module m\n")},
				"nested/go.mod": {Data: []byte("module n\n")},
				lab + "/go.mod": {Data: []byte("module m/internal/lab\n")},
				c.path:          {Data: []byte("package p\n" + c.src + "\n")},
			})
			require.NoError(t, err)
			require.Equal(t, c.want, layers.Check("m", files))
		})
	}
}

func TestLayers_BadText(t *testing.T) {
	for text, want := range map[string]string{
		"a\na < b\nb < a\n":  "layers.txt:1: a may import itself through other packages; remove one of these imports",
		"a < b\n":            "layers.txt:1: a is used before it is declared; put it on the right of a <, or on a line of its own",
		"a\na < < b\n":       `layers.txt:2: "" is not a list of packages; want: a, b < c`,
		"a b\n":              `layers.txt:1: "a b" is not a list of packages; want: a, b < c`,
		"a\na < x.org/y\n":   "layers.txt:2: x.org/y cannot stand on the right of <; want packages of this module",
		"a\nb/... < a\n":     "layers.txt:2: b/... is used before it is declared; put it on the right of a <, or on a line of its own",
		"a\na < b/...\n":     "layers.txt:2: b/... cannot stand on the right of <; want packages of this module",
		"# only a comment\n": "",
	} {
		_, err := ParseLayers(text)
		if want == "" {
			require.NoError(t, err)
			continue
		}
		require.EqualError(t, err, want, "%q", text)
	}
}

func TestLayers_Wildcards(t *testing.T) {
	layers, err := ParseLayers("a, a/b, ab\na/... < c\n... < d\n")
	require.NoError(t, err)
	require.Equal(t, map[string]bool{"a": true, "a/b": true}, layers.below["c"])
	require.Equal(t, map[string]bool{"a": true, "a/b": true, "ab": true, "c": true}, layers.below["d"])
}

// topLevel lists all entries that the root of the repository may have.
var topLevel = []string{
	"go.mod", "go.sum", "wsq", "pool", "model", "linearizability", "fuzz", "tla", "docs",
	"cmd", "internal", "examples", ".ci", "README.md", "LICENSE", "CONTRIBUTING.md", "CHANGELOG.md", ".gitignore", ".git",
}

func TestLayout_TopLevelIsFixed(t *testing.T) {
	entries, err := fs.ReadDir(moduleRoot(t), ".")
	require.NoError(t, err)
	for _, e := range entries {
		switch filepath.Ext(e.Name()) {
		case ".test", ".out": // left by go test -c and profiles; git ignores them
			continue
		}
		require.Contains(t, topLevel, e.Name(), "the top level is fixed: move %s into one of its directories", e.Name())
	}
}
