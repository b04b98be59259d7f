package instrument

import (
	"go/ast"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// The compiler writes methods that copy a receiver: for a call through an interface that holds a pointer, and for a
// method expression. Each of these calls reports what it copies, when it is made:
//
//	at.Sum()           access.CopyBy(1, 2, "Sum", at).Sum()
//	at.Plus(<-c)       access.Bound(1, "Plus", access.Held(at).Plus)(<-c)
//	f := at.Sum        f := access.Bound(1, "Sum", access.Held(at).Sum)
//	defer at.Sum()     { v1 := at; defer v1.Sum(); defer access.Copied(1, "Sum", v1) }
//	f := (*T).Sum      f := access.CopyOn(1, "Sum", (*T).Sum)

// methodOf returns the name of a method as package access wants it: with its package if it is not exported.
func methodOf(fn *types.Func) string {
	name := fn.Name()
	if !fn.Exported() && fn.Pkg() != nil {
		name = fn.Pkg().Path() + "." + name
	}
	return strconv.Quote(name)
}

// receiverSite returns the site of a receiver that a method written by the compiler copies.
func (f *file) receiverSite(x ast.Expr) string {
	return f.siteAt(placeOf(x), "the receiver of "+f.sourceOf(x))
}

// dynamicReceiver returns the receiver of a method of an interface.
func (f *file) dynamicReceiver(e *ast.SelectorExpr, fn *types.Func, o operand) operand {
	gives, later := fn.Pkg() != nil && !isSafe(o.typ), "Later"
	if f.calledNow[e] {
		later = ""
	}
	switch {
	case f.calmly[e] && gives:
		f.quietly(fn)
		o.text = f.access("CopyBy") + "(" + f.outside(fn, e) + ", " + f.receiverSite(e.X) + ", " + methodOf(fn) + ", " + o.text + ")"
	case f.calmly[e]:
		f.quietly(fn)
		o.text = f.access("Copied") + "(" + f.receiverSite(e.X) + ", " + methodOf(fn) + ", " + o.text + ")"
	case gives:
		o.text = f.access("GiveBy"+later) + "(" + f.outside(fn, e) + ", " + o.text + ")"
	}
	return o
}

// methodValue returns the text of a method value. If it is one of an interface, its calls report what they copy.
func (f *file) methodValue(e *ast.SelectorExpr, s *types.Selection, o operand) string {
	rest := f.between(e.X.End(), e.End())
	fn := s.Obj().(*types.Func)
	if f.calledNow[e] && !f.binds[e] || !f.isDynamic(fn, o.typ) || f.recovering[fn.Name()] {
		return o.text + rest
	}
	f.quietly(fn)
	return f.access("Bound") + "(" + f.receiverSite(e.X) + ", " + methodOf(fn) + ", " + f.access("Held") + "(" + o.text + ")" + rest + ")"
}

// isDynamic reports whether a method of an interface is one that rewritten types may have.
func (f *file) isDynamic(fn *types.Func, of types.Type) bool {
	return !f.unreported && types.IsInterface(of) && !f.isShim(fn) &&
		(fn.Pkg() == nil || !f.isOurs(fn.Pkg().Path()) && fn.Pkg().Path() != "testing") // that of an error has no package
}

// deferDynamic returns a deferred call of an interface's method. The report of what it copies is deferred as well,
// and runs just before it.
func (f *file) deferDynamic(d *ast.DeferStmt, sel *ast.SelectorExpr, fn *types.Func) string {
	s := f.steps(d)
	s.keep(sel.X)
	s.keepArguments(d.Call)
	s.declare()
	f.quietly(fn)
	copied := f.access("Copied") + "(" + f.receiverSite(sel.X) + ", " + methodOf(fn) + ", " + f.hoisted[sel.X] + ")"
	return s.end("defer " + f.plainCall(d.Call) + "; defer " + copied)
}

// deferred returns the method of an interface that a statement defers, if the receiver is a value of an interface itself.
func (f *file) deferred(d *ast.DeferStmt) (*ast.SelectorExpr, *types.Func) {
	sel, is := ast.Unparen(d.Call.Fun).(*ast.SelectorExpr)
	if !is {
		return nil, nil
	}
	s := f.pkg.TypesInfo.Selections[sel]
	if s == nil || s.Kind() != types.MethodVal || len(s.Index()) != 1 {
		return nil, nil
	}
	fn := s.Obj().(*types.Func)
	if !f.isDynamic(fn, s.Recv()) {
		return nil, nil
	}
	return sel, fn
}

// methodExpression wraps a method expression if its calls may copy the receiver.
func (f *file) methodExpression(e *ast.SelectorExpr, s *types.Selection, text string) string {
	fn := s.Obj().(*types.Func)
	if f.unreported || byPointer(fn) || !types.IsInterface(s.Recv()) && pointee(s.Recv()) == nil || f.recovering[fn.Name()] {
		return text
	}
	f.quietly(fn)
	return f.access("CopyOn") + "(" + f.receiverSite(e) + ", " + methodOf(fn) + ", " + text + ")"
}

// quietly notes that a method that is not exported is called through an interface. The package registers which of
// its types have it, since package reflect does not tell.
func (f *file) quietly(fn *types.Func) {
	if !fn.Exported() {
		f.quiet[fn.Name()] = true
	}
}

// quietMethods returns the declared methods with these names, as Type.Method or *Type.Method.
func (u *unit) quietMethods() string {
	var all []string
	for _, syntax := range u.pkg.Syntax {
		for _, d := range syntax.Decls {
			if fn, is := d.(*ast.FuncDecl); is && fn.Recv != nil && u.quiet[fn.Name.Name] {
				name := functionName(fn)
				if typ, method, pointer := strings.Cut(strings.TrimPrefix(name, "(*"), ")."); pointer {
					name = "*" + typ + "." + method
				}
				all = append(all, name)
			}
		}
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

// findRecovering notes the names of methods with value receivers that call recover. A wrapped function calls its
// method, and recover works only in the deferred function itself. So these are not wrapped.
func (r *run) findRecovering(pkgs []*packages.Package) {
	for _, p := range pkgs {
		for _, syntax := range p.Syntax {
			for _, d := range syntax.Decls {
				if fn, is := d.(*ast.FuncDecl); is && fn.Recv != nil && fn.Body != nil && recoversIn(p.TypesInfo, fn.Body) {
					r.recovering[fn.Name.Name] = true
				}
			}
		}
	}
}

func recoversIn(info *types.Info, body *ast.BlockStmt) (yes bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.Ident:
			b, is := info.Uses[n].(*types.Builtin)
			yes = yes || is && b.Name() == "recover"
		}
		return !yes
	})
	return yes
}
