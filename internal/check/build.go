// Package check builds a package's tests from rewritten code and runs them under
// the scheduler.
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
	Dir     string   // in the module
	Rewrite []string // the packages to rewrite, with what they import of their module
	Test    string   // the package whose tests are run
	Tests   bool     // rewrite its test files too, if it is one of those to rewrite
	Race    bool     // with the race detector of Go as well
	Tool    string   // the version of what searches, for fingerprints
	Replace map[string]string
	Text    map[string][]byte // files of the module, by absolute path, and what is to be rewritten in their place
	Leave   []string          // files, relative to the module, that are not to be rewritten
	// Building is called with how far Build is: about every second, and after each package;
	// never by two goroutines at once. It may be nil.
	Building func(Progress)
}

// Binary is a test binary.
type Binary struct {
	dir         string // temporary
	path        string
	origin      string // of tokens
	packages    string // the directory of the package, where its tests run
	fingerprint string
	flags       []string // that make the go command use what was rewritten
	Module      string   // the directory of its module
	Package     string
	Rewrote     []string // import paths
	Left        []string // test files that were left as they are, since they cannot be rewritten and search nothing
	Others      []string // tests that cannot come to a search, and are not run
	Unseen      []string // import paths of other modules: only tests import them, and they cannot be rewritten either
	Sites       int
}

// Build rewrites and builds. Close the result.
func Build(ctx context.Context, s Source) (_ *Binary, err error) {
	m := &meter{tell: s.Building}
	defer m.begin()()
	if err := m.compile(ctx, s); err != nil {
		return nil, err
	}
	m.set("rewriting")
	b, err := Rewrite(ctx, s)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			b.Close()
		}
	}()
	m.set("building")
	b.path = filepath.Join(b.dir, "test.exe")
	args := append([]string{"test", "-c", "-vet=off", "-ldflags=-w", "-o", b.path}, b.flags...)
	if s.Race {
		args = append(args, "-race")
	}
	if _, err := goCommand(ctx, s.Dir, append(args, s.Test)...); err != nil {
		return nil, err
	}
	if _, err := os.Stat(b.path); err != nil {
		return nil, fmt.Errorf("%s has no tests", s.Test)
	}
	return b, nil
}

// Rewrite rewrites, and builds nothing: what it returns cannot be run but by
// [Binary.GoFuzz]. Close the result.
func Rewrite(ctx context.Context, s Source) (_ *Binary, err error) {
	b := &Binary{}
	if b.dir, err = os.MkdirTemp("", "stealproof-"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			b.Close()
		}
	}()
	home, err := b.find(ctx, s)
	if err != nil {
		return nil, err
	}
	if b.Others, err = others(ctx, s.Dir, s.Test); err != nil {
		return nil, err
	}
	if s.Replace == nil {
		s.Replace = standIns(home)
	}
	config := instrument.Config{
		Dir: s.Dir, Patterns: s.Rewrite, Tests: s.Tests && slices.Contains(s.Rewrite, s.Test), Out: filepath.Join(b.dir, "src"), Replace: s.Replace,
		Source: s.Text, Leave: s.Leave,
	}
	if home == b.Module { // our own labels say which accesses are part of a step
		config.Apart = apart
	}
	r, err := instrument.Rewrite(ctx, config)
	var refused *instrument.RefusedError
	if errors.As(err, &refused) {
		if b.Left = b.elsewhere(refused); b.Left != nil {
			config.Leave = slices.Concat(s.Leave, b.Left)
			r, err = instrument.Rewrite(ctx, config)
		}
	}
	if err != nil {
		return nil, err
	}
	b.Rewrote, b.Unseen, b.Sites = r.Packages, r.Unseen, r.Sites
	b.origin = b.Package
	for _, p := range s.Rewrite {
		if p == s.Test {
			p = b.Package
		}
		b.origin += " " + p
	}
	overlay := filepath.Join(b.dir, "overlay.json")
	if err := r.WriteOverlay(overlay); err != nil {
		return nil, err
	}
	b.flags = r.Flags(overlay)
	b.fingerprint, err = b.fingerprintOf(s, r.Overlay)
	return b, err
}

// find fills in the package and its module, and returns the directory of the module that
// rewritten code imports.
func (b *Binary) find(ctx context.Context, s Source) (home string, err error) {
	out, err := goCommand(ctx, s.Dir, "list", "-f", "{{.ImportPath}}\n{{.Dir}}\n{{with .Module}}{{.Path}}\n{{.Dir}}{{end}}", s.Test)
	if err != nil {
		return "", err
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != 4 {
		return "", fmt.Errorf("%s stands for %d packages; name one", s.Test, len(lines)/4)
	}
	b.Package, b.packages, b.Module = lines[0], lines[1], lines[3]
	home, err = goCommand(ctx, s.Dir, "list", "-f", "{{.Dir}}", module+"/model/shim/access")
	if err != nil {
		switch {
		case ctx.Err() != nil:
			return "", err
		case strings.Contains(err.Error(), "-mod=vendor"):
			return "", fmt.Errorf("module %s is built from its vendor directory, which lacks what rewritten code needs; set GOFLAGS=-mod=readonly", lines[2])
		}
		return "", fmt.Errorf("module %s does not require %s, which rewritten code needs; run: go get %s", lines[2], module, module)
	}
	return filepath.Join(strings.TrimSpace(home), "..", "..", ".."), nil
}

// elsewhere returns the files that were refused, if all of them are tests that do
// not use the scheduler, else nil.
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

// searches reports whether a file imports what searches, or cannot be read.
func searches(path string) bool {
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
	return err != nil || slices.ContainsFunc(f.Imports, func(i *ast.ImportSpec) bool {
		return i.Path.Value == `"`+module+`/model/sched"` || i.Path.Value == `"`+module+`/wsq/wsqtest"`
	})
}

// Close removes what Build has made.
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

// interrupted returns why ctx has ended if err comes from that, else nil. A signal
// from a terminal goes to all processes, and may end the other one first.
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
