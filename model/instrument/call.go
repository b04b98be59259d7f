package instrument

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
)

// access returns the name of a function of package access.
func (f *file) access(name string) string {
	f.added[accessAlias] = accessPath
	return accessAlias + "." + name
}

// call returns the text of a call.
func (f *file) call(c *ast.CallExpr) string {
	fun := f.pkg.TypesInfo.Types[c.Fun]
	callee := f.callee(c)
	why := f.whyUnseen(callee)
	switch {
	case f.numbers[c]:
		f.numbers[c] = false
		return f.unseen("Unseen", c, "an atomic number holds an address")
	case why != "":
		return f.unseenCall(c, why)
	case fun.IsType():
		return f.plain(c.Fun) + f.arguments(c, func(i int, text string) string {
			if f.copiesElements(c) {
				return f.access("All") + "(" + f.site(c.Args[i]) + ", " + text + ")"
			}
			return text
		})
	case fun.IsBuiltin():
		return f.builtin(c)
	case f.assertion(c, callee) != "":
		return f.assertionCall(c, callee, f.assertion(c, callee))
	case f.isShim(callee) && f.several(c):
		return f.access("Sited") + "(" + f.siteOfCall(c) + ", " + f.value(c.Fun) + ")" + f.arguments(c, nil)
	case f.isShim(callee):
		if f.blind(c) {
			return f.accessCall(c, callee, "Blind", "Via", "Again")
		}
		return f.accessCall(c, callee, "At", "Via", "Again")
	case callee != nil && callee.Pkg() != nil && f.rewritten[callee.Pkg().Path()] && f.labels[f.line(placeOf(c.Fun))] != "":
		return f.accessCall(c, callee, "Enter", "Enter", "Enter")
	}
	f.calmly[ast.Unparen(c.Fun)] = !f.calls(c.Args...)
	f.binds[ast.Unparen(c.Fun)] = f.calls(c.Args...)
	out := f.announced(c, callee, f.givesOut(c))
	return f.endedCall(c, func() string {
		return f.keptCall(c, callee, f.using(c, callee)) + f.arguments(c, func(i int, text string) string { return out(i, f.given(c, callee, c.Args[i], text)) })
	})
}

// toCall returns the text of the function that a call calls.
func (f *file) toCall(e ast.Expr) string {
	f.calledNow[ast.Unparen(e)] = true
	return f.value(e)
}

// several reports whether the results of one call are all arguments of another.
func (f *file) several(c *ast.CallExpr) bool {
	_, is := f.typesOfArguments(c)
	return is && !f.isGeneric(c.Fun)
}

// copiesElements reports whether a conversion reads the elements of a slice: to a string or to an
// array.
func (f *file) copiesElements(c *ast.CallExpr) bool {
	if _, slice := core(f.typeOf(c.Args[0])).(*types.Slice); !slice || f.unreported {
		return false
	}
	switch core(f.typeOf(c)).(type) {
	case *types.Basic, *types.Array:
		return true
	}
	return false
}

// callee returns the function or method that c calls, or nil if c calls a variable.
func (f *file) callee(c *ast.CallExpr) *types.Func {
	var id *ast.Ident
	switch fun := uninstantiated(c.Fun).(type) {
	case *ast.Ident:
		id = fun
	case *ast.SelectorExpr:
		id = fun.Sel
	default:
		return nil
	}
	fn, _ := f.pkg.TypesInfo.Uses[id].(*types.Func)
	return fn
}

func uninstantiated(fun ast.Expr) ast.Expr {
	switch x := ast.Unparen(fun).(type) {
	case *ast.IndexExpr:
		return ast.Unparen(x.X)
	case *ast.IndexListExpr:
		return ast.Unparen(x.X)
	}
	return ast.Unparen(fun)
}

// arguments returns the rest of a call after the function. The function wrap may change the text
// of an argument.
func (f *file) arguments(c *ast.CallExpr, wrap func(i int, text string) string) string {
	return list(f, c.Fun.End(), c.End(), c.Args, func(i int, a ast.Expr) string {
		text := f.testerArgument(c, i, f.node(a))
		if wrap != nil {
			text = wrap(i, text)
		}
		return text
	})
}

// accessCall returns the text of a call that sets its site. At or via wraps the receiver: at if it
// has an address, else via. For a function, at wraps the first argument if that is a pointer;
// otherwise via wraps the function itself. The last argument with a call sets the site again,
// since that call may have changed it.
func (f *file) accessCall(c *ast.CallExpr, callee *types.Func, at, via, again string) string {
	id, known := "", false
	number := func() string {
		if !known {
			id, known = f.siteOfCall(c), true
		}
		return id
	}
	head := ""
	first := -1 // the argument with the address
	sel, _ := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	s := f.pkg.TypesInfo.Selections[sel]
	switch {
	case s != nil && s.Kind() == types.MethodVal:
		o := f.receiver(sel, s)
		rest := f.between(sel.X.End(), sel.End())
		if types.IsInterface(o.typ) {
			o.text = f.shimReceiver(c, sel, callee, o.text)
		}
		switch {
		case types.IsInterface(o.typ) && f.mayVisit(callee): // sync.Locker
			o.text = f.access(via) + "(" + number() + ", " + o.text + ")"
			o.text = f.access("VisitBy") + "(" + f.siteAt(placeOf(c.Fun), callee.FullName()) + ", " + f.access("Found") + "(" + strconv.Quote(callee.Name()) + ", " + o.text + ")"
			rest += ")"
		case types.IsInterface(o.typ) || pointee(o.typ) == nil && !byPointer(callee):
			o.text = f.access(via) + "(" + number() + ", " + o.text + ")"
		case pointee(o.typ) != nil:
			o.text = f.access(at) + "(" + number() + ", " + o.text + ")"
		case o.address != "":
			o.text = f.access(at) + "(" + number() + ", " + o.address + ")"
		}
		head = o.text + rest
		if _, paren := c.Fun.(*ast.ParenExpr); paren {
			head = f.between(c.Fun.Pos(), sel.Pos()) + head + f.between(sel.End(), c.Fun.End())
		}
	case at != "Enter" && f.pointsFirst(c):
		first = 0
		head = f.value(c.Fun)
		number()
	case f.isGeneric(c.Fun) || f.hasGenericShim(callee):
		head = f.value(c.Fun) // a generic function cannot be passed to via
	default:
		head = f.access(via) + "(" + number() + ", " + f.value(c.Fun) + ")"
	}
	last := -1
	for i, a := range c.Args {
		if _, several := f.typeOf(a).(*types.Tuple); !several && i != first && known && f.calls(a) {
			last = i
		}
	}
	return head + f.arguments(c, func(i int, text string) string {
		switch i {
		case first:
			return f.access(at) + "(" + number() + ", " + text + ")"
		case last:
			return f.wrapAgain(c, again, number(), c.Args[i], text)
		}
		return text
	})
}

func byPointer(callee *types.Func) bool {
	_, is := callee.Signature().Recv().Type().(*types.Pointer)
	return is
}

// siteOfCall returns the site of a call. Its expression is the receiver, or the operand of the
// first argument's address, or the function.
func (f *file) siteOfCall(c *ast.CallExpr) string {
	e := ast.Expr(c.Fun)
	if sel, is := ast.Unparen(c.Fun).(*ast.SelectorExpr); is && f.pkg.TypesInfo.Selections[sel] != nil {
		e = sel.X
	}
	if f.pointsFirst(c) {
		e = c.Args[0]
		if u, is := ast.Unparen(e).(*ast.UnaryExpr); is {
			e = u.X
		}
	}
	return f.siteAt(placeOf(c.Fun), f.sourceOf(e))
}

// pointsFirst reports whether the first argument of a function, not a method, is a pointer.
func (f *file) pointsFirst(c *ast.CallExpr) bool {
	if sel, is := ast.Unparen(c.Fun).(*ast.SelectorExpr); is {
		if s := f.pkg.TypesInfo.Selections[sel]; s != nil && s.Kind() == types.MethodVal {
			return false
		}
	}
	if len(c.Args) == 0 {
		return false
	}
	_, is := types.Unalias(f.typeOf(c.Args[0])).(*types.Pointer)
	return is
}

// isGeneric reports whether a function is generic, and the source leaves out its type arguments.
func (f *file) isGeneric(fun ast.Expr) bool {
	fun = ast.Unparen(fun)
	var id *ast.Ident
	switch x := fun.(type) {
	case *ast.Ident:
		id = x
	case *ast.SelectorExpr:
		id = x.Sel
	case *ast.IndexExpr:
		id, _ = uninstantiated(fun).(*ast.Ident)
		if sel, is := uninstantiated(fun).(*ast.SelectorExpr); is {
			id = sel.Sel
		}
		if id == nil {
			return false
		}
		inst, is := f.pkg.TypesInfo.Instances[id]
		return is && inst.TypeArgs.Len() > 1
	}
	if id == nil {
		return false
	}
	_, is := f.pkg.TypesInfo.Instances[id]
	return is
}

// wrapAgain wraps an argument. The type must be stated: an untyped constant would lose the type
// that its parameter gives it.
func (f *file) wrapAgain(c *ast.CallExpr, again, id string, a ast.Expr, text string) string {
	t := f.typeOf(a)
	if _, is := ast.Unparen(a).(*ast.CallExpr); !is {
		if b, is := types.Unalias(t).(*types.Basic); is && b.Kind() != types.UntypedNil && b.Info()&types.IsUntyped == 0 {
			if name, good := f.typeText(b, a.Pos()); good {
				again += "[" + name + "]"
			} else if f.fromPlace(a) {
				f.refuseAt(a.Pos(), "an argument whose type has no name here; assign it to a variable first")
			}
		}
	}
	return f.access(again) + "(" + id + ", " + text + ")"
}

// calls reports whether an expression has a call that may make an access.
func (f *file) calls(nodes ...ast.Expr) bool {
	found := false
	for _, e := range nodes {
		ast.Inspect(e, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.UnaryExpr:
				found = found || n.Op == token.ARROW
			case *ast.CallExpr:
				fun := f.pkg.TypesInfo.Types[n.Fun]
				if f.pkg.TypesInfo.Types[n].Value == nil && !fun.IsType() && !fun.IsBuiltin() {
					found = true
				}
			}
			return !found
		})
	}
	return found
}

func (f *file) temporary(prefix string) string {
	f.temps++
	return "_sp_" + prefix + strconv.Itoa(f.temps)
}
