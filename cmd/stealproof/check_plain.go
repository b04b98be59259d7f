package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/instrument"
)

// plainTime bounds each search of check -tests, unless -time is given.
const plainTime = 10 * time.Second

// plainRun is the searches of check -tests.
type plainRun struct {
	*checking
	built   []*check.Binary
	reports []report.Report
	at      map[string]int // in reports, by package and test
	of      map[string]*check.Binary
	matched int  // plain tests
	failed  bool // a package could not be built, or a process failed by itself
	module  string
	with    []string      // more packages to rewrite
	builds  time.Duration // how long the builds have taken
}

// plain runs the plain tests of the packages as programs.
func (k *checking) plain(ctx context.Context, patterns []string) error {
	if err := k.outputs.writable(); err != nil {
		return err
	}
	ctx, cancel := limited(ctx, k.timeout)
	defer cancel()
	start := time.Now()
	packages, err := check.PlainPackages(ctx, ".", patterns)
	if err != nil {
		return err
	}
	p := &plainRun{checking: k, at: map[string]int{}, of: map[string]*check.Binary{}}
	defer func() {
		for _, b := range p.built {
			b.Close()
		}
	}()
	if k.with != "" {
		if p.with, err = check.Packages(ctx, ".", strings.Split(k.with, ",")); err != nil {
			return err
		}
	}
	plan := k.plan
	plan.Run = k.tests
	plan.Env = k.environment()
	if k.forAll > 0 {
		plan.Time = leastShare
	}
	for _, pkg := range packages {
		if err := p.pkg(ctx, pkg, plan); err != nil {
			if len(packages) == 1 || ctx.Err() != nil {
				return p.end(ctx, err)
			}
			p.failed = true
			fmt.Fprintf(k.Stderr, "stealproof: %s: %v\n", pkg, err)
			k.notes = append(k.notes, pkg+" could not be built, so it was not searched.")
		}
	}
	p.share(ctx, start)
	return p.end(ctx, nil)
}

// pkg searches the tests of one package.
func (p *plainRun) pkg(ctx context.Context, pkg string, plan check.Plan) error {
	top, err := regexp.Compile(before(p.tests))
	if err != nil {
		return err
	}
	tests, err := check.PlainTests(ctx, ".", pkg)
	if err != nil {
		return err
	}
	tests = slices.DeleteFunc(tests, func(t string) bool { return !top.MatchString(t) })
	p.matched += len(tests)
	if len(tests) == 0 {
		return nil
	}
	show := newBuilding(p.Stderr, pkg)
	nameItself()
	begun := time.Now()
	b, err := check.Build(ctx, check.Source{Dir: ".", Rewrite: append([]string{pkg}, p.with...), Test: pkg, Tests: true, Plain: true, Race: p.race == watchAlways, Tool: console.Version(), Building: show.progress})
	show.Clear()
	p.builds += time.Since(begun)
	var refused *instrument.RefusedError
	switch {
	case errors.As(err, &refused):
		for _, t := range tests {
			p.add(check.Refused{Test: t, Why: refused.Refusals[0]}.Report(pkg), nil)
		}
		return nil
	case err != nil:
		return err
	}
	p.built = append(p.built, b)
	p.module = b.Module
	for _, r := range b.Refused {
		if top.MatchString(r.Test) {
			p.add(r.Report(b.Package), nil)
		}
	}
	if len(b.Unseen) > 0 {
		p.notes = append(p.notes, fmt.Sprintf("The tests of %s import %s, which cannot be rewritten. Schedules inside it were not searched.", b.Package, strings.Join(b.Unseen, ", ")))
	}
	if err := p.process(ctx, b, plan); err != nil {
		return err
	}
	return p.watched(ctx, b, plan)
}

// before returns the part of a pattern of go test -run that selects the tests.
func before(pattern string) string {
	first, _, _ := strings.Cut(pattern, "/")
	return first
}

// process runs a plan, again and again if a test ends its process.
func (p *plainRun) process(ctx context.Context, b *check.Binary, plan check.Plan) error {
	for {
		out, err := p.searched(ctx, b, plan)
		for _, r := range out.Reports {
			p.add(r, b)
		}
		if err != nil {
			return err
		}
		worst := worstOf(out.Reports)
		if p.verbose {
			p.Stderr.Write(out.Output)
		}
		if out.Died == "" {
			if out.Failed && !out.Doubted && worst != console.Violation {
				p.failed = true
				p.notes = append(p.notes, fmt.Sprintf("The test process of %s failed, but no search did: run go test.", b.Package))
			}
			return nil
		}
		for _, t := range out.Began {
			p.add(report.Report{
				Package: b.Package, Test: t, Search: 1, Ending: report.NotChecked, Mode: "step", Rule: report.RuleRefused,
				Detail: "the test process died in it (" + out.Died + ")" + lastLine(out.Output), Plain: &report.Plain{},
			}, b)
		}
		if len(out.NotRun) == 0 || len(out.Began) == 0 {
			if len(out.Began) == 0 {
				p.failed = true
				p.notes = append(p.notes, died(b.Package, out))
			}
			return nil
		}
		plan.Run = oneOf(out.NotRun)
	}
}

// searched runs a plan once. It confirms each failure in a fresh process, and clears tests that may not be wrong.
func (p *plainRun) searched(ctx context.Context, b *check.Binary, plan check.Plan) (check.Outcome, error) {
	show := newSearching(p.Stderr)
	plan.Running, plan.Confirm = show.running, true
	out, err := b.Run(ctx, plan)
	show.Clear()
	cleared, failed := b.Cleared(ctx, out.Reports) // even after an error: it clears the tests that go test has not confirmed
	out.Doubted = cleared || out.Doubted
	return out, cmp.Or(err, failed)
}

// lastLine returns the line of a dying process that says why.
func lastLine(output []byte) string {
	for line := range strings.Lines(string(output)) {
		if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") {
			return ": " + strings.TrimSpace(line)
		}
	}
	return ""
}

// add adds a report. It replaces an earlier one of the same test, unless that says more.
func (p *plainRun) add(r report.Report, b *check.Binary) {
	key := r.Package + " " + r.Test
	p.of[key] = cmp.Or(p.of[key], b)
	i, known := p.at[key]
	if known { // what an earlier round has taken counts
		p.reports[i].Taken, r.Taken = append(p.reports[i].Taken, r.Taken...), append(r.Taken, p.reports[i].Taken...)
	}
	switch {
	case !known:
		p.at[key] = len(p.reports)
		p.reports = append(p.reports, r)
	case r.Ending == report.Failed || r.Ending == report.Exhausted || p.reports[i].Rule == report.RuleOrder || r.Executions > p.reports[i].Executions:
		isKnown := func(call string) bool { return slices.Contains(p.reports[i].Given, call) }
		if !slices.ContainsFunc(r.Given, func(call string) bool { return !isKnown(call) }) { // the detector has seen all these calls
			r.Looked = max(r.Looked, p.reports[i].Looked)
		}
		p.reports[i] = r
	}
}

// leastShare is the least time that -for gives to a test in each round.
const leastShare = time.Second

// share gives the time of -for to the tests that are not exhausted and still show something new.
func (p *plainRun) share(ctx context.Context, start time.Time) {
	for round := 2; ctx.Err() == nil; round++ {
		var left []report.Report
		for _, r := range p.reports {
			if r.Ending == report.BoundHit && r.Plain != nil && r.Plain.New {
				left = append(left, r)
			}
		}
		rest := p.rest(start)
		if len(left) == 0 || rest < leastShare {
			return
		}
		each := max(leastShare, rest/time.Duration(2*len(left)))
		for _, r := range left {
			if rest = p.rest(start); rest < leastShare || ctx.Err() != nil {
				return
			}
			plan := p.plan
			plan.Run, plan.Time = exactly(r.Test), min(each, rest)
			plan.Env = append(p.environment(), report.EnvOnly+"="+r.Test, fmt.Sprintf("%s=%d", report.EnvSeed, round))
			before := len(p.notes)
			if err := p.process(ctx, p.of[r.Package+" "+r.Test], plan); err != nil {
				p.notes = append(p.notes[:before], err.Error())
				return
			}
		}
	}
}

// environment returns the environment variables of each test process.
func (k *checking) environment() []string { return []string{report.EnvTimers + "=" + k.timers} }

// rest returns how much of the time of -for is left for searches.
func (p *plainRun) rest(start time.Time) time.Duration {
	return p.forAll - (time.Since(start) - p.builds)
}

// exactly returns the pattern of go test -run for one test or subtest.
func exactly(name string) string {
	var parts []string
	for part := range strings.SplitSeq(name, "/") {
		parts = append(parts, "^"+regexp.QuoteMeta(part)+"$")
	}
	return strings.Join(parts, "/")
}
