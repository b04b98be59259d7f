package tla_test

import (
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/tla"
)

// A misspelt fault would change nothing, so the text of each fault occurs in its module.
func TestManifest_FaultsAreKnown(t *testing.T) {
	all, err := tla.Manifests()
	require.NoError(t, err)
	found := 0
	for _, m := range all {
		files, err := fs.Glob(tla.Files, m.Dir+"/*.tla")
		require.NoError(t, err)
		for _, r := range m.Rows {
			c, err := m.Config(r)
			require.NoError(t, err)
			fault := c.Constants["Naive"]
			if fault == "" || fault == `""` {
				continue
			}
			found++
			known := slices.ContainsFunc(files, func(file string) bool {
				if !ofManifest(m, file) {
					return false
				}
				text, err := tla.Files.ReadFile(file)
				require.NoError(t, err)
				return strings.Contains(string(text), fault)
			})
			require.True(t, known, "%s: %s has no fault %s", r.Config, m.Name, fault)
		}
	}
	require.Greater(t, found, 50)
}

// Each fault of a module has a row of its manifest, which shows what breaks.
func TestManifest_EachFaultHasARow(t *testing.T) {
	files, err := fs.Glob(tla.Files, "*/*.tla")
	require.NoError(t, err)
	all, err := tla.Manifests()
	require.NoError(t, err)
	missing := func(leftOut string) (names []string) {
		for _, name := range files {
			text, err := tla.Files.ReadFile(name)
			require.NoError(t, err)
			shown := shownFaults(t, all, name, leftOut)
			for _, fault := range faults(string(text)) {
				if !shown[fault] {
					names = append(names, name+" "+fault)
				}
			}
		}
		return names
	}
	// These steps stand in ChaseLev too, whose rows show what their faults break.
	asInChaseLev := []string{
		`deque/ChaseLevBatch.tla "NoMarks"`, `deque/ChaseLevBatch.tla "PopReadsTopOnce"`,
		`deque/ChaseLevFifo.tla "NoMarks"`, `deque/ChaseLevFifo.tla "PopReadsTopOnce"`,
	}
	require.Equal(t, asInChaseLev, missing(""))
	require.Equal(t, append(asInChaseLev, `pool/Rest.tla "GivenNot"`), missing("NaiveRest_GivenNot"))
	require.Equal(t, append(asInChaseLev, `pool/Promotion.tla "NoRetract"`), missing("NaivePromotion_NoRetract"))
}

// shownFaults returns the faults in rows of the manifests that a file of TLA+ belongs to. A file that belongs to none is used by
// others of its folder.
func shownFaults(t *testing.T, all []*tla.Manifest, file, leftOut string) map[string]bool {
	own, others := map[string]bool{}, map[string]bool{}
	belongs := false
	for _, m := range all {
		if m.Dir != path.Dir(file) {
			continue
		}
		to := others
		if ofManifest(m, file) {
			to, belongs = own, true
		}
		for _, r := range m.Rows {
			c, err := m.Config(r)
			require.NoError(t, err)
			if r.Config != leftOut {
				to[c.Constants["Naive"]] = true
			}
		}
	}
	if !belongs {
		return others
	}
	return own
}

// ofManifest reports whether a file of TLA+ is that of a manifest, or a module of one of its rows.
func ofManifest(m *tla.Manifest, file string) bool {
	return strings.HasSuffix(file, m.Name+".tla") || strings.HasSuffix(file, m.Name+"P.tla") || slices.ContainsFunc(m.Rows, func(r tla.Row) bool {
		return strings.HasSuffix(file, r.Module+".tla")
	})
}

var (
	asked  = regexp.MustCompile(`Naive\s*(?:=|#|/=|\\in|\\notin)\s*("\w+"|\{[^}]*\})`)
	quoted = regexp.MustCompile(`"\w+"`)
)

// faults returns the faults that a module knows, in quotes.
func faults(module string) []string {
	module, _, _ = strings.Cut(module, `\* BEGIN TRANSLATION`)
	all := map[string]bool{}
	for _, m := range asked.FindAllStringSubmatch(module, -1) {
		for _, fault := range quoted.FindAllString(m[1], -1) {
			all[fault] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}
