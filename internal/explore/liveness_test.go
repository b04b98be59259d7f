package explore

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// This test judges temporal properties of random graphs a second time, in the simplest possible way: it
// computes reachability as a table, and applies the definition of fairness to each set of states that reach
// each other.
func TestProp_TemporalAgainstATable(t *testing.T) {
	ctx := t.Context()
	broken, held := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 7).Draw(t, "states")
		threads := rapid.IntRange(1, 3).Draw(t, "threads")
		fair := rapid.Uint32Range(0, 1<<threads-1).Draw(t, "fair")
		type link struct{ from, to, thread int }
		links := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) link {
			return link{rapid.IntRange(0, n-1).Draw(t, "from"), rapid.IntRange(0, n-1).Draw(t, "to"), rapid.IntRange(0, threads-1).Draw(t, "thread")}
		}), 0, 14).Draw(t, "links")
		when := rapid.Uint8().Draw(t, "when")
		then := rapid.Uint8().Draw(t, "then")
		form := Form(rapid.IntRange(0, 2).Draw(t, "form"))
		has := func(set uint8) func(*uint8) bool { return func(s *uint8) bool { return set&(1<<*s) != 0 } }
		m := &Model[uint8]{
			Init: []uint8{0}, Threads: make([]string, threads), Actions: []string{"Step"}, Fair: fair,
			Next: func(s *uint8, steps []Step[uint8]) []Step[uint8] {
				for _, l := range links {
					if l.from == int(*s) {
						steps = append(steps, Step[uint8]{To: uint8(l.to), Thread: uint8(l.thread)})
					}
				}
				return steps
			},
			Temporal: []Temporal[uint8]{{Name: "It", Form: form, When: has(when), Then: has(then)}},
		}
		res, err := m.Explore(ctx, Options{Workers: 1})
		require.NoError(t, err)

		// reach[i][j] reports whether j can be reached from i in one or more steps, within the states of in.
		reach := func(in func(int) bool) (r [8][8]bool) {
			for _, l := range links {
				r[l.from][l.to] = r[l.from][l.to] || in(l.from) && in(l.to)
			}
			for k := range n {
				for i := range n {
					for j := range n {
						r[i][j] = r[i][j] || r[i][k] && r[k][j]
					}
				}
			}
			return r
		}
		fairTogether := func(in func(int) bool, at int) bool {
			r := reach(in)
			with := func(i int) bool { return i == at || r[at][i] && r[i][at] }
			for thread := range threads {
				turn := fair&(1<<thread) == 0
				for i := range n {
					enabled := false
					for _, l := range links {
						if l.thread == thread && l.from == i && l.to != i {
							enabled = true
							turn = turn || with(i) && with(l.to) && in(l.to)
						}
					}
					turn = turn || with(i) && !enabled
				}
				if !turn {
					return false
				}
			}
			return true
		}
		all := func(int) bool { return true }
		notThen := func(i int) bool { return then&(1<<i) == 0 }
		fromInit := reach(all)
		reached := func(i int) bool { return i == 0 || fromInit[0][i] }
		want := false
		for i := range n {
			if !reached(i) {
				continue
			}
			switch form {
			case InfinitelyOften:
				want = want || notThen(i) && fairTogether(notThen, i)
			case InTheEnd:
				want = want || notThen(i) && fairTogether(all, i)
			case LeadsTo:
				if !notThen(i) || when&(1<<i) == 0 {
					continue
				}
				r := reach(notThen)
				for j := range n {
					if (j == i || r[i][j]) && notThen(j) {
						want = want || fairTogether(notThen, j)
					}
				}
			}
		}
		require.Equal(t, want, res.Failure != nil, "links %v", links)
		if res.Failure == nil {
			held++
			return
		}
		broken++
		f := res.Failure
		require.Equal(t, RuleTemporal, f.Rule)
		require.GreaterOrEqual(t, f.Back, 0)
		require.LessOrEqual(t, f.Back, len(f.Steps))
	})
	enough := 10
	if testing.Short() { // rapid then runs a fifth of the checks
		enough = 0
	}
	require.Greater(t, broken, enough)
	require.Greater(t, held, enough)
}

// A printed cycle is a cycle, and each fair thread gets its turn in it.
func TestTemporal_TheCycleIsFair(t *testing.T) {
	// Each of two threads turns a wheel. A third thread may stop everything, but need not.
	type wheels struct{ a, b, stop uint8 }
	m := &Model[wheels]{
		Init: []wheels{{}}, Threads: []string{"a", "b", "c"}, Actions: []string{"Turn"}, Fair: 0b011,
		Next: func(s *wheels, steps []Step[wheels]) []Step[wheels] {
			if s.stop == 1 {
				return steps
			}
			a, b, c := *s, *s, *s
			a.a, b.b, c.stop = (a.a+1)%3, (b.b+1)%2, 1
			return append(steps, Step[wheels]{To: a}, Step[wheels]{To: b, Thread: 1}, Step[wheels]{To: c, Thread: 2})
		},
		Text:     func(b []byte, s *wheels) []byte { return fmt.Append(b, *s) },
		Temporal: []Temporal[wheels]{{Name: "Stopped", Form: InTheEnd, Then: func(s *wheels) bool { return s.stop == 1 }}},
	}
	res, err := m.Explore(t.Context(), Options{})
	require.NoError(t, err)
	f := res.Failure
	require.NotNil(t, f)
	turns := map[int]bool{}
	for _, step := range f.Steps[f.Back:] {
		turns[step.Thread] = true
	}
	require.True(t, turns[0] && turns[1], "%v", f.Steps)
	require.Equal(t, f.Init, f.Last, "the cycle closes where it began")
	require.Zero(t, f.Back)

	m.Fair |= 0b100 // now it must stop some time
	res, err = m.Explore(t.Context(), Options{})
	require.NoError(t, err)
	require.Nil(t, res.Failure)
}

func TestTemporal_LeadsTo(t *testing.T) {
	// The graph is 0 -> 1 -> 2 -> 1 and 1 -> 3. Does each run from 1 reach 3?
	m := &Model[uint8]{
		Init: []uint8{0}, Threads: []string{"it"}, Actions: []string{"Step"}, Fair: 1,
		Next: func(s *uint8, steps []Step[uint8]) []Step[uint8] {
			for _, to := range map[uint8][]uint8{0: {1}, 1: {2, 3}, 2: {1}}[*s] {
				steps = append(steps, Step[uint8]{To: to})
			}
			return steps
		},
		Temporal: []Temporal[uint8]{{
			Name: "Comes", Form: LeadsTo,
			When: func(s *uint8) bool { return *s == 1 }, Then: func(s *uint8) bool { return *s == 3 },
		}},
	}
	res, err := m.Explore(t.Context(), Options{})
	require.NoError(t, err)
	require.NotNil(t, res.Failure)
	require.Len(t, res.Failure.Steps[res.Failure.Back:], 2, "the cycle must be between 1 and 2")

	m.Temporal[0].Then = func(s *uint8) bool { return *s >= 2 }
	res, err = m.Explore(t.Context(), Options{})
	require.NoError(t, err)
	require.Nil(t, res.Failure)
}

// States that differ in a few bits have different fingerprints, and so have the halves of the fingerprints.
func TestFingerprint_SmallDifferences(t *testing.T) {
	seen, low, high := map[fingerprint]bool{}, map[uint64]bool{}, map[uint64]bool{}
	n := 0
	var s [45]byte
	note := func() {
		p := fingerprintOf(s[:])
		seen[p], low[p.lo], high[p.hi] = true, true, true
		n++
	}
	for i := range s {
		for j := range i {
			for v := byte(1); v < 12; v++ {
				for w := byte(1); w < 12; w++ {
					s[i], s[j] = v, w
					note()
				}
			}
			s[i], s[j] = 0, 0
		}
	}
	require.Greater(t, n, 100_000)
	require.Len(t, seen, n)
	require.Len(t, low, n)
	require.Len(t, high, n)
	spread := map[uint64]int{}
	for p := range seen {
		spread[p.hi>>(64-shardBits)]++
	}
	require.Len(t, spread, shardCount)
	for _, k := range spread {
		require.InDelta(t, n/shardCount, k, float64(n/shardCount)/5)
	}
}
