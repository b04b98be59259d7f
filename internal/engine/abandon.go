package engine

import (
	"errors"
	"time"

	"github.com/stealproof/stealproof/internal/report"
)

// abandon gives up an execution that blocks outside of the scheduler.
func (r *search) abandon(why *Failure) {
	r.Took = time.Since(r.start)
	r.Ending, r.Failure = report.Failed, why
	r.abandoned.Store(true)
	disown()
	leaked = errors.New(report.LeftBehind)
}

// disown gives the shims back to the rest of the process. Nothing synchronizes this with the
// blocked goroutine. All that is known is that it did no step for as long as the watchdog waited.
//
//go:norace
func disown() { active = nil }
