package wsq_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq"
)

// At rest, Scrub leaves nothing to clear, whatever thieves did while the ring was
// replaced. No operation shows it: what is not cleared stays reachable, and costs a new
// ring when its slot comes round.
func TestSched_ScrubAtRestLeavesNothing(t *testing.T) {
	steal := func(d *wsq.ChaseLev[*int]) { d.Steal() }
	batch := func(d *wsq.ChaseLev[*int]) { d.StealBatch(make([]*int, 2)) }
	for _, c := range []struct {
		before, steals, beside int // before others run: pushes, and steals; then pushes of the owner
		thieves                []func(*wsq.ChaseLev[*int])
	}{
		{2, 0, 1, []func(*wsq.ChaseLev[*int]){steal}},
		{2, 0, 1, []func(*wsq.ChaseLev[*int]){batch}},
		{2, 0, 2, []func(*wsq.ChaseLev[*int]){steal, steal}},
		{2, 0, 2, []func(*wsq.ChaseLev[*int]){batch, steal}},
		{3, 1, 2, []func(*wsq.ChaseLev[*int]){steal, steal}},
	} {
		t.Run(fmt.Sprintf("%d pushes, %d steals, %d pushes beside %d thieves", c.before, c.steals, c.beside, len(c.thieves)), func(t *testing.T) {
			r := sched.Explore(t, func(s *sched.S) {
				d := wsq.NewChaseLev[*int](2)
				for range c.before {
					d.Push(new(int))
				}
				for range c.steals {
					d.Steal()
				}
				for _, thief := range c.thieves {
					s.Go(func() { thief(d) })
				}
				for range c.beside {
					d.Push(new(int))
				}
				s.Wait()
				d.Scrub()
				if n := d.Uncleared(); n != 0 {
					s.Errorf("Scrub has left %d stolen items", n)
				}
			})
			if sched.Instrumented() {
				require.Equal(t, sched.Exhausted, r.Ending)
			}
		})
	}
}
