package check

import (
	"bytes"
	"context"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/report"
)

// aloneTime bounds the run of tests without the scheduler.
const aloneTime = 2 * time.Minute

// Alone clears tests that start no goroutine, and fail only under the scheduler. Such a test has one
// schedule, so go test fails too if the program is wrong. What differs is the stack, the clock or the
// memory layout. Alone also clears a test that go test did not finish in time. It reports whether it has cleared any.
// If ctx ends, it clears all such tests that go test has not confirmed, and returns the error.
func (b *Binary) Alone(ctx context.Context, reports []report.Report) (bool, error) {
	var names []string
	for _, r := range reports {
		if failsAlone(r) {
			name, _, _ := strings.Cut(r.Test, "/")
			names = append(names, regexp.QuoteMeta(name))
		}
	}
	if len(names) == 0 {
		return false, nil
	}
	slices.Sort(names)
	cleared := false
	var last plainly
	// A test may need what an earlier test has set, so all of them run if some fail by themselves.
	for _, run := range []string{"^(" + strings.Join(slices.Compact(names), "|") + ")$", "."} {
		if !slices.ContainsFunc(reports, failsAlone) {
			break
		}
		of, err := b.plainly(ctx, run, 1)
		if err != nil {
			return clearUnjudged(reports, "came to no result on this test before the time was over", plainly{cut: true}) || cleared, err
		}
		for i, r := range reports {
			if failsAlone(r) && of.passed[r.Test] {
				reports[i], cleared = r.OnlyHere("passes"), true
			}
		}
		last = of
	}
	return clearUnjudged(reports, "came to no result on this test in "+aloneTime.String(), last) || cleared, nil
}

// clearUnjudged clears tests on which a run of go test came to no result. It reports whether it has cleared any.
func clearUnjudged(reports []report.Report, why string, of plainly) (cleared bool) {
	for i, r := range reports {
		if failsAlone(r) && !of.judged(r.Test) {
			reports[i], cleared = r.OnlyHere(why), true
		}
	}
	return cleared
}

// OfTheWorld clears tests that use the network, a process or a signal, and fail other than by a data
// race. The scheduler does not control these, and its clock is not theirs. OfTheWorld also clears failed
// checks of tests that count allocations, since rewritten code allocates more, and tests that may need the
// garbage collector. It reports whether it has cleared any.
func OfTheWorld(reports []report.Report) bool {
	cleared := false
	for i, r := range reports {
		if r.Ending != report.Failed || r.Rule == report.RuleRace || r.Plain == nil {
			continue
		}
		if k := slices.IndexFunc(r.Plain.Uses, func(use string) bool { return ofTheWorld(use, r.Rule) }); k >= 0 {
			reports[i], cleared = r.OfTheWorld(r.Plain.Uses[k]), true
		}
	}
	return cleared
}

// beyond lists uses of what the scheduler does not control, with the rules that a sound program may break because of them.
var beyond = []struct {
	use   string   // the first words of a line of report.Plain.Uses
	rules []string // nil means all rules
}{
	{"the network ", nil},
	{"a process ", nil},
	{"a signal ", nil},
	{"the count of allocations ", []string{report.RuleAssertion}},
	{"the garbage collector, ", []string{report.RuleAssertion, report.RulePanic}},
	{"a finalizer, ", waits},
	{"a cleanup, ", waits},
}

// waits has the rules that a goroutine breaks by waiting for a finalizer or a cleanup.
var waits = []string{report.RuleDeadlock, report.RuleLeak, report.RuleLivelock}

func ofTheWorld(use, rule string) bool {
	for _, b := range beyond {
		if strings.HasPrefix(use, b.use) && (b.rules == nil || slices.Contains(b.rules, rule)) {
			return true
		}
	}
	return false
}

// failsAlone reports whether a test starts no goroutine, and fails. A data race is one with a goroutine that an earlier part
// of the test has started. So it is none of these, and go test would not notice it.
func failsAlone(r report.Report) bool {
	return r.Ending == report.Failed && r.Rule != report.RuleRace && r.Plain.Trivial()
}

// plainly is what a run of go test printed.
type plainly struct {
	passed, failed map[string]bool
	cut            bool                     // its time was over
	running        map[string]time.Duration // the tests that ran then, and since when
}

var (
	passes = regexp.MustCompile(`(?m)^ *--- PASS: (\S+) \(`)
	fails  = regexp.MustCompile(`(?m)^ *--- FAIL: (\S+) \(`)
	cut    = regexp.MustCompile(`(?m)^panic: test timed out after `)
	runs   = regexp.MustCompile(`(?m)^\t+(\S+) \((\S+)\)$`)
)

func parsePlainly(out string) plainly {
	p := plainly{map[string]bool{}, map[string]bool{}, cut.MatchString(out), map[string]time.Duration{}}
	for _, m := range passes.FindAllStringSubmatch(out, -1) {
		p.passed[m[1]] = true
	}
	for _, m := range fails.FindAllStringSubmatch(out, -1) {
		p.failed[m[1]] = true
	}
	if at := cut.FindStringIndex(out); at != nil {
		for _, m := range runs.FindAllStringSubmatch(out[at[1]:], -1) {
			if since, err := time.ParseDuration(m[2]); err == nil {
				p.running[m[1]] = since
			}
		}
	}
	return p
}

// judged reports whether the run says something about a test. Where the time was over, it says nothing of a test that it
// had not come to, or had begun lately. A test that has run for most of the time hangs.
func (p plainly) judged(test string) bool {
	return !p.cut || p.passed[test] || p.failed[test] || p.running[test] > aloneTime/2
}

// plainly runs tests with go test.
func (b *Binary) plainly(ctx context.Context, run string, count int) (plainly, error) {
	c := exec.CommandContext(ctx, "go", "test", "-v", "-count="+strconv.Itoa(count), "-vet=off", "-timeout="+aloneTime.String(), "-run="+run, b.Source.Test)
	c.Dir, c.WaitDelay = b.Source.Dir, time.Second
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	if err := interrupted(ctx, c.Run()); err != nil {
		return plainly{}, err
	}
	return parsePlainly(out.String()), nil
}
