package instrument

import (
	"go/ast"
	"go/types"
	"strings"
)

// A go statement evaluates the function and its arguments at once, and a new thread makes the call:
//
//	go q.push(f(), 1)
//
// becomes
//
//	{ v1, v2 := q.push, f(); access.Go(id, func() { v1(v2, 1) }) }

// goStmt returns the text of a go statement.
func (f *file) goStmt(g *ast.GoStmt) string {
	id := ""
	if lit, is := g.Call.Fun.(*ast.FuncLit); is {
		id = f.siteAt(lit.Pos(), "func literal")
	} else {
		id = f.site(g.Call.Fun)
	}
	s := f.steps(g)
	call := s.bound(g.Call)
	if f.isShim(f.callee(g.Call)) {
		call = f.late(g.Call, call)
	}
	gap := newlines(f.between(g.Pos()+2, g.Call.Pos()))
	return s.around(f.access("Go") + "(" + id + ", " + gap + call + ")")
}

// deferStmt returns the text of a defer statement. A deferred call of a shim sets its site when it is
// made.
func (f *file) deferStmt(d *ast.DeferStmt) string {
	head := f.between(d.Pos(), d.Call.Pos())
	if sel, fn := f.deferred(d); sel != nil {
		return f.deferDynamic(d, sel, fn)
	}
	if !f.isShim(f.callee(d.Call)) {
		return head + f.plainCall(d.Call)
	}
	s := f.steps(d)
	call := s.bound(d.Call)
	return s.around(head + f.late(d.Call, call) + "()")
}

// late returns a func() that sets the site of a call and makes it.
func (f *file) late(c *ast.CallExpr, call string) string {
	late := "Late"
	if f.blind(c) {
		late = "LateBlind"
	}
	return f.access(late) + "(" + f.siteOfCall(c) + ", " + call + ")"
}

// around returns a statement after the declarations that it needs.
func (s *steps) around(statement string) string {
	if s.text.Len() == 0 {
		return statement
	}
	return s.end(statement)
}

// bound returns a func() that makes a call, and declares what it needs.
func (s *steps) bound(c *ast.CallExpr) string {
	fun := s.pkg.TypesInfo.Types[c.Fun]
	if sig, is := core(fun.Type).(*types.Signature); is && !fun.IsBuiltin() {
		if sig.Params().Len() == 0 && sig.Results().Len() == 0 && !s.isGeneric(c.Fun) {
			s.binds[ast.Unparen(c.Fun)] = true
			return newlines(s.between(c.Fun.End(), c.End())) + s.toCall(c.Fun)
		}
		if callee := s.callee(c); callee == nil || callee.Signature().Recv() != nil {
			s.keep(c.Fun)
		}
	}
	s.keepArguments(c)
	s.declare()
	if fun.IsBuiltin() {
		return "func() { " + s.call(c) + " }"
	}
	return "func() { " + s.toCall(c.Fun) + s.arguments(c, s.announced(c, s.callee(c), s.givesOut(c))) + " }"
}

// keepArguments evaluates the arguments of a call.
func (s *steps) keepArguments(c *ast.CallExpr) {
	if several, is := s.typesOfArguments(c); is {
		var names []string
		for range several.Len() {
			names = append(names, s.temporary("v"))
		}
		s.declare()
		s.text.WriteString(strings.Join(names, ", ") + " := " + s.node(c.Args[0]) + "; ")
		s.hoisted[c.Args[0]] = strings.Join(names, ", ")
	} else {
		for _, a := range c.Args {
			s.keep(a)
		}
	}
}

// typesOfArguments returns the results of the one call that gives all arguments, if there is one.
func (f *file) typesOfArguments(c *ast.CallExpr) (*types.Tuple, bool) {
	if len(c.Args) != 1 {
		return nil, false
	}
	t, is := f.typeOf(c.Args[0]).(*types.Tuple)
	return t, is && t.Len() > 1
}
