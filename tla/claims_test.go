package tla_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/tla"
)

// Each property that must hold fails in a faulty variant, by its name.
func TestClaims_EachHasAControl(t *testing.T) {
	require.NoError(t, tla.Uncontrolled(tla.Embedded))
}

// The list of the properties is as the command writes it.
func TestClaims_AreListed(t *testing.T) {
	want, err := tla.ControlsTable(tla.Embedded)
	require.NoError(t, err)
	have, err := os.ReadFile("controls.md")
	require.NoError(t, err)
	require.Equal(t, want, string(have), "run go -C internal/lab run . controls -table")
}

// A property without a control is named, and so is a control whose property no row claims.
func TestClaims_NameWhatIsMissing(t *testing.T) {
	for _, c := range []struct{ file, old, replacement, want string }{
		{"deque/ABP.json", `"NoNil", `, "", "1 are of properties that no row claims to hold"},
		{"deque/ABP.json", `"message": "Invariant NoDuplicate is violated."`, `"message": "Invariant NoNil is violated."`, "ABP: no faulty variant breaks NoDuplicate"},
		{"controls.ndjson", `"property":"NoNil"`, `"property":"NoDuplicate"`, "ABP: no faulty variant breaks NoNil"},
		{"controls.ndjson", `"config":"ReachIsolate_S1"`, `"config":"ReachIsolate_S9"`, "ReachIsolate_S1: nothing says how soon each situation occurs"},
		{"controls.ndjson", `"config":"ReachChaseLevP"`, `"config":"ReachChaseLevQ"`, "ReachChaseLevP: nothing says how soon each situation occurs"},
		{"controls.ndjson", `"config":"MCGuest_AllEnd_W1C2T1","goals"`, `"config":"MCGuest_W1C1T1","goals"`, "Guest: nothing says in how many states of MCGuest_AllEnd_W1C2T1 the goal of AllEnd is true"},
		{"controls.ndjson", `"goals":{"AllEnd":`, `"goals":{"AllEnd":1000000`, "so it says nothing"},
		{"controls.ndjson", `"parts":["marks = <<>>"]`, `"parts":["marks = <<0>>"]`, "tla/controls.ndjson: Frames: MarksRise has no part marks = <<0>>"},
	} {
		root := t.TempDir()
		require.NoError(t, os.CopyFS(root+"/tla", tla.Files))
		require.NoError(t, os.CopyFS(root+"/tla", tla.Records))
		text, err := os.ReadFile(root + "/tla/" + c.file)
		require.NoError(t, err)
		require.Contains(t, string(text), c.old)
		require.NoError(t, os.WriteFile(root+"/tla/"+c.file, []byte(strings.ReplaceAll(string(text), c.old, c.replacement)), 0o644))
		require.ErrorContains(t, tla.Uncontrolled(tla.Checkout(root)), c.want)
	}
}

// Each part without a control has an argument that a reader can refute. That a search has found nothing is no argument.
func TestSurvivors_HaveAnArgument(t *testing.T) {
	all, err := tla.AllSurvivors(tla.Embedded)
	require.NoError(t, err)
	require.LessOrEqual(t, len(all), 10, "look for a control first; a control must not become an argument")
	for _, s := range all {
		require.Greater(t, len(s.Why), 40, s.Part)
		for _, word := range []string{"tried", "no search", "was found"} {
			require.NotContains(t, s.Why, word, "%s.%s: %s", s.Module, s.Property, s.Part)
		}
	}
}

// A stronger condition of fairness, or a weaker one, differs from the one that the manifest quotes.
func TestSpecifications_AreQuoted(t *testing.T) {
	for _, c := range []struct{ file, of, old, replacement string }{
		{"deque/MCChaseLev.tla", "ChaseLev", "OneThief == Init /\\ [][Next]_vars /\\ WF_vars(thief(1))", "OneThief == Init /\\ [][Next]_vars /\\ \\A i \\in Thief : WF_vars(thief(i))"},
		{"deque/MCChaseLev.tla", "ChaseLev", "/\\ WF_vars(thief(1))", "/\\ SF_vars(thief(1))"},
		{"pool/Park.tla", "Park", "\\A self \\in 0..Workers : WF_vars(worker(self))", "\\A self \\in 0..Workers : SF_vars(worker(self))"},
		{"pool/MCSpares.tla", "Spares", "/\\ WF_vars(Unblock(w))", ""},
		{"deque/ChaseLevP.tla", "ChaseLev", "PSpec == ", "PSpec == FALSE /\\ "},
	} {
		root := t.TempDir()
		require.NoError(t, os.CopyFS(root+"/tla", tla.Files))
		require.NoError(t, os.CopyFS(root+"/tla", tla.Records))
		text, err := os.ReadFile(root + "/tla/" + c.file)
		require.NoError(t, err)
		require.Contains(t, string(text), c.old)
		require.NoError(t, os.WriteFile(root+"/tla/"+c.file, []byte(strings.Replace(string(text), c.old, c.replacement, 1)), 0o644))
		m, err := tla.Checkout(root).Find(c.of)
		require.NoError(t, err)
		require.ErrorContains(t, m.Check(), ", and the manifest ", c.replacement)
	}
}

// The file of the controls is as the search writes it.
func TestControls_AreEncoded(t *testing.T) {
	all, err := tla.Controls(tla.Embedded)
	require.NoError(t, err)
	text, err := os.ReadFile("controls.ndjson")
	require.NoError(t, err)
	require.Equal(t, string(tla.EncodeControls(all)), string(text))
}
