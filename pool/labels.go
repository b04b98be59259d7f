package pool

import (
	"context"
	"runtime/pprof"
)

// labels are the profiler labels of a context. They keep nothing else of it.
type labels struct{ ctx context.Context }

// label gives a call the labels of the context, if it has any. The task is not shared yet.
func (t *Task) label(ctx context.Context) {
	if ctx == context.Background() {
		return
	}
	var all []string
	pprof.ForLabels(ctx, func(key, value string) bool {
		all = append(all, key, value)
		return true
	})
	if all == nil {
		return
	}
	t.labels = &labels{pprof.WithLabels(context.Background(), pprof.Labels(all...))}
}

// labelled returns the labels of the nearest call around the task that has some, or nil. Only a
// task that is stolen or submitted asks, so a fork costs nothing more.
func (t *Task) labelled() *labels {
	for s := t; s != nil; s = s.scope {
		if s.labels != nil {
			return s.labels
		}
	}
	return nil
}

// set gives the labels to the calling goroutine. nil removes all labels.
func (l *labels) set() {
	if l == nil {
		unlabel()
	} else {
		pprof.SetGoroutineLabels(l.ctx)
	}
}

// unlabel removes all labels from the calling goroutine, also those that it got from the goroutine
// that has started it, and those that a task has left.
func unlabel() { pprof.SetGoroutineLabels(context.Background()) }
