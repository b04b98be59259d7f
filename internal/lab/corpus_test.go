package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/lab/corpus"
	"github.com/stealproof/stealproof/internal/report"
)

// The page about the corpus has what the saved results say, for each subject of the list.
func TestCorpus_PageIsUpToDate(t *testing.T) {
	page, err := os.ReadFile("../../" + corpusPage)
	require.NoError(t, err)
	saved, err := resultsIn("results/corpus.json.gz").read()
	require.NoError(t, err)
	verdicts, err := verdictsIn("results/verdicts.json.gz").read()
	require.NoError(t, err)
	require.True(t, string(page) == withCorpus(string(page), saved, verdicts), "%s is not what the saved results say: run go -C internal/lab run . tables", corpusPage)
	var names []string
	for _, s := range corpus.Subjects() {
		names = append(names, s.String())
	}
	require.Subset(t, names, slices.Collect(maps.Keys(saved)), "results of no subject")
	require.Greater(t, len(saved), len(names)*3/4)
	require.Subset(t, names, slices.Collect(maps.Keys(verdicts)), "verdicts on no subject")
	not := 0
	for name, v := range verdicts {
		require.False(t, v.CutShort(), "%s counts as searched: %s", name, v.Why)
		for _, n := range v.NotChecked {
			if n.Rule != report.RuleOnlyHere {
				not++
			}
		}
	}
	require.Contains(t, string(page), fmt.Sprintf("Of the %d tests that are not checked, ", not), "the text below the table is older than the table")
	for _, why := range []string{"", "panic: test timed out after 2m0s", "stealproof: stopping: -timeout 2m0s", "go list took more than 4m0s"} {
		require.True(t, corpus.Verdicts{Why: why}.CutShort(), why)
	}
	for _, doing := range []string{"compiling, 70 packages compiled", "rewriting, 85 packages compiled", "building, 85 packages compiled"} {
		long := "github.com/mattn/go-sqlite3: compiling, 3 packages compiled, 1m0s\ngithub.com/mattn/go-sqlite3: " + doing + ", 2m0s\nstealproof: "
		v := corpus.Verdicts{Why: corpus.WhyNothing(long + "stopping: -timeout 2m30s\n")}
		require.Equal(t, "not checked, since building took too long: stopping: -timeout 2m30s", v.Why)
		require.True(t, v.CutShort())
		v.Why = corpus.WhyNothing(long + "sqlite3.go:5: cgo\n")
		require.Equal(t, "sqlite3.go:5: cgo", v.Refused(), "it was refused after a long build")
		require.False(t, v.CutShort())
	}
	require.Equal(t, "exit status 2", corpus.WhyNothing("exit status 2\n"))
	const why = "codec/helper_unsafe.go:142: go:linkname of a variable"
	refused := corpus.Verdicts{Why: "stealproof: " + why}
	require.False(t, refused.CutShort(), "it was refused")
	require.Contains(t, whyNotChecked(map[string]corpus.Verdicts{corpus.Subjects()[0].String(): refused}), "| "+why+" | all |")
}

// A subject that passed must pass again.
func TestCorpus_NoticesWhatIsWorse(t *testing.T) {
	before := map[string]corpus.Result{"a": {Result: corpus.Passes}, "b": {Result: corpus.Refused}}
	require.Equal(t, []string{"a"}, worse(before, []corpus.Result{{Subject: "a", Result: corpus.Differs}, {Subject: "b", Result: corpus.Differs}, {Subject: "new", Result: corpus.Refused}}))
	require.Empty(t, worse(before, []corpus.Result{{Subject: "a", Result: corpus.Passes}, {Subject: "b", Result: corpus.Passes}}))
}

// The results of some subjects replace those from before, and the others stay.
func TestCorpus_SavesAPart(t *testing.T) {
	all := corpus.Subjects()
	first, second := all[0].String(), all[1].String()
	file := filepath.Join(t.TempDir(), "corpus.json.gz")
	require.NoError(t, resultsIn(file).write(nil, []corpus.Result{{Subject: first, Result: corpus.Passes}, {Subject: second, Result: corpus.Passes}}))
	before, err := resultsIn(file).read()
	require.NoError(t, err)
	require.NoError(t, resultsIn(file).write(before, []corpus.Result{{Subject: second, Result: corpus.Refused}}))
	after, err := resultsIn(file).read()
	require.NoError(t, err)
	require.Equal(t, map[string]corpus.Result{first: {Subject: first, Result: corpus.Passes}, second: {Subject: second, Result: corpus.Refused}}, after)
}

func TestCorpus_FlagsAreChecked(t *testing.T) {
	for _, args := range [][]string{{"-run", "("}, {"-j", "0"}, {"more"}} {
		code, _, stderr := call(t, t.Context(), "", append([]string{"corpus"}, args...)...)
		require.Equal(t, console.ExitUsage, code, stderr)
	}
}
