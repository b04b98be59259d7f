package main

import (
	"go/ast"
	"go/types"
	"slices"
)

// dropped reports a call whose handle or future nobody can join.
func (c *checker) dropped(e ast.Expr) {
	call, is := ast.Unparen(e).(*ast.CallExpr)
	if !is {
		return
	}
	switch c.callee(call) {
	case function{poolPath, "Ctx", "Fork"}:
		c.Reportf(call.Pos(), "the handle of Fork is dropped, so the task may not run; Join it")
	case function{poolPath, "Ctx", "Take"}:
		c.Reportf(call.Pos(), "the result of Take is dropped; compute the task if it is true, and Await it if not")
	case function{poolPath, "", "Submit"}, function{poolPath, "", "TrySubmit"}:
		c.Reportf(call.Pos(), "the future is dropped, so nobody sees an error or a panic of the task; use Pool.GoContext, which reports panics")
	}
}

// handles are those of statements that follow each other.
type handles struct {
	open map[types.Object][]types.Object // by context, those that are not joined
	over map[types.Object]bool           // those that are joined
}

func (h handles) forget() {
	clear(h.open)
	clear(h.over)
}

// reassigned forgets a variable that may hold another handle now. An open handle that it held may be in another
// variable, so nothing is known of the order of that context's handles.
func (h handles) reassigned(v types.Object) {
	delete(h.over, v)
	for of, open := range h.open {
		if slices.Contains(open, v) {
			delete(h.open, of)
		}
	}
}

// order reports handles that are joined before newer ones, or twice, in statements that follow each other.
// It forgets them at a statement with branches.
func (c *checker) order(list []ast.Stmt) {
	forked := handles{map[types.Object][]types.Object{}, map[types.Object]bool{}}
	for _, s := range list {
		switch s.(type) {
		case *ast.AssignStmt, *ast.ExprStmt, *ast.ReturnStmt, *ast.DeclStmt:
		default:
			forked.forget()
			continue
		}
		straight := true
		ast.Inspect(s, func(n ast.Node) bool {
			if _, is := n.(*ast.FuncLit); is {
				straight = false
			}
			if b, is := n.(*ast.BinaryExpr); is && (b.Op.String() == "&&" || b.Op.String() == "||") {
				straight = false
			}
			if call, is := n.(*ast.CallExpr); is && straight {
				c.joined(call, forked)
			}
			return straight
		})
		if !straight {
			forked.forget()
			continue
		}
		c.forks(s, forked)
	}
}

// forks notes h := c.Fork(a).
func (c *checker) forks(s ast.Stmt, forked handles) {
	a, is := s.(*ast.AssignStmt)
	if !is {
		return
	}
	for _, left := range a.Lhs {
		if id, named := left.(*ast.Ident); named {
			forked.reassigned(c.TypesInfo.ObjectOf(id))
		}
	}
	if len(a.Lhs) != len(a.Rhs) {
		return
	}
	for i, right := range a.Rhs {
		call, is := ast.Unparen(right).(*ast.CallExpr)
		id, named := a.Lhs[i].(*ast.Ident)
		if !is || !named || c.callee(call) != (function{poolPath, "Ctx", "Fork"}) {
			continue
		}
		if of, h := c.context(call), c.TypesInfo.ObjectOf(id); of != nil && h != nil {
			forked.open[of] = append(forked.open[of], h)
		}
	}
}

// joined handles a Join or an Await of a handle.
func (c *checker) joined(call *ast.CallExpr, forked handles) {
	f := c.callee(call)
	if f.path != poolPath || f.receiver != "Ctx" || f.name != "Join" && f.name != "Await" || len(call.Args) != 1 {
		return
	}
	id, is := ast.Unparen(call.Args[0]).(*ast.Ident)
	of := c.context(call)
	if !is || of == nil {
		return
	}
	all, h := forked.open[of], c.TypesInfo.ObjectOf(id)
	i := slices.Index(all, h)
	if forked.over[h] {
		c.Reportf(call.Pos(), "%s is joined twice", id.Name)
	}
	if i < 0 {
		return
	}
	if i < len(all)-1 {
		c.Reportf(call.Pos(), "%s is joined before %s, which was forked later; join the newest first", id.Name, all[len(all)-1].Name())
	}
	forked.open[of] = slices.Delete(all, i, i+1)
	forked.over[h] = true
}

// context returns the variable whose method is called, or nil.
func (c *checker) context(call *ast.CallExpr) types.Object {
	sel, is := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !is {
		return nil
	}
	id, is := ast.Unparen(sel.X).(*ast.Ident)
	if !is {
		return nil
	}
	return c.TypesInfo.ObjectOf(id)
}
