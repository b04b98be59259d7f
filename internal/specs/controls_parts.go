package specs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	machines "github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/tla"
)

const (
	trialsEach = 40  // variants of one configuration that are tried for a property
	trialsMost = 250 // variants of one configuration that are tried
	partRows   = 4   // configurations of which variants are tried for the parts of a property
	deeper     = 10  // steps after its first failure that a variant is tried
	mostDrops  = 30  // variants of a batch that TLC may fail to evaluate
)

// A killing is a variant in which a property fails, and does not without some parts.
type killing struct {
	config string
	change tla.Change
	broken tla.Broken
}

// findParts looks for variants that show that the parts of the properties are needed. It returns
// the controls of all parts, had with them, and notes of those that survive.
func (k *controls) findParts(ctx context.Context, m *tla.Manifest, had []tla.Control) (all []tla.Control, notes []string, err error) {
	all = slices.Clone(had)
	claims, err := m.Claims(nil)
	if err != nil {
		return nil, nil, err
	}
	tried := map[string]bool{}
	for _, claim := range claims {
		if !k.properties.MatchString(m.Name + "." + claim.Property) {
			continue
		}
		if m.Refines(claim.Holds[0].Module, claim.Property) {
			found, dropped, err := k.findRefined(ctx, m, claim, all)
			if err != nil {
				return nil, nil, err
			}
			all, notes = append(all, found...), append(notes, dropped...)
		}
		for i, r := range runnable(claim.Holds) {
			if i == partRows*k.wide || ctx.Err() != nil || len(m.Survivors(claim, all)) == 0 {
				break
			}
			if tried[r.Config] {
				continue
			}
			tried[r.Config] = true
			for _, stray := range []bool{false, true} {
				found, dropped, err := k.kill(ctx, m, r, claims, all, stray)
				if err != nil {
					notes = append(notes, fmt.Sprintf("%s: %v", r.Config, err))
					continue
				}
				notes = append(notes, dropped...)
				for _, c := range claims {
					all = append(all, cover(m, c, m.Survivors(c, all), found[c.Property])...)
				}
			}
		}
		for _, part := range m.Survivors(claim, all) {
			notes = append(notes, fmt.Sprintf("%s.%s: SURVIVES without %s", m.Name, claim.Property, part))
		}
	}
	return all, notes, nil
}

// kill runs faulty variants of a row: those of [machines.Machine.Changes], or, with stray, those of
// [machines.Machine.Strays].
func (k *controls) kill(ctx context.Context, m *tla.Manifest, r tla.Row, claims []*tla.Claimed, had []tla.Control, stray bool) (found map[string][]killing, notes []string, err error) {
	trials, machine, err := k.trialsOf(ctx, m, r, claims, had, stray)
	if err != nil || len(trials) == 0 {
		return nil, nil, err
	}
	found = map[string][]killing{}
	note := func(t tla.Trial, of map[string]tla.Broken) {
		for property, b := range of {
			if len(b.Parts) > 0 && b.Trace == machine[t.Change][property] {
				found[property] = append(found[property], killing{r.Config, t.Change, b})
			}
		}
	}
	for range mostDrops {
		if len(trials) == 0 {
			return found, notes, nil
		}
		broken, err := k.batch(ctx, m, r.Config, trials)
		stopped := new(evaluationError)
		if errors.As(err, &stopped) && stopped.trial < 0 {
			notes = append(notes, fmt.Sprintf("%s: without properties of steps: %v", r.Config, err))
			trials = withoutSteps(m, trials) // TLC names no state
			continue
		}
		if stopped.message == "" {
			for i, of := range broken {
				note(trials[i], of)
			}
			return found, notes, err
		}
		bad := trials[stopped.trial].Change
		notes = append(notes, fmt.Sprintf("%s: without %s: %v", r.Config, bad, err))
		var rest []tla.Trial
		for i, t := range trials {
			alike := t.Change.Verb == bad.Verb && t.Change.What == bad.What // they fail in the same way
			switch {
			case t.Levels < stopped.at:
				note(t, stopped.broken[i])
			case !alike:
				rest = append(rest, t)
			}
		}
		trials = rest
	}
	return found, append(notes, r.Config+": TLC cannot evaluate too many variants"), nil
}

// withoutSteps returns the trials that watch invariants, with only these.
func withoutSteps(m *tla.Manifest, trials []tla.Trial) (some []tla.Trial) {
	for _, t := range trials {
		t.Watched = slices.DeleteFunc(slices.Clone(t.Watched), m.IsProperty)
		if len(t.Watched) > 0 {
			some = append(some, t)
		}
	}
	return some
}

// trialsOf returns variants of a row that break its machine, for the properties with parts that no control needs so far.
// broke has the properties that each variant breaks, with the lengths of the traces.
func (k *controls) trialsOf(ctx context.Context, m *tla.Manifest, r tla.Row, claims []*tla.Claimed, had []tla.Control, stray bool) (trials []tla.Trial, broke map[tla.Change]map[string]int, err error) {
	c, err := m.Config(r)
	if err != nil {
		return nil, nil, err
	}
	one, err := machines.New(m.Name, c)
	if err != nil {
		return nil, nil, err
	}
	var wanted []string
	for _, claim := range claims {
		if len(m.Survivors(claim, had)) > 0 && k.properties.MatchString(m.Name+"."+claim.Property) {
			wanted = append(wanted, claim.Property)
		}
	}
	if len(wanted) == 0 {
		return nil, nil, nil
	}
	changes := one.Changes
	if stray {
		changes = one.Strays
	}
	var all []breaking
	broke = map[tla.Change]map[string]int{}
	for _, change := range changes(temporalStates) {
		if ctx.Err() != nil {
			return nil, nil, context.Cause(ctx)
		}
		if change.OfFairness() || change.Verb == tla.Spoils || !m.Changeable(change, one.Spoilt(change.What)) {
			continue
		}
		if b := broken(ctx, m, r, change, claims, map[string]int{}, k.wide); len(b.broken) > 0 {
			all, broke[change] = append(all, b), b.broken
		}
	}
	for _, property := range wanted {
		for i, b := range varied(better(all, property)) {
			if i == trialsEach*k.wide || len(trials) == trialsMost*k.wide {
				break
			}
			trials = add(trials, b, wanted)
		}
	}
	return trials, broke, nil
}

// varied returns the variants in another order: of those that set the same place to the same value, all but the first
// come later.
func varied(all []breaking) (some []breaking) {
	for len(all) > 0 {
		var rest []breaking
		seen := map[string]bool{}
		for _, b := range all {
			if b.change.Verb != tla.Sets || !seen[b.change.What] {
				seen[b.change.What] = true
				some = append(some, b)
			} else {
				rest = append(rest, b)
			}
		}
		all = rest
	}
	return some
}

// add adds a trial of a variant, if there is none of it.
func add(trials []tla.Trial, b breaking, wanted []string) []tla.Trial {
	if slices.ContainsFunc(trials, func(t tla.Trial) bool { return t.Change == b.change }) {
		return trials
	}
	first := 1 << 30
	for _, at := range b.broken {
		first = min(first, at)
	}
	t := tla.Trial{Change: b.change}
	for property, at := range b.broken {
		if at <= first+deeper && slices.Contains(wanted, property) {
			t.Watched = append(t.Watched, property)
			t.Levels = max(t.Levels, at)
		}
	}
	if len(t.Watched) == 0 {
		return trials
	}
	slices.Sort(t.Watched)
	return append(trials, t)
}

// cover returns controls that show that the parts of a property are needed: few, and each with
// all parts that it shows.
func cover(m *tla.Manifest, c *tla.Claimed, parts []string, found []killing) (controls []tla.Control) {
	form := "Invariant %s is violated."
	if m.IsProperty(c.Property) {
		form = "Action property %s is violated."
	}
	for {
		var best killing
		var shows []string
		for _, f := range found {
			var some []string
			for _, p := range f.broken.Parts {
				if slices.Contains(parts, p) {
					some = append(some, p)
				}
			}
			if len(some) > len(shows) || len(some) == len(shows) && len(some) > 0 && f.simpler(best) {
				best, shows = f, some
			}
		}
		if len(shows) == 0 {
			return controls
		}
		controls = append(controls, tla.Control{
			Module: m.Name, Property: c.Property, Config: best.config, Change: best.change,
			Message: fmt.Sprintf(form, c.Property), Trace: best.broken.Trace, Parts: shows,
		})
		parts = slices.DeleteFunc(slices.Clone(parts), func(p string) bool { return slices.Contains(shows, p) })
	}
}

func (f killing) simpler(than killing) bool {
	if f.broken.Trace != than.broken.Trace {
		return f.broken.Trace < than.broken.Trace
	}
	return strings.Compare(f.change.String(), than.change.String()) < 0
}
