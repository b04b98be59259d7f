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

// Operators returns the mutants of all labelled lines of the packages in dirs, relative to the module's root. It omits
// mutants that do not compile.
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

// loadPackage returns a package, and a generator for each of its files.
func loadPackage(root, dir string) (*packages.Package, []*generator, error) {
	cfg := &packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
			packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax | packages.NeedTypesInfo,
		Dir: root,
	}
	pkgs, err := packages.Load(cfg, "./"+dir)
	if err != nil {
		return nil, nil, err
	}
	if len(pkgs) != 1 || len(pkgs[0].Errors) > 0 {
		return nil, nil, fmt.Errorf("cannot read package %s: %v", dir, pkgs[0].Errors)
	}
	pkg := pkgs[0]
	var files []*generator
	for i, syntax := range pkg.Syntax {
		name := pkg.CompiledGoFiles[i]
		source, err := os.ReadFile(name)
		if err != nil {
			return nil, nil, err
		}
		files = append(files, &generator{
			pkg: pkg, syntax: syntax, source: source, file: dir + "/" + filepath.Base(name), labels: labelsOf(pkg.Fset, syntax), bare: map[int]bool{},
		})
	}
	return pkg, files, nil
}

func operators(root, dir string) ([]Mutant, error) {
	pkg, files, err := loadPackage(root, dir)
	if err != nil {
		return nil, err
	}
	return made(root, pkg, files, (*generator).function)
}

// made returns the mutants of the files of a package that compile. The operator zero changes the lines that have no other mutant.
func made(root string, pkg *packages.Package, files []*generator, function func(*generator, *ast.FuncDecl)) ([]Mutant, error) {
	var all []Mutant
	for _, g := range files {
		g.functions(func(f *ast.FuncDecl) { function(g, f) })
		all = append(all, g.mutants...)
	}
	all, err := compilable(root, pkg, all)
	if err != nil {
		return nil, err
	}
	mutated := map[string]bool{}
	for _, m := range all {
		mutated[m.place()] = true
	}
	var more []Mutant
	for _, g := range files {
		g.mutants = nil
		for line := range g.labels {
			g.bare[line] = !mutated[place(g.file, line)]
		}
		g.functions(g.zeros)
		more = append(more, g.mutants...)
	}
	if more, err = compilable(root, pkg, more); err != nil {
		return nil, err
	}
	return append(all, more...), nil
}

// functions calls do for each function of the file.
func (g *generator) functions(do func(*ast.FuncDecl)) {
	for _, d := range g.syntax.Decls {
		if f, is := d.(*ast.FuncDecl); is && f.Body != nil {
			g.name, g.count = f.Name.Name, map[string]int{}
			if g.receivers {
				g.name = receiver(f) + g.name
			}
			g.body = f.Body
			do(f)
		}
	}
}

// stepLabel matches a label that names a step, and no label that says why there is no step.
var stepLabel = regexp.MustCompile(`^//tla:([A-Z][\w.]*)`)

// A label is the label of a line; its name is empty if the line has none.
type label struct {
	name string
	line int
}

func labelsOf(fset *token.FileSet, f *ast.File) map[int]label {
	labels := map[int]label{}
	for _, group := range f.Comments {
		for _, c := range group.List {
			if m := stepLabel.FindStringSubmatch(c.Text); m != nil {
				line := fset.Position(c.Pos()).Line
				labels[line] = label{m[1], line}
			}
		}
	}
	return labels
}

// generator makes the mutants of a file.
type generator struct {
	pkg     *packages.Package
	syntax  *ast.File
	source  []byte
	file    string
	labels  map[int]label // by line
	bare    map[int]bool  // labelled lines that have no mutant yet
	mutants []Mutant

	receivers bool // names of mutants have the types of receivers

	name  string // of the function
	body  *ast.BlockStmt
	count map[string]int // mutants so far, by name
}

func (g *generator) offset(p token.Pos) int { return g.pkg.Fset.Position(p).Offset }

func (g *generator) line(p token.Pos) int { return g.pkg.Fset.Position(p).Line }

func (g *generator) text(n ast.Node) string {
	return string(g.source[g.offset(n.Pos()):g.offset(n.End())])
}

// add adds a mutant that replaces the source from one position to another.
func (g *generator) add(of label, o Operator, from, to token.Pos, text string) {
	name := fmt.Sprintf("%s.%s/%s/%s", strings.TrimSuffix(filepath.Base(g.file), ".go"), g.name, of.name, o)
	g.count[name]++
	if n := g.count[name]; n > 1 {
		name += fmt.Sprintf("-%d", n)
	}
	was := strings.Join(strings.Fields(string(g.source[g.offset(from):g.offset(to)])), " ")
	is := strings.Join(strings.Fields(text), " ")
	mechanism := says[o]
	if o != Drop && o != Zero {
		mechanism += fmt.Sprintf(": `%s` for `%s`", is, was)
	} else {
		mechanism += fmt.Sprintf(": `%s`", was)
	}
	g.mutants = append(g.mutants, Mutant{
		Name: name, File: g.file, Label: of.name, Line: of.line, Operator: o, Mechanism: mechanism,
		patches: []patch{{g.offset(from), g.offset(to), text}},
	})
}

func (g *generator) function(f *ast.FuncDecl) {
	g.nodes(f, g.statements)
	g.decisions(f)
	// This comes last, to keep the numbers of other mutants: those of one name are numbered in the order of their making.
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			g.behind(n.List)
		case *ast.CaseClause:
			g.behind(n.Body)
		}
		return true
	})
}

// nodes makes the mutants of single expressions and conditions, and calls statements with each list of statements.
func (g *generator) nodes(f *ast.FuncDecl, statements func([]ast.Stmt)) {
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			statements(n.List)
		case *ast.CaseClause:
			statements(n.Body)
		case *ast.CommClause:
			statements(n.Body)
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

// label returns the label of the line that a node begins on, or none.
func (g *generator) label(n ast.Node) label { return g.labels[g.line(n.Pos())] }
