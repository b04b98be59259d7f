package check

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"github.com/stealproof/stealproof/tla"
)

const module = "github.com/stealproof/stealproof"

// Ours returns the source of this repository's own searches, in the given checkout.
func Ours(dir string) Source {
	return Source{
		Dir:     dir,
		Rewrite: []string{module + "/wsq", module + "/internal/mutant", module + "/internal/protocol", module + "/internal/racecorpus"},
		Test:    module + "/fuzz",
	}
}

// Shipped returns the source of the searches of the shipped deques and of the protocols alone. It takes a third of the
// time of Ours to build.
func Shipped(dir string) (Source, error) {
	s := Ours(dir)
	s.Rewrite = []string{module + "/wsq", module + "/internal/protocol"}
	return only(s, filepath.Join(dir, "fuzz"), "TestSched_Systematic", "TestSched_Deques", "TestSched_Protocols")
}

// Deques returns the source of the searches of package wsq that need unexported names, in the given checkout.
func Deques(dir string) Source {
	return Source{Dir: dir, Rewrite: []string{"./wsq"}, Test: "./wsq", Tests: true}
}

// Pool returns the source of the searches in the tests of package pool, in the given checkout.
func Pool(dir string) Source {
	return Source{Dir: dir, Rewrite: []string{"./pool"}, Test: "./pool", Tests: true}
}

// PoolProtocols returns the source of the searches of the pool's protocols alone.
func PoolProtocols(dir string) (Source, error) {
	return only(Pool(dir), filepath.Join(dir, "pool"), "TestSched_Protocols")
}

// Classic returns the source of the searches in the tests of package pool/classic.
func Classic(dir string) Source {
	return Source{Dir: dir, Rewrite: []string{"./pool/classic"}, Test: "./pool/classic", Tests: true}
}

// apart reports whether no specification names a file of this repository, although some specification names
// another file of its package.
func apart(file string) bool {
	code := modules()
	is, some := code[file], code[path.Dir(file)]
	return some && !is && !strings.HasSuffix(file, "_test.go")
}

// modules has the files that some specification names as its code, and their packages.
var modules = sync.OnceValue(func() map[string]bool {
	manifests, err := tla.Manifests()
	if err != nil {
		panic(err) // the manifests are embedded and tested
	}
	code := map[string]bool{}
	for _, m := range manifests {
		for _, file := range m.Code {
			code[file], code[path.Dir(file)] = true, true
		}
	}
	return code
})

// shimPackages returns the packages of this repository that are replaced as a whole. The directory is that of this
// repository, which may be a dependency of the user's module.
func shimPackages(dir string) map[string]string {
	return map[string]string{module + "/internal/park": filepath.Join(dir, "model", "shim", "park")}
}

// ModuleDir returns the directory of this repository if the process runs in it, or in the maintainers' module.
func ModuleDir(ctx context.Context) (string, error) {
	out, err := goCommand(ctx, ".", "list", "-m", "-f", "{{.Path}}\n{{.Dir}}")
	if err != nil {
		return "", fmt.Errorf("this needs the go command and the sources: %w", err)
	}
	name, dir, _ := strings.Cut(strings.TrimSpace(out), "\n")
	switch name {
	case module:
		return dir, nil
	case module + "/internal/lab":
		return filepath.Dir(filepath.Dir(dir)), nil
	}
	return "", errors.New("this needs the sources; run it in a checkout of " + module)
}

// FuzzSource returns the source of the fuzz targets of a package. For a user's package it is the same as for
// check. Our own targets are in a package of their own, so there it rewrites the packages under test.
func FuzzSource(ctx context.Context, dir, pattern string) (Source, error) {
	packages, err := Packages(ctx, dir, []string{pattern})
	if err != nil {
		return Source{}, err
	}
	if len(packages) != 1 {
		return Source{}, fmt.Errorf("%s matches %d packages; name one", pattern, len(packages))
	}
	if packages[0] == module+"/fuzz" {
		home, err := ModuleDir(ctx)
		return Ours(home), err
	}
	return Source{Dir: dir, Rewrite: packages, Test: packages[0], Tests: true}, nil
}
