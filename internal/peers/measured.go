package peers

import (
	"context"
	"encoding/json"
	"time"

	"github.com/stealproof/stealproof/internal/peers/measure"
	"github.com/stealproof/stealproof/internal/workload"
)

// Measure has the program do a measurement of a pool.
func (p *Program) Measure(ctx context.Context, plan measure.Plan) (measure.Result, error) {
	var r measure.Result
	if err := p.Run(ctx, plan.For, &r, plan.Args()...); err != nil {
		return measure.Result{}, err
	}
	return r, r.Check(plan)
}

// Workload has the program measure a program of package workload, which may take so long.
func (p *Program) Workload(ctx context.Context, takes time.Duration, plan workload.Plan) (workload.Measured, error) {
	var m workload.Measured
	text, err := json.Marshal(plan)
	if err != nil {
		return m, err
	}
	err = p.Run(ctx, takes, &m, string(text))
	return m, err
}

// Contestants returns the names of what the program, one in Go, can measure.
func (p *Program) Contestants(ctx context.Context) ([]string, error) {
	var names []string
	err := p.Run(ctx, time.Second, &names, "list")
	return names, err
}
