package machine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/explore"
	"github.com/stealproof/stealproof/tla"
)

// abpRow returns a small configuration of ABP that holds.
func abpRow(t *testing.T) (*tla.Config, tla.Row) {
	m, err := tla.Find("ABP")
	require.NoError(t, err)
	for _, r := range m.Rows {
		if r.Config == "MCABP_N2T1C2" {
			c, err := m.Config(r)
			require.NoError(t, err)
			return c, r
		}
	}
	t.Fatal("no such configuration")
	return nil, tla.Row{}
}

// A machine with one action changed has another digest.
func TestControl_AChangedActionIsNoticed(t *testing.T) {
	c, r := abpRow(t)
	for name, change := range map[string]func(d *Def[abpState]){
		"nothing": func(*Def[abpState]) {},
		"the empty Pop keeps the stamp": func(d *Def[abpState]) {
			right := d.Actions[abpPopResetAge].Do
			d.Actions[abpPopResetAge].Do = func(s *abpState, t, choice int) Access {
				stamp := s.old.stamp
				did := right(s, t, choice)
				s.age.stamp = stamp
				return did
			}
		},
		"a thief forgets to forget": func(d *Def[abpState]) {
			right := d.Actions[abpStealClaim].Do
			d.Actions[abpStealClaim].Do = func(s *abpState, t, choice int) Access {
				item := s.thief[t-1].item
				did := right(s, t, choice)
				s.thief[t-1].item = item
				return did
			}
		},
		"an action has another name": func(d *Def[abpState]) { d.Actions[abpPopLower].Name = "PopDecrement" },
		"a step is left out": func(d *Def[abpState]) {
			right := d.Actions[abpOwnerIdle].Do
			d.Actions[abpOwnerIdle].Do = func(s *abpState, t, choice int) Access {
				if s.pushed == 2 && choice == 2 && s.bottom == 0 {
					return disabled
				}
				return right(s, t, choice)
			}
		},
	} {
		d, err := newABP(c)
		require.NoError(t, err)
		change(d)
		one, err := newRunner(d, c)
		require.NoError(t, err)
		res, err := one.Graph(t.Context(), explore.Options{})
		require.NoError(t, err)
		require.Equal(t, name == "nothing", r.Graph.Digest == res.Digest.String(), name)
	}
}

// An action that reads or writes other than it says is found out.
func TestControl_UndeclaredAccesses(t *testing.T) {
	c, _ := abpRow(t)
	wrap := func(d *Def[abpState], action int, more func(s *abpState, t int)) {
		right := d.Actions[action].Do
		d.Actions[action].Do = func(s *abpState, t, choice int) Access {
			did := right(s, t, choice)
			more(s, t)
			return did
		}
	}
	for want, change := range map[string]func(d *Def[abpState]){
		"PopLower of owner: it writes age":        func(d *Def[abpState]) { wrap(d, abpPopLower, func(s *abpState, _ int) { s.age.stamp = 1 }) },
		"PopLower of owner: it writes slots[1]":   func(d *Def[abpState]) { wrap(d, abpPopLower, func(s *abpState, _ int) { s.slots[1] = 2 }) },
		"StealReadAge of thief 1: it writes v":    func(d *Def[abpState]) { wrap(d, abpStealReadAge, func(s *abpState, _ int) { s.v = 2 }) },
		"StealReadAge of thief 1: it moves owner": func(d *Def[abpState]) { wrap(d, abpStealReadAge, func(s *abpState, _ int) { s.pc[0] = abpPopClear }) },
		"OwnerIdle of owner: it reads age:":       func(d *Def[abpState]) { wrap(d, abpOwnerIdle, func(s *abpState, _ int) { s.v = s.age.stamp }) },
		"PushPublish of owner: it reads seen:": func(d *Def[abpState]) {
			wrap(d, abpPushPublish, func(s *abpState, _ int) { s.v = s.thief[0].seen.stamp })
		},
		"StealReadSlot of thief 1: it reads slots[1]:": func(d *Def[abpState]) {
			wrap(d, abpStealReadSlot, func(s *abpState, _ int) { s.thief[0].item = s.slots[1] })
		},
		"PopResetAge of owner: it reads age:":                                 func(d *Def[abpState]) { d.Actions[abpPopResetAge].Do = readingReset },
		"PopReadAge of owner: it reads taken:":                                func(d *Def[abpState]) { wrap(d, abpPopReadAge, func(s *abpState, _ int) { s.v = s.taken[0] }) },
		"PopReadAge of owner: it reads age, which is not in its read set":     func(d *Def[abpState]) { d.Actions[abpPopReadAge].Reads = "bottom" },
		"PopClaimLast of owner: it writes age, which is not in its write set": func(d *Def[abpState]) { d.Actions[abpPopClaimLast].Writes = "" },
		"PopClaimLast declares that it reads slots, and never does":           func(d *Def[abpState]) { d.Actions[abpPopClaimLast].Reads = "age slots" },
		"PopLower declares that it writes slots, and never does":              func(d *Def[abpState]) { d.Actions[abpPopLower].Writes = "bottom slots" },
		"PopLower of owner: it accesses b, which is not shared": func(d *Def[abpState]) {
			d.Actions[abpPopLower].Do = func(*abpState, int, int) Access { return store("b") }
		},
		"PushWrite of owner: it accesses word 2 of slots, which has 2": func(d *Def[abpState]) {
			d.Actions[abpPushWrite].Do = func(*abpState, int, int) Access { return storeAt("slots", 2) }
		},
	} {
		d, err := newABP(c)
		require.NoError(t, err)
		change(d)
		one, err := newRunner(d, c)
		require.NoError(t, err)
		require.ErrorContains(t, checkAccesses(one, 2000, true), want)
	}
}

// readingReset says that it stores age, and keeps the top that it finds.
func readingReset(s *abpState, _, _ int) Access {
	s.age.stamp = 1
	s.b, s.left, s.pc[0] = 0, 1, abpStaleClear
	s.stale = 1
	return store("age")
}
