package specs

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/stealproof/stealproof/internal/console"
)

func (m *models) describe(header []string, cells func(*modelRow) []string, claim string) string {
	var b strings.Builder
	for _, r := range m.rows {
		if r.text == "" {
			continue
		}
		fmt.Fprintf(&b, "%s: %s\n%s\n", r.want.Config, r.want.Shows, console.Indent(r.text))
	}
	var lines [][]string
	for _, r := range m.rows {
		line := []string{r.want.Config}
		if r.state != console.NotRun {
			line = append(line, cells(r)...)
		}
		for len(line) < len(header) {
			line = append(line, "-")
		}
		lines = append(lines, append(line, r.verdict()))
	}
	b.WriteString(console.Table{Header: append(header, "verdict"), First: 1, Last: len(header) - 1, Lines: lines}.String())
	for _, n := range m.notes {
		b.WriteString(console.Wrap(n))
	}
	if m.cut != "" {
		b.WriteString(console.Wrap("Cut short: " + m.cut + "."))
	}
	b.WriteString(console.Wrap(claim))
	for _, r := range m.rows {
		if r.state == console.Violation {
			b.WriteString(console.Wrap(r.want.Config + ": " + r.verdict()))
		}
	}
	return b.String()
}

// modelDocument is the JSON form of a run. The names of its fields stay stable.
type modelDocument struct {
	Version  string        `json:"version"`
	Go       string        `json:"go"`
	OS       string        `json:"os"`
	Arch     string        `json:"arch"`
	Verb     string        `json:"verb"`
	Rows     []Entry       `json:"configurations"`
	Notes    []string      `json:"notes,omitempty"`
	CutBy    string        `json:"cut_by,omitempty"`
	Seconds  float64       `json:"seconds"`
	Verdict  console.State `json:"verdict"`
	ExitCode int           `json:"exit_code"`
}

type Entry struct {
	Module  string        `json:"module"`
	Config  string        `json:"config"`
	Outcome console.State `json:"outcome"`
	Wrong   []string      `json:"wrong,omitempty"`
	Found   modelFound    `json:"found"`
	Text    string        `json:"text,omitempty"`
	Seconds float64       `json:"seconds"`
}

func (m *models) document() modelDocument {
	d := modelDocument{
		Version: console.Version(), Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH, Verb: m.verb,
		Notes: m.notes, CutBy: m.cut, Seconds: m.took.Seconds(), Verdict: m.state(), ExitCode: m.Code,
	}
	d.Rows = m.entries()
	return d
}

func (m *models) entries() []Entry {
	var all []Entry
	for _, r := range m.rows {
		all = append(all, Entry{r.manifest.Name, r.want.Config, r.state, r.wrong, r.found, r.text, r.took.Seconds()})
	}
	return all
}
