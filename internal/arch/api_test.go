package arch

import (
	"flag"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write internal/arch/api.txt")

// The promised API changes only on purpose: a reviewer sees each change of internal/arch/api.txt.
func TestAPI_ChangesOnlyOnPurpose(t *testing.T) {
	got, err := API(module, moduleRoot(t))
	require.NoError(t, err)
	golden := "api.txt"
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(got), 0o666))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	if got != string(want) {
		old, now := strings.Split(string(want), "\n"), strings.Split(got, "\n")
		without := func(all, others []string) []string {
			return slices.DeleteFunc(slices.Clone(all), func(line string) bool { return slices.Contains(others, line) })
		}
		t.Errorf("the API differs from internal/arch/api.txt: removed %q, added %q; if you meant this, run go test ./internal/arch -run TestAPI -update", without(old, now), without(now, old))
	}
}

// Rewritten code imports the shims, so they must be importable, but the promised API does not include them.
func TestAPI_ShimsAreOutside(t *testing.T) {
	got, err := API(module, moduleRoot(t))
	require.NoError(t, err)
	promised, rest, found := strings.Cut(got, "# Outside the promised API\n")
	require.True(t, found)
	require.NotContains(t, promised, "model/shim")
	packages, err := publicPackages(moduleRoot(t))
	require.NoError(t, err)
	shims := 0
	for dir := range packages {
		if strings.HasPrefix(dir, "model/shim/") {
			shims++
			require.Contains(t, rest, "\n"+dir+"\n", "its package comment must say: %s", outside)
		}
	}
	require.Greater(t, shims, 5, "the walk found too few packages")
	for _, dir := range []string{"wsq", "wsq/wsqtest", "pool", "pool/classic", "model", "model/sched", "model/sched/schedfuzz", "linearizability"} {
		require.Contains(t, promised, "# "+dir+"\n")
	}
}

func TestAPI_ShowsWhatIsExported(t *testing.T) {
	api := func(src string) string {
		got, err := API("m", fstest.MapFS{
			"go.mod":          {Data: []byte("module m\n")},
			"a/a.go":          {Data: []byte("// Package a is.\npackage a\n" + src)},
			"a/a_test.go":     {Data: []byte("package a\nfunc OfATest() {}\n")},
			"internal/i.go":   {Data: []byte("package internal\nfunc Inner() {}\n")},
			"a/internal/i.go": {Data: []byte("package internal\nfunc Inner() {}\n")},
			"cmd/c/c.go":      {Data: []byte("package main\nfunc Main() {}\n")},
			"shim/s.go":       {Data: []byte("// Package shim is. It may change\n// in any release.\npackage shim\nfunc Hook() {}\n")},
		})
		require.NoError(t, err)
		return got
	}
	const none = "# Outside the promised API\n\nshim\n"
	require.Equal(t, none, api("func f() {}\ntype t struct{ F int }\n"))
	for src, want := range map[string]string{
		"// F does.\nfunc F(x int) error { return nil }\n":                               "func F(x int) error\n",
		"type T struct {\n\tF int // of T\n\tg int\n}\nfunc (*T) M() {}\n":               "type T struct {\n\tF int\n\t// contains filtered or unexported fields\n}\nfunc (*T) M()\n",
		"const (\n\tA = 1 // one\n\tb = 2\n)\n":                                          "const (\n\tA = 1\n)\n",
		"type I interface{ M(); n() }\n":                                                 "type I interface {\n\tM()\n\t// contains filtered or unexported methods\n}\n",
		"type G[K comparable] map[K]int\nfunc New[K comparable]() G[K] { return nil }\n": "type G[K comparable] map[K]int\nfunc New[K comparable]() G[K]\n",
	} {
		require.Equal(t, "# a\n\n"+want+"\n"+none, api(src), src)
	}
}

// testLibraries are the libraries that only tests import, with the packages of this module that are made for
// tests. layers.txt has a reason for each.
var testLibraries = map[string][]string{
	"testing":                     {"model/shim/testing", "model/shim/tests", "model/shim/testing/synctest", "model/sched/schedfuzz", "wsq/wsqtest", "internal/hunt"},
	"pgregory.net/rapid":          {"wsq/wsqtest", "internal/hunt"},
	"github.com/stretchr/testify": nil,
	"internal/tlc":                nil,
	"internal/refinetest":         nil,
	"internal/check":              nil,
}

// A public package must not bring a test library, or a tool of our own tests, to its users.
func TestLayers_NoPublicPackageImportsATestLibrary(t *testing.T) {
	layers, err := ParseLayers(layersText)
	require.NoError(t, err)
	packages, err := publicPackages(moduleRoot(t))
	require.NoError(t, err)
	require.Greater(t, len(packages), 10, "the walk found too few packages")
	for _, dir := range slices.Sorted(maps.Keys(packages)) {
		if strings.HasPrefix(dir, "cmd/") {
			continue
		}
		for below := range layers.below[dir] {
			for library, allowed := range testLibraries {
				if below == library || strings.HasPrefix(below, library+"/") {
					require.Contains(t, allowed, dir, "layers.txt lets %s import %s; only packages made for tests may import a test library", dir, below)
				}
			}
		}
	}
}
