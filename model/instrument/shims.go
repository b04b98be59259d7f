package instrument

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

const (
	home       = "github.com/stealproof/stealproof"
	accessPath = home + "/model/shim/access"

	// accessAlias is what rewritten code calls it: no name that others have.
	accessAlias = "_sp_access"
)

// standIns are the packages of std that have stand-ins, or will.
var standIns = map[string]string{
	"sync/atomic":  home + "/model/shim/atomic",
	"sync":         home + "/model/shim/sync",
	"runtime":      home + "/model/shim/runtime",
	"time":         home + "/model/shim/time",
	"context":      home + "/model/shim/context",
	"iter":         home + "/model/shim/iter",
	"math/rand":    home + "/model/shim/rand",
	"math/rand/v2": home + "/model/shim/rand/v2",
}

// A shim stands in for a package of std, for the names that it has.
type shim struct {
	path  string
	alias string
	scope *types.Scope
}

func aliasOf(std string) string {
	return "_sp_" + strings.ReplaceAll(strings.TrimPrefix(std, "math/"), "/", "_")
}

// loadShims finds the names that the shims have.
func (r *run) loadShims() error {
	mode := packages.NeedName | packages.NeedFiles | packages.NeedTypes | packages.NeedImports
	pkgs, err := r.load(mode, false, slices.Sorted(maps.Values(r.Shims))...)
	if err != nil {
		return err
	}
	byPath := map[string]*packages.Package{}
	for _, p := range pkgs {
		byPath[p.PkgPath] = p
	}
	for std, path := range r.Shims {
		p := byPath[path]
		if p == nil || len(p.GoFiles) == 0 {
			continue // yet to come
		}
		if len(p.Errors) > 0 {
			return fmt.Errorf("instrument: %s: %v", path, p.Errors[0])
		}
		r.shims[std] = &shim{path, aliasOf(std), p.Types.Scope()}
	}
	return nil
}

// provided returns the shim that has this name of a package of std, or nil.
func (r *run) provided(std, name string) *shim {
	s := r.shims[std]
	if s == nil {
		return nil
	}
	if o := s.scope.Lookup(name); o == nil || !o.Exported() {
		return nil
	}
	return s
}

// stoodIn reports whether a function is one of a shim, or a method of one of its
// types, or belongs to a package that is replaced as a whole.
func (r *run) stoodIn(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	if _, is := r.Replace[fn.Pkg().Path()]; is {
		return true
	}
	if recv := fn.Signature().Recv(); recv != nil {
		if types.IsInterface(recv.Type()) {
			return r.shims[fn.Pkg().Path()] != nil // sync.Locker
		}
		name := typeName(recv.Type())
		return name != nil && r.provided(fn.Pkg().Path(), name.Name()) != nil
	}
	return r.provided(fn.Pkg().Path(), fn.Name()) != nil
}

// isShimType reports whether values of a type are touched by its methods only.
func (r *run) isShimType(t types.Type) bool {
	if types.IsInterface(t) {
		return false
	}
	name := typeName(t)
	if _, basic := t.Underlying().(*types.Basic); basic || name == nil || name.Pkg() == nil {
		return false
	}
	if _, pointer := types.Unalias(t).(*types.Pointer); pointer {
		return false
	}
	return r.provided(name.Pkg().Path(), name.Name()) != nil
}

// typeName returns the name of a type or of what it points to, or nil.
func typeName(t types.Type) *types.TypeName {
	t = types.Unalias(t)
	if p, is := t.(*types.Pointer); is {
		t = types.Unalias(p.Elem())
	}
	if n, is := t.(*types.Named); is {
		return n.Obj()
	}
	return nil
}

// core returns the underlying type, for a type parameter that of all its types,
// or nil if they have different ones.
func core(t types.Type) types.Type {
	p, is := types.Unalias(t).(*types.TypeParam)
	if !is {
		return t.Underlying()
	}
	var found types.Type
	mixed := false
	var walk func(types.Type)
	walk = func(t types.Type) {
		switch u := t.Underlying().(type) {
		case *types.Interface:
			for e := range u.EmbeddedTypes() {
				walk(e)
			}
		case *types.Union:
			for term := range u.Terms() {
				walk(term.Type())
			}
		default:
			mixed = mixed || found != nil && !types.Identical(found, u)
			found = u
		}
	}
	walk(p.Constraint())
	if mixed {
		return nil
	}
	return found
}

// pointee returns what a pointer type points to, or nil.
func pointee(t types.Type) types.Type {
	if p, is := core(t).(*types.Pointer); is {
		return p.Elem()
	}
	return nil
}
