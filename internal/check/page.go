package check

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"html/template"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model"
)

//go:embed page
var pages embed.FS

var page = template.Must(template.ParseFS(pages, "page/*.gohtml"))

// row is a step of the schedule, or a number of rounds that are left out.
type row struct {
	report.Step
	At     int // row of the grid
	Lane   int // column of the thread
	Rounds int
	Source []sourceLine
}

// Place returns the position of the step without the directory.
func (r row) Place() string { return path.Base(r.Pos) }

// sourceLine is a line of the source near a step.
type sourceLine struct {
	Line int
	Text string
	Here bool
}

// WriteHTML writes a page about a search that broke a rule. It shows the schedule with a column for each
// thread, and the source around each step. It shows only sources below dir, the directory of the module. The
// page needs no other file.
func WriteHTML(w io.Writer, r report.Report, dir string) error {
	data := struct {
		report.Report
		Heading string
		Threads []string
		Rows    []row
		Height  int
		Legend  []string
		History string
	}{Report: r, Heading: "The smallest schedule found, " + r.Schedule(), Legend: report.Legend(r.Trace)}
	if r.Rule == report.RuleRepeatable {
		data.Heading = "The steps before the failure"
	}
	lanes := lanesOf(r.Trace)
	for _, s := range lanes {
		data.Threads = append(data.Threads, s.Name)
	}
	files := sources{dir: dir, lines: map[string][]string{}}
	at := 1
	for _, span := range report.Fold(r.Trace) {
		if span.Rounds > 0 {
			at++
			data.Rows = append(data.Rows, row{At: at, Rounds: span.Rounds})
			continue
		}
		for _, s := range span.Steps {
			at++
			lane := slices.IndexFunc(lanes, func(l report.Step) bool { return l.Thread == s.Thread })
			data.Rows = append(data.Rows, row{Step: s, At: at, Lane: lane, Source: files.around(s.Pos)})
		}
	}
	data.Height = at
	if len(r.History) > 0 {
		h, err := model.ReadNDJSON(bytes.NewReader(bytes.Join(lines(r), []byte("\n"))))
		if err != nil {
			return err
		}
		var b strings.Builder
		_ = h.WriteTableAs(&b, r.Clients) // a builder returns no errors
		data.History = b.String()
	}
	return page.ExecuteTemplate(w, "failure.gohtml", data)
}

func lines(r report.Report) (all [][]byte) {
	for _, line := range r.History {
		all = append(all, line)
	}
	return all
}

// lanesOf returns one step of each thread, ordered by thread number. Main comes last, because it mostly waits.
func lanesOf(steps []report.Step) (lanes []report.Step) {
	for _, s := range steps {
		if !slices.ContainsFunc(lanes, func(l report.Step) bool { return l.Thread == s.Thread }) {
			lanes = append(lanes, s)
		}
	}
	slices.SortFunc(lanes, func(a, b report.Step) int {
		last := func(s report.Step) int { return (s.Thread - 1) & 63 }
		return cmp.Compare(last(a), last(b))
	})
	return lanes
}

// sources are the source files below a directory.
type sources struct {
	dir   string
	lines map[string][]string // by name; nil if the file cannot be read
}

const near = 4 // number of lines before and after

// around returns the lines around a position, or none.
func (f *sources) around(pos string) (around []sourceLine) {
	name, number, _ := strings.Cut(pos, ":")
	n, err := strconv.Atoi(number)
	if err != nil || f.dir == "" || !filepath.IsLocal(name) {
		return nil
	}
	lines, known := f.lines[name]
	if !known {
		if text, err := os.ReadFile(filepath.Join(f.dir, name)); err == nil {
			lines = strings.Split(strings.ReplaceAll(string(text), "\t", "    "), "\n")
		}
		f.lines[name] = lines
	}
	if n > len(lines) {
		return nil
	}
	for i := max(1, n-near); i <= min(len(lines), n+near); i++ {
		around = append(around, sourceLine{Line: i, Text: lines[i-1], Here: i == n})
	}
	return around
}

// Verdict describes the result of a search in a few words.
func Verdict(r report.Report) string {
	switch {
	case r.Ending == report.Failed:
		return "VIOLATION " + r.Rule
	case r.Ending == report.NotChecked:
		return of(r) + "NOT CHECKED"
	case r.Rule != "":
		return "VIOLATION " + r.Rule + " (cut short before it was shown)"
	case r.Ending == report.Exhausted && r.NoRaces:
		return of(r) + string(r.Ending) + ", races not looked for"
	case r.Ending == report.Exhausted && r.Scenarios > 0:
		return fmt.Sprintf("%s%s, %d scenarios", of(r), r.Ending, r.Scenarios)
	case r.Ending == report.Exhausted:
		return of(r) + string(r.Ending)
	}
	text := of(r) + string(r.Ending)
	if r.Bound != "" {
		return text + ": " + r.Bound
	}
	if r.Ending == report.Running {
		text = of(r) + "cut short"
	}
	if r.Share > 0 {
		text += fmt.Sprintf(" (about %.2g %% done)", 100*r.Share)
	}
	return text
}

// of names the part of the search, unless it was the whole.
func of(r report.Report) string {
	if r.Part == "" {
		return ""
	}
	return "part " + r.Part + " "
}

// writeIndex writes the page with links to the other pages.
func writeIndex(w io.Writer, reports []report.Report, files map[int]string, claim string) error {
	type entry struct {
		report.Report
		File, Verdict, Class string
	}
	data := struct {
		Rows   []entry
		Broken int
		Claim  string
	}{Claim: claim}
	for i, r := range reports {
		e := entry{Report: r, File: files[i], Verdict: Verdict(r), Class: "open"}
		switch {
		case r.Rule != "" && r.Ending != report.NotChecked:
			data.Broken++
			e.Class = "bad"
		case r.Ending == report.Exhausted:
			e.Class = "good"
		}
		data.Rows = append(data.Rows, e)
	}
	return page.ExecuteTemplate(w, "index.gohtml", data)
}
