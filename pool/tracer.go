package pool

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime/trace"
	"sync"
	"sync/atomic"
	"time"
)

// traceLimit is how many events a trace holds. All their space is allocated at the start, 21
// MB: a slice that grows would delay workers.
const traceLimit = 1 << 18

// tracer records a trace. Its lock is rarely taken, because forks are no events.
type tracer struct {
	began time.Duration // measured from epoch

	mu     sync.Mutex
	events []traceEvent
	full   bool
}

// traceEvent is an event of the trace event format. Phase B begins a slice of a thread, E ends
// its newest open slice, and i is an instant.
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
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.full {
		return
	}
	// The clock is read under the lock, so that the events are in order of time.
	e.At = float64(time.Since(epoch)-t.began) / float64(time.Microsecond)
	if t.full = len(t.events) == traceLimit; t.full {
		e.Name, e.Phase, e.Scope = "the trace is full", "i", "g"
	}
	t.events = append(t.events, e)
}

// ends removes the events from t. A sleeping worker keeps t reachable until it is woken.
func (t *tracer) ends() []traceEvent {
	t.mu.Lock()
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

// recorder counts and traces the activity of one worker. Only that worker calls it.
type recorder struct {
	number  uint32
	counted counters
	notBusy traced                  // the open search or sleep, while the worker is not busy
	tracer  *atomic.Pointer[tracer] // the pool's
}

// traced is an open slice or region of a worker, in either kind of trace.
type traced struct {
	tracer *tracer
	region *trace.Region
}

// begins begins a slice and a region, as far as they are being recorded. The caller must end
// them on the same goroutine, before the enclosing ones.
func (r *recorder) begins(name string) (s traced) {
	s.tracer = r.tracer.Load()
	if s.tracer != nil {
		s.tracer.add(traceEvent{Name: name, Phase: "B", Worker: r.number})
	}
	if trace.IsEnabled() {
		s.region = trace.StartRegion(context.Background(), "pool: "+name)
	}
	return s
}

func (r *recorder) ends(s traced) {
	if s.tracer != nil {
		s.tracer.add(traceEvent{Phase: "E", Worker: r.number})
	}
	if s.region != nil {
		s.region.End()
	}
}

// instant records an event without duration. If other is not nil, its number is the argument
// that how names, such as "from".
func (r *recorder) instant(name, how string, other *recorder) {
	t := r.tracer.Load()
	if t == nil {
		return
	}
	e := traceEvent{Name: name, Phase: "i", Worker: r.number, Scope: "t"}
	if other != nil {
		e.Args = map[string]any{how: other.number}
	}
	t.add(e)
}

// turns records that the worker's activity changes.
func (r *recorder) turns(to activity) {
	r.ends(r.notBusy)
	r.notBusy = traced{}
	if to != busy {
		r.notBusy = r.begins(activityNames[to])
	}
	r.counted.turns(to)
}

var activityNames = [activities]string{stealing: "search", parked: "sleep"}
