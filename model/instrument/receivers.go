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
// method expression. Rewritten code reports the copy at the moment of the call:
//
//	at.Sum()           access.CopyBy(1, 2, "Sum", at).Sum()
//	at.Plus(<-c)       access.Bound(1, "Plus", access.Held(at).Plus)(<-c)
//	f := at.Sum        f := access.Bound(1, "Sum", access.Held(at).Sum)
//	defer at.Sum()     { v1 := at; defer v1.Sum(); defer access.Copied(1, "Sum", v1) }
//	f := (*T).Sum      f := access.CopyOn(1, "Sum", (*T).Sum)

// methodOf returns the name of a method, quoted, as package access expects it. If the method is not exported, the path
// of its package comes first.
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
		f.noteUnexported(fn)
		o.text = f.access("CopyBy") + "(" + f.outside(fn, e) + ", " + f.receiverSite(e.X) + ", " + methodOf(fn) + ", " + o.text + ")"
	case f.calmly[e]:
		f.noteUnexported(fn)
		o.text = f.access("Copied") + "(" + f.receiverSite(e.X) + ", " + methodOf(fn) + ", " + o.text + ")"
	case gives:
		o.text = f.access("GiveBy"+later) + "(" + f.outside(fn, e) + ", " + o.text + ")"
	}
	return o
}

// methodValue returns the text of a method value. If its receiver is an interface, the calls report what they copy.
func (f *file) methodValue(e *ast.SelectorExpr, s *types.Selection, o operand) string {
	rest := f.between(e.X.End(), e.End())
	fn := s.Obj().(*types.Func)
	if f.calledNow[e] && !f.binds[e] || !f.isDynamic(fn, o.typ) || f.recovering[fn.Name()] {
		return o.text + rest
	}
	f.noteUnexported(fn)
	return f.access("Bound") + "(" + f.receiverSite(e.X) + ", " + methodOf(fn) + ", " + f.access("Held") + "(" + o.text + ")" + rest + ")"
}

// isDynamic reports whether calls of an interface's method may lead to methods of rewritten types.
func (f *file) isDynamic(fn *types.Func, of types.Type) bool {
	return !f.unreported && types.IsInterface(of) && !f.isShim(fn) &&
		(fn.Pkg() == nil || !f.isOurs(fn.Pkg().Path()) && fn.Pkg().Path() != "testing") // error.Error has no package
}

// deferDynamic returns a deferred call of an interface's method. The report of what it copies is deferred as well,
// and runs just before it.
func (f *file) deferDynamic(d *ast.DeferStmt, sel *ast.SelectorExpr, fn *types.Func) string {
	s := f.steps(d)
	s.keep(sel.X)
	s.keepArguments(d.Call)
	s.declare()
	f.noteUnexported(fn)
	copied := f.access("Copied") + "(" + f.receiverSite(sel.X) + ", " + methodOf(fn) + ", " + f.hoisted[sel.X] + ")"
	return s.end("defer " + f.plainCall(d.Call) + "; defer " + copied)
}

// deferred returns the method of an interface that a statement defers. It returns nil if there is none, or if the
// interface is an embedded one.
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
	f.noteUnexported(fn)
	return f.access("CopyOn") + "(" + f.receiverSite(e) + ", " + methodOf(fn) + ", " + text + ")"
}

// noteUnexported notes a method that is not exported and whose calls may copy the receiver. The package then registers
// which of its types have such a method, since package reflect does not tell.
func (f *file) noteUnexported(fn *types.Func) {
	if !fn.Exported() {
		f.unexported[fn.Name()] = true
	}
}

// unexportedMethods returns the declared methods of the noted names, as Type.Method or *Type.Method.
func (u *unit) unexportedMethods() string {
	var all []string
	for _, syntax := range u.pkg.Syntax {
		for _, d := range syntax.Decls {
			if fn, is := d.(*ast.FuncDecl); is && fn.Recv != nil && u.unexported[fn.Name.Name] {
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

// findRecovering notes the names of methods that call recover. It works only in the deferred function itself, and a
// wrapped method is called by its wrapper. So method values and method expressions of these names are not wrapped.
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

// recoversIn reports whether a body calls recover itself, not in a function literal.
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

// shimmed has the methods of interfaces whose packages have shims: context.Context and sync.Locker.
var shimmed = map[string][]string{"context": {"Deadline", "Done", "Err", "Value"}, "sync": {"Lock", "Unlock"}}

// findCopiedBy notes the interfaces of shimmed that a type of the program implements with a method whose calls may copy the
// receiver. Calls through the other interfaces need no report.
func (r *run) findCopiedBy(pkgs []*packages.Package) {
	r.copiedBy = map[string]bool{}
	for _, p := range pkgs {
		for _, o := range p.TypesInfo.Defs {
			name, is := o.(*types.TypeName)
			if !is || types.IsInterface(name.Type()) {
				continue
			}
			for of, methods := range shimmed {
				if !r.copiedBy[of] && mayCopy(name.Type(), methods) {
					r.copiedBy[of] = true
				}
			}
		}
	}
}

// mayCopy reports whether a type has all these methods, or a pointer to it, and calls of one of them may copy the receiver
// or read an embedded pointer.
func mayCopy(t types.Type, methods []string) bool {
	copies := false
	for _, name := range methods {
		o, _, indirect := types.LookupFieldOrMethod(t, true, nil, name)
		fn, is := o.(*types.Func)
		if !is {
			return false
		}
		copies = copies || indirect || !byPointer(fn)
	}
	return copies
}

// shimReceiver returns the receiver of a method of an interface whose package has a shim.
func (f *file) shimReceiver(c *ast.CallExpr, sel *ast.SelectorExpr, fn *types.Func, text string) string {
	if !f.copiedBy[fn.Pkg().Path()] || f.unreported || f.calls(c.Args...) {
		return text
	}
	return f.access("Copied") + "(" + f.receiverSite(sel.X) + ", " + methodOf(fn) + ", " + text + ")"
}
