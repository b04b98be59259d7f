package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A place is the data of a site. See access.Site.
type place struct{ pos, label, expr, function string }

const labelPrefix = "//tla:"

// labelsOf returns the labels of a file by line.
func labelsOf(fset *token.FileSet, f *ast.File) map[int]string {
	labels := map[int]string{}
	for _, group := range f.Comments {
		for _, c := range group.List {
			if text, is := strings.CutPrefix(c.Text, labelPrefix); is {
				labels[fset.PositionFor(c.Pos(), false).Line] = strings.TrimSpace(text)
			}
		}
	}
	return labels
}

// hasLabel reports whether some line of n has a label.
func (f *file) hasLabel(n ast.Node) bool {
	for line := f.line(n.Pos()); line <= f.line(n.End()); line++ {
		if f.labels[line] != "" {
			return true
		}
	}
	return false
}

func (f *file) line(pos token.Pos) int { return f.tok.PositionFor(pos, false).Line }

// site numbers the access to e, and returns the number as text.
func (f *file) site(e ast.Expr) string {
	return f.siteAt(placeOf(e), f.sourceOf(e))
}

// sourceOf returns the source of e on one line.
func (f *file) sourceOf(e ast.Expr) string {
	return strings.Join(strings.Fields(f.between(e.Pos(), e.End())), " ")
}

func (f *file) siteAt(pos token.Pos, expr string) string {
	line := f.line(pos)
	label := f.labels[line]
	if label == "" && (f.labelled || f.apart) {
		label = "-" // it is not part of the step that the caller's line names
	}
	f.places = append(f.places, place{fmt.Sprintf("%s:%d", f.name, line), label, expr, f.function})
	f.next++
	return strconv.Itoa(int(f.next - 1))
}

// placeOf returns the position that gives the line: for x.f that of f.
func placeOf(e ast.Expr) token.Pos {
	switch e := ast.Unparen(e).(type) {
	case *ast.SelectorExpr:
		return e.Sel.Pos()
	case *ast.IndexExpr:
		return placeOf(e.X)
	case *ast.IndexListExpr:
		return placeOf(e.X)
	}
	return e.Pos()
}

// variablesOf returns the package variables of a package. It leaves out those in test files, see
// testVariables, and those that cgo makes.
func variablesOf(p *packages.Package) (names []string) {
	scope := p.Types.Scope()
	for _, name := range scope.Names() {
		v, is := scope.Lookup(name).(*types.Var)
		if is && name != "_" && !strings.HasPrefix(name, "_cgo_") && !strings.HasPrefix(name, "__cgofn_") && !strings.HasSuffix(p.Fset.Position(v.Pos()).Filename, "_test.go") {
			names = append(names, name)
		}
	}
	return names
}

// registration returns the file that registers the sites and variables of a package.
func registration(u *unit, first uint32, variables []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n\nimport %s %q\n\nfunc init() {\n\t%[2]s.Register(%[4]d, []%[2]s.Site{\n", u.pkg.Name, accessAlias, accessPath, first)
	for _, p := range u.places {
		fmt.Fprintf(&b, "\t\t{Pos: %q, Label: %q, Expr: %q, Func: %q},\n", p.pos, p.label, p.expr, p.function)
	}
	b.WriteString("\t})\n")
	fmt.Fprintf(&b, "\t%s.Package(%q)\n", accessAlias, strings.TrimSuffix(u.pkg.PkgPath, "_test"))
	addresses := ""
	for _, name := range variables {
		addresses += ", &" + name
	}
	fmt.Fprintf(&b, "\t%s.Variables(%q, %q%s)\n", accessAlias, u.pkg.PkgPath, strings.Join(variables, " "), addresses)
	for _, d := range slices.Sorted(maps.Keys(u.dynamic)) {
		path, names, _ := strings.Cut(d, " ")
		fmt.Fprintf(&b, "\t%s.Visited(%q, %q)\n", accessAlias, path, names)
	}
	for _, path := range slices.Sorted(maps.Keys(u.leftOut)) {
		fmt.Fprintf(&b, "\t%s.LeftOut(%q)\n", accessAlias, path)
	}
	for _, path := range slices.Sorted(maps.Keys(u.dotless)) {
		if !u.rewritten[path] {
			fmt.Fprintf(&b, "\t%s.Dotless(%q)\n", accessAlias, path)
		}
	}
	if methods := u.unexportedMethods(); methods != "" {
		fmt.Fprintf(&b, "\t%s.Methods(%q, %q)\n", accessAlias, u.pkg.PkgPath, methods)
	}
	if u.copies {
		b.WriteString("\t" + accessAlias + ".Copies()\n")
	}
	b.WriteString("}\n")
	return b.String()
}

// functionName returns the name of a declared function, as in stack traces.
func functionName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	t := ast.Unparen(d.Recv.List[0].Type)
	star, pointer := t.(*ast.StarExpr)
	if pointer {
		t = ast.Unparen(star.X)
	}
	switch x := t.(type) {
	case *ast.IndexExpr:
		t = x.X
	case *ast.IndexListExpr:
		t = x.X
	}
	name := "?"
	if id, is := t.(*ast.Ident); is {
		name = id.Name
	}
	if pointer {
		name = "(*" + name + ")"
	}
	return name + "." + d.Name.Name
}
