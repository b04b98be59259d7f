package instrument

import (
	"go/ast"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// The scheduler cannot control some functions: those that take real time, that are written in
// assembly, or that another package provides by go:linkname. A program may contain them as long as no
// search reaches them. A call ends the search as not checked.

// findBodyless adds the functions of a package that have no body, with the reason why the scheduler
// cannot control them.
func (r *run) findBodyless(p *packages.Package) {
	for _, syntax := range p.Syntax {
		links := linknames(syntax)
		r.findLinked(p, syntax, links)
		for _, d := range syntax.Decls {
			d, is := d.(*ast.FuncDecl)
			if !is || d.Body != nil {
				continue
			}
			if fn, is := p.TypesInfo.Defs[d.Name].(*types.Func); is {
				if harmless[links[d.Name.Name]] {
					r.findRandom(fn, links[d.Name.Name])
					continue
				}
				why := inAssembly
				if links[d.Name.Name] != "" {
					why = " is another function by go:linkname"
				}
				r.bodyless[fn.FullName()] = fn.Name() + why
			}
		}
	}
}

// inAssembly ends the reason why the scheduler cannot control a function. Such a function starts no
// goroutine and waits for none. So it has no other schedule while there is one thread.
const inAssembly = " is written in assembly"

// linknames returns the names behind the go:linkname directives of a file.
func linknames(syntax *ast.File) map[string]string {
	names := map[string]string{}
	for _, group := range syntax.Comments {
		for _, c := range group.List {
			if words := strings.Fields(c.Text); words[0] == "//go:linkname" && len(words) == 3 {
				names[words[1]] = words[2]
			}
		}
	}
	return names
}

// named returns the function that an expression names, or nil.
func (f *file) named(e ast.Expr) (*ast.Ident, *types.Func) {
	var id *ast.Ident
	switch x := uninstantiated(e).(type) {
	case *ast.Ident:
		id = x
	case *ast.SelectorExpr:
		id = x.Sel
	default:
		return nil, nil
	}
	fn, _ := f.pkg.TypesInfo.Uses[id].(*types.Func)
	return id, fn
}

// guarded returns the text of a function that is used without a call, if the scheduler cannot control it.
func (f *file) guarded(e ast.Expr) (string, bool) {
	id, fn := f.named(e)
	why := f.whyUnseen(fn)
	if why == "" || f.reported[id] {
		return "", false
	}
	if f.isGeneric(e) {
		f.refuseAt(e.Pos(), "%s, and its type arguments are left out; avoid it", why)
		return "", false
	}
	return f.unseen("Guarded", e, why), true
}

// unseen returns a call of Unseen or Guarded with e.
func (f *file) unseen(name string, e ast.Expr, why string) string {
	if id, _ := f.named(e); id != nil {
		f.reported[id] = true
	}
	if name == "Unseen" && strings.HasSuffix(why, inAssembly) {
		name = "Assembly"
	}
	return f.access(name) + "(" + f.site(e) + ", " + strconv.Quote(why) + ", " + f.value(e) + ")"
}

// unseenCall returns a call of a function that the scheduler cannot control.
func (f *file) unseenCall(c *ast.CallExpr, why string) string {
	if !f.isGeneric(c.Fun) {
		return f.unseen("Unseen", c.Fun, why) + f.arguments(c, nil)
	}
	id, _ := f.named(c.Fun)
	f.reported[id] = true
	done := false // the first argument with a type announces the call
	text := f.value(c.Fun) + f.arguments(c, func(i int, text string) string {
		if done || f.isUntyped(c.Args[i]) {
			return text
		}
		done = true
		return f.access("Unseen") + "(" + f.site(c.Fun) + ", " + strconv.Quote(why) + ", " + text + ")"
	})
	if !done {
		f.refuseAt(c.Pos(), "%s; avoid it", why)
	}
	return text
}
