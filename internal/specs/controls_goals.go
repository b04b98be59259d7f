package specs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/internal/console"
	machines "github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/internal/tlc"
	"github.com/stealproof/stealproof/tla"
)

// goalStates bounds the size of the configurations in which TLC evaluates the goals of temporal properties.
const goalStates = 60_000

// A goalRow is a configuration with temporal properties. If someone makes such a property easier to fulfil, for example by
// one more disjunct in its goal, it may still fail in its controls. So TLC and the machine count the states in which each
// goal is true. Without a machine, TLC must find the recorded numbers.
type goalRow struct {
	row        tla.Row
	properties []string
	recorded   map[string]int // nil if there is a machine
}

// goals adds a row for each configuration that is the smallest of some temporal property. Without TLC there is nothing with
// which the counts of the machine could be compared, so it only notes that.
func (k *controls) goals(args []string) error {
	wanted, err := k.named(args)
	if err != nil {
		return err
	}
	manifests, err := k.tree.Manifests()
	if err != nil {
		return err
	}
	recorded, err := tla.Controls(k.tree)
	if err != nil {
		return err
	}
	k.goalRows = map[string]*goalRow{}
	for _, m := range manifests {
		if len(wanted) > 0 && !wanted[m.Name] {
			continue
		}
		claims, err := m.Claims(nil)
		if err != nil {
			return err
		}
		for _, c := range claims {
			r, found := smallest(m, c)
			var counted map[string]int
			if !found {
				if r, found = m.OnlyTLC(c); found {
					counted = recordedGoals(recorded, m.Name, r.Config)
				}
			}
			name := tla.GoalsName(m.Name, r.Config)
			if !found || !k.properties.MatchString(name) {
				continue
			}
			g := k.goalRows[name]
			if g == nil {
				g = &goalRow{row: r, recorded: counted}
				k.goalRows[name] = g
			}
			if len(g.properties) == 0 && !k.noTLC {
				k.rows = append(k.rows, &modelRow{manifest: m, state: console.NotRun, want: tla.Row{Config: name, Shows: "the goals of temporal properties"}})
			}
			g.properties = append(g.properties, c.Property)
		}
	}
	if k.noTLC && len(k.goalRows) > 0 {
		k.notes = append(k.notes, fmt.Sprintf("NOT COUNTED: in how many states the goals of temporal properties are true, in %s. That needs TLC. "+
			"go test ./internal/machine compares the counts of the machines with recorded ones.", console.Plural(len(k.goalRows), "configuration")))
		clear(k.goalRows)
	}
	return nil
}

// recordedGoals returns the recorded numbers of states in which goals are true. It never returns nil.
func recordedGoals(all []tla.Control, module, config string) map[string]int {
	for _, c := range all {
		if c.Module == module && c.Config == config && c.Property == tla.GoalsAre {
			return c.Goals
		}
	}
	return map[string]int{}
}

// findGoals returns the controls that count the goals of temporal properties, if the module has no machine.
func (k *controls) findGoals(ctx context.Context, m *tla.Manifest, claims []*tla.Claimed, had []tla.Control) (found []tla.Control, notes []string) {
	rows := map[string]*goalRow{}
	for _, c := range claims {
		if r, is := m.OnlyTLC(c); is {
			if rows[r.Config] == nil {
				rows[r.Config] = &goalRow{row: r}
			}
			rows[r.Config].properties = append(rows[r.Config].properties, c.Property)
		}
	}
	for _, config := range slices.Sorted(maps.Keys(rows)) {
		c := tla.Control{Module: m.Name, Property: tla.GoalsAre, Config: config}
		if slices.ContainsFunc(had, func(k tla.Control) bool { return k.Name() == c.Name() }) {
			continue
		}
		var err error
		if c.Goals, err = k.goalsByTLC(ctx, m, rows[config]); ctx.Err() != nil {
			break
		}
		if err != nil {
			notes = append(notes, fmt.Sprintf("%s: %v", c.Name(), err))
			continue
		}
		found = append(found, c)
	}
	return found, notes
}

// smallest returns the smallest configuration of a temporal property whose states both TLC and a machine can count.
func smallest(m *tla.Manifest, c *tla.Claimed) (tla.Row, bool) {
	rows := slices.DeleteFunc(slices.Clone(c.Holds), func(r tla.Row) bool {
		if r.GoOnly != "" || r.Distinct > goalStates {
			return true
		}
		one, err := counting(m, r, []string{c.Property})
		return err != nil || !one.Temporal()
	})
	if len(rows) == 0 {
		return tla.Row{}, false
	}
	return slices.MinFunc(rows, func(a, b tla.Row) int { return cmp.Compare(a.Distinct, b.Distinct) }), true
}

// counting returns the machine of a row, with some of its properties. A machine has no strong fairness. Without it, the states are
// the same.
func counting(m *tla.Manifest, r tla.Row, properties []string) (machines.Machine, error) {
	c, err := m.Config(r)
	if err != nil {
		return nil, err
	}
	c.Invariants, c.Properties = nil, properties
	if strings.HasPrefix(m.Specifications[r.Specification], `Spec /\ SF_`) {
		c.Specification = "Spec"
	}
	return machines.New(m.Name, c)
}

// sameGoals compares the states in which the goals of a row are true, with TLC and with the machine, or with the recorded
// numbers.
func (k *controls) sameGoals(ctx context.Context, r *modelRow, g *goalRow) error {
	if g.recorded == nil {
		if err := r.manifest.Built(g.row); err != nil {
			return err
		}
	}
	by, is, err := k.countGoals(ctx, r.manifest, g)
	if uncounted := new(uncountedError); errors.As(err, &uncounted) && ctx.Err() == nil {
		r.miss("%v", err)
		return nil
	}
	if err != nil || ctx.Err() != nil {
		return err
	}
	if !maps.Equal(by, is) {
		other := "the machine says"
		if g.recorded != nil {
			other = "tla/controls.ndjson says"
		}
		r.miss("TLC finds the goals true in these numbers of states: %v; %s %v", by, other, is)
	}
	return nil
}

// An uncountedError says why TLC has counted no goals.
type uncountedError struct{ why string }

func (e *uncountedError) Error() string { return "TLC has not counted the goals: " + e.why }

// countGoals counts the states in which the goals of a row are true, with TLC and with the machine. Without a machine it
// returns the recorded numbers.
func (k *controls) countGoals(ctx context.Context, m *tla.Manifest, g *goalRow) (byTLC, other map[string]int, err error) {
	byTLC, err = k.goalsByTLC(ctx, m, g)
	if err != nil || g.recorded != nil {
		return byTLC, g.recorded, err
	}
	one, err := counting(m, g.row, g.properties)
	if err != nil {
		return nil, nil, err
	}
	return byTLC, one.Goals(2 * goalStates), nil
}

// goalsByTLC counts the states in which the goals of a row are true, with TLC.
func (k *controls) goalsByTLC(ctx context.Context, m *tla.Manifest, g *goalRow) (map[string]int, error) {
	all, files, err := m.Goals(g.row, g.properties)
	if err != nil {
		return nil, err
	}
	w, err := k.tools.NewWorkspaceOf(files)
	if err != nil {
		return nil, err
	}
	defer w.Close()
	o, err := w.Check(ctx, tlc.Run{Module: g.row.Module, Config: "Control", Workers: 1, Brief: true})
	if err != nil {
		return nil, err
	}
	byTLC := tla.ReadGoals(all, o.Printed)
	switch {
	case o.Exit != 0:
		err = &uncountedError{fmt.Sprintf("it stopped with exit code %d: %s", o.Exit, firstLines(o.Output))}
	case byTLC == nil:
		err = &uncountedError{fmt.Sprintf("it found %s, and the manifest says %s for %s", console.Plural(o.Distinct, "state"), console.Count(g.row.Distinct), g.row.Config)}
	}
	return byTLC, err
}
