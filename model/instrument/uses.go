package instrument

import (
	"go/ast"
	"go/types"
	"strconv"
	"strings"
)

const (
	usesNetwork = "the network"
	usesFile    = "a file"
	usesProcess = "a process"
	usesSignal  = "a signal"
	usesMemory  = "the count of allocations" // of the rewritten code
)

// uses has functions and methods of std that depend on the world outside. In plain tests their calls
// are recorded. A name that ends in * is a prefix.
var uses = []struct{ path, names, what string }{
	{"crypto/tls", "Dial* Listen*", usesNetwork},
	{"database/sql", "Open OpenDB", usesNetwork},
	{"io/ioutil", "ReadFile WriteFile ReadDir TempDir TempFile", usesFile},
	{"net", "Dial* Listen* Lookup* Resolve* FileConn FileListener FilePacketConn InterfaceAddrs Interfaces Dialer.Dial* ListenConfig.Listen* Resolver.Lookup*", usesNetwork},
	{"net/http", "Get Head Post PostForm ListenAndServe* Serve ServeTLS Client.Do Client.Get Client.Head Client.Post* Server.ListenAndServe* Server.Serve* Transport.RoundTrip", usesNetwork},
	{"net/http/httptest", "NewServer NewTLSServer Server.Start*", usesNetwork},
	{"net/rpc", "Dial* Accept", usesNetwork},
	{"net/smtp", "Dial SendMail", usesNetwork},
	{"os", "Open OpenFile Create CreateTemp ReadFile WriteFile ReadDir Remove RemoveAll Rename Mkdir* Symlink Link Truncate CopyFS Pipe OpenRoot", usesFile},
	{"os", "StartProcess FindProcess Process.*", usesProcess},
	{"os/exec", "Cmd.Run Cmd.Start Cmd.Output Cmd.CombinedOutput", usesProcess},
	{"os/signal", "Notify NotifyContext", usesSignal},
	{"runtime", "ReadMemStats", usesMemory},
	{"runtime/debug", "ReadGCStats", usesMemory},
	{"runtime/metrics", "Read", usesMemory},
	{"testing", "AllocsPerRun Benchmark", usesMemory},
	{"path/filepath", "Walk WalkDir Glob EvalSymlinks", usesFile},
	{"syscall", "Kill Exec ForkExec Open Socket Connect", usesProcess},
}

// usesOf returns what a function depends on, or "".
func usesOf(fn *types.Func) string {
	if fn == nil || fn.Pkg() == nil {
		return ""
	}
	for _, u := range uses {
		if u.path == fn.Pkg().Path() && isNamed(fn, u.names) {
			return u.what
		}
	}
	return ""
}

// isNamed reports whether a function has one of the names: that of a function, or that of a type and
// its method. A name that ends in * is a prefix.
func isNamed(fn *types.Func, names string) bool {
	name := fn.Name()
	if recv := fn.Signature().Recv(); recv != nil {
		of := typeName(recv.Type())
		if of == nil {
			return false
		}
		name = of.Name() + "." + name
	}
	for n := range strings.FieldsSeq(names) {
		if prefix, is := strings.CutSuffix(n, "*"); is && strings.HasPrefix(name, prefix) || n == name {
			return true
		}
	}
	return false
}

// using returns the text of a called function, whose use is recorded in plain tests.
func (f *file) using(c *ast.CallExpr, callee *types.Func) string {
	what := ""
	if f.Plain != nil && !f.unreported {
		what = usesOf(callee)
	}
	if what == "" {
		return f.toCall(c.Fun)
	}
	return f.access("Uses") + "(" + f.siteAt(placeOf(c.Fun), f.sourceOf(c.Fun)) + ", " + strconv.Quote(what) + ", " + f.toCall(c.Fun) + ")"
}
