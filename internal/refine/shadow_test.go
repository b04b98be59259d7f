package refine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/model"
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
			"submitter": {{Label: "Injector.Put", Do: []string{"Put"}, Form: Locked, Moves: Both, Why: "a region"}},
		},
		Stops: map[string]string{"TakeBatch": "a test", "Notify": "a test", "Announce": "a test"},
	}
}

// The accesses under a lock are one step. An access without the lock is none.
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
		s.locks(s.objectAt(lock))
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

// A silent action may be taken or skipped. Skipping starts from the state before the action, whatever was tried
// there.
func TestShadow_SilentOrNot(t *testing.T) {
	for reason, want := range map[string][]string{"": {"ReadCancel"}, "a test": {"ReadCancel", "BodyIdle"}} {
		m, err := machine.Sized("Join", `Workers = 1 Outsiders = 0 Shape = 1 Panics = FALSE Recovers = FALSE Nudges = 0 Patient = TRUE Help = "all" Naive = ""`)
		require.NoError(t, err)
		s, err := NewShadow(Protocol{Module: "Join", Silent: map[string]string{"ReadCancel": reason}}, m)
		require.NoError(t, err)
		s.Begin()
		for range 2 { // the steps Find and Claim
			s.w.Do(0, 0)
		}
		var at []string
		s.reach(s.w.Mark(), 0, []int{s.actions["ReadCancel"], s.actions["BodyIdle"]}, 0, func(int) {
			action, _ := s.w.At(0)
			at = append(at, s.names[action])
			s.w.Do(0, 0) // to BodyIdle, which has more choices
		})
		require.Equal(t, want, at)
	}
}

// After Repeat, a Shadow is in the same state as one that was told only the accesses before.
func TestShadow_Repeat(t *testing.T) {
	const lock, closed, size = 0, 1, 2
	access := func(thread int, label string, kind model.AccessKind, object int32, value uint64) *model.Access {
		names := []string{"", "submitter 1", "worker 1"}
		a := &model.Access{Thread: thread, Name: names[thread], Label: label, Kind: kind, Object: object, Read: value, Wrote: value}
		a.Place = uint32(object) + 10*uint32(kind) + 100*uint32(len(label))
		a.Site = a.Place
		return a
	}
	steps := []*model.Access{
		access(2, "Injector.LookSize", model.Load, size, 0),
		access(1, "Injector.Put", model.LockStep, lock, 0),
		access(1, "Injector.Put", model.Load, closed, 0),
		access(1, "Injector.Put", model.Store, size, 1),
		access(1, "Injector.Put", model.LockStep, lock, 0),
		access(2, "", model.Load, size, 1),
	}
	others := []*model.Access{ // from the third access on
		access(2, "", model.Load, size, 0),
		access(1, "Injector.Put", model.Store, size, 1),
	}
	begin := func(values Values) *Shadow {
		s, err := NewShadow(injectorProtocol(), injector(t))
		require.NoError(t, err)
		s.Begin()
		s.trail.prepares()
		s.locks(s.objectAt(lock))
		s.watch(closed, nil, 1, Place{Word: "closed", Values: values})
		s.watch(size, nil, 2, Place{Word: "size", Values: Flags{}})
		return s
	}
	tell := func(s *Shadow, steps []*model.Access) {
		for i, a := range steps {
			require.NoError(t, s.Access(a), i)
		}
	}
	// known returns the facts from which the Shadow continues.
	known := func(s *Shadow) (all []any) {
		all = append(all, s.States(), len(s.bound))
		for _, o := range s.objects {
			c := o.content
			c.region = nil
			all = append(all, c, o.region != nil)
		}
		for _, thread := range s.threads {
			if thread.known {
				all = append(all, thread.machine, thread.inside != nil)
			}
		}
		for _, c := range s.states {
			all = append(all, c.open)
		}
		return all
	}
	for n := 1; n <= len(steps); n++ {
		fresh := begin(Flags{})
		tell(fresh, steps[:n])
		s := begin(Flags{})
		tell(s, steps)
		require.True(t, s.Repeat(n))
		require.Equal(t, known(fresh), known(s), n)
		if n == 2 {
			tell(s, others)
			tell(fresh, others)
			require.Equal(t, known(fresh), known(s))
		}
	}
	s := begin(Flags{})
	tell(s, steps[:3])
	before := known(s)
	s.trail.told++
	s.forget(s.places[s.words["size"]])
	s.bind(s.words["closed"], &model.Access{Object: 7}) // it has one, so nothing is bound
	require.True(t, s.Repeat(3))
	require.Equal(t, before, known(s))
	tell(s, steps[3:])
	require.Error(t, s.Access(access(2, "", model.Load, size, 0)))
	require.True(t, s.Repeat(3))
	require.ErrorContains(t, s.End(), "the code has ended, and the machine has not")

	s = begin(Flags{})
	tell(s, steps)
	require.False(t, s.Repeat(0), "Repeat must refuse a point before the calls of Watch")
	require.False(t, s.Repeat(len(steps)+1), "Repeat must refuse a point that the Shadow has not reached")
	s = begin(&Renamed{names: map[uint64]uint64{}})
	tell(s, steps)
	require.False(t, s.Repeat(3), "Repeat must refuse if values depend on addresses")
	require.True(t, learns(&Unset{Values: Numbers{}}), "unknown values may depend on addresses")
	require.True(t, learns(Unset{Values: &Names{}}))
}

func TestNewShadow_Refuses(t *testing.T) {
	for says, change := range map[string]func(p *Protocol){
		"has Nothing, which is not an action":                                       func(p *Protocol) { p.Roles["worker"][0].Do = []string{"Nothing"} },
		"does not say why Injector.Put of a submitter is [Put]":                     func(p *Protocol) { p.Roles["submitter"][0].Why = "" },
		"does not say why Injector.LookSize of a worker is [LookSizeAgain]":         func(p *Protocol) { p.Roles["worker"][0].Do = []string{"LookSizeAgain"} },
		"does not say how a region moves: Injector.Put of a submitter":              func(p *Protocol) { p.Roles["submitter"][0].Moves = machine.Unclaimed },
		"says how an access moves that is no region: Injector.LookSize of a worker": func(p *Protocol) { p.Roles["worker"][0].Moves = Both },
		"has a commit without its expression, or the reverse: Injector.Put":         func(p *Protocol) { p.Roles["submitter"][0].Moves = Commits },
		"has two claims about a region: Injector.Put": func(p *Protocol) {
			other := p.Roles["submitter"][0]
			other.Moves = Right
			p.Roles["worker"] = append(p.Roles["worker"], other)
		},
		"has Sleep, which is not an action": func(p *Protocol) { p.Unfollowed = map[string]string{"Sleep": "a test"} },
	} {
		p := injectorProtocol()
		change(&p)
		_, err := NewShadow(p, injector(t))
		require.ErrorContains(t, err, says)
	}
}
