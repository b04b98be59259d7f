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

// Tested requires that each claim was tested, except those about regions without a synchronizing access: see
// [refine.Movers.Untested]. Other threads do not take part in such a region. It must claim that all its accesses are
// both movers; if another thread had a conflicting access, a search would find the data race. Each claim, with
// whatever a rule says that no program reaches, must be the only right one.
func (m Movers) Tested(t *testing.T, plain ...string) {
	t.Helper()
	var untested, also []string
	for _, name := range slices.Sorted(maps.Keys(m)) {
		found := m[name]
		if found.Untested() == "" {
			also = append(also, alsoRight(name, found)...)
			continue
		}
		if found.Unseen == "" {
			untested = append(untested, name)
		}
		if slices.Contains(plain, name) {
			require.Equal(t, refine.Both, found.Claim, name)
		}
	}
	require.ElementsMatch(t, plain, untested, "claims without a test")
	require.Empty(t, also)
}

// alsoRight returns the other claims that would pass. A search must be repeated to tell that of a commit: see [Moved].
func alsoRight(name string, found refine.Movers) (claims []string) {
	if found.Claim == refine.Commits {
		return nil
	}
	for _, other := range []refine.Mover{refine.Both, refine.Right, refine.Left, refine.Point} {
		changed := found
		changed.Claim = other
		if other != found.Claim && len(changed.Wrong()) == 0 && changed.Untested() == "" {
			claims = append(claims, fmt.Sprintf("%s: %v", name, other))
		}
	}
	return claims
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
