package time_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	std "time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/channel"
	"github.com/stealproof/stealproof/model/shim/time"
)

// outcomes returns all outcomes of a program, sorted, and the rule that it breaks.
func outcomes(idle bool, program func(s *sched.S) string) string {
	found := map[string]bool{}
	r := engine.Search(func() { found[program(&sched.S{})] = true }, engine.Options{Idle: idle})
	if r.Failure != nil {
		return r.Failure.Rule
	}
	if r.Ending != report.Exhausted {
		return r.Bound
	}
	var all []string
	for s := range found {
		all = append(all, s)
	}
	slices.Sort(all)
	return strings.Join(all, " | ")
}

// ready reports whether a receive goes on at once.
func ready[T any](c <-chan T) bool { return channel.Select(0, true, channel.In(0, c)) == 0 }

func TestTimers(t *testing.T) {
	for _, c := range []struct {
		name, any, idle string
		run             func(s *sched.S) string
	}{
		{"After", "fired", "fired", func(s *sched.S) string {
			channel.Receive(0, time.After(std.Hour))
			return "fired"
		}},
		// A timeout comes before the work is done only if times may come at any moment.
		{"Timeout", "done | timeout", "done", func(s *sched.S) string {
			c := channel.Made(0, make(chan int, 1))
			s.Go(func() { channel.To(0, c).Send(1) })
			got := [...]string{"done", "timeout"}[channel.Select(0, false, channel.In(0, c), channel.In(0, time.After(std.Second)))]
			s.Wait()
			return got
		}},
		{"Order", "1 2 | 2 1", "1 2", func(s *sched.S) string {
			late, early := time.After(2*std.Second), time.After(std.Second)
			if channel.Select(0, false, channel.In(0, early), channel.In(0, late)) == 0 {
				channel.Receive(0, late)
				return "1 2"
			}
			channel.Receive(0, early)
			return "2 1"
		}},
		{"Time", "true", "true", func(s *sched.S) string {
			start := time.Now()
			at := channel.Receive(0, time.After(std.Hour))
			return fmt.Sprint(at.Sub(start) > std.Hour && time.Since(start) > std.Hour)
		}},
		// After Stop nothing is received, and Stop returns true if nothing was.
		{"Stop", "true false", "true false", func(s *sched.S) string {
			timer := time.NewTimer(0)
			was := timer.Stop()
			return fmt.Sprint(was, " ", ready(timer.C))
		}},
		{"StopLate", "true false", "true false", func(s *sched.S) string {
			timer := time.NewTimer(std.Second)
			time.Sleep(std.Minute)
			was := timer.Stop()
			return fmt.Sprint(was, " ", ready(timer.C))
		}},
		{"StopAfterReceive", "false", "false", func(s *sched.S) string {
			timer := time.NewTimer(std.Second)
			channel.Receive(0, timer.C)
			return fmt.Sprint(timer.Stop())
		}},
		// After Reset the old time is not received. The thread may be late, and reset the timer when the old time
		// has come.
		{"Reset", "true 2h0m0s | true 3h0m0s", "true 2h0m0s", func(s *sched.S) string {
			start := time.Now()
			timer := time.NewTimer(std.Hour)
			was := timer.Reset(2 * std.Hour)
			return fmt.Sprint(was, " ", channel.Receive(0, timer.C).Sub(start).Round(std.Second))
		}},
		{"ResetAgain", "false true", "false true", func(s *sched.S) string {
			timer := time.NewTimer(std.Second)
			first := channel.Receive(0, timer.C)
			was := timer.Reset(std.Second)
			return fmt.Sprint(was, " ", channel.Receive(0, timer.C).After(first))
		}},
		{"ResetOfFunc", "1", "1", func(s *sched.S) string {
			c := channel.Made(0, make(chan int, 2))
			timer := time.AfterFunc(std.Second, func() { channel.To(0, c).Send(1) })
			if timer.Reset(std.Minute) {
				channel.Receive(0, c)
				return "1"
			}
			channel.Receive(0, c)
			channel.Receive(0, c)
			return "1"
		}},
		{"ResetOfFuncBegun", "false", "false", func(s *sched.S) string {
			c := channel.Made(0, make(chan int))
			timer := time.AfterFunc(std.Second, func() { channel.To(0, c).Send(1) })
			channel.Receive(0, c)
			was := timer.Reset(std.Second)
			channel.Receive(0, c)
			return fmt.Sprint(was)
		}},
		{"Ticker", "3", "3", func(s *sched.S) string {
			ticker := time.NewTicker(std.Second)
			defer ticker.Stop()
			for range 3 {
				channel.Receive(0, ticker.C)
			}
			return "3"
		}},
		// A ticker does not keep a program from its end, and Wait does not wait for it.
		{"TickerLeft", "end", "end", func(s *sched.S) string {
			time.Tick(std.Second)
			s.Wait()
			return "end"
		}},
		// A slow receiver gets one tick.
		{"TickerSlow", "true false", "true false", func(s *sched.S) string {
			ticker := time.NewTicker(std.Second)
			time.Sleep(std.Minute)
			channel.Receive(0, ticker.C)
			ticker.Stop()
			return fmt.Sprint(true, " ", ready(ticker.C))
		}},
		{"TickerReset", "1m0s | 1m1s", "1m0s", func(s *sched.S) string {
			start := time.Now()
			ticker := time.NewTicker(std.Second)
			ticker.Reset(std.Minute)
			at := channel.Receive(0, ticker.C)
			ticker.Stop()
			return fmt.Sprint(at.Sub(start).Round(std.Second))
		}},
		// A timer that is stopped at once may have fired before.
		{"StopBeside", "stopped | ticked", "stopped", func(s *sched.S) string {
			timer, stop := time.NewTimer(std.Second), channel.Made(0, make(chan int, 1))
			got := "stopped"
			s.Go(func() {
				if channel.Select(0, false, channel.In(0, timer.C), channel.In(0, stop)) == 0 {
					got = "ticked"
				}
			})
			timer.Stop()
			channel.To(0, stop).Send(1)
			s.Wait()
			return got
		}},
		{"TickerStopBeside", "stopped | ticked", "stopped", func(s *sched.S) string {
			ticker, stop := time.NewTicker(std.Second), channel.Made(0, make(chan int, 1))
			got := "stopped"
			s.Go(func() {
				if channel.Select(0, false, channel.In(0, ticker.C), channel.In(0, stop)) == 0 {
					got = "ticked"
				}
			})
			ticker.Stop()
			channel.To(0, stop).Send(1)
			s.Wait()
			return got
		}},
		// Stop does not close the channel.
		{"TickerStopped", report.RuleDeadlock, report.RuleDeadlock, func(s *sched.S) string {
			ticker := time.NewTicker(std.Second)
			ticker.Stop()
			channel.Receive(0, ticker.C)
			return "received"
		}},
		// A thread that is blocked is found beside a ticker.
		{"LeakBesideTicker", report.RuleLeak, report.RuleLeak, func(s *sched.S) string {
			c := channel.Made(0, make(chan int))
			s.Go(func() { channel.Receive(0, c) })
			ticker := time.NewTicker(std.Second)
			ticker.Stop()
			return "end"
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.any, outcomes(false, c.run), "times come at any moment")
			require.Equal(t, c.idle, outcomes(true, c.run), "times come when nothing else can go on")
		})
	}
}

// The same holds if timers fire ahead, when they otherwise come last.
func TestTimers_StoppedBesideAhead(t *testing.T) {
	found := map[bool]bool{}
	r := engine.Search(func() {
		s := &sched.S{}
		timer, stop := time.NewTimer(std.Second), channel.Made(0, make(chan int, 1))
		fired := false
		s.Go(func() { fired = channel.Select(0, false, channel.In(0, timer.C), channel.In(0, stop)) == 0 })
		timer.Stop()
		channel.To(0, stop).Send(1)
		s.Wait()
		found[fired] = true
	}, engine.Options{Idle: true, Ahead: true})
	require.Nil(t, r.Failure)
	require.Equal(t, map[bool]bool{false: true, true: true}, found)
}

// Without the scheduler timers are those of package time.
func TestTimers_Off(t *testing.T) {
	timer := time.NewTimer(std.Nanosecond)
	<-timer.C
	require.False(t, timer.Stop())
	require.False(t, timer.Reset(std.Hour))
	require.True(t, timer.Stop())
	<-time.After(std.Nanosecond)
	ticker := time.NewTicker(std.Nanosecond)
	<-ticker.C
	ticker.Reset(std.Hour)
	ticker.Stop()
	require.Nil(t, time.Tick(0))
	require.Panics(t, func() { time.NewTicker(0) })
	require.Panics(t, func() { new(time.Timer).Stop() })
}
