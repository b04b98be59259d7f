package machine

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/explore"
	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/tla"
)

// small is the size up to which a graph is explored, and smaller that up to which it is
// compared with TLC's without the bounds of CI.
const (
	small   = 100_000
	smaller = 20_000
)

// compared reports whether this run of the tests compares the graph of a configuration with TLC's. One graph takes 15 seconds.
func compared(r tla.Row) bool {
	return r.Graph != nil && (r.Distinct <= smaller || long.Asked() && r.Distinct <= 2*small || long.Hours())
}

// each calls f for each configuration that a machine runs.
func each(t *testing.T, f func(t *testing.T, m *tla.Manifest, r tla.Row)) {
	manifests, err := tla.Manifests()
	require.NoError(t, err)
	for _, m := range manifests {
		for _, r := range m.Rows {
			if r.TLCOnly == "" {
				t.Run(r.Config, func(t *testing.T) { f(t, m, r) })
			}
		}
	}
}

func newFor(t *testing.T, m *tla.Manifest, r tla.Row) Machine {
	c, err := m.Config(r)
	require.NoError(t, err)
	one, err := New(m.Name, c)
	require.NoError(t, err)
	return one
}

// Every machine finds what TLC finds: the number of states, the depth, the failure after as many steps, and the graph. Together,
// the configurations take every action, except those that the manifest excuses.
func TestExplore_AsTheManifestSays(t *testing.T) {
	taken := map[*tla.Manifest]map[string]int{}
	defer func() { neverIdle(t, taken) }()
	each(t, func(t *testing.T, m *tla.Manifest, r tla.Row) {
		if r.Distinct > small && !compared(r) {
			t.Skipf("%d states; run: go -C internal/lab run . explore %s, and, if it has a graph, graph -large %s", r.Distinct, m.Name, m.Name)
		}
		one := newFor(t, m, r)
		limit := r.Distinct + 1 // more is wrong, however many there are
		if r.Fails() {
			limit = 30 * small // TLC does not say how many it takes
		}
		res, err := one.Explore(t.Context(), explore.Options{States: limit, Digest: compared(r)})
		require.NoError(t, err)
		if taken[m] == nil {
			taken[m] = map[string]int{}
		}
		for i, l := range one.Labels() {
			taken[m][l.Name] += res.Taken[i]
		}
		if r.Fails() {
			failsAs(t, m, r, one, res)
			return
		}
		require.Equal(t, explore.Exhausted, res.Ending, "%+v", res.Failure)
		require.Equal(t, []int{r.Generated, r.Distinct, r.Depth}, []int{res.Generated, res.States, res.Depth})
		if compared(r) {
			require.Equal(t, []any{r.Graph.States, r.Graph.Edges, r.Graph.Digest}, []any{res.States, res.Edges, res.Digest.String()},
				"the graph is not TLC's any more; to see the first edge that differs, run: go -C internal/lab run . graph -diff %s", m.Name)
		} else if r.Graph != nil {
			t.Logf("its graph of %d states is compared with %s=1, as CI does", r.Distinct, long.Env)
		}
	})
}

// failsAs requires the failure that TLC finds.
func failsAs(t *testing.T, m *tla.Manifest, r tla.Row, one Machine, res *explore.Result) {
	require.Equal(t, explore.Failed, res.Ending, "not reached: %v", one.Unreached())
	require.Equal(t, r.Message, Message(res.Failure))
	if res.Failure.Rule != explore.RuleTemporal {
		require.Equal(t, r.Trace, res.Failure.States())
		return
	}
	c, err := m.Config(r)
	require.NoError(t, err)
	require.Equal(t, []string{res.Failure.Name}, c.Properties, "TLC does not name the property, so there must be one only")
}

func neverIdle(t *testing.T, taken map[*tla.Manifest]map[string]int) {
	if slices.ContainsFunc(os.Args, func(a string) bool { return strings.HasPrefix(a, "-test.run=") && strings.Contains(a, "/") }) {
		return // not all were explored
	}
	require.Len(t, taken, len(Names()))
	for m, actions := range taken {
		for action, n := range actions {
			_, excused := m.Never[action]
			require.Equal(t, !excused, n > 0, "%s: %s was taken %d times", m.Name, action, n)
		}
	}
}

// A graph that is compared only with STEALPROOF_LONG must be too large for it otherwise. No two graphs are the same, so none was copied
// from another configuration.
func TestExplore_SmallGraphsAreCompared(t *testing.T) {
	manifests, err := tla.Manifests()
	require.NoError(t, err)
	of := map[string]string{}
	for _, m := range manifests {
		largest := 0
		for _, r := range m.Rows {
			if r.Graph == nil {
				continue
			}
			require.Empty(t, of[r.Graph.Digest], "%s has the same graph", r.Config)
			of[r.Graph.Digest] = r.Config
			if !r.Graph.Large {
				largest = max(largest, r.Distinct)
				require.LessOrEqual(t, r.Distinct, small, r.Config)
			}
		}
		if slices.Contains(Names(), m.Name) {
			require.Greater(t, largest, 1000, "%s: no graph of any size is compared", m.Name)
		}
	}
}

// Actions read and write what they say.
func TestExplore_Accesses(t *testing.T) {
	full := map[string]bool{} // of one configuration of a module nothing declared may be missing
	each(t, func(t *testing.T, m *tla.Manifest, r tla.Row) {
		states := 25
		all := r.Covers && !full[m.Name]
		if all {
			full[m.Name] = true
		}
		if all {
			states = 4000
		} else if long.Hours() {
			states = 2000
		} else if long.Asked() {
			states = 250
		}
		require.NoError(t, checkAccesses(newFor(t, m, r), states, all))
	})
}

func TestNew_Refuses(t *testing.T) {
	const constants = "\nCONSTANTS Items = 2 Thieves = 1 Capacity = 2 Stamps = 3 Naive = \"\"\n"
	for _, c := range []struct{ module, config, want string }{
		{"Nope", "SPECIFICATION Spec", "no machine Nope; there are "},
		{"ABP", "SPECIFICATION Spec\nCONSTANT Naive = \"\"", "machine ABP: X.cfg gives no Items"},
		{"ABP", "SPECIFICATION Spec" + strings.Replace(constants, "Items = 2", "Items = 9", 1), "X.cfg: Items is 9; the machine has room for 1 to 8"},
		{"ABP", "SPECIFICATION Spec" + strings.Replace(constants, "Thieves = 1", "Thieves = 0", 1), "X.cfg: Thieves is 0; the machine has room for 1 to 4"},
		{"ABP", "SPECIFICATION Spec" + strings.Replace(constants, "Capacity = 2", "Capacity = x", 1), "X.cfg: Capacity is x, want a number"},
		{"ABP", "SPECIFICATION Other" + constants, "the machine has no specification Other"},
		{"ABP", "SPECIFICATION Spec" + constants + "INVARIANT I9", "the machine has no invariant I9"},
		{"ABP", "SPECIFICATION Spec" + constants + "PROPERTY P9", "the machine has no property P9"},
	} {
		config, err := tla.ParseConfig("X", c.config)
		require.NoError(t, err)
		_, err = New(c.module, config)
		require.ErrorContains(t, err, c.want)
	}
}
