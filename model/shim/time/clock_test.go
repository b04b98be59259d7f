package time_test

import (
	"fmt"
	"testing"
	std "time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/access"
	"github.com/stealproof/stealproof/model/shim/atomic"
	"github.com/stealproof/stealproof/model/shim/channel"
	"github.com/stealproof/stealproof/model/shim/runtime"
	"github.com/stealproof/stealproof/model/shim/time"
)

// Code that reads the clock often, but does not wait, makes no time pass. A loop that waits for a time ends, whatever else
// it does.
func TestNow_WhoeverWaits(t *testing.T) {
	// uses reads the clock as often as calls of a cache or of a circuit breaker would.
	uses := func(times int, between func()) func(s *sched.S) string {
		return func(s *sched.S) string {
			s.Go(func() {}) // while a thread is alone, its steps are not scheduled
			start := time.Now()
			for range times {
				if between != nil {
					between()
				}
				time.Now()
			}
			return fmt.Sprint(time.Since(start) < std.Millisecond)
		}
	}
	var counted int
	var shared atomic.Int64
	write := func() { *access.W(0, &counted)++ }
	until := func(d std.Duration, between func()) func(s *sched.S) string {
		return func(s *sched.S) string {
			s.Go(func() {})
			end := time.Now().Add(d)
			for time.Now().Before(end) {
				if between != nil {
					between()
				}
			}
			return "end"
		}
	}
	for _, c := range []struct {
		name, want string
		run        func(s *sched.S) string
	}{
		{"uses", "true", uses(500, nil)},
		{"uses that write", "true", uses(1500, write)},
		{"uses that write atomics", "true", uses(1500, func() { shared.Add(1) })},
		{"uses that write and yield", "true", uses(15, func() { write(); runtime.Gosched() })},
		{"a loop that yields", "end", until(10*std.Millisecond, runtime.Gosched)},
		{"a loop that does not", "end", until(std.Second, nil)},
		{"a loop that counts", "end", until(5*std.Millisecond, write)},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, outcomes(false, c.run), "times come at any moment")
			require.Equal(t, c.want, outcomes(true, c.run), "times come when nothing else can go on")
		})
	}
}

// A sleep takes longer than asked, and so does a timer. So a deadline that was set together with it is over.
func TestNow_IsLaterThanASleep(t *testing.T) {
	for name, wait := range map[string]func(d std.Duration){
		"sleep": time.Sleep,
		"timer": func(d std.Duration) { channel.Receive(0, time.After(d)) },
	} {
		for _, idle := range []bool{false, true} {
			require.Equal(t, "true", outcomes(idle, func(*sched.S) string {
				later := true
				for range 3 {
					expires := time.Now().Add(std.Second)
					wait(std.Second)
					later = later && time.Now().After(expires)
				}
				return fmt.Sprint(later)
			}), name)
		}
	}
}

// The clock begins at a usual time, in the zone of the machine.
func TestNow_IsUsual(t *testing.T) {
	r := sched.Search(func(s *sched.S) {
		now := time.Now()
		if now.Year() < 2026 || now.Add(-std.Hour).UTC().Day() != now.Add(std.Hour).UTC().Day() {
			s.Errorf("%v", now)
		}
		if now.Location() != std.Local || now.Truncate(std.Second) != std.Unix(now.Unix(), 0) {
			s.Errorf("%v is not in the zone %v", now, std.Local)
		}
	}, sched.Options{})
	require.Nil(t, r.Failure)
}
