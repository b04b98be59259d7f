package arch

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Each name that users of these packages see is in an example: functions, types, constants, methods, and the fields of some
// types. Users have few names of the scheduler to learn.
func TestExamples_OfEachName(t *testing.T) {
	for _, c := range []struct {
		dir      string
		examples []string // files
		runs     bool     // go test must run the example; check runs the others
		most     int      // exported names, without methods and fields; 0 is no limit
		fields   []string // types whose fields need examples, too
	}{
		{"model/sched", []string{"example_test.go", "examples/*_test.go"}, false, 40, []string{"Options"}},
		{"linearizability/lin", []string{"example*_test.go"}, true, 0, nil},
	} {
		t.Run(c.dir, func(t *testing.T) {
			files := parsed(t, c.dir, "*.go")
			pkg := judged(nowhere{}, c.dir, files, nil)
			shown := map[string]bool{}
			for _, pattern := range c.examples {
				files := parsed(t, c.dir, pattern)
				addUsed(files, examplesOf(files, c.runs), pkg, shown)
			}
			var names []string
			for _, f := range files {
				names = append(names, exportedNames(f)...)
			}
			require.Greater(t, len(names), 20, "the walk found too little")
			require.True(t, c.most == 0 || len(names) <= c.most, "%v", names)
			names = append(names, members(pkg, c.fields)...)
			for _, name := range names {
				if !shown[name] {
					t.Errorf("no example has %s.%s", filepath.Base(c.dir), name)
				}
			}
		})
	}
}

// nowhere is an importer that returns empty packages, except for known.
type nowhere struct{ known *types.Package }

func (n nowhere) Import(p string) (*types.Package, error) {
	if n.known != nil && n.known.Path() == p {
		return n.known, nil
	}
	pkg := types.NewPackage(p, path.Base(p))
	pkg.MarkComplete()
	return pkg, nil
}

// judged type-checks files. Names of packages that the importer does not have get no type.
func judged(from nowhere, dir string, files []*ast.File, info *types.Info) *types.Package {
	conf := types.Config{Importer: from, Error: func(error) {}}
	pkg, _ := conf.Check(module+"/"+dir, examplesSet, files, info)
	return pkg
}

// members returns the exported methods of the exported types of a package, and the fields of some types.
func members(pkg *types.Package, fields []string) (names []string) {
	for _, name := range pkg.Scope().Names() {
		of, is := pkg.Scope().Lookup(name).(*types.TypeName)
		if !is || !of.Exported() {
			continue
		}
		add := func(o types.Object) {
			if o.Exported() && o.Pkg() == pkg {
				names = append(names, name+"."+o.Name())
			}
		}
		if named, is := of.Type().(*types.Named); is {
			for m := range named.Methods() {
				add(m)
			}
		}
		switch u := of.Type().Underlying().(type) {
		case *types.Interface:
			for m := range u.ExplicitMethods() {
				add(m)
			}
		case *types.Struct:
			for f := range u.Fields() {
				if slices.Contains(fields, name) {
					add(f)
				}
			}
		}
	}
	return names
}

// addUsed adds the names of a package that code in some files uses: N, or T.M for a method or a field of type T. Code
// also shows the methods of an interface that it implements.
func addUsed(files []*ast.File, code []ast.Node, pkg *types.Package, to map[string]bool) {
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
	judged(nowhere{pkg}, "examples", files, info)
	owner := map[types.Object]string{}
	for _, name := range pkg.Scope().Names() {
		of := pkg.Scope().Lookup(name)
		owner[of] = name
		if _, is := of.(*types.TypeName); !is {
			continue
		}
		if s, is := of.Type().Underlying().(*types.Struct); is {
			for f := range s.Fields() {
				owner[f] = name + "." + f.Name()
			}
		}
		if s, is := of.Type().Underlying().(*types.Interface); is {
			for m := range s.ExplicitMethods() {
				owner[m] = name + "." + m.Name()
				if declares(files, m.Name()) {
					to[owner[m]] = true
				}
			}
		}
		if named, is := of.Type().(*types.Named); is {
			for m := range named.Methods() {
				owner[m] = name + "." + m.Name()
			}
		}
	}
	for _, n := range code {
		ast.Inspect(n, func(n ast.Node) bool {
			if id, is := n.(*ast.Ident); is {
				if name := owner[info.Uses[id]]; name != "" {
					to[name] = true
				}
			}
			return true
		})
	}
}

// declares reports whether files have a method of that name.
func declares(files []*ast.File, name string) bool {
	return slices.ContainsFunc(files, func(f *ast.File) bool {
		return slices.ContainsFunc(f.Decls, func(d ast.Decl) bool {
			fn, is := d.(*ast.FuncDecl)
			return is && fn.Recv != nil && fn.Name.Name == name
		})
	})
}

var examplesSet = token.NewFileSet()

// parsed returns the files in a directory of this module that match a pattern. "*.go" matches no test.
func parsed(t *testing.T, dir, pattern string) (all []*ast.File) {
	paths, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(dir), pattern))
	require.NoError(t, err)
	for _, path := range paths {
		if pattern == "*.go" && strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(examplesSet, path, nil, parser.ParseComments)
		require.NoError(t, err)
		all = append(all, f)
	}
	return all
}

// examplesOf returns the code of files, or only that of the examples that go test runs.
func examplesOf(files []*ast.File, runs bool) (all []ast.Node) {
	if runs {
		for _, e := range doc.Examples(files...) {
			if e.Output != "" || e.EmptyOutput {
				all = append(all, e.Code)
			}
		}
		return all
	}
	for _, f := range files {
		all = append(all, f)
	}
	return all
}

// exportedNames returns the types, functions, constants and variables of a file that users see.
func exportedNames(f *ast.File) (names []string) {
	add := func(id *ast.Ident) {
		if id.IsExported() {
			names = append(names, id.Name)
		}
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				add(d.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					add(s.Name)
				case *ast.ValueSpec:
					for _, id := range s.Names {
						add(id)
					}
				}
			}
		}
	}
	return names
}
