package arch

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Each name that users of these packages see is in an example. Users have few names of the scheduler to learn.
func TestExamples_OfEachName(t *testing.T) {
	for _, c := range []struct {
		dir      string
		examples []string // files
		runs     bool     // go test must run the example; check runs the others
		most     int      // exported names, without methods and fields; 0 is no limit
	}{
		{"model/sched", []string{"example_test.go", "examples/*_test.go"}, false, 40},
		{"linearizability/lin", []string{"example*_test.go"}, true, 0},
	} {
		t.Run(c.dir, func(t *testing.T) {
			shown := map[string]bool{}
			for _, pattern := range c.examples {
				for _, n := range examplesOf(parsed(t, c.dir, pattern), c.runs) {
					addSelected(n, filepath.Base(c.dir), shown)
				}
			}
			var names []string
			for _, f := range parsed(t, c.dir, "*.go") {
				names = append(names, exportedNames(f)...)
			}
			require.Greater(t, len(names), 20, "the walk found too little")
			require.True(t, c.most == 0 || len(names) <= c.most, "%v", names)
			for _, name := range names {
				if !shown[name] {
					t.Errorf("no example has %s.%s", filepath.Base(c.dir), name)
				}
			}
		})
	}
}

// parsed returns the files in a directory of this module that match a pattern. "*.go" matches no test.
func parsed(t *testing.T, dir, pattern string) (all []*ast.File) {
	paths, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(dir), pattern))
	require.NoError(t, err)
	for _, path := range paths {
		if pattern == "*.go" && strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
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

// addSelected adds the names that code selects from a package.
func addSelected(code ast.Node, pkg string, to map[string]bool) {
	ast.Inspect(code, func(n ast.Node) bool {
		if s, is := n.(*ast.SelectorExpr); is {
			if x, is := s.X.(*ast.Ident); is && x.Name == pkg {
				to[s.Sel.Name] = true
			}
		}
		return true
	})
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
