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
	"runtime.fastrand": true, "runtime.fastrand64": true, "runtime.fastrandn": true,
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

// refuseName refuses names of std that would block or synchronize without the scheduler.
func (f *file) refuseName(e *ast.SelectorExpr) {
	o := f.pkg.TypesInfo.Uses[e.Sel]
	if o == nil || o.Pkg() == nil || o.Parent() != o.Pkg().Scope() || f.provided(o.Pkg().Path(), o.Name()) != nil {
		return
	}
	why := denied(o)
	switch o.Pkg().Path() {
	case "sync":
		if o.Name() != "Locker" {
			why = "synchronizes without the scheduler"
		}
	case "sync/atomic":
		why = "synchronizes without the scheduler"
	}
	if why != "" {
		f.refuseAt(e.Pos(), "%s.%s %s; avoid it", o.Pkg().Path(), o.Name(), why)
	}
}
