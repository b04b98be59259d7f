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
	if f.unreported {
		return label + f.splice(s, f.node)
	}
	if s.Tok == token.ASSIGN && (f.calls(s.Key) || s.Value != nil && f.calls(s.Value)) {
		f.refuseAt(s.Pos(), "a range statement with calls in its variables; use := and assign in the body")
	}
	loop := &rangeLoop{file: f, RangeStmt: s, label: label}
	switch t := core(f.typeOf(s.X)).(type) {
	case *types.Map:
		if oldLoops(f.pkg.TypesInfo, f.syntax) {
			return loop.unordered()
		}
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
		constant := f.pkg.TypesInfo.Types[s.X].Value != nil && t.Kind() != types.Int
		if s.Tok == token.ASSIGN && t.Info()&types.IsInteger != 0 && f.recorded(s.Key) &&
			(constant || !types.Identical(f.typeOf(s.Key), f.typeOf(s.X))) {
			f.refuseAt(s.Pos(), "a range over an integer that assigns to a shared variable; use := and assign in the body")
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
		for _, v := range []ast.Expr{l.Key, l.Value} {
			if id, is := v.(*ast.Ident); is && !isBlank(id) && oldLoops(l.pkg.TypesInfo, l.syntax) {
				if o, is := l.pkg.TypesInfo.Defs[id].(*types.Var); is && l.shared[o] {
					first += l.access("W") + "(" + l.site(id) + ", &" + id.Name + "); "
				}
			}
		}
		return head + " := ", first, key
	}
	if !needKey && !l.recorded(l.Key) && (l.Value == nil || !l.recorded(l.Value)) {
		head = l.operand(l.Key).text
		if l.Value != nil {
			head += l.between(l.Key.End(), l.Value.Pos()) + l.operand(l.Value).text
		}
		return head + " = ", "", ""
	}
	key = l.temporary("i")
	head = key
	left, right := l.target(l.Key), key
	if l.Value != nil {
		value := l.temporary("v")
		head += ", " + value
		left += ", " + l.target(l.Value)
		right += ", " + value
		if isBlank(l.Value) {
			head = key + ", _"
			left, right = l.target(l.Key), key
		}
	}
	return head + " := ", left + " = " + right + "; ", key
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
	s := l.temporary("s")
	head, first, key := l.variables(true)
	item := l.access("Item") + "(" + l.site(l.X) + ", " + s + ", " + key + "); "
	return l.hoisted(s, x, l.header(head, s)+l.body(item+first))
}

// mapped returns the loop over a map, in an order that a replay repeats.
func (l *rangeLoop) mapped() string {
	id := l.site(l.X)
	m, k, v, ok := l.temporary("m"), l.temporary("k"), l.temporary("v"), l.temporary("ok")
	first := ""
	if l.Tok == token.DEFINE && !isBlank(l.Key) {
		k = l.between(l.Key.Pos(), l.Key.End())
	}
	switch {
	case l.Value == nil || isBlank(l.Value):
		v = "_"
	case l.Tok == token.DEFINE:
		v = l.between(l.Value.Pos(), l.Value.End())
	}
	if l.Tok == token.ASSIGN {
		var left, right []string
		if !isBlank(l.Key) {
			left, right = append(left, l.target(l.Key)), append(right, k)
		}
		if v != "_" {
			left, right = append(left, l.target(l.Value)), append(right, v)
		}
		first = strings.Join(left, ", ") + " = " + strings.Join(right, ", ")
		if first += "; "; len(left) == 0 {
			first = ""
		}
	}
	x := l.value(l.X)
	read := "{ " + v + ", " + ok + " := " + l.access("MapR") + "(" + id + ", " + m + ")[" + k + "]; if !" + ok + " { continue }; "
	return l.hoisted(m, x, l.header("_, "+k+" := ", l.access("Keys")+"("+id+", "+m+")")+
		read+l.body(first)+" }")
}

// unordered returns the loop over a map in Go's order, with reports of the reads.
func (l *rangeLoop) unordered() string {
	id := l.site(l.X)
	m := l.temporary("m")
	head, first, _ := l.variables(false)
	read := l.access("MapR") + "(" + id + ", " + m + "); "
	return l.hoisted(m, l.access("MapR")+"("+id+", "+l.value(l.X)+")", l.header(head, m)+l.body(read+first))
}

// hoisted returns a block that evaluates x before the loop. The loop has the label.
func (l *rangeLoop) hoisted(name, x, loop string) string {
	return "{ " + name + " := " + x + "; " + l.label + loop + " }"
}
