package specs

import (
	"context"
	"fmt"
	"slices"

	machines "github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/tla"
)

const (
	fairRows   = 8       // configurations that TLC runs without a condition of fairness
	fairStates = 100_000 // states of a machine without it
)

// findFair returns controls that show that conditions of fairness are needed: without one of them
// a temporal property fails.
func (k *controls) findFair(ctx context.Context, m *tla.Manifest, claims []*tla.Claimed, had []tla.Control) (found []tla.Control, notes []string) {
	for _, one := range m.Conditions() {
		if m.Needs(one, had) != nil {
			continue
		}
		tried, chosen := 0, false
		for _, c := range lazy(m, one, claims) {
			if chosen || tried == fairRows || ctx.Err() != nil {
				break
			}
			config, row, err := m.Variant(c)
			if err != nil {
				notes = append(notes, fmt.Sprintf("%s: %v", c.Name(), err))
				continue
			}
			if row.TLCOnly == "" {
				if machine, err := machines.New(m.Name, config); err != nil || !breaks(ctx, machine, fairStates) {
					continue
				}
			}
			tried++
			f, err := k.outcome(ctx, m, c)
			if ctx.Err() != nil {
				break
			}
			switch {
			case err != nil:
				notes = append(notes, fmt.Sprintf("%s: %v", c.Name(), err))
			case f.Message == temporalMessage:
				c.Message = f.Message
				found, chosen = append(found, c), true
			}
		}
		if !chosen {
			notes = append(notes, fmt.Sprintf("%s.%s: NOTHING NEEDS %s", m.Name, one.Specification, one.Part()))
		}
	}
	return found, notes
}

// lazy returns a variant without a condition for each temporal property and each configuration of it, those with
// the fewest states first.
func lazy(m *tla.Manifest, one tla.Condition, claims []*tla.Claimed) (all []tla.Control) {
	for _, claim := range claims {
		if !m.IsProperty(claim.Property) {
			continue
		}
		for _, r := range claim.Holds {
			if r.Specification == one.Specification && m.IsTemporal(r, claim.Property) {
				all = append(all, tla.Control{
					Module: m.Name, Property: claim.Property, Config: r.Config, Change: tla.Change{Action: one.Of, Verb: tla.Lazy},
				})
			}
		}
	}
	states := func(c tla.Control) int { r, _ := m.Row(c.Config); return r.Distinct }
	slices.SortStableFunc(all, func(a, b tla.Control) int { return states(a) - states(b) })
	return all
}
