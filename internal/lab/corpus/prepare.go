package corpus

import (
	"context"
	"encoding/json"
	"fmt"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

const home = "github.com/stealproof/stealproof"

// prepare makes a module of a subject in a directory. The module may import this repository.
func (r *Runner) prepare(ctx context.Context, s Subject, dir string) error {
	if s.Std {
		if err := copyStd(s.Path, dir); err != nil {
			return err
		}
	} else if err := r.copyModule(ctx, s, dir); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); os.IsNotExist(err) {
		name := s.Path
		if s.Std {
			name = stdModule(s.Path)
		}
		if _, err := r.run(ctx, dir, "mod", "init", name); err != nil {
			return err
		}
	}
	if _, err := r.run(ctx, dir, "mod", "edit", "-go=1.26.0", "-toolchain=none", "-require="+home+"@v0.0.0", "-replace="+home+"="+r.Checkout); err != nil {
		return err
	}
	return join(filepath.Join(dir, "go.sum"), filepath.Join(r.Checkout, "go.sum"))
}

// join adds the lines of a file to another.
func join(to, from string) error {
	text, err := os.ReadFile(to)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	more, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, append(text, more...), 0o666)
}

func (r *Runner) copyModule(ctx context.Context, s Subject, dir string) error {
	out, err := r.run(ctx, dir, "mod", "download", "-json", s.Path+"@"+s.Version)
	if err != nil {
		return err
	}
	var module struct{ Dir string }
	if err := json.Unmarshal([]byte(out), &module); err != nil {
		return err
	}
	if err := copyTree(module.Dir, dir, func(string) bool { return true }); err != nil {
		return err
	}
	return os.RemoveAll(filepath.Join(dir, "vendor"))
}

// copyTree copies files, and makes the copies writable.
func copyTree(from, to string, wanted func(rel string) bool) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		switch {
		case d.IsDir() && rel != "." && !wanted(rel):
			return fs.SkipDir
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, rel), 0o777)
		case !d.Type().IsRegular() || !wanted(rel):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), text, 0o666)
	})
}

// stdModule returns the module of the copy of a package of std.
func stdModule(path string) string { return "example.org/std/" + path }

// copyStd copies a package of std, without the tests that import internal packages. Its tests import the copy.
func copyStd(path, dir string) error {
	out, err := exec.Command("go", "list", "-f", "{{.Dir}}", path).Output()
	if err != nil {
		return err
	}
	from := strings.TrimSpace(string(out))
	err = copyTree(from, dir, func(rel string) bool {
		top, _, below := strings.Cut(filepath.ToSlash(rel), "/")
		return below && top == "testdata" || rel == "testdata" || !isDir(filepath.Join(from, rel))
	})
	if err != nil {
		return err
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := moveImports(name, path); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// moveImports makes a file import the copy of a package. It removes a test that imports an internal package.
func moveImports(name, path string) error {
	set := token.NewFileSet()
	syntax, err := parser.ParseFile(set, name, nil, parser.ParseComments)
	if err != nil {
		return err
	}
	moved := false
	for _, i := range syntax.Imports {
		switch of, _ := strconv.Unquote(i.Path.Value); {
		case of == path:
			i.Path.Value = strconv.Quote(stdModule(path))
			moved = true
		case strings.HasSuffix(name, "_test.go") && (strings.HasPrefix(of, "internal/") || strings.Contains(of, "/internal/")):
			return os.Remove(name)
		}
	}
	if !moved {
		return nil
	}
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := format.Node(file, set, syntax); err != nil {
		return err
	}
	return file.Close()
}
