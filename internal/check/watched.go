package check

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// This file has what a build with Go's race detector needs. The detector then judges each execution as well, and
// sees code that was not rewritten. It must not see the scheduler and the shims: their memory is shared by all
// threads, and the hand-overs that order its accesses are hidden from the detector. The atomic shim is the
// exception: it makes the accesses of the program.

// watchedOrigin is a part of the origin of tokens that were found with the detector.
const watchedOrigin = "-race"

// IsWatched reports whether a token with this origin was found with the detector. It returns the rest of the origin.
func IsWatched(origin []string) ([]string, bool) {
	i := slices.Index(origin, watchedOrigin)
	if i < 0 {
		return origin, false
	}
	return slices.Delete(slices.Clone(origin), i, i+1), true
}

var watchedFlags = slices.Concat([]string{"-race"},
	compiled("-race=false -l", "internal/engine/...", "internal/goid", "internal/park", "internal/report", "linearizability/lin", "model", "model/sched", "model/shim/..."),
	compiled("", "internal/engine/lane", "model/shim/atomic"))

// compiled returns the flags for a build in which packages are compiled with other flags. Later ones count. Functions
// of packages without the detector are not inlined (-l): their code would become a part of a package that has it.
func compiled(flags string, packages ...string) (all []string) {
	for _, p := range packages {
		all = append(all, "-gcflags="+module+"/"+p+"="+flags)
	}
	return all
}

// watch prepares the build, if it is to be one with the detector.
func (b *Binary) watch(ctx context.Context, s Source, overlay map[string]string) error {
	if !s.Race {
		return nil
	}
	b.origin += " " + watchedOrigin
	return withoutPools(ctx, b.dir, overlay)
}

// withoutPools adds a change of package sync to an overlay. In a build with the detector, a sync.Pool drops one item
// of four, at random. With the change it drops all of them. If the package fmt gives the printer of one goroutine to
// another, that orders the two, and hides races that other schedules show.
func withoutPools(ctx context.Context, dir string, overlay map[string]string) error {
	root, err := goCommand(ctx, ".", "env", "GOROOT")
	if err != nil {
		return err
	}
	if strings.Contains(filepath.ToSlash(root), "/golang.org/toolchain@") {
		return nil // the go command takes no overlay there, and linkGo has made no links
	}
	file := filepath.Join(strings.TrimSpace(root), "src", "sync", "pool.go")
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	changed := strings.Replace(string(text), "if runtime_randn(4) == 0 {", "if runtime_randn(1) == 0 {", 1)
	if changed == string(text) {
		return nil // another version of Go: the search has to be luckier
	}
	overlay[file] = filepath.Join(dir, "pool.go")
	return os.WriteFile(overlay[file], []byte(changed), 0o666)
}

// ldflags returns the flag for the linker.
func ldflags(watched bool) string {
	if watched {
		return "-ldflags=-w -X=" + module + "/internal/engine.raceWatched=yes"
	}
	return "-ldflags=-w"
}

// suppressions name the functions of the scheduler and of shims that use maps. The runtime tells the detector of
// accesses to maps by any package. (*pointers) looks behind keys of maps to order them. None of these functions calls the program, or it would not be judged.
// An observer of the search is not a part of the program, and lane.Aside calls it.
var suppressions = suppressed("internal/engine.Companion", "internal/engine.(*Coroutine).Begins", "internal/engine.(*classes).",
	"internal/engine.(*chain).", "internal/engine.(*engine).owns", "internal/engine.(*engine).yield", "internal/engine.(*engine).exhausted",
	"internal/engine.(*loops).", "internal/engine/lane.Aside", "internal/engine.(*observer).", "internal/engine.(*spins).", "internal/engine.(*trace).",
	"model/shim/access.(*pointers).", "model/shim/sync.(*Map).content", "model/shim/sync.(*content).", "model/shim/time.Now")

func suppressed(functions ...string) string {
	text := ""
	for _, f := range functions {
		text += "race:^" + module + "/" + f + "\n"
	}
	return text
}

// watchedEnv returns the environment of a test binary in the directory. Reports go to files there, and the same race
// is reported each time. A report does not change how the process exits: the search decides that.
func watchedEnv(dir string) ([]string, error) {
	file := filepath.Join(dir, "suppressions")
	return []string{"GORACE=log_path=" + filepath.Join(dir, "race") + " suppressions=" + file +
		" halt_on_error=0 exitcode=0 atexit_sleep_ms=0 history_size=7 suppress_equal_stacks=0 suppress_equal_addresses=0"}, os.WriteFile(file, []byte(suppressions), 0o666)
}
