package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMutants_WrongUse(t *testing.T) {
	dir := t.TempDir()
	damaged, empty := filepath.Join(dir, "damaged"), filepath.Join(dir, "empty")
	require.NoError(t, os.WriteFile(damaged, []byte("no\n"), 0o600))
	require.NoError(t, os.WriteFile(empty, nil, 0o600))
	for _, c := range []struct{ args, want string }{
		{"", "mutants wants -run, -detector, -all, -list, -replay, -again or -document"},
		{"x", `mutants takes flags only, and no "x"`},
		{"-run (", "-run: error parsing regexp"},
		{"-run ^no-such$", "matches none of the"},
		{"-detector nose", `unknown detector "nose"; want tlc, machine,`},
		{"-detector step,", `unknown detector ""; want tlc, machine,`},
		{"-all -budget 0s", "-budget is 0s; want more than 0"},
		{"-list -replay", "do not go together"},
		{"-document -run abp", "takes neither -run nor -detector"},
		{"-run ^abp-no-stamp$ -detector machine -to " + filepath.Join(dir, "none", "f"), "no such file or directory"},
		{"-run ^abp-no-stamp$ -detector machine -to " + damaged, "damaged:1 is no cell of the matrix"},
		{"-replay -to " + damaged, "damaged:1 is no cell of the matrix"},
		{"-again -to " + empty, "empty has no results"},
		{"-replay -to " + filepath.Join(dir, "missing"), "missing has no results"},
	} {
		t.Run(c.args, func(t *testing.T) {
			code, out, errs := call(t, t.Context(), "", append([]string{"mutants"}, strings.Fields(c.args)...)...)
			require.Equal(t, exitUsage, code, "%s%s", out, errs)
			require.Contains(t, errs, c.want)
			require.Equal(t, 1, strings.Count(errs, "\n"), "%q", errs)
			require.Empty(t, out)
		})
	}
}

// A cell that needs no build is filled, kept, and not filled again.
func TestMutants_KeepsWhatIsFilled(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cells.ndjson")
	args := []string{"mutants", "-run", "^(abp-no-stamp|abp-failed-pop-keeps)$", "-detector", "machine", "-to", file}
	code, out, errs := call(t, t.Context(), "", args...)
	require.Equal(t, exitHeld, code, errs)
	require.Contains(t, errs, "abp-no-stamp: machine: killed")
	require.Regexp(t, `(?m)^abp-no-stamp .* killed$`, out)
	require.Regexp(t, `(?m)^abp-failed-pop-keeps .* not run$`, out)
	first, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, 1, strings.Count(string(first), "\n"))

	code, again, errs := call(t, t.Context(), "", args...)
	require.Equal(t, exitHeld, code, errs)
	require.Empty(t, errs)
	require.Contains(t, again, "Of 2 mutants, 1 were noticed")
	second, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(first), string(second))
}
