package check

import (
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// look returns which names the declarations of a package mention. It goes by names. A test counts as a
// search if it mentions a package that leads to the scheduler. It also counts if it mentions the name of
// a declaration of its package that does. So it may count too many tests as searches.
func look(ctx context.Context, dir, pkg string) (*mentions, error) {
	out, err := goCommand(ctx, dir, "list", "-json=Dir,GoFiles,CgoFiles,TestGoFiles,XTestGoFiles", pkg)
	if err != nil {
		return nil, err
	}
	var files struct {
		Dir                                          string
		GoFiles, CgoFiles, TestGoFiles, XTestGoFiles []string
	}
	if err := json.Unmarshal([]byte(out), &files); err != nil {
		return nil, err
	}
	lead, err := leading(ctx, dir, pkg)
	if err != nil {
		return nil, err
	}
	m := &mentions{pkg: pkg, tested: len(files.TestGoFiles)+len(files.XTestGoFiles) > 0, leading: lead, of: map[string][]string{}, searches: map[string]bool{}, files: map[string][]string{}}
	for _, name := range slices.Concat(files.GoFiles, files.CgoFiles, files.TestGoFiles, files.XTestGoFiles) {
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(files.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		m.file(f, name)
	}
	spread(m.searches, m.of)
	slices.Sort(m.tests)
	return m, nil
}

// others returns the tests that cannot come to a search, sorted.
func (m *mentions) others() (not []string) {
	for _, test := range m.tests {
		if !m.searches[test] {
			not = append(not, test)
		}
	}
	return not
}

// untested returns an error if there are no tests at all. Otherwise it returns what Before says about the tests, unless
// TestMain may search.
func (m *mentions) untested(s Source) error {
	switch {
	case !m.tested:
		return fmt.Errorf("%s has no tests", m.pkg)
	case s.Before == nil || len(m.tests) == 0 || m.searches["TestMain"]:
		return nil
	}
	return s.Before(m.tests, m.others())
}

// leading returns the packages that lead to the scheduler, of those that the tests of a package depend
// on: their names, by import path. A name need not be the end of the path.
func leading(ctx context.Context, dir, pkg string) (map[string]string, error) {
	out, err := goCommand(ctx, dir, "list", "-deps", "-test", "-f", `{{.ImportPath}} {{.Name}}{{range .Deps}} {{.}}{{end}}`, pkg)
	if err != nil {
		return nil, err
	}
	paths := map[string]string{}
	for line := range strings.Lines(out) {
		if strings.Contains(line, " [") {
			continue // a variant that is made for the tests: its files are looked at
		}
		names := strings.Fields(line)
		if slices.Contains(names, module+"/model/sched") || slices.Contains(names, module+"/internal/engine") {
			paths[names[0]] = names[1]
		}
	}
	return paths, nil
}

// mentions is which names the declarations of a package mention.
type mentions struct {
	pkg      string
	tested   bool // it has test files
	leading  map[string]string
	of       map[string][]string
	tests    []string
	files    map[string][]string // the names that each file declares
	searches map[string]bool     // names of declarations that lead to the scheduler
}

var testName = regexp.MustCompile(`^(Test|Fuzz|Example)($|[^a-z])`)

func (m *mentions) file(f *ast.File, name string) {
	tests := strings.HasSuffix(name, "_test.go")
	imports := map[string]bool{} // by the name that the file uses
	dots := false
	for _, i := range f.Imports {
		p, err := strconv.Unquote(i.Path.Value)
		if err != nil || m.leading[p] == "" {
			continue
		}
		switch {
		case i.Name == nil:
			imports[m.leading[p]] = true
		case i.Name.Name == ".":
			dots = true
		default:
			imports[i.Name.Name] = true
		}
	}
	for _, d := range f.Decls {
		names, of := declared(d)
		m.files[name] = append(m.files[name], names...)
		if f, is := d.(*ast.FuncDecl); is && f.Recv != nil { // a suite's methods are called by reflection
			for _, of := range receiver(f) {
				m.of[of] = append(m.of[of], f.Name.Name)
			}
		}
		for _, name := range names {
			if tests && testName.MatchString(name) && isFunc(d) && name != "TestMain" {
				m.tests = append(m.tests, name)
			}
			m.searches[name] = m.searches[name] || dots
		}
		ast.Inspect(of, func(n ast.Node) bool {
			id, is := n.(*ast.Ident)
			if !is {
				return true
			}
			for _, name := range names {
				m.of[name] = append(m.of[name], id.Name)
				m.searches[name] = m.searches[name] || imports[id.Name]
			}
			return true
		})
	}
}

func isFunc(d ast.Decl) bool {
	f, is := d.(*ast.FuncDecl)
	return is && f.Recv == nil
}

// receiver returns the names in the type of a method's receiver.
func receiver(f *ast.FuncDecl) []string {
	var names []string
	ast.Inspect(f.Recv.List[0].Type, func(n ast.Node) bool {
		if id, is := n.(*ast.Ident); is {
			names = append(names, id.Name)
		}
		return true
	})
	return names
}

// declared returns the names that a declaration declares, and what may mention others.
func declared(d ast.Decl) ([]string, ast.Node) {
	if f, is := d.(*ast.FuncDecl); is {
		return []string{f.Name.Name}, f
	}
	var names []string
	for _, s := range d.(*ast.GenDecl).Specs {
		switch s := s.(type) {
		case *ast.ValueSpec:
			for _, n := range s.Names {
				names = append(names, n.Name)
			}
		case *ast.TypeSpec:
			names = append(names, s.Name.Name)
		}
	}
	return names, d
}

// spread adds to a set all names that mention one of it, until none is left.
func spread(set map[string]bool, of map[string][]string) {
	for again := true; again; {
		again = false
		for name, of := range of {
			if !set[name] && slices.ContainsFunc(of, func(o string) bool { return set[o] }) {
				set[name], again = true, true
			}
		}
	}
}
