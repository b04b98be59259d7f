package instrument

import (
	"go/ast"
	"go/scanner"
	"go/token"
	"slices"
	"strings"
)

// Text is made from the inside out. The text of a node is its source, with the text of its
// children in place of their source. Comments and line ends between children are kept, so each
// token stays on its line.

// between returns the source between two positions.
func (f *file) between(from, to token.Pos) string {
	return string(f.source[f.tok.Offset(from):f.tok.Offset(to)])
}

// splice returns the text of n, in which render gives the text of each child.
func (f *file) splice(n ast.Node, render func(ast.Node) string) string {
	var b strings.Builder
	at := n.Pos()
	for _, c := range children(n) {
		b.WriteString(f.between(at, c.Pos()))
		b.WriteString(render(c))
		at = c.End()
	}
	b.WriteString(f.between(at, n.End()))
	return b.String()
}

// list returns the text between two positions, in which render gives the text of each node.
func list[N ast.Node](f *file, from, to token.Pos, nodes []N, render func(i int, n N) string) string {
	var b strings.Builder
	for i, n := range nodes {
		b.WriteString(f.between(from, n.Pos()))
		b.WriteString(render(i, n))
		from = n.End()
	}
	b.WriteString(f.between(from, to))
	return b.String()
}

func children(n ast.Node) []ast.Node {
	var nodes []ast.Node
	if d, is := n.(*ast.FuncDecl); is {
		// Its type encloses its receiver and its name.
		for _, l := range []*ast.FieldList{d.Recv, d.Type.TypeParams, d.Type.Params, d.Type.Results} {
			if l != nil {
				nodes = append(nodes, l)
			}
		}
		if d.Body != nil {
			nodes = append(nodes, d.Body)
		}
		return nodes
	}
	root := true
	ast.Inspect(n, func(c ast.Node) bool {
		if root {
			root = false
			return true
		}
		if _, comment := c.(*ast.CommentGroup); c != nil && !comment {
			nodes = append(nodes, c)
		}
		return false
	})
	slices.SortFunc(nodes, func(a, b ast.Node) int { return int(a.Pos() - b.Pos()) })
	return nodes
}

// newlines returns the line ends of a text that is left out.
func newlines(text string) string { return strings.Repeat("\n", strings.Count(text, "\n")) }

// instead returns the source between two positions. A text replaces the token at op and the blanks
// around it.
func (f *file) instead(from, op token.Pos, length int, text string, to token.Pos) string {
	return strings.TrimRight(f.between(from, op), " \t") + text + strings.TrimLeft(f.between(op+token.Pos(length), to), " \t")
}

// comma returns the position of the comma between two expressions. It ignores commas in comments.
func (f *file) comma(a, b ast.Expr) token.Pos {
	var s scanner.Scanner
	source := []byte(f.between(a.End(), b.Pos()))
	set := token.NewFileSet()
	s.Init(set.AddFile("", -1, len(source)), source, nil, 0)
	for {
		pos, tok, _ := s.Scan()
		if tok == token.COMMA || tok == token.EOF {
			return a.End() + token.Pos(set.Position(pos).Offset)
		}
	}
}
