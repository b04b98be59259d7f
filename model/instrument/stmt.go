package instrument

import "go/ast"

// stmt returns the text of a statement.
func (f *file) stmt(s ast.Stmt) string {
	switch s := s.(type) {
	case *ast.AssignStmt:
		return f.ended(s, func() string { return f.assign(s) })
	case *ast.ExprStmt:
		return f.ended(s, func() string { return f.splice(s, f.node) })
	case *ast.IncDecStmt:
		return f.incDec(s)
	case *ast.GoStmt:
		return f.goStmt(s)
	case *ast.DeferStmt:
		return f.deferStmt(s)
	case *ast.RangeStmt:
		return f.rangeStmt(s, "")
	case *ast.SendStmt:
		return f.send(s)
	case *ast.SelectStmt:
		return f.selectStmt(s, "")
	case *ast.LabeledStmt:
		switch inner := s.Stmt.(type) {
		case *ast.RangeStmt:
			return f.labelledBlock(s, func(label string) string { return f.rangeStmt(inner, label) })
		case *ast.SelectStmt:
			return f.labelledBlock(s, func(label string) string { return f.selectStmt(inner, label) })
		}
		f.labelOf[s.Stmt] = f.pkg.TypesInfo.Defs[s.Label]
		return f.between(s.Pos(), s.Stmt.Pos()) + f.stmt(s.Stmt)
	case *ast.ReturnStmt:
		return f.returnStmt(s)
	case *ast.BranchStmt:
		return f.branch(s)
	case *ast.IfStmt:
		f.simple[s.Init] = true
	case *ast.ForStmt:
		f.simple[s.Init], f.simple[s.Post] = true, true
		return f.forStmt(s)
	case *ast.SwitchStmt:
		f.simple[s.Init] = true
	case *ast.TypeSwitchStmt:
		f.simple[s.Init] = true
	}
	return f.splice(s, f.node)
}

// plainCall is call without a label, since the call is made later.
func (f *file) plainCall(c *ast.CallExpr) string {
	if fun := f.pkg.TypesInfo.Types[c.Fun]; fun.IsBuiltin() || fun.IsType() {
		return f.call(c)
	}
	return f.toCall(c.Fun) + f.arguments(c, f.announced(c, f.callee(c), f.givesOut(c)))
}
