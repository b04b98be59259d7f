package main

import (
	"fmt"
	"maps"
	"math"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/console"
)

// benchDocument is the JSON form of a benchmark. Its field names never change.
type benchDocument struct {
	Version     string            `json:"version"`
	Go          string            `json:"go"`
	OS          string            `json:"os"`
	Arch        string            `json:"arch"`
	Verb        string            `json:"verb"`
	Date        string            `json:"date"`
	Processor   string            `json:"processor,omitempty"`
	Cores       int               `json:"cores"`
	LoadAverage string            `json:"load_average,omitempty"` // at the start
	Foreign     []float64         `json:"foreign_cores,omitempty"`
	Versions    map[string]string `json:"versions"`
	Rounds      int               `json:"rounds"`
	Rows        []benchRow        `json:"rows"`
	Absent      []string          `json:"absent,omitempty"`
	Problems    []string          `json:"problems,omitempty"`
	Notes       []string          `json:"notes"`
	CutBy       string            `json:"cut_by,omitempty"`
	Seconds     float64           `json:"seconds"`
	ExitCode    int               `json:"exit_code"`
	Quick       bool              `json:"quick,omitempty"`
	Samples     []seedSample      `json:"samples,omitempty"` // all measurements of bench seeds
	source      string            // the file that it was read from
}

func (b *benchmark) document(rows []benchRow, notes []string) benchDocument {
	foreign := make([]float64, len(b.foreign))
	for i, f := range b.foreign {
		foreign[i] = math.Round(100*f) / 100
	}
	return benchDocument{
		Version: b.version, Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH, Verb: b.verb, Date: b.date.UTC().Format(time.RFC3339),
		Processor: processor(proc), Cores: runtime.NumCPU(), LoadAverage: b.load, Foreign: foreign, Versions: b.versions,
		Rounds: b.rounds, Rows: rows, Absent: b.absent, Problems: b.problems, Notes: notes,
		CutBy: b.cut, Seconds: math.Round(10*b.took.Seconds()) / 10, ExitCode: b.Code, Quick: b.quick, Samples: b.samples,
	}
}

// text returns the document for people: the table, the missing parts, and notes on how to read it.
// The third column counts executions or bytes.
func (d benchDocument) text(counted string) string {
	text := comparison(d.Rows, counted)
	for _, a := range d.Absent {
		text += console.Wrap("NOT MEASURED: " + a)
	}
	for _, p := range d.Problems {
		text += "FAILED: " + strings.ReplaceAll(p, "\n", "\n  ") + "\n"
	}
	if d.CutBy != "" {
		text += console.Wrap(fmt.Sprintf("Cut short after %s: %s. Missing figures were not measured, and minima and medians are of fewer rounds.", d.took(), d.CutBy))
	}
	for _, n := range append(slices.Clone(d.Notes), d.conditions()) {
		text += console.Wrap(n)
	}
	return text
}

func (d benchDocument) took() string {
	return console.Seconds(time.Duration(d.Seconds * float64(time.Second)))
}

// conditions names the machine, the versions, the load and the date.
func (d benchDocument) conditions() string {
	machine := []string{console.Plural(d.Cores, "core")}
	if d.Processor != "" {
		machine = append(machine, d.Processor)
	}
	machine = append(machine, d.OS+"/"+d.Arch, d.Go)
	for _, name := range slices.Sorted(maps.Keys(d.Versions)) {
		machine = append(machine, d.Versions[name])
	}
	says := strings.Join(machine, ", ") + "."
	if d.LoadAverage != "" {
		says += fmt.Sprintf(" Load average before anything was built: %s.", d.LoadAverage)
	}
	if f, ok := summarize(d.Foreign); ok {
		says += fmt.Sprintf(" While something was measured, other processes kept %.2g cores busy (median; %.2g to %.2g).", f.Median, f.Min, f.Max)
	}
	day, _, _ := strings.Cut(d.Date, "T")
	return says + fmt.Sprintf(" %s, %s.", day, d.took())
}
