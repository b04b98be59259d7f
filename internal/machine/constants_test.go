package machine

import (
	"maps"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/explore"
	"github.com/stealproof/stealproof/tla"
)

// trivial returns smaller values of a constant, the smallest first. A fault has none: the Naive configurations are about them.
func trivial(value string) (all []string) {
	switch value {
	case "TRUE":
		return []string{"FALSE"}
	case "FALSE":
		return []string{"TRUE"}
	}
	n, err := strconv.Atoi(value)
	for smaller := 0; err == nil && smaller < min(n, 2); smaller++ {
		all = append(all, strconv.Itoa(smaller))
	}
	return all
}

// notices returns for each trivial value of a constant whether the graph of the machine then differs from the row's, in
// states, edges or depth. A value that the machine refuses is left out.
// Constants that are known to matter are left out, too.
func notices(t *testing.T, module string, r tla.Row, c *tla.Config, known map[string]bool) map[string]bool {
	all := map[string]bool{}
	for name, value := range c.Constants {
		if known[module+"."+name] {
			continue
		}
		for _, smaller := range trivial(value) {
			changed := *c
			changed.Invariants, changed.Properties, changed.Deadlock = nil, nil, false // only the graph matters
			changed.Constants = maps.Clone(c.Constants)
			changed.Constants[name] = smaller
			one, err := New(module, &changed)
			if err != nil {
				continue
			}
			res, err := one.Explore(t.Context(), explore.Options{States: r.Distinct + 1})
			same := err == nil && res.Ending == explore.Exhausted && res.Generated == r.Generated && res.States == r.Distinct && res.Depth == r.Depth
			all[name] = all[name] || !same
		}
	}
	return all
}

// If a constant is made trivial, such as no thieves or a capacity of one, some row of its module has another graph. Otherwise the
// properties would hold in a smaller model than the rows name.
func TestConstants_EachMatters(t *testing.T) {
	// These bound the room for slots. TLC reports an access outside of it. The machines have room for the largest configuration.
	room := []string{"ChaseLev.Slots", "ChaseLevBatch.Slots", "ChaseLevFifo.Slots", "Split.Slots"}
	matters := map[string]bool{}
	each(t, func(t *testing.T, m *tla.Manifest, r tla.Row) {
		if r.Fails() || r.Distinct > small {
			return
		}
		c, err := m.Config(r)
		require.NoError(t, err)
		for name, noticed := range notices(t, m.Name, r, c, matters) {
			matters[m.Name+"."+name] = matters[m.Name+"."+name] || noticed
		}
	})
	for name, is := range matters {
		require.Equal(t, !slices.Contains(room, name), is, "%s: does some row have another graph if it is trivial?", name)
	}
	require.Greater(t, len(matters), 50)
}

// A constant that nothing reads is found out, and one that the machine reads is not accused.
func TestConstants_OneThatNothingReadsIsNoticed(t *testing.T) {
	c, r := abpRow(t)
	c.Constants["Nobody"] = "3"
	found := notices(t, "ABP", r, c, nil)
	require.Equal(t, map[string]bool{"Nobody": false, "Items": true, "Capacity": true, "Stamps": true}, found)
}
