package lin

import (
	"iter"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// guess is a specification that counts its calls in all copies together.
type guess struct {
	//lint:ignore U1000 copied by reflection
	calls *int
}

var guesses int

func (g *guess) Inc() int                { guesses++; return guesses }
func (g *guess) Get(n int, ok bool) bool { guesses++; return guesses%2 == 0 }

// fixed cannot change, since its methods get copies.
type fixed struct{ n int }

func (f fixed) Inc() int { f.n++; return f.n }

// choice has its next states in any order.
type choice struct{ n int }

func (c *choice) Inc(got int) (all []*choice) {
	for n := range map[int]bool{1: true, 2: true, 3: true, 4: true} {
		if got == c.n+1 {
			all = append(all, &choice{c.n + n})
		}
	}
	for _, s := range all {
		s.n = c.n + 1
	}
	return all
}

// A mistake in the test gets one line that says what is wrong.
func TestMistakes(t *testing.T) {
	right := func() *tally { return &tally{} }
	inc := Op("Inc", (*tally).Inc)
	errorOf := func(v Verdict, to *tb) string {
		require.Len(t, to.errors, 1)
		require.Nil(t, v.Failure, "the structure is not accused")
		require.NotContains(t, to.errors[0], "\n")
		return to.errors[0]
	}
	to := &tb{name: t.Name()}
	require.Regexp(t, `^lin: the specification's method Inc depends on more than its receiver and arguments: in the same state, Inc\(\) first returned \d+ and left &\{nil\}, and then returned \d+ and left`,
		errorOf(Check(to, right, func() *guess { return &guess{} }, inc), to))
	to = &tb{name: t.Name()}
	require.Contains(t, errorOf(Check(to, right, func() *guess { return &guess{} }, Op("Get", func(*tally, int) bool { return true })), to),
		"the specification's method Get depends on more than its receiver and arguments")
	to = &tb{name: t.Name()}
	require.Equal(t, "lin: the function that makes the specification returns nil", errorOf(Check(to, right, func() *tallySpec { return nil }, inc), to))
	to = &tb{name: t.Name()}
	require.Equal(t, "lin: result 1 of Each is a iter.Seq[int], which cannot be compared; give a function that returns values",
		errorOf(Check(to, right, func() *tallySpec { return &tallySpec{} }, Op("Each", func(*tally) iter.Seq[int] { return nil })), to))
	one := right()
	to = &tb{name: t.Name()}
	require.Equal(t, "lin: "+errSame.Error(), errorOf(Check(to, func() *tally { return one }, func() *tallySpec { return &tallySpec{} }, inc), to))

	// A structure that is made anew is not blamed, and a choice may come in any order.
	to = &tb{name: t.Name()}
	require.Nil(t, Check(to, right, func() *choice { return &choice{} }, inc, Rounds(5)).Failure)
	require.Empty(t, to.errors)
}

// If nothing changes the specification, the failure says so.
func TestMistakes_Note(t *testing.T) {
	v, _ := searched(t, func() *tally { return &tally{} }, func() fixed { return fixed{} }, Op("Inc", (*tally).Inc))
	require.NotNil(t, v.Failure)
	require.Contains(t, v.Failure.Text, "note: no call changes the specification; perhaps its methods need pointer receivers")
	v, _ = searched(t, func() *twice { return &twice{} }, func() *tallySpec { return &tallySpec{} }, Op("Inc", (*twice).Inc))
	require.NotNil(t, v.Failure)
	require.False(t, strings.Contains(v.Failure.Text, "note:"), v.Failure.Text)
}
