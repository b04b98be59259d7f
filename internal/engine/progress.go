package engine

import (
	"time"

	"github.com/stealproof/stealproof/internal/report"
)

// progress reports now and then how far a search is.
type progress struct {
	tell  func(so Result, doing string)
	doing string // the kind of schedules that are tried, or "" for all

	last  time.Time
	steps int // of the search, when it last looked at the clock
}

// newProgress returns nil if the options ask for no progress.
func newProgress(o Options) *progress {
	if o.Progress == nil {
		return nil
	}
	return &progress{tell: o.Progress, doing: o.Doing}
}

// How often progress looks at the clock, and how often it reports.
const (
	lookAfter = 20_000 // steps, which take about ten milliseconds
	tellEvery = time.Second
)

// after is called after each execution.
func (p *progress) after(r *search) {
	if p == nil || r.Steps < p.steps+lookAfter && r.Steps >= p.steps {
		return
	}
	p.steps = r.Steps
	now := time.Now()
	if p.last.IsZero() {
		p.last = r.start
	}
	if now.Sub(p.last) < tellEvery {
		return
	}
	p.last = now
	so := r.Result
	so.Ending, so.Took = report.Running, now.Sub(r.start)
	_, so.Share = r.engine.strategy.Exhausted()
	p.tell(so, p.doing)
}
