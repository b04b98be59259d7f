package engine_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/channel"
)

func sends(c, v int) message { return message{do: "send", channel: c, value: v} }
func takes(c int) message    { return message{do: "receive", channel: c} }
func does(what string, c int) message {
	return message{do: what, channel: c}
}
func selects(fallback bool, cases ...message) message {
	return message{do: "select", cases: cases, fallback: fallback}
}

// A poll is no loop if the thread goes on to another wait. Its own wait is not the change that it polled for.
func TestChannel_OwnWaitIsNoChange(t *testing.T) {
	threads := [][]message{
		{selects(false, sends(1, 7)), takes(1), selects(true, takes(2))},
		{
			selects(true, sends(0, 4), sends(1, 9)), selects(true, takes(0), sends(2, 2)),
			selects(false, sends(0, 8), sends(3, 3), takes(0)), selects(false, sends(0, 5), takes(1), takes(0)),
		},
	}
	want, _ := sightings(t, threads, strategy.NewBounded(-1), 0, false)
	got, r := sightings(t, threads, strategy.NewDPOR(), 0, true)
	require.Equal(t, report.Exhausted, r.Ending)
	require.Equal(t, slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got)))
}

// Earlier versions of the reduction lost a class of schedules of each of these programs.
var found = map[string][][]message{
	"a step of two threads comes after what either has done": {
		{sends(0, 4), selects(false, takes(1), sends(3, 5), sends(1, 6))},
		{selects(false, takes(0), sends(3, 1)), selects(true, takes(4), sends(1, 8)), does("add", 0), takes(0)},
		{selects(true, takes(2), sends(1, 6))},
	},
	"a woken thread may do more than read": {
		{does("close", 1), selects(true, takes(0), takes(1)), takes(0)},
		{takes(1), selects(true, takes(1), takes(3), sends(0, 6)), sends(0, 2)},
		{does("len", 0)},
	},
	"a thread is blocked where an execution is abandoned": {
		{selects(false, takes(0), sends(0, 4), sends(4, 1)), does("close", 0)},
		{does("close", 0), selects(false, sends(1, 2)), selects(true, takes(1))},
		{selects(false, sends(0, 3), sends(4, 6), sends(3, 5)), selects(false, takes(1), takes(0), sends(1, 8))},
	},
	"a case that was not taken orders nothing": {
		{sends(1, 3)},
		{selects(false, takes(0), takes(1))},
		{sends(0, 2), selects(false, sends(1, 7), sends(0, 4)), sends(0, 8)},
	},
	"a case that was not taken races for itself": {
		{sends(1, 8), does("len", 0), takes(0)},
		{selects(false, sends(1, 5), sends(1, 1), sends(0, 1))},
	},
	"a select depends on all its channels": {
		{selects(true, sends(1, 7), sends(1, 2), takes(3)), takes(0), takes(1)},
		{does("close", 0), sends(3, 8), takes(0)},
		{selects(false, takes(4), sends(1, 7), sends(1, 6))},
	},
	"a partner could have done a step itself": {
		{selects(false, sends(2, 8), takes(1), takes(2)), sends(0, 7), does("add", 1)},
		{selects(true, takes(3), sends(3, 4), sends(2, 5)), selects(false, takes(2), sends(2, 9))},
	},
	"a send and a receive that were not taken could have met": {
		{sends(1, 2), selects(false, takes(0), sends(0, 1), takes(1))},
		{selects(false, sends(3, 5), sends(0, 4)), sends(3, 2), does("add", 1)},
	},
	"a partner's cases that were not taken race for themselves": {
		{selects(false, sends(0, 5), takes(1), sends(1, 5)), takes(4), selects(true, takes(4), sends(1, 7)), selects(false, sends(1, 8), takes(3))},
		{selects(false, takes(1)), does("add", 3), sends(0, 9)},
		{selects(false, takes(1), takes(0), takes(0))},
	},
	"a receive from a closed channel may have met a sender": {
		{selects(true, takes(1)), selects(false, sends(2, 1), takes(0), sends(0, 5))},
		{sends(0, 9)},
		{takes(2), does("close", 0), selects(false, takes(0))},
	},
}

func TestChannel_FoundPrograms(t *testing.T) {
	for name, threads := range found {
		want, every := sightings(t, threads, strategy.NewBounded(-1), 100_000, false)
		require.Equal(t, report.Exhausted, every.Ending, name)
		got, r := sightings(t, threads, strategy.NewDPOR(), 100_000, false)
		require.Equal(t, report.Exhausted, r.Ending, name)
		require.Equal(t, slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got)), name)
		require.Equal(t, every.Classes, r.Classes, name)
	}
}

// A buffer gives its values in the order of their sends.
func TestChannel_Buffer(t *testing.T) {
	r := search(func(s *sched.S) {
		c := channel.Made(0, make(chan int, 2))
		s.Go(func() {
			for i := range 4 {
				channel.To(0, c).Send(i)
			}
			channel.Close(0, c)
		})
		for i := range 4 {
			if v, ok := channel.ReceiveOK(0, c); v != i || !ok {
				s.Fatalf("receive %d gave %d, %v", i, v, ok)
			}
		}
		if v, ok := channel.ReceiveOK(0, c); v != 0 || ok {
			s.Fatalf("the closed channel gave %d, %v", v, ok)
		}
	}, engine.Options{})
	require.Equal(t, report.Exhausted, r.Ending, "%v", r.Failure)
	require.Greater(t, r.Executions, 1)
}
