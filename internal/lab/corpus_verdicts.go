package main

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"time"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/lab/corpus"
)

const verdictsFile = resultsInDir + "/verdicts.json.gz"

// verdicts searches the tests of the subjects, and counts the verdicts.
func (r *rewriting) verdicts(ctx context.Context, only *regexp.Regexp) error {
	module, err := checkout(ctx, "corpus")
	if err != nil {
		return err
	}
	saved, err := verdictsIn(verdictsFile).read()
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	temp, err := os.MkdirTemp("", "corpus")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	runner := &corpus.Runner{Checkout: module, Each: r.each, Temp: temp}
	tool, err := runner.Tool(ctx)
	if err != nil {
		return err
	}
	all := corpus.Subjects()
	if r.tenth {
		all = corpus.Tenth(all)
	}
	var got []corpus.Verdicts
	for _, s := range all {
		if !only.MatchString(s.String()) {
			continue
		}
		start := time.Now()
		v := runner.Check(ctx, s, tool, r.search)
		if ctx.Err() != nil {
			break
		}
		r.show(v, time.Since(start))
		if v.CutShort() {
			continue // that says nothing of the subject
		}
		got = append(got, v)
		if r.save {
			if err := verdictsIn(verdictsFile).write(saved, got); err != nil {
				return err
			}
		}
	}
	r.Code = codeOf(got)
	return context.Cause(ctx)
}

// codeOf returns the exit code: a test of a subject that fails in a search is a violation.
func codeOf(got []corpus.Verdicts) int {
	for _, v := range got {
		if len(v.Failed) > 0 {
			return console.ExitBroken
		}
	}
	return 0
}

// show prints the verdicts on a subject.
func (r *rewriting) show(v corpus.Verdicts, took time.Duration) {
	fmt.Fprintf(r.Stdout, "%-44s %6s  %d exhausted, %d bound hit, %d failed, %d not checked, %d without goroutines, %d skipped %s\n",
		v.Subject, console.Seconds(took), v.Exhausted, v.BoundHit, len(v.Failed), len(v.NotChecked), v.Alone, v.Skipped, v.Why)
	for _, f := range v.Failed {
		fmt.Fprintf(r.Stdout, "  FAILED %s %s: %s: %s\n    %s\n", f.Package, f.Test, f.Rule, f.Why, f.Token)
	}
	for _, f := range v.NotChecked {
		fmt.Fprintf(r.Stdout, "  not checked %s %s: %s: %s\n", f.Package, f.Test, f.Rule, f.Why)
	}
}
