package specs

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/stealproof/stealproof/internal/console"
)

// each runs all rows, and shows its progress on stderr. It calls do in other goroutines than the one that shows
// the progress. Functions that do posts run in the latter.
func (m *models) each(ctx context.Context, do func(ctx context.Context, r *modelRow, so func(string)) error) error {
	if m.update {
		if _, err := m.checkout(); err != nil {
			return err
		}
	}
	ctx, cancel := m.limit(ctx)
	defer cancel()
	start := time.Now()
	show := console.NewProgress(m.Stderr, len(m.rows))
	stopping := func() {
		m.cut = context.Cause(ctx).Error()
		show.Clear()
		fmt.Fprintf(m.Stderr, "%s: stopping: %s\n", m.Name, m.cut)
	}
	var failed error
	var stop atomic.Bool // set after an error
	console.Watch(ctx, show.Tick, stopping, func(post func(func())) {
		one := func(r *modelRow) {
			began := time.Now()
			copied := *r
			post(func() {
				r.state = console.CutShort
				show.Begin(r.want.Config)
				show.BeginRule(m.verb)
			})
			err := do(ctx, &copied, func(did string) {
				post(func() {
					if show.Deque == copied.want.Config {
						show.Update(did)
					}
				})
			})
			copied.took = time.Since(began)
			if m.update {
				copied.wrong = nil // the new result is about to become the expected one
			}
			copied.ended(ctx.Err() != nil)
			post(func() {
				if err != nil {
					stop.Store(true)
					failed = cmp.Or(failed, err)
					return
				}
				*r = copied
				if ctx.Err() == nil {
					show.Ended(copied.want.Config, copied.verdict(), copied.took)
				}
			})
		}
		m.dispatch(func() bool { return ctx.Err() == nil && !stop.Load() }, one)
	})
	show.Clear()
	m.took = time.Since(start)
	if !slices.ContainsFunc(m.rows, func(r *modelRow) bool { return r.state == console.CutShort || r.state == console.NotRun }) {
		m.cut = "" // it came too late to cut anything short
	}
	return failed
}

// dispatch calls one for each row, with several rows at the same time, as many as there are jobs. A row with
// two workers counts as two.
func (m *models) dispatch(goOn func() bool, one func(*modelRow)) {
	jobs := max(1, m.jobs)
	free := make(chan struct{}, jobs)
	for range jobs {
		free <- struct{}{}
	}
	var running sync.WaitGroup
	for _, r := range m.rows {
		need := min(jobs, m.workers(r))
		for range need {
			<-free
		}
		if !goOn() {
			break
		}
		running.Go(func() {
			one(r)
			for range need {
				free <- struct{}{}
			}
		})
	}
	running.Wait()
}

// workers returns the number of TLC's workers for a row.
func (m *models) workers(r *modelRow) int {
	if m.update {
		return 1 // with one worker, an update writes the same result each time
	}
	return r.want.Workers()
}

// limit bounds a run by -timeout.
func (m *models) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	if m.timeout == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, m.timeout, fmt.Errorf("-timeout %v", m.timeout))
}
