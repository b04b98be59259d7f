package refine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model"
)

// A trace of a tour has the values of the code, not those of the machine. For words that a lock protects, it
// has the values at the release of the lock.
func TestTour_TraceHasValuesOfTheCode(t *testing.T) {
	const lock, queue, size = 0, 1, 2
	trace := func(finds, leaves, under uint64) string {
		m := injector(t)
		s, err := NewShadow(injectorProtocol(), m)
		require.NoError(t, err)
		tour, err := NewTour(s, m, "Injector", 1000)
		require.NoError(t, err)
		tour.Trace(text(t, "pool/Injector"), 1)
		node := 0
		for _, action := range []string{"LookSize", "SubmitIdle", "Put"} {
			for e := range tour.g.Edges {
				if edge := &tour.g.Edges[e]; edge.From == node && s.names[edge.Action] == action {
					tour.plan = append(tour.plan, e)
					node = edge.To
					break
				}
			}
		}
		require.Len(t, tour.plan, 3)
		s.Begin()
		s.watch(size, nil, 1, Place{Word: "size", Values: Numbers{}})
		s.watch(queue, s.objectAt(lock), 2, Place{Word: "queue", Values: Flags{}})
		inQueue, held := s.object(queue), s.objectAt(lock)
		c := s.states[1]                // this state follows the plan
		does := func(a *model.Access) { // without the comparison
			e := &tour.g.Edges[tour.plan[c.at]]
			s.w.Return(c.mark)
			step := s.w.Do(e.Thread, e.Choice)
			to := c
			to.at++
			to.mark = s.w.Mark()
			c = tour.step(a, c.mark, step, c, to)
			c.open[e.Thread].said = c.said
		}
		does(&model.Access{Kind: model.Load, Object: size, Read: finds})
		does(nil) // the choice of the submitter
		s.object(size).content = content{known: true, value: leaves}
		held.holder, held.region = 1, &rule{}
		inQueue.content = content{known: true}
		does(nil)
		inQueue.value, held.holder = under, -1
		c = tour.over(c, tour.g.Edges[tour.plan[2]].Thread)
		all := tour.trace(c)
		require.Len(t, all, 3)
		require.Equal(t, 2, tour.Seen)
		return all[0].String() + all[2].String()
	}
	for _, c := range []struct {
		finds, leaves, under uint64
		says                 []string
	}{
		{0, 1, 1, []string{"size = 0", "size' = 1", "queue' = <<1>>"}},
		{1, 1, 1, []string{"size = 1", "size' = 1", "queue' = <<1>>"}},
		{0, 0, 1, []string{"size = 0", "size' = 0", "queue' = <<1>>"}},
		{0, 1, 0, []string{"size = 0", "size' = 1", "queue' = <<>>"}},
	} {
		says := trace(c.finds, c.leaves, c.under)
		for _, one := range c.says {
			require.Contains(t, says, one)
		}
	}
}
