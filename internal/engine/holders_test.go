package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/channel"
)

// The verdict about a thread that waits for a channel names the others that could have served it: those that
// have come to the counterpart of its operation. It says if there is none.
func TestHolders_OfALeakedGoroutine(t *testing.T) {
	for _, c := range []struct {
		name, rule string
		run        func(s *sched.S)
		says, not  []string
	}{
		{"the receiver has ended", report.RuleLeak, func(s *sched.S) {
			ch, quit := made(0), made(1)
			send(quit, 1)
			s.GoNamed("sender", func() { send(ch, 1) })
			channel.Select(0, false, channel.In(0, ch), channel.In(0, quit))
		}, []string{"main receives from", "and has ended"}, []string{"sender sends", "no other goroutine"}},
		{"nobody receives", report.RuleLeak, func(s *sched.S) {
			ch := made(0)
			s.GoNamed("sender", func() { send(ch, 1) })
		}, []string{"no other goroutine comes to an operation that would let sender go on"}, []string{"receives from"}},
		{"a second sender serves no sender", report.RuleLeak, func(s *sched.S) {
			ch := made(1)
			send(ch, 1)
			s.GoNamed("sender", func() { send(ch, 1) })
		}, []string{"no other goroutine"}, []string{"main sends"}},
		{"one receiver waits for another channel", report.RuleDeadlock, func(s *sched.S) {
			ch, other := made(0), made(0)
			s.GoNamed("reader", func() {
				receive(ch)
				receive(other)
			})
			send(ch, 1)
			send(ch, 2)
		}, []string{"reader receives from", "and waits elsewhere"}, nil},
	} {
		r := search(c.run, engine.Options{})
		require.NotNil(t, r.Failure, c.name)
		require.Equal(t, c.rule, r.Failure.Rule, c.name)
		for _, words := range c.says {
			require.Contains(t, r.Failure.Detail, words, c.name)
		}
		for _, words := range c.not {
			require.NotContains(t, r.Failure.Detail, words, c.name)
		}
	}
}
