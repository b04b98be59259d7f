package instrument

import "go/types"

// visited has functions and methods that are not rewritten, and whose synchronization a program may
// rely on: a pipe, a connection, a logger or an encoder that calls a writer under its lock. The calls are recorded
// for the race detector. A name that ends in * is a prefix.
//
// Functions that synchronize only for themselves are not here. Those of fmt take buffers from a pool.
var visited = []struct{ path, names string }{
	{"database/sql", "*"},
	{"encoding/gob", "Encoder.* Decoder.*"},
	{"expvar", "*"},
	{"github.com/golang/mock/gomock", "*"},
	{"github.com/stretchr/testify/mock", "*"},
	{"go.uber.org/mock/gomock", "*"},
	{"go/token", "FileSet.*"},
	{"io", "PipeReader.* PipeWriter.*"},
	{"log", "Print* Panic* Output Writer SetOutput Prefix Flags SetPrefix SetFlags Logger.*"},
	{"log/slog", "Debug* Info* Warn* Error* Log* Default SetDefault Logger.* TextHandler.Handle JSONHandler.Handle LevelVar.*"},
	{"mime", "AddExtensionType TypeByExtension ExtensionsByType"},
	{"net", "*"},
	{"net/http", "Get Head Post* ListenAndServe* Serve* Client.* Server.* Transport.* ServeMux.* Handle*"},
	{"net/http/cookiejar", "Jar.*"},
	{"net/http/httptest", "Server.*"},
	{"net/rpc", "*"},
	{"net/textproto", "Pipeline.*"},
	{"os", "File.Read* File.Write* File.Close File.Sync Process.*"},
	{"os/exec", "Cmd.*"},
	{"runtime/pprof", "Profile.*"},
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
