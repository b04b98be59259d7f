package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/report"
)

// end prints the results, and sets the exit code.
func (p *plainRun) end(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		fmt.Fprintf(p.Stderr, "stealproof: stopping: %v\n", context.Cause(ctx))
		err = nil
	}
	if err != nil {
		return err
	}
	if p.matched == 0 {
		return fmt.Errorf("no plain test matches -tests %q, so nothing was checked", p.tests)
	}
	worst := worstOf(p.reports)
	if p.failed && worst != console.Violation {
		worst = console.Failed
	}
	if ctx.Err() != nil && worst == console.Held {
		worst = console.CutShort
	}
	p.Code = console.ExitCode(worst)
	var b strings.Builder
	if p.json {
		for _, r := range p.reports {
			b.WriteString(console.Encode(r))
		}
	} else {
		b.WriteString(p.text())
	}
	if _, err := io.WriteString(p.Stdout, b.String()); err != nil {
		return fmt.Errorf("cannot write the results: %w", err)
	}
	return p.outputs.save(p.reports, p.says(), p.module, p.Stderr)
}

// text returns the failures, a table of the searches, and lines about tests with something to say.
func (p *plainRun) text() string {
	var b strings.Builder
	var rows []report.Report
	var early []report.Report
	var alone, skipped, lines []string
	not := map[string][]string{} // tests by the reason why they were not checked
	for _, r := range p.reports {
		switch {
		case r.Ending == report.NotChecked:
			why := reason(r)
			not[why] = append(not[why], r.Test)
			if p.verbose && r.Text != "" {
				fmt.Fprintf(&b, "NOT CHECKED  %s\n%s\n\n", r.Test, console.Indent(r.Text))
			}
		case r.Ending == report.Failed:
			fmt.Fprintf(&b, "VIOLATION  %s\n%s\n\n", r.Test, console.Indent(r.Text))
			rows = append(rows, r)
		case r.Plain != nil && r.Plain.Skipped != "":
			skipped = append(skipped, fmt.Sprintf("%s (%s)", r.Test, r.Plain.Skipped))
		case r.Plain.Trivial() && outside(r):
		case r.Plain.Trivial() && r.Ending == report.Exhausted:
			if r.Plain.Subs == 0 {
				alone = append(alone, r.Test)
			}
		default:
			rows = append(rows, r)
		}
		lines = append(lines, notes(r)...)
		if r.Plain != nil && r.Plain.Early != "" {
			early = append(early, r)
		}
	}
	if len(rows) > 0 {
		b.WriteString(searches(rows))
	}
	for _, why := range slices.Sorted(maps.Keys(not)) {
		lines = append(lines, fmt.Sprintf("%s: not checked: %s", some(not[why]), why))
	}
	lines = append(lines, earlies(early)...)
	switch len(alone) {
	case 0:
	case 1:
		lines = append(lines, alone[0]+" starts no goroutine. It has one schedule, which passed.")
	default:
		lines = append(lines, fmt.Sprintf("%s start no goroutine. Each has one schedule, which passed: %s.", console.Plural(len(alone), "test"), some(alone)))
	}
	if len(skipped) > 0 {
		lines = append(lines, "Skipped by themselves: "+some(skipped)+".")
	}
	for _, line := range append(lines, p.says()) {
		b.WriteString(console.Wrap(line))
	}
	return b.String()
}

// reason says in one line why a test was not checked, and what to do.
func reason(r report.Report) string {
	detail, _, _ := strings.Cut(r.Detail, "\n")
	if r.Rule == report.RuleRefused && detail != "" {
		return detail
	}
	why, _, _ := strings.Cut(strings.TrimPrefix(report.Headline(r.Rule), "not checked: "), "\n")
	if detail != "" {
		why += ": " + detail
	}
	if do, is := strings.CutPrefix(report.Advice(r.Rule), "to do: "); is {
		why = strings.TrimSuffix(why, ".") + ". To do: " + strings.TrimSpace(do)
	}
	return why
}

// outside reports whether a test uses what may go on by itself: not only files.
func outside(r report.Report) bool {
	return r.Plain != nil && slices.ContainsFunc(r.Plain.Uses, func(u string) bool { return !strings.HasPrefix(u, "a file ") })
}

// notes returns lines about what was run of one test, and what it uses.
func notes(r report.Report) (lines []string) {
	switch {
	case r.Plain == nil:
		return nil
	case r.Ending == report.BoundHit && r.Plain.Covered != "":
		lines = append(lines, r.Test+" has too many schedules for its time. It ran "+r.Plain.Covered+".")
	case r.Ending != report.NotChecked && r.Plain.Trivial() && outside(r):
		return []string{fmt.Sprintf("%s starts no goroutine itself, but uses %s. The scheduler does not control that, so nothing was searched.", r.Test, someWith(r.Plain.Uses, "; "))}
	}
	if len(r.Plain.Uses) > 0 && !r.Plain.Trivial() {
		lines = append(lines, r.Test+" uses "+someWith(r.Plain.Uses, "; ")+". The scheduler does not control that.")
	}
	return lines
}

// says is the claim of the run.
func (p *plainRun) says() string {
	searched := slices.DeleteFunc(slices.Clone(p.reports), func(r report.Report) bool {
		return r.Ending != report.Failed && r.Ending != report.NotChecked && (r.Plain.Trivial() && r.Ending == report.Exhausted || r.Plain != nil && r.Plain.Skipped != "")
	})
	v := verdictsOf(searched)
	if len(searched) == 0 && len(p.reports) > 0 && !slices.ContainsFunc(p.reports, outside) {
		v.found = append(v.found, "No test that matches starts a goroutine, so there are no schedules to search.")
	}
	if slices.ContainsFunc(searched, func(r report.Report) bool { return strings.Contains(r.Test, "/") }) {
		v.not = append(v.not, "A subtest was searched after one schedule of what comes before it.")
	}
	if slices.ContainsFunc(searched, func(r report.Report) bool { return r.Executions > 0 }) {
		v.not = append(v.not, "Time is virtual: a sleep ends, and a timer fires, when nothing else can go on."+alsoAhead(searched))
	}
	v.not = append(v.not, p.notes...)
	if len(v.found)+len(v.not) == 0 {
		return ""
	}
	return v.String()
}

// earlies says which tests fail by their own check if a timer fires early. Those are remarks: a test
// may trust that its timeout is long enough.
func earlies(all []report.Report) (lines []string) {
	for i, r := range all {
		if i == mostNames {
			return append(lines, fmt.Sprintf("So do %s more.", console.Plural(len(all)-i, "test")))
		}
		line := r.Test + " fails by its own check or wait " + r.Plain.Early + "."
		if i == 0 {
			line += " That is no fault if the time is long enough; with -timers any it counts."
		}
		lines = append(lines, line)
	}
	return lines
}

// alsoAhead says that timers were also tried ahead of other steps.
func alsoAhead(all []report.Report) string {
	if slices.ContainsFunc(all, func(r report.Report) bool { return r.Plain != nil && r.Plain.Ahead > 0 }) {
		return " Some schedules in which a timer fires before that were tried too."
	}
	return ""
}
