package check

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Rewritten returns what was rewritten, by import path, for a package, given a directory
// of its module and what the origin of a token says of it: patterns are those of the
// module's own directory. The package was rewritten, with its tests, if it is one of them.
func Rewritten(ctx context.Context, dir, pkg string, patterns []string) ([]string, error) {
	root, err := goCommand(ctx, dir, "list", "-f", "{{with .Module}}{{.Dir}}{{end}}", pkg)
	if err != nil {
		return nil, err
	}
	return Packages(ctx, strings.TrimSpace(root), patterns)
}

// Packages returns the packages that patterns stand for, by import path. A pattern
// with dots stands for those whose tests search.
func Packages(ctx context.Context, dir string, patterns []string) (packages []string, err error) {
	for _, pattern := range patterns {
		out, err := goCommand(ctx, dir, "list", "-f", `{{.ImportPath}} {{with .Module}}{{.Main}}{{else}}false{{end}} {{join .TestImports " "}} {{join .XTestImports " "}}`, pattern)
		if err != nil {
			return nil, err
		}
		found := 0
		for line := range strings.Lines(out) {
			fields := strings.Fields(line)
			wild := strings.Contains(pattern, "...")
			if wild && !slices.Contains(fields, module+"/model/sched") && !slices.Contains(fields, module+"/wsq/wsqtest") {
				continue
			}
			found++
			if fields[0] == "command-line-arguments" {
				return nil, fmt.Errorf("%s is a file; want a package", pattern)
			}
			if fields[1] != "true" {
				return nil, fmt.Errorf("%s is not in this module; its tests are run in its own", fields[0])
			}
			if !slices.Contains(packages, fields[0]) {
				packages = append(packages, fields[0])
			}
		}
		if found == 0 {
			return nil, fmt.Errorf("%s: no package there has tests that import %s/model/sched, so nothing was checked", pattern, module)
		}
	}
	return packages, nil
}
