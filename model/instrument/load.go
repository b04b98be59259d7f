package instrument

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// unscheduled has the packages of this repository that observe. They are never rewritten.
var unscheduled = []string{
	home + "/model", home + "/linearizability", home + "/wsq/wsqtest",
	home + "/internal/engine", home + "/internal/play", home + "/internal/report", home + "/internal/fuzzer", home + "/internal/refinetest", home + "/internal/refine", home + "/internal/machine", home + "/internal/explore", home + "/internal/points",
}

// observes reports whether a package is one of those. The programs in testdata and the examples
// are not, since they are written to be rewritten.
func observes(path string) bool {
	return !strings.Contains(path, "/testdata/") && path != home+"/model/sched/examples" && slices.ContainsFunc(unscheduled, func(p string) bool {
		return path == p || strings.HasPrefix(path, p+"/")
	})
}

// testLibraries has modules that only check and show results. The code under test does not run in
// them.
var testLibraries = []string{
	"github.com/anishathalye/porcupine", "github.com/davecgh/go-spew", "github.com/frankban/quicktest", "github.com/golang/mock",
	"github.com/google/go-cmp", "github.com/leanovate/gopter", "github.com/matryer/is", "github.com/onsi/ginkgo", "github.com/onsi/gomega",
	"github.com/smartystreets/goconvey", "github.com/stretchr/testify", "go.uber.org/mock", "gotest.tools", "pgregory.net/rapid",
}

// helpsTests reports whether a package belongs to one of those modules, or imports testing and does not synchronize. The
// locks of others may protect memory of the program.
func (r *run) helpsTests(p *packages.Package) (bool, error) {
	if slices.ContainsFunc(testLibraries, func(m string) bool {
		return p.Module.Path == m || strings.HasPrefix(p.Module.Path, m+"/")
	}) {
		return true, nil
	}
	if p.Imports["testing"] == nil {
		return false, nil
	}
	synchronizes, err := r.synchronizes(p)
	return !synchronizes, err
}

func (r *run) load(mode packages.LoadMode, tests bool, patterns ...string) ([]*packages.Package, error) {
	pkgs, err := packages.Load(&packages.Config{
		Context: r.ctx, Mode: mode, Dir: r.Dir, Env: r.Env, BuildFlags: r.BuildFlags, Tests: tests, Overlay: r.Source,
		ParseFile: r.parsed.parse,
	}, patterns...)
	if ended := context.Cause(r.ctx); ended != nil {
		return nil, ended // other errors may follow from that
	}
	return pkgs, err
}

// A selection is the packages to rewrite, by import path.
type selection struct {
	matched []string // by the patterns
	closure []string // imported by those
	foreign map[string]*packages.Package
	seen    map[string]bool // by ID
}

// choose finds the packages to rewrite, without reading their code.
func (r *run) choose() (*selection, error) {
	mode := packages.NeedName | packages.NeedFiles | packages.NeedEmbedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule
	roots, err := r.load(mode, r.Tests, r.Patterns...)
	if err != nil {
		return nil, err
	}
	r.local = local(roots)
	s := &selection{foreign: map[string]*packages.Package{}, seen: map[string]bool{}}
	// Packages come before their tests. So a package that both import counts as imported by the
	// package.
	slices.SortStableFunc(roots, func(a, b *packages.Package) int { return rank(a) - rank(b) })
	for _, root := range roots {
		type arrival struct{ p, importer *packages.Package }
		for queue := []arrival{{root, nil}}; len(queue) > 0; queue = queue[1:] {
			p := queue[0].p
			goOn, err := r.visit(s, p, queue[0].importer, isTest(root))
			if err != nil {
				return nil, err
			}
			if goOn {
				for _, path := range slices.Sorted(maps.Keys(p.Imports)) {
					queue = append(queue, arrival{p.Imports[path], p})
				}
			}
		}
	}
	for _, l := range []*[]string{&s.matched, &s.closure} {
		slices.Sort(*l)
		*l = slices.Compact(*l)
	}
	s.closure = slices.DeleteFunc(s.closure, func(p string) bool { return slices.Contains(s.matched, p) })
	if len(s.matched) == 0 && len(r.refusals) == 0 {
		return nil, fmt.Errorf("instrument: %s: no package to rewrite; packages that observe are not rewritten", strings.Join(r.Patterns, " "))
	}
	return s, nil
}

// visit records a package, and reports whether its imports matter.
func (r *run) visit(s *selection, p, importer *packages.Package, test bool) (bool, error) {
	if len(p.Errors) > 0 {
		return false, problems(p)
	}
	path := strings.TrimSuffix(p.PkgPath, "_test")
	if s.seen[p.ID] || observes(path) || p.Module == nil || isTestMain(p) {
		return false, nil
	}
	s.seen[p.ID] = true
	if first, _, _ := strings.Cut(path, "/"); !strings.Contains(first, ".") {
		r.dotless[path] = true
	}
	for path := range p.Imports {
		r.imports[path] = true
	}
	root := importer == nil
	if _, known := r.importers[path]; !known {
		r.importers[path] = importer
	}
	_, replaced := r.Replace[path]
	if !p.Module.Main {
		if test {
			if helps, err := r.helpsTests(p); helps || err != nil {
				return false, err
			}
		}
		s.foreign[path] = p
		r.forTests[path] = test
	}
	if replaced {
		return false, nil
	}
	if p.Module.Main {
		r.mainModule(p.Module)
		if root {
			s.matched = append(s.matched, path)
		} else {
			s.closure = append(s.closure, path)
		}
	}
	return true, nil
}

// importedBy returns the packages between a package and one that was asked for.
func (r *run) importedBy(path string) string {
	var by []string
	for p := r.importers[path]; p != nil; p = r.importers[path] {
		path = strings.TrimSuffix(p.PkgPath, "_test")
		name := path
		if isTest(p) {
			name = "tests of " + path
		}
		by = append(by, "by "+name)
	}
	return strings.Join(by, ", ")
}

func rank(p *packages.Package) int {
	if isTest(p) {
		return 1
	}
	return 0
}

// isTest reports whether a package contains test files.
func isTest(p *packages.Package) bool {
	return slices.ContainsFunc(p.GoFiles, func(f string) bool { return strings.HasSuffix(f, "_test.go") })
}

func isTestMain(p *packages.Package) bool { return strings.HasSuffix(p.PkgPath, ".test") }

// read returns packages with their syntax and types. If tests is set, it returns a package with
// its tests.
func (r *run) read(paths []string, tests bool) ([]*packages.Package, error) {
	if len(paths) == 0 {
		return nil, nil
	}
	mode := packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
		packages.NeedModule | packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax | packages.NeedTypesInfo
	pkgs, err := r.load(mode, tests, paths...)
	if err != nil {
		return nil, err
	}
	// A package with its test files replaces the one without.
	best := map[string]*packages.Package{}
	for _, p := range pkgs {
		if isTestMain(p) {
			continue
		}
		if len(p.Errors) > 0 {
			return nil, problems(p)
		}
		if b := best[p.PkgPath]; b == nil || len(p.GoFiles) > len(b.GoFiles) {
			best[p.PkgPath] = p
		}
	}
	var result []*packages.Package
	for _, p := range best {
		result = append(result, p)
	}
	slices.SortFunc(result, func(a, b *packages.Package) int { return strings.Compare(a.PkgPath, b.PkgPath) })
	return result, nil
}

// problems returns the first error of a package, as the go command reports it.
func problems(p *packages.Package) error {
	text := p.Errors[0].Error()
	if lines, is := strings.CutPrefix(text, "-: "); is {
		text = lines // the text has the places
		if title, rest, _ := strings.Cut(text, "\n"); strings.HasPrefix(title, "# ") {
			text = rest
		}
	}
	return errors.New(text)
}

// relative returns a file's name in sites and refusals.
func (r *run) relative(file string) string {
	m, rel := r.owner(file)
	switch {
	case m != nil:
		return m.Path + "/" + filepath.ToSlash(rel)
	case rel != "":
		return filepath.ToSlash(rel)
	}
	return file
}

// mainModule remembers a main module. In a workspace there may be several; the first one counts as
// the main module, and the others are named by their paths.
func (r *run) mainModule(m *packages.Module) {
	switch {
	case r.root == "":
		r.root = m.Dir
	case r.root != m.Dir && !slices.ContainsFunc(r.workspace, func(d *dependency) bool { return d.Dir == m.Dir }):
		r.workspace = append(r.workspace, &dependency{Module: m})
	}
}

// owner returns the other module that has a file, and the file's name in it. For a file of the
// main module it returns nil and a name, and for others nil and "". One module may be in a
// directory of another.
func (r *run) owner(file string) (owner *dependency, name string) {
	inside := func(dir string) (string, bool) {
		rel, err := filepath.Rel(dir, file)
		return rel, err == nil && filepath.IsLocal(rel)
	}
	longest := 0
	if rel, is := inside(r.root); is {
		name, longest = rel, len(r.root)
	}
	for _, m := range slices.Concat(r.copied, r.workspace) {
		if rel, is := inside(m.Dir); is && len(m.Dir) > longest {
			owner, name, longest = m, rel, len(m.Dir)
		}
	}
	return owner, name
}
