package instrument

import (
	"encoding/json"
	"os"
)

// Config says what to rewrite.
type Config struct {
	Dir        string   // the main module's directory, or one below it
	Patterns   []string // the packages to rewrite, as go list takes them
	Tests      bool     // rewrite the test files of these packages too
	Out        string   // the directory for rewritten files
	BuildFlags []string // such as -tags
	Env        []string // nil means the environment of the process

	// Replace maps import paths to directories. Their files replace those of the package, and are
	// not rewritten.
	Replace map[string]string

	// Leave lists files that are not rewritten, relative to the module.
	Leave []string

	// Apart reports whether the accesses in a file are part of no step, even if a caller's line
	// has a label. The file is relative to the module. Nil means that there is no such file.
	Apart func(file string) bool

	// Source maps files of the main module, by absolute path, to the texts that replace theirs.
	// The files need not exist.
	Source map[string][]byte

	// Plain names test functions that call no search themselves. Each becomes the search of a program
	// that calls it. Nil means that there is none, and that package testing stays as it is.
	Plain []string

	// Shims maps packages of std to their shims. Nil means those below model/shim.
	Shims map[string]string
}

// Result says what was rewritten.
type Result struct {
	Overlay  map[string]string // original file to its replacement; "" deletes the file
	Files    []string          // the rewritten files
	Packages []string          // the import paths of the rewritten packages
	Sites    int               // the number of sites
	Unseen   []string          // import paths of packages that only tests import, and that are not rewritten since they would be refused
	Reasons  map[string]string // for each of Unseen, the first place that would be refused, and why
	ModFile  string            // for -modfile, if not empty
	Local    []string          // the files of the program that are in directories, as are those of the main module, and not in the module cache
}

// WriteOverlay writes the file for the go command's -overlay.
func (r *Result) WriteOverlay(path string) error {
	text, err := json.MarshalIndent(map[string]any{"Replace": r.Overlay}, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o666)
}

// Flags returns the flags with which the go command uses the result. The overlay is the file from
// WriteOverlay.
func (r *Result) Flags(overlay string) []string {
	flags := []string{"-overlay=" + overlay}
	if r.ModFile != "" {
		flags = append(flags, "-modfile="+r.ModFile)
	}
	return flags
}
