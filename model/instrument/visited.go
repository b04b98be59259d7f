package instrument

import (
	"go/ast"
	"go/types"
	"strconv"
)

// A function whose calls are recorded is wrapped where the program names it, so calls of function values
// and method values are recorded as well. If a method of an interface may lead to such a function,
// the dynamic type decides when the receiver is evaluated.

// visited returns the text of an expression that names such a function.
func (f *file) visited(e ast.Expr) (string, bool) {
	if f.wrapped[e] || f.unreported && f.calledNow[e] {
		return "", false
	}
	id, fn := f.named(e)
	switch {
	case fn == nil:
		return f.visitedVariable(id, e)
	case f.reported[id] || fn.Pkg() == nil:
		return "", false
	case f.visits(fn) && f.calledNow[e] && f.byInterface(e):
		return f.visitedBy(ast.Unparen(e).(*ast.SelectorExpr), fn), true
	case f.visits(fn):
		text, good := f.instance(e)
		if !good {
			if !f.calledNow[e] {
				f.refuseAt(e.Pos(), "%s synchronizes without the scheduler, and its type arguments are left out; avoid it", fn.FullName())
			}
			return "", false
		}
		id := f.siteAt(placeOf(e), fn.FullName())
		return f.begins(f.later("Visit", e), "Begin", e, id) + "(" + id + ", " + text + ")", true
	case !f.mayVisit(fn):
		return "", false
	}
	sel, is := ast.Unparen(e).(*ast.SelectorExpr)
	if !is || f.pkg.TypesInfo.Selections[sel] == nil {
		return "", false
	}
	return f.visitedBy(sel, fn), true
}

// later returns the name of a function. A function that is not called at once is wrapped in any case,
// since the call may come later.
func (f *file) later(name string, e ast.Expr) string {
	if !f.calledNow[e] {
		name += "Later"
	}
	return name
}

// begins returns the name of a function of package access: begin, if the code that has the call records
// its end, and otherwise wrap.
func (f *file) begins(wrap, begin string, e ast.Expr, id string) string {
	if end, known := f.endings[e]; known && f.calledNow[e] {
		*end = id
		wrap = begin
	}
	return f.access(wrap)
}

// visitedBy returns the text of a method of an interface.
func (f *file) visitedBy(e *ast.SelectorExpr, fn *types.Func) string {
	id := f.siteAt(placeOf(e), fn.FullName())
	if f.pkg.TypesInfo.Selections[e].Kind() == types.MethodExpr {
		return f.access("VisitOn") + "(" + id + ", " + strconv.Quote(fn.Name()) + ", " + f.unwrapped(e) + ")"
	}
	return f.begins("VisitBy", "BeginBy", e, id) + "(" + id + ", " + f.unwrapped(e) + ")"
}

// unwrapped returns the text of an expression that is being wrapped.
func (f *file) unwrapped(e ast.Expr) string {
	f.wrapped[e] = true
	defer delete(f.wrapped, e)
	return f.value(e)
}

// byInterface reports whether an expression is the method of an interface's value.
func (f *file) byInterface(e ast.Expr) bool {
	sel, is := ast.Unparen(e).(*ast.SelectorExpr)
	if !is {
		return false
	}
	s := f.pkg.TypesInfo.Selections[sel]
	return s != nil && s.Kind() == types.MethodVal && types.IsInterface(s.Recv())
}

// find wraps the receiver of a method of an interface, if the method is being wrapped.
func (f *file) find(e *ast.SelectorExpr, o operand) operand {
	if f.wrapped[e] && types.IsInterface(o.typ) {
		name, method := f.later("Found", e), e.Sel.Name
		if fn, is := f.pkg.TypesInfo.Uses[e.Sel].(*types.Func); is && f.calledNow[e] && f.visits(fn) {
			name, method = "FoundOutside", fn.FullName()
		}
		o.text = f.access(name) + "(" + strconv.Quote(method) + ", " + o.text + ")"
	}
	return o
}

// visitedVariable is visited for a variable or a field of a package that could not be rewritten.
func (f *file) visitedVariable(id *ast.Ident, e ast.Expr) (string, bool) {
	if id == nil || !f.calledNow[e] {
		return "", false
	}
	v, is := f.pkg.TypesInfo.Uses[id].(*types.Var)
	if !is || v.Pkg() == nil || !f.leftOut[v.Pkg().Path()] {
		return "", false
	}
	if _, is := core(v.Type()).(*types.Signature); !is {
		return "", false
	}
	site := f.siteAt(placeOf(e), v.Pkg().Path()+"."+v.Name())
	return f.begins("Visit", "Begin", e, site) + "(" + site + ", " + f.unwrapped(e) + ")", true
}

// instance returns the text of a function with its type arguments, if all of them have names here.
func (f *file) instance(e ast.Expr) (string, bool) {
	if !f.isGeneric(e) {
		return f.unwrapped(e), true
	}
	id, _ := f.named(e)
	text := f.plain(uninstantiated(e))
	open := "["
	for t := range f.pkg.TypesInfo.Instances[id].TypeArgs.Types() {
		name, good := f.typeArgument(t, e.Pos())
		if !good {
			return "", false
		}
		text += open + name
		open = ", "
	}
	return text + "]", true
}

// announces returns the argument that announces the call of a function whose calls are recorded, if the
// function cannot be wrapped. It returns -1 if there is no such call.
func (f *file) announces(c *ast.CallExpr, callee *types.Func) int {
	if f.unreported || callee == nil || !f.isGeneric(c.Fun) || !f.visits(callee) {
		return -1
	}
	if _, good := f.instance(c.Fun); good {
		return -1
	}
	for i, a := range c.Args {
		if _, several := f.typeOf(a).(*types.Tuple); !several && !f.isUntyped(a) {
			return i
		}
	}
	f.refuseAt(c.Pos(), "%s synchronizes without the scheduler, and its type arguments are left out; avoid it", callee.FullName())
	return -1
}

// announced returns a function that wraps the argument that announces a call.
func (f *file) announced(c *ast.CallExpr, callee *types.Func, wrap func(i int, text string) string) func(i int, text string) string {
	first := f.announces(c, callee)
	return func(i int, text string) string {
		text = wrap(i, text)
		if i == first {
			text = f.access("Visits") + "(" + f.siteAt(placeOf(c.Fun), callee.FullName()) + ", " + text + ")"
		}
		return text
	}
}
