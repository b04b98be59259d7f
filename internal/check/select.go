package check

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Rewritten returns the import paths of the packages that were rewritten when a token was made. The patterns
// come from the origin of the token, and are relative to the directory of the module, which contains dir. If
// pkg is among them, its tests were rewritten too. For a token of a plain test, plain is set.
func Rewritten(ctx context.Context, dir, pkg string, patterns []string, plain bool) ([]string, error) {
	root, err := goCommand(ctx, dir, "list", "-f", "{{with .Module}}{{.Dir}}{{end}}", pkg)
	if err != nil {
		return nil, err
	}
	if plain {
		return PlainPackages(ctx, strings.TrimSpace(root), patterns)
	}
	return Packages(ctx, strings.TrimSpace(root), patterns)
}

// searchers are the packages whose import means that tests search.
var searchers = []string{"/model/sched", "/wsq/wsqtest", "/linearizability/lin"}

// ErrNothing means that the patterns match no package with tests to check.
var ErrNothing = errors.New("nothing was checked")

// Packages returns the import paths of the packages that the patterns match. A pattern with dots matches only
// packages whose tests search.
func Packages(ctx context.Context, dir string, patterns []string) ([]string, error) {
	search := func(fields []string) bool {
		return slices.ContainsFunc(searchers, func(p string) bool { return slices.Contains(fields, module+p) })
	}
	return packages(ctx, dir, patterns, search, "tests that import "+module+"/model/sched, /wsq/wsqtest or /linearizability/lin")
}

// packages returns the packages that the patterns match. A pattern with dots matches only packages for
// which wanted is true, given the import path, whether the module is the main module, and the imports of
// the tests. An error says that no package has what was wanted.
func packages(ctx context.Context, dir string, patterns []string, wanted func([]string) bool, what string) (packages []string, err error) {
	for _, pattern := range patterns {
		out, err := goCommand(ctx, dir, "list", "-f", `{{.ImportPath}} {{with .Module}}{{.Main}}{{else}}false{{end}} {{join .TestImports " "}} {{join .XTestImports " "}}`, pattern)
		if err != nil {
			if info, at := os.Stat(filepath.Join(dir, pattern)); at == nil && info.IsDir() && strings.Contains(err.Error(), "is not in std") {
				return nil, fmt.Errorf("%s is no package; want ./%s", pattern, pattern)
			}
			return nil, err
		}
		found := 0
		for line := range strings.Lines(out) {
			fields := strings.Fields(line)
			wild := strings.Contains(pattern, "...")
			if wild && !wanted(fields) {
				continue
			}
			found++
			if fields[0] == "command-line-arguments" {
				return nil, fmt.Errorf("%s is a file; want a package", pattern)
			}
			if fields[1] != "true" {
				return nil, fmt.Errorf("%s is not in this module; run its tests in its own module", fields[0])
			}
			if !slices.Contains(packages, fields[0]) {
				packages = append(packages, fields[0])
			}
		}
		if found == 0 {
			return nil, fmt.Errorf("%s: no matching package has %s, so %w", pattern, what, ErrNothing)
		}
	}
	return packages, nil
}
