package main

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/report"
)

// lookTime bounds the repetition of a search that looks into code that is not rewritten. The detector sees most races
// there in the first executions.
const lookTime = 2 * time.Second

// watched repeats searches of a package with Go's race detector, if their tests give memory to code that is not rewritten.
// Some of them ended as not checked, since only the detector sees what orders two accesses. These are repeated for the
// whole time, the others for lookTime.
func (p *plainRun) watched(ctx context.Context, b *check.Binary, plan check.Plan) error {
	if p.race != watchIfNeeded || plan.Replay != "" {
		return nil
	}
	var orders, given []string
	for _, r := range p.reports {
		switch {
		case r.Package != b.Package || !unlooked(r) || r.Plain.Trivial():
		case r.Ending == report.NotChecked:
			orders = append(orders, r.Test)
		default:
			given = append(given, r.Test)
		}
	}
	if len(orders)+len(given) == 0 {
		return nil
	}
	begun := time.Now()
	w := p.buildWatched(ctx, b)
	p.builds += time.Since(begun)
	if w == nil {
		return nil
	}
	p.built = append(p.built, w)
	for _, test := range orders {
		plan.Run = exactly(test)
		plan.Env = append(slices.Clone(p.plan.Env), report.EnvOnly+"="+test)
		if err := p.process(ctx, w, plan); err != nil {
			return err
		}
		p.of[b.Package+" "+test] = w
	}
	return p.look(ctx, w, given)
}

// look repeats the searches of tests for a short time each, and adds what the detector has seen to their reports.
func (p *plainRun) look(ctx context.Context, w *check.Binary, tests []string) error {
	if len(tests) == 0 {
		return nil
	}
	var tops []string
	for _, test := range tests {
		top, _, _ := strings.Cut(test, "/")
		tops = append(tops, top)
	}
	slices.Sort(tops)
	plan := p.plan
	plan.Run, plan.Env = oneOf(slices.Compact(tops)), p.environment()
	if plan.Time = lookTime; p.plan.Time > 0 {
		plan.Time = min(lookTime, p.plan.Time)
	}
	out, err := p.searched(ctx, w, plan)
	p.reports = looked(p.reports, out.Reports)
	return err
}
