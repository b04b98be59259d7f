package mutation

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"
)

// behind moves a labelled statement behind the next step, if the two are no neighbouring simple statements; order moves
// those. It moves the statement behind unlabelled statements in between, and behind the operand of an if, a switch or a
// return.
func (g *generator) behind(list []ast.Stmt) {
	for i, s := range list {
		at := g.label(s)
		if at.name == "" || !g.single(s) {
			continue
		}
		for j := i + 1; j < len(list); j++ {
			next := list[j]
			if g.label(next).name == "" {
				if g.single(next) {
					continue
				}
				break
			}
			between := string(g.source[g.endOfLine(s):g.offset(next.Pos())])
			switch {
			case !g.single(next):
				g.behindOperand(at, s, between, next)
			case j > i+1:
				first := string(g.source[g.offset(s.Pos()):g.endOfLine(s)])
				second := string(g.source[g.offset(next.Pos()):g.endOfLine(next)])
				file := g.pkg.Fset.File(s.Pos())
				g.add(at, Order, s.Pos(), file.Pos(g.endOfLine(next)), strings.TrimSpace(between)+"\n\t"+second+"\n\t"+first)
			}
			break
		}
	}
}

// behindOperand computes the operand of a statement before the statement in front of it.
func (g *generator) behindOperand(at label, s ast.Stmt, between string, next ast.Stmt) {
	operand := operandOf(next)
	if operand == nil || g.label(operand).name == "" {
		return
	}
	if of, is := next.(*ast.IfStmt); is && of.Init != nil && strings.TrimSpace(between) == "" {
		return // see order
	}
	first := string(g.source[g.offset(s.Pos()):g.endOfLine(s)])
	head := string(g.source[g.offset(next.Pos()):g.offset(operand.Pos())])
	g.add(at, Order, s.Pos(), operand.End(), fmt.Sprintf("%s\n\tearly := %s //tla:%s\n\t%s\n\t%searly",
		strings.TrimSpace(between), g.text(operand), g.label(operand).name, first, head))
}

// operandOf returns the expression that a statement computes first, if it has one value, or nil.
func operandOf(s ast.Stmt) ast.Expr {
	var init ast.Stmt
	var operand ast.Expr
	switch s := s.(type) {
	case *ast.IfStmt:
		init, operand = s.Init, s.Cond
	case *ast.SwitchStmt:
		init, operand = s.Init, s.Tag
	case *ast.ReturnStmt:
		if len(s.Results) == 1 {
			operand = s.Results[0]
		}
	}
	if init == nil {
		return operand
	}
	if a, is := init.(*ast.AssignStmt); is && a.Tok == token.DEFINE && len(a.Lhs) == 1 {
		return a.Rhs[0]
	}
	return nil
}
