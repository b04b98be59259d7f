package instrument

import (
	"go/ast"
	"go/types"
)

// denials has names of std that take real time, start goroutines or coroutines, or depend on them.
// They cannot be used unless a shim has them. The value is the reason.
var denials = map[string]map[string]string{
	"time": {
		"After":     "takes real time",
		"AfterFunc": "takes real time",
		"NewTicker": "takes real time",
		"NewTimer":  "takes real time",
		"Sleep":     "takes real time",
		"Tick":      "takes real time",
	},
	"context": {
		"AfterFunc":         "starts a goroutine that cannot be scheduled",
		"WithDeadline":      "takes real time",
		"WithDeadlineCause": "takes real time",
		"WithTimeout":       "takes real time",
		"WithTimeoutCause":  "takes real time",
	},
	"runtime": {
		"AddCleanup":     "depends on the garbage collector",
		"Goexit":         "ends the thread without the scheduler",
		"LockOSThread":   "does not work with coroutines",
		"SetFinalizer":   "depends on the garbage collector",
		"UnlockOSThread": "does not work with coroutines",
	},
	"iter": {
		"Pull":  "starts a coroutine that cannot be scheduled",
		"Pull2": "starts a coroutine that cannot be scheduled",
	},
}

// harmless has functions of the runtime that a go:linkname may name. They access no memory shared
// by threads, and do not block.
var harmless = map[string]bool{
	"runtime.cheaprand": true, "runtime.cheaprandn": true,
	"runtime.fastrand": true, "runtime.fastrand64": true, "runtime.fastrandn": true, "runtime.fastrandu": true,
	"runtime.memhash": true, "runtime.memhash32": true, "runtime.memhash64": true,
	"runtime.nanotime": true, "runtime.rand": true, "runtime.strhash": true, "runtime.typehash": true,
}

// denied returns why a name of std cannot be used, or "".
func denied(o types.Object) string {
	if o.Pkg() == nil {
		return ""
	}
	return denials[o.Pkg().Path()][o.Name()]
}

// whyUnseen returns why the scheduler cannot control a function, or "".
func (r *run) whyUnseen(fn *types.Func) string {
	if fn == nil || fn.Pkg() == nil || r.isShim(fn) {
		return ""
	}
	if why := r.bodyless[fn.Origin().FullName()]; why != "" {
		return why
	}
	if fn.Parent() != fn.Pkg().Scope() {
		return ""
	}
	why := denied(fn)
	if path := fn.Pkg().Path(); path == "sync" || path == "sync/atomic" {
		why = "synchronizes without the scheduler"
	}
	if why == "" {
		return ""
	}
	return fn.Pkg().Path() + "." + fn.Name() + " " + why
}

// refuseName refuses types of std that would synchronize without the scheduler.
func (f *file) refuseName(e *ast.SelectorExpr) {
	o, is := f.pkg.TypesInfo.Uses[e.Sel].(*types.TypeName)
	if !is || o.Pkg() == nil || o.Parent() != o.Pkg().Scope() || f.provided(o.Pkg().Path(), o.Name()) != nil {
		return
	}
	switch path := o.Pkg().Path(); {
	case path == "sync" && o.Name() != "Locker", path == "sync/atomic":
		f.refuseAt(e.Pos(), "%s.%s synchronizes without the scheduler; avoid it", path, o.Name())
	}
}
