package instrument

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// rangeStmt returns the text of a range statement with its label. If elements are read, the range
// expression is evaluated once, before the loop:
//
//	for i, v := range x.s {
//
// becomes
//
//	{ s := x.s; for i, v := range s { access.Item(id, s, i);
func (f *file) rangeStmt(s *ast.RangeStmt, label string) string {
	loop := &rangeLoop{file: f, RangeStmt: s, label: label}
	if f.isChannel(s.X) {
		return loop.received()
	}
	if f.unreported {
		return label + f.splice(s, f.node)
	}
	switch t := core(f.typeOf(s.X)).(type) {
	case *types.Map:
		return loop.mapped()
	case *types.Slice:
		if s.Value != nil && !isBlank(s.Value) {
			return loop.elements(f.value(s.X))
		}
	case *types.Array:
		// The loop has a copy, or needs only the length.
		if s.Value == nil || isBlank(s.Value) {
			if !f.calls(s.X) {
				return loop.over(f.plain(s.X))
			}
		}
	case *types.Pointer:
		if s.Value != nil && !isBlank(s.Value) {
			return loop.elements("(" + f.value(s.X) + ")[:]")
		}
		if !f.calls(s.X) {
			return loop.over(f.plain(s.X))
		}
	case *types.Basic:
		if s.Tok == token.ASSIGN && t.Info()&types.IsInteger != 0 && loop.assigns() {
			return loop.over(loop.number())
		}
	}
	return loop.over(f.value(s.X))
}

// rangeLoop is a range statement.
type rangeLoop struct {
	*file
	*ast.RangeStmt
	label string
}

// variables returns the text of the loop's variables, and of the first statements of its body. If
// the loop assigns to variables, and the writes are to be reported, these statements do the
// assignment.
func (l *rangeLoop) variables(needKey bool) (head, first, key string) {
	if l.Key == nil {
		if !needKey {
			return "", "", ""
		}
		key = l.temporary("i")
		return key + " := ", "", key
	}
	if l.Tok == token.DEFINE {
		key = l.between(l.Key.Pos(), l.Key.End())
		if needKey && isBlank(l.Key) {
			key = l.temporary("i")
		}
		head = key
		if l.Value != nil {
			head += l.between(l.Key.End(), l.Value.End())
		}
		return head + " := ", l.reports(), key
	}
	if !needKey && !l.assigns() {
		head = l.operand(l.Key).text
		if l.Value != nil {
			head += l.between(l.Key.End(), l.Value.Pos()) + l.operand(l.Value).text
		}
		return head + " = ", "", ""
	}
	key = "_"
	if needKey || !isBlank(l.Key) {
		key = l.temporary("i")
	}
	if l.Value == nil || isBlank(l.Value) {
		head = key
		if l.Value != nil {
			head += ", _"
		}
		return head + " := ", l.assignment([]ast.Expr{l.Key}, []string{key}), key
	}
	value := l.temporary("v")
	return key + ", " + value + " := ", l.assignment([]ast.Expr{l.Key, l.Value}, []string{key, value}), key
}

// assigns reports whether the body has to assign to the loop's variables: since the writes are to
// be reported, or since a variable has operands that each round evaluates.
func (l *rangeLoop) assigns() bool {
	for _, e := range []ast.Expr{l.Key, l.Value} {
		if e != nil && (l.recorded(e) || l.calls(e)) {
			return true
		}
	}
	return false
}

// assignment returns the statement that assigns values to places.
func (l *rangeLoop) assignment(places []ast.Expr, values []string) string {
	s := l.steps(nil)
	var writes string
	for _, e := range places {
		s.operands(e)
	}
	s.declare()
	for i, e := range places {
		if !isBlank(e) {
			writes += l.target(e) + " = " + values[i] + "; "
		}
	}
	return s.text.String() + writes
}

// number returns the number that the loop counts up to, with its type. A constant takes that of the
// variable.
func (l *rangeLoop) number() string {
	text := l.value(l.X)
	if l.pkg.TypesInfo.Types[l.X].Value == nil {
		return text
	}
	name, good := l.typeText(l.typeOf(l.Key), l.Pos())
	if !good {
		l.refuseAt(l.Pos(), "a range over a constant whose type has no name here; use := and assign in the body")
	}
	return name + "(" + text + ")"
}

// over returns the loop over x without reports of elements.
func (l *rangeLoop) over(x string) string {
	head, first, _ := l.variables(false)
	return l.label + l.header(head, x) + l.body(first)
}

// header returns the loop up to its body. It keeps all line ends.
func (l *rangeLoop) header(variables, x string) string {
	lost := ""
	if l.Key != nil {
		end := l.Key.End()
		if l.Value != nil {
			end = l.Value.End()
		}
		lost = newlines(l.between(l.For, l.Key.Pos())) + newlines(l.between(end, l.X.Pos()))
	}
	return "for " + variables + "range " + lost + x + l.between(l.X.End(), l.Body.Pos())
}

func (l *rangeLoop) body(first string) string {
	body := l.stmt(l.Body)
	if first == "" {
		return body
	}
	return "{ " + first + body[1:]
}

// elements returns the loop over a slice, with a report of each element.
func (l *rangeLoop) elements(x string) string {
	l.copying(elementOf(l.typeOf(l.X)))
	s := l.temporary("s")
	head, first, key := l.variables(true)
	item := l.access("Item") + "(" + l.site(l.X) + ", " + s + ", " + key + "); "
	return l.hoisted(s, x, "", l.header(head, s)+l.body(item+first))
}

// mapped returns the loop over a map, in an order that a replay repeats.
func (l *rangeLoop) mapped() string {
	id := l.site(l.X)
	m, e, ok := l.temporary("m"), l.temporary("e"), l.temporary("ok")
	var places []ast.Expr
	var values, names []string
	value := "_"
	for i, v := range []ast.Expr{l.Key, l.Value} {
		if v == nil || isBlank(v) {
			continue
		}
		text := e + ".Key"
		if i == 1 {
			value = l.temporary("v")
			text = value
		}
		places, values, names = append(places, v), append(values, text), append(names, l.between(v.Pos(), v.End()))
	}
	before, first := "", ""
	switch {
	case len(places) == 0:
	case l.Tok == token.ASSIGN:
		first = l.assignment(places, values)
	case oldLoops(l.pkg.TypesInfo, l.syntax):
		before = l.sharedVariables(m)
		first = strings.Join(names, ", ") + " = " + strings.Join(values, ", ") + "; " + l.reports()
	default:
		first = strings.Join(names, ", ") + " := " + strings.Join(values, ", ") + "; "
	}
	x := l.value(l.X)
	read := "{ " + value + ", " + ok + " := " + l.access("Value") + "(" + id + ", " + m + ", " + e + "); if !" + ok + " { continue }; "
	return l.hoisted(m, x, before, l.header("_, "+e+" := ", l.access("Entries")+"("+id+", "+m+")")+
		read+first+l.stmt(l.Body)+" }")
}

// sharedVariables returns the declaration of the variables that all rounds share.
func (l *rangeLoop) sharedVariables(m string) string {
	names := []string{"_", "_"}
	for i, v := range []ast.Expr{l.Key, l.Value} {
		if v != nil {
			names[i] = l.between(v.Pos(), v.End())
		}
	}
	return strings.Join(names, ", ") + " := " + l.access("Zero") + "(" + m + "); "
}

// reports returns the reports of the writes to variables that all rounds share.
func (l *rangeLoop) reports() (text string) {
	for _, v := range []ast.Expr{l.Key, l.Value} {
		if id, is := v.(*ast.Ident); is && !isBlank(id) && oldLoops(l.pkg.TypesInfo, l.syntax) {
			if o, is := l.pkg.TypesInfo.Defs[id].(*types.Var); is && l.shared[o] {
				text += l.access("W") + "(" + l.site(id) + ", &" + id.Name + "); "
			}
		}
	}
	return text
}

// hoisted returns a block that evaluates x before the loop. The loop has the label.
func (l *rangeLoop) hoisted(name, x, before, loop string) string {
	return "{ " + name + " := " + x + "; " + before + l.label + loop + " }"
}
