package lin

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// On real cores, the last part of the scenario ends with the call that shows the fault.
func TestShorten(t *testing.T) {
	add := Op("Add", func(*register, int, int) {})
	for _, c := range []struct {
		given, want string
		get         func(*register, int) int
	}{
		{"; Add(1, 1) | Add(1, 2) ; Get(1) Get(2) Get(1)", "; Add(1, 1) | Add(1, 2) ; Get(1)", func(*register, int) int { return 100 }},
		{"; Add(1, 1) | Add(1, 2) ; Get(2) Get(1) Get(2)", "; Add(1, 1) | Add(1, 2) ; Get(2) Get(1)", func(*register, int) int { return 0 }},
		{"; Get(1) | Get(2) ; Get(1) Add(1, 1)", "; Get(1) | Get(2) ;", func(*register, int) int { return 100 }},
	} {
		v := Check(&tb{}, func() *register { return &register{} }, func() *adds { return &adds{} }, add, Op("Get", c.get), Scenario(c.given), Rounds(3))
		require.NotNil(t, v.Failure)
		require.Equal(t, c.want, v.Failure.Scenario)
		require.NotContains(t, v.Failure.Text, c.given)
	}
}

// adds is registers whose Add returns nothing.
type adds struct{ registers }

func (a *adds) Add(i, d int) { a.registers.Add(i, d) }
