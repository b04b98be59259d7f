package pool

import (
	"errors"
	"io"
	"time"
)

// ErrTracing is the answer to a second Trace at a time.
var ErrTracing = errors.New("pool: a trace is being recorded already")

var errTraceEnded = errors.New("pool: this trace has ended already")

// Trace records what each worker does, from now on until stop is called: the tasks it
// runs, when it looks for some and when it sleeps, and each steal and promotion. stop
// writes that to out in Chromium's trace event format, JSON, which Perfetto's viewer
// opens; it returns what out answers, and when called again that the trace has ended. A
// trace records no more when it holds 262,144 events, and says so in its last one.
//
// An event costs about 100 ns (BenchmarkTrace), a task two. While nothing is recorded, a
// task costs two atomic loads.
//
// Independently of this, tasks, searches and sleep are regions of runtime/trace while
// that is enabled.
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
