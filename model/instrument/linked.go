package instrument

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/packages"
)

// A variable may be that of another package by go:linkname. The scheduler does not see the accesses of that
// package. So a function that names such a variable ends a search that comes to it. A package variable
// whose initial value names one may lead to it, and counts as one.

// findLinked adds the variables of a file that are those of other packages.
func (r *run) findLinked(p *packages.Package, syntax *ast.File, links map[string]string) {
	for _, d := range syntax.Decls {
		g, is := d.(*ast.GenDecl)
		if !is {
			continue
		}
		for _, s := range g.Specs {
			if s, is := s.(*ast.ValueSpec); is {
				for _, n := range s.Names {
					if links[n.Name] != "" {
						r.linked[p.PkgPath+"."+n.Name] = true
					}
				}
			}
		}
	}
}

// findLeading adds the variables whose initial values name a variable that is linked.
func (r *run) findLeading(pkgs []*packages.Package) {
	if len(r.linked) == 0 {
		return
	}
	for found := true; found; {
		found = false
		for _, p := range pkgs {
			for _, i := range p.TypesInfo.InitOrder {
				if !r.namesLinked(p.TypesInfo, i.Rhs) {
					continue
				}
				for _, v := range i.Lhs {
					if name := variableName(v); !r.linked[name] {
						r.linked[name], found = true, true
					}
				}
			}
		}
	}
}

func (r *run) namesLinked(info *types.Info, e ast.Expr) (yes bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		if id, is := n.(*ast.Ident); is && r.isLinked(info.Uses[id]) {
			yes = true
		}
		return !yes
	})
	return yes
}

// isLinked reports whether an object is a linked package variable, or leads to one.
func (r *run) isLinked(o types.Object) bool {
	v, is := o.(*types.Var)
	return is && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() && r.linked[variableName(v)]
}

// variableName returns the name of a package variable with the path of its package.
func variableName(v *types.Var) string {
	if v.Pkg() == nil {
		return v.Name()
	}
	return v.Pkg().Path() + "." + v.Name()
}

// refuseLinkedVariables makes the functions that name such a variable end a search. An initial value
// only takes it over, while no thread runs.
func (f *file) refuseLinkedVariables() {
	const why = "go:linkname of a variable: the scheduler cannot see its accesses"
	for _, d := range f.syntax.Decls {
		fn, is := d.(*ast.FuncDecl)
		if !is || fn.Body == nil {
			continue
		}
		ast.Inspect(fn, func(n ast.Node) bool {
			id, is := n.(*ast.Ident)
			if !is || !f.isLinked(f.pkg.TypesInfo.Uses[id]) {
				return true
			}
			if _, known := f.refused[fn]; !known {
				f.refused[fn] = late{id.Pos(), why}
			}
			return true
		})
	}
}
