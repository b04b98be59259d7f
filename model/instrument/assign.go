package instrument

import (
	"go/ast"
	"go/token"
	"go/types"
)

// assign returns the text of an assignment. The report of a write stands before the value only if
// the value has no call. A call may synchronize, and the report must not come before that.
func (f *file) assign(s *ast.AssignStmt) string {
	switch s.Tok {
	case token.DEFINE:
		return f.define(s)
	case token.ASSIGN:
	default:
		return f.operate(s)
	}
	recorded := false
	for _, l := range s.Lhs {
		recorded = recorded || f.recorded(l)
	}
	if !recorded {
		return f.splice(s, func(n ast.Node) string { return f.leftOrRight(s, n) })
	}
	if f.comesApart(s) {
		return f.assignApart(s)
	}
	return f.splice(s, func(n ast.Node) string { return f.leftOrRight(s, n) })
}

func (f *file) leftOrRight(s *ast.AssignStmt, n ast.Node) string {
	for _, l := range s.Lhs {
		if l == n {
			return f.target(l)
		}
	}
	return f.node(n)
}

// recorded reports whether a write to e is reported to the scheduler.
func (f *file) recorded(e ast.Expr) bool {
	e = ast.Unparen(e)
	if f.unreported || isBlank(e) {
		return false
	}
	if f.isElement(e) {
		return true
	}
	o := f.probe(e)
	return o.address != "" && o.shared
}

// probe returns the operand of e, and leaves the file's state unchanged.
func (f *file) probe(e ast.Expr) operand {
	places, next, temps, refusals := f.places, f.next, f.temps, f.refusals
	o := f.operand(e)
	f.places, f.next, f.temps, f.refusals = places, next, temps, refusals
	return o
}

func isBlank(e ast.Expr) bool {
	id, is := e.(*ast.Ident)
	return is && id.Name == "_"
}

// isElement reports whether e is an element of a map.
func (f *file) isElement(e ast.Expr) bool {
	x, is := ast.Unparen(e).(*ast.IndexExpr)
	if !is {
		return false
	}
	_, is = core(f.typeOf(x.X)).(*types.Map)
	return is
}

// callsInKey reports whether e is an element of a map whose key has a call.
func (f *file) callsInKey(e ast.Expr) bool {
	x, is := ast.Unparen(e).(*ast.IndexExpr)
	return is && f.isElement(x) && f.calls(x.Index)
}

// newKey returns the text of a key that may become one of a map.
func (f *file) newKey(x *ast.IndexExpr) string {
	return f.keyText(x.Index, core(f.typeOf(x.X)))
}

func (f *file) keyText(key ast.Expr, t types.Type) string {
	text := f.value(key)
	if m, is := t.(*types.Map); is && hasPointers(m.Key()) && !f.isUntyped(key) {
		return f.access("Key") + "(" + text + ")"
	}
	return text
}

// hasPointers reports whether values of a type may contain pointers that are compared.
func hasPointers(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Pointer, *types.Chan, *types.Interface:
		return true
	case *types.Basic:
		return t.Kind() == types.UnsafePointer
	case *types.Struct:
		for f := range t.Fields() {
			if hasPointers(f.Type()) {
				return true
			}
		}
	case *types.Array:
		return hasPointers(t.Elem())
	}
	return false
}

// target returns the text of e on the left side, with the report of the write before it.
func (f *file) target(e ast.Expr) string {
	if isBlank(e) {
		return "_"
	}
	f.copying(f.typeOf(e))
	if name := f.addresses[ast.Unparen(e)]; name != "" {
		if f.recorded(e) {
			name = f.access("W") + "(" + f.site(e) + ", " + name + ")"
		}
		return "*" + name
	}
	if !f.recorded(e) {
		return f.operand(e).text
	}
	if f.isElement(e) {
		x := ast.Unparen(e).(*ast.IndexExpr)
		return f.access("MapW") + "(" + f.site(x) + ", " + f.value(x.X) + ")" +
			f.between(x.X.End(), x.Index.Pos()) + f.newKey(x) + f.between(x.Index.End(), x.End())
	}
	id := f.site(e)
	return "*" + f.access("W") + "(" + id + ", " + f.operand(e).address + ")"
}

// define returns a short variable declaration. Writes to variables that it only assigns are
// reported right after it.
func (f *file) define(s *ast.AssignStmt) string {
	text := f.splice(s, func(n ast.Node) string {
		for _, l := range s.Lhs {
			if l == n {
				return f.between(l.Pos(), l.End())
			}
		}
		return f.node(n)
	})
	for _, l := range s.Lhs {
		if id, is := l.(*ast.Ident); is && f.pkg.TypesInfo.Defs[id] == nil && f.recorded(id) {
			text += "; " + f.access("W") + "(" + f.site(id) + ", &" + id.Name + ")"
		}
	}
	return text
}

// operate returns x op= y. The report of the write also stands for the read.
func (f *file) operate(s *ast.AssignStmt) string {
	x, y := s.Lhs[0], s.Rhs[0]
	if !f.recorded(x) || !f.calls(y) && !f.callsInKey(x) || f.hidesType(y) {
		return f.splice(s, func(n ast.Node) string { return f.leftOrRight(s, n) })
	}
	a := f.steps(s)
	if f.calls(x) {
		a.operands(x)
	}
	a.keep(y)
	a.declare()
	return a.end(f.target(x) + " " + s.Tok.String() + " " + f.value(y))
}

// incDec returns x++ or x--.
func (f *file) incDec(s *ast.IncDecStmt) string {
	if !f.callsInKey(s.X) || f.unreported {
		return f.target(s.X) + f.between(s.X.End(), s.End())
	}
	a := f.steps(s)
	a.operands(s.X)
	a.declare()
	return a.end(f.target(s.X) + s.Tok.String())
}
