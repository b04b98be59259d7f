package refine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/tla"
)

func abp(t *testing.T) machine.Machine {
	c, err := tla.ParseConfig("ABP", `SPECIFICATION Spec CONSTANTS Items = 2 Thieves = 1 Capacity = 2 Stamps = 4 Naive = ""`)
	require.NoError(t, err)
	m, err := machine.New("ABP", c)
	require.NoError(t, err)
	return m
}

func binding() Binding {
	return Binding{Module: "ABP", Values: map[string]Values{"age": &Names{}, "slots": &Names{Nil: true}}}
}

func TestValues(t *testing.T) {
	n := &Names{Nil: true}
	require.True(t, n.Same(0, 0, 0))
	require.False(t, n.Same(0, 1, 0))
	require.True(t, n.Same(0, 1, 0xc000))
	require.True(t, n.Same(5, 1, 0xc000))
	require.False(t, n.Same(0, 2, 0xc000), "two items must not have the same name")
	require.False(t, n.Same(0, 1, 0xc008), "an item must not have two names")
	n.Reset()
	require.True(t, n.Same(0, 2, 0xc000))

	require.True(t, Signed{}.Same(0, 0xff, ^uint64(0)))
	require.False(t, Signed{}.Same(0, 0xff, 0xff))
	require.True(t, Flags{}.Same(0, 1, 2))
	u := Unset{Values: Numbers{}, Value: 1}
	require.True(t, u.Same(3, 0, 1))
	require.False(t, u.Same(0, 0, 1))
	require.False(t, u.Same(3, 2, 1))
}

func TestNew_Refuses(t *testing.T) {
	b := binding()
	delete(b.Values, "age")
	_, err := New(b, abp(t))
	require.ErrorContains(t, err, "the binding of ABP has no Values for age")
	b = binding()
	b.Values["tail"] = Numbers{}
	_, err = New(b, abp(t))
	require.ErrorContains(t, err, "the binding of ABP names tail, which is not a shared variable")
}

// The accesses of a Push and a Steal are followed. If one access differs, the divergence says so.
func TestFollower_Steps(t *testing.T) {
	steps := []model.Access{
		{Thread: 1, Label: "PushWrite", Kind: model.Store, Object: 0, Wrote: 0xc000},
		{Thread: 1, Label: "PushPublish", Kind: model.Store, Object: 1, Wrote: 1},
		{Thread: 2, Label: "StealReadAge", Kind: model.Load, Object: 2, Read: 0},
		{Thread: 2, Label: "StealReadBottom", Kind: model.Load, Object: 1, Read: 1},
		{Thread: 2, Label: "StealReadSlot", Kind: model.Load, Object: 0, Read: 0xc000},
		{Thread: 2, Label: "StealClaim", Kind: model.ReadWrite, Object: 2, Read: 0, Wrote: 1},
	}
	run := func(steps []model.Access) (*Follower, error) {
		f, err := New(binding(), abp(t))
		require.NoError(t, err)
		f.Begin()
		for i := range steps {
			steps[i].Place = uint32(i + 1)
			if err := f.Access(&steps[i]); err != nil {
				return f, err
			}
		}
		return f, f.End()
	}
	f, err := run(steps)
	require.NoError(t, err)
	require.NoError(t, f.Check())
	require.Equal(t, 7, f.Steps) // OwnerIdle is a step too

	for i, c := range []struct {
		change func(a *model.Access)
		says   string
	}{
		{func(a *model.Access) { a.Kind = model.Load }, "at PushWrite: another kind of access"},
		{func(a *model.Access) { a.Wrote = 2 }, "at PushPublish: another value written"},
		{func(a *model.Access) { a.Object = 1 }, "at StealReadAge: another object"},
		{func(a *model.Access) { a.Read = 0 }, "at StealReadBottom: another value read"},
		{func(a *model.Access) { a.Label = "StealClaim" }, "at StealClaim: the machine is not there"},
		{func(a *model.Access) { a.Label = "Nothing" }, "Nothing is not an action of ABP"},
	} {
		wrong := append([]model.Access(nil), steps...)
		c.change(&wrong[i])
		_, err := run(wrong)
		require.ErrorContains(t, err, c.says)
	}
	_, err = run(steps[:5])
	require.ErrorContains(t, err, "the code has ended the operation, and the machine has not")
	require.Equal(t, "ABP", IsDivergence(err).Module)

	f, err = run(nil)
	require.NoError(t, err)
	require.ErrorContains(t, f.Check(), "nothing was followed")
}
