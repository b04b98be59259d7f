package instrument

import (
	"go/ast"
	"strings"
)

// Two additions to an atomic number commute if nobody sees their results.

// ignores notes a call whose result nobody sees.
func (f *file) ignores(e ast.Expr) {
	if c, is := ast.Unparen(e).(*ast.CallExpr); is {
		f.ignored[c] = true
	}
}

// blind reports whether a call is such an addition. If its arguments make calls, their accesses come
// between.
func (f *file) blind(c *ast.CallExpr) bool {
	callee := f.callee(c)
	return f.ignored[c] && callee != nil && callee.Pkg().Path() == "sync/atomic" && strings.HasPrefix(callee.Name(), "Add") && !f.calls(c.Args...)
}
