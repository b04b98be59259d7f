package engine

import (
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine/strategy"
)

// Code that was not rewritten accesses memory unseen. The search lists the calls that gave it
// memory while there were several threads, so that the result does not claim too much.

// given has the sites of such calls. It belongs to a search.
type given []bool

// Give says that the caller gives memory to code that was not rewritten, at a site.
func Give(site uint32) {
	e := active
	if e == nil || !e.Owned() {
		return
	}
	if e.remains.gives(); e.solo() {
		return
	}
	GiveLater(site)
	if Watched() {
		e.callOut(site)
	}
}

// CallOut makes a call of such a function a step, if Go's race detector judges the execution.
func CallOut(site uint32) {
	if e := active; Watched() && e != nil && !e.solo() && e.Owned() && !e.fate.free {
		e.callOut(site)
	}
}

// callOut makes such a call a step. For Go's race detector, synchronization inside the call orders two
// threads as they happen to come: a lock of std, for one. So the search tries the orders of calls.
func (e *engine) callOut(site uint32) {
	e.announced.site = site
	e.before(strategy.Write, unsafe.Pointer(&outsideObject), nil, 0)
	NoProgress()
	if Tracing() {
		Describe("calls " + Where(site).Expr)
	}
}

// outsideObject stands for what all code that is not rewritten may share.
var outsideObject byte

// GiveLater is Give for a function that is called later. There may be several threads then.
func GiveLater(site uint32) {
	e := active
	if e == nil || !e.Owned() {
		return
	}
	e.spins.recurs.changed = true
	if e.remains.gives(); !e.fate.free {
		e.coverage.gives(site)
	}
}

// names returns the calls as function and place, sorted.
func (g given) names() (names []string) {
	for id, is := range g {
		if is {
			names = append(names, sites[id].Expr+" at "+sites[id].Pos)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// merged returns the names of two lists, sorted.
func merged(a, b []string) []string {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// rewrittenPackages holds the import paths of the rewritten packages that have sites.
var rewrittenPackages []string

// RegisterPackage registers a rewritten package.
func RegisterPackage(path string) { rewrittenPackages = append(rewrittenPackages, path) }

// typesMet remembers the answers of IsOutside. Two slices take the place of a map, since Go's race
// detector would see the map.
var typesMet struct {
	types   []reflect.Type
	outside []bool
}

// IsOutside reports whether some method of a type may not have been rewritten: one of the type
// itself, or of an embedded field.
func IsOutside(t reflect.Type) bool {
	if i := slices.Index(typesMet.types, t); i >= 0 {
		return typesMet.outside[i]
	}
	is := isOutside(t, 0)
	typesMet.types, typesMet.outside = append(typesMet.types, t), append(typesMet.outside, is)
	return is
}

func isOutside(t reflect.Type, depth int) bool {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if path := t.PkgPath(); path != "" && !slices.Contains(rewrittenPackages, path) {
		return !strings.HasPrefix(path, home+"/") // a shim, for one
	}
	if t.Kind() != reflect.Struct || depth > 10 {
		return false
	}
	for i := range t.NumField() {
		if f := t.Field(i); f.Anonymous && isOutside(f.Type, depth+1) {
			return true
		}
	}
	return false
}
