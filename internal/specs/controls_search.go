package specs

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/internal/explore"
	machines "github.com/stealproof/stealproof/internal/machine"
	"github.com/stealproof/stealproof/tla"
)

const (
	faultStates    = 6000   // states of a faulty machine that the search visits
	temporalStates = 20_000 // the same for temporal properties
	baseRows       = 4      // configurations that get faults until one breaks a property
)

// A breaking is a variant with a fault, and all properties that it breaks.
type breaking struct {
	config string
	change tla.Change
	broken map[string]int // states of the shortest trace
}

// candidates returns variants of a module, each with one property that its machine finds broken,
// for each property that needs one. The first ones are the best.
func candidates(ctx context.Context, m *tla.Manifest, claims []*tla.Claimed) (map[string][]tla.Control, error) {
	var all []breaking
	bases := map[string]bool{}
	enough := map[string]int{} // of variants that break a temporal property, which take long to find
	for _, c := range claims {
		if !c.Uncontrolled() {
			continue
		}
		for i, r := range runnable(c.Holds) {
			if i == baseRows || len(better(all, c.Property)) > 0 {
				break
			}
			if bases[r.Config] {
				continue
			}
			bases[r.Config] = true
			more, err := faultsOf(ctx, m, r, claims, enough)
			if err != nil {
				return nil, err
			}
			all = append(all, more...)
		}
	}
	found := map[string][]tla.Control{}
	for _, c := range claims {
		if !c.Uncontrolled() {
			continue
		}
		for _, b := range better(all, c.Property) {
			found[c.Property] = append(found[c.Property], tla.Control{
				Module: m.Name, Property: c.Property, Config: b.config, Change: b.change, Trace: max(0, b.broken[c.Property]),
			})
		}
	}
	return found, nil
}

// runnable returns the rows that a machine runs, those with the fewest states first.
func runnable(rows []tla.Row) []tla.Row {
	rows = slices.DeleteFunc(slices.Clone(rows), func(r tla.Row) bool { return r.TLCOnly != "" })
	slices.SortStableFunc(rows, func(a, b tla.Row) int { return cmp.Compare(a.Distinct, b.Distinct) })
	return rows
}

// better returns the variants that break a property, those first that break few others.
func better(all []breaking, property string) []breaking {
	var some []breaking
	for _, b := range all {
		if b.broken[property] != 0 {
			some = append(some, b)
		}
	}
	crude := func(b breaking) int {
		if slices.Contains([]tla.Verb{tla.Spoils, tla.Resets, tla.Clears}, b.change.Verb) {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(some, func(a, b breaking) int {
		return cmp.Or(cmp.Compare(crude(a), crude(b)), cmp.Compare(len(a.broken), len(b.broken)), cmp.Compare(a.broken[property], b.broken[property]))
	})
	return some
}

// faultsOf puts faults into the machine of a row, one at a time: the constants of the rows that
// must fail, and each change.
func faultsOf(ctx context.Context, m *tla.Manifest, r tla.Row, claims []*tla.Claimed, enough map[string]int) ([]breaking, error) {
	c, err := m.Config(r)
	if err != nil {
		return nil, err
	}
	one, err := machines.New(m.Name, c)
	if err != nil {
		return nil, err
	}
	var all []breaking
	try := func(of tla.Row, change tla.Change) {
		if b := broken(ctx, m, of, change, claims, enough, 1); len(b.broken) > 0 {
			all = append(all, b)
		}
	}
	for _, of := range m.Rows {
		if strings.HasPrefix(of.Config, "Naive") && of.TLCOnly == "" {
			try(of, tla.Change{})
		}
	}
	for _, change := range one.Changes(temporalStates) {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		try(r, change)
	}
	return all, nil
}

// broken returns the properties that a variant breaks. It tries a temporal property only until
// enough variants break it.
func broken(ctx context.Context, m *tla.Manifest, of tla.Row, change tla.Change, claims []*tla.Claimed, enough map[string]int, wide int) breaking {
	b := breaking{of.Config, change, map[string]int{}}
	c, err := m.Config(of)
	if err != nil {
		return b
	}
	c.Deadlock, c.Change = false, change
	var temporal []string
	c.Invariants, c.Properties, temporal = sorted(m, of, claims)
	if one, err := machines.New(m.Name, c); err == nil && len(c.Invariants)+len(c.Properties) > 0 {
		b.broken = one.Broken(faultStates * wide)
	}
	c.Invariants = nil
	for _, name := range temporal {
		if ctx.Err() != nil || enough[name] == 3 {
			continue
		}
		c.Properties = []string{name}
		if one, err := machines.New(m.Name, c); err == nil && breaks(ctx, one, temporalStates) {
			b.broken[name] = -1
			enough[name]++
		}
	}
	return b
}

// sorted returns the properties to try on a row. A row that must hold has those that it claims.
func sorted(m *tla.Manifest, of tla.Row, claims []*tla.Claimed) (invariants, steps, temporal []string) {
	for _, c := range claims {
		if !of.Fails() && !slices.ContainsFunc(c.Holds, func(h tla.Row) bool { return h.Config == of.Config }) {
			continue
		}
		switch {
		case !m.IsProperty(c.Property):
			invariants = append(invariants, c.Property)
		case !isTemporal(m, of, c.Property):
			steps = append(steps, c.Property)
		case c.Uncontrolled():
			temporal = append(temporal, c.Property)
		}
	}
	return invariants, steps, temporal
}

// isTemporal reports whether a machine has the name as a temporal property.
func isTemporal(m *tla.Manifest, r tla.Row, name string) bool {
	c, err := m.Config(r)
	if err != nil {
		return false
	}
	c.Invariants, c.Properties = nil, []string{name}
	one, err := machines.New(m.Name, c)
	return err == nil && one.Temporal()
}

// breaks reports whether a machine finds its property broken.
func breaks(ctx context.Context, one machines.Machine, states int) (broken bool) {
	defer func() { _ = recover() }() // a state of a faulty machine may have no meaning
	res, err := one.Explore(ctx, explore.Options{States: states, Workers: 1})
	return err == nil && res.Ending == explore.Failed
}
