package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// assign returns the text of an assignment. Go evaluates the operands on the left and the values
// on the right first, and then writes. So the report of a write stands before the value only if
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
	if !f.calls(s.Rhs...) && (len(s.Lhs) == 1 && !f.callsInKey(s.Lhs[0]) || !f.calls(s.Lhs...)) {
		return f.splice(s, func(n ast.Node) string { return f.leftOrRight(s, n) })
	}
	return f.assignLate(s)
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
	return o.address != "" && o.shared && !f.isShimType(o.typ)
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

// target returns the text of e on the left side, with the report of the write before it.
func (f *file) target(e ast.Expr) string {
	if isBlank(e) {
		return "_"
	}
	if !f.recorded(e) {
		return f.operand(e).text
	}
	if f.isElement(e) {
		x := ast.Unparen(e).(*ast.IndexExpr)
		return f.access("MapW") + "(" + f.site(x) + ", " + f.value(x.X) + ")" +
			f.between(x.X.End(), x.Index.Pos()) + f.value(x.Index) + f.between(x.Index.End(), x.End())
	}
	id := f.site(e)
	return "*" + f.access("W") + "(" + id + ", " + f.operand(e).address + ")"
}

// setter returns the text of a function that writes e.
func (f *file) setter(e ast.Expr) string {
	switch {
	case isBlank(e):
		return f.access("Blank")
	case f.isElement(e):
		x := ast.Unparen(e).(*ast.IndexExpr)
		return f.called("SetElem", f.site(x), x)
	case !f.recorded(e):
		return f.access("Local") + "(" + f.operand(e).address + ")"
	}
	id := f.site(e)
	return f.access("Set") + "(" + id + ", " + f.operand(e).address + ")"
}

// assignLate returns an assignment as a call. Its writes come after everything else.
func (f *file) assignLate(s *ast.AssignStmt) string {
	n := len(s.Lhs)
	end := s.Lhs[n-1].End()
	head := ""
	switch {
	case n == 1:
		head = f.setter(s.Lhs[0])
	case n <= 4:
		head = fmt.Sprintf("%s%d(", f.access("Set"), n) +
			list(f, s.Pos(), end, s.Lhs, func(_ int, l ast.Expr) string { return f.setter(l) }) + ")"
	default:
		f.refuseAt(s.Pos(), "an assignment to more than four places, with calls on its right; split it")
		return f.splice(s, f.node)
	}
	return head + f.instead(end, s.TokPos, 1, "(", s.Rhs[0].Pos()) +
		list(f, s.Rhs[0].Pos(), s.End(), s.Rhs, func(_ int, r ast.Expr) string {
			if n > 1 && len(s.Rhs) == 1 {
				return f.withOK(r)
			}
			return f.node(r)
		}) + ")"
}

// withOK returns e as a call with two results, if e is m[k] or x.(T).
func (f *file) withOK(e ast.Expr) string {
	switch x := ast.Unparen(e).(type) {
	case *ast.IndexExpr:
		if f.isElement(x) {
			return f.called("Lookup", f.site(x), x)
		}
	case *ast.TypeAssertExpr:
		return f.access("Is") + "[" + f.plain(x.Type) + "](" + f.value(x.X) +
			newlines(f.between(x.X.End(), x.Type.Pos())+f.between(x.Type.End(), x.End())) + ")"
	}
	return f.node(e)
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

var operators = map[token.Token]string{
	token.ADD_ASSIGN: "Add", token.SUB_ASSIGN: "Sub", token.MUL_ASSIGN: "Mul", token.QUO_ASSIGN: "Quo",
	token.REM_ASSIGN: "Rem", token.AND_ASSIGN: "And", token.OR_ASSIGN: "Or", token.XOR_ASSIGN: "Xor",
	token.AND_NOT_ASSIGN: "AndNot",
}

// operate returns x op= y. The report of the write also stands for the read.
func (f *file) operate(s *ast.AssignStmt) string {
	x, y := s.Lhs[0], s.Rhs[0]
	late := f.calls(y) || f.callsInKey(x)
	if !late || !f.recorded(x) {
		return f.splice(s, func(n ast.Node) string { return f.leftOrRight(s, n) })
	}
	op := operators[s.Tok]
	if op == "" {
		f.refuseAt(s.Pos(), "a call on the right of %s; put its result into a variable first", s.Tok)
		return f.splice(s, f.node)
	}
	return f.updater(x) + f.instead(x.End(), s.TokPos, len(s.Tok.String()), "(", y.Pos()) + f.value(y) + ", " + f.access(op) + ")"
}

// updater returns a function that changes x by an operator.
func (f *file) updater(x ast.Expr) string {
	text := f.setter(x)
	for _, name := range []string{"SetElem", "Set"} {
		if rest, is := strings.CutPrefix(text, f.access(name)+"("); is {
			return f.access("Update"+strings.TrimPrefix(name, "Set")) + "(" + rest
		}
	}
	return text
}

// incDec returns x++ or x--.
func (f *file) incDec(s *ast.IncDecStmt) string {
	if f.callsInKey(s.X) && !f.unreported {
		op := "Add"
		if s.Tok == token.DEC {
			op = "Sub"
		}
		return f.updater(s.X) + "(1, " + f.access(op) + ")"
	}
	return f.target(s.X) + f.between(s.X.End(), s.End())
}
