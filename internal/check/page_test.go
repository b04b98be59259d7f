package check

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/report"
)

// loop returns a failure with a loop of many rounds, and with text that HTML must escape.
func loop() report.Report {
	r := report.Report{Test: `Test<A>/"b"`, Search: 1, Ending: report.Failed, Rule: "no <b>", Detail: "a < b & c", Preemptions: 1, Token: "TOKEN"}
	add := func(s report.Step) {
		s.Number = len(r.Trace) + 1
		r.Trace = append(r.Trace, s)
	}
	add(report.Step{Thread: 1, Name: "owner", Kind: "call", Text: "call push 1", Pos: "a.go:2"})
	for range 10 {
		add(report.Step{Thread: 2, Name: "thief <1>", Kind: "read", Object: 1, Text: "x#1 is &1", Pos: "a.go:1", Label: "Look", Inside: true})
	}
	add(report.Step{Name: "main", Kind: "failure", Text: "fails", Pos: "../a.go:1", Broke: true})
	return r
}

func TestWriteHTML(t *testing.T) {
	dir := t.TempDir()
	module := filepath.Join(dir, "module")
	require.NoError(t, os.Mkdir(module, 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(module, "a.go"), []byte("package a // <first>\n\tsecond\n"), 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.go"), []byte("secret\n"), 0o666))
	var b strings.Builder
	require.NoError(t, WriteHTML(&b, loop(), module))
	text := b.String()
	for _, want := range []string{
		"<title>Test&lt;A&gt;/&#34;b&#34;: no &lt;b&gt;</title>", "a &lt; b &amp; c", "thief &lt;1&gt;", "The smallest schedule found, with 1 preemption<",
		"package a // &lt;first&gt;", "    second", "8 more equal rounds", "stealproof replay TOKEN", `<span class="label">Look</span>`, `style="--lanes: 3"`,
		"With the same #number it is the same object.", "pointers",
	} {
		require.Contains(t, text, want)
	}
	require.Equal(t, 4, strings.Count(text, "<details"))
	require.Equal(t, 1, strings.Count(text, "<details open"), "only the step that breaks the rule must be open")
	require.NotContains(t, text, "secret", "the page must show only files of the module")
	for _, outside := range []string{"http:", "https:", "<script", "<link", "<img", "@import", "url("} {
		require.NotContains(t, text, outside, "the page must need no other file")
	}
	require.NotContains(t, text, "ZgotmplZ", "the template put text where it is not safe")
}

func TestSave(t *testing.T) {
	dir := t.TempDir()
	second := loop()
	second.Search = 2
	index := report.Report{Test: "index", Ending: report.Failed, Rule: "x"}
	all := []report.Report{
		loop(), second, index, {Test: "TestB", Ending: report.Exhausted, Executions: 5}, {Test: "TestC", Ending: report.Running, Share: 0.5},
		{Test: "TestD", Ending: report.Running, Rule: "y"}, {Test: "TestE", Ending: report.BoundHit, Share: 0.25},
	}
	require.NoError(t, Save(dir, all, "what may be <concluded>", ""))
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	var names []string
	for _, f := range files {
		names = append(names, f.Name())
	}
	require.Equal(t, []string{"Test-A-b-2.html", "Test-A-b.html", "index-2.html", "index.html"}, names)
	text, err := os.ReadFile(filepath.Join(dir, "index.html"))
	require.NoError(t, err)
	for _, want := range []string{
		"4 of 7 searches failed", "what may be &lt;concluded&gt;", `<a href="Test-A-b-2.html">`, "VIOLATION x", ">exhausted<", "cut short (about 50 % done)",
		"VIOLATION y (cut short before it was shown)", "bound hit (about 25 % done)",
	} {
		require.Contains(t, string(text), want)
	}
	require.ErrorContains(t, Save(filepath.Join(dir, "none"), all, "", ""), "cannot write "+filepath.Join(dir, "none"))
}

func TestSaveNDJSON(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x")
	require.NoError(t, SaveNDJSON(file, []report.Report{loop(), {Ending: report.Exhausted}}))
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	all, err := report.ReadNDJSON(f)
	require.NoError(t, err)
	require.Len(t, all, 1)
	require.Equal(t, loop().Trace, all[0].Trace)
	require.NoError(t, SaveNDJSON(os.DevNull, all))
	info, err := os.Stat(os.DevNull)
	require.NoError(t, err)
	require.False(t, info.Mode().IsRegular())
}
