package mutation

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// single reports whether a statement is a simple one, on a line of its own.
func (g *generator) single(s ast.Stmt) bool {
	switch s.(type) {
	case *ast.ExprStmt, *ast.AssignStmt, *ast.IncDecStmt:
		return g.line(s.Pos()) == g.line(s.End())
	}
	return false
}

// endOfLine returns where the line of a statement ends, with its label.
func (g *generator) endOfLine(s ast.Stmt) int {
	at := g.offset(s.End())
	for at < len(g.source) && g.source[at] != '\n' {
		at++
	}
	return at
}

func (g *generator) statements(list []ast.Stmt) {
	for i, s := range list {
		var next ast.Stmt
		if i+1 < len(list) {
			next = list[i+1]
		}
		label := g.label(s)
		if label != "" {
			g.drop(label, s)
		}
		if next == nil || !g.single(s) {
			continue
		}
		if label == "" {
			label = g.label(next)
		}
		if label == "" {
			continue
		}
		g.order(label, s, next)
		if g.label(s) != "" && g.label(next) == "" {
			g.guard(label, next)
		}
	}
}

func (g *generator) drop(label string, s ast.Stmt) {
	if a, is := s.(*ast.AssignStmt); is && a.Tok == token.DEFINE {
		return // the variable would be missing
	}
	if !g.single(s) {
		return
	}
	g.add(label, Drop, s.Pos(), s.End(), "")
}

// order exchanges two statements; of an if, what stands before its condition.
func (g *generator) order(label string, s, next ast.Stmt) {
	file := g.pkg.Fset.File(s.Pos())
	if g.single(next) {
		if g.commute(s, next) {
			return
		}
		first := string(g.source[g.offset(s.Pos()):g.endOfLine(s)])
		second := string(g.source[g.offset(next.Pos()):g.endOfLine(next)])
		g.add(label, Order, s.Pos(), file.Pos(g.endOfLine(next)), second+"\n\t"+first)
		return
	}
	if of, is := next.(*ast.IfStmt); is && of.Init != nil && g.label(of) != "" {
		init, is := of.Init.(*ast.AssignStmt)
		if !is || init.Tok != token.DEFINE || len(init.Lhs) != 1 {
			return
		}
		first := string(g.source[g.offset(s.Pos()):g.endOfLine(s)])
		g.add(label, Order, s.Pos(), init.End(), fmt.Sprintf("early := %s //tla:%s\n\t%s\n\tif %s := early",
			g.text(init.Rhs[0]), g.label(of), first, g.text(init.Lhs[0])))
	}
}

// commute reports whether one of two statements only computes local variables from
// others, which the other one neither reads nor writes: then their order is nothing that
// anybody could notice.
func (g *generator) commute(a, b ast.Stmt) bool {
	if g.label(a) != "" {
		a, b = b, a
	}
	of, is := a.(*ast.AssignStmt)
	if !is || g.label(a) != "" {
		return false
	}
	used := map[types.Object]bool{}
	ast.Inspect(b, func(n ast.Node) bool {
		if id, is := n.(*ast.Ident); is {
			used[g.pkg.TypesInfo.ObjectOf(id)] = true
		}
		return true
	})
	for _, x := range of.Lhs {
		if id, is := x.(*ast.Ident); !is || used[g.pkg.TypesInfo.ObjectOf(id)] {
			return false
		}
	}
	commutes := true
	for _, x := range of.Rhs {
		ast.Inspect(x, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr, *ast.StarExpr, *ast.IndexExpr, *ast.FuncLit:
				commutes = false
			case *ast.CallExpr:
				commutes = commutes && g.pkg.TypesInfo.Types[n.Fun].IsType()
			case *ast.Ident:
				commutes = commutes && !assigns(b, n.Name)
			}
			return commutes
		})
	}
	return commutes
}

// assigns reports whether a statement assigns to a variable of this name.
func assigns(s ast.Stmt, name string) bool {
	a, is := s.(*ast.AssignStmt)
	return is && slices.ContainsFunc(a.Lhs, func(x ast.Expr) bool {
		id, is := x.(*ast.Ident)
		return is && id.Name == name
	})
}

// guard changes the condition of a statement that follows a labelled line.
func (g *generator) guard(label string, s ast.Stmt) {
	var on ast.Expr
	switch s := s.(type) {
	case *ast.IfStmt:
		on = s.Cond
	case *ast.SwitchStmt:
		for _, c := range s.Body.List {
			for _, e := range c.(*ast.CaseClause).List {
				g.comparisons(label, e)
			}
		}
	}
	if on != nil {
		g.comparisons(label, on)
	}
}

func (g *generator) comparisons(label string, e ast.Expr) {
	ast.Inspect(e, func(n ast.Node) bool {
		if b, is := n.(*ast.BinaryExpr); is && g.labels[g.line(b.OpPos)] == "" {
			g.compare(label, b)
		}
		return true
	})
}
