package pool

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/refine"
	"github.com/stealproof/stealproof/internal/refinetest"
	"github.com/stealproof/stealproof/model/sched"
)

// A wrong claim about a region of a lock is noticed, whichever region it is about.
func TestSched_RefinesNoWrongClaim(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("run by stealproof check")
	}
	const executions = 40 // of each program
	for _, programs := range refinements {
		b := programs[0].Protocol()
		if len(b.Regions()) == 0 {
			continue
		}
		t.Run(b.Module, func(t *testing.T) {
			right := refinetest.Moved(t, programs, executions, func(*refine.Rule) {})
			require.Empty(t, right.Wrong(false))
			all := refinetest.Moved(t, programs, executions, func(r *refine.Rule) {
				if r.Moves == refine.Commits { // the lock protects all
					r.Moves, r.Commit, r.Unseen = refine.Both, "", ""
				}
			})
			none := refinetest.Moved(t, programs, executions, func(r *refine.Rule) {
				if r.Form >= refine.Locked { // there is a commit elsewhere
					r.Moves, r.Commit, r.Unseen = refine.Commits, "elsewhere", ""
				}
			})
			commits := 0
			for name, found := range right {
				if found.Seen == 0 {
					continue
				}
				if found.Loose > 0 {
					commits++
					require.Contains(t, strings.Join(all.Wrong(false), "\n"), name+": the lock does not protect "+found.Commit)
				}
				require.Contains(t, strings.Join(none.Wrong(true), "\n"), name+": its commit, elsewhere, was not seen")
			}
			require.Positive(t, commits)
		})
	}
}
