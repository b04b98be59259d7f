package machine

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/explore"
	"github.com/stealproof/stealproof/tla"
)

// wrong changes an action of a machine. more is called after the action.
type wrong[S comparable] struct {
	action int
	more   func(from, s *S, t int)
}

// A machine whose graph is TLC's is compared with one that has an action changed:
// the first edge that only the other one has must be of that action.
func requireNoticed[S comparable](t *testing.T, module, config string, define func(*tla.Config) (*Def[S], error), wrongs map[string]wrong[S]) {
	m, err := tla.Find(module)
	require.NoError(t, err)
	var row *tla.Row
	for i := range m.Rows {
		if m.Rows[i].Config == config {
			row = &m.Rows[i]
		}
	}
	require.NotNil(t, row, "no configuration %s", config)
	c, err := m.Config(*row)
	require.NoError(t, err)
	machine := func(change wrong[S]) *runner[S] {
		d, err := define(c)
		require.NoError(t, err)
		if change.more != nil {
			right := d.Actions[change.action].Do
			d.Actions[change.action].Do = func(s *S, t, choice int) Access {
				from := *s
				did := right(s, t, choice)
				if did.Form != Disabled {
					change.more(&from, s, t)
				}
				return did
			}
		}
		r, err := newRunner(d, c)
		require.NoError(t, err)
		return r
	}
	right := machine(wrong[S]{})
	res, err := right.Graph(t.Context(), explore.Options{})
	require.NoError(t, err)
	require.Equal(t, row.Graph.Digest, res.Digest.String())
	edges := map[Edge]bool{}
	require.NoError(t, right.Walk(10_000, func(e Edge) error { edges[e] = true; return nil }))
	for name, change := range wrongs {
		t.Run(name, func(t *testing.T) {
			r := machine(change)
			first := ""
			err := r.Walk(10_000, func(e Edge) error { // it may never end by itself
				if edges[e] {
					return nil
				}
				first = e.Action
				return errFound
			})
			require.ErrorIs(t, err, errFound)
			require.Equal(t, r.d.Actions[change.action].Name, first)
		})
	}
}

var errFound = errors.New("found")

func TestControl_THE(t *testing.T) {
	requireNoticed(t, "THE", "MCTHE_N2T2C1", newTHE, map[string]wrong[theState]{
		"growth forgets the size":              {thePushGrow, func(from, s *theState, _ int) { s.size = from.size }},
		"a lost Pop does not restore the tail": {thePopRestore, func(from, s *theState, _ int) { s.T = from.T }},
		"a thief's bar is one too low":         {theStealBar, func(_, s *theState, _ int) { s.E-- }},
		"a thief keeps the lock":               {theStealUnlock, func(_, s *theState, _ int) { s.lock = 1 }},
	})
}

func TestControl_Duffy(t *testing.T) {
	requireNoticed(t, "Duffy", "MCDuffy_N2T1C2", newDuffy, map[string]wrong[duffyState]{
		"growth forgets the size":    {duffyPushGrow, func(from, s *duffyState, _ int) { s.size = from.size }},
		"Push does not publish":      {duffyPushPublish, func(from, s *duffyState, _ int) { s.tail = from.tail }},
		"head stays raised":          {duffyStealRestore, func(from, s *duffyState, _ int) { s.head = from.head }},
		"a thief leaves its item be": {duffyStealTakeSlot, func(from, s *duffyState, _ int) { s.slots = from.slots }},
	})
}

func TestControl_ChaseLev(t *testing.T) {
	requireNoticed(t, "ChaseLev", "MCChaseLev_N2T1C1", func(c *tla.Config) (*Def[clState], error) { return newChaseLev("ChaseLev", c) },
		map[string]wrong[clState]{
			"the last item is taken without moving top": {clPopClaimLast, func(from, s *clState, _ int) { s.top = from.top }},
			"the next ring is not shared":               {clSwapPublish, func(from, s *clState, _ int) { s.array = from.array }},
			"the ring before is forgotten":              {clSwapReadTopAgain, func(_, s *clState, _ int) { s.before, s.beforeEnd = clRing{}, 0 }},
			"a thief marks nothing":                     {clStealFinish, func(from, s *clState, _ int) { s.done = from.done }},
		})
}

func TestControl_Split(t *testing.T) {
	requireNoticed(t, "Split", "MCSplit_Live_N2T1C1", newSplit, map[string]wrong[splitState]{
		"the request is not cleared":  {splitShareClear, func(_, s *splitState, _ int) { s.request = 1 }},
		"one item too few is public":  {splitSharePublish, func(from, s *splitState, _ int) { s.word = from.word }},
		"the old ring stays open":     {splitSwapClose, func(from, s *splitState, _ int) { s.word = from.word }},
		"a thief forgets to forget":   {splitStealFinish, func(from, s *splitState, t int) { s.thief[t-1].a = from.thief[t-1].a }},
		"a slot is cleared too early": {splitMeetReadDone, func(_, s *splitState, _ int) { s.slots[s.r.ring] = [splitMaxSlots]uint8{} }},
	})
}
