package instrument

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/packages"
)

// A package that is not rewritten may keep state in package variables. Then two calls of its functions may race, even
// if the program gives them no memory. So these calls are reported as well.

// findKeeping finds the packages of other modules that change package variables in functions, or import such a package.
// Packages that are rewritten do not count. It goes by the text, so it does not find a method that changes a variable.
func (r *run) findKeeping(foreign map[string]*packages.Package) error {
	for path, p := range foreign {
		if r.rewritten[path] {
			continue
		}
		changes, err := changesVariables(p)
		if err != nil {
			return err
		}
		r.keeping[path] = changes
	}
	for again := true; again; {
		again = false
		for path := range r.keeping {
			for imported := range foreign[path].Imports {
				if r.keeping[imported] && !r.keeping[path] {
					r.keeping[path], again = true, true
				}
			}
		}
	}
	return nil
}

// changesVariables reports whether a function of the package assigns to a package variable, or to a part of it. Functions
// named init do not count: they run before the program.
func changesVariables(p *packages.Package) (changes bool, err error) {
	var bodies []*ast.BlockStmt
	variables := map[string]bool{}
	for _, name := range p.GoFiles {
		syntax, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return false, err
		}
		for _, d := range syntax.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Body != nil && (d.Recv != nil || d.Name.Name != "init") {
					bodies = append(bodies, d.Body)
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if v, is := s.(*ast.ValueSpec); is && d.Tok == token.VAR {
						for _, id := range v.Names {
							variables[id.Name] = id.Name != "_"
						}
					}
				}
			}
		}
	}
	for _, body := range bodies {
		ast.Inspect(body, func(n ast.Node) bool {
			for _, e := range changedBy(n) {
				changes = changes || variables[rootOf(e)]
			}
			return !changes
		})
	}
	return changes, nil
}

// changedBy returns what a statement or a call of a built-in function changes.
func changedBy(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			return n.Lhs
		}
	case *ast.IncDecStmt:
		return []ast.Expr{n.X}
	case *ast.CallExpr:
		if id, is := n.Fun.(*ast.Ident); is && len(n.Args) > 0 && (id.Name == "delete" || id.Name == "clear" || id.Name == "copy") {
			return n.Args[:1]
		}
	}
	return nil
}

// rootOf returns the name of the variable that an expression is a part of, or "".
func rootOf(e ast.Expr) string {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x.Name
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		default:
			return ""
		}
	}
}

// keeps reports whether a function may access package variables of packages that are not rewritten.
func (f *file) keeps(callee *types.Func) bool {
	if !f.isOutside(callee) || callee.Signature().Recv() != nil || callee.Signature().TypeParams().Len() > 0 {
		return false
	}
	path := callee.Pkg().Path()
	return f.keeping[path] || path == "flag" || keepingStd[path] && f.visits(callee)
}

// keepingStd has packages of std whose functions in visited tell each other something: what one sets, another returns.
var keepingStd = map[string]bool{
	"archive/zip": true, "crypto/x509": true, "encoding/gob": true, "expvar": true, "image": true, "io/ioutil": true, "mime": true,
	"os": true, "runtime/pprof": true, "runtime/trace": true, "syscall": true,
}

// keptCall returns the text of a called function, so that the call is reported if it gives no memory and the function keeps
// some.
func (f *file) keptCall(c *ast.CallExpr, callee *types.Func, text string) string {
	if !f.keeps(callee) || f.leading(c) >= 0 {
		return text
	}
	return f.access("Give") + "(" + f.outside(callee, c.Fun) + ", " + text + ")"
}
