// Package check builds a package's tests from rewritten code, and runs them under the scheduler.
package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/stealproof/stealproof/model/instrument"
)

// Source says what to build.
type Source struct {
	Dir     string   // a directory in the module
	Rewrite []string // the packages to rewrite, with their imports from their own module
	Test    string   // the package whose tests are run
	Tests   bool     // whether to rewrite the test files of Test, if Rewrite contains it
	Race    bool     // whether to build with Go's race detector too
	Tool    string   // the version of the tool, for fingerprints
	Replace map[string]string
	Text    map[string][]byte // replaces files of the module, by absolute path, before they are rewritten
	Leave   []string          // files that are not rewritten, relative to the module
	Plain   bool              // search the tests that call no search themselves, and only these
	// Before is called with the names of the tests, and of those in Others, before anything is compiled. It may be nil.
	Before func(tests, others []string) error
	// Building is called with the progress of Build, about every second and after each package. It is never
	// called by two goroutines at once. It may be nil.
	Building func(Progress)
}

// Binary is a test binary.
type Binary struct {
	dir         string // a temporary directory
	home        string // the directory of the module that rewritten code imports
	Source      Source // as given to Build
	path        string
	origin      string   // the origin that tokens name
	packages    string   // the package's directory, in which its tests run
	flags       []string // flags that make the go command use the rewritten files
	Module      string   // the directory of the package's module
	Package     string
	Rewrote     []string // import paths
	Left        []string // test files that were not rewritten because they cannot be, and that search nothing
	watched     []string // more environment, if it was built with Go's race detector
	fingerprint string
	Others      []string  // tests that cannot come to a search, and are not run; if the source is plain, those that are not plain
	Plain       []string  // the plain tests, if the source is plain
	Refused     []Refused // plain tests that cannot be searched
	Unseen      []string  // packages in other modules that only tests import, and that cannot be rewritten, each with the reason
	Sites       int
}

// Build rewrites the packages and builds the test binary. The caller must close the result.
func Build(ctx context.Context, s Source) (_ *Binary, err error) {
	if err := linkGo(ctx, s.Dir); err != nil {
		return nil, err
	}
	b, names, err := found(ctx, s)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			b.Close()
		}
	}()
	if err := names.untested(s); err != nil {
		return nil, err
	}
	m := &meter{tell: s.Building}
	defer m.begin()()
	if err := m.compile(ctx, s); err != nil {
		return nil, err
	}
	m.set("rewriting")
	if err := b.rewrite(ctx, s, names); err != nil {
		return nil, err
	}
	if s.Race {
		if b.watched, err = watchedEnv(b.dir); err != nil {
			return nil, err
		}
	}
	b.Source = s
	m.set("building")
	b.path = filepath.Join(b.dir, "test.exe")
	args := append([]string{"test", "-c", "-vet=off", ldflags(s.Race), "-o", b.path}, b.flags...)
	if s.Race {
		args = append(args, watchedFlags...)
	}
	if _, err := goCommand(ctx, s.Dir, append(args, s.Test)...); err != nil {
		return nil, err
	}
	return b, nil
}

// Rewrite rewrites the packages without building. Only [Binary.GoFuzz] can run the result. The caller must
// close it.
func Rewrite(ctx context.Context, s Source) (*Binary, error) {
	b, names, err := found(ctx, s)
	if err != nil {
		return nil, err
	}
	if err := b.rewrite(ctx, s, names); err != nil {
		b.Close()
		return nil, err
	}
	return b, nil
}

// found looks for the package and its tests. It compiles nothing.
func found(ctx context.Context, s Source) (_ *Binary, names *mentions, err error) {
	b := &Binary{}
	if b.dir, err = newDir(ctx, s); err != nil {
		return nil, nil, err
	}
	if b.home, err = b.find(ctx, s); err == nil {
		names, err = look(ctx, s.Dir, s.Test)
	}
	if err != nil {
		b.Close()
		return nil, nil, err
	}
	b.Others = names.others()
	return b, names, nil
}

// rewrite rewrites the packages.
func (b *Binary) rewrite(ctx context.Context, s Source, m *mentions) error {
	if s.Replace == nil {
		s.Replace = shimPackages(b.home)
	}
	config := instrument.Config{
		Dir: s.Dir, Patterns: s.Rewrite, Tests: s.Tests && slices.Contains(s.Rewrite, s.Test), Out: filepath.Join(b.dir, "src"), Replace: s.Replace,
		Source: s.Text, Leave: s.Leave,
	}
	if b.home == b.Module { // the labels of our own code say which accesses belong to a step
		config.Apart = apart
	}
	if s.Plain {
		b.choose(m)
		config.Plain = b.Plain
	}
	r, err := b.instrument(ctx, config, m)
	if err != nil {
		return err
	}
	b.Rewrote, b.Unseen, b.Sites = r.Packages, unseen(r), r.Sites
	b.origin = b.Package
	for _, p := range s.Rewrite {
		if p == s.Test {
			p = b.Package
		}
		b.origin += " " + p
	}
	if s.Plain {
		b.origin += " " + PlainOrigin
	}
	if err := b.watch(ctx, s, r.Overlay); err != nil {
		return err
	}
	overlay := filepath.Join(b.dir, "overlay.json")
	if err := r.WriteOverlay(overlay); err != nil {
		return err
	}
	b.flags = r.Flags(overlay)
	b.fingerprint, err = b.fingerprintOf(ctx, s, r.Overlay, r.Local)
	return err
}

// instrument rewrites the packages. If some test files are refused that need not be searched, it leaves them
// as they are.
func (b *Binary) instrument(ctx context.Context, config instrument.Config, m *mentions) (*instrument.Result, error) {
	r, err := instrument.Rewrite(ctx, config)
	var refused *instrument.RefusedError
	if !errors.As(err, &refused) {
		return r, err
	}
	if config.Plain != nil {
		b.Left = b.withoutTests(refused, m)
	} else {
		b.Left = b.elsewhere(refused)
	}
	if b.Left == nil {
		return nil, err
	}
	config.Leave, config.Plain = slices.Concat(config.Leave, b.Left), b.Plain
	return instrument.Rewrite(ctx, config)
}

// unseen returns the packages that could not be rewritten, with the reasons.
func unseen(r *instrument.Result) (all []string) {
	for _, path := range r.Unseen {
		all = append(all, path+" ("+r.Reasons[path]+")")
	}
	return all
}

// find fills in the package and its module. It returns the directory of the module that rewritten code imports.
func (b *Binary) find(ctx context.Context, s Source) (home string, err error) {
	out, err := goCommand(ctx, s.Dir, "list", "-f", "{{.ImportPath}}\n{{.Dir}}\n{{with .Module}}{{.Path}}\n{{.Dir}}{{end}}", s.Test)
	if err != nil {
		return "", err
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != 4 {
		return "", fmt.Errorf("%s matches %d packages; name one", s.Test, len(lines)/4)
	}
	b.Package, b.packages, b.Module = lines[0], lines[1], lines[3]
	home, err = goCommand(ctx, s.Dir, "list", "-f", "{{.Dir}}", module+"/model/shim/access")
	if err != nil {
		switch {
		case ctx.Err() != nil:
			return "", err
		case strings.Contains(err.Error(), "-mod=vendor"):
			return "", fmt.Errorf("module %s is built from its vendor directory, which lacks packages that rewritten code needs; set GOFLAGS=-mod=readonly", lines[2])
		}
		if _, unknown := goCommand(ctx, s.Dir, "list", "-m", module); unknown == nil || ctx.Err() != nil {
			return "", err
		}
		return "", fmt.Errorf("module %s does not require %s, which rewritten code needs; run: go get %s", lines[2], module, module)
	}
	return filepath.Join(strings.TrimSpace(home), "..", "..", ".."), nil
}

// elsewhere returns the refused files if all of them are tests that do not use the scheduler, and otherwise
// nil.
func (b *Binary) elsewhere(refused *instrument.RefusedError) []string {
	var leave []string
	for _, r := range refused.Refusals {
		path := filepath.Join(b.packages, filepath.Base(r.File))
		if !strings.HasSuffix(r.File, "_test.go") || searches(path) {
			return nil
		}
		if !slices.Contains(leave, r.File) {
			leave = append(leave, r.File)
		}
	}
	return leave
}

// searches reports whether a file imports the search functions. It also reports true if the file cannot be
// read.
func searches(path string) bool {
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
	return err != nil || slices.ContainsFunc(f.Imports, func(i *ast.ImportSpec) bool {
		return slices.ContainsFunc(searchers, func(p string) bool { return i.Path.Value == `"`+module+p+`"` })
	})
}

// Close removes the files of Build or Rewrite.
func (b *Binary) Close() error { return os.RemoveAll(b.dir) }

func goCommand(ctx context.Context, dir string, args ...string) (string, error) {
	c := exec.CommandContext(ctx, "go", args...)
	c.Dir = dir
	var out, problems bytes.Buffer
	c.Stdout, c.Stderr = &out, &problems
	if err := c.Run(); err != nil {
		if err := interrupted(ctx, err); err != nil {
			return "", err
		}
		if text := strings.TrimSpace(problems.String()); text != "" {
			return "", fmt.Errorf("go %s: %s", args[0], text)
		}
		return "", fmt.Errorf("go %s: %w", args[0], err)
	}
	return out.String(), nil
}

// interrupted returns the reason why ctx ended if that caused err, and otherwise nil. A signal from a terminal
// goes to all processes, and may end the child process first.
func interrupted(ctx context.Context, err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() < 0 {
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}
