package instrument

import (
	"go/ast"
	"go/types"
	"strings"
)

// Code that is not rewritten reads and writes memory unseen. If the program gives it memory that
// threads may share, rewritten code says so when it happens. Nothing is guessed about what the code
// does with the memory.

// safe has names of std that share no memory with the program. A name is that of a function that accesses nothing, or
// of a type that several goroutines may use at once, also by a pointer. A star marks a type that they may use at once
// only by value.
var safe = map[string]bool{
	"context.Context": true, "os.File": true, "reflect.Type": true, "regexp.Regexp": true,
	"time.Location": true, "*time.Time": true, "runtime.KeepAlive": true,
}

// isOutside reports whether a function is not rewritten, and may access memory that it is given.
func (f *file) isOutside(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil || f.unreported {
		return false
	}
	path := fn.Pkg().Path()
	_, replaced := f.Replace[path]
	return !f.rewritten[path] && !replaced && !safe[path+"."+fn.Name()] && path != "testing" && path != "sync" && path != "sync/atomic" && !observes(path) &&
		!f.isOurs(path) && !f.isShim(fn)
}

// isOurs reports whether a package of this repository is not rewritten.
func (f *file) isOurs(path string) bool {
	return strings.HasPrefix(path, home+"/") && !f.rewritten[path]
}

// outside numbers a place where memory goes to such a function.
func (f *file) outside(fn *types.Func, e ast.Expr) string {
	return f.siteAt(placeOf(e), stackName(fn))
}

// stackName returns the name of a function as in stacks, with the path of its package.
func stackName(fn *types.Func) string {
	path, recv := fn.Pkg().Path()+".", fn.Signature().Recv()
	if recv == nil {
		return path + fn.Name()
	}
	name := typeName(recv.Type())
	switch _, pointer := types.Unalias(recv.Type()).(*types.Pointer); {
	case name == nil:
		return path + fn.Name()
	case pointer:
		return path + "(*" + name.Name() + ")." + fn.Name()
	default:
		return path + name.Name() + "." + fn.Name()
	}
}

// givesOut returns a function that wraps the first argument that leads to memory, if c calls a function
// that is not rewritten. The receiver of a method is wrapped elsewhere.
func (f *file) givesOut(c *ast.CallExpr) func(i int, text string) string {
	callee := f.callee(c)
	if !f.isOutside(callee) {
		return func(_ int, text string) string { return text }
	}
	if sel, is := ast.Unparen(c.Fun).(*ast.SelectorExpr); is {
		if s := f.pkg.TypesInfo.Selections[sel]; s != nil && s.Kind() == types.MethodVal && f.leadsOut(callee, s) {
			return func(_ int, text string) string { return text }
		}
	}
	first := f.leading(c)
	if first < 0 {
		return func(_ int, text string) string { return text }
	}
	return func(i int, text string) string {
		if i == first {
			return f.access("Give") + "(" + f.outside(callee, c.Fun) + ", " + text + ")"
		}
		return text
	}
}

// leading returns the first argument of a call that leads to memory, or -1.
func (f *file) leading(c *ast.CallExpr) int {
	for i, a := range c.Args {
		if t := f.typeOf(a); leads(t) && !f.pkg.TypesInfo.Types[a].IsNil() && !f.isGeneric(a) {
			if _, several := t.(*types.Tuple); !several {
				return i
			}
		}
	}
	return -1
}

// leadsOut reports whether the receiver of a method that is not rewritten leads to memory.
func (f *file) leadsOut(fn *types.Func, s *types.Selection) bool {
	return f.isOutside(fn) && !types.IsInterface(s.Recv()) && (byPointer(fn) && !isSafe(fn.Signature().Recv().Type()) || leads(fn.Signature().Recv().Type()))
}

// method wraps the receiver of a method: of one that is not rewritten, or of an interface, whose
// dynamic type tells.
func (f *file) method(e *ast.SelectorExpr, s *types.Selection, o operand) operand {
	return f.find(e, f.givesReceiver(e, s, o))
}

func (f *file) givesReceiver(e *ast.SelectorExpr, s *types.Selection, o operand) operand {
	fn, later := s.Obj().(*types.Func), "Later"
	if f.calledNow[e] {
		later = ""
	}
	switch {
	case fn.Pkg() == nil && !f.unreported:
		return f.dynamicReceiver(e, fn, o) // error.Error has no package
	case f.unreported || f.isShim(fn) || f.isOurs(fn.Pkg().Path()) || fn.Pkg().Path() == "testing":
	case types.IsInterface(o.typ):
		return f.dynamicReceiver(e, fn, o)
	case !f.leadsOut(fn, s):
	case pointee(o.typ) == nil && byPointer(fn):
		if o.address != "" {
			o.text = f.access("Give"+later) + "(" + f.outside(fn, e) + ", " + o.address + ")"
		}
	default:
		o.text = f.access("Give"+later) + "(" + f.outside(fn, e) + ", " + o.text + ")"
	}
	return o
}

// reference wraps a function that is not rewritten, and is used as a value.
func (f *file) reference(e *ast.SelectorExpr, text string) string {
	fn, is := f.pkg.TypesInfo.Uses[e.Sel].(*types.Func)
	if !is || f.calledNow[e] || f.pkg.TypesInfo.Selections[e] != nil || !f.isOutside(fn) || f.isGeneric(e) || fn.Signature().TypeParams().Len() > 0 {
		return text
	}
	for v := range fn.Signature().Params().Variables() {
		if leads(v.Type()) {
			return f.access("GiveLater") + "(" + f.outside(fn, e) + ", " + text + ")"
		}
	}
	return text
}

// leads reports whether a value of the type may lead to memory that others can change.
func leads(t types.Type) bool { return leadsFrom(t, map[types.Type]bool{}) }

func leadsFrom(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] || isSafe(t) {
		return false
	}
	seen[t] = true
	if p, is := types.Unalias(t).(*types.TypeParam); is {
		return leadsBy(p.Constraint(), seen)
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Signature:
		return false // it is rewritten, or was wrapped where it is named
	case *types.Array:
		return leadsFrom(u.Elem(), seen)
	case *types.Struct:
		for v := range u.Fields() {
			if leadsFrom(v.Type(), seen) {
				return true
			}
		}
		return false
	case *types.Tuple:
		return false
	}
	return true
}

// leadsBy reports whether a type that satisfies a constraint may lead to memory.
func leadsBy(constraint types.Type, seen map[types.Type]bool) bool {
	u, is := constraint.Underlying().(*types.Interface)
	if !is {
		return leadsFrom(constraint, seen)
	}
	if u.NumEmbeddeds() == 0 {
		return true
	}
	for e := range u.EmbeddedTypes() {
		union, is := e.(*types.Union)
		if !is {
			if !leadsBy(e, seen) {
				return false
			}
			continue
		}
		some := false
		for term := range union.Terms() {
			some = some || leadsBy(term.Type(), seen)
		}
		if !some {
			return false
		}
	}
	return true
}

// isSafe reports whether several goroutines may use a value of the type at once.
func isSafe(t types.Type) bool {
	if types.Identical(t, types.Universe.Lookup("error").Type()) {
		return true
	}
	name := typeName(t)
	if name == nil || name.Pkg() == nil {
		return false
	}
	path, of := name.Pkg().Path(), name.Name()
	_, pointer := types.Unalias(t).(*types.Pointer)
	return path == "testing" || safe[path+"."+of] || !pointer && safe["*"+path+"."+of]
}
