package refine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/machine"
)

func injector(t *testing.T) machine.Machine {
	m, err := machine.Sized("Injector", `Workers = 1 Submitters = 1 Closers = 0 Each = 1 Early = 0 Capacity = 1 Batch = 1 Impatient = 0 Tries = 0 Nows = 0 Naive = ""`)
	require.NoError(t, err)
	return m
}

func injectorProtocol() Protocol {
	return Protocol{
		Module: "Injector",
		Roles: map[string][]Rule{
			"worker":    {{Label: "Injector.LookSize", Do: []string{"LookSize"}}},
			"submitter": {{Label: "Injector.Put", Do: []string{"Put"}, Form: Locked, Why: "a region"}},
		},
		Stops: map[string]string{"TakeBatch": "a test", "Notify": "a test", "Announce": "a test"},
	}
}

// What is done under a lock is one step, and what is done without it is none.
func TestShadow_Steps(t *testing.T) {
	const submitter, worker = 1, 2
	names := []string{"", "submitter 1", "worker 1"}
	const lock, closed, size = 0, 1, 2
	steps := []model.Access{
		{Thread: worker, Label: "Injector.LookSize", Kind: model.Load, Object: size, Read: 0},
		{Thread: submitter, Label: "Injector.Put", Kind: model.LockStep, Object: lock},
		{Thread: submitter, Label: "Injector.Put", Kind: model.Load, Object: closed, Read: 0},
		{Thread: submitter, Label: "Injector.Put", Kind: model.Store, Object: size, Wrote: 1},
		{Thread: submitter, Label: "Injector.Put", Kind: model.LockStep, Object: lock},
	}
	run := func(steps []model.Access) (*Shadow, error) {
		s, err := NewShadow(injectorProtocol(), injector(t))
		require.NoError(t, err)
		s.Begin()
		s.objectAt(lock).isLock = true
		s.watch(closed, nil, 1, Place{Word: "closed", Values: Flags{}})
		s.watch(size, nil, 2, Place{Word: "size", Values: Flags{}})
		for i := range steps {
			a := steps[i]
			a.Name, a.Site, a.Place = names[a.Thread], uint32(i+1), uint32(i+1)
			if err := s.Access(&a); err != nil {
				return s, err
			}
		}
		return s, s.End()
	}
	s, err := run(steps)
	require.NoError(t, err)
	require.NoError(t, s.Check())
	require.Equal(t, map[string]int{"LookSize": 1, "Put": 1}, s.Taken)
	for _, listed := range []string{"rule worker Injector.LookSize", "rule submitter Injector.Put", "stop Announce", "stop Notify"} {
		require.Positive(t, s.Used[listed], listed)
	}
	require.Zero(t, s.Used["stop TakeBatch"])
	p := injectorProtocol()
	require.ElementsMatch(t, []string{"rule worker Injector.LookSize", "rule submitter Injector.Put", "stop Announce", "stop Notify", "stop TakeBatch"}, p.Listed())

	without := func(i int) []model.Access { return append(append([]model.Access{}, steps[:i]...), steps[i+1:]...) }
	changed := func(i int, change func(a *model.Access)) []model.Access {
		all := append([]model.Access{}, steps...)
		change(&all[i])
		return all
	}
	for _, c := range []struct {
		steps []model.Access
		says  string
	}{
		{changed(0, func(a *model.Access) { a.Read = 1 }), "at Injector.LookSize: another value read"},
		{changed(0, func(a *model.Access) { a.Kind = model.ReadWrite }), "at Injector.LookSize: another kind of access"},
		{changed(0, func(a *model.Access) { a.Object = closed }), "at Injector.LookSize: another object"},
		{changed(0, func(a *model.Access) { a.Label, a.Object = "Injector.TakeBatch", 9 }), "at Injector.TakeBatch: there is no rule for it"},
		{without(1), "at Injector.Put: the machine would have size = 0, and the code has 0x1"},
		{changed(2, func(a *model.Access) { a.Read = 1 }), "at Injector.Put: the machine would have closed = FALSE, and the code has 0x1"},
		{changed(3, func(a *model.Access) { a.Wrote = 0 }), "at Injector.Put: the machine would have size = 1, and the code has 0x0"},
		{changed(3, func(a *model.Access) { a.Object = closed }), "at Injector.Put: the machine would have closed = FALSE, and the code has 0x1"},
		{without(3), "at Injector.Put: the machine would have size = 1, and the code has 0x0"},
		{append(steps[:4:4], steps[0]), "at Injector.LookSize: the machine is not there"},
		{steps[:3], "the code has ended, and the machine has not"},
	} {
		_, err := run(c.steps)
		require.ErrorContains(t, err, c.says)
		require.Equal(t, "Injector", IsDivergence(err).Module)
	}
	s, err = run(nil)
	require.NoError(t, err)
	require.ErrorContains(t, s.Check(), "nothing was followed")
}

func TestNewShadow_Refuses(t *testing.T) {
	for says, change := range map[string]func(p *Protocol){
		"has Nothing, which is no action":                                   func(p *Protocol) { p.Roles["worker"][0].Do = []string{"Nothing"} },
		"does not say why Injector.Put of a submitter is [Put]":             func(p *Protocol) { p.Roles["submitter"][0].Why = "" },
		"does not say why Injector.LookSize of a worker is [LookSizeAgain]": func(p *Protocol) { p.Roles["worker"][0].Do = []string{"LookSizeAgain"} },
		"has Sleep, which is no action":                                     func(p *Protocol) { p.Unfollowed = map[string]string{"Sleep": "a test"} },
	} {
		p := injectorProtocol()
		change(&p)
		_, err := NewShadow(p, injector(t))
		require.ErrorContains(t, err, says)
	}
}
