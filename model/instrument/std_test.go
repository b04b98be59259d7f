package instrument

import (
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/stealproof/stealproof/internal/long"
)

// ownLocks has what functions of std lock for themselves: caches, tables that are made once, and pools. A program cannot see
// from the result of a call whether another call came before it. A name that ends in * is a prefix.
var ownLocks = []string{
	"archive/zip.Reader.fileListOnce", "archive/zip.pooledFlate*", "compress/flate.fixedOnce", "crypto/des.feistelBoxOnce", "crypto/elliptic.initonce",
	"debug/gosym.LineTable.mu", "encoding/binary.structSize", "encoding/json.*", "encoding/xml.tinfoMap", "go/constant.stringVal.mu", "go/types.*",
	"hash/crc32.haveCastagnoli", "math/big.*", "net/textproto.commonHeaderOnce", "os.dirInfo.mu", "os.file.dirinfo", "os/user.cache.Once",
	"reflect.*", "regexp/syntax.categoryAliases.once", "strings.Replacer.once", "syscall.ForkLock", "syscall.forkingLock", "syscall.mmapper.Mutex",
	"syscall.origRlimitNofile", "testing/cryptotest.lockedReader.Mutex", "unique.*",

	// A connection is served by goroutines of std, which end a search.
	"net/http.Server.*", "net/http.Transport.*", "net/http.body*", "net/http.conn*", "net/http.envProxyOnce", "net/http.expect*", "net/http.gzipReader.mu",
	"net/http.http2*", "net/http.onceCloseListener.once", "net/http.persistConn.*", "net/http.populateResponse.ch", "net/http.readTrackingBody.didClose",
	"net/http.response.*", "net/http.timeoutWriter.mu", "net/http.transferWriter.ByteReadCh", "net/http.transportRequest.mu", "net/http.wantConn.*",
	"net/http/httputil.delegateReader.c", "net/http/httputil.maxLatencyWriter.mu", "net/http/httputil.noopCloseReader.closed",
}

// common lists locks that functions of other packages take as well, and whose order a program can see: those of the files and file sets
// of go/token, the environment, the current directory, the writer of a logger.
var common = []string{"go/token.File.mutex", "go/token.FileSet.mutex", "log.Logger.outMu", "os.getwdCache.Mutex", "syscall.envLock"}

// excusedFrom lists functions of other packages that are not visited although they may take a common lock. A name that ends in * is a
// prefix.
var excusedFrom = []string{
	"go/ast.*", "go/doc.*", "go/format.*", "go/printer.*", "go/types.*", "go/parser.resolver.Visit", // they read positions, in messages and to print
	"go/build.*", "go/importer.*", "runtime/coverage.*", // of tools: they read the environment and start the go command
	"mime/multipart.Reader.ReadForm", "net/http.Request.*", // the directory of temporary files, for large forms
	"net/mail.*", "net/http.Cookie.String", "net/http.SetCookie", // they write to the log for bad input or in a debug mode
	"log/slog.NewLogLogger",                                                                        // of a new logger
	"testing/iotest.readLogger.Read", "testing/iotest.writeLogger.Write", "net/http.loggingConn.*", // methods behind interfaces
	"net/http.http1ClientConn.*", "net/http.http2*", "net/http.response.*", "net/http.timeoutWriter.*", "net/http.fileTransport.*", // of connections
	"net/http.chunkWriter.Write", "net/http.fileHandler.ServeHTTP", "net/http/cgi.*", "net/http/httputil.DumpRequestOut", "net/http/pprof.*",
}

// Each exported function of std that takes a lock of its own package is visited, or the lock is one of ownLocks. The same is true of
// common locks and functions of other packages, apart from those in excusedFrom.
func TestVisited_HasWhatStdOrders(t *testing.T) {
	long.Skip(t, "this reads std")
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax}, "std")
	require.NoError(t, err)
	program, _ := ssautil.AllPackages(pkgs, ssa.InstantiateGenerics)
	program.Build()
	locks, calls := map[*ssa.Function]map[string]bool{}, map[*ssa.Function][]*ssa.Function{}
	for f := range ssautil.AllFunctions(program) {
		if path := pathOf(f); path != "" && !slices.Contains(notRead, path) && !strings.HasPrefix(path, "internal/runtime") {
			locks[f] = map[string]bool{}
			calls[f] = callsOf(f, locks[f])
		}
	}
	for again := true; again; {
		again = false
		for f, callees := range calls {
			for _, c := range callees {
				for l := range locks[c] {
					again = again || !locks[f][l]
					locks[f][l] = true
				}
			}
		}
	}
	r := &run{}
	for f, all := range locks {
		fn, is := f.Object().(*types.Func)
		if !is || !fn.Exported() || f.Synthetic != "" || r.visits(fn) || isShimmed(fn.Pkg().Path()) || hidden(fn.Pkg().Path()) {
			continue
		}
		for l := range all {
			own := isOwn(fn.Pkg().Path(), l)
			name := strings.NewReplacer("(*", "", "(", "", ")", "").Replace(fn.FullName())
			if own && !isIn(ownLocks, l) || !own && slices.Contains(common, l) && !isIn(excusedFrom, name) {
				t.Errorf("%s locks %s", fn.FullName(), l)
			}
		}
	}
}

// isIn reports whether a list has a name, or a prefix of it.
func isIn(list []string, name string) bool {
	return slices.ContainsFunc(list, func(o string) bool {
		prefix, open := strings.CutSuffix(o, "*")
		return name == o || open && strings.HasPrefix(name, prefix)
	})
}

// notRead has packages that synchronize for all others.
var notRead = []string{"runtime", "sync", "sync/atomic", "internal/sync", "internal/godebug", "internal/race", "testing"}

// isShimmed reports whether programs use a shim in the place of the package.
func isShimmed(path string) bool { return shimPaths[path] != "" }

func hidden(path string) bool {
	return strings.HasPrefix(path, "internal/") || strings.Contains(path, "/internal/") || strings.HasPrefix(path, "vendor/")
}

// isOwn reports whether a lock is one of the package. The environment belongs to os.
func isOwn(path, lock string) bool {
	return strings.HasPrefix(lock, path+".") || path == "os" && lock == "syscall.envLock"
}

func pathOf(f *ssa.Function) string {
	switch {
	case f.Pkg != nil:
		return f.Pkg.Pkg.Path()
	case f.Origin() != nil && f.Origin().Pkg != nil:
		return f.Origin().Pkg.Pkg.Path()
	case f.Object() != nil && f.Object().Pkg() != nil:
		return f.Object().Pkg().Path()
	}
	return ""
}

// callsOf returns the functions that a function calls or contains, and adds the locks that it takes itself.
func callsOf(f *ssa.Function, locks map[string]bool) (callees []*ssa.Function) {
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			switch x := in.(type) {
			case *ssa.Send:
				locks[lockOf(x.Chan)] = true
			case *ssa.UnOp:
				if x.Op == token.ARROW {
					locks[lockOf(x.X)] = true
				}
			case *ssa.MakeClosure:
				callees = append(callees, x.Fn.(*ssa.Function))
			case *ssa.Call:
				callees = append(callees, called(&x.Call, locks)...)
			case *ssa.Defer:
				callees = append(callees, called(&x.Call, locks)...)
			}
		}
	}
	return callees
}

func called(c *ssa.CallCommon, locks map[string]bool) []*ssa.Function {
	callee := c.StaticCallee()
	if callee == nil {
		return nil
	}
	switch path := pathOf(callee); {
	case path != "sync" && path != "sync/atomic" && path != "internal/sync":
		return []*ssa.Function{callee}
	case len(c.Args) > 0 && !strings.Contains(callee.String(), "Pool") && !strings.Contains(callee.String(), "Unlock"):
		locks[lockOf(c.Args[0])] = true
	}
	return nil
}

// lockOf returns the name of a field or a package variable, or "".
func lockOf(v ssa.Value) string {
	switch x := v.(type) {
	case *ssa.FieldAddr:
		p := x.X.Type().Underlying().(*types.Pointer).Elem()
		name := p.String()
		if _, named := types.Unalias(p).(*types.Named); !named {
			name = lockOf(x.X)
		}
		return name + "." + p.Underlying().(*types.Struct).Field(x.Field).Name()
	case *ssa.Field:
		return lockOf(x.X)
	case *ssa.Global:
		return x.String()
	case *ssa.UnOp:
		return lockOf(x.X)
	case *ssa.IndexAddr:
		return lockOf(x.X)
	case *ssa.ChangeType:
		return lockOf(x.X)
	}
	return ""
}

// Each row of behindInterfaces has methods of types whose methods are visited.
func TestBehindInterfaces_AreMethods(t *testing.T) {
	long.Skip(t, "this reads std")
	for _, b := range behindInterfaces {
		pkgs, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedTypes}, b.path)
		require.NoError(t, err)
		scope, all := pkgs[0].Types.Scope(), map[string]bool{}
		for _, name := range scope.Names() {
			of, is := scope.Lookup(name).(*types.TypeName)
			if !is || of.IsAlias() || types.IsInterface(of.Type()) {
				continue
			}
			methods := types.NewMethodSet(types.NewPointer(of.Type()))
			visits := false
			for s := range methods.Methods() {
				visits = visits || (&run{}).visits(s.Obj().(*types.Func))
			}
			for s := range methods.Methods() {
				all[s.Obj().Name()] = all[s.Obj().Name()] || visits
			}
		}
		require.True(t, hasAll(all, strings.Fields(b.methods)), "%s: %s", b.path, b.methods)
	}
}
