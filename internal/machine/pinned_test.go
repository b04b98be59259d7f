package machine

import (
	goflag "flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/explore"
	"github.com/stealproof/stealproof/tla"
)

var updatePinned = goflag.Bool("update", false, "write testdata/pinned.txt")

// pinnedStates bounds the states that are looked at, and pinnedFails those of them in which an invariant or a property of steps
// fails. The graphs of temporal properties are smaller than pinnedGraph, and all their states are looked at.
const (
	pinnedStates = 6000
	pinnedFails  = 50
	pinnedGraph  = 60_000
)

// A tally counts how often a condition is true and false. Its digest depends on the order.
type tally struct {
	is     [2]int
	digest uint32
}

func (c *tally) note(is bool) {
	i := uint32(0)
	if is {
		i = 1
	}
	c.is[i]++
	c.digest = (c.digest^i)*16777619 + 1
}

// A sample says how a property comes out in states and steps of a machine.
type sample struct {
	form   string // of a temporal property, else ""
	states int
	holds  tally // in the states and steps; for a temporal property, its goal
	when   tally // the other condition of a temporal property
	leads  bool  // whether it has that other condition
	all    bool  // whether these are all states
}

func (s *sample) String() string {
	text := fmt.Sprintf("fails %d times, holds %d times, %d states, digest %08x", s.holds.is[0], s.holds.is[1], s.states, s.holds.digest)
	if s.form != "" {
		text = fmt.Sprintf("%s, %d of %d states, digest %08x", s.form, s.holds.is[1], s.states, s.holds.digest)
	}
	if s.leads {
		text += fmt.Sprintf("; when, %d states, digest %08x", s.when.is[1], s.when.digest)
	}
	return text
}

// values notes which values the property and its condition have in the sample.
func (s *sample) values(of map[string]*[2]bool, property string) {
	conditions := map[string]*tally{property: &s.holds}
	if s.leads {
		conditions[property+", when"] = &s.when
	}
	for name, c := range conditions {
		if of[name] == nil {
			of[name] = new([2]bool)
		}
		for i, n := range c.is {
			of[name][i] = of[name][i] || n > 0
		}
	}
}

// sampled returns how the properties of a machine come out in its first states and steps, or the conditions of its temporal
// properties in all states.
func (r *runner[S]) sampled() *sample {
	c := &sample{}
	limit := pinnedStates
	for _, t := range r.model.Temporal {
		c.form += []string{"infinitely often", "in the end", "leads to"}[t.Form]
		c.leads = c.leads || t.Form == explore.LeadsTo
		limit = pinnedGraph
	}
	look := func(from *S, step *explore.Step[S], isNew bool) error {
		s := from
		if step != nil {
			s = &step.To
			for _, p := range r.model.Properties {
				c.holds.note(p.Holds(from, step))
			}
		}
		if !isNew {
			return nil
		}
		c.states++
		for i := range r.model.Invariants {
			c.holds.note(r.model.Invariants[i].Holds(s))
		}
		for i := range r.model.Temporal {
			t := &r.model.Temporal[i]
			c.holds.note(t.Then(s))
			if t.Form == explore.LeadsTo {
				c.when.note(t.When(s))
			}
		}
		if c.form == "" && c.holds.is[0] >= pinnedFails {
			return errReached
		}
		return nil
	}
	func() {
		defer func() { _ = recover() }() // a state of a faulty machine may have no meaning
		c.all = r.model.Walk(limit, look) == nil
	}()
	return c
}

// A pin is a property in one machine, with a sample of its values.
type pin struct {
	name, of string // of the property, and of the machine
	*sample
}

// pinned returns the pins of all properties that have recorded controls, in the faulty machines of these controls, and of all
// temporal properties in the smallest machine in which they hold.
func pinned(t *testing.T, modules string, wrap func(one Machine)) (pins []pin) {
	controls, err := tla.Controls(tla.Embedded)
	require.NoError(t, err)
	manifests, err := tla.Manifests()
	require.NoError(t, err)
	samples := map[string]*sample{}
	take := func(m *tla.Manifest, property, of string, config *tla.Config) {
		graph := config.Change
		if graph.OfFairness() {
			graph = tla.Change{} // its graph is that of the machine without the change
		}
		key := fmt.Sprint(m.Name, property, config.Name, graph)
		if samples[key] == nil {
			one, err := New(m.Name, config)
			require.NoError(t, err, of)
			wrap(one)
			samples[key] = one.(interface{ sampled() *sample }).sampled()
		}
		pins = append(pins, pin{m.Name + "." + property, of, samples[key]})
	}
	for _, m := range manifests {
		if modules != "" && m.Name != modules {
			continue
		}
		for _, c := range controls {
			if c.Module != m.Name {
				continue
			}
			config, row, err := m.Variant(c)
			require.NoError(t, err)
			if c.Replace == nil && row.TLCOnly == "" && !c.Counts() {
				take(m, c.Property, fmt.Sprintf("%s in %s, %s", c.Name(), c.Config, c.What()), config)
			}
		}
		claims, err := m.Claims(nil)
		require.NoError(t, err)
		for _, claim := range claims {
			for _, config := range soundest(t, m, claim) {
				take(m, claim.Property, fmt.Sprintf("%s.%s in %s", m.Name, claim.Property, config.Name), config)
			}
		}
	}
	return pins
}

// soundest returns the smallest configuration in which a temporal property holds in a machine, and the largest one whose states
// are all looked at. In the smallest one, conditions may be equal that differ with more frames, or more workers.
func soundest(t *testing.T, m *tla.Manifest, claim *tla.Claimed) (some []*tla.Config) {
	var least, most *tla.Config
	first, last := pinnedGraph, 0
	for _, row := range claim.Holds {
		if row.Distinct == 0 || row.Distinct >= pinnedGraph {
			continue
		}
		config, _, err := m.Variant(tla.Control{Config: row.Config, Property: claim.Property})
		require.NoError(t, err)
		if strings.HasPrefix(m.Specifications[row.Specification], `Spec /\ SF_`) {
			config.Specification = "Spec" // a machine has no strong fairness, and the same states without it
		}
		if one, err := New(m.Name, config); err != nil || !one.Temporal() {
			continue
		}
		if row.Distinct < first {
			least, first = config, row.Distinct
		}
		if row.Distinct > last {
			most, last = config, row.Distinct
		}
	}
	for _, config := range []*tla.Config{least, most} {
		if config != nil && (len(some) == 0 || config.Name != some[0].Name) {
			some = append(some, config)
		}
	}
	return some
}

// oneValued returns the conditions that are only true, or only false, in all samples of their property. A pin of such a condition
// says nothing about a property that is always true, or never.
func oneValued(pins []pin) (names []string) {
	values := map[string]*[2]bool{}
	for _, p := range pins {
		p.values(values, p.name)
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if *values[name] != [2]bool{true, true} {
			names = append(names, name)
		}
	}
	return names
}

// text returns the lines of the file of pins.
func text(pins []pin) (lines []string) {
	for _, p := range pins {
		lines = append(lines, p.of+": "+p.String())
	}
	return lines
}

const pinnedFile = "testdata/pinned.txt"

// These have only one value in their samples.
var excusedPins = map[string]string{}

// A property of a machine with a control, or a temporal one, that is made weaker or stronger comes out differently in some states of
// its faulty variants, even if it still fails as soon. Properties that fail only in Naive rows have no pin. The texts of the properties in TLA+ are pinned by the digests in the manifests.
func TestPinned_TheMeaningOfEachProperty(t *testing.T) {
	pins := pinned(t, "", func(Machine) {})
	require.Equal(t, slices.Sorted(maps.Keys(excusedPins)), oneValued(pins), "conditions with only one value in all samples")
	for _, p := range pins {
		require.True(t, p.form == "" || p.all, "%s: not all states were looked at", p.of)
	}
	lines := text(pins)
	if *updatePinned {
		require.NoError(t, os.WriteFile(pinnedFile, []byte(strings.Join(lines, "\n")+"\n"), 0o644))
	}
	text, err := os.ReadFile(pinnedFile)
	require.NoError(t, err)
	want := strings.Split(strings.TrimSpace(string(text)), "\n")
	for i, line := range lines {
		require.Less(t, i, len(want), line)
		require.Equal(t, want[i], line, "the property has another meaning, or another control: if that is right, run go test ./internal/machine -run TestPinned -update")
	}
	require.Len(t, want, len(lines))
	require.Greater(t, len(lines), 300)
}

// A property that also holds in some of the last states is noticed, and so is a temporal property of another form.
func TestPinned_AWeakerPropertyIsNoticed(t *testing.T) {
	was := text(pinned(t, "ABP", func(Machine) {}))
	pins := pinned(t, "ABP", func(one Machine) {
		r := one.(*runner[abpState])
		for i := range r.model.Invariants {
			right := r.model.Invariants[i].Holds
			r.model.Invariants[i].Holds = func(s *abpState) bool { return s.pushed == 2 || right(s) }
		}
		for i := range r.model.Temporal {
			r.model.Temporal[i].Form = explore.InfinitelyOften
		}
	})
	lines, differ := text(pins), map[string]bool{}
	for i, p := range pins {
		differ[p.name] = differ[p.name] || lines[i] != was[i]
	}
	for property, is := range map[string]bool{"ABP.I1": true, "ABP.I2": true, "ABP.Drained": true, "ABP.AllTaken": true, "ABP.Fifo": false} {
		require.Equal(t, is, differ[property], property)
	}
}

// A condition that is never true or never false is named. One that is true in a single state of all is not.
func TestPinned_AConditionWithOneValueIsNamed(t *testing.T) {
	for name, c := range map[string]struct {
		then  func(s *abpState) bool
		named []string
	}{
		"as it is":        {nil, nil},
		"never true":      {func(*abpState) bool { return false }, []string{"ABP.AllTaken", "ABP.Drained"}},
		"always true":     {func(*abpState) bool { return true }, []string{"ABP.AllTaken", "ABP.Drained"}},
		"in a few states": {func(s *abpState) bool { return s.pushed == 0 }, nil},
	} {
		pins := pinned(t, "ABP", func(one Machine) {
			r := one.(*runner[abpState])
			for i := range r.model.Temporal {
				if c.then != nil {
					r.model.Temporal[i].Then = c.then
				}
			}
		})
		require.Equal(t, c.named, oneValued(pins), name)
	}
	invariants := pinned(t, "ABP", func(one Machine) {
		r := one.(*runner[abpState])
		for i := range r.model.Invariants {
			if r.model.Invariants[i].Name == "NoNil" {
				r.model.Invariants[i].Holds = func(*abpState) bool { return true }
			}
		}
	})
	require.Equal(t, []string{"ABP.NoNil"}, oneValued(invariants))
}
