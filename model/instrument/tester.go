package instrument

import (
	"go/ast"
	"go/types"
)

// testerPath is the shim of testing.T. The type stays testing.T everywhere. Only the receivers of
// its methods, and arguments that are converted to an interface, become values of the shim.
const testerPath = home + "/model/shim/testing"

func (f *file) tester(name string) string {
	const alias = "_sp_testing"
	f.added[alias] = testerPath
	return alias + "." + name
}

// testerMethod returns the receiver x of x.Method if x is, or embeds, a *testing.T or testing.TB.
// It reports false for other methods.
func (f *file) testerMethod(e *ast.SelectorExpr, s *types.Selection) (operand, bool) {
	fn := s.Obj()
	if fn.Pkg() == nil || fn.Pkg().Path() != "testing" || !fn.Exported() {
		return operand{}, false
	}
	path := s.Index()
	way := f.typeOf(e.X)
	for n := 0; n < len(path); n++ {
		if of := f.wrapper(way); of != "" {
			o := f.embedded(e, s, path[:n])
			if f.wrapper(o.typ) != of {
				break // the way there is not exported
			}
			return operand{text: f.tester(of) + "(" + f.read(e.X, o) + ")", typ: f.typeOf(e.X)}, true
		}
		if p := pointee(way); p != nil {
			way = p
		}
		st, is := way.Underlying().(*types.Struct)
		if !is || n == len(path)-1 {
			break
		}
		way = st.Field(path[n]).Type()
	}
	return operand{}, false
}

// wrapper returns the function of the shim that takes values of the type, or "".
func (f *file) wrapper(t types.Type) string {
	switch {
	case f.Plain != nil: // a T asks its control
	case isTesting(t, "TB"):
		return "OfTB"
	case pointee(t) != nil && isTesting(pointee(t), "T"):
		return "Of"
	}
	return ""
}

func isTesting(t types.Type, name string) bool {
	n, is := types.Unalias(t).(*types.Named)
	return is && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "testing" && n.Obj().Name() == name
}

// testerArgument returns the text of an argument. A *testing.T that is converted to an interface by
// which the callee may fail the test is wrapped, since code that is not rewritten may call it.
func (f *file) testerArgument(c *ast.CallExpr, i int, text string) string {
	a := c.Args[i]
	wrapper := f.wrapper(f.typeOf(a))
	if wrapper == "" {
		return text
	}
	callee := f.callee(c)
	to := parameter(f.typeOf(c.Fun), i, c.Ellipsis.IsValid())
	if to == nil || !types.IsInterface(to) || !failsBy(to) {
		return text
	}
	if _, is := types.Unalias(to).(*types.TypeParam); is {
		return text
	}
	if callee != nil && callee.Pkg() != nil {
		path := callee.Pkg().Path()
		// Rewritten code knows a testing.TB. It does not know other interfaces, which may hold anything. Our own
		// packages start searches, and so need the testing.T itself.
		if f.rewritten[path] && isTesting(to, "TB") || observes(path) {
			return text
		}
	}
	return f.tester(wrapper) + "(" + text + ")"
}

// parameter returns the type of the parameter for argument i, or nil.
func parameter(fun types.Type, i int, spread bool) types.Type {
	if fun == nil {
		return nil
	}
	sig, is := core(fun).(*types.Signature)
	if !is {
		return nil
	}
	n := sig.Params().Len()
	switch {
	case sig.Variadic() && i >= n-1:
		last := sig.Params().At(n - 1).Type()
		if spread {
			return last
		}
		if s, is := last.Underlying().(*types.Slice); is {
			return s.Elem()
		}
		return nil
	case i < n:
		return sig.Params().At(i).Type()
	}
	return nil
}

// failsBy reports whether an interface has a method that fails or skips a test.
func failsBy(t types.Type) bool {
	set := types.NewMethodSet(t)
	for _, name := range []string{"Error", "Errorf", "Fail", "FailNow", "Fatal", "Fatalf", "Skip", "SkipNow", "Skipf"} {
		if set.Lookup(nil, name) != nil {
			return true
		}
	}
	return false
}
