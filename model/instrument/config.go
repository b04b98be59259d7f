package instrument

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
)

// Config says what to rewrite.
type Config struct {
	Dir        string   // the main module's directory, or one below it
	Patterns   []string // the packages to rewrite, as go list takes them
	Tests      bool     // rewrite the test files of these packages too
	Out        string   // the directory for rewritten files
	BuildFlags []string // such as -tags
	Env        []string // nil means that of the process

	// Replace maps import paths to directories whose files stand in for
	// those of the package, as they are.
	Replace map[string]string

	// Leave lists files, relative to the module, that are left as they are.
	Leave []string

	// Apart reports whether the accesses in a file, relative to the module, are part of
	// no step, though a caller's line may have a label. Nil means that there is no such
	// file.
	Apart func(file string) bool

	// Source maps files of the main module, by absolute path, to the texts that
	// stand in for theirs. They need not exist.
	Source map[string][]byte

	// Shims maps packages of std to those that stand in for them. Nil means
	// those below model/shim.
	Shims map[string]string
}

// Result says what has been rewritten.
type Result struct {
	Overlay  map[string]string // original file, to the one that stands in for it; "" deletes it
	Files    []string          // the rewritten files
	Packages []string          // the import paths of the rewritten packages
	Sites    int               // how many places make themselves known
	Unseen   []string          // the import paths of those that only tests import and that stay as they are, since they would be refused
	ModFile  string            // to be passed as -modfile, if not empty
}

// WriteOverlay writes the file for the go command's -overlay.
func (r *Result) WriteOverlay(path string) error {
	text, err := json.MarshalIndent(map[string]any{"Replace": r.Overlay}, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o666)
}

// Flags returns the flags that make the go command use the result, given where
// its overlay has been written.
func (r *Result) Flags(overlay string) []string {
	flags := []string{"-overlay=" + overlay}
	if r.ModFile != "" {
		flags = append(flags, "-modfile="+r.ModFile)
	}
	return flags
}

// A Refusal is a place that cannot be run under the scheduler.
type Refusal struct {
	File   string
	Line   int
	Reason string // and what to do
	// ImportedBy says by which packages one of those to rewrite comes to import this
	// one, "" if it is one of them.
	ImportedBy string
}

func (r Refusal) String() string {
	text := fmt.Sprintf("%s:%d: %s", r.File, r.Line, r.Reason)
	if r.ImportedBy != "" {
		text += " (imported " + r.ImportedBy + ")"
	}
	return text
}

// RefusedError is the error if there are such places. They are sorted.
type RefusedError struct{ Refusals []Refusal }

func (e *RefusedError) Error() string {
	lines := make([]string, len(e.Refusals))
	for i, r := range e.Refusals {
		lines[i] = r.String()
	}
	return strings.Join(lines, "\n")
}

func sortRefusals(refusals []Refusal) []Refusal {
	slices.SortFunc(refusals, func(a, b Refusal) int {
		if c := strings.Compare(a.File, b.File); c != 0 {
			return c
		}
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return strings.Compare(a.Reason, b.Reason)
	})
	return slices.Compact(refusals)
}
