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

	// accessAlias is the name of package access in rewritten code. No other package has this name.
	accessAlias = "_sp_access"
)

// httptest has a shim that is loaded only if the program imports the package, since it needs all of net/http.
const httptest = "net/http/httptest"

// shimPaths maps packages of std to their shims.
var shimPaths = map[string]string{
	"sync/atomic":  home + "/model/shim/atomic",
	"sync":         home + "/model/shim/sync",
	"runtime":      home + "/model/shim/runtime",
	"time":         home + "/model/shim/time",
	"context":      home + "/model/shim/context",
	"hash/maphash": home + "/model/shim/maphash",
	"io":           home + "/model/shim/io",
	"iter":         home + "/model/shim/iter",
	"math/rand":    home + "/model/shim/rand",
	"math/rand/v2": home + "/model/shim/rand/v2",
	"net":          home + "/model/shim/net",
	"os/signal":    home + "/model/shim/signal",

	httptest: home + "/model/shim/httptest",

	"testing/synctest": home + "/model/shim/testing/synctest",

	// These start goroutines, and are not rewritten.
	"github.com/stretchr/testify/assert":  home + "/model/shim/testify/assert",
	"github.com/stretchr/testify/require": home + "/model/shim/testify/require",
}

// partial has packages whose interfaces no shim has.
var partial = map[string]bool{"io": true, "net": true, httptest: true, "github.com/stretchr/testify/assert": true, "github.com/stretchr/testify/require": true}

// A shim replaces a package of std, for the names that the shim has.
type shim struct {
	path  string
	alias string
	scope *types.Scope
}

func aliasOf(std string) string {
	return "_sp_" + strings.NewReplacer("/", "_", ".", "_").Replace(strings.TrimPrefix(std, "math/"))
}

// loadShims finds the names that the shims have.
func (r *run) loadShims() error {
	paths := maps.Clone(r.Shims)
	delete(paths, httptest)
	return r.findShims(paths)
}

// loadShim is loadShims for the shim of a package that the program imports.
func (r *run) loadShim(of string) error {
	path, known := r.Shims[of]
	if !known || !r.imports[of] {
		return nil
	}
	return r.findShims(map[string]string{of: path})
}

func (r *run) findShims(paths map[string]string) error {
	mode := packages.NeedName | packages.NeedFiles | packages.NeedTypes | packages.NeedImports
	pkgs, err := r.load(mode, false, slices.Sorted(maps.Values(paths))...)
	if err != nil {
		return err
	}
	byPath := map[string]*packages.Package{}
	for _, p := range pkgs {
		byPath[p.PkgPath] = p
	}
	for std, path := range paths {
		p := byPath[path]
		if p == nil || len(p.GoFiles) == 0 {
			return fmt.Errorf("instrument: there is no package %s in the place of %s", path, std)
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

// isShim reports whether a function is replaced: by a shim, as a method of a shim's type, or
// because its whole package is replaced.
func (r *run) isShim(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	if _, is := r.Replace[fn.Pkg().Path()]; is {
		return true
	}
	if recv := fn.Signature().Recv(); recv != nil {
		if types.IsInterface(recv.Type()) {
			path := fn.Pkg().Path()
			return r.shims[path] != nil && !partial[path] // sync.Locker
		}
		name := typeName(recv.Type())
		return name != nil && r.provided(fn.Pkg().Path(), name.Name()) != nil
	}
	return r.provided(fn.Pkg().Path(), fn.Name()) != nil
}

// typeName returns the name of a type, or of the type that it points to, or nil.
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

// core returns the underlying type. For a type parameter it is the one that all its types have, or
// nil if they differ.
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

// pointee returns the type that a pointer type points to, or nil.
func pointee(t types.Type) types.Type {
	if p, is := core(t).(*types.Pointer); is {
		return p.Elem()
	}
	return nil
}

// hasGenericShim reports whether the shim of a function has type parameters. The function itself may have none.
func (f *file) hasGenericShim(fn *types.Func) bool {
	if fn.Signature().Recv() != nil {
		return false
	}
	s := f.provided(fn.Pkg().Path(), fn.Name())
	if s == nil {
		return false
	}
	shim, is := s.scope.Lookup(fn.Name()).(*types.Func)
	return is && shim.Signature().TypeParams().Len() > 0
}
