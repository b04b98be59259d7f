package pool

import (
	"encoding/json"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Other goroutines see a worker's counts when its activity changes, and not before.
func TestRecorder_PublishesItsCounts(t *testing.T) {
	var none atomic.Pointer[tracer]
	r := recorder{tracer: &none}
	r.counted.since = time.Since(epoch)
	r.counted.run.add()
	r.counted.run.add()
	require.Zero(t, r.counted.run.load())
	r.turns(stealing)
	require.Equal(t, uint64(2), r.counted.run.load())
	r.turns(parked)
	require.Equal(t, uint64(1), r.counted.parks.load())
	r.turns(busy)
	require.Positive(t, r.counted.pause())
	for a := range activities {
		require.Positive(t, r.counted.spent[a].load(), "%d", a)
	}
}

// A trace has the slices and instants of a worker. Each slice has its end.
func TestRecorder_Traces(t *testing.T) {
	var at atomic.Pointer[tracer]
	r, other := recorder{number: 1, tracer: &at}, recorder{number: 2, tracer: &at}
	r.instant("steal", "from", &other) // no trace is on
	tr := &tracer{began: time.Since(epoch)}
	at.Store(tr)
	span := r.begins("task")
	r.instant("steal", "from", &other)
	at.Store(nil)
	r.ends(span)
	var out strings.Builder
	require.NoError(t, tr.write(&out, 3))
	var all struct{ TraceEvents []traceEvent }
	require.NoError(t, json.Unmarshal([]byte(out.String()), &all))
	phases := ""
	for _, e := range all.TraceEvents {
		phases += e.Phase
	}
	require.Equal(t, "BiEMMM", phases)
	require.Equal(t, "steal", all.TraceEvents[1].Name)
	require.Equal(t, map[string]any{"from": 2.0}, all.TraceEvents[1].Args)
}

// A pause begins when the worker stops being busy, also if it searches before it sleeps.
func TestRecorder_PauseBeginsWhenItStopsBeingBusy(t *testing.T) {
	begun := time.Since(epoch)
	c := &counters{}
	c.turns(stealing)
	stopped := c.since
	c.turns(parked)
	c.turns(busy)
	require.GreaterOrEqual(t, stopped, begun)
	require.Equal(t, c.since-stopped, c.pause())
}
