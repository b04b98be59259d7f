package instrument

import (
	"go/ast"
	"go/token"
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
	selected := map[ast.Stmt]bool{} // the communications of select statements
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		if s, is := n.(ast.Stmt); is && selected[s] {
			return false
		}
		switch n := n.(type) {
		case *ast.SelectStmt:
			f.refuseAt(n.Pos(), "a select statement; use a sync.Mutex or an atomic")
			for _, c := range n.Body.List {
				selected[c.(*ast.CommClause).Comm] = true
			}
		case *ast.SendStmt:
			f.refuseChannel(n.Arrow, "a send")
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				f.refuseChannel(n.Pos(), "a receive")
			}
		case *ast.RangeStmt:
			if f.isChannel(n.X) {
				f.refuseChannel(n.Pos(), "a range over a channel")
			}
		case *ast.BranchStmt:
			f.branches(n)
		case *ast.LabeledStmt:
			if _, is := n.Stmt.(*ast.RangeStmt); is {
				f.ranges[f.pkg.TypesInfo.Defs[n.Label]] = true
			}
		case *ast.BinaryExpr:
			f.ask(n)
		case *ast.CallExpr:
			f.refuseCall(n)
		case *ast.SelectorExpr:
			f.refuseName(n)
		}
		return true
	})
}

// ask records a comparison of ctx.Done() with nil. It asks whether the context can be canceled at
// all, so no thread waits for that channel.
func (f *file) ask(b *ast.BinaryExpr) {
	if b.Op != token.EQL && b.Op != token.NEQ || !f.pkg.TypesInfo.Types[b.Y].IsNil() {
		return
	}
	c, is := ast.Unparen(b.X).(*ast.CallExpr)
	if !is {
		return
	}
	if callee := f.callee(c); callee != nil && callee.FullName() == "(context.Context).Done" {
		f.asked[c] = true
	}
}

func (f *file) refuseChannel(pos token.Pos, what string) {
	f.refuseAt(pos, "%s on a channel; use a sync.Mutex or an atomic", strings.TrimSuffix(what, " over a channel"))
}

func (f *file) isChannel(e ast.Expr) bool {
	t := f.typeOf(e)
	if t == nil {
		return false
	}
	_, is := core(t).(*types.Chan)
	return is
}

func (f *file) refuseCall(c *ast.CallExpr) {
	fun := f.pkg.TypesInfo.Types[c.Fun]
	switch {
	case fun.IsType():
	case fun.IsBuiltin():
		id, _ := ast.Unparen(c.Fun).(*ast.Ident)
		if id == nil || len(c.Args) == 0 || !f.isChannel(c.Args[0]) {
			return
		}
		switch id.Name {
		case "make":
			f.refuseAt(c.Pos(), "a channel; use a sync.Mutex or an atomic")
		case "close":
			f.refuseChannel(c.Pos(), "a close")
		case "len", "cap":
			f.refuseChannel(c.Pos(), "a "+id.Name)
		}
	default:
		callee := f.callee(c)
		if callee == nil {
			return
		}
		if callee.Pkg() != nil && callee.Pkg().Path() == "sync/atomic" {
			f.findAddressInNumber(c)
		}
		if callee.Pkg() == nil || f.rewritten[callee.Pkg().Path()] || denied(callee) != "" {
			return
		}
		if f.asked[c] {
			return
		}
		for v := range callee.Signature().Results().Variables() {
			if _, is := v.Type().Underlying().(*types.Chan); is {
				f.refuseAt(c.Pos(), "%s returns a channel; use a sync.Mutex or an atomic", callee.Name())
			}
		}
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
