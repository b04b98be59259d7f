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

// moduleRoot is the root of the module, two levels above this package.
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
	require.Greater(t, len(files), 20, "the walk found too little")
	for _, fault := range layers.Check(module, files) {
		t.Error(fault)
	}
}

// What no edit of layers.txt may give away.
func TestLayers_ProductionStaysAlone(t *testing.T) {
	layers, err := ParseLayers(layersText)
	require.NoError(t, err)
	production := map[string]bool{"internal/pad": true, "internal/park": true, "wsq": true, "pool": true}
	for _, p := range []string{"internal/pad", "internal/park", "wsq", "pool", "pool/classic"} {
		require.NotNil(t, layers.below[p], p)
		for q := range layers.below[p] {
			require.True(t, production[q], "%s may import %s", p, q)
		}
	}
	require.Empty(t, layers.below["model"], "model imports std only")
	require.NotContains(t, layers.below["wsq"], "pool")
	for p, below := range layers.below {
		require.NotContains(t, below, "cmd/stealproof", p)
		if p != lab && !strings.HasPrefix(p, lab+"/") {
			for q := range below {
				require.False(t, q == lab || strings.HasPrefix(q, lab+"/"), "%s may import %s", p, q)
			}
		}
		if p != "internal/long" && p != "model/sched/schedfuzz" && p != "internal/fuzzer" && p != "internal/refinetest" && p != "wsq/wsqtest" && p != "fuzz" && p != "cmd/stealproof" && p != lab && !strings.HasPrefix(p, lab+"/") {
			require.NotContains(t, below, "testing", p)
		}
	}
}

func TestLayers_NameWhatIsForbidden(t *testing.T) {
	layers, err := ParseLayers("a, b\na < c < d\nx.org/m, testing < d\n")
	require.NoError(t, err)
	for _, c := range []struct {
		name, path, src string
		want            []string
	}{
		{"allowed", "c/f.go", `import ("sync"; "m/a")`, nil},
		{"allowed by way of another", "d/f.go", `import ("m/a"; "m/c"; "x.org/m/v2"; "testing/fstest")`, nil},
		{"tests are free", "c/f_test.go", `import ("m/d"; "testing")`, nil},
		{"testdata is not read", "c/testdata/f.go", `import "m/d"`, nil},
		{"other modules are not read", "nested/f.go", `import "m/d"`, nil},
		{"the maintainers' module is read", "internal/lab/f.go", `import "m/d"`, []string{
			"internal/lab/f.go:1: layers.txt does not know package internal/lab; add a line after line 3 that says what it may import, such as: model < internal/lab"}},
		{"upwards", "c/f.go", "import (\n\t\"sync\"\n\t\"m/d\"\n)", []string{
			"c/f.go:4: c imports m/d and may not; it may import: std, a. If this direction is meant, change layers.txt, line 2: d < c"}},
		{"sideways", "d/f.go", `import "m/b"`, []string{
			"d/f.go:2: d imports m/b and may not; it may import: std, a, c, testing, x.org/m. If this direction is meant, change layers.txt, line 2 or 3: b < d"}},
		{"another module", "c/f.go", `import "x.org/m"`, []string{
			"c/f.go:2: c imports x.org/m and may not; it may import: std, a. If this direction is meant, change layers.txt, line 2: x.org/m < c"}},
		{"a module of a similar name", "d/f.go", `import "x.org/more"`, []string{
			"d/f.go:2: d imports x.org/more and may not; it may import: std, a, c, testing, x.org/m. If this direction is meant, change layers.txt, line 2 or 3: x.org/more < d"}},
		{"testing", "a/f.go", `import "testing"`, []string{
			"a/f.go:2: a imports testing and may not; it may import: std. If this direction is meant, change layers.txt, line 1: testing < a"}},
		{"cgo", "a/f.go", `import "C"`, []string{
			"a/f.go:2: a imports C and may not; it may import: std. If this direction is meant, change layers.txt, line 1: C < a"}},
		{"an unknown package", "e/f.go", `import "m/a"`, []string{
			"e/f.go:1: layers.txt does not know package e; add a line after line 3 that says what it may import, such as: model < e"}},
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
		"a\na < b\nb < a\n":  "layers.txt:1: a may import itself, by way of others",
		"a < b\n":            "layers.txt:1: a stands on no right side and on no line of its own",
		"a\na < < b\n":       `layers.txt:2: "" is no list of packages; want: a, b < c`,
		"a b\n":              `layers.txt:1: "a b" is no list of packages; want: a, b < c`,
		"a\na < x.org/y\n":   "layers.txt:2: x.org/y cannot be given imports",
		"a\nb/... < a\n":     "layers.txt:2: b/... stands on no right side and on no line of its own",
		"a\na < b/...\n":     "layers.txt:2: b/... cannot be given imports",
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

// topLevel is all that may stand at the root of the repository.
var topLevel = []string{
	"go.mod", "go.sum", "wsq", "pool", "model", "linearizability", "fuzz", "tla", "docs",
	"cmd", "internal", ".ci", "README.md", "LICENSE", "CONTRIBUTING.md", "CHANGELOG.md", ".gitignore", ".git",
}

func TestLayout_TopLevelIsFixed(t *testing.T) {
	entries, err := fs.ReadDir(moduleRoot(t), ".")
	require.NoError(t, err)
	for _, e := range entries {
		switch filepath.Ext(e.Name()) {
		case ".test", ".out": // left behind by go test -c and profiles, and ignored by git
			continue
		}
		require.Contains(t, topLevel, e.Name(), "the top level is fixed: move %s into one of its directories", e.Name())
	}
}
