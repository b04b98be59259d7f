package instrument

import (
	"go/ast"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// refuseIn adds a refusal of a place in a package.
func (r *run) refuseIn(p *packages.Package, file string, line int, reason string) {
	r.refusals = append(r.refusals, Refusal{file, line, reason, r.importedBy(strings.TrimSuffix(p.PkgPath, "_test"))})
}

// refuse refuses code in the file that cannot be scheduled.
func (f *file) refuse() {
	f.refuseHead()
	f.refuseBody()
}

// refuseHead checks directives and imports.
func (f *file) refuseHead() {
	f.refuseLinkedVariables()
	for _, s := range f.syntax.Imports {
		path, _ := strconv.Unquote(s.Path.Value)
		if f.Shims[path] != "" && s.Name != nil && s.Name.Name == "." {
			f.refuseAt(s.Pos(), "a dot import of %s; import it under a name", path)
		}
	}
}

// refuseBody checks statements and expressions.
func (f *file) refuseBody() {
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			f.findSecond(len(n.Lhs), n.Rhs)
		case *ast.ValueSpec:
			f.findSecond(len(n.Names), n.Values)
		case *ast.BranchStmt:
			f.branches(n)
		case *ast.LabeledStmt:
			switch n.Stmt.(type) {
			case *ast.RangeStmt, *ast.SelectStmt:
				f.ranges[f.pkg.TypesInfo.Defs[n.Label]] = true
			}
		case *ast.Ident:
			if o := f.pkg.TypesInfo.Defs[n]; o != nil && o.Parent() != nil && strings.HasPrefix(n.Name, "_sp_") {
				f.refuseAt(n.Pos(), "rewritten code has names such as %s; use another", n.Name)
			}
		case *ast.CallExpr:
			f.refuseCall(n)
		case *ast.ExprStmt:
			f.ignores(n.X)
		case *ast.DeferStmt:
			f.ignores(n.Call)
		case *ast.GoStmt:
			f.ignores(n.Call)
		case *ast.SelectorExpr:
			f.refuseName(n)
		}
		return true
	})
}

func (f *file) refuseCall(c *ast.CallExpr) {
	callee := f.callee(c)
	if callee == nil || callee.Pkg() == nil {
		return
	}
	if callee.Pkg().Path() == "sync/atomic" {
		f.findAddressInNumber(c)
	}
}

// findAddressInNumber finds an atomic number that holds an address. It does not keep the object alive,
// so the address may be reused.
func (f *file) findAddressInNumber(c *ast.CallExpr) {
	for _, a := range c.Args {
		ast.Inspect(a, func(n ast.Node) bool {
			conversion, is := n.(*ast.CallExpr)
			if !is || len(conversion.Args) != 1 || !f.pkg.TypesInfo.Types[conversion.Fun].IsType() {
				return true
			}
			to, _ := f.typeOf(conversion).Underlying().(*types.Basic)
			from, _ := f.typeOf(conversion.Args[0]).Underlying().(*types.Basic)
			if to != nil && from != nil && to.Kind() == types.Uintptr && from.Kind() == types.UnsafePointer {
				f.numbers[conversion] = true
			}
			return true
		})
	}
}
