package instrument

import (
	"go/ast"
	"go/types"
)

// denials are the names of std that block, or start goroutines or coroutines, or
// depend on them, and so cannot be used unless a shim has them; and what to do.
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
		"AddCleanup":     "runs when the garbage collector likes",
		"Goexit":         "ends the thread behind the scheduler's back",
		"LockOSThread":   "does not go with coroutines",
		"SetFinalizer":   "runs when the garbage collector likes",
		"UnlockOSThread": "does not go with coroutines",
	},
	"iter": {
		"Pull":  "starts a coroutine that cannot be scheduled",
		"Pull2": "starts a coroutine that cannot be scheduled",
	},
}

// harmless are the functions of the runtime that a go:linkname may lead to: they
// touch nothing that threads share, and do not block.
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

// refuseName refuses the names of std that would block or synchronize without
// the scheduler.
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
		f.refuseAt(e.Pos(), "%s.%s %s; do without it", o.Pkg().Path(), o.Name(), why)
	}
}
