package campaign

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/stealproof/stealproof/internal/mutation"
)

// coverageRuns is how often each test runs alone to learn which lines it covers. Runs of concurrent code cover different
// lines. A line counts as covered if some run covers it.
const coverageRuns = 2

// A coveredTest is a top-level test, and the lines that it covers.
type coveredTest struct {
	name  string
	took  time.Duration           // of the slowest run
	lines map[string]map[int]bool // covered lines, by file, such as pool/run.go
}

// covers reports whether the test covers one of these lines of a file.
func (t coveredTest) covers(file string, from, to int) bool {
	for line := from; line <= to; line++ {
		if t.lines[file][line] {
			return true
		}
	}
	return false
}

// chooseTests returns the tests that can notice a change of these places, in the order in which they have to run. First come
// tests that cover a changed line, and then tests that only enter a changed function, each the fastest first. The latter may
// cover the line in another run. It returns none if no test covers a changed line.
func chooseTests(all []coveredTest, file string, places []mutation.Place) []coveredTest {
	var covering, entering []coveredTest
	for _, t := range all {
		switch {
		case slices.ContainsFunc(places, func(p mutation.Place) bool { return t.covers(file, p.From, p.To) }):
			covering = append(covering, t)
		case slices.ContainsFunc(places, func(p mutation.Place) bool { return t.covers(file, p.First, p.Last) }):
			entering = append(entering, t)
		}
	}
	if covering == nil {
		return nil
	}
	for _, tests := range [][]coveredTest{covering, entering} {
		slices.SortStableFunc(tests, func(a, b coveredTest) int { return cmp.Compare(a.took, b.took) })
	}
	return slices.Concat(covering, entering)
}

// firstBatch is how long the tests of a mutant's first process take without the fault. Batches are worth it, since a process
// costs some milliseconds, and the fastest tests notice most mutants.
const firstBatch = 100 * time.Millisecond

// batches divides tests, in order, into those of one process each. A process takes about twice as long as the one before.
func batches(tests []coveredTest) [][]coveredTest {
	var all [][]coveredTest
	limit, sum := firstBatch, time.Duration(0)
	for i, t := range tests {
		if i == 0 || sum+t.took > limit {
			if i > 0 {
				limit *= 2
			}
			all, sum = append(all, nil), 0
		}
		sum += t.took
		all[len(all)-1] = append(all[len(all)-1], t)
	}
	return all
}

// patternOf returns a regular expression that matches the tests only.
func patternOf(tests []coveredTest) string {
	var names []string
	for _, t := range tests {
		names = append(names, regexp.QuoteMeta(t.name))
	}
	return "^(" + strings.Join(names, "|") + ")$"
}

// coverageOf returns what each test of a trial covers. The first call for a trial runs the tests alone, with unchanged code.
func (l *Lab) coverageOf(ctx context.Context, pkg string, of trialRun) ([]coveredTest, error) {
	l.controlling.Lock()
	defer l.controlling.Unlock()
	if tests, known := l.covered[of.String()]; known {
		return tests, nil
	}
	plain := &group{pkg: pkg, switched: true, program: &mutation.Program{}, binaries: map[string]string{}}
	binary, err := l.build(ctx, plain, of.pkg, "-cover")
	if err != nil {
		return nil, err
	}
	names, err := testsOf(ctx, binary, of)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	tests := make([]coveredTest, len(names))
	all, ctx := errgroup.WithContext(ctx)
	all.SetLimit(2 * runtime.NumCPU()) // most tests also wait
	for i, name := range names {
		all.Go(func() (err error) {
			t := coveredTest{name: name, lines: map[string]map[int]bool{}}
			for n := 0; n < coverageRuns && err == nil; n++ {
				err = l.cover(ctx, plain, of, &t)
			}
			tests[i] = t
			return err
		})
	}
	if err := all.Wait(); err != nil {
		return nil, err
	}
	l.covered[of.String()] = tests
	l.built(fmt.Sprintf("the coverage of %d tests of %s", len(tests), of.pkg), start)
	return tests, nil
}

// testsOf returns the names of the top-level tests of a trial.
func testsOf(ctx context.Context, binary string, of trialRun) ([]string, error) {
	c := exec.CommandContext(ctx, binary, "-test.list="+of.run)
	c.Dir = filepath.Dir(binary)
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("list the tests of %s: %w", of.pkg, err)
	}
	skip := regexp.MustCompile(cmp.Or(of.skip, "^$"))
	return slices.DeleteFunc(strings.Fields(string(out)), skip.MatchString), nil
}

// cover runs a test alone, and adds the lines that it covers.
func (l *Lab) cover(ctx context.Context, plain *group, of trialRun, t *coveredTest) error {
	profile := filepath.Join(l.dir, "cover-"+t.name)
	defer os.Remove(profile)
	of.flags, of.run, of.skip = append(slices.Clone(of.flags), "-cover"), patternOf([]coveredTest{*t}), ""
	of.args = append(slices.Clone(of.args), "-test.coverprofile="+profile)
	var found Cell
	var err error
	for range controlTries {
		if found, _, err = l.process(ctx, plain, 0, of); err != nil || found.Verdict == Survived {
			break
		}
		err = failedControl(of, found)
	}
	if err != nil {
		return err
	}
	t.took = max(t.took, time.Duration(found.Seconds*float64(time.Second)))
	text, err := os.ReadFile(profile)
	if err != nil {
		return err
	}
	return t.add(string(text))
}

// add adds the lines of the blocks that a profile of Go's cover tool counts at least once.
func (t *coveredTest) add(profile string) error {
	for row := range strings.Lines(profile) {
		file, block, is := strings.Cut(strings.TrimPrefix(row, module), ":")
		if !is || file == "mode" {
			continue
		}
		var from, to, column, statements, count int
		if _, err := fmt.Sscanf(block, "%d.%d,%d.%d %d %d", &from, &column, &to, &column, &statements, &count); err != nil {
			return fmt.Errorf("not a line of a coverage profile: %s: %w", strings.TrimSpace(row), err)
		}
		for line := from; count > 0 && line <= to; line++ {
			if t.lines[file] == nil {
				t.lines[file] = map[int]bool{}
			}
			t.lines[file][line] = true
		}
	}
	return nil
}
