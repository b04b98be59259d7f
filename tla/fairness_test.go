package tla_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/tla"
)

// A control without one condition of fairness has all others.
func TestFiles_LackOneConditionOfFairness(t *testing.T) {
	for _, c := range []struct{ module, property, config, change, in, has, lacks string }{
		{"ABP", "AllTaken", "MCABP_Live_N2T2C2", "owner is not fair", "MCABP.tla", "/\\ TRUE\n        /\\ \\A self \\in 1..Thieves : WF_vars(thief(self))", "WF_vars(owner)"},
		{"ABP", "AllTaken", "MCABP_Live_N2T2C2", "thief is not fair", "MCABP.tla", "/\\ WF_vars(owner)\n        /\\ \\A self \\in 1..Thieves : TRUE", "WF_vars(thief"},
		{"Lend", "AllEnd", "MCLend_AllEnd_NoTimer_W1P1S1", "world is not fair", "MCLend.tla", "ControlSpecBase /\\ \\A self \\in World : TRUE", ": WF_vars(world(self))\n===="},
		{"Lend", "AllEnd", "MCLend_AllEnd_NoTimer_W1P1S1", "worker is not fair", "MCLend.tla", "ControlSpecBase /\\ \\A self \\in World : WF_vars(world(self))", "\\A self \\in Worker : WF_vars"},
		{"Duffy", "AllTaken", "MCDuffy_Live_N2T2C2", "PopLock is not fair", "MCDuffy.tla", "SF_vars(PushLock) /\\ TRUE", "SF_vars(PushLock) /\\ SF_vars(PopLock)\n===="},
	} {
		m, err := tla.Find(c.module)
		require.NoError(t, err)
		control := tla.Control{Module: c.module, Property: c.property, Config: c.config}
		require.NoError(t, control.Change.UnmarshalText([]byte(c.change)))
		files, err := m.Files(control, "")
		require.NoError(t, err)
		_, added, _ := strings.Cut(string(files[c.in]), "\nControlSpec")
		require.Contains(t, "ControlSpec"+added, c.has, c.change)
		require.NotContains(t, added, c.lacks, c.change)
		require.Contains(t, string(files["Control.cfg"]), "SPECIFICATION ControlSpec\n")

		control.Change.Action = "nobody"
		_, err = m.Files(control, "")
		require.ErrorContains(t, err, "nobody is not fair in ")
	}
}

// A condition that no temporal property needs is named, unless survivors.ndjson says why.
func TestClaims_NameAConditionThatNothingNeeds(t *testing.T) {
	for _, c := range []struct{ file, without, want string }{
		{"controls.ndjson", `"change":"PushLock is not fair"`, "Duffy: no temporal property needs the fairness of PushLock in LockIsFair"},
		{"controls.ndjson", `"config":"MCABP_OneThief_N2T2C2"`, "ABP: no temporal property needs the fairness of thief in OneThief"},
		{"survivors.ndjson", `"property":"EndSpec","part":"the fairness of blocker"`, "Lend: no temporal property needs the fairness of blocker in EndSpec"},
	} {
		root := t.TempDir()
		require.NoError(t, os.CopyFS(root+"/tla", tla.Files))
		require.NoError(t, os.CopyFS(root+"/tla", tla.Records))
		text, err := os.ReadFile(root + "/tla/" + c.file)
		require.NoError(t, err)
		lines := strings.SplitAfter(string(text), "\n")
		rest := slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return strings.Contains(l, c.without) })
		require.Less(t, len(rest), len(lines))
		require.NoError(t, os.WriteFile(root+"/tla/"+c.file, []byte(strings.Join(rest, "")), 0o644))
		require.ErrorContains(t, tla.Uncontrolled(tla.Checkout(root)), c.want)
	}
}
