package check

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
)

const module = "github.com/stealproof/stealproof"

// Ours is the source of this repository's own searches, given its directory.
func Ours(dir string) Source {
	return Source{
		Dir:     dir,
		Rewrite: []string{module + "/wsq", module + "/internal/mutant", module + "/internal/protocol", module + "/internal/racecorpus"},
		Test:    module + "/fuzz",
	}
}

// Deques is the source of the searches of package wsq that need more than it exports,
// given the directory of this repository.
func Deques(dir string) Source {
	return Source{Dir: dir, Rewrite: []string{"./wsq"}, Test: "./wsq", Tests: true}
}

// Pool is the source of the searches of package pool, which are in its own tests, given
// the directory of this repository.
func Pool(dir string) Source {
	return Source{Dir: dir, Rewrite: []string{"./pool"}, Test: "./pool", Tests: true}
}

// Classic is the source of the searches of package pool/classic, in its own tests as well.
func Classic(dir string) Source {
	return Source{Dir: dir, Rewrite: []string{"./pool/classic"}, Test: "./pool/classic", Tests: true}
}

// standIns are the packages of this repository that are replaced as a whole,
// given its directory, which may be one of somebody's dependencies.
func standIns(dir string) map[string]string {
	return map[string]string{module + "/internal/park": filepath.Join(dir, "model", "shim", "park")}
}

// ModuleDir returns the directory of this repository, if the process runs in it, be it
// in the maintainers' module.
func ModuleDir(ctx context.Context) (string, error) {
	out, err := goCommand(ctx, ".", "list", "-m", "-f", "{{.Path}}\n{{.Dir}}")
	if err != nil {
		return "", fmt.Errorf("it takes the go command and the sources: %w", err)
	}
	path, dir, _ := strings.Cut(strings.TrimSpace(out), "\n")
	switch path {
	case module:
		return dir, nil
	case module + "/internal/lab":
		return filepath.Dir(filepath.Dir(dir)), nil
	}
	return "", errors.New("it takes the sources; run it in a checkout of " + module)
}

// FuzzSource is the source of the fuzz targets of a package: what check rewrites of
// somebody's package, and for our own targets, which are in a package of their own,
// what they are about.
func FuzzSource(ctx context.Context, dir, pattern string) (Source, error) {
	packages, err := Packages(ctx, dir, []string{pattern})
	if err != nil {
		return Source{}, err
	}
	if len(packages) != 1 {
		return Source{}, fmt.Errorf("%s stands for %d packages; name one", pattern, len(packages))
	}
	if packages[0] == module+"/fuzz" {
		home, err := ModuleDir(ctx)
		return Ours(home), err
	}
	return Source{Dir: dir, Rewrite: packages, Test: packages[0], Tests: true}, nil
}
