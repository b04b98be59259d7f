package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/lab/corpus"
	"github.com/stealproof/stealproof/internal/lab/results"
)

const verdictsFile = resultsInDir + "/verdicts.json.gz"

// verdicts searches the tests of the subjects, and counts the verdicts.
func (r *rewriting) verdicts(ctx context.Context, only *regexp.Regexp) error {
	module, err := checkout(ctx, "corpus")
	if err != nil {
		return err
	}
	saved, err := savedVerdicts(verdictsFile)
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
		got = append(got, v)
		r.show(v, time.Since(start))
		if r.save {
			if err := saveVerdicts(verdictsFile, saved, got); err != nil {
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

// saveVerdicts saves the verdicts on all subjects of the list: the new ones, and those from before.
func saveVerdicts(file string, before map[string]corpus.Verdicts, got []corpus.Verdicts) error {
	all := maps.Clone(before)
	if all == nil {
		all = map[string]corpus.Verdicts{}
	}
	for _, g := range got {
		all[g.Subject] = g
	}
	var list []corpus.Verdicts
	for _, s := range corpus.Subjects() {
		if v, known := all[s.String()]; known {
			list = append(list, v)
		}
	}
	text, err := json.MarshalIndent(list, "", "\t")
	if err != nil {
		return err
	}
	return results.Write(filepath.FromSlash(file), append(text, '\n'))
}

// savedVerdicts returns the saved verdicts by subject.
func savedVerdicts(file string) (map[string]corpus.Verdicts, error) {
	text, err := results.Read(filepath.FromSlash(file))
	if err != nil {
		return nil, err
	}
	var list []corpus.Verdicts
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	saved := map[string]corpus.Verdicts{}
	for _, v := range list {
		saved[v.Subject] = v
	}
	return saved, nil
}
