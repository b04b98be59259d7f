package engine_test

import (
	"fmt"
	"testing"
	stdtime "time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/channel"
	"github.com/stealproof/stealproof/model/shim/time"
)

// TestChannel_Unbuffered checks that a value goes from a sender to a receiver in one step.
func TestChannel_Unbuffered(t *testing.T) {
	r := search(func(s *sched.S) {
		c := channel.Made(0, make(chan int))
		s.Go(func() { channel.To(0, c).Send(1) })
		if v := channel.Receive(0, c); v != 1 {
			s.Fatalf("received %d", v)
		}
	}, engine.Options{})
	require.Equal(t, report.Exhausted, r.Ending, "%v", r.Failure)
	require.Equal(t, 1, r.Executions)
}

func TestChannel_Orders(t *testing.T) {
	got := map[string]int{}
	r := search(func(s *sched.S) {
		c := channel.Made(0, make(chan int))
		for i := range 2 {
			s.Go(func() { channel.To(0, c).Send(i) })
		}
		got[fmt.Sprint(channel.Receive(0, c), channel.Receive(0, c))]++
	}, engine.Options{NoRaces: true})
	require.Equal(t, report.Exhausted, r.Ending, "%v", r.Failure)
	require.Equal(t, map[string]int{"0 1": 2, "1 0": 1}, got) // the first execution is repeated, as a check
}

func TestChannel_Select(t *testing.T) {
	got := map[int]int{}
	r := search(func(s *sched.S) {
		a, b := channel.Made(0, make(chan int, 1)), channel.Made(0, make(chan int))
		s.Go(func() { channel.To(0, a).Send(1) })
		s.Go(func() { channel.To(0, b).Send(2) })
		x, y := channel.In(0, a), channel.In(0, b)
		switch i := channel.Select(0, true, x, y); i {
		case 0:
			got[x.V]++
			channel.Receive(0, b)
		case 1:
			got[y.V]++
		default:
			got[-1]++
			channel.Receive(0, b)
		}
	}, engine.Options{NoRaces: true})
	require.Equal(t, report.Exhausted, r.Ending, "%v", r.Failure)
	require.Equal(t, 3, len(got))
	t.Log(got, r.Executions)
}

func TestChannel_Deadlock(t *testing.T) {
	r := search(func(s *sched.S) {
		c := channel.Made(0, make(chan int))
		s.Go(func() { channel.To(0, c).Send(1) })
		s.Go(func() { channel.Close(0, c) })
		channel.Receive(0, c)
	}, engine.Options{})
	require.NotNil(t, r.Failure)
	require.Equal(t, report.RulePanic, r.Failure.Rule)
	t.Log(r.Failure)
	r = search(func(s *sched.S) {
		c := channel.Made(0, make(chan int))
		s.Go(func() { channel.To(0, c).Send(1) })
		s.Go(func() { channel.To(0, c).Send(1) })
		channel.Receive(0, c)
	}, engine.Options{})
	require.NotNil(t, r.Failure)
	require.Equal(t, report.RuleLeak, r.Failure.Rule)
	t.Log(r.Failure)
}

// When a time has come that comes last, a thread that stands before a receive waits for it. Else it may
// not have begun to wait.
func TestChannel_WaitsWhenATimeHasCome(t *testing.T) {
	for idle, want := range map[bool]map[string]bool{true: {"met": true}, false: {"met": true, "default": true}} {
		got := map[string]bool{}
		r := search(func(s *sched.S) {
			c := channel.Made(0, make(chan int))
			s.Go(func() { channel.Receive(0, c) })
			time.Sleep(stdtime.Millisecond)
			x := channel.Out(0, c).With(1)
			if channel.Select(0, true, x) == 0 {
				got["met"] = true
				return
			}
			got["default"] = true
			channel.To(0, c).Send(1)
		}, engine.Options{NoRaces: true, Idle: idle})
		require.Equal(t, report.Exhausted, r.Ending, "%v", r.Failure)
		require.Equal(t, want, got, "idle %v", idle)
	}
}
