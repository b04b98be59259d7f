package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/report"
)

// watching says when searches are done with Go's race detector. It is a flag.
type watching string

const (
	watchIfNeeded watching = "auto"  // once more, if the program gives memory to code that is not rewritten
	watchAlways   watching = "true"  // only with it
	watchNever    watching = "false" // never
)

func (w *watching) String() string   { return string(*w) }
func (w *watching) IsBoolFlag() bool { return true }

func (w *watching) Set(text string) error {
	if text == string(watchIfNeeded) {
		*w = watchIfNeeded
		return nil
	}
	on, err := strconv.ParseBool(text)
	if err != nil {
		return errors.New("want true, false or auto")
	}
	*w = watching(strconv.FormatBool(on))
	return nil
}

// unlooked reports whether a search found nothing, and its program gave memory to code that nobody
// has looked into. So it is if only Go's race detector sees what orders two accesses.
func unlooked(r report.Report) bool {
	if r.Ending == report.NotChecked && r.Rule == report.RuleOrder {
		return true
	}
	return len(r.Given) > 0 && !r.Watched && r.Looked == 0 && (r.Ending == report.Exhausted || r.Ending == report.BoundHit)
}

// watch repeats such searches with Go's race detector, and returns the reports with what it has
// found.
func (k *checking) watch(ctx context.Context, b *check.Binary, of []report.Report) []report.Report {
	var tests, others []string
	for _, r := range of {
		name, _, _ := strings.Cut(r.Test, "/")
		if others = append(others, name); unlooked(r) {
			tests = append(tests, name)
		}
	}
	if k.race != watchIfNeeded || k.plan.Replay != "" || k.plan.Shards > 0 || len(tests) == 0 {
		return of
	}
	others = slices.DeleteFunc(others, func(name string) bool { return slices.Contains(tests, name) })
	w := k.buildWatched(ctx, b)
	if w == nil {
		return of
	}
	defer w.Close()
	plan := k.plan
	if len(others) > 0 {
		plan.Args = append(slices.Clone(plan.Args), "-test.skip="+oneOf(others))
	}
	show := newSearching(k.Stderr)
	plan.Report, plan.Running, plan.Confirm = func(report.Report) {}, show.running, true
	out, err := w.Run(ctx, plan)
	show.Clear()
	if err != nil && ctx.Err() == nil {
		fmt.Fprintf(k.Stderr, "stealproof: %s: %v\n", b.Package, err)
	}
	return looked(of, out.Reports)
}

// buildWatched builds the tests of a binary with Go's race detector. It returns nil if that cannot
// be done.
func (k *checking) buildWatched(ctx context.Context, b *check.Binary) *check.Binary {
	start := time.Now()
	show := newBuilding(k.Stderr, b.Package)
	source := b.Source
	source.Race, source.Building = true, show.progress
	w, err := check.Build(ctx, source)
	show.Clear()
	switch {
	case err == nil:
		fmt.Fprintf(k.Stderr, "%s: built with Go's race detector too, in %s, to look into code that is not rewritten\n", b.Package, console.Seconds(time.Since(start)))
	case ctx.Err() == nil:
		first, _, _ := strings.Cut(err.Error(), "\n")
		fmt.Fprintf(k.Stderr, "%s: cannot be built with Go's race detector: %s\n", b.Package, first)
	}
	return w
}

// looked adds to the reports of searches what the same searches with Go's race detector have found.
func looked(of, with []report.Report) []report.Report {
	of = slices.Clone(of)
	for i, r := range of {
		for _, w := range with {
			if !unlooked(r) || w.Package != r.Package || w.Test != r.Test || w.Search != r.Search {
				continue
			}
			switch {
			case w.Ending == report.Failed || r.Ending == report.NotChecked:
				of[i] = w
			case w.Ending == report.Exhausted || w.Ending == report.BoundHit:
				of[i].Looked = w.Executions
			}
		}
	}
	return of
}

// given adds the calls of code that is not rewritten to a verdict, and whether they were checked.
func (v *verdicts) given(all []report.Report) {
	var nobody, detector []string
	executions := 0
	for _, r := range all {
		switch {
		case len(r.Given) == 0 || r.Ending != report.Exhausted && r.Ending != report.BoundHit:
		case unlooked(r):
			nobody = append(nobody, r.Given...)
		case r.Watched:
			detector, executions = append(detector, r.Given...), executions+r.Executions
		default:
			detector, executions = append(detector, r.Given...), executions+r.Looked
		}
	}
	if len(detector) > 0 {
		v.found = append(v.found, fmt.Sprintf("Go's race detector saw no data race in code that is not rewritten, in %s: %s.", console.Plural(executions, "execution"), someGiven(detector)))
	}
	if len(nobody) > 0 {
		v.not = append(v.not, "Data races in code that is not rewritten: "+someGiven(nobody)+".")
		v.next = append(v.next, "To look into that code with Go's race detector, run check -race. It needs a C compiler.")
	}
}

// mostGiven bounds the calls that a verdict lists.
const mostGiven = 3

func someGiven(names []string) string {
	slices.Sort(names)
	names = slices.Compact(names)
	text := strings.Join(names[:min(len(names), mostGiven)], ", ")
	if n := len(names) - mostGiven; n > 0 {
		text += fmt.Sprintf(" and %s more", console.Count(n))
	}
	return text
}
