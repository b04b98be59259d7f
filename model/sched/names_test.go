package sched_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// most is the largest number of exported names for users to learn. Methods and fields come with a
// type.
const most = 40

// Users see few names. CI runs an example of each.
func TestNames_FewAndEachInAnExample(t *testing.T) {
	shown := map[string]bool{}
	for _, pattern := range []string{"example_test.go", "examples/*_test.go"} {
		for _, f := range parsed(t, pattern) {
			ast.Inspect(f, func(n ast.Node) bool {
				if s, is := n.(*ast.SelectorExpr); is {
					if x, is := s.X.(*ast.Ident); is && x.Name == "sched" {
						shown[s.Sel.Name] = true
					}
				}
				return true
			})
		}
	}
	var names []string
	for _, f := range parsed(t, "*.go") {
		if f.Name.Name == "sched" {
			names = append(names, exported(f)...)
		}
	}
	require.Greater(t, len(names), 20, "the walk found too little")
	require.LessOrEqual(t, len(names), most, "%v", names)
	for _, name := range names {
		require.True(t, shown[name], "no example has sched.%s", name)
	}
}

func parsed(t *testing.T, pattern string) (files []*ast.File) {
	paths, err := filepath.Glob(pattern)
	require.NoError(t, err)
	for _, path := range paths {
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		files = append(files, f)
	}
	return files
}

// exported returns the types, functions, constants and variables of a file that users see.
func exported(f *ast.File) (names []string) {
	add := func(id *ast.Ident) {
		if id.IsExported() && !strings.HasSuffix(f.Name.Name, "_test") {
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
