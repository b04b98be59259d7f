package report

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A failure that accuses nobody says which rule was broken, and why, if one line says so.
func TestReport_AccusesNobody(t *testing.T) {
	failed := func(detail string) Report {
		return Report{Ending: Failed, Rule: RuleLeak, Detail: detail, Trace: []Step{{}}, Token: "token"}
	}
	for detail, reason := range map[string]string{
		"":                                  "",
		"got 1\nwant 2":                     " (got 1)",
		"thread    waits in  until  source": "",
	} {
		for _, r := range []Report{failed(detail).OnlyHere("passes"), failed(detail).NeedsEarlier(), failed(detail).OfTheWorld("a file at a.go:1")} {
			require.Equal(t, NotChecked, r.Ending)
			require.Regexp(t, `ule "no goroutine waits for ever" (is|was) broken\Q`+reason+`\E$`, r.Detail)
			require.Empty(t, r.Token)
			require.Empty(t, r.Trace)
		}
		r := failed(detail).NotRepeated("it passes")
		require.Contains(t, r.Detail, `"no goroutine waits for ever" broken`+reason+`. In a fresh process`)
		require.Equal(t, "token", r.Token)
		require.Contains(t, r.Text, ReplayLine("token"))
	}
}
