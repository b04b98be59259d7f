package machine

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/explore"
	"github.com/stealproof/stealproof/tla"
)

// refined returns the configurations that must hold and say that a module refines another one.
func refined(t *testing.T, visit func(m *tla.Manifest, r tla.Row)) {
	all, err := tla.Manifests()
	require.NoError(t, err)
	for _, m := range all {
		for _, r := range m.Rows {
			c, err := m.Config(r)
			require.NoError(t, err)
			if !r.Fails() && slices.ContainsFunc(c.Properties, func(p string) bool { return m.Refines(r.Module, p) }) {
				visit(m, r)
			}
		}
	}
}

// states returns how many states and steps the machine of a configuration has.
func states(t *testing.T, m *tla.Manifest, r tla.Row) (distinct, generated int) {
	c, err := m.Config(r)
	require.NoError(t, err)
	c.Invariants, c.Properties, c.Deadlock = nil, nil, false
	one, err := New(m.Name, c)
	require.NoError(t, err, r.Config)
	res, err := one.Explore(t.Context(), explore.Options{States: 200_000})
	require.NoError(t, err)
	require.Equal(t, explore.Exhausted, res.Ending)
	return res.States, res.Generated
}

// Only TLC checks that a module refines another one. It must do so in all states of the module: a specification that leaves out
// steps, or a constraint, would leave out states. The machine has as many states and steps.
func TestRefining_AllStates(t *testing.T) {
	seen := 0
	refined(t, func(m *tla.Manifest, r tla.Row) {
		distinct, generated := states(t, m, r)
		require.Equal(t, []int{r.Distinct, r.Generated}, []int{distinct, generated}, r.Config)
		seen++
	})
	require.Greater(t, seen, 8)
}
