package arch

import (
	"go/ast"
	"go/types"
	"slices"
)

func (c *labelChecker) read(d *ast.FuncDecl) *function {
	f := &function{at: c.line(d.Pos()), name: d.Name.Name}
	f.specified = c.specified(f.at.Filename)
	first, last := c.line(d.Pos()).Line, c.line(d.End()).Line
	for at := range c.labels {
		f.labelled = f.labelled || at.Filename == f.at.Filename && first <= at.Line && at.Line <= last
	}
	deferred := map[*ast.CallExpr]bool{}
	counted := map[ast.Expr]bool{} // slots whose method is the access
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.DeferStmt:
			deferred[n.Call] = true
		case *ast.CallExpr:
			one := call{deferred: deferred[n]}
			switch fun := ast.Unparen(n.Fun).(type) {
			case *ast.Ident:
				one.at, one.name = c.line(fun.Pos()), fun.Name
			case *ast.SelectorExpr:
				one.at, one.name = c.line(fun.Sel.Pos()), fun.Sel.Name
				one.receiver = types.ExprString(fun.X)
				one.access = isAccess(fun)
				counted[ast.Unparen(fun.X)] = one.access
			case *ast.IndexExpr: // an instance of a generic function
				if name, is := fun.X.(*ast.Ident); is {
					one.at, one.name = c.line(name.Pos()), name.Name
				}
			}
			if one.name != "" {
				f.calls = append(f.calls, one)
			}
		case *ast.IndexExpr:
			x, is := ast.Unparen(n.X).(*ast.SelectorExpr)
			if is && x.Sel.Name == slotsField && !counted[n] {
				f.calls = append(f.calls, call{
					at: c.line(x.Sel.Pos()), name: slotsField + "[]", receiver: types.ExprString(x.X), access: true, slot: true,
				})
			}
		}
		return true
	})
	return f
}

// isAccess reports whether a call is a shared access, judging by the name of the method. Functions of
// sync/atomic are accesses. A method counts on a variable, a field or an element, but not on the result of a
// call, such as in time.Now().Add(d).
func isAccess(fun *ast.SelectorExpr) bool {
	if x, is := fun.X.(*ast.Ident); is && x.Name == "atomic" {
		return true
	}
	if _, is := ast.Unparen(fun.X).(*ast.CallExpr); is {
		return false
	}
	return accesses[fun.Sel.Name]
}

// findHelpers finds the helpers: functions without labels in specified files that contain an access, or a call
// of another helper.
func (c *labelChecker) findHelpers() {
	c.helpers = c.callersOf(func(one call) bool { return one.access })
	c.atomic = c.callersOf(func(one call) bool { return one.access && !one.slot })
}

// callersOf returns the names of functions without labels that contain a matching call, or a call of another
// returned function.
func (c *labelChecker) callersOf(is func(call) bool) map[string]bool {
	found := map[string]bool{}
	for again := true; again; {
		again = false
		for _, f := range c.functions {
			if f.specified && !f.labelled && !found[f.name] &&
				slices.ContainsFunc(f.calls, func(one call) bool { return is(one) || found[one.name] }) {
				found[f.name] = true
				again = true
			}
		}
	}
	return found
}

// matters reports whether a call is an access, or leads to one.
func (c *labelChecker) matters(one call) bool { return one.access || c.helpers[one.name] }
