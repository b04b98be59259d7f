package instrument

import "go/types"

// visited has functions and methods that are not rewritten, and whose synchronization a program may
// rely on: a pipe, a connection, a logger or an encoder that calls a writer under its lock, the environment. The calls are
// recorded for the race detector. A name that ends in * is a prefix.
//
// Functions that synchronize only for themselves are not here. Those of fmt take buffers from a pool, and encoding/json
// has caches of types. TestVisited_HasWhatStdOrders holds the list to the sources of std.
var visited = []struct{ path, names string }{
	{"archive/zip", "Register* File.Open Reader.Open Writer.AddFS Writer.Create*"},
	{"crypto/tls", "*"},
	{"crypto/x509", "SetFallbackRoots SystemCertPool Certificate.Verify"},
	{"database/sql", "*"},
	{"encoding/gob", "Encoder.* Decoder.* Register*"},
	{"expvar", "*"},
	{"github.com/golang/mock/gomock", "*"},
	{"github.com/stretchr/testify/mock", "*"},
	{"go.uber.org/mock/gomock", "*"},
	{"go/parser", "Parse*"},
	{"go/scanner", "Scanner.*"},
	{"go/token", "File.* FileSet.*"},
	{"html/template", "Parse* Template.*"},
	{"image", "Decode* RegisterFormat"},
	{"io", "PipeReader.* PipeWriter.*"},
	{"io/ioutil", "ReadFile TempDir TempFile WriteFile"},
	{"log", "*"},
	{"log/slog", "Debug* Info* Warn* Error* Log* With* Default SetDefault SetLogLoggerLevel Logger.* TextHandler.* JSONHandler.* defaultHandler.* LevelVar.*"},
	{"log/syslog", "*"},
	{"mime", "AddExtensionType TypeByExtension ExtensionsByType"},
	{"net", "*"},
	{"net/http", "Get Head Post* ListenAndServe* Serve* Client.* ClientConn.* CrossOriginProtection.* Server.* Transport.* ServeMux.* Handle*"},
	{"net/http/cookiejar", "Jar.*"},
	{"net/http/fcgi", "*"},
	{"net/http/httptest", "NewServer NewTLSServer Server.*"},
	{"net/http/httputil", "ClientConn.* ReverseProxy.* ServerConn.*"},
	{"net/rpc", "*"},
	{"net/rpc/jsonrpc", "*"},
	{"net/smtp", "Client.* SendMail"},
	{"net/textproto", "Conn.Cmd Pipeline.* sequencer.*"},
	{"os", "Chdir Clearenv CopyFS CreateTemp Environ ExpandEnv FindProcess Getenv Getwd LookupEnv MkdirTemp OpenInRoot ReadFile Setenv StartProcess TempDir Unsetenv User* WriteFile File.* Process.* Root.* root.* rootFS.*"},
	{"os/exec", "Cmd.* Command* LookPath"},
	{"path/filepath", "Abs"},
	{"plugin", "*"},
	{"runtime/cgo", "*"},
	{"runtime/pprof", "Lookup NewProfile Profiles StartCPUProfile StopCPUProfile Profile.*"},
	{"runtime/trace", "*"},
	{"syscall", "Clearenv Environ Getenv Pread Pwrite Read Sendfile Setenv Unsetenv Write"},
	{"text/template", "Parse* Template.*"},
}

// visits reports whether a function belongs to one of those, or to a package that synchronizes and
// could not be rewritten.
func (r *run) visits(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil || r.isShim(fn) {
		return false
	}
	path := fn.Pkg().Path()
	if r.rewritten[path] {
		return false
	}
	if r.leftOut[path] {
		return true
	}
	for _, v := range visited {
		if v.path == path && isNamed(fn, v.names) {
			return true
		}
	}
	return false
}
