package check_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/internal/report"
)

// Three deques pass all small scenarios and fail where an index comes round or goes back, or where the deque
// grows. Their sound twins pass all scenarios. The log says what was reached.
func TestExploreAll_Reaches(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skipf("NOTHING WAS CHECKED: %v", err)
	}
	const programs = "./testdata/reach"
	b, err := check.Build(t.Context(), check.Source{Dir: ".", Rewrite: []string{programs}, Test: programs, Tests: true})
	require.NoError(t, err)
	defer b.Close()
	run := func(test string) (out check.Outcome, failed []string) {
		out, err := b.Run(t.Context(), check.Plan{Run: "^" + test + "$"})
		require.NoError(t, err)
		require.Greater(t, len(out.Reports), 90)
		for _, r := range out.Reports {
			switch r.Ending {
			case report.Failed:
				require.Equal(t, report.RuleHistory, r.Rule)
				failed = append(failed, r.Test)
			case report.BoundHit:
				require.Contains(t, r.Test, "push*", "small scenarios are exhausted")
			default:
				require.Equal(t, report.Exhausted, r.Ending, r.Test)
			}
		}
		return out, failed
	}
	for _, racy := range []string{"TestRingLate", "TestTaggedTwo", "TestGrowingEarly"} {
		_, failed := run(racy)
		require.NotEmpty(t, failed, racy)
		for _, name := range failed {
			require.Regexp(t, `push\*(8|10)|push_pop_push_p|pop_push_pop_push`, name, "a small scenario finds it, so this tests nothing")
		}
	}
	sound := []string{"TestTagged", "TestRare"}
	if long.Asked() {
		sound = append(sound, "TestRing", "TestGrowing") // 345,000 executions each
	}
	for _, name := range sound {
		out, failed := run(name)
		require.Empty(t, failed)
		text := strings.Join(strings.Fields(string(out.Output)), " ")
		require.Contains(t, text, "a slot is used again while a thief is on its way")
		require.NotContains(t, text, "no execution came to this")
		switch name {
		case "TestRare":
			require.Contains(t, text, "no execution came to these lines of the deque: internal/check/testdata/reach/rare.go:14 (r.many in (*Rare).Push) ")
		case "TestTagged":
			require.Contains(t, text, "executions came to all lines of the deque that access shared memory")
			require.Contains(t, text, "no index came round a ring")
		case "TestRing":
			require.Contains(t, text, "a slot is used again after 10 items")
			require.Contains(t, text, "; an index comes round the ring while a thief is on its way; a Push finds the deque full")
		case "TestGrowing":
			require.Contains(t, text, "a slot is used again after 8 items")
			require.Contains(t, text, "; an index comes round the ring while a thief is on its way; the deque grows while a thief is on its way")
		}
	}
}
