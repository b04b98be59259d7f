package lin

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic"
	"github.com/stealproof/stealproof/model/shim/runtime"
)

// tally counts, in one of three ways.
type tally struct {
	how  string
	busy atomic.Bool
	n    atomic.Int64
	lock register
}

func (c *tally) Inc() int {
	switch c.how {
	case "lock":
		return c.lock.Add(0, 1)
	case "add":
		return int(c.n.Add(1))
	case "spin":
		for !c.busy.CompareAndSwap(false, true) {
			runtime.Gosched()
		}
		defer c.busy.Store(false)
		n := c.n.Load() + 1
		c.n.Store(n)
		return int(n)
	}
	for {
		n := c.n.Load()
		if c.n.CompareAndSwap(n, n+1) {
			return int(n + 1)
		}
	}
}

type tallySpec struct{ n int }

func (c *tallySpec) Inc() int { c.n++; return c.n }

// A thread that is stopped while it has a lock stops the others. One that is stopped in a loop around a
// compare-and-swap does not.
func TestProgress(t *testing.T) {
	for _, want := range []Progress{ObstructionFree, LockFree} {
		for how, fails := range map[string]bool{"lock": true, "spin": true, "cas": false} {
			bound := For(10 * time.Minute)
			if !fails {
				bound = unlessDetecting(10 * time.Minute)
			}
			v, _ := searched(t, func() *tally { return &tally{how: how} }, func() *tallySpec { return &tallySpec{} }, Op("Inc", (*tally).Inc), want, bound)
			if !fails && detecting {
				require.Nil(t, v.Failure, "%s %v", how, v.Failure)
				continue
			}
			if !fails {
				require.Nil(t, v.Failure, "%s %v", how, v.Failure)
				require.Equal(t, sched.Exhausted, v.Progress.Ending, how)
				require.Positive(t, v.Progress.Scenarios)
				require.Greater(t, v.Progress.Executions, 20)
				continue
			}
			require.NotNil(t, v.Failure, how)
			require.Equal(t, ruleProgress, v.Failure.Rule, v.Failure.Text)
			require.Contains(t, v.Failure.Says, "is not "+want.String())
			_, token, _ := strings.Cut(v.Failure.Text, " replay ")
			var c config
			for _, o := range []Option{Op("Inc", (*tally).Inc), want} {
				o.apply(&c)
			}
			k, err := newChecker(&tb{name: t.Name()}, func() *tally { return &tally{how: how} }, func() *tallySpec { return &tallySpec{} }, &c)
			require.NoError(t, err)
			s := &searching{checker: k, start: time.Now(), shards: 1}
			parsed, err := report.ParseToken(strings.TrimSpace(token))
			require.NoError(t, err)
			s.origin = report.Token{Test: parsed.Test, Search: parsed.Search}
			var again Verdict
			s.replay(strings.TrimSpace(token), &again)
			require.NotNil(t, again.Failure)
			require.Equal(t, v.Failure.Says, again.Failure.Says)
			require.Equal(t, ruleProgress, again.Failure.Rule)
		}
	}
}

// A loop around a compare-and-swap is lock-free, but other threads can make it take any number of rounds. One
// addition takes one step. A lock takes few own steps, but waits for its holder.
func TestWaitFree(t *testing.T) {
	for how, rule := range map[string]string{"cas": ruleOwnSteps, "add": "", "lock": ruleProgress} {
		v, _ := searched(t, func() *tally { return &tally{how: how} }, func() *tallySpec { return &tallySpec{} }, Op("Inc", (*tally).Inc), WaitFree(4))
		if rule == "" {
			require.Nil(t, v.Failure)
			require.Equal(t, sched.Exhausted, v.Every.Ending)
			require.Equal(t, sched.Exhausted, v.Progress.Ending)
			require.Positive(t, v.Progress.Scenarios)
			continue
		}
		require.NotNil(t, v.Failure, how)
		require.Equal(t, rule, v.Failure.Rule, v.Failure.Text)
		if rule == ruleOwnSteps {
			require.Equal(t, "Inc() takes more than 4 steps of its own, so the structure is not wait-free with that bound.", v.Failure.Says)
			require.Equal(t, "; Inc() Inc() | Inc() ;", v.Failure.Scenario)
		} else {
			require.Contains(t, v.Failure.Says, "is not wait-free")
		}
	}
	// With a bound that the scenarios cannot exceed, nothing is found.
	v, _ := searched(t, func() *tally { return &tally{how: "cas"} }, func() *tallySpec { return &tallySpec{} }, Op("Inc", (*tally).Inc), WaitFree(20))
	require.Nil(t, v.Failure)

	_, err := newChecker(&tb{}, func() *tally { return &tally{} }, func() *tallySpec { return &tallySpec{} }, configOf(Op("Inc", (*tally).Inc), WaitFree(0)))
	require.EqualError(t, err, "WaitFree(0): the bound must be 1 or more")
}

func configOf(options ...Option) *config {
	var c config
	for _, o := range options {
		o.apply(&c)
	}
	return &c
}
