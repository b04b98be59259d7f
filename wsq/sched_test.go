package wsq_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq"
)

// When no thief is inside Steal, Scrub leaves no slot to clear, even if thieves stole while
// the owner replaced the ring. No operation's answer shows a slot that was left: it keeps
// its item reachable, and costs a new ring when the owner comes round to it.
func TestSched_ScrubAtRestLeavesNothing(t *testing.T) {
	steal := func(d *wsq.ChaseLev[*int]) { d.Steal() }
	twice := func(d *wsq.ChaseLev[*int]) { d.Steal(); d.Steal() }
	batch := func(d *wsq.ChaseLev[*int]) { d.StealBatch(make([]*int, 2)) }
	for _, c := range []struct {
		name           string
		before, steals int // the owner's pushes and the steals before the thieves run
		pushes         int // the owner's pushes while the thieves run
		thieves        []func(*wsq.ChaseLev[*int])
	}{
		{"a steal", 2, 0, 1, []func(*wsq.ChaseLev[*int]){steal}},
		{"a batch", 2, 0, 1, []func(*wsq.ChaseLev[*int]){batch}},
		{"two steals", 2, 0, 2, []func(*wsq.ChaseLev[*int]){steal, steal}},
		{"a batch and a steal", 2, 0, 2, []func(*wsq.ChaseLev[*int]){batch, steal}},
		{"two steals, later", 3, 1, 2, []func(*wsq.ChaseLev[*int]){steal, steal}},
		{"a slow thief, and one of the same slot in the next ring", 2, 0, 1, []func(*wsq.ChaseLev[*int]){steal, twice}},
	} {
		t.Run(c.name, func(t *testing.T) {
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
				for range c.pushes {
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

// When no thief is inside Steal, no bar stands. With a bar, an owner that takes its last
// item would wait for a lock that it does not need.
func TestSched_THELiftsItsBar(t *testing.T) {
	for _, keepLast := range []bool{false, true} {
		r := sched.Explore(t, func(s *sched.S) {
			d := wsq.NewTHE[int](2, keepLast)
			d.Push(1)
			d.Push(2)
			s.Go(func() { d.Steal() })
			d.Pop()
			d.Pop()
			s.Wait()
			if d.Barred() {
				s.Errorf("a bar stands, and no thief is stealing")
			}
		})
		if sched.Instrumented() {
			require.Equal(t, sched.Exhausted, r.Ending)
		}
	}
}

// split returns a Split of capacity 2 with that many private items and a request.
func split(items int) *wsq.Split[int] {
	d := wsq.NewSplit[int](2)
	for i := range items {
		d.Push(i)
	}
	d.Request()
	return d
}

// While there is a public item, no thief gets Empty, even while the owner replaces the
// ring.
func TestSched_SplitHidesNoPublicItem(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		d := split(1)
		d.Push(1)
		if d.PublicLen() == 0 {
			s.Errorf("no item is public")
			return
		}
		s.Go(func() {
			if _, r := d.Steal(); r == wsq.Empty {
				s.Errorf("Empty, although an item was public all the time")
			}
		})
		for i := range 3 {
			d.Push(i)
		}
	})
}

// The last thief that got Empty has left a request, and the owner answers it.
func TestSched_SplitLosesNoRequest(t *testing.T) {
	sched.Explore(t, func(s *sched.S) {
		d := split(1)
		last := wsq.Retry
		s.Go(func() {
			for range 2 {
				_, last = d.Steal()
			}
		})
		d.Push(1)
		s.Wait()
		if d.Push(2); last == wsq.Empty && d.PublicLen() == 0 {
			s.Errorf("a request was lost: no item is public after another Push")
		}
	})
}
