package instrument

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Since Go 1.22, each round of a loop has variables of its own. At its end they are copied for the next round,
// and the copy reads them. So
//
//	for i := 0; i < n; i++ { go func() { i++ }() }
//
// becomes
//
//	for i := 0; i < n; *access.W(1, &i)++ { c := &i; access.Go(2, ...); access.R(3, c) }

// forStmt returns the text of a loop with clauses.
func (f *file) forStmt(s *ast.ForStmt) string {
	first, reads := f.copied(s)
	if reads == "" {
		return f.splice(s, f.node)
	}
	for _, b := range f.continuesOf(s) {
		f.continues[b] = reads
	}
	return f.splice(s, func(n ast.Node) string {
		if n != s.Body {
			return f.node(n)
		}
		text := f.node(n)
		return text[:1] + first + text[1:len(text)-1] + "; " + reads + "}"
	})
}

// copied returns the statements at the beginning and at the end of each round that report the copies.
func (f *file) copied(s *ast.ForStmt) (first, reads string) {
	init, is := s.Init.(*ast.AssignStmt)
	if !is || init.Tok != token.DEFINE || f.unreported || oldLoops(f.pkg.TypesInfo, f.syntax) {
		return "", ""
	}
	for _, l := range init.Lhs {
		id, is := l.(*ast.Ident)
		if !is {
			continue
		}
		if v, is := f.pkg.TypesInfo.Defs[id].(*types.Var); is && f.shared[v] && !isBlank(id) {
			name := f.temporary("c")
			first += " " + name + " := &" + id.Name + ";"
			reads += f.access("R") + "(" + f.site(id) + ", " + name + "); "
		}
	}
	return first, reads
}

// continuesOf returns the continue statements of a loop.
func (f *file) continuesOf(loop *ast.ForStmt) (all []*ast.BranchStmt) {
	var inside func(n ast.Node, nested bool)
	inside = func(root ast.Node, nested bool) {
		ast.Inspect(root, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ForStmt, *ast.RangeStmt:
				if n != root {
					inside(n, true)
					return false
				}
			case *ast.BranchStmt:
				if n.Tok == token.CONTINUE && (n.Label == nil && !nested || n.Label != nil && f.pkg.TypesInfo.Uses[n.Label] == f.labelOf[loop]) {
					all = append(all, n)
				}
			}
			return true
		})
	}
	inside(loop, false)
	return all
}
