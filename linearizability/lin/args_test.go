package lin

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/stealproof/stealproof/model/sched"
)

type point struct {
	X, Y int
	Tag  string
}

func drawPoint(t *rapid.T) point {
	return point{rapid.IntRange(0, 9).Draw(t, "x"), rapid.IntRange(0, 9).Draw(t, "y"), rapid.SampledFrom([]string{"a", "b"}).Draw(t, "tag")}
}

// The generators of rapid are generators, and their values are the same in each run.
func TestArgsFrom(t *testing.T) {
	of := func() *operation {
		o := &operation{name: "Put", call: reflect.ValueOf(func(*register, point, int) {})}
		ArgsFrom(rapid.Custom(drawPoint), 3).applyOp(o)
		ArgsFrom(rapid.IntRange(7, 8), 5).applyOp(o)
		return o
	}
	o := of()
	require.Len(t, o.given[0], 3)
	require.Len(t, o.given[1], 2, "there are no more")
	require.Equal(t, o.given, of().given)
	require.NoError(t, o.wrong)
}

// The smallest scenario is found with generated arguments, and its text can be read again.
func TestArgsFrom_Search(t *testing.T) {
	put := func(r *register, p point) int { return r.Add(p.X%3, 1) }
	for _, racy := range []bool{true, false} {
		v, _ := searched(t, func() *register { return &register{racy: racy} }, func() *pointSpec { return &pointSpec{} },
			Op("Put", put, ArgsFrom(rapid.Custom(drawPoint), 2)))
		require.Equal(t, racy, v.Failure != nil)
		if !racy {
			require.Equal(t, sched.Exhausted, v.Every.Ending)
			continue
		}
		k, err := newChecker(&tb{}, func() *register { return nil }, func() *pointSpec { return &pointSpec{} }, configOf(Op("Put", put, ArgsFrom(rapid.Custom(drawPoint), 2))))
		require.NoError(t, err)
		s, _, err := k.m.parse(v.Failure.Scenario)
		require.NoError(t, err)
		require.Equal(t, v.Failure.Scenario, s.String())
	}
}

type pointSpec struct{ n [3]int }

func (s *pointSpec) Put(p point) int { s.n[p.X%3]++; return s.n[p.X%3] }

type dice struct{ n int }

func (d *dice) Example(...int) int { d.n++; return d.n }

func TestArgsFrom_Refuses(t *testing.T) {
	refused := func(o OpOption) error {
		_, err := newChecker(&tb{}, func() *register { return nil }, newRegisters, configOf(Op("Get", (*register).Get, o)))
		return err
	}
	require.EqualError(t, refused(ArgsFrom(&dice{}, 2)), "ArgsFrom, parameter 1 of Get: the generator makes 1 and 2 of one seed")
	require.EqualError(t, refused(ArgsFrom(rapid.Int(), 0)), "ArgsFrom, parameter 1 of Get: want 1 value or more, not 0")
	require.ErrorContains(t, refused(ArgsFrom(rapid.String(), 2)), "not a int")
}
