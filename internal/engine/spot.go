package engine

import (
	"go/token"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
)

// spot is a place in the code under test, found in the stack of the thread. The site of a step
// says more. But code that was not rewritten has no sites, and neither have the later steps of a
// call.
type spot struct {
	pos    string // file:line
	in     string // the function
	called string // the function called there, such as sync.(*Mutex).Lock
}

// caller returns where in the code under test the running thread is.
func caller() spot {
	var pcs [64]uintptr
	return spotOf(pcs[:runtime.Callers(2, pcs[:])])
}

// spotOf returns where in the code under test a stack is.
func spotOf(pcs []uintptr) (s spot) {
	frames, panicking := runtime.CallersFrames(pcs), false
	for {
		f, more := frames.Next()
		pkg, name := splitFunction(f.Function)
		switch {
		case pkg == ownPackage:
			if strings.HasPrefix(name, "(*thread).run") {
				return s
			}
		case pkg == home+"/model/sched":
			if strings.HasPrefix(name, "(*S).") {
				s.called = "sched." + name
			}
		case f.Function == "runtime.gopanic":
			panicking = true // what panicked is not what is called
		case isShim(pkg, f.File):
			if panicking {
				break
			}
			if name := exported(pkg, name); name != "" {
				s.called = name
			}
		case inGoRoot(f.File), watches(pkg):
		case active != nil && active.tester.helpers[f.Function]:
		default:
			s.pos, s.in = fileName(f.File)+":"+strconv.Itoa(f.Line), plainName(name)
			return s
		}
		if !more {
			return s
		}
	}
}

const (
	home       = "github.com/stealproof/stealproof"
	ownPackage = home + "/internal/engine"
)

// splitFunction splits a function's name from the runtime into package and rest.
func splitFunction(name string) (pkg, rest string) {
	slash := strings.LastIndexByte(name, '/') + 1
	if dot := strings.IndexByte(name[slash:], '.'); dot >= 0 {
		return name[:slash+dot], name[slash+dot+1:]
	}
	return "", name
}

// plainName returns the name without type arguments. A func literal gets the name of its declared
// function.
func plainName(name string) string {
	name, _, _ = strings.Cut(strings.ReplaceAll(name, "[...]", ""), ".func")
	return name
}

// isShim reports whether a function belongs to a shim. A func literal of a shim may have its
// caller's name. Then the file tells.
func isShim(pkg, file string) bool {
	return (strings.Contains(file, "/model/shim/") || pkg == home+"/internal/park") && !strings.HasSuffix(file, "_test.go")
}

// watches reports whether a package runs programs under test, and is not part of them.
func watches(pkg string) bool {
	return pkg == home+"/wsq/wsqtest" || pkg == home+"/internal/play" || pkg == home+"/model" || pkg == home+"/linearizability" || pkg == home+"/linearizability/lin"
}

// exported returns a shim's function as callers write it, with its package. It returns "" if
// callers cannot name it.
func exported(pkg, name string) string {
	name, _, _ = strings.Cut(strings.TrimSuffix(name, "-fm"), ".func")
	typ, method, is := strings.Cut(strings.TrimPrefix(name, "(*"), ").")
	if !is {
		typ, method = name, name
	}
	known := strings.HasPrefix(pkg, home+"/model/shim/") && pkg != home+"/model/shim/access" || pkg == home+"/internal/park"
	if known && is && token.IsExported(method) && !token.IsExported(typ) {
		if of := interfaces[path.Base(pkg)]; of != "" {
			return of + method
		}
	}
	if !known || !token.IsExported(typ) || !token.IsExported(method) {
		return ""
	}
	if path.Base(pkg) == "v2" {
		pkg = path.Dir(pkg)
	}
	return path.Base(pkg) + "." + name
}

// interfaces are those that types of shims implement which callers cannot name.
var interfaces = map[string]string{"context": "context.Context.", "net": "net.Conn."}

// inGoRoot reports whether a file belongs to Go itself.
func inGoRoot(file string) bool {
	root := goRoot()
	return root != "" && strings.HasPrefix(file, root)
}

var goRoot = sync.OnceValue(func() string {
	file, _ := runtime.FuncForPC(reflect.ValueOf(strings.Fields).Pointer()).FileLine(0)
	return strings.TrimSuffix(file, "strings/strings.go")
})

// fileName returns the name that sites have for a file. If they have none, the name is relative to
// the directory in which the process has begun.
func fileName(file string) string {
	if name, known := fileNames.Load(file); known {
		return name.(string)
	}
	name := findFileName(file)
	fileNames.Store(file, name)
	return name
}

// fileNames has what fileName has returned, by file.
var fileNames sync.Map

var startedIn, _ = os.Getwd()

func findFileName(file string) string {
	file = filepath.ToSlash(file)
	unversioned, best := moduleVersion.ReplaceAllString(file, "/"), ""
	for _, s := range sites {
		name, _, _ := strings.Cut(s.Pos, ":")
		if len(name) > len(best) && strings.HasSuffix(unversioned, "/"+name) {
			best = name
		}
	}
	if best != "" {
		return best
	}
	if rel, err := filepath.Rel(startedIn, file); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return file
}

// moduleVersion is the version in the path of a file of the module cache. The names of sites are
// without it.
var moduleVersion = regexp.MustCompile(`@[^/]+/`)
