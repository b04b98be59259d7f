package campaign

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Limits for a mutant that hangs, if the tests do not notice it themselves. A process reports each
// test that begins. It may be silent for silence, and take patience in all, beyond its budget. The
// limits are long, because the machine may be busy. If the longest silence on the unchanged code is
// known, the limit is slower times that, but at least leastSilence.
const (
	silence      = 30 * time.Second
	patience     = 3 * time.Minute
	slower       = 30
	leastSilence = 5 * time.Second
)

// test runs tests on real cores until one fails.
func (l *Lab) test(ctx context.Context, g *group, env []string, of trialRun) (Cell, error) {
	path, err := l.build(ctx, g, of.pkg, of.flags...)
	if err != nil {
		return Cell{}, err
	}
	dir, err := os.MkdirTemp(l.dir, "run-")
	if err != nil {
		return Cell{}, err
	}
	defer os.RemoveAll(dir)
	// Tests read their package's testdata, and write beside it.
	testdata := filepath.Join(l.Root, filepath.FromSlash(of.pkg), "testdata")
	if err := os.CopyFS(filepath.Join(dir, "testdata"), os.DirFS(testdata)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Cell{}, err
	}
	quiet := silence
	if of.longest > 0 {
		quiet = max(leastSilence, slower*of.longest)
	}
	if of.endless {
		quiet += l.Budget
	}
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	out := &speech{limit: quiet, timer: time.AfterFunc(quiet, cancel), last: time.Now()}
	c := exec.CommandContext(within, path, of.flagsOfTests(l.Budget, dir)...)
	c.Dir, c.WaitDelay = dir, time.Second
	c.Env = append(append(os.Environ(), env...), "GORACE=halt_on_error=1")
	c.Stdout, c.Stderr = out, out
	start := time.Now()
	err = c.Run()
	out.timer.Stop()
	found := Cell{Verdict: Survived, Seconds: time.Since(start).Seconds(), Executions: executions(out.String()), longest: out.longest}
	if ctx.Err() != nil {
		return found, context.Cause(ctx)
	}
	return of.judge(found, out, err, within.Err() != nil)
}

// flagsOfTests returns the arguments of the test binary. A fuzzer keeps its inputs in dir.
func (of trialRun) flagsOfTests(budget time.Duration, dir string) []string {
	// With the output for test2json, a test and a subtest report at once that they have ended.
	args := []string{"-test.v=test2json", "-test.failfast", "-test.timeout=" + (patience + budget).String()}
	if of.programs == 0 {
		args = append(args, "-test.short")
	}
	switch {
	case of.fuzz != "":
		args = []string{"-test.run=^$", "-test.fuzz=" + of.fuzz, "-test.fuzztime=" + budget.String(), "-test.fuzzminimizetime=1x",
			"-test.fuzzcachedir=" + filepath.Join(dir, "cache"), "-test.parallel=2"}
	case of.endless:
		args = append(args, "-test.run="+of.run, "-trial.for="+budget.String())
	default:
		args = append(args, "-test.run="+of.run)
	}
	if of.skip != "" {
		args = append(args, "-test.skip="+of.skip)
	}
	return append(args, of.args...)
}

// judge fills in the verdict on a process. It is given the output, the error of the process, and
// whether the process was silent for too long.
func (of trialRun) judge(found Cell, out *speech, err error, silent bool) (Cell, error) {
	switch {
	case silent:
		found.Verdict, found.Rule = Killed, last(out.String())+" does not end"
	case err != nil && !errors.As(err, new(*exec.ExitError)):
		return found, err
	case err != nil && of.fuzz != "" && outOfTime(out.String()):
	case err != nil:
		found.Verdict, found.Rule = Killed, symptom(out.String())
	case !strings.Contains(out.String(), "PASS"):
		return found, fmt.Errorf("%s ended without a result:\n%s", of, out.Bytes())
	case strings.Contains(out.String(), "no tests to run"):
		return found, fmt.Errorf("%s: there is no such test", of)
	}
	return found, nil
}

// outOfTime reports whether Go's fuzzer has failed because its time was over, and not because of
// an input. It sometimes does (golang/go#75804).
func outOfTime(said string) bool {
	return strings.Contains(said, "context deadline exceeded") && !strings.Contains(said, "Failing input written")
}

// speech collects the output of a process. If the process is silent for too long, the timer fires.
type speech struct {
	bytes.Buffer
	limit   time.Duration
	timer   *time.Timer
	last    time.Time
	longest time.Duration // longest silence
}

func (s *speech) Write(text []byte) (int, error) {
	s.timer.Reset(s.limit)
	s.longest, s.last = max(s.longest, time.Since(s.last)), time.Now()
	return s.Buffer.Write(text)
}

var (
	begins = regexp.MustCompile(`^\x16?=== RUN\s+(\S+)`)
	ends   = regexp.MustCompile(`^\x16?\s*--- (?:PASS|FAIL|SKIP): (\S+)`)
)

// last returns the last begun test that has not ended.
func last(said string) string {
	var running []string
	for line := range strings.Lines(said) {
		if m := begins.FindStringSubmatch(line); m != nil {
			running = append(running, m[1])
		}
		if m := ends.FindStringSubmatch(line); m != nil {
			running = slices.DeleteFunc(running, func(name string) bool { return name == m[1] })
		}
	}
	if len(running) == 0 {
		return "it"
	}
	return running[len(running)-1]
}

var counts = []*regexp.Regexp{
	regexp.MustCompile(`trial: (\d+) executions`),
	regexp.MustCompile(`failed after (\d+) tests`),
	regexp.MustCompile(`execs: (\d+) `),
}

// executions returns the number of executions that the output tells. For rapid, it is the number
// until the first failure.
func executions(output string) int {
	n := 0
	for _, c := range counts {
		if all := c.FindAllStringSubmatch(output, -1); all != nil {
			n, _ = strconv.Atoi(all[len(all)-1][1])
		}
	}
	return n
}

var symptoms = []*regexp.Regexp{
	regexp.MustCompile(`rule broken: ([^\n]+)`),
	regexp.MustCompile(`WARNING: (DATA RACE)`),
	regexp.MustCompile(`panic: (test timed out)`),
	regexp.MustCompile(`(waited in vain: [^\n]+|it hangs|lost wake-up)`),
	regexp.MustCompile(`fatal error: ([^\n]+)`),
	regexp.MustCompile(`panic: ([^\n]+)`),
	regexp.MustCompile(`--- FAIL: (\S+)`),
}

// symptom returns the first symptom that the output shows.
func symptom(output string) string {
	for _, s := range symptoms {
		if m := s.FindStringSubmatch(output); m != nil {
			return strings.TrimSpace(strings.TrimSuffix(m[1], " [recovered, repanicked]"))
		}
	}
	return "failed"
}
