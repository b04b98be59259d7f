package instrument

import (
	"cmp"
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/version"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// The go command ignores an overlay for files in its module cache. So a module to rewrite there is
// copied, and a new go.mod replaces the module by the copy.

// dependency is such a module, or another main module of a workspace, which has no copy.
type dependency struct {
	*packages.Module
	copy  string // the directory
	paths []string
}

// dependencies finds the modules to rewrite: each module with a package that synchronizes. Only
// the packages in the program are rewritten.
func (r *run) dependencies(s *selection) error {
	byModule := map[string]*dependency{}
	needed := map[string]bool{}
	for _, path := range slices.Sorted(maps.Keys(s.foreign)) {
		if err := context.Cause(r.ctx); err != nil {
			return err
		}
		p := s.foreign[path]
		if len(p.GoFiles) == 0 || p.Module.Dir == "" {
			continue // no code, or in a vendor directory
		}
		m := byModule[p.Module.Path]
		if m == nil {
			m = &dependency{Module: p.Module}
			byModule[p.Module.Path] = m
		}
		m.paths = append(m.paths, path)
		synchronizes, err := r.synchronizes(p)
		if err != nil {
			return err
		}
		if _, replaced := r.Replace[path]; synchronizes || replaced {
			needed[p.Module.Path] = true
		}
	}
	out, err := filepath.Abs(r.Out)
	if err != nil {
		return err
	}
	for _, path := range slices.Sorted(maps.Keys(needed)) {
		m := byModule[path]
		m.copy = filepath.Join(out, "modules", filepath.FromSlash(path))
		r.copied = append(r.copied, m)
	}
	return nil
}

// synchronizes reports whether a package imports a package with a shim, starts goroutines, or has
// code that would be refused.
func (r *run) synchronizes(p *packages.Package) (bool, error) {
	if len(p.OtherFiles) > 0 {
		return true, nil
	}
	for _, name := range p.GoFiles {
		syntax, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			return false, err
		}
		found := false
		for _, link := range linknames(syntax) {
			found = found || random[link].name != "" // its numbers must be repeatable
		}
		for _, i := range syntax.Imports {
			path, _ := strconv.Unquote(i.Path.Value)
			switch path {
			case "time", "context", "math/rand", "math/rand/v2":
				continue // time.Duration alone synchronizes nothing
			}
			found = found || path == "C" || r.shims[path] != nil
		}
		ast.Inspect(syntax, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt, *ast.SendStmt, *ast.SelectStmt, *ast.ChanType:
				found = true
			case *ast.UnaryExpr:
				found = found || n.Op == token.ARROW
			}
			return !found
		})
		if found {
			return true, nil
		}
	}
	return false, nil
}

// readDependency returns the packages of a module to rewrite.
func (r *run) readDependency(m *dependency) ([]*packages.Package, error) {
	var paths []string
	for _, path := range m.paths {
		if _, replaced := r.Replace[path]; !replaced {
			paths = append(paths, path)
		}
	}
	return r.read(paths, false)
}

// leave drops the refusals of a package that only tests import, so that it is not rewritten. It
// reports whether it has done so.
func (r *run) leave(path string, before int) bool {
	if len(r.refusals) == before || !r.forTests[path] {
		return false
	}
	r.reasons[path] = r.refusals[before].place()
	r.refusals = r.refusals[:before]
	r.unseen = append(r.unseen, path)
	r.leftOut[path] = true
	return true
}

// copyOf returns the path of a file's copy, or "" if its module is not copied.
func (r *run) copyOf(file string) string {
	if m, rel := r.owner(file); m != nil && m.copy != "" {
		return filepath.Join(m.copy, rel)
	}
	return ""
}

// copyModules copies the modules without their tests, and writes a go.mod that uses the copies. It
// returns the name of the go.mod, or "" if there are none.
func (r *run) copyModules() (string, error) {
	if len(r.copied) == 0 {
		return "", nil
	}
	if err := r.refuseWorkspace(); err != nil {
		return "", err
	}
	for _, m := range r.copied {
		if err := copyModule(r.ctx, m.Dir, m.copy); err != nil {
			return "", err
		}
	}
	modFile := filepath.Join(r.Out, "rewritten.mod")
	modFile, err := filepath.Abs(modFile)
	if err != nil {
		return "", err
	}
	for from, to := range map[string]string{
		filepath.Join(r.root, "go.mod"): modFile,
		filepath.Join(r.root, "go.sum"): strings.TrimSuffix(modFile, ".mod") + ".sum",
	} {
		text, err := os.ReadFile(from)
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(to, text, 0o666); err != nil {
			return "", err
		}
	}
	for _, m := range r.copied {
		edits := []string{"-dropreplace=" + m.Path, "-replace=" + m.Path + "=" + m.copy}
		if m.Version != "" {
			edits = append([]string{"-dropreplace=" + m.Path + "@" + m.Version}, edits...)
		}
		if err := r.editModule(modFile, edits...); err != nil {
			return "", err
		}
		if err := declare(m); err != nil {
			return "", err
		}
		// Rewritten code needs this version.
		if v := "go" + m.GoVersion; version.Compare(v, "go1.21") < 0 {
			if err := r.editModule(filepath.Join(m.copy, "go.mod"), "-go=1.21"); err != nil {
				return "", err
			}
		}
	}
	return modFile, nil
}

// refuseWorkspace returns an error in a workspace: its go command takes no -modfile.
func (r *run) refuseWorkspace() error {
	c := exec.CommandContext(r.ctx, "go", "env", "GOWORK")
	c.Dir, c.Env = r.Dir, r.Env
	output, err := c.Output()
	if ended := context.Cause(r.ctx); ended != nil {
		return ended
	}
	if name := strings.TrimSpace(string(output)); err != nil || name == "" || name == "off" {
		return err
	}
	names := make([]string, len(r.copied))
	for i, m := range r.copied {
		names[i] = m.Path
	}
	return fmt.Errorf("instrument: a workspace does not allow to rewrite its dependencies (%s); set GOWORK=off", strings.Join(names, ", "))
}

func (r *run) editModule(modFile string, edits ...string) error {
	c := exec.CommandContext(r.ctx, "go", append(append([]string{"mod", "edit"}, edits...), modFile)...)
	c.Dir, c.Env = r.Dir, r.Env
	output, err := c.CombinedOutput()
	if ended := context.Cause(r.ctx); ended != nil {
		return ended
	}
	if err != nil {
		return fmt.Errorf("instrument: %s: %w\n%s", strings.Join(c.Args, " "), err, output)
	}
	return nil
}

// declare gives a module a go.mod if it has none: only a directory with one can replace a module.
func declare(m *dependency) error {
	name := filepath.Join(m.copy, "go.mod")
	if _, err := os.Stat(name); !os.IsNotExist(err) {
		return err
	}
	return os.WriteFile(name, []byte("module "+m.Path+"\n"), 0o666)
}

func copyModule(ctx context.Context, from, to string) error {
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	if real, err := filepath.EvalSymlinks(from); err == nil { // the directory of a replace may be a link, which WalkDir does not follow
		from = real
	}
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err := cmp.Or(err, context.Cause(ctx)); err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if d.IsDir() {
			if path != from && strings.HasPrefix(d.Name(), ".") {
				return fs.SkipDir
			}
			return os.MkdirAll(filepath.Join(to, rel), 0o777)
		}
		if !d.Type().IsRegular() || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), text, 0o666)
	})
}
