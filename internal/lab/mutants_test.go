package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/lab/campaign"
	"github.com/stealproof/stealproof/internal/lab/results"
	"github.com/stealproof/stealproof/internal/mutation"
)

func TestMutants_WrongUse(t *testing.T) {
	dir := t.TempDir()
	damaged, empty := filepath.Join(dir, "damaged"), filepath.Join(dir, "empty")
	require.NoError(t, os.WriteFile(damaged, []byte("no\n"), 0o600))
	require.NoError(t, os.WriteFile(empty, nil, 0o600))
	cut := filepath.Join(dir, "cut.ndjson.gz")
	require.NoError(t, results.Write(cut, []byte(strings.Repeat("text ", 100))))
	require.NoError(t, os.Truncate(cut, 20))
	for _, c := range []struct{ args, want string }{
		{"", "mutants needs -run, -detector, -all, -list, -replay, -again or -document"},
		{"x", `mutants takes flags only, and no "x"`},
		{"-run (", "-run: error parsing regexp"},
		{"-run ^no-such$", "matches none of the"},
		{"-detector nose", `unknown detector "nose"; want tlc, machine,`},
		{"-detector step,", `unknown detector ""; want tlc, machine,`},
		{"-all -budget 0s", "-budget is 0s; want more than 0"},
		{"-all -each 0", "-each is 0; want 1 or more"},
		{"-all -j 0", "-j is 0; want 1 or more"},
		{"-all -sample -1", "-sample is -1; want 0 or more"},
		{"-sample 3 -run abp", "it needs -all"},
		{"-all -list -sample 3", "it needs -all, and no -list"},
		{"-all -seed 3", "it needs -sample"},
		{"-lines -again", "excludes -lines"},
		{"-lines -run ^no-such$ -list", "matches none of the"},
		{"-list -replay", "exclude each other"},
		{"-anew -replay", "-anew runs mutants"},
		{"-document -run abp", "excludes -run and -detector"},
		{"-run ^abp-no-stamp$ -detector machine -to " + filepath.Join(dir, "none", "f"), "-to: "},
		{"-run ^abp-no-stamp$ -detector machine -to " + damaged, "damaged:1 is not a cell of the matrix"},
		{"-replay -to " + damaged, "damaged:1 is not a cell of the matrix"},
		{"-again -to " + empty, "empty has no results"},
		{"-replay -to " + filepath.Join(dir, "missing"), "missing: no such file or directory"},
		{"-replay -to " + cut, "cut.ndjson.gz is no whole gzip file: unexpected EOF"},
		{"-run ^abp-no-stamp$ -detector machine -to " + cut, "cut.ndjson.gz is no whole gzip file: unexpected EOF"},
		{"-list -run ^abp-no-stamp$ -to " + cut, "cut.ndjson.gz is no whole gzip file: unexpected EOF"},
	} {
		t.Run(c.args, func(t *testing.T) {
			code, out, errs := call(t, t.Context(), "", append([]string{"mutants"}, strings.Fields(c.args)...)...)
			require.Equal(t, console.ExitUsage, code, "%s%s", out, errs)
			require.Contains(t, errs, c.want)
			require.Equal(t, 1, strings.Count(errs, "\n"), "%q", errs)
			require.Empty(t, out)
		})
	}
}

// A cell that needs no build is filled once, and kept.
func TestMutants_KeepsFilledCells(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cells.ndjson")
	args := []string{"mutants", "-run", "^(abp-no-stamp|abp-failed-pop-keeps)$", "-detector", "machine", "-to", file}
	code, out, errs := call(t, t.Context(), "", args...)
	require.Equal(t, console.ExitHeld, code, errs)
	require.Contains(t, errs, "abp-no-stamp: machine: killed")
	require.Regexp(t, `(?m)^abp-no-stamp .* killed$`, out)
	require.Regexp(t, `(?m)^abp-failed-pop-keeps .* not run$`, out)
	first, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, 1, strings.Count(string(first), "\n"))

	code, again, errs := call(t, t.Context(), "", args...)
	require.Equal(t, console.ExitHeld, code, errs)
	require.Empty(t, errs)
	require.Contains(t, again, "2 mutants: 1 noticed, ")
	second, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(first), string(second))

	code, _, errs = call(t, t.Context(), "", append(args, "-anew")...)
	require.Equal(t, console.ExitHeld, code, errs)
	cells, err := campaign.Read(file)
	require.NoError(t, err)
	require.Len(t, cells, 2)
	require.Equal(t, cells[0].Executions, cells[1].Executions)
}

// A packed file is whole again after each run. It has the cells that a killed run had found.
func TestMutants_PacksFilledCells(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "cells.ndjson.gz")
	args := []string{"mutants", "-run", "^abp-no-stamp$", "-detector", "machine", "-to", file}
	code, _, errs := call(t, t.Context(), "", args...)
	require.Equal(t, console.ExitHeld, code, errs)
	first, err := campaign.Read(file)
	require.NoError(t, err)
	require.Len(t, first, 1)
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 1, "the plain file is gone")

	plain := strings.TrimSuffix(file, results.Packed)
	killed := first[0]
	killed.Mutant = "chaselev-bottom-first"
	killed.Digest = "of older code"
	require.NoError(t, campaign.Append(plain, first[0]))
	require.NoError(t, campaign.Append(plain, killed))
	code, _, errs = call(t, t.Context(), "", args...)
	require.Equal(t, console.ExitHeld, code, errs)
	cells, err := campaign.Read(file)
	require.NoError(t, err)
	require.Equal(t, []campaign.Cell{first[0], killed}, cells)

	code, _, errs = call(t, t.Context(), "", append(args, "-anew")...)
	require.Equal(t, console.ExitHeld, code, errs)
	cells, err = campaign.Read(file)
	require.NoError(t, err)
	require.Len(t, cells, 2, "an older cell of the same is gone")
	require.Equal(t, killed, cells[0])
}

// Cells of older code are filled again. The command does not repeat them, and says so.
func TestMutants_OlderCodeCountsAsNotRun(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cells.ndjson")
	run := []string{"mutants", "-run", "^abp-no-stamp$", "-detector", "machine", "-to", file}
	code, _, errs := call(t, t.Context(), "", run...)
	require.Equal(t, console.ExitHeld, code, errs)
	again := append(slices.Clone(run), "-again")
	cells, err := campaign.Read(file)
	require.NoError(t, err)
	require.Len(t, cells, 1)
	cells[0].Digest = "of older code"
	require.NoError(t, os.Remove(file))
	require.NoError(t, campaign.Append(file, cells[0]))
	code, out, errs := call(t, t.Context(), "", again...)
	require.Equal(t, console.ExitUsage, code, errs)
	require.Equal(t, "1 kill is of older code, and left out until mutants -all fills it again: abp-no-stamp.\n", out)

	// Stale kills are no success either if others are repeated.
	both := []string{"mutants", "-run", "^(abp-no-stamp|chaselev-bottom-first)$", "-detector", "machine", "-to", file}
	code, _, errs = call(t, t.Context(), "", append(slices.Clone(both), "-run", "^chaselev-bottom-first$")...)
	require.Equal(t, console.ExitHeld, code, errs)
	code, out, errs = call(t, t.Context(), "", append(both, "-again")...)
	require.Equal(t, console.ExitBroken, code, errs)
	require.Contains(t, out, "repeated 1 kill of 1; 0 had another result")

	code, _, errs = call(t, t.Context(), "", run...)
	require.Equal(t, console.ExitHeld, code, errs)
	cells, err = campaign.Read(file)
	require.NoError(t, err)
	require.Len(t, cells, 3)
	code, out, errs = call(t, t.Context(), "", again...)
	require.Equal(t, console.ExitHeld, code, errs)
	require.Contains(t, out, "repeated 1 kill of 1; 0 had another result")
	code, out, errs = call(t, t.Context(), "", append(run, "-replay")...)
	require.Equal(t, console.ExitUsage, code, errs)
	require.Equal(t, "1 killed mutant has no schedule.\n", out, "a machine has none")
	require.Contains(t, errs, "has no schedule of these mutants in their current code")
}

// Mutants of lines without a result are counted, and are no failure.
func TestMutants_LinesWithoutAResult(t *testing.T) {
	var out bytes.Buffer
	m := &mutating{Command: &console.Command{Stdout: &out}, lines: true, mutants: []mutation.Mutant{{Name: "a"}, {Name: "b"}, {Name: "c"}}}
	x := &campaign.Matrix{Mutants: m.mutants, Digests: map[string]string{"a": "1", "b": "1", "c": "1"}}
	x.Cells = []campaign.Cell{{Mutant: "a", Detector: campaign.Step, Digest: "1"}, {Mutant: "b", Detector: campaign.Step, Verdict: campaign.Killed, Digest: "0"}}
	m.printStale(x)
	require.Equal(t, console.ExitHeld, m.Code)
	require.Equal(t, "2 mutants have no result for the current code, until mutants -lines -all gives them one.\n", out.String())
}

// A mutant that survives the chosen detectors is not reported as a survivor if other detectors in
// the committed results have noticed it.
func TestMutants_SurvivesTheChosenOnly(t *testing.T) {
	code, out, errs := call(t, t.Context(), "", "mutants", "-run", "^circular-keeps-slot$", "-detector", "rapid")
	require.Equal(t, console.ExitHeld, code, errs)
	require.Contains(t, out, "survived these")
	require.Contains(t, strings.Join(strings.Fields(out), " "), "1 mutant: 0 noticed, 1 noticed by other detectors only (docs/kill-matrix-rows.md), 0 equivalent, 0 survived")
}

// The list names a stale mutant, and lists the others.
func TestMutants_ListNamesStaleMutants(t *testing.T) {
	code, out, errs := call(t, t.Context(), "", "mutants", "-list", "-run", "^abp-no-stamp$")
	require.Equal(t, console.ExitHeld, code, errs)
	require.Contains(t, out, "abp-no-stamp\n")
	require.Empty(t, errs)

	require.Regexp(t, `(?m)^    token of [a-z]+, [a-z ]+: \S{50,}$`, out)
	code, out, errs = call(t, t.Context(), "", "mutants", "-list")
	require.Equal(t, console.ExitHeld, code, errs)
	require.NotContains(t, out, "    token ", "tokens of all are long")

	var list, problems bytes.Buffer
	m := &mutating{Command: &console.Command{Stdout: &list, Stderr: &problems}, root: filepath.Join("..", "..")}
	for _, old := range []string{"not there", "package wsq"} {
		m.mutants = append(m.mutants, mutation.Mutant{Name: "of " + old, File: "wsq/abp.go", Edits: []mutation.Edit{{Old: old, New: "x"}}})
	}
	require.NoError(t, m.printList())
	require.Equal(t, console.ExitBroken, m.Code)
	require.Contains(t, problems.String(), "lab: mutant of not there is stale: wsq/abp.go")
	require.NotContains(t, problems.String(), "of package wsq")
	require.Contains(t, list.String(), "2 mutants")
}

// Results go to the newest file, which is named.
func TestMutants_NamesItsFile(t *testing.T) {
	var errs bytes.Buffer
	m := &mutating{Command: &console.Command{Stderr: &errs}, all: true, root: t.TempDir()}
	folder := filepath.Join(m.root, campaign.Folder)
	require.NoError(t, os.MkdirAll(folder, 0o700))
	require.NoError(t, m.chooseFile(false))
	require.Regexp(t, `kill-matrix-\d{4}-\d\d-\d\d\.ndjson\.gz$`, m.to)
	for _, name := range []string{"kill-matrix-2001-02-03.ndjson.gz", "kill-matrix-2001-02-04.ndjson.gz", "kill-matrix-2001-02-05.txt.gz"} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), nil, 0o600))
	}
	m.to = ""
	errs.Reset()
	require.NoError(t, m.chooseFile(false))
	require.Equal(t, "kill-matrix-2001-02-04.ndjson.gz", filepath.Base(m.to))
	require.Equal(t, "results go to "+m.to+"\n", errs.String())

	// A killed campaign has left a plain file. The next campaign adds to it, and verbs that only
	// read use it.
	plain := filepath.Join(folder, "kill-matrix-2001-02-04.ndjson")
	require.NoError(t, os.WriteFile(plain, nil, 0o600))
	m.to = ""
	require.NoError(t, m.chooseFile(false))
	require.Equal(t, plain+".gz", m.to)
	m.to = ""
	require.NoError(t, m.chooseFile(true))
	require.Equal(t, plain, m.to)

	// Mutants of lines have files of their own.
	m.to, m.lines = "", true
	require.NoError(t, m.chooseFile(false))
	require.Regexp(t, `/lines-\d{4}-\d\d-\d\d\.ndjson\.gz$`, m.to)
}

// Of the chosen mutants, -each takes each nth.
func TestMutants_EachNth(t *testing.T) {
	list := func(args ...string) []string {
		code, out, errs := call(t, t.Context(), "", append([]string{"mutants", "-lines", "-list", "-run", "^wsq/abp"}, args...)...)
		require.Equal(t, console.ExitHeld, code, errs)
		return regexp.MustCompile(`(?m)^wsq/\S+$`).FindAllString(out, -1)
	}
	all, third := list(), list("-each", "3")
	require.Greater(t, len(all), 6)
	require.Len(t, third, (len(all)+2)/3)
	require.Equal(t, []string{all[0], all[3]}, third[:2])
}
