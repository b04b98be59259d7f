package mutation

import (
	"go/ast"
	"go/types"
	"slices"
)

// decisions changes comparisons that depend on a labelled line's result, or on a value computed from it, wherever they stand
// in the function. A mutant belongs to the last label before its comparison.
func (g *generator) decisions(f *ast.FuncDecl) {
	found := g.findings(f)
	decide := func(e ast.Expr) {
		ast.Inspect(e, func(n ast.Node) bool {
			b, is := n.(*ast.BinaryExpr)
			if is && g.labels[g.line(b.OpPos)].name == "" && !g.changed(b) && g.uses(b, found) {
				if of := g.before(f, b); of.name != "" {
					g.compare(label{of.name, g.line(b.OpPos)}, b)
				}
			}
			return true
		})
	}
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			decide(n.Cond)
		case *ast.ForStmt:
			if n.Cond != nil {
				decide(n.Cond)
			}
		case *ast.CaseClause:
			for _, e := range n.List {
				decide(e)
			}
		}
		return true
	})
}

// findings returns the variables that labelled lines assign to, and the variables computed from those.
func (g *generator) findings(f *ast.FuncDecl) map[types.Object]bool {
	found := map[types.Object]bool{}
	for again := true; again; {
		again = false
		ast.Inspect(f.Body, func(n ast.Node) bool {
			a, is := n.(*ast.AssignStmt)
			if !is || g.label(a).name == "" && !slices.ContainsFunc(a.Rhs, func(x ast.Expr) bool { return g.uses(x, found) }) {
				return true
			}
			for _, x := range a.Lhs {
				if id, is := x.(*ast.Ident); is && id.Name != "_" && !found[g.pkg.TypesInfo.ObjectOf(id)] {
					found[g.pkg.TypesInfo.ObjectOf(id)], again = true, true
				}
			}
			return true
		})
	}
	return found
}

// uses reports whether an expression contains one of some variables.
func (g *generator) uses(x ast.Expr, some map[types.Object]bool) (yes bool) {
	ast.Inspect(x, func(n ast.Node) bool {
		if id, is := n.(*ast.Ident); is {
			yes = yes || some[g.pkg.TypesInfo.ObjectOf(id)]
		}
		return !yes
	})
	return yes
}

// changed reports whether a comparison has a mutant.
func (g *generator) changed(b *ast.BinaryExpr) bool {
	return slices.ContainsFunc(g.mutants, func(m Mutant) bool {
		return m.Operator == Compare && m.patches[0].from == g.offset(b.X.Pos())
	})
}

// before returns the last label before a place in a function.
func (g *generator) before(f *ast.FuncDecl, at ast.Node) (last label) {
	for line := g.line(at.Pos()); line >= g.line(f.Pos()) && last.name == ""; line-- {
		last = g.labels[line]
	}
	return last
}
