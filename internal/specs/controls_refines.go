package specs

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	machines "github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/tla"
)

// refinedStates bounds the size of the configurations of which faulty variants are tried for refinements. No machine checks
// them, so TLC runs each variant.
const (
	refinedStates = 40_000
	refinedTrials = 60 // variants of one configuration
	nearer        = 4  // steps after its first failure that a variant is tried
)

// findRefined looks for variants that show that the conditions of refined modules are needed. Those about progress are not
// looked for: a batch has only steps.
func (k *controls) findRefined(ctx context.Context, m *tla.Manifest, claim *tla.Claimed, had []tla.Control) (all []tla.Control, notes []string, err error) {
	rows := slices.DeleteFunc(slices.Clone(claim.Holds), func(r tla.Row) bool { return r.Distinct > refinedStates*k.wide })
	slices.SortStableFunc(rows, func(a, b tla.Row) int { return cmp.Compare(a.Distinct, b.Distinct) })
	for _, r := range rows {
		parts, err := k.unargued(m, claim, append(slices.Clone(had), all...))
		if err != nil || len(parts) == 0 || ctx.Err() != nil {
			return all, notes, err
		}
		trials, err := k.refiningTrials(ctx, m, r, claim.Property, parts)
		if err != nil {
			return nil, nil, err
		}
		var found []killing
		notes = append(notes, k.halves(ctx, m, r, trials, func(t tla.Trial, of map[string]tla.Broken) {
			if b := of[claim.Property]; len(b.Parts) > 0 {
				found = append(found, killing{r.Config, t.Change, b})
			}
		})...)
		all = append(all, cover(m, claim, parts, found)...)
	}
	return all, notes, nil
}

// unargued returns the parts of a refinement that have neither a control nor an argument.
func (k *controls) unargued(m *tla.Manifest, claim *tla.Claimed, had []tla.Control) (parts []string, err error) {
	argued, err := tla.AllSurvivors(k.tree)
	for _, p := range m.Survivors(claim, had) {
		if !slices.ContainsFunc(argued, func(s tla.Survivor) bool {
			return s.Module == m.Name && s.Property == claim.Property && s.Part == p
		}) {
			parts = append(parts, p)
		}
	}
	return parts, err
}

// refiningTrials returns variants of a row that break some property of its machine.
func (k *controls) refiningTrials(ctx context.Context, m *tla.Manifest, r tla.Row, property string, parts []string) (trials []tla.Trial, err error) {
	c, err := m.Config(r)
	if err != nil {
		return nil, err
	}
	c.Invariants, c.Properties = nil, nil
	one, err := machines.New(m.Name, c)
	if err != nil {
		return nil, err
	}
	claims, err := m.Claims(nil)
	if err != nil {
		return nil, err
	}
	for _, of := range claims {
		into := &c.Invariants
		if m.IsProperty(of.Property) {
			into = &c.Properties
		}
		*into = append(*into, of.Property)
		if known, err := machines.New(m.Name, c); err != nil || known.Temporal() {
			*into = (*into)[:len(*into)-1]
		}
	}
	for _, change := range one.Changes(temporalStates) {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if change.OfFairness() || change.Verb == tla.Spoils || !m.Changeable(change, "") {
			continue
		}
		c.Change = change
		faulty, err := machines.New(m.Name, c)
		if err != nil {
			continue
		}
		first := 1 << 30
		for _, at := range faulty.Broken(faultStates) {
			first = min(first, at)
		}
		if first < 1<<30 {
			trials = append(trials, tla.Trial{Change: change, Watched: []string{property}, Parts: parts, Levels: first + nearer})
		}
	}
	slices.SortStableFunc(trials, func(a, b tla.Trial) int { return cmp.Compare(a.Levels, b.Levels) })
	return trials[:min(len(trials), refinedTrials*k.wide)], nil
}

// halves runs trials in one batch. If TLC cannot evaluate one of them, it runs each half of them by itself.
func (k *controls) halves(ctx context.Context, m *tla.Manifest, r tla.Row, trials []tla.Trial, note func(tla.Trial, map[string]tla.Broken)) (notes []string) {
	if len(trials) == 0 || ctx.Err() != nil {
		return nil
	}
	all, err := k.batch(ctx, m, r.Config, trials)
	switch {
	case err == nil:
		for i, of := range all {
			note(trials[i], of)
		}
	case len(trials) == 1:
		return []string{fmt.Sprintf("%s: without %s: %v", r.Config, trials[0].Change, err)}
	default:
		half := len(trials) / 2
		notes = append(k.halves(ctx, m, r, trials[:half], note), k.halves(ctx, m, r, trials[half:], note)...)
	}
	return notes
}
