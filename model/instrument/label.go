package instrument

import (
	"go/ast"
	"go/token"
)

// A range statement may become a block, and its label goes inside. A goto cannot jump into the block. So
// it takes a second label before the block.

// branches notes that a statement jumps to a label.
func (f *file) branches(b *ast.BranchStmt) {
	if b.Label == nil {
		return
	}
	label := f.pkg.TypesInfo.Uses[b.Label]
	if b.Tok == token.GOTO {
		f.jumps[label] = true
	} else {
		f.breaks[label] = true
	}
}

// labelledRange returns the text of a range statement with a label.
func (f *file) labelledRange(s *ast.LabeledStmt, r *ast.RangeStmt) string {
	text := f.between(s.Pos(), r.Pos())
	label := f.pkg.TypesInfo.Defs[s.Label]
	if !f.jumps[label] {
		return f.rangeStmt(r, text)
	}
	if !f.breaks[label] {
		text = newlines(text)
	}
	return outside(s.Label) + ": " + f.rangeStmt(r, text)
}

// branch returns the text of a branch statement.
func (f *file) branch(b *ast.BranchStmt) string {
	if b.Tok == token.GOTO && f.ranges[f.pkg.TypesInfo.Uses[b.Label]] {
		return f.between(b.Pos(), b.Label.Pos()) + outside(b.Label)
	}
	return f.between(b.Pos(), b.End())
}

func outside(label *ast.Ident) string { return "_sp_" + label.Name }
