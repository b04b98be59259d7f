package mutation

import (
	"go/ast"
	"path/filepath"
)

// unlabelled stands in the names of mutants for the label of a line without one.
const unlabelled = "line"

// Lines returns the mutants of all lines without a label of the packages in dirs, relative to the module's root. It leaves
// out functions whose receiver or parameters have no names, and mutants that do not compile.
func Lines(root string, dirs ...string) ([]Mutant, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	var all []Mutant
	for _, dir := range dirs {
		pkg, files, err := loadPackage(root, dir)
		if err != nil {
			return nil, err
		}
		for _, g := range files {
			g.labels, g.receivers = g.others(), true
		}
		of, err := made(root, pkg, files, (*generator).plainly)
		if err != nil {
			return nil, err
		}
		for i := range of {
			of[i].Name = dir + "/" + of[i].Name // two packages may have a file of the same name
		}
		all = append(all, of...)
	}
	return all, nil
}

// others returns a label for each line of the file that has none.
func (g *generator) others() map[int]label {
	others := map[int]label{}
	for line := range g.pkg.Fset.File(g.syntax.Pos()).LineCount() {
		if _, has := g.labels[line+1]; !has {
			others[line+1] = label{unlabelled, line + 1}
		}
	}
	return others
}

// plainly makes mutants that change one line. The order of lines is not changed, since most lines without a label
// depend on those before them, or could stand in any order.
func (g *generator) plainly(f *ast.FuncDecl) {
	if _, err := callOf(f, ""); err != nil {
		return // it cannot be switched
	}
	g.nodes(f, g.drops)
}

func (g *generator) drops(list []ast.Stmt) {
	for _, s := range list {
		of := g.label(s)
		if of.name == "" {
			continue
		}
		switch s.(type) {
		case *ast.DeferStmt, *ast.GoStmt, *ast.SendStmt, *ast.BranchStmt:
			if g.line(s.Pos()) == g.line(s.End()) {
				g.add(of, Drop, s.Pos(), s.End(), g.blanks(s))
			}
		default:
			g.drop(of, s)
		}
	}
}

// receiver returns the name of a method's type and a point, or "" of a function.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	of := f.Recv.List[0].Type
	for {
		switch t := of.(type) {
		case *ast.StarExpr:
			of = t.X
		case *ast.IndexExpr:
			of = t.X
		case *ast.IndexListExpr:
			of = t.X
		case *ast.Ident:
			return t.Name + "."
		default:
			return ""
		}
	}
}

// Touched returns the number of lines on which statements of functions begin in the packages in dirs, and how many of
// these lines some of the mutants change.
func Touched(root string, mutants []Mutant, dirs ...string) (lines, touched int, err error) {
	root, err = filepath.Abs(root)
	if err != nil {
		return 0, 0, err
	}
	for _, dir := range dirs {
		_, files, err := loadPackage(root, dir)
		if err != nil {
			return 0, 0, err
		}
		for _, g := range files {
			all, changed := g.statementLines(), map[int]bool{}
			for _, m := range mutants {
				if m.File == g.file {
					if err := g.changes(m, changed); err != nil {
						return 0, 0, err
					}
				}
			}
			lines += len(all)
			for line := range all {
				if changed[line] {
					touched++
				}
			}
		}
	}
	return lines, touched, nil
}

// statementLines returns the lines on which statements begin.
func (g *generator) statementLines() map[int]bool {
	all := map[int]bool{}
	g.functions(func(f *ast.FuncDecl) {
		ast.Inspect(f.Body, func(n ast.Node) bool {
			switch s := n.(type) {
			case *ast.BlockStmt, *ast.EmptyStmt, *ast.LabeledStmt:
			case *ast.CaseClause:
				all[g.line(s.Pos())] = true
			case ast.Stmt:
				all[g.line(s.Pos())] = true
			}
			return true
		})
	})
	return all
}

// changes adds the lines that a mutant changes.
func (g *generator) changes(m Mutant, lines map[int]bool) error {
	patches, err := m.locate(g.source)
	if err != nil {
		return err
	}
	file := g.pkg.Fset.File(g.syntax.Pos())
	for _, p := range patches {
		for line := file.Line(file.Pos(p.from)); line <= file.Line(file.Pos(max(p.from, p.to-1))); line++ {
			lines[line] = true
		}
	}
	return nil
}
