package main

import (
	"context"
	"slices"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/report"
)

// orders repeats the searches of tests with Go's race detector, if only that sees what orders their
// accesses.
func (p *plainRun) orders(ctx context.Context, b *check.Binary, plan check.Plan) error {
	var tests []string
	for _, r := range p.reports {
		if r.Package == b.Package && r.Ending == report.NotChecked && r.Rule == report.RuleOrder {
			tests = append(tests, r.Test)
		}
	}
	if len(tests) == 0 || p.race != watchIfNeeded || plan.Replay != "" {
		return nil
	}
	w := p.buildWatched(ctx, b)
	if w == nil {
		return nil
	}
	p.built = append(p.built, w)
	for _, test := range tests {
		plan.Run = exactly(test)
		plan.Env = append(slices.Clone(p.plan.Env), report.EnvOnly+"="+test)
		if err := p.process(ctx, w, plan); err != nil {
			return err
		}
		p.of[b.Package+" "+test] = w
	}
	return nil
}
