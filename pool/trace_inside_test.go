package pool

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A trace that has ended keeps no events.
func TestTracer_Ended(t *testing.T) {
	r := &tracer{}
	r.add(traceEvent{})
	events := r.ends()
	require.Len(t, events, 1)
	require.Positive(t, events[0].At)
	r.add(traceEvent{})
	require.Empty(t, r.events)
}
