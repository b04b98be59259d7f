package instrument

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// behind is a type whose methods are visited, and that may stand behind an interface.
type behind struct {
	path    string
	methods map[string]bool
}

// behindInterfaces has the methods of such types of std.
var behindInterfaces = []struct{ path, methods string }{
	{"archive/zip", "Open RegisterDecompressor"},
	{"crypto/tls", "Close CloseWrite ConnectionState Handshake HandshakeContext LocalAddr NetConn OCSPResponse Read RemoteAddr SetDeadline SetReadDeadline SetWriteDeadline VerifyHostname Write"},
	{"crypto/tls", "Get Put"},
	{"database/sql", "Begin BeginTx Close Conn Driver Exec ExecContext Ping PingContext Prepare PrepareContext Query QueryContext QueryRow QueryRowContext SetConnMaxIdleTime SetConnMaxLifetime SetMaxIdleConns SetMaxOpenConns Stats"},
	{"database/sql", "Commit Exec ExecContext Prepare PrepareContext Query QueryContext QueryRow QueryRowContext Rollback Stmt StmtContext"},
	{"encoding/gob", "Decode DecodeValue"},
	{"encoding/gob", "Encode EncodeValue"},
	{"go/token", "AddExistingFiles AddFile Base File Iterate Position PositionFor Read RemoveFile Write"},
	{"html/template", "AddParseTree Clone DefinedTemplates Delims Execute ExecuteTemplate Funcs Lookup Name New Option Parse ParseFS ParseFiles ParseGlob Templates"},
	{"io", "Close CloseWithError Read Write"},
	{"log", "Fatal Fatalf Fatalln Flags Output Panic Panicf Panicln Prefix Print Printf Println SetFlags SetOutput SetPrefix Writer"},
	{"log/slog", "Debug DebugContext Enabled Error ErrorContext Handler Info InfoContext Log LogAttrs Warn WarnContext With WithGroup"},
	{"log/slog", "Enabled Handle WithAttrs WithGroup"},
	{"log/slog", "Level Set"},
	{"net", "Accept Addr Close SetDeadline SyscallConn"},
	{"net", "Close LocalAddr Read ReadFrom RemoteAddr SetDeadline SetReadDeadline SetWriteDeadline SyscallConn Write WriteTo"},
	{"net/http", "CloseIdleConnections Do Get Head Post PostForm"},
	{"net/http", "CloseIdleConnections RoundTrip"},
	{"net/http", "Handle HandleFunc Handler ServeHTTP"},
	{"net/http/cookiejar", "Cookies SetCookies"},
	{"net/rpc", "Call Close Go"},
	{"os", "Chdir Chmod Chown Close Fd Name Read ReadAt ReadDir ReadFrom Readdir Readdirnames Seek SetDeadline SetReadDeadline SetWriteDeadline Stat Sync SyscallConn Truncate Write WriteAt WriteString WriteTo"},
	{"os", "Kill Release Signal Wait"},
	{"os/exec", "CombinedOutput Environ Output Run Start StderrPipe StdinPipe StdoutPipe String Wait"},
	{"text/template", "AddParseTree Clone DefinedTemplates Delims Execute ExecuteTemplate Funcs Lookup Name New Option Parse ParseFS ParseFiles ParseGlob Templates"},
}

// addBehind adds the types of a package that could not be rewritten.
func (r *run) addBehind(p *packages.Package) {
	scope := p.Types.Scope()
	for _, name := range scope.Names() {
		t, is := scope.Lookup(name).(*types.TypeName)
		if !is || t.IsAlias() || types.IsInterface(t.Type()) {
			continue
		}
		methods := map[string]bool{}
		for s := range types.NewMethodSet(types.NewPointer(t.Type())).Methods() {
			methods[s.Obj().Name()] = true
		}
		r.behind = append(r.behind, behind{p.PkgPath, methods})
	}
}

// mayVisit reports whether a method of an interface may lead to a method that is visited, by the names of
// the interface's methods. If so, the package registers these methods.
func (f *file) mayVisit(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	if recv == nil || !types.IsInterface(recv.Type()) || f.isOurs(fn.Pkg().Path()) || isSafe(recv.Type()) {
		return false
	}
	var of []string
	for m := range recv.Type().Underlying().(*types.Interface).Methods() {
		of = append(of, m.Name())
	}
	found := false
	may := func(path, names string) {
		found = true
		f.dynamic[path+" "+names] = true
	}
	for _, b := range f.behind {
		if hasAll(b.methods, of) {
			may(b.path, "*")
		}
	}
	for _, b := range behindInterfaces {
		for _, v := range visited {
			if b.path == v.path && visitsSome(v.names, fn.Name()) && hasAll(setOf(b.methods), of) {
				may(v.path, v.names)
			}
		}
	}
	return found
}

// visitsSome reports whether a list of names has a method of some type.
func visitsSome(names, method string) bool {
	for n := range strings.FieldsSeq(names) {
		_, name, found := strings.Cut(n, ".")
		prefix, open := strings.CutSuffix(name, "*")
		if n == "*" || found && (name == method || open && strings.HasPrefix(method, prefix)) {
			return true
		}
	}
	return false
}

func hasAll(set map[string]bool, names []string) bool {
	return !slices.ContainsFunc(names, func(n string) bool { return !set[n] })
}

func setOf(names string) map[string]bool {
	set := map[string]bool{}
	for n := range strings.FieldsSeq(names) {
		set[n] = true
	}
	return set
}
