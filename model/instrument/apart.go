package instrument

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// Go makes an assignment in two phases. It first evaluates the operands of indexes and of pointer
// indirections on the left, and the values on the right. It then assigns from left to right, and
// only then does an index or a nil pointer panic. So
//
//	a, s[i] = x, f()
//
// becomes
//
//	{ s1, i1 := s, i; v1, v2 := x, f(); *access.W(1, &a) = v1; *access.W(2, &s1[i1]) = v2 }
//
// if its parts must come apart: a write is reported after the calls on the right, and a panic comes
// after the writes before it.

// comesApart reports whether the phases of an assignment must come apart.
func (f *file) comesApart(s *ast.AssignStmt) bool {
	if f.simple[s] && f.recovers(s.Rhs) {
		return false // in a func literal, recover would return nil
	}
	if slices.ContainsFunc(s.Rhs, f.hidesType) {
		return false // a variable would have another type
	}
	if f.calls(s.Rhs...) || f.callsInKey(s.Lhs[0]) {
		return true
	}
	if len(s.Lhs) == 1 {
		return false
	}
	for i, l := range s.Lhs {
		if i > 0 && f.mayPanic(l) && !f.amongValues(s, l) || f.callsInKey(l) {
			return true
		}
	}
	return false
}

// mayPanic reports whether an assignment to e may panic, other than for a nil map.
func (f *file) mayPanic(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.StarExpr:
		return true
	case *ast.IndexExpr:
		if _, array := core(f.typeOf(e.X)).(*types.Array); array && f.pkg.TypesInfo.Types[e.Index].Value != nil {
			return f.mayPanic(e.X)
		}
		return !f.isElement(e)
	case *ast.SelectorExpr:
		s := f.pkg.TypesInfo.Selections[e]
		return s != nil && (s.Indirect() || f.mayPanic(e.X))
	}
	return false
}

// amongValues reports whether the right side reads e, and so panics first if e does.
func (f *file) amongValues(s *ast.AssignStmt, e ast.Expr) bool {
	for _, r := range s.Rhs {
		if f.sourceOf(ast.Unparen(r)) == f.sourceOf(ast.Unparen(e)) {
			return true
		}
	}
	return false
}

// recovers reports whether an expression calls the builtin recover.
func (f *file) recovers(values []ast.Expr) bool {
	found := false
	for _, e := range values {
		ast.Inspect(e, func(n ast.Node) bool {
			if c, is := n.(*ast.CallExpr); is && f.pkg.TypesInfo.Types[c.Fun].IsBuiltin() {
				id, is := ast.Unparen(c.Fun).(*ast.Ident)
				found = found || is && id.Name == "recover"
			}
			_, literal := n.(*ast.FuncLit)
			return !literal
		})
	}
	return found
}

// steps is a statement that is divided into several.
type steps struct {
	*file
	whole ast.Stmt
	text  strings.Builder
	names []string // the variables of the next declaration
	texts []string
}

// keep evaluates e now, into a variable that stands for it from now on. Constants, nil and generic
// functions stay where they are, since they take their type from there.
func (s *steps) keep(e ast.Expr) {
	if s.isUntyped(e) {
		return
	}
	s.hoisted[e] = s.variable("v", e, s.typed(e))
}

// variable returns the name of a variable that has a value from the source of e.
func (s *steps) variable(prefix string, e ast.Expr, text string) string {
	name := s.temporary(prefix)
	s.names, s.texts = append(s.names, name), append(s.texts, s.directive(e)+text)
	return name
}

// directive returns the comment that gives the next token the line of e, if the statement has
// several lines.
func (s *steps) directive(e ast.Expr) string {
	if s.whole == nil || s.line(s.whole.Pos()) == s.line(s.whole.End()) {
		return ""
	}
	return fmt.Sprintf("/*line :%d:1*/", s.line(e.Pos()))
}

// declare writes the declaration of the variables.
func (s *steps) declare() {
	if len(s.names) > 0 {
		s.text.WriteString(strings.Join(s.names, ", ") + " := " + strings.Join(s.texts, ", ") + "; ")
		s.names, s.texts = nil, nil
	}
}

// operands keeps the operands of a place on the left side.
func (s *steps) operands(e ast.Expr) {
	switch e := ast.Unparen(e).(type) {
	case *ast.StarExpr:
		s.keep(e.X)
	case *ast.IndexExpr:
		if _, array := core(s.typeOf(e.X)).(*types.Array); array {
			s.operands(e.X)
		} else {
			s.keep(e.X)
		}
		s.keep(e.Index)
	case *ast.SelectorExpr:
		switch selection := s.pkg.TypesInfo.Selections[e]; {
		case selection == nil:
		case selection.Indirect() && len(selection.Index()) > 1:
			s.embeddedOperand(e, selection)
		case pointee(s.typeOf(e.X)) != nil:
			s.keep(e.X)
		default:
			s.operands(e.X)
		}
	}
}

// embeddedOperand keeps the embedded pointer through which e is selected.
func (s *steps) embeddedOperand(e *ast.SelectorExpr, selection *types.Selection) {
	index := selection.Index()
	if o := s.embedded(e, selection, index[:len(index)-1]); pointee(o.typ) != nil {
		s.pointers[e] = s.variable("p", e, s.read(e.X, o))
	} else {
		s.addresses[e] = s.variable("p", e, s.operand(e).address)
	}
}

// end returns the statement. It has as many lines as the source, and its last steps are on its first.
func (s *steps) end(last string) string {
	first, lines := s.line(s.whole.Pos()), s.line(s.whole.End())
	text := s.text.String()
	if lines > first {
		missing := lines - first - strings.Count(text+last, "\n")
		last = fmt.Sprintf("/*line :%d:1*/%s%s/*line :%d:1*/", first, last, strings.Repeat("\n", max(0, missing)), lines)
	}
	text = "{ " + text + last + " }"
	if s.simple[s.whole] {
		text = "func() " + text + "()"
	}
	return text
}

func (f *file) steps(whole ast.Stmt) *steps { return &steps{file: f, whole: whole} }

// assignApart returns an assignment in its phases.
func (f *file) assignApart(a *ast.AssignStmt) string {
	s := f.steps(a)
	calls := f.calls(a.Lhs...)
	operands := func() {
		for _, l := range a.Lhs {
			s.operands(l)
		}
		s.declare()
	}
	if calls {
		operands()
	}
	values := s.values(a)
	s.declare()
	if !calls && len(a.Lhs) > 1 { // the compiler, too, makes the calls first
		operands()
	}
	var writes []string
	for i, l := range a.Lhs {
		value := values[i]
		switch {
		case value == "_":
			continue
		case value == "":
			value = f.value(a.Rhs[i])
		case i == 1:
			value = f.secondOf(a.Rhs[0], value, f.typeOf(l))
		}
		writes = append(writes, f.target(l)+" = "+value)
	}
	return s.end(strings.Join(writes, "; "))
}

// values keeps the right side of an assignment. It returns the names of the results of its one
// expression, or empty names.
func (s *steps) values(a *ast.AssignStmt) []string {
	names := make([]string, len(a.Lhs))
	if len(a.Rhs) == len(a.Lhs) {
		for _, r := range a.Rhs {
			s.keep(r)
		}
		return names
	}
	for i, l := range a.Lhs {
		names[i] = "_"
		if !isBlank(l) {
			names[i] = s.temporary("v")
		}
	}
	s.names, s.texts = names, []string{s.directive(a.Rhs[0]) + s.node(a.Rhs[0])}
	return names
}

// secondOf returns the text of the second result of an expression, for a place with a type. If the
// expression is no call, the result is an untyped bool.
func (f *file) secondOf(e ast.Expr, text string, t types.Type) string {
	if _, call := ast.Unparen(e).(*ast.CallExpr); call || types.IsInterface(t) || types.Identical(t, types.Typ[types.Bool]) {
		return text
	}
	name, good := f.typeText(t, e.Pos())
	if !good {
		f.refuseAt(e.Pos(), "an assignment of a bool to a type that has no name here; use a variable of type bool")
	}
	return name + "(" + text + ")"
}
