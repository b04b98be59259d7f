package instrument

import (
	"go/ast"
	"go/token"
)

// A range statement or a select may become a block, and its label goes inside. A goto cannot jump into the block. So
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

// labelledBlock returns the text of a statement with a label. Render is given the label that goes
// inside the block.
func (f *file) labelledBlock(s *ast.LabeledStmt, render func(label string) string) string {
	text := f.between(s.Pos(), s.Stmt.Pos())
	label := f.pkg.TypesInfo.Defs[s.Label]
	if !f.jumps[label] {
		return render(text)
	}
	if !f.breaks[label] {
		text = newlines(text)
	}
	return outside(s.Label) + ": " + render(text)
}

// branch returns the text of a branch statement.
func (f *file) branch(b *ast.BranchStmt) string {
	if b.Tok == token.GOTO && f.ranges[f.pkg.TypesInfo.Uses[b.Label]] {
		return f.between(b.Pos(), b.Label.Pos()) + outside(b.Label)
	}
	if reads := f.continues[b]; reads != "" {
		return "{ " + reads + f.between(b.Pos(), b.End()) + " }"
	}
	return f.between(b.Pos(), b.End())
}

func outside(label *ast.Ident) string { return "_sp_" + label.Name }
