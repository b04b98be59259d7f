package engine

import (
	"time"

	"github.com/stealproof/stealproof/internal/report"
)

// progress tells now and then how far a search is.
type progress struct {
	tell  func(so Result, doing string)
	doing string // what is being tried, if that is not all schedules

	last  time.Time
	steps int // of the search, when the clock was looked at last
}

// newProgress returns nil if nobody wants to know.
func newProgress(o Options) *progress {
	if o.Progress == nil {
		return nil
	}
	return &progress{tell: o.Progress, doing: o.Doing}
}

// How often the clock is looked at, and how often something is told.
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
