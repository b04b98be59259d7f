package pool

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/trace"
	"sync"
	"time"
)

// ErrTracing is the answer to a second Trace at a time.
var ErrTracing = errors.New("pool: a trace is being recorded already")

var errTraceEnded = errors.New("pool: this trace has ended already")

// traceLimit is how many events a trace holds. There is room for all from the
// beginning, 21 MB: a list that grows would hold up workers.
const traceLimit = 1 << 18

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
	if !p.tracer.CompareAndSwap(nil, t) { //tla:- trace
		return nil, ErrTracing
	}
	s := p.state
	return func() error {
		if !s.tracer.CompareAndSwap(t, nil) { //tla:- trace
			return errTraceEnded
		}
		return t.write(out, len(s.staff.all()))
	}, nil
}

// tracer is the record of a trace. What its events are about is rare: forks are none.
type tracer struct {
	began time.Duration // epoch

	mu     sync.Mutex
	events []traceEvent
	full   bool
}

// traceEvent is an event of the format: B begins a slice of a thread, E ends the
// newest one that is open, i is an instant.
type traceEvent struct {
	Name   string         `json:"name,omitempty"`
	Phase  string         `json:"ph"`
	At     float64        `json:"ts"` // microseconds
	Pid    int            `json:"pid"`
	Worker uint32         `json:"tid"`
	Scope  string         `json:"s,omitempty"`
	Args   map[string]any `json:"args,omitempty"`
}

func (t *tracer) add(e traceEvent) {
	t.mu.Lock() //tla:- trace
	defer t.mu.Unlock()
	if t.full {
		return
	}
	// Under the lock, so that times are in the order of the list.
	e.At = float64(time.Since(epoch)-t.began) / float64(time.Microsecond)
	if t.full = len(t.events) == traceLimit; t.full {
		e.Name, e.Phase, e.Scope = "the trace is full", "i", "g"
	}
	t.events = append(t.events, e)
}

// ends takes the events out. A worker that sleeps keeps t until something wakes it.
func (t *tracer) ends() []traceEvent {
	t.mu.Lock() //tla:- trace
	defer t.mu.Unlock()
	events := t.events
	t.events, t.full = nil, true
	return events
}

func (t *tracer) write(out io.Writer, workers int) error {
	events := t.ends()
	for n := range workers {
		events = append(events, traceEvent{
			Name: "thread_name", Phase: "M", Worker: uint32(n), Args: map[string]any{"name": fmt.Sprint("worker ", n)},
		})
	}
	w := bufio.NewWriter(out)
	if err := json.NewEncoder(w).Encode(map[string]any{"traceEvents": events}); err != nil {
		return err
	}
	return w.Flush()
}

// traced is what a worker has begun and not ended, in either kind of trace.
type traced struct {
	tracer *tracer
	region *trace.Region
}

// begins begins a slice or a region, if anything is recorded. The caller ends it on
// the same goroutine, before what it was in.
func (w *Worker) begins(name string) (s traced) {
	s.tracer = w.pool.tracer.Load() //tla:- trace
	if s.tracer != nil {
		s.tracer.add(traceEvent{Name: name, Phase: "B", Worker: w.number})
	}
	if trace.IsEnabled() {
		s.region = trace.StartRegion(context.Background(), "pool: "+name)
	}
	return s
}

func (w *Worker) ends(s traced) {
	if s.tracer != nil {
		s.tracer.add(traceEvent{Phase: "E", Worker: w.number})
	}
	if s.region != nil {
		s.region.End()
	}
}

// tells records an instant, and how another worker has to do with it.
func (w *Worker) tells(name, how string, other *Worker) {
	t := w.pool.tracer.Load() //tla:- trace
	if t == nil {
		return
	}
	e := traceEvent{Name: name, Phase: "i", Worker: w.number, Scope: "t"}
	if other != nil {
		e.Args = map[string]any{how: other.number}
	}
	t.add(e)
}

// turns says that the worker does something else from now on.
func (w *Worker) turns(to activity) {
	w.ends(w.unemployed)
	w.unemployed = traced{}
	if to != busy {
		w.unemployed = w.begins(activityNames[to])
	}
	w.counted.turns(to)
}

var activityNames = [activities]string{stealing: "search", parked: "sleep"}
