package peers

import (
	"context"
	"encoding/json"
	"time"

	"github.com/stealproof/stealproof/internal/lab/peers/measure"
	"github.com/stealproof/stealproof/internal/lab/workload"
)

// Measure runs a measurement of a pool in the program, for at most the given time.
func (p *Program) Measure(ctx context.Context, takes time.Duration, plan measure.Plan) (measure.Result, error) {
	var r measure.Result
	if err := p.Run(ctx, takes, &r, plan.Args()...); err != nil {
		return measure.Result{}, err
	}
	return r, r.Check(plan)
}

// Asked returns the version of its library that the program reports.
func (p *Program) Asked(ctx context.Context) (string, error) {
	var v string
	err := p.Run(ctx, time.Second, &v, "version")
	return v, err
}

// Workload runs a measurement of package workload in a Go program, for at most the given time.
func (p *Program) Workload(ctx context.Context, takes time.Duration, plan workload.Plan) (workload.Measured, error) {
	var m workload.Measured
	text, err := json.Marshal(plan)
	if err != nil {
		return m, err
	}
	err = p.Run(ctx, takes, &m, string(text))
	return m, err
}
