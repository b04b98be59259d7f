package arch

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

//go:embed poolparts.txt
var poolPartsText string

//go:embed engineparts.txt
var enginePartsText string

// checked has the packages of this module that the type checker has read.
type checked struct {
	fset *token.FileSet
	std  types.Importer
	done map[string]*types.Package
}

func newChecked() *checked {
	fset := token.NewFileSet()
	return &checked{fset, importer.ForCompiler(fset, "source", nil), map[string]*types.Package{}}
}

// parse reads the files of a package that are built on this platform, and the given tests.
func (c *checked) parse(dir string, tests []string) (files []*ast.File, err error) {
	names, err := filepath.Glob(filepath.Join("..", "..", dir, "*.go"))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		file := filepath.Base(name)
		if built, err := build.Default.MatchFile(filepath.Dir(name), file); err != nil || !built {
			continue
		}
		if strings.HasSuffix(file, "_test.go") && !slices.Contains(tests, file) {
			continue
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		f, err := parser.ParseFile(c.fset, dir+"/"+file, src, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// Import type-checks packages of this module from their sources.
func (c *checked) Import(path string) (*types.Package, error) {
	dir, ours := strings.CutPrefix(path, module+"/")
	if !ours {
		return c.std.Import(path)
	}
	if c.done[path] == nil {
		files, err := c.parse(dir, nil)
		if err != nil {
			return nil, err
		}
		conf := types.Config{Importer: c, FakeImportC: true}
		if c.done[path], err = conf.Check(path, c.fset, files, nil); err != nil {
			return nil, err
		}
	}
	return c.done[path], nil
}

// nothing is an importer for tests. The names that they use from other packages do not matter.
type nothing struct{ types.Importer }

func (n nothing) Import(path string) (*types.Package, error) {
	if !strings.HasPrefix(path, module+"/") && strings.Contains(path, ".") {
		return nil, fmt.Errorf("not read: %s", path)
	}
	return n.Importer.Import(path)
}

// use type-checks a package with some of its tests. Names from its other tests stay undefined.
func use(t *testing.T, dir string, tests []string) (*types.Package, *token.FileSet, []*ast.File, *types.Info) {
	t.Helper()
	c := newChecked()
	files, err := c.parse(dir, tests)
	require.NoError(t, err)
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: nothing{c}, Error: func(err error) {
		if !strings.Contains(err.Error(), "could not import") {
			t.Error(err)
		}
	}}
	pkg, _ := conf.Check(dir, c.fset, files, info)
	return pkg, c.fset, files, info
}

// Each part of the pool uses only the parts below it, and has a test that does the same.
func TestParts_OfThePool(t *testing.T) {
	parts, err := ParseParts(poolPartsText)
	require.NoError(t, err)
	var tests []string
	for _, part := range parts.All {
		tests = append(tests, part.Tests...)
		require.Equal(t, part.Name != "loops", len(part.Tests) > 0, "part %s: each part except loops must list a test that needs no later part", part.Name)
	}
	pkg, fset, files, info := use(t, "pool", tests)
	require.Greater(t, len(info.Uses), 5000, "the type checker found too few uses")
	for _, fault := range parts.Check(pkg, fset, files, info) {
		t.Error(fault)
	}
	for _, f := range files {
		last := fset.Position(f.End())
		require.LessOrEqual(t, last.Line, 300, last.Filename)
		for _, d := range f.Decls {
			from, to := fset.Position(d.Pos()), fset.Position(d.End())
			if _, is := d.(*ast.FuncDecl); is && !strings.HasSuffix(from.Filename, "_test.go") {
				require.LessOrEqual(t, to.Line-from.Line+1, 60, "%s:%d", from.Filename, from.Line)
			}
		}
	}
}

// Each part of the engine uses only itself and earlier parts, apart from the names that the text lists. That list and
// the number of names here may only shrink.
func TestParts_OfTheEngine(t *testing.T) {
	parts, err := ParseParts(enginePartsText)
	require.NoError(t, err)
	pkg, fset, files, info := use(t, "internal/engine", nil)
	require.Greater(t, len(info.Uses), 5000, "the type checker found too few uses")
	for _, name := range pkg.Scope().Names() { // every part may name a type
		if _, is := pkg.Scope().Lookup(name).(*types.TypeName); is {
			parts.Opaque = append(parts.Opaque, name)
		}
	}
	for _, fault := range parts.Check(pkg, fset, files, info) {
		t.Error(fault)
	}
	names := 0
	for _, a := range parts.Against {
		names += len(a.Names)
	}
	require.Equal(t, 64, names, "write the smaller number here")
	parts.Against = parts.Against[1:]
	require.NotEmpty(t, parts.Check(pkg, fset, files, info), "a use against the order that is not listed passes")
}

// A forbidden use is reported with both places: the use and the declaration.
func TestParts_ReportBothPlaces(t *testing.T) {
	sources := map[string]string{
		"low.go": `package p

type low struct{ n int }

func (l *low) up(h *Handle) {
	h.high()
	l.n = h.m
	top(nil)
}
func pass(h *Handle) (*Handle, *other) { return h, nil }
`,
		"high.go": `package p

type Handle struct {
	low
	m int
}
type other struct{}

func (h *Handle) high() { h.n++; h.up(h) }
func (h *Handle) High() { h.high() }
func top(h *Handle)     { pass(h) }
`,
		"users.go":    "package p\n\nfunc uses(h *Handle) { h.High(); top(h) }\n",
		"lost.go":     "package p\n",
		"low_test.go": "package p\n\nfunc tests() { var l low; l.up(new(Handle)); top(nil) }\n",
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range []string{"low.go", "high.go", "users.go", "lost.go", "low_test.go"} {
		f, err := parser.ParseFile(fset, "p/"+name, sources[name], 0)
		require.NoError(t, err)
		files = append(files, f)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	pkg, err := (&types.Config{}).Check("p", fset, files, info)
	require.NoError(t, err)
	parts, err := ParseParts("opaque Handle # passed on\nlow: low.go | low_test.go\nhigh: high.go gone.go\npublic users\nusers: users.go\n")
	require.NoError(t, err)
	require.Equal(t, []string{
		"lost.go is in no part; add it to a part in the list",
		"part high lists the file gone.go, which does not exist; remove it",
		"p/low.go:6: part low uses high of part high (p/high.go:9), which is a later part",
		"p/low.go:7: part low uses m of part high (p/high.go:5), which is a later part",
		"p/low.go:8: part low uses top of part high (p/high.go:11), which is a later part",
		"p/low.go:10: part low uses other of part high (p/high.go:7), which is a later part",
		"p/users.go:3: part users uses top of part high (p/high.go:11), which does not export it",
		"p/low_test.go:3: part low uses top of part high (p/high.go:11), which is a later part",
	}, parts.Check(pkg, fset, files, info))

	more, err := ParseParts("elsewhere gone.go\nagainst low high: high top m gone # less by the day\nagainst users high: top\n")
	require.NoError(t, err)
	parts.Elsewhere, parts.Against = more.Elsewhere, more.Against
	require.Equal(t, []string{
		"lost.go is in no part; add it to a part in the list",
		"p/low.go:10: part low uses other of part high (p/high.go:7), which is a later part",
		"p/users.go:3: part users uses top of part high (p/high.go:11), which does not export it",
		"part low no longer uses gone of part high against the order; remove it from the list",
		"part users no longer uses top of part high against the order; remove it from the list",
	}, parts.Check(pkg, fset, files, info))
}

func TestParts_BadText(t *testing.T) {
	for text, want := range map[string]string{
		"a b.go":                `line 1: "a b.go" is not a part; want name: files | tests`,
		"a: b.go\nc: d.go b.go": "line 2: b.go is listed twice; remove one",
		"against a: b":          `line 1: "against a: b" is not a part; want name: files | tests`,
		"a: b.go\na: c.go":      "line 2: a: is listed twice; remove one",
	} {
		_, err := ParseParts(text)
		require.EqualError(t, err, want)
	}
}
