package instrument

import "go/types"

// random has the functions of the runtime that return random numbers, with the functions of package
// access that replace them. If a go:linkname binds a function to one of these, its uses become those of
// the replacement. So an execution can be repeated.
var random = map[string]struct{ name, signature string }{
	"runtime.cheaprand":  {"Random32", "func() uint32"},
	"runtime.cheaprandn": {"Randomn", "func(uint32) uint32"},
	"runtime.fastrand":   {"Random32", "func() uint32"},
	"runtime.fastrandn":  {"Randomn", "func(uint32) uint32"},
	"runtime.fastrand64": {"Random64", "func() uint64"},
	"runtime.fastrandu":  {"Randomu", "func() uint"},
	"runtime.rand":       {"Random64", "func() uint64"},
}

// findRandom notes a function that a go:linkname binds to a function of the runtime.
func (r *run) findRandom(fn *types.Func, link string) {
	to, is := random[link]
	unnamed := func(t *types.Tuple) *types.Tuple {
		var all []*types.Var
		for v := range t.Variables() {
			all = append(all, types.NewParam(0, nil, "", v.Type()))
		}
		return types.NewTuple(all...)
	}
	s := fn.Signature()
	if !is || types.NewSignatureType(nil, nil, nil, unnamed(s.Params()), unnamed(s.Results()), false).String() != to.signature {
		return
	}
	r.random[fn.FullName()] = to.name
}

// randomly returns the function of package access that replaces a function, or "".
func (f *file) randomly(o types.Object) string {
	if fn, is := o.(*types.Func); is && f.random[fn.FullName()] != "" {
		return f.access(f.random[fn.FullName()])
	}
	return ""
}
