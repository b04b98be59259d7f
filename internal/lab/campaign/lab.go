package campaign

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/mutation"
)

// A Lab has the binaries of some mutants. Several goroutines may run detectors at once.
type Lab struct {
	Root   string        // directory of the module
	Budget time.Duration // for detectors that do not end by themselves
	// Built is called for each built binary, if not nil.
	Built func(what string, took time.Duration)

	dir     string
	groups  []*group
	digests map[string]string

	building    sync.Mutex // guards the binaries of groups
	controlling sync.Mutex // guards controls and covered; locked before building
	controls    map[string]error
	covered     map[string][]coveredTest // by trial
}

// group is a set of mutants that share binaries.
type group struct {
	pkg       string // wsq, pool or pool/classic
	mutants   []mutation.Mutant
	program   *mutation.Program
	switched  bool
	scheduled map[string]*check.Binary // by package of the tests
	binaries  map[string]string        // by package and flags
}

// New returns a lab, which the caller must close. It returns an error if a mutant is stale.
func New(root string, mutants []mutation.Mutant) (*Lab, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	l := &Lab{Root: root, Budget: 3 * time.Second, controls: map[string]error{}, covered: map[string][]coveredTest{}}
	if l.digests, err = Digests(root, mutants); err != nil {
		return nil, err
	}
	shared := map[string]*group{} // by package; each package has one, which also serves the control
	for _, m := range mutants {
		if pkg := m.Package(); shared[pkg] == nil {
			shared[pkg] = &group{pkg: pkg, switched: true}
			l.groups = append(l.groups, shared[pkg])
		}
	}
	for _, m := range mutants {
		if !mutation.Switchable(root, m) {
			l.groups = append(l.groups, &group{pkg: m.Package(), mutants: []mutation.Mutant{m}})
			continue
		}
		g := shared[m.Package()]
		g.mutants = append(g.mutants, m)
	}
	for _, g := range l.groups {
		g.binaries, g.scheduled = map[string]string{}, map[string]*check.Binary{}
		if g.switched {
			g.program, err = mutation.Switched(root, g.mutants)
		} else {
			g.program, err = mutation.Alone(root, g.mutants[0])
		}
		if err != nil {
			return nil, err
		}
	}
	l.dir, err = os.MkdirTemp("", "stealproof-")
	return l, err
}

// Digests returns the digests of mutants by name. It returns an error if a mutant is stale.
func Digests(root string, mutants []mutation.Mutant) (map[string]string, error) {
	digests, sources := map[string]string{}, map[string][]byte{}
	for _, m := range mutants {
		source, known := sources[m.File]
		if !known {
			var err error
			if source, err = os.ReadFile(filepath.Join(root, filepath.FromSlash(m.File))); err != nil {
				return nil, err
			}
			sources[m.File] = source
		}
		of, err := m.Digest(source)
		if err != nil {
			return nil, err
		}
		digests[m.Name] = of
	}
	return digests, nil
}

// Close removes the built binaries.
func (l *Lab) Close() error {
	for _, g := range l.groups {
		for _, b := range g.scheduled {
			_ = b.Close()
		}
	}
	return os.RemoveAll(l.dir)
}

// find returns the group of a mutant and its number in the group.
func (l *Lab) find(m mutation.Mutant) (*group, int) {
	for _, g := range l.groups {
		for i, of := range g.mutants {
			if of.Name == m.Name {
				return g, i + 1
			}
		}
	}
	return nil, 0
}

func (l *Lab) built(what string, start time.Time) {
	if l.Built != nil {
		l.Built(what, time.Since(start))
	}
}

// schedule returns the tests of a package, with the code rewritten for the scheduler.
func (l *Lab) schedule(ctx context.Context, g *group, pkg string) (*check.Binary, error) {
	l.building.Lock()
	defer l.building.Unlock()
	if b := g.scheduled[pkg]; b != nil {
		return b, nil
	}
	start := time.Now()
	s := check.Source{Dir: l.Root, Rewrite: []string{"./wsq"}, Test: "./" + trial}
	switch pkg {
	case "pool":
		s = check.Pool(l.Root)
	case "pool/classic":
		s = check.Classic(l.Root)
	case "wsq":
		s = check.Deques(l.Root)
	case refinements:
		s = check.Ours(l.Root)
	}
	s.Text, s.Leave = g.program.Text, g.program.Added
	b, err := check.Build(ctx, s)
	if err != nil {
		return nil, err
	}
	g.scheduled[pkg] = b
	l.built(fmt.Sprintf("%s, tests of %s under the scheduler", g.name(), pkg), start)
	return b, nil
}

// trial is the package of the trials of deques. refinements is the package that compares each of
// their steps with the specification.
const (
	trial       = "internal/mutation/trial"
	refinements = "fuzz"
)

// build returns a test binary of a package with the group's program.
func (l *Lab) build(ctx context.Context, g *group, pkg string, flags ...string) (string, error) {
	l.building.Lock()
	defer l.building.Unlock()
	key := fmt.Sprint(pkg, flags)
	if path := g.binaries[key]; path != "" {
		return path, nil
	}
	start := time.Now()
	dir, err := os.MkdirTemp(l.dir, "build-")
	if err != nil {
		return "", err
	}
	replace := map[string]string{}
	for i, original := range slices.Sorted(maps.Keys(g.program.Text)) {
		replace[original] = filepath.Join(dir, fmt.Sprintf("%d-%s", i, filepath.Base(original)))
		if err := os.WriteFile(replace[original], g.program.Text[original], 0o600); err != nil {
			return "", err
		}
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o600); err != nil {
		return "", err
	}
	path := filepath.Join(dir, "test.exe")
	args := append([]string{"test", "-c", "-vet=off", "-overlay", filepath.Join(dir, "overlay.json"), "-o", path}, flags...)
	c := exec.CommandContext(ctx, "go", append(args, "./"+pkg)...)
	c.Dir = l.Root
	if slices.Contains(flags, "-race") {
		c.Env = append(os.Environ(), "CGO_ENABLED=1")
	}
	var problems bytes.Buffer
	c.Stdout, c.Stderr = &problems, &problems
	if err := c.Run(); err != nil {
		if ctx.Err() != nil {
			return "", context.Cause(ctx)
		}
		return "", fmt.Errorf("%s does not build: %w\n%s", g.name(), err, problems.Bytes())
	}
	g.binaries[key] = path
	l.built(strings.Join(append([]string{g.name() + ", tests of", pkg}, flags...), " "), start)
	return path, nil
}

func (g *group) name() string {
	if g.switched {
		if len(g.mutants) == 1 {
			return g.pkg + " with 1 mutant"
		}
		return fmt.Sprintf("%s with %d mutants", g.pkg, len(g.mutants))
	}
	return g.mutants[0].Name
}

// env returns the environment of a process that is one mutant, and the file that exists if its
// changed code has run.
func (l *Lab) env(number int) (env []string, reached string, err error) {
	f, err := os.CreateTemp(l.dir, "reached-")
	if err != nil {
		return nil, "", err
	}
	reached = f.Name()
	if err := errors.Join(f.Close(), os.Remove(reached)); err != nil {
		return nil, "", err
	}
	return []string{mutation.EnvMutant + "=" + strconv.Itoa(number), mutation.EnvReached + "=" + reached}, reached, nil
}
