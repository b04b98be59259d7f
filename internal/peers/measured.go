package peers

import (
	"context"
	"time"

	"github.com/stealproof/stealproof/internal/peers/measure"
)

// Measure has the program do a measurement of a pool.
func (p *Program) Measure(ctx context.Context, plan measure.Plan) (measure.Result, error) {
	var r measure.Result
	if err := p.Run(ctx, plan.For, &r, plan.Args()...); err != nil {
		return measure.Result{}, err
	}
	return r, r.Check(plan)
}

// Contestants returns the names of what the program, one in Go, can measure.
func (p *Program) Contestants(ctx context.Context) ([]string, error) {
	var names []string
	err := p.Run(ctx, time.Second, &names, "list")
	return names, err
}
