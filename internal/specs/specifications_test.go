package specs

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/tlc"
	"github.com/stealproof/stealproof/tla"
)

// inCheckout makes a checkout of this module that has only its specifications, and changes into it.
func inCheckout(t *testing.T) (root string) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("this needs the go command to find a checkout")
	}
	root = t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(root, "go.mod"), []byte("module github.com/stealproof/stealproof\n"), 0o644))
	require.NoError(t, os.CopyFS(filepath.Join(root, "tla"), tla.Files))
	require.NoError(t, os.CopyFS(filepath.Join(root, "tla"), tla.Records))
	t.Chdir(root)
	return root
}

// needTLC skips the test if Java or TLC's jar is missing.
func needTLC(t *testing.T) {
	t.Helper()
	_, err := tlc.Find(t.Context(), tla.Embedded, io.Discard)
	if missing := new(tlc.MissingError); errors.As(err, &missing) {
		t.Skipf("TLC IS NOT RUN: %v", missing)
	}
	require.NoError(t, err)
}

// edit replaces a text that must occur once in a file, and returns the new content.
func edit(t *testing.T, file, old, replacement string) string {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, 1, strings.Count(string(text), old), old)
	changed := strings.Replace(string(text), old, replacement, 1)
	require.NoError(t, os.WriteFile(file, []byte(changed), 0o644))
	return changed
}

const (
	abpModule = "tla/deque/ABP.tla"
	abpRows   = "tla/deque/ABP.json"
	theirs    = "Specifications: the checkout's tla/."
)

// A machine that was built before its module was edited cannot judge the module.
func TestExploreAndGraph_RefuseAModuleEditedSinceTheBuild(t *testing.T) {
	inCheckout(t)
	for _, verb := range []string{"explore", "graph"} {
		args := []string{verb, "-run", "MCABP_N2T1C2|MCDuffy_N2T1C2"}
		code, stdout, stderr := callModels(t, t.Context(), "", args...)
		require.Equal(t, console.ExitHeld, code, stderr)
		require.Contains(t, stdout, theirs)
	}
	edit(t, abpModule, "if (b > old.top) {", "if (b >= old.top) {")
	for _, verb := range []string{"explore", "graph"} {
		code, _, stderr := callModels(t, t.Context(), "", verb, "-run", "MCABP_N2T1C2")
		require.Equal(t, console.ExitUsage, code)
		require.Contains(t, stderr, "MCABP_N2T1C2: this program was built from another ABP.tla; build it again: go -C internal/lab run . explore\n")
		code, _, stderr = callModels(t, t.Context(), "", verb, "-run", "MCDuffy_N2T1C2")
		require.Equal(t, console.ExitHeld, code, stderr)
	}
}

// quickly checks the specifications of one module as verify -quick does.
func quickly(t *testing.T, module string) *Checked {
	c := &console.Command{Name: "stealproof", Stdout: os.Stdout, Stderr: os.Stderr}
	return Check(t.Context(), c, true, func(m *tla.Manifest) bool { return m.Name == module })
}

// The part of verify for the specifications refuses an edited module too, and does not count it as held.
func TestVerify_RefusesAModuleEditedSinceTheBuild(t *testing.T) {
	inCheckout(t)
	s := quickly(t, "ABP")
	require.Equal(t, console.Held, s.State())
	require.Contains(t, s.Text(), theirs)
	which, _, _, _ := s.Document()
	require.Equal(t, []string{theirs}, which)

	edit(t, abpModule, "if (b > old.top) {", "if (b >= old.top) {")
	s = quickly(t, "ABP")
	require.Equal(t, console.CutShort, s.State())
	require.Contains(t, strings.Join(strings.Fields(s.Text()), " "), "THE SPECIFICATIONS WERE NOT EXPLORED: MCABP_")
	require.Contains(t, strings.Join(strings.Fields(s.Text()), " "), "this program was built from another ABP.tla")
	which, _, _, _ = s.Document()
	require.Equal(t, []string{theirs, "not explored: " + s.not}, which)
}

// A manifest that cannot be read must not count as held.
func TestVerify_UnreadableManifestIsNotHeld(t *testing.T) {
	inCheckout(t)
	edit(t, abpRows, `"steps": ["Fifo", "Lifo", "OwnerWaitFree"]`, `"steps": []`)
	for _, module := range []string{"ABP", "Duffy"} {
		s := quickly(t, module)
		require.Equal(t, console.CutShort, s.State(), s.Text())
		require.Contains(t, s.Text(), "tla/deque/ABP.json")
	}
}

// The manifests of the checkout are used, not the embedded ones.
func TestExplore_TheCheckoutsManifestCounts(t *testing.T) {
	root := inCheckout(t)
	edit(t, abpRows, `"generated": 1217,`, `"generated": 1218,`)
	code, stdout, _ := callModels(t, t.Context(), "", "explore", "-run", "MCABP_N2T1C2")
	require.Equal(t, console.ExitBroken, code)
	require.Contains(t, stdout, "1,217 generated, want 1,218")

	edit(t, abpRows, `"generated": 1218,`, `"generated": 1217,`)
	edit(t, abpRows, `["safety", "NobodyWaits"]`, `["safety", "Nope"]`)
	code, _, stderr := callModels(t, t.Context(), "", "explore", "-run", "MCABP_N2T1C2")
	require.Equal(t, console.ExitUsage, code)
	require.Contains(t, stderr, "Nope")

	t.Chdir(t.TempDir())
	code, stdout, stderr = callModels(t, t.Context(), "", "explore", "-run", "MCABP_N2T1C2")
	require.Equal(t, console.ExitHeld, code, stderr)
	digest, err := tla.Embedded.Digest()
	require.NoError(t, err)
	require.Contains(t, strings.Join(strings.Fields(stdout), " "), "Specifications: embedded in this program, stealproof "+console.Version()+", digest "+digest[:12]+". No checkout: ")
	require.DirExists(t, root)
}

// -update keeps edits of the manifest that were made after the program was built.
func TestExploreUpdate_KeepsEdits(t *testing.T) {
	inCheckout(t)
	changed := edit(t, abpRows, `"shows": "all safety properties, and that nobody ever waits"`, `"shows": "another text"`)
	code, _, stderr := callModels(t, t.Context(), "", "explore", "-update", "-run", "MCABP_N3T3C2")
	require.Equal(t, console.ExitHeld, code, stderr)
	text, err := os.ReadFile(abpRows)
	require.NoError(t, err)
	seconds := regexp.MustCompile(`"seconds": [0-9.]+`) // as measured
	before, row, _ := strings.Cut(changed, `"config": "MCABP_N3T3C2"`)
	_, now, _ := strings.Cut(string(text), `"config": "MCABP_N3T3C2"`)
	old, new := seconds.FindString(row), seconds.FindString(now)
	want := before + `"config": "MCABP_N3T3C2"` + strings.Replace(row, old, new, 1)
	require.Equal(t, want, string(text))

	t.Chdir(t.TempDir())
	code, _, stderr = callModels(t, t.Context(), "", "explore", "-update", "-run", "MCABP_N3T3C2")
	require.Equal(t, console.ExitUsage, code)
	require.Contains(t, stderr, "this needs the sources")
}

// -cfg prints the file that TLC gets.
func TestTLCVerb_Cfg(t *testing.T) {
	inCheckout(t)
	edit(t, abpRows, `"constants": {"Items": 2, "Thieves": 1, "Capacity": 2, "Stamps": 3, "Naive": ""}`, `"constants": {"Items": 7, "Thieves": 1, "Capacity": 2, "Stamps": 3, "Naive": ""}`)
	code, stdout, stderr := callModels(t, t.Context(), "", "tlc", "-cfg", "MCABP_N2T1C2")
	require.Equal(t, console.ExitHeld, code, stderr)
	require.Equal(t, theirs+"\n", stderr)
	require.Contains(t, stdout, "SPECIFICATION Spec\nCONSTANTS\n  Items = 7\n")
	require.Contains(t, stdout, "INVARIANTS TypeOK I1 I2 I3 NoDuplicate NoNil NoLoss Retention NobodyWaits\nPROPERTIES Fifo Lifo OwnerWaitFree\n")
	code, _, stderr = callModels(t, t.Context(), "", "tlc", "-cfg", "Nope")
	require.Equal(t, console.ExitUsage, code)
	require.Contains(t, stderr, "-cfg: there is no configuration Nope; to list them: go -C internal/lab run . tlc -list")
}

// -translate translates the module in the checkout, and TLC checks this module.
func TestTLCVerb_TheCheckoutsModuleCounts(t *testing.T) {
	needTLC(t)
	inCheckout(t)
	edited := edit(t, abpModule, "if (b > old.top) {", "if (b >= old.top) {")
	code, stdout, stderr := callModels(t, t.Context(), "", "tlc", "-run", "MCABP_N2T1C2", "abp")
	require.Equal(t, console.ExitBroken, code, stderr)
	require.Contains(t, stdout, "STALE TRANSLATION: ABP.tla:")
	require.Contains(t, stdout, theirs)

	code, stdout, stderr = callModels(t, t.Context(), "", "tlc", "-translate", "abp")
	require.Equal(t, console.ExitHeld, code, stderr)
	require.Equal(t, "translated tla/deque/ABP.tla\n", stdout)
	text, err := os.ReadFile(abpModule)
	require.NoError(t, err)
	before := func(text string) string {
		algorithm, _, _ := strings.Cut(text, `\* BEGIN TRANSLATION`)
		return algorithm
	}
	require.Equal(t, before(edited), before(string(text)), "the edit must remain")
	require.NotEqual(t, edited, string(text), "the module must be translated")

	code, stdout, _ = callModels(t, t.Context(), "", "tlc", "-run", "MCABP_N2T1C2", "abp")
	require.Equal(t, console.ExitBroken, code)
	require.Contains(t, strings.Join(strings.Fields(stdout), " "), `"Invariant I2 is violated.", want "Model checking completed.`)
}
