package instrument

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/packages"
)

// A variable may be that of another package by go:linkname. The scheduler does not see the accesses of that
// package. So a function that names such a variable ends a search that comes to it.

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

// refuseLinkedVariables makes the functions that name such a variable end a search. Other places that
// name one are refused.
func (f *file) refuseLinkedVariables() {
	const why = "go:linkname of a variable: the scheduler cannot see its accesses"
	for _, d := range f.syntax.Decls {
		ast.Inspect(d, func(n ast.Node) bool {
			id, is := n.(*ast.Ident)
			if !is {
				return true
			}
			v, is := f.pkg.TypesInfo.Uses[id].(*types.Var)
			if !is || v.Pkg() == nil || v.Parent() != v.Pkg().Scope() || !f.linked[v.Pkg().Path()+"."+v.Name()] {
				return true
			}
			if fn, is := d.(*ast.FuncDecl); is && fn.Body != nil {
				if _, known := f.refused[fn]; !known {
					f.refused[fn] = late{id.Pos(), why}
				}
			} else {
				f.refuseAt(id.Pos(), why+"; avoid it")
			}
			return true
		})
	}
}
