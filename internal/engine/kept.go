package engine

import (
	"os"
	"slices"
	"strings"
)

// Package std keeps what a program tells it: the environment, formats of images, prefixes of loggers. A later execution
// would begin with that. The environment is put back. The rest cannot be, so a failure that depends on it is not reported:
// it does not happen in the first execution of a fresh process.

// environment is that of the process when the search began.
type environment struct {
	was     []string
	changed bool // in this execution
}

// setters of the environment, as calls name them.
var environmentSetters = []string{"os.Clearenv", "os.Setenv", "os.Unsetenv", "syscall.Clearenv", "syscall.Setenv", "syscall.Unsetenv"}

// keepers are functions of std that keep what they are told, as calls name them, without (*.
var keepers = []string{
	"archive/zip.Register", "crypto/x509.Set", "encoding/gob.Register", "expvar.New", "expvar.Publish", "image.Register", "log.Set", "log/slog.Set",
	"mime.Add", "net/http.Handle", "os.Chdir", "runtime/pprof.New", "runtime/pprof.Start", "runtime/pprof.Stop", "runtime/trace.St",
}

// told reports whether the program has called one of those in this process.
var told bool

// keeps notes a call of a function that changes what std keeps.
func (r *remains) keeps(function string) {
	if slices.Contains(environmentSetters, function) {
		r.memory.environment.changed = true
	}
	told = told || slices.ContainsFunc(keepers, func(k string) bool { return strings.HasPrefix(function, k) })
}

// restore puts the variables back that have changed.
func (e *environment) restore() {
	if !e.changed {
		return
	}
	e.changed = false
	was := map[string]string{}
	for _, v := range e.was {
		name, value, _ := strings.Cut(v, "=")
		was[name] = value
	}
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); name != "" {
			if _, had := was[name]; !had {
				_ = os.Unsetenv(name)
			}
		}
	}
	for name, value := range was {
		if now, is := os.LookupEnv(name); name != "" && (!is || now != value) {
			_ = os.Setenv(name, value) // an error is that of the same name before
		}
	}
}
