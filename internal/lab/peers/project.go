package peers

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"
)

// Project has the sources of some peers, and says how to build and start them.
type Project struct {
	Name  string   // the language
	Dir   string   // directory of the sources
	Needs []string // required commands
	Pins  string   // the file in Dir that pins the versions of libraries
	Wants string   // a required C++ header

	variant string   // of a program that is built in several ways
	version []string // command that prints the version of the compiler or runtime
	always  bool     // always build: the compiler itself knows which parts are current
	library string   // regular expression for a version; %s is the library's name
	build   func(p Project, out string) []string
	start   func(out string) []string
}

// Rust returns the peers of the scheduler for cargo, given the directory of this module.
func Rust(module string) Project { return cargo(module, "rust", "peers") }

// RustPools returns the peers of the pool for cargo.
func RustPools(module string) Project { return cargo(module, "rustpools", "pools") }

func cargo(module, dir, program string) Project {
	return Project{
		Name:    "Rust",
		Dir:     filepath.Join(module, "internal", "lab", "peers", dir),
		Needs:   []string{"cargo", "rustc"},
		Pins:    "Cargo.lock",
		version: []string{"rustc", "--version"},
		library: `name = "%s"\s+version = "([^"]+)"`,
		build: func(p Project, out string) []string {
			return []string{"cargo", "build", "--quiet", "--release", "--locked", "--manifest-path", filepath.Join(p.Dir, "Cargo.toml"), "--target-dir", out}
		},
		start: func(out string) []string { return []string{filepath.Join(out, "release", program)} },
	}
}

// GoPools returns the peers of the pool in Go, which are a module of their own. That program also
// runs the experiments of package workload.
func GoPools(module string) Project {
	p := golang(module, "gopools")
	p.Pins = "go.mod"
	p.library = `\s%s v(\S+)`
	return p
}

// Ours returns the program for this module's pool and for Go's own means.
func Ours(module string) Project { return golang(module, "ours") }

// Seeds returns the program for the experiments of package workload on its own schedulers.
func Seeds(module string) Project { return golang(module, "seeds") }

// Unpadded returns [Seeds] without the padding of this module's structures.
func Unpadded(module string) Project {
	p := golang(module, "seeds", "-tags", "stealproof_nopad")
	p.variant = "-unpadded"
	return p
}

func golang(module, dir string, flags ...string) Project {
	return Project{
		Name:    "Go",
		Dir:     filepath.Join(module, "internal", "lab", "peers", dir),
		Needs:   []string{"go"},
		version: []string{"go", "version"},
		always:  true, // its sources are all over this module
		build: func(p Project, out string) []string {
			args := append([]string{"go", "build", "-C", p.Dir, "-o", filepath.Join(out, executable(dir))}, flags...)
			return append(args, ".")
		},
		start: func(out string) []string { return []string{filepath.Join(out, executable(dir))} },
	}
}

func executable(name string) string {
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return name
}

// JavaPool returns the peers of the pool for Java, which need only a JDK.
func JavaPool(module string) Project {
	return Project{
		Name:    "Java",
		Dir:     filepath.Join(module, "internal", "lab", "peers", "javapools"),
		Needs:   []string{"java", "javac"},
		version: []string{"java", "-version"},
		build: func(p Project, out string) []string {
			return []string{"javac", "-d", out, "-sourcepath", p.Dir, filepath.Join(p.Dir, "Pools.java")}
		},
		start: func(out string) []string { return []string{"java", "-cp", out, "Pools"} },
	}
}

// JVM returns the peers of the scheduler for Maven, given the directory of this module. The
// options go to the virtual machine.
func JVM(module string, options ...string) Project {
	return Project{
		Name:    "JVM",
		Dir:     filepath.Join(module, "internal", "lab", "peers", "jvm"),
		Needs:   []string{"java", "javac", "mvn"},
		Pins:    "pom.xml",
		version: []string{"java", "-version"},
		library: `<artifactId>%s</artifactId>\s*<version>([^<]+)<`,
		build: func(p Project, out string) []string {
			return []string{"mvn", "--quiet", "--batch-mode", "--file", filepath.Join(p.Dir, "pom.xml"), "-Dout=" + out, "package"}
		},
		start: func(out string) []string {
			path := strings.Join([]string{filepath.Join(out, "peers.jar"), filepath.Join(out, "lib", "*")}, string(os.PathListSeparator))
			return append(append([]string{"java"}, options...), "-cp", path, "Peers")
		},
	}
}

// OneTBB returns the peers of the pool for C++, which need the library's headers.
func OneTBB(module string) Project {
	return Project{
		Name:    "C++",
		Dir:     filepath.Join(module, "internal", "lab", "peers", "tbbpools"),
		Needs:   []string{"g++"},
		Wants:   "oneapi/tbb/version.h",
		version: []string{"g++", "--version"},
		build: func(p Project, out string) []string {
			return []string{"g++", "-std=c++17", "-O3", "-o", filepath.Join(out, executable("pools")), filepath.Join(p.Dir, "pools.cpp"), "-ltbb"}
		},
		start: func(out string) []string { return []string{filepath.Join(out, executable("pools"))} },
	}
}

// AbsentError says that a command or a header is missing.
type AbsentError struct {
	Project, What string
}

func (e *AbsentError) Error() string { return fmt.Sprintf("%s: there is no %s", e.Project, e.What) }

// Cache returns the default directory for built programs: a cache directory of the user or, if
// there is none, a temporary one.
func Cache() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		dir = os.TempDir()
	}
	return filepath.Join(dir, "stealproof", "peers")
}

// Build builds the project below cache, unless it is built already. It returns an *AbsentError if
// a command or a header is missing.
func (p Project) Build(ctx context.Context, cache string) (*Program, error) {
	for _, command := range p.Needs {
		if _, err := exec.LookPath(command); err != nil {
			return nil, &AbsentError{p.Name, command + " in PATH"}
		}
	}
	if p.Wants != "" {
		if _, err := output(ctx, []string{"g++", "-E", "-include", p.Wants, "-x", "c++", os.DevNull}); err != nil && ctx.Err() == nil {
			return nil, &AbsentError{p.Name, p.Wants}
		}
	}
	out := filepath.Join(cache, filepath.Base(p.Dir)+p.variant)
	if absolute, err := filepath.Abs(out); err == nil {
		out = absolute // the build may run in another directory
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	said, err := output(ctx, p.version)
	if err != nil {
		return nil, p.failed(ctx, "no version", said, err)
	}
	version, _, _ := strings.Cut(said, "\n")
	b := &Program{Project: p, Version: strings.TrimSpace(version), line: p.start(out)}
	sources, err := digest(p.Dir, b.Version)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	stamp := filepath.Join(out, "sources")
	if built, err := os.ReadFile(stamp); err == nil && string(built) == sources && !p.always {
		return b, nil
	}
	if said, err := output(ctx, p.build(p, out)); err != nil {
		return nil, p.failed(ctx, "the build failed", said, err)
	}
	if err := os.WriteFile(stamp, []byte(sources), 0o644); err != nil {
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	return b, nil
}

func (p Project) failed(ctx context.Context, what, said string, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return fmt.Errorf("%s: %s: %w\n%s", p.Name, what, err, last(said, 20))
}

// Library returns the pinned version of a library, or an error if none is pinned.
func (p Project) Library(name string) (string, error) {
	text, err := os.ReadFile(filepath.Join(p.Dir, p.Pins))
	if err != nil {
		return "", err
	}
	m := regexp.MustCompile(fmt.Sprintf(p.library, regexp.QuoteMeta(name))).FindSubmatch(text)
	if m == nil {
		return "", fmt.Errorf("%s names no version of %s", p.Pins, name)
	}
	return string(m[1]), nil
}

// digest returns a hash of all files below a directory and of the compiler's version.
func digest(dir, version string) (string, error) {
	h := sha256.New()
	fmt.Fprintln(h, version)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(h, "%s %d\n%s", path, len(text), text)
		return err
	})
	return fmt.Sprintf("%x", h.Sum(nil)), err
}

// output runs a command and returns its output.
func output(ctx context.Context, line []string) (string, error) {
	c := exec.CommandContext(ctx, line[0], line[1:]...)
	c.WaitDelay = 5 * time.Second
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	err := c.Run()
	if err != nil {
		err = fmt.Errorf("%s: %w", line[0], err)
	}
	return out.String(), err
}

// last returns the last lines of a text.
func last(text string, n int) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
