package explore_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/explore"
)

// jugs is a state of the puzzle of the two jugs, for 3 and for 5 pints. The task is to measure 4 pints.
type jugs struct{ small, big uint8 }

func twoJugs() *explore.Model[jugs] {
	moves := []func(*jugs){
		func(s *jugs) { s.small = 3 },
		func(s *jugs) { s.big = 5 },
		func(s *jugs) { s.small = 0 },
		func(s *jugs) { s.big = 0 },
		func(s *jugs) { n := min(s.small, 5-s.big); s.small -= n; s.big += n },
		func(s *jugs) { n := min(s.big, 3-s.small); s.big -= n; s.small += n },
	}
	return &explore.Model[jugs]{
		Init:    []jugs{{}},
		Threads: []string{"you"},
		Actions: []string{"FillSmall", "FillBig", "EmptySmall", "EmptyBig", "SmallToBig", "BigToSmall"},
		Next: func(s *jugs, steps []explore.Step[jugs]) []explore.Step[jugs] {
			for i, move := range moves {
				to := *s
				move(&to)
				steps = append(steps, explore.Step[jugs]{To: to, Action: uint8(i)})
			}
			return steps
		},
		Text: func(b []byte, s *jugs) []byte { return fmt.Appendf(b, "/\\ big = %d\n/\\ small = %d", s.big, s.small) },
	}
}

func TestExplore_FindsShortestRun(t *testing.T) {
	m := twoJugs()
	m.Invariants = []explore.Invariant[jugs]{{Name: "NotFour", Holds: func(s *jugs) bool { return s.big != 4 }}}
	res, err := m.Explore(t.Context(), explore.Options{})
	require.NoError(t, err)
	require.Equal(t, explore.Failed, res.Ending)
	require.Equal(t, explore.RuleInvariant, res.Failure.Rule)
	require.Equal(t, "NotFour", res.Failure.Name)
	require.Equal(t, 7, res.Failure.States())
	var b strings.Builder
	require.NoError(t, res.Failure.WriteTable(&b))
	require.Equal(t, `   you
1  FillBig
2  BigToSmall
3  EmptySmall
4  BigToSmall
5  FillBig
6  BigToSmall
`, b.String())
	require.Equal(t, "/\\ big = 4\n/\\ small = 3", res.Failure.Last)
}

func TestExplore_VisitsAll(t *testing.T) {
	res, err := twoJugs().Explore(t.Context(), explore.Options{Digest: true})
	require.NoError(t, err)
	require.Equal(t, explore.Exhausted, res.Ending)
	// TLC's figures for the module DieHard.
	require.Equal(t, 16, res.States)
	require.Equal(t, 97, res.Generated)
	require.Zero(t, res.Queue)
	total := 0
	for _, n := range res.Taken {
		total += n
	}
	require.Equal(t, 96, total)

	// The same edges, one by one.
	var sum explore.Digest
	seen := map[string]bool{}
	m := twoJugs()
	hash := func(s *jugs) explore.StateHash { return explore.HashState(m.Text(nil, s)) }
	require.NoError(t, m.Walk(100, func(from *jugs, step *explore.Step[jugs], _ bool) error {
		if step == nil {
			sum.Add(explore.InitialHash(hash(from)))
			return nil
		}
		key := fmt.Sprint(*from, step.Action, step.To)
		if !seen[key] {
			seen[key] = true
			sum.Add(explore.EdgeHash(hash(from), hash(&step.To), m.Actions[step.Action]))
		}
		return nil
	}))
	require.Equal(t, len(seen), res.Edges)
	require.Equal(t, sum, res.Digest)
	require.Len(t, res.Digest.String(), 64)
}

func TestExplore_StepProperty(t *testing.T) {
	m := twoJugs()
	m.Properties = []explore.Property[jugs]{{Name: "NeverBothEmptied", Holds: func(from *jugs, step *explore.Step[jugs]) bool {
		return from.small == 0 || from.big == 0 || step.To.small != 0 || step.Action != 2
	}}}
	res, err := m.Explore(t.Context(), explore.Options{})
	require.NoError(t, err)
	require.Equal(t, explore.RuleProperty, res.Failure.Rule)
	require.Equal(t, 4, res.Failure.States(), "the run must fill both jugs and empty one")
}

func TestExplore_Deadlock(t *testing.T) {
	m := countdown(3)
	m.Deadlock = true
	res, err := m.Explore(t.Context(), explore.Options{})
	require.NoError(t, err)
	require.Equal(t, explore.RuleDeadlock, res.Failure.Rule)
	require.Equal(t, 4, res.Failure.States())

	m.Deadlock = false
	res, err = m.Explore(t.Context(), explore.Options{})
	require.NoError(t, err)
	require.Equal(t, explore.Exhausted, res.Ending)
	require.Equal(t, 4, res.Depth)
}

// countdown counts down to 0, and stops there.
func countdown(n uint8) *explore.Model[uint8] {
	return &explore.Model[uint8]{
		Init: []uint8{n}, Threads: []string{"counter"}, Actions: []string{"Count"}, Fair: 1,
		Next: func(s *uint8, steps []explore.Step[uint8]) []explore.Step[uint8] {
			if *s > 0 {
				steps = append(steps, explore.Step[uint8]{To: *s - 1})
			}
			return steps
		},
	}
}

func TestExplore_RunThatStops(t *testing.T) {
	m := countdown(3)
	m.Temporal = []explore.Temporal[uint8]{{Name: "Positive", Form: explore.InfinitelyOften, Then: func(s *uint8) bool { return *s > 0 }}}
	res, err := m.Explore(t.Context(), explore.Options{})
	require.NoError(t, err)
	require.Equal(t, explore.RuleTemporal, res.Failure.Rule)
	require.Len(t, res.Failure.Steps, 3)
	require.Equal(t, 3, res.Failure.Back)
	var b strings.Builder
	require.NoError(t, res.Failure.WriteTable(&b))
	require.Contains(t, b.String(), "Then nothing happens any more.")

	m.Temporal[0].Then = func(s *uint8) bool { return *s == 0 }
	res, err = m.Explore(t.Context(), explore.Options{})
	require.NoError(t, err)
	require.Equal(t, explore.Exhausted, res.Ending)

	m.Fair = 0 // without fairness it may stop before
	res, err = m.Explore(t.Context(), explore.Options{})
	require.NoError(t, err)
	require.Equal(t, explore.RuleTemporal, res.Failure.Rule)
}

// grid is a model with many states: each of two threads counts round to n.
func grid(n uint16) *explore.Model[[2]uint16] {
	return &explore.Model[[2]uint16]{
		Init: make([][2]uint16, 1), Threads: []string{"a", "b"}, Actions: []string{"Count"},
		Next: func(s *[2]uint16, steps []explore.Step[[2]uint16]) []explore.Step[[2]uint16] {
			for t := range s {
				to := *s
				to[t] = (to[t] + 1) % n
				steps = append(steps, explore.Step[[2]uint16]{To: to, Thread: uint8(t)})
			}
			return steps
		},
		Text: func(b []byte, s *[2]uint16) []byte { return fmt.Append(b, *s) },
	}
}

func TestExplore_NumberOfWorkersChangesNothing(t *testing.T) {
	var first *explore.Result
	for _, workers := range []int{1, 2, 5} {
		m := grid(400)
		res, err := m.Explore(t.Context(), explore.Options{Workers: workers, Digest: true})
		require.NoError(t, err)
		require.Equal(t, 400*400, res.States)
		require.Equal(t, 2*400*400, res.Edges)
		require.Equal(t, 799, res.Depth)
		m.Invariants = []explore.Invariant[[2]uint16]{{Name: "Low", Holds: func(s *[2]uint16) bool { return s[0]+s[1] < 600 }}}
		broken, err := m.Explore(t.Context(), explore.Options{Workers: workers})
		require.NoError(t, err)
		require.Equal(t, 601, broken.Failure.States())
		res.Failure, res.Took = broken.Failure, 0
		if first == nil {
			first = res
		}
		require.Equal(t, first, res)
	}
}

func TestExplore_Bounds(t *testing.T) {
	for _, c := range []struct {
		name, want string
		o          explore.Options
	}{
		{"states", "50000 states; ", explore.Options{States: 50_000}},
		{"memory", "8 MB; ", explore.Options{Memory: 8 << 20}},
	} {
		t.Run(c.name, func(t *testing.T) {
			res, err := grid(2000).Explore(t.Context(), c.o)
			require.NoError(t, err)
			require.Equal(t, explore.BoundHit, res.Ending)
			require.Contains(t, res.Bound, c.want)
			require.Contains(t, res.Bound, fmt.Sprintf("%d states were not expanded", res.Queue))
			require.Positive(t, res.Queue)
			require.Less(t, res.States, 2000*2000)
		})
	}
}

func TestExplore_CancelAndProgress(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	calls := 0
	res, err := grid(5000).Explore(ctx, explore.Options{
		Every: time.Millisecond,
		Progress: func(p explore.Progress) {
			require.Positive(t, p.States)
			require.Positive(t, p.Depth)
			require.Positive(t, p.Rate())
			if calls++; calls == 3 {
				cancel(fmt.Errorf("enough seen"))
			}
		},
	})
	require.NoError(t, err)
	require.Equal(t, explore.BoundHit, res.Ending)
	require.Contains(t, res.Bound, "enough seen; ")
	require.Equal(t, 3, calls)
}

func TestExplore_Symmetry(t *testing.T) {
	m := grid(50)
	m.Canonical = func(s *[2]uint16) {
		if s[0] > s[1] {
			s[0], s[1] = s[1], s[0]
		}
	}
	res, err := m.Explore(t.Context(), explore.Options{})
	require.NoError(t, err)
	require.Equal(t, 50*51/2, res.States)
	m.Invariants = []explore.Invariant[[2]uint16]{{Name: "Low", Holds: func(s *[2]uint16) bool { return s[0] < 3 }}}
	res, err = m.Explore(t.Context(), explore.Options{})
	require.NoError(t, err)
	require.Equal(t, 7, res.Failure.States())
}

func TestExplore_Constraint(t *testing.T) {
	m := grid(50)
	m.Within = func(_ *[2]uint16, step *explore.Step[[2]uint16]) bool { return step.To[1] < 2 }
	res, err := m.Explore(t.Context(), explore.Options{})
	require.NoError(t, err)
	require.Equal(t, 100, res.States)
}

func TestExplore_MalformedModels(t *testing.T) {
	holds := func(*[2]uint16) bool { return true }
	temporal := []explore.Temporal[[2]uint16]{{Then: holds}}
	for _, c := range []struct {
		want   string
		change func(*explore.Model[[2]uint16])
	}{
		{"no initial state", func(m *explore.Model[[2]uint16]) { m.Init = nil }},
		{"more than 32 threads", func(m *explore.Model[[2]uint16]) { m.Threads = make([]string, 33) }},
		{"a constraint would cut off infinite runs", func(m *explore.Model[[2]uint16]) {
			m.Temporal, m.Within = temporal, func(*[2]uint16, *explore.Step[[2]uint16]) bool { return true }
		}},
		{"symmetric states count as one", func(m *explore.Model[[2]uint16]) {
			m.Temporal, m.Canonical = temporal, func(*[2]uint16) {}
		}},
	} {
		m := grid(2)
		c.change(m)
		_, err := m.Explore(t.Context(), explore.Options{})
		require.ErrorContains(t, err, "explore: "+c.want)
	}
	type padded struct {
		A uint8
		B uint32
	}
	_, err := (&explore.Model[padded]{}).Explore(t.Context(), explore.Options{})
	require.ErrorContains(t, err, "has 3 bytes of padding")
	_, err = (&explore.Model[string]{}).Explore(t.Context(), explore.Options{})
	require.ErrorContains(t, err, "string is not an integer, boolean, array or struct")
	_, err = (&explore.Model[struct{ _ uint8 }]{}).Explore(t.Context(), explore.Options{})
	require.ErrorContains(t, err, "has a field without a name")
}

func BenchmarkExplore(b *testing.B) {
	states := 0
	for b.Loop() {
		res, err := grid(1000).Explore(b.Context(), explore.Options{})
		require.NoError(b, err)
		states += res.States
	}
	b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
}
