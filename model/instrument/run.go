package instrument

import (
	"context"

	"golang.org/x/tools/go/packages"
)

// run is one call of Rewrite.
type run struct {
	Config
	ctx        context.Context
	root       string // of the main module
	shims      map[string]*shim
	rewritten  map[string]bool // import paths
	parsed     parsed
	next       uint32 // number of the next site
	refusals   []Refusal
	output     map[string]string // original file, to its new text
	copied     []*dependency
	workspace  []*dependency                // main modules other than the first
	importers  map[string]*packages.Package // by import path: the first package that imports it, nil for those asked for
	random     map[string]string            // functions that return random numbers of the runtime, and what replaces them
	bodyless   map[string]string            // functions without a body, and why the scheduler cannot control them
	linked     map[string]bool              // variables, by path and name, that are those of other packages by go:linkname
	imports    map[string]bool              // packages that a package to be rewritten imports
	forTests   map[string]bool              // import paths of other modules: whether only tests import them
	unseen     []string                     // see Result
	reasons    map[string]string            // see Result
	local      []string                     // see Result
	leftOut    map[string]bool              // import paths of packages that synchronize and are not rewritten
	dotless    map[string]bool              // import paths of other modules that begin like those of std
	behind     []behind                     // the types of those
	keeping    map[string]bool              // import paths of packages that are not rewritten, and change package variables
	recovering map[string]bool              // names of methods that call recover, see findRecovering
	copiedBy   map[string]bool              // interfaces with a shim, by the path of their package, see findCopiedBy
}

// newRun returns a run before its first package.
func newRun(ctx context.Context, cfg Config) *run {
	if cfg.Shims == nil {
		cfg.Shims = shimPaths
	}
	return &run{
		Config: cfg, ctx: ctx, next: 1, shims: map[string]*shim{}, importers: map[string]*packages.Package{}, output: map[string]string{},
		random: map[string]string{}, bodyless: map[string]string{}, reasons: map[string]string{},
		rewritten: map[string]bool{}, linked: map[string]bool{}, forTests: map[string]bool{}, leftOut: map[string]bool{}, dotless: map[string]bool{}, recovering: map[string]bool{},
		keeping: map[string]bool{}, imports: map[string]bool{},
	}
}
