package main

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/report"
)

// one runs the tests of one package.
func (k *checking) one(ctx context.Context, b *check.Binary) ([]report.Report, console.State, error) {
	show := newSearching(k.Stderr)
	plan := k.plan
	plan.Report, plan.Running, plan.Confirm = show.ended, show.running, true
	out, err := b.Run(ctx, plan)
	show.Clear()
	worst := worstOf(out.Reports)
	if k.verbose || out.Failed && !out.Doubted && (worst != console.Violation && len(failedAlone(b.Package, out.Output, out.Reports)) == 0 || out.Died != "" || slices.ContainsFunc(out.Reports, failedOutside)) && err == nil {
		k.Stderr.Write(out.Output)
	}
	var failed []report.Report
	if out.Failed && out.Died == "" && err == nil {
		failed = failedAlone(b.Package, out.Output, out.Reports)
		k.failed = append(k.failed, failed...)
	}
	switch {
	case err != nil:
		if worst != console.Violation {
			worst = console.CutShort
		}
	case out.Died != "":
		if worst != console.Violation {
			worst = console.Failed
		}
		k.notes = append(k.notes, died(b.Package, out))
	case worst == console.Violation:
	case len(failed) > 0:
		worst = console.Failed
	case out.Failed && !out.Doubted:
		worst = console.Failed
		fmt.Fprintf(k.Stderr, "stealproof: %s: a test failed, but no search did\n", b.Package)
	case len(out.Reports) == 0 && len(b.Unseen) > 0 && neverRewritten(out):
		k.notes = append(k.notes, b.Package+" was not checked: nothing else that its tests use is shared by goroutines.")
		return nil, console.CutShort, nil
	case len(out.Reports) == 0:
		return nil, console.Failed, k.nothing(b, out)
	}
	return out.Reports, worst, err
}

// failedOutside reports whether only the output of the test has the message.
func failedOutside(r report.Report) bool {
	return r.Ending == report.Failed && strings.HasPrefix(r.Detail, report.FailedOutside)
}

// mostNames bounds the number of names that a message lists.
const mostNames = 10

// died says which tests were not run because a test process ended early.
func died(pkg string, out check.Outcome) string {
	text := fmt.Sprintf("The test process of %s died (%s)", pkg, out.Died)
	if len(out.Began) > 0 {
		text += " in " + strings.Join(out.Began, " and ")
	}
	n := len(out.NotRun)
	names := some(out.NotRun)
	switch {
	case n == 0 && len(out.Began) == 0:
		text += "; which tests were left to run is not known"
	case n == 1:
		text += "; 1 test was not run: " + names
	case n > 0:
		text += fmt.Sprintf("; %s tests were not run: %s", console.Count(n), names)
	}
	return text + ". Nothing is claimed about the rest."
}

// some writes out the first of many names.
func some(names []string) string { return someWith(names, ", ") }

func someWith(names []string, separator string) string {
	text := strings.Join(names[:min(len(names), mostNames)], separator)
	if n := len(names) - mostNames; n > 0 {
		text += fmt.Sprintf(" and %s more", console.Count(n))
	}
	return text
}

// neverRewritten reports whether a test was skipped because nothing that it uses was rewritten.
func neverRewritten(out check.Outcome) bool {
	return strings.Contains(string(out.Output), "has not been rewritten for the scheduler")
}

// searchers names the functions that search.
const searchers = "sched.Explore, lin.Check or wsqtest.Explore"

// plainHint says what to do if no test searches.
const plainHint = "to search plain tests, use -tests"

// nothing says why nothing was checked.
func (k *checking) nothing(b *check.Binary, out check.Outcome) error {
	switch {
	case k.plan.Replay != "":
		return fmt.Errorf("%s no longer has this test or search: %s", b.Package, k.token.Test)
	case k.plan.Run != "" && !strings.Contains(string(out.Output), "=== RUN"):
		return k.unmatched(b.Package, b.Others)
	}
	if neverRewritten(out) {
		return fmt.Errorf("%s: neither the package nor the imports of its tests share memory between goroutines, so nothing was checked", b.Package)
	}
	return fmt.Errorf("%s: no test called %s, so nothing was checked; %s", b.Package, searchers, plainHint)
}

// unmatched returns the error if no test that matches -run searches. others are the tests that do not search.
func (k *checking) unmatched(pkg string, others []string) error {
	if slices.ContainsFunc(others, k.chooses) {
		return fmt.Errorf("%s: no test that matches -run %q calls %s, so nothing was checked; %s", pkg, k.plan.Run, searchers, plainHint)
	}
	return fmt.Errorf("%s: no test matches -run %q, so nothing was checked", pkg, k.plan.Run)
}

// chooses reports whether -run may choose a test. If -run has both alternatives and subtests, chooses is always true.
func (k *checking) chooses(test string) bool {
	first, _, deeper := strings.Cut(k.plan.Run, "/")
	return deeper && strings.Contains(k.plan.Run, "|") || regexp.MustCompile(first).MatchString(test)
}

// searchless returns the error that method nothing would return after the build, if it is known before. Otherwise it
// returns nil.
func (k *checking) searchless(pkg string, tests, others []string) error {
	for _, test := range tests {
		if k.chooses(test) && !slices.Contains(others, test) {
			return nil
		}
	}
	if k.plan.Run != "" {
		return k.unmatched(pkg, others)
	}
	return fmt.Errorf("%s: no test called %s, so nothing was checked; %s", pkg, searchers, plainHint)
}
