package tla_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/tla"
)

func TestChange_IsReadAsItIsWritten(t *testing.T) {
	for _, text := range []string{
		"", "nobody is fair", "PopLower keeps bottom", "PopLower resets bottom", "PopLower spoils bottom", "PopLower clears age",
		"PopLower goes to PopReset instead of PopReadSlot", "PopLower waits for ever", "thief is not fair",
		"PopLower sets bottom to 2", `PopLower sets a[1].base to -1 and q[2][0]{3} to FALSE and s to "new"`, "PopLower sets q[1] to <<2, 1>> and p to <<>>",
	} {
		var c tla.Change
		require.NoError(t, c.UnmarshalText([]byte(text)))
		again, err := c.MarshalText()
		require.NoError(t, err)
		require.Equal(t, text, string(again))
	}
	for _, text := range []string{"PopLower", "PopLower eats bottom", "PopLower keeps  bottom", "PopLower goes to A for B", "PopLower waits for him", "thief is not fast",
		"PopLower sets bottom", "PopLower sets bottom to 2 and", "PopLower sets bottom to top", "PopLower sets bottom to 2 and top"} {
		require.ErrorContains(t, new(tla.Change).UnmarshalText([]byte(text)), "is no change of a specification")
	}
}

// Each kind of change changes one action of the translation, and nothing else.
func TestFiles_HaveTheChange(t *testing.T) {
	m, err := tla.Find("ABP")
	require.NoError(t, err)
	old, err := tla.Embedded.ReadFile("deque/ABP.tla")
	require.NoError(t, err)
	for _, c := range []struct{ change, gone, come string }{
		{"PopLower keeps bottom", "            /\\ bottom' = b - 1\n", "            /\\ bottom' = bottom\n"},
		{"PopLower resets bottom", "bottom' = b - 1\n            /\\ b' =", "bottom' = (IF (b - 1) = bottom THEN bottom ELSE (0))\n"},
		{"PopLower spoils bottom", "bottom' = b - 1\n            /\\ b' =", "bottom' = (IF (b - 1) = bottom THEN bottom ELSE (77))\n"},
		{"PopLower goes to PopReset instead of PopReadSlot", "", `pc' = [pc EXCEPT ![Owner] = "PopReset"]`},
		{"PopLower waits for ever", "", "PopLower == /\\ FALSE\n            /\\ pc[Owner] = \"PopLower\"\n"},
		{"PopReadSlot clears age", "UNCHANGED << age, bottom, slots, pushed, taken, b, swept, \n                               stale, old, left", "/\\ age' = (NoAge)\n"},
		{"PopLower sets bottom to 2", "bottom' = b - 1\n            /\\ b' =", "bottom' = 2\n"},
		{"PopLower sets age.top to 2 and age.stamp to 1", "UNCHANGED << age,", "/\\ age' = [([(age) EXCEPT !.top = 2]) EXCEPT !.stamp = 1]\n"},
		{"PushWrite sets pushed to 2 and age.top to 2 and age.stamp to 1", "", "/\\ age' = [([(age) EXCEPT !.top = 2]) EXCEPT !.stamp = 1] /\\ pushed' = 2\n"},
		{"StealClaim sets taken[1] to 2", "", "/\\ taken' = [(taken) EXCEPT ![1] = 2]\n"},
		{"PopResetAge sets age.top to 1", "", "age' = [((IF Naive = \"EmptyKeepsStamp\" THEN [top |-> 0, stamp |-> old.stamp] ELSE Restart(old))) EXCEPT !.top = 1]\n"},
		{"PopResetAge keeps age", "THEN [top |-> 0, stamp |-> old.stamp]\n                          ELSE Restart(old))", "/\\ age' = age\n"},
	} {
		control := tla.Control{Module: "ABP", Property: "NoLoss", Config: "MCABP_N2T1C2"}
		require.NoError(t, control.Change.UnmarshalText([]byte(c.change)))
		files, err := m.Files(control, "77")
		require.NoError(t, err)
		text := string(files["ABP.tla"])
		if c.gone != "" {
			require.Less(t, strings.Count(text, c.gone), strings.Count(string(old), c.gone), c.change)
		}
		require.Greater(t, strings.Count(text, c.come), strings.Count(string(old), c.come), c.change)
		before, _, _ := strings.Cut(string(old), `\* BEGIN TRANSLATION`)
		require.True(t, strings.HasPrefix(text, before), "the algorithm stays: TLC sees only the translation")
		require.Equal(t, 1, strings.Count(string(files["Control.cfg"]), "INVARIANTS NoLoss\nCHECK_DEADLOCK FALSE\n"))
	}
	control := tla.Control{Module: "ABP", Property: "AllTaken", Config: "MCABP_Live_N2T2C2", Change: tla.Change{Verb: tla.Unfair}}
	files, err := m.Files(control, "")
	require.NoError(t, err)
	require.Contains(t, string(files["MCABP.tla"]), "\nControlSpec == Init /\\ [][Next]_vars\n====")
	require.Contains(t, string(files["Control.cfg"]), "SPECIFICATION ControlSpec\n")
	require.Equal(t, string(old), string(files["ABP.tla"]))
}

func TestFiles_RefuseAChangeThatTheTextDoesNotAllow(t *testing.T) {
	m, err := tla.Find("ABP")
	require.NoError(t, err)
	for change, want := range map[string]string{
		"Nothing keeps bottom":                   "the module has no such action",
		"PopLower keeps slots":                   "the action does not change it",
		"PushPublish keeps b":                    "the action uses the new value",
		"PopLower goes to PopReset instead of A": "that changes nothing",
		"PopLower spoils bottom":                 "that changes nothing",
		"PopLower clears bottom":                 "it is unchanged in no place",
		"PushPublish sets b to 1":                "the action uses the new value",
		"PopLower sets nothing to 1":             "the action has no variable nothing",
	} {
		control := tla.Control{Module: "ABP", Property: "NoLoss", Config: "MCABP_N2T1C2"}
		require.NoError(t, control.Change.UnmarshalText([]byte(change)))
		_, err := m.Files(control, "")
		require.ErrorContains(t, err, want, change)
	}
	_, err = m.Files(tla.Control{Module: "ABP", Property: "NoLoss", Config: "MCABP"}, "")
	require.EqualError(t, err, "ABP has no configuration MCABP")
	_, err = m.Files(tla.Control{Module: "ABP", Property: "NoLoss", Config: "MCABP_N2T1C2", Replace: &tla.Replace{In: "ABP", Old: "no such text"}}, "")
	require.ErrorContains(t, err, `ABP.tla does not have "no such text" once`)
}
