package pool

import (
	"errors"
	"io"
	"time"
)

// ErrTracing is the error of a second Trace while one is being recorded.
var ErrTracing = errors.New("pool: a trace is being recorded already")

var errTraceEnded = errors.New("pool: this trace has ended already")

// Trace records the activity of each worker until stop is called. It records tasks, searches,
// sleep, steals and promotions. stop writes the record to out in Chromium's trace event format
// (JSON), which Perfetto's viewer opens. stop returns the error of out. A second call of stop
// returns an error. A trace holds at most 262,144 events. If it is full, its last event says
// so.
//
// An event costs about 100 ns (BenchmarkTrace), and a task has two. While no trace is recorded,
// a task costs two atomic loads.
//
// Independently of Trace, tasks, searches and sleep are regions of runtime/trace while that is
// enabled.
func (p *Pool) Trace(out io.Writer) (stop func() error, err error) {
	p.check()
	if out == nil {
		panic("pool: a nil writer")
	}
	t := &tracer{began: time.Since(epoch), events: make([]traceEvent, 0, traceLimit+1)}
	if !p.tracer.CompareAndSwap(nil, t) {
		return nil, ErrTracing
	}
	s := p.state
	return func() error {
		if !s.tracer.CompareAndSwap(t, nil) {
			return errTraceEnded
		}
		return t.write(out, len(s.registry.all()))
	}, nil
}
