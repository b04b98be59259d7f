package engine

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// These are the parts of the engine and of a thread whose fields only their own methods use.
var (
	closedOfEngine = []string{"turns", "stands", "shortcuts", "coverage", "remains"}
	closedOfThread = []string{"goroutine", "link", "cut", "raceMarks", "position", "barrier", "allowance", "luck", "work", "yields", "round"}
)

// inlined are functions that use such fields themselves. By way of the methods they would cost too much for the compiler to
// inline them, and each step or switch calls one of them.
var inlined = []string{"On", "(engine).Owned", "(engine).current", "(engine).solo", "(thread).pauses", "(thread).goesOn"}

// TestParts_AreClosed looks for uses of a part's fields outside of its methods. Tests may use them.
func TestParts_AreClosed(t *testing.T) {
	files := map[string]*ast.File{}
	entries, err := os.ReadDir(".")
	require.NoError(t, err)
	fset := token.NewFileSet()
	for _, e := range entries {
		if name := e.Name(); strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
			files[name], err = parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
			require.NoError(t, err)
		}
	}
	closedParts := slices.Concat(closedOfEngine, closedOfThread)
	require.Empty(t, opened(files, closedParts, inlined))
	require.NotEmpty(t, opened(files, closedParts, nil), "the functions of inlined need no exception")

	broken, err := parser.ParseFile(fset, "broken.go", "package engine\nfunc (e *engine) break_() { e.turn.next = nil; e.threads[0].cut.off = e.turn.following() == nil }", 0)
	require.NoError(t, err)
	files["broken.go"] = broken
	require.Equal(t, []string{"(engine).break_ uses turn.next", "(engine).break_ uses cut.off"}, opened(files, closedParts, inlined))
}

// opened returns the uses of fields of the parts, outside of their methods and some functions.
func opened(files map[string]*ast.File, parts, except []string) (uses []string) {
	fields := fieldsOf(files)
	partOf := map[string]string{} // by the name of the field of the engine or a thread
	for _, whole := range []string{"engine", "thread"} {
		for name, typ := range fields[whole] {
			if slices.Contains(parts, typ) {
				partOf[name] = typ
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		for _, d := range files[name].Decls {
			fn, is := d.(*ast.FuncDecl)
			if !is || fn.Body == nil {
				continue
			}
			receiver, title := "", fn.Name.Name
			if fn.Recv != nil {
				receiver = typeName(fn.Recv.List[0].Type)
				title = "(" + receiver + ")." + title
			}
			if slices.Contains(except, title) {
				continue
			}
			ast.Inspect(fn.Body, func(n ast.Node) bool {
				field, is := n.(*ast.SelectorExpr)
				if !is {
					return true
				}
				part, is := field.X.(*ast.SelectorExpr)
				if !is {
					return true
				}
				typ := partOf[part.Sel.Name]
				if _, has := fields[typ][field.Sel.Name]; has && typ != receiver {
					uses = append(uses, title+" uses "+part.Sel.Name+"."+field.Sel.Name)
				}
				return true
			})
		}
	}
	return uses
}

// fieldsOf returns the fields of all structs, with the names of their types.
func fieldsOf(files map[string]*ast.File) map[string]map[string]string {
	all := map[string]map[string]string{}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			t, is := n.(*ast.TypeSpec)
			if !is {
				return true
			}
			if s, is := t.Type.(*ast.StructType); is {
				all[t.Name.Name] = map[string]string{}
				for _, field := range s.Fields.List {
					for _, name := range field.Names {
						all[t.Name.Name][name.Name] = typeName(field.Type)
					}
				}
			}
			return true
		})
	}
	return all
}

func typeName(e ast.Expr) string {
	if p, is := e.(*ast.StarExpr); is {
		e = p.X
	}
	if id, is := e.(*ast.Ident); is {
		return id.Name
	}
	return ""
}
