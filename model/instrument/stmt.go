package instrument

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"
)

// stmt returns the text of a statement.
func (f *file) stmt(s ast.Stmt) string {
	switch s := s.(type) {
	case *ast.AssignStmt:
		return f.assign(s)
	case *ast.IncDecStmt:
		return f.incDec(s)
	case *ast.GoStmt:
		return f.goStmt(s)
	case *ast.DeferStmt:
		if f.isShim(f.callee(s.Call)) {
			return f.between(s.Pos(), s.Call.Pos()) + f.late(s.Call) + "()"
		}
		return f.between(s.Pos(), s.Call.Pos()) + f.plainCall(s.Call)
	case *ast.RangeStmt:
		return f.rangeStmt(s, "")
	case *ast.LabeledStmt:
		label := f.between(s.Pos(), s.Stmt.Pos())
		if r, is := s.Stmt.(*ast.RangeStmt); is {
			return f.rangeStmt(r, label)
		}
		return label + f.stmt(s.Stmt)
	case *ast.BranchStmt:
		return f.between(s.Pos(), s.End())
	}
	return f.splice(s, f.node)
}

// plainCall is call without a label, since the call is made later.
func (f *file) plainCall(c *ast.CallExpr) string {
	if fun := f.pkg.TypesInfo.Types[c.Fun]; fun.IsBuiltin() || fun.IsType() {
		return f.call(c)
	}
	return f.value(c.Fun) + f.arguments(c, nil)
}

// goStmt returns a go statement that evaluates the function and its arguments at once, as Go does.
// A new thread makes the call.
func (f *file) goStmt(s *ast.GoStmt) string {
	id := ""
	if lit, is := s.Call.Fun.(*ast.FuncLit); is {
		id = f.siteAt(lit.Pos(), "func literal")
	} else {
		id = f.site(s.Call.Fun)
	}
	gap := newlines(f.between(s.Pos()+2, s.Call.Pos()))
	if f.isShim(f.callee(s.Call)) {
		return f.access("Go") + "(" + id + ", " + gap + f.late(s.Call) + ")"
	}
	return f.access("Go") + "(" + id + ", " + gap + f.bound(s.Call) + ")"
}

// late returns a func() that sets the site of a call and makes it.
func (f *file) late(c *ast.CallExpr) string {
	id := f.siteOfCall(c)
	return f.access("Late") + "(" + id + ", " + f.bound(c) + ")"
}

const mostParameters, mostResults = 4, 2

// bound returns a func() that makes a call. The function and its arguments are evaluated at once.
// The arguments are converted to the types of the parameters.
func (f *file) bound(c *ast.CallExpr) string {
	fun := f.pkg.TypesInfo.Types[c.Fun]
	if fun.IsType() {
		f.refuseAt(c.Pos(), "a go statement with a conversion; call a function")
		return ""
	}
	if fun.IsBuiltin() {
		if id, is := ast.Unparen(c.Fun).(*ast.Ident); is && id.Name == "panic" {
			return f.access("Bind1") + "(" + f.access("Panic") + ")" + f.arguments(c, nil)
		}
		f.refuseAt(c.Pos(), "a go statement with a builtin function; put the call into a func literal")
		return ""
	}
	sig := core(fun.Type).(*types.Signature)
	n, m := sig.Params().Len(), sig.Results().Len()
	text := f.value(c.Fun) + f.instance(c)
	if n == 0 && m == 0 {
		return newlines(f.between(c.Fun.End(), c.End())) + text
	}
	if n > mostParameters || m > mostResults {
		f.refuseAt(c.Pos(), "a go or defer statement with more than %d parameters or %d results; put the call into a func literal",
			mostParameters, mostResults)
		return ""
	}
	name := fmt.Sprint("Bind", n)
	if sig.Variadic() {
		name += "V"
	}
	if m > 0 {
		name += fmt.Sprint("R", m)
	}
	if n == 0 {
		return f.access(name) + "(" + newlines(f.between(c.Fun.End(), c.End())) + text + ")"
	}
	return f.access(name) + "(" + text + ")" + f.arguments(c, nil)
}

// instance returns the type arguments that a call of a generic function leaves out. As a value the
// function needs them.
func (f *file) instance(c *ast.CallExpr) string {
	if !f.isGeneric(c.Fun) {
		return ""
	}
	var id *ast.Ident
	switch x := ast.Unparen(c.Fun).(type) {
	case *ast.Ident:
		id = x
	case *ast.SelectorExpr:
		id = x.Sel
	default:
		f.refuseAt(c.Pos(), "a go or defer statement with some type arguments left out; write all of them")
		return ""
	}
	good := true
	var names []string
	for t := range f.pkg.TypesInfo.Instances[id].TypeArgs.Types() {
		names = append(names, types.TypeString(t, func(p *types.Package) string {
			if p.Path() == f.pkg.PkgPath {
				return ""
			}
			name, known := f.importName(p)
			good = good && known
			return name
		}))
	}
	if !good {
		f.refuseAt(c.Pos(), "a go or defer statement with a generic function; write its type arguments")
		return ""
	}
	return "[" + strings.Join(names, ", ") + "]"
}

// importName returns the name of a package in the file. It returns false for packages with shims,
// since the shim may have another type.
func (f *file) importName(p *types.Package) (string, bool) {
	if f.shims[p.Path()] != nil {
		return "", false
	}
	for _, s := range f.syntax.Imports {
		if name := f.pkg.TypesInfo.PkgNameOf(s); name != nil && name.Imported().Path() == p.Path() {
			return name.Name(), name.Name() != "_" && name.Name() != "."
		}
	}
	return "", false
}
