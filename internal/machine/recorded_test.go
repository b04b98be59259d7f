package machine

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/explore"
	"github.com/stealproof/stealproof/tla"
)

// Each machine finds the property of each recorded control broken, as soon as TLC does.
func TestRecorded_FailAsTheyMust(t *testing.T) {
	all, err := tla.Controls(tla.Embedded)
	require.NoError(t, err)
	manifests, err := tla.Manifests()
	require.NoError(t, err)
	ran := 0
	for _, c := range all {
		m := manifests[slices.IndexFunc(manifests, func(m *tla.Manifest) bool { return m.Name == c.Module })]
		config, row, err := m.Variant(c)
		require.NoError(t, err)
		if c.Replace != nil || row.TLCOnly != "" {
			continue
		}
		one, err := New(m.Name, config)
		require.NoError(t, err, c.Name())
		ran++
		if c.Property == tla.ReachedAt {
			require.Equal(t, "Invariant ReachedAt is violated.", c.Message, c.Name())
			require.Equal(t, c.Reached, one.ReachedAt(30*small), c.Name())
			continue
		}
		res, err := one.Explore(t.Context(), explore.Options{States: small, Workers: 1})
		require.NoError(t, err)
		require.Equal(t, explore.Failed, res.Ending, "%s: %s", c.Name(), c.What())
		require.Equal(t, c.Message, Message(res.Failure), c.Name())
		if !one.Temporal() {
			require.Equal(t, c.Trace, res.Failure.States(), c.Name())
		}
	}
	require.Greater(t, ran, 150)
}

// A property that is made constantly true survives its control.
func TestRecorded_NoticeAnEmptyProperty(t *testing.T) {
	m, err := tla.Find("ABP")
	require.NoError(t, err)
	all, err := tla.Controls(tla.Embedded)
	require.NoError(t, err)
	for _, property := range []string{"NoNil", "Fifo", "Drained"} {
		i := slices.IndexFunc(all, func(c tla.Control) bool { return c.Module == "ABP" && c.Property == property })
		require.GreaterOrEqual(t, i, 0)
		config, _, err := m.Variant(all[i])
		require.NoError(t, err)
		for _, empty := range []bool{false, true} {
			d, err := newABP(config)
			require.NoError(t, err)
			require.NoError(t, d.change(config.Change))
			if empty {
				d.Invariants["NoNil"] = func(*abpState) bool { return true }
				d.Properties["Fifo"] = func(_, _ *abpState) bool { return true }
				d.Temporal["Drained"] = explore.Temporal[abpState]{Form: explore.InTheEnd, Then: func(*abpState) bool { return true }}
			}
			r, err := newRunner(d, config)
			require.NoError(t, err)
			res, err := r.Explore(t.Context(), explore.Options{States: small})
			require.NoError(t, err)
			require.Equal(t, empty, res.Failure == nil, property)
		}
	}
}

// Each property of a machine is checked by some row that the machine runs, or by a control.
func TestDefined_EachIsClaimed(t *testing.T) {
	claimed, defined := map[string]bool{}, map[string][]string{}
	each(t, func(t *testing.T, m *tla.Manifest, r tla.Row) {
		c, err := m.Config(r)
		require.NoError(t, err)
		for _, name := range slices.Concat(c.Invariants, c.Properties) {
			claimed[m.Name+"."+name] = true
		}
		defined[m.Name] = newFor(t, m, r).Defined()
	})
	all, err := tla.Controls(tla.Embedded)
	require.NoError(t, err)
	for _, c := range all {
		claimed[c.Name()] = true
	}
	// One machine serves three modules, and each of these has properties of its own.
	family := []string{"ChaseLev", "ChaseLevBatch", "ChaseLevFifo"}
	for module, names := range defined {
		for _, name := range names {
			is := claimed[module+"."+name]
			if slices.Contains(family, module) {
				is = slices.ContainsFunc(family, func(of string) bool { return claimed[of+"."+name] })
			}
			require.True(t, is, "%s: no row checks %s", module, name)
		}
	}
}

// No temporal property is vacuous: each demands something in some state, and one that demands
// that a state comes at last demands it in the first state. Others may hold there: the deque is
// empty at first, and in the end.
func TestTemporal_EachDemandsSomething(t *testing.T) {
	seen := 0
	each(t, func(t *testing.T, m *tla.Manifest, r tla.Row) {
		c, err := m.Config(r)
		require.NoError(t, err)
		one := newFor(t, m, r)
		if r.Fails() || !one.Temporal() {
			return
		}
		owed := one.Owed(small)
		for _, name := range c.Properties {
			c.Invariants, c.Properties = nil, []string{name}
			if single, err := New(m.Name, c); err != nil || !single.Temporal() {
				continue
			}
			seen++
			require.Contains(t, owed, name, "it holds in every state")
			text, err := m.Property(r.Module, name)
			require.NoError(t, err)
			text = strings.TrimSpace(text)
			if strings.HasPrefix(text, "<>") && !strings.HasPrefix(text, "<>[]") {
				require.Equal(t, 1, owed[name], "%s is true in the first state", name)
			}
		}
	})
	require.Greater(t, seen, 20)
}

// A temporal property that holds in every state is noticed.
func TestTemporal_AVacuousOneIsNoticed(t *testing.T) {
	c, _ := abpRow(t)
	c.Invariants, c.Properties = nil, []string{"Drained"}
	for _, vacuous := range []bool{false, true} {
		d, err := newABP(c)
		require.NoError(t, err)
		if vacuous {
			d.Temporal["Drained"] = explore.Temporal[abpState]{Form: explore.InTheEnd, Then: func(*abpState) bool { return true }}
		}
		one, err := newRunner(d, c)
		require.NoError(t, err)
		require.Equal(t, vacuous, len(one.Owed(small)) == 0)
	}
}
