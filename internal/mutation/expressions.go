package mutation

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// other has the wrong comparison for each right one.
var other = map[token.Token]token.Token{
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.EQL: token.NEQ, token.NEQ: token.EQL,
}

func (g *generator) compare(of label, b *ast.BinaryExpr) {
	if to, is := other[b.Op]; is {
		g.add(of, Compare, b.X.Pos(), b.Y.End(), g.text(b.X)+" "+to.String()+" "+g.text(b.Y))
	}
}

func (g *generator) binary(b *ast.BinaryExpr) {
	label := g.labels[g.line(b.OpPos)]
	if label.name == "" {
		return
	}
	g.compare(label, b)
	if one, is := b.Y.(*ast.BasicLit); is && one.Value == "1" && (b.Op == token.ADD || b.Op == token.SUB) {
		g.add(label, Offset, b.Pos(), b.End(), g.text(b.X))
	}
}

func (g *generator) flag(n *ast.Ident) {
	label := g.label(n)
	if label.name == "" {
		return
	}
	switch n.Name {
	case "true":
		g.add(label, Flag, n.Pos(), n.End(), "false")
	case "false":
		g.add(label, Flag, n.Pos(), n.End(), "true")
	}
}

// condition negates a condition that contains no comparison and no CAS.
func (g *generator) condition(s *ast.IfStmt) {
	label := g.label(s.Cond)
	if label.name == "" {
		return
	}
	plain := true
	ast.Inspect(s.Cond, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			plain = plain && other[n.Op] == 0
		case *ast.CallExpr:
			plain = plain && !strings.Contains(g.text(n.Fun), "CompareAndSwap")
		}
		return plain
	})
	if plain {
		g.add(label, Negate, s.Cond.Pos(), s.Cond.End(), "!("+g.text(s.Cond)+")")
	}
}

// call changes atomic operations that both read and write.
func (g *generator) call(c *ast.CallExpr) {
	label := g.labels[g.line(c.Rparen)]
	f, is := c.Fun.(*ast.SelectorExpr)
	if label.name == "" || !is {
		return
	}
	x := g.text(f.X)
	if x == "atomic" {
		g.atomicCall(label, c, f.Sel.Name)
		return
	}
	switch f.Sel.Name {
	case "CompareAndSwap":
		text := g.text(c)
		g.add(label, CASIgnored, c.Pos(), c.End(), "("+text+" || true)")
		g.add(label, CASLost, c.Pos(), c.End(), "("+text+" && false)")
		g.add(label, CASSplit, c.Pos(), c.End(), fmt.Sprintf(
			"func() bool { if %s.Load() != %s { return false }; %s.Store(%s); return true }()",
			x, g.text(c.Args[0]), x, g.text(c.Args[1])))
	case "Swap":
		g.add(label, RMWSplit, c.Pos(), c.End(), fmt.Sprintf(
			"func() %s { was := %s.Load(); %s.Store(%s); return was }()", g.typeOf(c), x, x, g.text(c.Args[0])))
	case "Add", "Or", "And":
		if len(c.Args) != 1 {
			return
		}
		op := map[string]string{"Add": "+", "Or": "|", "And": "&"}[f.Sel.Name]
		g.add(label, RMWSplit, c.Pos(), c.End(), fmt.Sprintf(
			"func() %s { now := %s.Load() %s (%s); %s.Store(now); return now }()", g.typeOf(c), x, op, g.text(c.Args[0]), x))
	}
}

// atomicCall does the same as call for functions of sync/atomic.
func (g *generator) atomicCall(of label, c *ast.CallExpr, name string) {
	for verb, op := range map[string]string{"Add": "+", "Or": "|", "And": "&"} {
		if kind, is := strings.CutPrefix(name, verb); is && len(c.Args) == 2 {
			x := g.text(c.Args[0])
			g.add(of, RMWSplit, c.Pos(), c.End(), fmt.Sprintf("atomic.Store%s(%s, atomic.Load%s(%s)%s(%s))", kind, x, kind, x, op, g.text(c.Args[1])))
		}
	}
}

func (g *generator) typeOf(e ast.Expr) string { return g.typeText(g.pkg.TypesInfo.TypeOf(e)) }

// typeText returns a type as the package's files write it.
func (g *generator) typeText(of types.Type) string {
	return types.TypeString(of, func(p *types.Package) string {
		if p == g.pkg.Types {
			return ""
		}
		return p.Name()
	})
}
