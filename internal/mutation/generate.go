package mutation

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
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
func (g *generator) line(p token.Pos) int   { return g.pkg.Fset.Position(p).Line }
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

// single reports whether a statement is a simple one, on a line of its own.
func (g *generator) single(s ast.Stmt) bool {
	switch s.(type) {
	case *ast.ExprStmt, *ast.AssignStmt, *ast.IncDecStmt:
		return g.line(s.Pos()) == g.line(s.End())
	}
	return false
}

// endOfLine returns where the line of a statement ends, with its label.
func (g *generator) endOfLine(s ast.Stmt) int {
	at := g.offset(s.End())
	for at < len(g.source) && g.source[at] != '\n' {
		at++
	}
	return at
}

func (g *generator) statements(list []ast.Stmt) {
	for i, s := range list {
		var next ast.Stmt
		if i+1 < len(list) {
			next = list[i+1]
		}
		label := g.label(s)
		if label != "" {
			g.drop(label, s)
		}
		if next == nil || !g.single(s) {
			continue
		}
		if label == "" {
			label = g.label(next)
		}
		if label == "" {
			continue
		}
		g.order(label, s, next)
		if g.label(s) != "" && g.label(next) == "" {
			g.guard(label, next)
		}
	}
}

func (g *generator) drop(label string, s ast.Stmt) {
	if a, is := s.(*ast.AssignStmt); is && a.Tok == token.DEFINE {
		return // the variable would be missing
	}
	if !g.single(s) {
		return
	}
	g.add(label, Drop, s.Pos(), s.End(), "")
}

// order exchanges two statements; of an if, what stands before its condition.
func (g *generator) order(label string, s, next ast.Stmt) {
	file := g.pkg.Fset.File(s.Pos())
	if g.single(next) {
		if g.commute(s, next) {
			return
		}
		first := string(g.source[g.offset(s.Pos()):g.endOfLine(s)])
		second := string(g.source[g.offset(next.Pos()):g.endOfLine(next)])
		g.add(label, Order, s.Pos(), file.Pos(g.endOfLine(next)), second+"\n\t"+first)
		return
	}
	if of, is := next.(*ast.IfStmt); is && of.Init != nil && g.label(of) != "" {
		init, is := of.Init.(*ast.AssignStmt)
		if !is || init.Tok != token.DEFINE || len(init.Lhs) != 1 {
			return
		}
		first := string(g.source[g.offset(s.Pos()):g.endOfLine(s)])
		g.add(label, Order, s.Pos(), init.End(), fmt.Sprintf("early := %s //tla:%s\n\t%s\n\tif %s := early",
			g.text(init.Rhs[0]), g.label(of), first, g.text(init.Lhs[0])))
	}
}

// commute reports whether one of two statements only computes local variables from
// others, which the other one neither reads nor writes: then their order is nothing that
// anybody could notice.
func (g *generator) commute(a, b ast.Stmt) bool {
	if g.label(a) != "" {
		a, b = b, a
	}
	of, is := a.(*ast.AssignStmt)
	if !is || g.label(a) != "" {
		return false
	}
	used := map[types.Object]bool{}
	ast.Inspect(b, func(n ast.Node) bool {
		if id, is := n.(*ast.Ident); is {
			used[g.pkg.TypesInfo.ObjectOf(id)] = true
		}
		return true
	})
	for _, x := range of.Lhs {
		if id, is := x.(*ast.Ident); !is || used[g.pkg.TypesInfo.ObjectOf(id)] {
			return false
		}
	}
	commutes := true
	for _, x := range of.Rhs {
		ast.Inspect(x, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr, *ast.StarExpr, *ast.IndexExpr, *ast.FuncLit:
				commutes = false
			case *ast.CallExpr:
				commutes = commutes && g.pkg.TypesInfo.Types[n.Fun].IsType()
			case *ast.Ident:
				commutes = commutes && !assigns(b, n.Name)
			}
			return commutes
		})
	}
	return commutes
}

// assigns reports whether a statement assigns to a variable of this name.
func assigns(s ast.Stmt, name string) bool {
	a, is := s.(*ast.AssignStmt)
	return is && slices.ContainsFunc(a.Lhs, func(x ast.Expr) bool {
		id, is := x.(*ast.Ident)
		return is && id.Name == name
	})
}

// guard changes the condition of a statement that follows a labelled line.
func (g *generator) guard(label string, s ast.Stmt) {
	var on ast.Expr
	switch s := s.(type) {
	case *ast.IfStmt:
		on = s.Cond
	case *ast.SwitchStmt:
		for _, c := range s.Body.List {
			for _, e := range c.(*ast.CaseClause).List {
				g.comparisons(label, e)
			}
		}
	}
	if on != nil {
		g.comparisons(label, on)
	}
}

func (g *generator) comparisons(label string, e ast.Expr) {
	ast.Inspect(e, func(n ast.Node) bool {
		if b, is := n.(*ast.BinaryExpr); is && g.labels[g.line(b.OpPos)] == "" {
			g.compare(label, b)
		}
		return true
	})
}

// other has the comparison that each one is mistaken for.
var other = map[token.Token]token.Token{
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.EQL: token.NEQ, token.NEQ: token.EQL,
}

func (g *generator) compare(label string, b *ast.BinaryExpr) {
	if to, is := other[b.Op]; is {
		g.add(label, Compare, b.X.Pos(), b.Y.End(), g.text(b.X)+" "+to.String()+" "+g.text(b.Y))
	}
}

func (g *generator) binary(b *ast.BinaryExpr) {
	label := g.labels[g.line(b.OpPos)]
	if label == "" {
		return
	}
	g.compare(label, b)
	if one, is := b.Y.(*ast.BasicLit); is && one.Value == "1" && (b.Op == token.ADD || b.Op == token.SUB) {
		g.add(label, Offset, b.Pos(), b.End(), g.text(b.X))
	}
}

func (g *generator) flag(n *ast.Ident) {
	label := g.label(n)
	if label == "" {
		return
	}
	switch n.Name {
	case "true":
		g.add(label, Flag, n.Pos(), n.End(), "false")
	case "false":
		g.add(label, Flag, n.Pos(), n.End(), "true")
	}
}

// condition turns round a condition that has no comparison, and is no CAS.
func (g *generator) condition(s *ast.IfStmt) {
	label := g.label(s.Cond)
	if label == "" {
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

// call changes atomic operations that read and write.
func (g *generator) call(c *ast.CallExpr) {
	label := g.labels[g.line(c.Rparen)]
	f, is := c.Fun.(*ast.SelectorExpr)
	if label == "" || !is {
		return
	}
	x := g.text(f.X)
	if x == "atomic" {
		g.function2(label, c, f.Sel.Name)
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

// function2 is call for functions of sync/atomic.
func (g *generator) function2(label string, c *ast.CallExpr, name string) {
	for verb, op := range map[string]string{"Add": "+", "Or": "|", "And": "&"} {
		if of, is := strings.CutPrefix(name, verb); is && len(c.Args) == 2 {
			x := g.text(c.Args[0])
			g.add(label, RMWSplit, c.Pos(), c.End(), fmt.Sprintf("atomic.Store%s(%s, atomic.Load%s(%s)%s(%s))", of, x, of, x, op, g.text(c.Args[1])))
		}
	}
}

func (g *generator) typeOf(e ast.Expr) string {
	return types.TypeString(g.pkg.TypesInfo.TypeOf(e), types.RelativeTo(g.pkg.Types))
}

// compilable returns those of the mutants that compile.
func compilable(root string, pkg *packages.Package, mutants []Mutant) ([]Mutant, error) {
	p, err := Switched(root, mutants)
	if err != nil {
		return nil, err
	}
	names := slices.Clone(pkg.CompiledGoFiles)
	for name := range p.Text {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	fset := token.NewFileSet()
	var files []*ast.File
	broken := map[string]bool{} // numbers
	wrong := func(file *ast.File, at token.Pos) bool {
		for _, d := range file.Decls {
			f, is := d.(*ast.FuncDecl)
			if is && f.Pos() <= at && at <= f.End() {
				_, number, found := strings.Cut(f.Name.Name, "__mutant")
				broken[number] = true
				return found
			}
		}
		return false
	}
	for _, name := range names {
		source, given := p.Text[name]
		if !given {
			if source, err = os.ReadFile(name); err != nil {
				return nil, err
			}
		}
		f, err := parser.ParseFile(fset, name, source, parser.ParseComments)
		if err != nil {
			return nil, fmt.Errorf("an operator has made what is no Go: %w", err)
		}
		files = append(files, f)
	}
	var unexpected error
	config := types.Config{Importer: loaded(pkg), Error: func(err error) {
		var e types.Error
		for _, f := range files {
			if errors.As(err, &e) && f.FileStart <= e.Pos && e.Pos <= f.FileEnd && wrong(f, e.Pos) {
				return
			}
		}
		unexpected = errors.Join(unexpected, err)
	}}
	_, _ = config.Check(pkg.PkgPath, fset, files, nil)
	if unexpected != nil {
		return nil, unexpected
	}
	var good []Mutant
	for i, m := range mutants {
		if !broken[fmt.Sprint(i+1)] {
			good = append(good, m)
		}
	}
	return good, nil
}

// loaded imports what a package has been loaded with.
func loaded(pkg *packages.Package) types.Importer {
	return importer(func(path string) (*types.Package, error) {
		if p := pkg.Imports[path]; p != nil {
			return p.Types, nil
		}
		if path == "os" || path == "strconv" {
			return standard(path)
		}
		return nil, fmt.Errorf("%s was not loaded", path)
	})
}

// standard returns a package of std that only the switch imports.
func standard(path string) (*types.Package, error) {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedTypes}, path)
	if err != nil {
		return nil, err
	}
	return pkgs[0].Types, nil
}

type importer func(string) (*types.Package, error)

func (f importer) Import(path string) (*types.Package, error) { return f(path) }
