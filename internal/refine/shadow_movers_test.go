package refine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/model"
)

// A region of a lock moves as its rule claims, or the runs show that it does not.
func TestShadow_MoversOfLocks(t *testing.T) {
	const submitter, worker, lock, closed, size, other = 1, 2, 0, 1, 2, 3
	names := []string{"", "submitter 1", "worker 1"}
	put := func(kind model.AccessKind, object int32, value uint64) model.Access {
		return model.Access{Thread: submitter, Label: "Injector.Put", Kind: kind, Object: object, Read: value, Wrote: value}
	}
	look := func(object int32, kind model.AccessKind) model.Access {
		a := model.Access{Thread: worker, Kind: kind, Object: object, Read: 1, Wrote: 1}
		if object == size {
			a.Label, a.Read = "Injector.LookSize", 0
		}
		return a
	}
	held := func(accesses ...model.Access) []model.Access {
		all := append([]model.Access{put(model.LockStep, lock, 0)}, accesses...)
		return append(all, put(model.Store, size, 1), put(model.LockStep, lock, 0))
	}
	run := func(moves Mover, besides string, steps []model.Access) Movers {
		p := injectorProtocol()
		p.Stops["LookSize"] = "a test"
		r := &p.Roles["submitter"][0]
		if r.Moves = moves; moves == Commits {
			r.Commit = "nothing here"
		}
		if besides != "" {
			r.Besides = map[string]string{"": besides}
		}
		s, err := NewShadow(p, injector(t))
		require.NoError(t, err)
		s.Begin()
		s.locks(s.objectAt(lock))
		s.watch(closed, nil, 1, Place{Word: "closed", Values: Flags{}})
		s.watch(size, nil, 2, Place{Word: "size", Values: Flags{}})
		for i := range steps {
			a := steps[i]
			a.Name, a.Place = names[a.Thread], uint32(i+1)
			require.NoError(t, s.Access(&a))
		}
		require.NoError(t, s.End())
		require.Equal(t, besides != "", s.Used[(&Rule{Label: "Injector.Put"}).besides("")] > 0)
		return s.Movers["Injector.Put"]
	}
	for _, c := range []struct {
		name    string
		moves   Mover
		besides string
		steps   []model.Access
		wrong   string
	}{
		{"all under the lock", Both, "", held(put(model.Load, closed, 0)), ""},
		{"nobody else writes", Both, "", append([]model.Access{look(other, model.Load)}, held(put(model.Load, other, 1))...), ""},
		{"read outside, before", Both, "", append([]model.Access{look(size, model.Load)}, held()...), "the lock does not protect"},
		{"excused", Both, "a test", append([]model.Access{look(size, model.Load)}, held()...), ""},
		{"written outside, within the region", Both, "", held(put(model.Load, other, 0), look(other, model.Store)), "1 accesses are no right movers"},
		{"right movers only", Left, "a test", held(put(model.Load, other, 0), look(other, model.Store)), ""},
		{"written outside, before the access", Both, "", held(look(other, model.Store), put(model.Load, other, 1)), "1 accesses are no left movers"},
		{"left movers only", Right, "a test", held(look(other, model.Store), put(model.Load, other, 1)), ""},
		{"written outside, between two accesses", Right, "a test", held(put(model.Load, other, 0), look(other, model.Store), put(model.Load, other, 1)), "it is not one step"},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := run(c.moves, c.besides, c.steps)
			require.Equal(t, 1, found.Seen)
			if c.wrong == "" {
				require.Empty(t, found.Wrong())
				return
			}
			require.NotEmpty(t, found.Wrong())
			require.Contains(t, found.Wrong()[0], c.wrong)
		})
	}
}

// Claims that the runs contradict, or do not need, are wrong.
func TestMovers_Wrong(t *testing.T) {
	right := Movers{Claim: Commits, Commit: "x", Seen: 1, Committed: 1, Loose: 1}
	require.Empty(t, right.Wrong())
	for says, change := range map[string]func(m *Movers){
		"the region has no claim":                                func(m *Movers) { m.Claim = machine.Unclaimed },
		"its regions make different claims":                      func(m *Movers) { m.Add(Movers{Claim: Both}); m.Add(right) },
		"it is not one step, 2 times":                            func(m *Movers) { m.Stuck = 2 },
		"1 accesses are no right movers":                         func(m *Movers) { m.NotRight = 1 },
		"1 accesses are no left movers":                          func(m *Movers) { m.NotLeft = 1 },
		"the lock protects the commit, x: the claim is too weak": func(m *Movers) { m.Loose = 0 },
		"its commit, x, was seen, though a test":                 func(m *Movers) { m.Unseen = "a test" },
		"the lock does not protect y.z at a.go:7, 3 times":       func(m *Movers) { m.unprotected("y.z at a.go:7", 3) },
	} {
		wrong := right
		change(&wrong)
		require.Equal(t, []string{says}, wrong.Wrong())
	}
}

// A claim is tested if the runs show that no stronger one is right.
func TestMovers_Untested(t *testing.T) {
	for says, m := range map[string]Movers{
		"no other thread took part":     {Claim: Both, Seen: 3},
		"all accesses are both movers":  {Claim: Point, Regions: 1},
		"all accesses are left movers":  {Claim: Right, Regions: 1, NotRight: 1},
		"all accesses are right movers": {Claim: Left, Regions: 1, NotLeft: 1},
		"":                              {Claim: Right, Regions: 1, NotLeft: 1},
	} {
		require.Equal(t, says, m.Untested())
	}
	for _, m := range []Movers{{Claim: Both, Regions: 1}, {Claim: Commits, Regions: 1}, {Claim: Left, Regions: 1, NotRight: 1}, {Claim: Point, Regions: 1, NotLeft: 1, NotRight: 1}} {
		require.Empty(t, m.Untested(), m.String())
	}
	require.Equal(t, "all accesses are left movers", (&Movers{Claim: Point, Regions: 1, NotRight: 1}).Untested())
	require.Equal(t, []string{"it is not one step, 1 times"}, (&Movers{Claim: Point, Regions: 1, NotLeft: 1, NotRight: 1, Stuck: 1}).Wrong())
}
