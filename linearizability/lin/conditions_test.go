package lin

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic"
)

// tickets gives out numbers, each once, by a network of one balancer and two counters.
type tickets struct {
	lazy     bool // no balancer: a thread that has a number does not tell the next thread
	balancer atomic.Int64
	wires    [2]atomic.Int64
}

func (c *tickets) Next() int {
	if c.lazy {
		n := c.wires[0].Load()
		c.wires[0].Store(n + 1)
		return int(n)
	}
	wire := (c.balancer.Add(1) - 1) % 2
	return int(2*(c.wires[wire].Add(1)-1) + wire)
}

type ticket struct{ n int }

func (c *ticket) Next() int { c.n++; return c.n - 1 }

// Each condition has a structure that keeps it and breaks a stronger one.
func TestSearch_EachConditionDiffers(t *testing.T) {
	network := func() *tickets { return &tickets{} }
	numbers := func() *ticket { return &ticket{} }
	for _, c := range []struct {
		name  string
		run   func(Condition) Verdict
		right [3]bool // linearizable, sequentially consistent, quiescently consistent
	}{
		{"a counting network", func(c Condition) Verdict {
			v, _ := searched(t, network, numbers, Op("Next", (*tickets).Next), c)
			return v
		}, [3]bool{false, false, true}},
		{"a counter that loses", func(c Condition) Verdict {
			v, _ := searched(t, func() *tickets { return &tickets{lazy: true} }, numbers, Op("Next", (*tickets).Next), c)
			return v
		}, [3]bool{false, false, false}},
		{"a store buffer", func(c Condition) Verdict {
			v, _ := searched(t, func() *late { return &late{} }, func() *lateSpec { return &lateSpec{} },
				Op("SetA", (*late).SetA), Op("FlushA", (*late).FlushA), Op("GetA", (*late).GetA), Scenario("; SetA(1) FlushA | GetA;"), c)
			return v
		}, [3]bool{false, true, false}},
	} {
		for i, right := range c.right {
			v := c.run(Condition(i))
			require.Equal(t, right, v.Failure == nil, "%s, %v: %v", c.name, Condition(i), v.Failure)
			if right {
				require.Equal(t, sched.Exhausted, v.Every.Ending, c.name)
			} else {
				require.Equal(t, Condition(i).String(), v.Failure.Rule)
				require.Contains(t, v.Failure.Text, "rule broken: "+v.Failure.Rule+"\n")
			}
		}
	}
}
