package mutation

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/long"
)

// The test that a row of docs/seeds.md names fails if the code behind the row is broken, and
// passes otherwise. The breaks of a package share a binary, with a switch between them.
func TestRows_AreHeld(t *testing.T) {
	long.Skip(t, "builds the tests of nine packages")
	for _, g := range rowGroups(t) {
		t.Run(g.name, func(t *testing.T) {
			run := g.build(t)
			patience := map[string]time.Duration{}
			for _, test := range g.tests() {
				start := time.Now()
				out, failed := run(0, test, time.Minute)
				patience[test] = 3*time.Second + 10*time.Since(start)
				require.False(t, failed, "%s fails on the unchanged code:\n%s", test, out)
				require.Contains(t, out, "--- PASS: "+test, "there is no such test:\n%s", out)
			}
			var all sync.WaitGroup
			slots := make(chan bool, 8) // some hang, so more than there are processors
			for i, b := range g.breaks {
				slots <- true
				all.Go(func() {
					defer func() { <-slots }()
					start := time.Now()
					out, failed := run(i+1, b.Test, cmp.Or(patience[b.Test], time.Minute))
					for again := 1; !failed && again < tries && b.In == inMutant; again++ {
						out, failed = run(i+1, b.Test, time.Minute)
					}
					if !failed {
						t.Errorf("%s holds nothing of %q: %s\n%s", b.Test, b.Row, b.Mechanism, out)
					}
					t.Logf("%v: %s: %s", time.Since(start).Round(time.Millisecond), b.Test, b.Mechanism)
				})
			}
			all.Wait()
		})
	}
}

// tries is how often a test of a wrong deque runs, a second each: on real cores it is chance when it notices.
const tries = 30

// rowGroup is a set of breaks that share a binary.
type rowGroup struct {
	name      string
	in        string
	scheduled bool
	breaks    []RowBreak
	text      map[string][]byte
	switched  bool
	added     []string
}

// tests returns the tests that run on the unchanged code first. The searches of the scheduler are
// long, and TestSchedClassic runs them.
func (g *rowGroup) tests() (all []string) {
	for _, b := range g.breaks {
		if g.switched && !g.scheduled && !slices.Contains(all, b.Test) {
			all = append(all, b.Test)
		}
	}
	return all
}

// rowGroups returns the breaks by package and kind of build. Breaks outside of functions have no
// switch, and a binary each. Those of the printed deques are apart from each other, and share one
// without a switch.
func rowGroups(t *testing.T) (groups []*rowGroup) {
	by := map[string]*rowGroup{}
	for _, b := range Rows() {
		// The tests of wrong deques use the variable of the switch themselves.
		switched := Switchable(root, b.Mutant) && b.In != inMutant
		name := strings.ReplaceAll(b.In, "/", ".")
		scheduled := strings.HasPrefix(b.Test, "TestSched_")
		switch {
		case scheduled:
			name += ", scheduled"
		case !switched && b.In != inMutant:
			name += ", " + b.Name
		}
		g := by[name]
		if g == nil {
			g = &rowGroup{name: name, in: b.In, scheduled: scheduled, switched: switched}
			by[name], groups = g, append(groups, g)
		}
		g.breaks = append(g.breaks, b)
	}
	for _, g := range groups {
		program := &Program{Text: map[string][]byte{}}
		if g.switched {
			var mutants []Mutant
			for _, b := range g.breaks {
				mutants = append(mutants, b.Mutant)
			}
			var err error
			program, err = Switched(root, mutants)
			require.NoError(t, err)
		} else {
			files := map[string]Mutant{}
			for _, b := range g.breaks {
				all := files[b.File]
				all.Name, all.File, all.Edits = g.name, b.File, append(all.Edits, b.Edits...)
				files[b.File] = all
			}
			for _, all := range files {
				of, err := Alone(root, all)
				require.NoError(t, err)
				maps.Copy(program.Text, of.Text)
			}
		}
		g.text, g.added = absolute(t, program.Text), program.Added
		if g.in == inMutant { // a repaired deque is given up soon
			file := filepath.Join(root, "internal/mutant/controls_test.go")
			source, err := os.ReadFile(file)
			require.NoError(t, err)
			text := strings.Replace(string(source), "return 10 * time.Minute", "return time.Second", 1)
			require.NotEqual(t, string(source), text)
			maps.Copy(g.text, absolute(t, map[string][]byte{file: []byte(text)}))
		}
	}
	return groups
}

func absolute(t *testing.T, text map[string][]byte) map[string][]byte {
	all := map[string][]byte{}
	for file, of := range text {
		file, err := filepath.Abs(file)
		require.NoError(t, err)
		all[file] = of
	}
	return all
}

// build returns a function that runs a test with the n-th break, or with none for 0. A test that
// hangs has failed after patience.
func (g *rowGroup) build(t *testing.T) (run func(n int, test string, patience time.Duration) (out string, failed bool)) {
	base, err := filepath.Abs(root)
	require.NoError(t, err)
	if g.scheduled {
		of := check.Classic(base)
		of.Text, of.Leave = g.text, g.added
		b, err := check.Build(t.Context(), of)
		require.NoError(t, err)
		t.Cleanup(func() { _ = b.Close() })
		return func(n int, test string, patience time.Duration) (string, bool) {
			out, err := b.Run(t.Context(), check.Plan{Run: exactly(test), Args: []string{"-test.short", "-test.v"}, Env: []string{fmt.Sprintf("%s=%d", EnvMutant, n)}})
			require.NoError(t, err)
			return string(out.Output), out.Failed
		}
	}
	dir := t.TempDir()
	replace := map[string]string{}
	for i, file := range slices.Sorted(maps.Keys(g.text)) {
		replace[file] = filepath.Join(dir, fmt.Sprintf("%d-%s", i, filepath.Base(file)))
		require.NoError(t, os.WriteFile(replace[file], g.text[file], 0o600))
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	require.NoError(t, err)
	list, binary := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "test.exe")
	require.NoError(t, os.WriteFile(list, overlay, 0o600))
	c := exec.CommandContext(t.Context(), "go", "test", "-c", "-vet=off", "-ldflags=-s -w", "-overlay", list, "-o", binary, ".")
	c.Dir = filepath.Join(base, filepath.FromSlash(g.in))
	said, err := c.CombinedOutput()
	require.NoError(t, err, "%s", said)
	return func(n int, test string, patience time.Duration) (string, bool) {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		c := exec.CommandContext(ctx, binary, "-test.run="+exactly(test), "-test.v", "-test.short")
		c.Dir = filepath.Join(base, filepath.FromSlash(g.in))
		c.Env = append(os.Environ(), long.Env+"=")
		if g.in == inMutant {
			c.Env = append(c.Env, long.Env+"=1") // so that each wrong deque must be caught
		}
		if g.switched {
			c.Env = append(c.Env, fmt.Sprintf("%s=%d", EnvMutant, n))
		}
		c.WaitDelay = time.Second
		out, err := c.CombinedOutput()
		return string(out), err != nil
	}
}

// exactly returns the pattern of one test.
func exactly(test string) string {
	var parts []string
	for part := range strings.SplitSeq(test, "/") {
		parts = append(parts, "^"+regexp.QuoteMeta(part)+"$")
	}
	return strings.Join(parts, "/")
}
