package mutation

import (
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Operators returns the mutants of all labelled lines of packages, which are named by
// their directories from the root of the module. Those that the compiler would refuse
// are left out.
func Operators(root string, dirs ...string) ([]Mutant, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	var all []Mutant
	for _, dir := range dirs {
		of, err := operators(root, dir)
		if err != nil {
			return nil, err
		}
		all = append(all, of...)
	}
	return all, nil
}

func operators(root, dir string) ([]Mutant, error) {
	cfg := &packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
			packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax | packages.NeedTypesInfo,
		Dir: root,
	}
	pkgs, err := packages.Load(cfg, "./"+dir)
	if err != nil {
		return nil, err
	}
	if len(pkgs) != 1 || len(pkgs[0].Errors) > 0 {
		return nil, fmt.Errorf("cannot read package %s: %v", dir, pkgs[0].Errors)
	}
	pkg := pkgs[0]
	var all []Mutant
	for i, syntax := range pkg.Syntax {
		name := pkg.CompiledGoFiles[i]
		source, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		g := &generator{pkg: pkg, source: source, file: dir + "/" + filepath.Base(name), labels: labelsOf(pkg.Fset, syntax)}
		for _, d := range syntax.Decls {
			if f, is := d.(*ast.FuncDecl); is && f.Body != nil {
				g.function(f)
			}
		}
		all = append(all, g.mutants...)
	}
	return compilable(root, pkg, all)
}

// stepLabel is a label that names a step, not one that says why there is none.
var stepLabel = regexp.MustCompile(`^//tla:([A-Z][\w.]*)`)

func labelsOf(fset *token.FileSet, f *ast.File) map[int]string {
	labels := map[int]string{}
	for _, group := range f.Comments {
		for _, c := range group.List {
			if m := stepLabel.FindStringSubmatch(c.Text); m != nil {
				labels[fset.Position(c.Pos()).Line] = m[1]
			}
		}
	}
	return labels
}

// generator makes the mutants of a file.
type generator struct {
	pkg     *packages.Package
	source  []byte
	file    string
	labels  map[int]string
	mutants []Mutant

	name  string         // of the function
	count map[string]int // mutants of a name
}

func (g *generator) offset(p token.Pos) int { return g.pkg.Fset.Position(p).Offset }

func (g *generator) line(p token.Pos) int { return g.pkg.Fset.Position(p).Line }

func (g *generator) text(n ast.Node) string {
	return string(g.source[g.offset(n.Pos()):g.offset(n.End())])
}

// add adds a mutant that replaces what is between two nodes' ends.
func (g *generator) add(label string, o Operator, from, to token.Pos, text string) {
	name := fmt.Sprintf("%s.%s/%s/%s", strings.TrimSuffix(filepath.Base(g.file), ".go"), g.name, label, o)
	g.count[name]++
	if n := g.count[name]; n > 1 {
		name += fmt.Sprintf("-%d", n)
	}
	was := strings.Join(strings.Fields(string(g.source[g.offset(from):g.offset(to)])), " ")
	is := strings.Join(strings.Fields(text), " ")
	mechanism := says[o]
	if o != Drop {
		mechanism += fmt.Sprintf(": `%s` for `%s`", is, was)
	} else {
		mechanism += fmt.Sprintf(": `%s`", was)
	}
	g.mutants = append(g.mutants, Mutant{
		Name: name, File: g.file, Label: label, Operator: o, Mechanism: mechanism,
		patches: []patch{{g.offset(from), g.offset(to), text}},
	})
}

func (g *generator) function(f *ast.FuncDecl) {
	g.name, g.count = f.Name.Name, map[string]int{}
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			g.statements(n.List)
		case *ast.CaseClause:
			g.statements(n.Body)
		case *ast.CallExpr:
			g.call(n)
		case *ast.BinaryExpr:
			g.binary(n)
		case *ast.Ident:
			g.flag(n)
		case *ast.IfStmt:
			g.condition(n)
		}
		return true
	})
}

// label returns the label of the line that a node begins on, or "".
func (g *generator) label(n ast.Node) string { return g.labels[g.line(n.Pos())] }
