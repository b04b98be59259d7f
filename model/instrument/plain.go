package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// This file makes plain tests programs of their own, see Config.Plain.

const (
	plainPath  = home + "/model/shim/tests"
	plainAlias = "_sp_tests"
	realAlias  = "_sp_real_testing"
)

// search returns the statement at the beginning of a plain test that searches it. It returns "" for
// another function. If the test does not name its T, parameters is the text of its parameters with a
// name.
func (f *file) search(d *ast.FuncDecl) (statement, parameters string) {
	if d.Recv != nil || !slices.Contains(f.Plain, d.Name.Name) || !strings.HasSuffix(f.path, "_test.go") || !f.takesT(d) {
		return "", ""
	}
	f.added[plainAlias], f.added[realAlias] = plainPath, "testing"
	field := d.Type.Params.List[0]
	name := "_sp_t"
	if len(field.Names) == 1 && field.Names[0].Name != "_" {
		name = field.Names[0].Name
	} else {
		parameters = "(" + name + " " + f.plain(field.Type) + ")"
	}
	return " if " + plainAlias + ".Search(" + name + ", " + d.Name.Name + ", " + plainAlias + ".Binding{Make: " + realAlias + "." + makeT + ", Of: " +
		realAlias + "." + controlOf + "}) { return };", parameters
}

// late is a place in a function that would refuse the package. For plain tests it refuses only the
// searches that come to the function.
type late struct {
	pos token.Pos
	why string
}

// refuseLate records the first refused place of a function, and reports whether it did so.
func (f *file) refuseLate(pos token.Pos, why string) bool {
	if f.Plain == nil {
		return false
	}
	for _, d := range f.syntax.Decls {
		d, is := d.(*ast.FuncDecl)
		if !is || d.Body == nil || pos < d.Body.Pos() || pos >= d.Body.End() {
			continue
		}
		if _, known := f.refused[d]; !known {
			f.refused[d] = late{pos, why}
		}
		return true
	}
	return false
}

// ends returns the statement at the beginning of a function that ends a search, or "".
func (f *file) ends(d *ast.FuncDecl) string {
	l, is := f.refused[d]
	if !is {
		return ""
	}
	return " " + f.access("Unseen") + "(" + f.siteAt(l.pos, "") + ", " + strconv.Quote(l.why) + ", 0);"
}

// takesT reports whether a function takes one *testing.T.
func (f *file) takesT(d *ast.FuncDecl) bool {
	fn, is := f.pkg.TypesInfo.Defs[d.Name].(*types.Func)
	if !is || fn.Signature().Params().Len() != 1 {
		return false
	}
	name := typeName(fn.Signature().Params().At(0).Type())
	return name != nil && name.Pkg() != nil && name.Pkg().Path() == "testing" && name.Name() == "T"
}

// testVariables returns the file that registers the package variables in test files. They are not there
// if another package imports this one.
func testVariables(p *packages.Package) (file string) {
	var names []string
	scope := p.Types.Scope()
	for _, name := range scope.Names() {
		v, is := scope.Lookup(name).(*types.Var)
		if is && name != "_" && strings.HasSuffix(p.Fset.Position(v.Pos()).Filename, "_test.go") {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("package %s\n\nimport %s %q\n\nfunc init() { %[2]s.Variables(%[4]q, %[5]q, &%[6]s) }\n", p.Name, accessAlias, accessPath, p.PkgPath, strings.Join(names, " "), strings.Join(names, ", &"))
}
