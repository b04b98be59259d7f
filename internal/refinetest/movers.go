package refinetest

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/refine"
	"github.com/stealproof/stealproof/model/sched"
)

// Movers has what regions have shown, by the names of their actions or rules.
type Movers map[string]refine.Movers

// Add adds what other runs have shown.
func (m Movers) Add(more map[string]refine.Movers) {
	for name, found := range more {
		all := m[name]
		all.Add(found)
		m[name] = all
	}
}

// Wrong says what the runs show against the claims. If all of the code was run, a claim must have been seen: its
// region, and its commit.
func (m Movers) Wrong(all bool) (wrong []string) {
	for _, name := range slices.Sorted(maps.Keys(m)) {
		found := m[name]
		for _, text := range found.Wrong() {
			wrong = append(wrong, name+": "+text)
		}
		if all && found.Seen == 0 {
			wrong = append(wrong, name+" was not seen")
		} else if all && found.Commit != "" && found.Committed == 0 && found.Unseen == "" {
			wrong = append(wrong, fmt.Sprintf("%s: its commit, %s, was not seen", name, found.Commit))
		}
	}
	return wrong
}

// Check prints what the regions have shown, and requires that each moves as it claims.
func (m Movers) Check(t *testing.T, all bool) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(m)) {
		if found := m[name]; found.Seen > 0 {
			t.Logf("%s: %v", name, &found)
			if found.Unseen != "" {
				t.Logf("%s: its commit was not seen: %s", name, found.Unseen)
			}
		} else {
			t.Logf("%s: %v; not seen", name, found.Claim)
		}
	}
	require.Empty(t, m.Wrong(all))
}

// Moved lets change edit the rules of the protocol, and returns what the regions of locks then show in the first
// executions of each program. All programs have the same module.
func Moved(t *testing.T, programs []Program, executions int, change func(r *refine.Rule)) Movers {
	t.Helper()
	all := Movers{}
	for _, p := range programs {
		b := p.Protocol()
		for _, rules := range b.Roles {
			for i := range rules {
				change(&rules[i])
			}
		}
		all.Add(b.Regions())
		p.Protocol = func() refine.Protocol { return b }
		f := p.Shadow(t, "")
		o := p.options(f, false)
		o.Executions = executions
		require.Nil(t, sched.Search(p.Run(f), o).Failure)
		all.Add(f.Movers)
	}
	return all
}
