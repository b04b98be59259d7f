package instrument

import "go/types"

// copying notes that values of a type are copied or assigned. If they hold objects of package sync,
// the methods of these objects have to be reported as accesses.
func (u *unit) copying(t types.Type) {
	if !u.copies && holdsSync(t, nil) {
		u.copies = true
	}
}

// copyingArguments does so for the type arguments of the package's instances. Generic code may copy
// values of these types.
func (u *unit) copyingArguments() {
	for _, i := range u.pkg.TypesInfo.Instances {
		for t := range i.TypeArgs.Types() {
			u.copying(t)
		}
	}
}

// holdsSync reports whether values of a type hold objects of package sync.
func holdsSync(t types.Type, around []types.Type) bool {
	if n, is := types.Unalias(t).(*types.Named); is {
		if p := n.Obj().Pkg(); p != nil && p.Path() == "sync" && !types.IsInterface(t) {
			return true
		}
		for _, a := range around {
			if types.Identical(a, n) {
				return false
			}
		}
		around = append(around, n)
	}
	switch t := t.Underlying().(type) {
	case *types.Struct:
		for f := range t.Fields() {
			if holdsSync(f.Type(), around) {
				return true
			}
		}
	case *types.Array:
		return holdsSync(t.Elem(), around)
	}
	return false
}

// elementOf returns the type of the elements of a slice, an array or a pointer to one.
func elementOf(t types.Type) types.Type {
	if t == nil {
		return types.Typ[types.Invalid] // a type parameter for several kinds of types
	}
	if p := pointee(t); p != nil {
		t = p
	}
	switch t := core(t).(type) {
	case *types.Slice:
		return t.Elem()
	case *types.Array:
		return t.Elem()
	}
	return types.Typ[types.Invalid]
}
