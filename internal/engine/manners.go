package engine

import (
	"reflect"
	"strings"
)

// manner of treating memory behind a pointer.
type treatment int

const (
	restored treatment = iota // its bytes are put back
	watched                   // they are compared: it belongs to the runtime or the system in part
	skipped                   // they change as their package likes
)

// plainStd has packages of std whose types have all their state in their own memory.
var plainStd = map[string]bool{
	"bufio": true, "bytes": true, "container/heap": true, "container/list": true, "container/ring": true, "errors": true,
	"expvar": true, "hash/maphash": true, "log": true, "math/big": true, "math/rand": true, "math/rand/v2": true,
	"strings": true, "sync": true, "sync/atomic": true, "internal/sync": true, "text/tabwriter": true, "text/scanner": true,
}

// ownStd has packages of std whose types may refer to state that the package keeps elsewhere.
var ownStd = map[string]bool{
	"context": true, "embed": true, "os": true, "reflect": true, "regexp": true, "regexp/syntax": true, "runtime": true,
	"syscall": true, "testing": true, "time": true, "unicode": true, "unique": true, "weak": true,
}

// dotless has packages of other modules that are not rewritten, and whose paths begin like those of std.
var dotless = map[string]bool{}

// RegisterDotless adds such a package.
func RegisterDotless(path string) { dotless[path] = true }

// manners returns how memory of a type is treated.
func manners(t reflect.Type) treatment {
	for t.Kind() == reflect.Array {
		t = t.Elem()
	}
	path := t.PkgPath()
	domain, _, _ := strings.Cut(path, "/")
	switch {
	case path == "", rewritten[path], isShimPath(path), plainStd[path]:
		return restored
	case ownStd[path], path == home, strings.HasPrefix(path, home+"/"):
		return skipped
	case pooled(t, "Pool"):
		return skipped
	case !strings.Contains(domain, ".") && !dotless[path], pooled(t, "Cond"), hasHandle(t):
		return watched
	}
	return restored
}

// pooled reports whether values of a type contain a type of sync with the name.
func pooled(t reflect.Type, name string) bool {
	return contains(t, func(t reflect.Type) bool { return t.PkgPath() == "sync" && t.Name() == name })
}

// hasHandle reports whether values of a type contain what only the runtime can put back.
func hasHandle(t reflect.Type) bool {
	return contains(t, func(t reflect.Type) bool {
		return (t.Kind() == reflect.Chan || t.Kind() == reflect.UnsafePointer) && t.PkgPath() != "sync/atomic"
	})
}

// contains reports whether a type is one that is wanted, or has a part of such a type.
func contains(t reflect.Type, wanted func(reflect.Type) bool) bool {
	if wanted(t) {
		return true
	}
	switch t.Kind() {
	case reflect.Array:
		return contains(t.Elem(), wanted)
	case reflect.Struct:
		if t.PkgPath() == "sync/atomic" {
			return false
		}
		for i := range t.NumField() {
			if contains(t.Field(i).Type, wanted) {
				return true
			}
		}
	}
	return false
}
