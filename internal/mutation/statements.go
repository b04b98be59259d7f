package mutation

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// single reports whether a statement is simple and has its own line.
func (g *generator) single(s ast.Stmt) bool {
	switch s.(type) {
	case *ast.ExprStmt, *ast.AssignStmt, *ast.IncDecStmt:
		return g.line(s.Pos()) == g.line(s.End())
	}
	return false
}

// endOfLine returns the offset of the end of a statement's line, behind its label.
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
		if label.name != "" {
			g.drop(label, s)
		}
		if next == nil || !g.single(s) {
			continue
		}
		if label.name == "" {
			label = g.label(next)
		}
		if label.name == "" {
			continue
		}
		g.order(label, s, next)
		if g.label(s).name != "" && g.label(next).name == "" {
			g.guard(label, next)
		}
	}
}

func (g *generator) drop(of label, s ast.Stmt) {
	if a, is := s.(*ast.AssignStmt); is && a.Tok == token.DEFINE {
		return // the variable would be missing
	}
	if !g.single(s) {
		return
	}
	g.add(of, Drop, s.Pos(), s.End(), g.blanks(s))
}

// blanks returns assignments to _ of the variables that only this statement reads. Without them the compiler would
// refuse the variables.
func (g *generator) blanks(s ast.Stmt) string {
	inside, outside := map[types.Object]bool{}, map[types.Object]bool{}
	written := map[*ast.Ident]bool{}
	ast.Inspect(g.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				if id, is := x.(*ast.Ident); is && n.Tok == token.ASSIGN {
					written[id] = true
				}
			}
		case *ast.Ident:
			of, is := g.pkg.TypesInfo.Uses[n].(*types.Var)
			if !is || written[n] || of.Pos() < g.body.Lbrace || g.body.Rbrace < of.Pos() {
				break
			}
			if s.Pos() <= n.Pos() && n.End() <= s.End() {
				inside[of] = true
			} else {
				outside[of] = true
			}
		}
		return true
	})
	var names []string
	for of := range inside {
		if !outside[of] && !(s.Pos() <= of.Pos() && of.Pos() <= s.End()) {
			names = append(names, "_ = "+of.Name())
		}
	}
	slices.Sort(names)
	return strings.Join(names, "; ")
}

// zeros removes the calls on labelled lines that have no mutant yet.
func (g *generator) zeros(f *ast.FuncDecl) {
	ast.Inspect(f.Body, func(n ast.Node) bool {
		c, is := n.(*ast.CallExpr)
		if !is || !g.bare[g.line(c.Rparen)] {
			return true
		}
		var results []string
		switch of := g.pkg.TypesInfo.TypeOf(c).(type) {
		case *types.Tuple:
			for v := range of.Variables() {
				results = append(results, "_ "+g.typeText(v.Type()))
			}
		default:
			results = append(results, "_ "+g.typeOf(c))
		}
		g.add(g.labels[g.line(c.Rparen)], Zero, c.Pos(), c.End(), fmt.Sprintf("func() (%s) { return }()", strings.Join(results, ", ")))
		return false
	})
}

// order exchanges two statements. Of an if, it takes the statement before the condition.
func (g *generator) order(at label, s, next ast.Stmt) {
	file := g.pkg.Fset.File(s.Pos())
	if g.single(next) {
		if g.commute(s, next) {
			return
		}
		first := string(g.source[g.offset(s.Pos()):g.endOfLine(s)])
		second := string(g.source[g.offset(next.Pos()):g.endOfLine(next)])
		g.add(at, Order, s.Pos(), file.Pos(g.endOfLine(next)), second+"\n\t"+first)
		return
	}
	if of, is := next.(*ast.IfStmt); is && of.Init != nil && g.label(of).name != "" {
		init, is := of.Init.(*ast.AssignStmt)
		if !is || init.Tok != token.DEFINE || len(init.Lhs) != 1 {
			return
		}
		first := string(g.source[g.offset(s.Pos()):g.endOfLine(s)])
		g.add(at, Order, s.Pos(), init.End(), fmt.Sprintf("early := %s //tla:%s\n\t%s\n\tif %s := early",
			g.text(init.Rhs[0]), g.label(of).name, first, g.text(init.Lhs[0])))
	}
}

// commute reports whether one of two statements only computes local variables from others, and the other statement
// neither reads nor writes these. Then no detector can notice their order.
func (g *generator) commute(a, b ast.Stmt) bool {
	if g.label(a).name != "" {
		a, b = b, a
	}
	of, is := a.(*ast.AssignStmt)
	if !is || g.label(a).name != "" {
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
func (g *generator) guard(of label, s ast.Stmt) {
	var on ast.Expr
	switch s := s.(type) {
	case *ast.IfStmt:
		on = s.Cond
	case *ast.SwitchStmt:
		for _, c := range s.Body.List {
			for _, e := range c.(*ast.CaseClause).List {
				g.comparisons(of, e)
			}
		}
	}
	if on != nil {
		g.comparisons(of, on)
	}
}

func (g *generator) comparisons(of label, e ast.Expr) {
	ast.Inspect(e, func(n ast.Node) bool {
		if b, is := n.(*ast.BinaryExpr); is && g.labels[g.line(b.OpPos)].name == "" {
			g.compare(of, b)
		}
		return true
	})
}
