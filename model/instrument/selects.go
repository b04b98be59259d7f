package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"
)

// A select becomes a switch over the case that it takes:
//
//	select {
//	case v := <-c:
//	case d <- f():
//	}
//
// becomes
//
//	{ c1 := channel.In(1, c); c2 := channel.Out(2, d).With(f()); switch channel.Select(3, 1 == 0, c1, c2) {
//	case 0: v := c1.V;
//	case 1:
//	; default: for { } } }
//
// The program may have other meanings for true, false and panic. A break keeps its meaning. A select without a default may be the last statement of a function, and a
// switch only if it has one.

// selecting is a select statement.
type selecting struct {
	*file
	*ast.SelectStmt
	heads strings.Builder // the statements that evaluate the operands
	names []string        // of the cases
	lines bool            // some operand has several lines
}

// selectStmt returns the text of a select statement with its label.
func (f *file) selectStmt(s *ast.SelectStmt, label string) string {
	id := f.siteAt(s.Pos(), "select")
	if len(s.Body.List) == 0 {
		return label + "for { " + f.channel("Forever") + "(" + id + ")" + newlines(f.between(s.Pos(), s.End())) + " }"
	}
	x := &selecting{file: f, SelectStmt: s}
	values := make([]string, len(s.Body.List)) // the name of the case that receives
	fallback := false
	for i, c := range s.Body.List {
		switch comm := c.(*ast.CommClause).Comm.(type) {
		case nil:
			fallback = true
		case *ast.SendStmt:
			x.operand(f.channel("Out"), comm.Chan, comm.Value)
		case *ast.ExprStmt:
			x.operand(f.channel("In"), receives(comm.X).X, nil)
		case *ast.AssignStmt:
			values[i] = x.operand(f.channel("In"), receives(comm.Rhs[0]).X, nil)
		}
	}
	args := append([]string{id, truth(fallback)}, x.names...)
	text := "{ " + x.heads.String()
	if x.lines {
		text += x.at(s.Pos())
	}
	text += label + "switch " + newlines(f.between(s.Pos(), s.Body.Lbrace)) + f.channel("Select") + "(" + strings.Join(args, ", ") + ") "
	at, n := s.Body.Lbrace, 0
	for i, c := range s.Body.List {
		c := c.(*ast.CommClause)
		text += f.between(at, c.Pos())
		if c.Comm == nil {
			text += f.between(c.Pos(), c.Colon+1)
		} else {
			text += fmt.Sprintf("case %d:%s%s", n, newlines(f.between(c.Pos(), c.Colon)), x.first(c, values[i]))
			n++
		}
		text += list(f, c.Colon+1, c.End(), c.Body, func(_ int, st ast.Stmt) string { return f.stmt(st) })
		at = c.End()
	}
	text += f.between(at, s.Body.Rbrace)
	if !fallback {
		text += "; default: for { } " // never reached
	}
	return text + "} }"
}

// operand evaluates the operands of a case before the switch. It returns the name of the case.
func (x *selecting) operand(function string, channel, value ast.Expr) string {
	name := x.temporary("c")
	text := function + "(" + x.site(channel) + ", " + x.operandOf(channel) + ")"
	if value != nil {
		text += ".With(" + x.value(value) + ")"
	}
	if strings.Contains(text, "\n") || x.lines {
		x.lines = true
		text = x.at(channel.Pos()) + text
	}
	x.heads.WriteString(name + " := " + text + "; ")
	x.names = append(x.names, name)
	return name
}

// at returns the comment that gives the next token its line.
func (x *selecting) at(pos token.Pos) string { return fmt.Sprintf("/*line :%d:1*/", x.line(pos)) }

// first returns the first statement of a case that receives into places.
func (x *selecting) first(c *ast.CommClause, name string) string {
	a, is := c.Comm.(*ast.AssignStmt)
	if !is {
		return ""
	}
	values := []string{name + ".V", name + ".OK"}[:len(a.Lhs)]
	if a.Tok == token.DEFINE {
		var names []string
		for _, l := range a.Lhs {
			names = append(names, x.between(l.Pos(), l.End()))
		}
		return " " + strings.Join(names, ", ") + " := " + strings.Join(values, ", ") + "; "
	}
	if len(a.Lhs) == 2 && !isBlank(a.Lhs[1]) {
		values[1] = x.secondOf(a.Rhs[0], values[1], x.typeOf(a.Lhs[1]))
	}
	loop := &rangeLoop{file: x.file}
	return " " + loop.assignment(a.Lhs, values)
}

// truth returns the text of a constant.
func truth(is bool) string {
	if is {
		return "1 == 1"
	}
	return "1 == 0"
}
