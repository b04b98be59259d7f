package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/fuzzer"
	"github.com/stealproof/stealproof/internal/report"

	"github.com/stealproof/stealproof/internal/check"
)

// oneOf returns the -test.run pattern that matches exactly these tests.
func oneOf(names []string) string { return "^(" + strings.Join(names, "|") + ")$" }

// loop fuzzes the targets one after the other.
func (k *fuzzing) loop(ctx context.Context, b *check.Binary, targets []string) error {
	share := k.lasts / time.Duration(len(targets))
	if k.lasts > 0 {
		share = max(share, time.Millisecond)
	}
	var all []report.Report
	for _, target := range targets {
		dir, err := k.keeps(b, target)
		if err != nil {
			return err
		}
		job := fuzzer.Job{Do: fuzzer.DoLoop, For: share, Seed: k.seed, Blind: k.blind, Corpus: dir}
		said := len(k.notes)
		of, err := k.plan(ctx, b, []string{target}, &job)
		all = append(all, of...)
		if err == nil && len(of) == 0 {
			if len(k.notes) == said { // plan noted no failure
				k.notes = append(k.notes, target+" does not fuzz schedules, so it was skipped.")
			}
			continue
		}
		if worstOf(of) != console.Violation {
			err = errors.Join(err, k.minimize(ctx, b, target, dir))
		}
		if ctx.Err() != nil {
			fmt.Fprintf(k.Stderr, "%s: the corpus is kept in %s\n", target, dir)
		}
		if err != nil || ctx.Err() != nil {
			return k.conclude(ctx, b, all, err)
		}
	}
	return k.conclude(ctx, b, all, nil)
}

// cache returns the directory of a package's corpora if -corpus is not set. A run without the feedback has its
// own directory; otherwise it would start from inputs that the feedback found.
func (k *fuzzing) cache(b *check.Binary) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("there is no place for the corpus; set -corpus: %w", err)
	}
	kind := "fuzz"
	if k.blind {
		kind = "fuzz-blind"
	}
	if k.native != "" {
		kind += "-go"
	}
	return filepath.Join(cache, "stealproof", kind, filepath.FromSlash(b.Package)), nil
}

// keeps returns the directory of a target's corpus, and creates it if necessary.
func (k *fuzzing) keeps(b *check.Binary, target string) (dir string, err error) {
	base := k.corpus
	if base == "" {
		if base, err = k.cache(b); err != nil {
			return "", err
		}
	}
	dir, err = filepath.Abs(filepath.Join(base, target))
	if err == nil {
		err = os.MkdirAll(dir, 0o777)
	}
	if err != nil {
		return "", fmt.Errorf("-corpus: %w", err)
	}
	return dir, nil
}

// minimize removes inputs that the corpus does not need. With -save it copies the rest into testdata/fuzz.
func (k *fuzzing) minimize(ctx context.Context, b *check.Binary, target, dir string) error {
	if ctx.Err() != nil {
		return nil // the next run starts from all inputs
	}
	job := fuzzer.Job{Do: fuzzer.DoMinimize, Corpus: dir}
	before, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	out, err := b.Run(ctx, check.Plan{Run: oneOf([]string{target}), Env: []string{job.Environ()}})
	if err != nil || out.Failed {
		return errors.Join(err, failedToRun(out))
	}
	after, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	fmt.Fprintf(k.Stderr, "%s: minimized to %s of %d, in %s\n", target, console.Plural(len(after), "input"), len(before), dir)
	if !k.save {
		return nil
	}
	to := filepath.Join(b.Dir(), "testdata", "fuzz", target)
	for _, e := range after {
		input, err := fuzzer.ReadFile(filepath.Join(dir, e.Name()))
		if err == nil {
			_, err = input.WriteFile(to)
		}
		if err != nil {
			return err
		}
	}
	fmt.Fprintf(k.Stderr, "%s: copied the corpus into %s\n", target, to)
	return nil
}

func failedToRun(out check.Outcome) error {
	if !out.Failed {
		return nil
	}
	return fmt.Errorf("the tests failed:\n%s", strings.TrimSpace(string(out.Output)))
}

// scarceGC lets garbage grow to 16 times the live memory. Executions keep little alive: a corpus, and a few
// megabytes of verdicts.
const scarceGC = "GOGC=1600"

// plan runs targets, for a job in several processes. When one process finds a failure, plan stops the others.
func (k *fuzzing) plan(ctx context.Context, b *check.Binary, targets []string, job *fuzzer.Job) ([]report.Report, error) {
	show := newSearching(k.Stderr)
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	broken := false
	p := check.Plan{Run: oneOf(targets), Running: show.running}
	p.Report = func(r report.Report) {
		show.Clear()
		rate := ""
		if r.Seconds > 0 {
			rate = fmt.Sprintf(", %s/s", console.Count(int(float64(r.Executions)/r.Seconds)))
		}
		fmt.Fprintf(k.Stderr, "%s: %s%s, %s\n", r.Test, console.Plural(r.Executions, "execution"), rate, check.Verdict(r))
		if r.Ending == report.Failed && job != nil {
			broken = true
			cancel()
		}
	}
	if job != nil {
		p.Jobs, p.Env = k.jobs, []string{job.Environ()}
		if os.Getenv("GOGC") == "" {
			p.Env = append(p.Env, scarceGC)
		}
	}
	out, err := b.Run(inner, p)
	show.Clear()
	if broken && ctx.Err() == nil {
		err = nil
	}
	all := fuzzReports(out.Reports)
	if k.verbose || err == nil && out.Failed && worstOf(all) != console.Violation {
		k.Stderr.Write(out.Output)
	}
	says, who := unreadable(out.Output), "The tests"
	if len(targets) == 1 {
		who = targets[0]
	}
	switch {
	case err != nil || !out.Failed:
	case says != nil:
		k.wrong(fmt.Sprintf("%s of %s failed: %s.", who, b.Package, strings.Join(says, "; ")))
	case worstOf(all) != console.Violation:
		k.wrong(fmt.Sprintf("%s of %s failed.", who, b.Package))
	}
	return all, err
}

// fuzzReports drops the progress reports of a target that has failed.
func fuzzReports(all []report.Report) []report.Report {
	failed := map[string]bool{}
	for _, r := range all {
		if r.Ending == report.Failed {
			name, _, _ := strings.Cut(r.Test, "/")
			failed[name] = true
		}
	}
	return slices.DeleteFunc(all, func(r report.Report) bool { return r.Ending != report.Failed && failed[r.Test] })
}

// conclude prints the results of the targets.
func (k *fuzzing) conclude(ctx context.Context, b *check.Binary, all []report.Report, err error) error {
	worst := fuzzState(all)
	switch {
	case ctx.Err() != nil:
		fmt.Fprintf(k.Stderr, "stealproof: stopping: %v\n", context.Cause(ctx))
		if worst == console.Held {
			worst = console.CutShort
		}
	case err != nil:
		return err
	case len(all) == 0 && k.Code == console.ExitHeld:
		return fmt.Errorf("%s: no target called schedfuzz.Run or wsqtest.Fuzz, so nothing was fuzzed", b.Package)
	}
	if k.Code == console.ExitHeld {
		k.Code = console.ExitCode(worst)
	}
	return k.print(all, b.Module)
}

// fuzzState returns the worst state of the fuzz targets. A fuzz target always ends at a bound, so a bound
// counts as held.
func fuzzState(all []report.Report) console.State {
	worst := console.Held
	for _, r := range all {
		switch {
		case verdict(r) == console.Violation:
			return console.Violation
		case r.Ending != report.BoundHit:
			worst = console.CutShort
		}
	}
	return worst
}
