package instrument

import (
	"go/ast"
	"go/types"
	"strconv"
	"strings"
)

// The functions of testify that start goroutines are also methods of an Assertions, which no shim has.
// The shims have a function for each of them, whose first argument is the receiver.

// assertion returns the name of that function, or "".
func (f *file) assertion(c *ast.CallExpr, callee *types.Func) string {
	if callee == nil || callee.Pkg() == nil || !partial[callee.Pkg().Path()] || callee.Signature().Recv() == nil {
		return ""
	}
	sel, is := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	if s := f.pkg.TypesInfo.Selections[sel]; !is || s == nil || s.Kind() != types.MethodVal {
		return ""
	}
	of := typeName(callee.Signature().Recv().Type())
	if name := "Of" + callee.Name(); of != nil && of.Name() == "Assertions" && f.provided(callee.Pkg().Path(), name) != nil {
		return name
	}
	return ""
}

// assertionCall returns the text of a call of such a method.
func (f *file) assertionCall(c *ast.CallExpr, callee *types.Func, name string) string {
	sel := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	path := callee.Pkg().Path()
	s := f.shims[path]
	f.added[s.alias] = s.path
	f.noteVersion(path)
	text, _ := strings.CutPrefix(f.arguments(c, nil), "(")
	o := f.receiver(sel, f.pkg.TypesInfo.Selections[sel])
	return s.alias + "." + name + "(" + f.access("At") + "(" + f.siteOfCall(c) + ", " + o.text + "), " + newlines(f.between(sel.X.End(), sel.End())) + text
}

// atOnce is the first minor version of testify that calls a condition before the first tick.
const atOnce = 11

// noteVersion tells the shims of testify which version the program has.
func (f *file) noteVersion(path string) {
	p := f.pkg.Imports[path]
	if !strings.HasPrefix(path, "github.com/stretchr/testify/") || p == nil || p.Module == nil {
		return
	}
	minor, _, _ := strings.Cut(strings.TrimPrefix(p.Module.Version, "v1."), ".")
	if n, err := strconv.Atoi(minor); err == nil && n >= atOnce {
		f.added["_"] = home + "/model/shim/testify/atonce"
	}
}
