package check

import (
	"bytes"
	"context"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/report"
)

// aloneTime bounds the run of tests without the scheduler.
const aloneTime = 2 * time.Minute

// Alone clears tests that start no goroutine, and fail only under the scheduler. Such a test has one
// schedule, so go test fails too if the program is wrong. What differs is the stack, the clock or the
// memory layout. Alone reports whether it has cleared any.
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
	// A test may need what an earlier test has set, so all of them run if some fail by themselves.
	for _, run := range []string{"^(" + strings.Join(slices.Compact(names), "|") + ")$", "."} {
		if !slices.ContainsFunc(reports, failsAlone) {
			break
		}
		passed, err := b.passed(ctx, run)
		if err != nil {
			return false, err
		}
		for i, r := range reports {
			if failsAlone(r) && passed[r.Test] {
				reports[i], cleared = r.OnlyHere(), true
			}
		}
	}
	return cleared, nil
}

// OfTheWorld clears tests that use the network, a process or a signal, and fail other than by a data
// race. The scheduler does not control these, and its clock is not theirs. It reports whether it has
// cleared any.
func OfTheWorld(reports []report.Report) bool {
	cleared := false
	for i, r := range reports {
		if r.Ending != report.Failed || r.Rule == report.RuleRace || r.Plain == nil {
			continue
		}
		if k := slices.IndexFunc(r.Plain.Uses, ofTheWorld); k >= 0 {
			reports[i], cleared = r.OfTheWorld(r.Plain.Uses[k]), true
		}
	}
	return cleared
}

func ofTheWorld(use string) bool {
	return strings.HasPrefix(use, "the network ") || strings.HasPrefix(use, "a process ") || strings.HasPrefix(use, "a signal ")
}

func failsAlone(r report.Report) bool { return r.Ending == report.Failed && r.Plain.Trivial() }

var passes = regexp.MustCompile(`(?m)^ *--- PASS: (\S+) \(`)

// passed returns the tests that pass go test.
func (b *Binary) passed(ctx context.Context, run string) (map[string]bool, error) {
	c := exec.CommandContext(ctx, "go", "test", "-v", "-count=1", "-vet=off", "-timeout="+aloneTime.String(), "-run="+run, b.Source.Test)
	c.Dir, c.WaitDelay = b.Source.Dir, time.Second
	var out bytes.Buffer
	c.Stdout = &out
	if err := interrupted(ctx, c.Run()); err != nil {
		return nil, err
	}
	all := map[string]bool{}
	for _, m := range passes.FindAllStringSubmatch(out.String(), -1) {
		all[m[1]] = true
	}
	return all, nil
}
