package engine_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/channel"
)

func send(c chan int, v int)  { channel.To(0, c).Send(v) }
func receive(c chan int) int  { return channel.Receive(0, c) }
func made(n int) chan int     { return channel.Made(0, make(chan int, n)) }
func closeOf(c chan int)      { channel.Close(0, c) }
func lengthOf(c chan int) int { return channel.Len(0, c) }

// Each rule of the Go memory model about channels orders two accesses, and what is close to the rule does not.
func TestChannel_MemoryModel(t *testing.T) {
	for _, c := range []struct {
		name     string
		racy     bool
		capacity int
		first    func(c chan int, access func()) // of one thread
		second   func(c chan int, access func()) // of another
	}{
		{"a send before its receive ends", false, 0, func(c chan int, access func()) { access(); send(c, 1) }, func(c chan int, access func()) { receive(c); access() }},
		{"a send to a buffer before its receive ends", false, 2, func(c chan int, access func()) { access(); send(c, 1) }, func(c chan int, access func()) { receive(c); access() }},
		{"not what follows a send", true, 0, func(c chan int, access func()) { send(c, 1); access() }, func(c chan int, access func()) { receive(c); access() }},
		{"a receive before its send ends", false, 0, func(c chan int, access func()) { access(); receive(c) }, func(c chan int, access func()) { send(c, 1); access() }},
		{"not with a buffer", true, 1, func(c chan int, access func()) { access(); receive(c) }, func(c chan int, access func()) { send(c, 1); access() }},
		{"the first receive before the second send ends, with a buffer of one", false, 1,
			func(c chan int, access func()) { access(); receive(c) }, func(c chan int, access func()) { send(c, 1); send(c, 2); access(); receive(c) }},
		{"the first receive before the third send ends, with a buffer of two", false, 2,
			func(c chan int, access func()) { access(); receive(c) }, func(c chan int, access func()) { send(c, 1); send(c, 2); send(c, 3); access() }},
		{"not before the second", true, 2,
			func(c chan int, access func()) { access(); receive(c) }, func(c chan int, access func()) { send(c, 1); send(c, 2); access() }},
		{"the second send before the second receive ends", false, 2,
			func(c chan int, access func()) { send(c, 1); access(); send(c, 2) }, func(c chan int, access func()) { receive(c); receive(c); access() }},
		{"two sends to a buffer are not ordered", true, 2, func(c chan int, access func()) { access(); send(c, 1) },
			func(c chan int, access func()) {
				if lengthOf(c) == 1 {
					send(c, 2)
					access()
				}
			}},
		{"two receives from a buffer are not ordered", true, 2, func(c chan int, access func()) { access(); receive(c) },
			func(c chan int, access func()) {
				send(c, 1)
				send(c, 2)
				if lengthOf(c) == 1 {
					receive(c)
					access()
				}
			}},
		{"a close before a receive that it ends", false, 0, func(c chan int, access func()) { access(); closeOf(c) }, func(c chan int, access func()) { receive(c); access() }},
		{"a close before a range that it ends", false, 1, func(c chan int, access func()) { access(); closeOf(c) },
			func(c chan int, access func()) {
				for ok := true; ok; {
					_, ok = channel.ReceiveOK(0, c)
				}
				access()
			}},
		{"not what follows a close", true, 0, func(c chan int, access func()) { closeOf(c); access() }, func(c chan int, access func()) { receive(c); access() }},
		{"len orders nothing", true, 1, func(c chan int, access func()) { access(); send(c, 1) },
			func(c chan int, access func()) {
				if lengthOf(c) == 1 {
					access()
				}
			}},
		{"a default orders nothing", true, 0, func(c chan int, access func()) { access(); closeOf(c) },
			func(c chan int, access func()) {
				if channel.Select(0, true, channel.In(0, c)) < 0 {
					access()
				}
			}},
	} {
		var memory uint64
		r := search(func(s *sched.S) {
			ch := made(c.capacity)
			access := func() { engine.PlainWrite(1, unsafe.Pointer(&memory), 8) }
			s.Go(func() { c.first(ch, access) })
			s.Go(func() { c.second(ch, access) })
			s.Wait()
		}, engine.Options{})
		if c.racy {
			require.NotNil(t, r.Failure, c.name)
			require.Equal(t, report.RuleRace, r.Failure.Rule, c.name)
		} else {
			require.Equal(t, report.Exhausted, r.Ending, "%s: %v", c.name, r.Failure)
		}
	}
}

// The outcomes of small programs are those that the specification allows.
func TestChannel_Specification(t *testing.T) {
	recovered := func(f func()) (text string) {
		defer func() {
			if err, is := recover().(error); is {
				text = err.Error()
			}
		}()
		f()
		return "done"
	}
	for _, c := range []struct {
		name, want string
		run        func(s *sched.S) string
	}{
		{"close of a closed channel", "close of closed channel", func(*sched.S) string {
			c := made(0)
			closeOf(c)
			return recovered(func() { closeOf(c) })
		}},
		{"close of a nil channel", "close of nil channel", func(*sched.S) string {
			return recovered(func() { closeOf(nil) })
		}},
		{"len is read in between", "0 | 1 | 2", func(s *sched.S) string {
			c := made(2)
			s.Go(func() { send(c, 1); send(c, 2) })
			n := lengthOf(c)
			s.Wait()
			return string(rune('0' + n))
		}},
		{"what a closed channel holds goes to either", "12 | 21", func(s *sched.S) string {
			c := made(2)
			send(c, 1)
			send(c, 2)
			closeOf(c)
			got := [2]int{}
			for i := range 2 {
				s.Go(func() { got[i] = receive(c) })
			}
			s.Wait()
			return string(rune('0'+got[0])) + string(rune('0'+got[1]))
		}},
		{"a default beside a sender has its value or none", "7 | none", func(s *sched.S) string {
			c := made(0)
			s.Go(func() { send(c, 7) })
			in, text := channel.In(0, c), "none"
			if channel.Select(0, true, in) == 0 {
				text = string(rune('0' + in.V))
			} else {
				receive(c)
			}
			return text
		}},
		{"of two ready cases either is taken", "0 | 1", func(*sched.S) string {
			a, b := made(1), made(1)
			send(a, 1)
			send(b, 1)
			return string(rune('0' + channel.Select(0, false, channel.In(0, a), channel.In(0, b))))
		}},
		{"a nil channel is never ready", "1", func(*sched.S) string {
			b := made(1)
			return string(rune('0' + channel.Select(0, false, channel.In(0, chan int(nil)), channel.Out(0, b).With(1))))
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := map[string]bool{}
			r := search(func(s *sched.S) { got[c.run(s)] = true }, engine.Options{NoRaces: true})
			require.Equal(t, report.Exhausted, r.Ending, "%v", r.Failure)
			require.Equal(t, c.want, strings.Join(slices.Sorted(maps.Keys(got)), " | "))
		})
	}
}
