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

// benchDocument is the form of a benchmark for programs. Its field names are kept.
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
	Samples     []seedSample      `json:"samples,omitempty"` // all that bench seeds has measured
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

// conditions says what the figures depend on.
func (b *benchmark) conditions() string {
	machine := []string{console.Plural(runtime.NumCPU(), "core")}
	if name := processor(proc); name != "" {
		machine = append(machine, name)
	}
	machine = append(machine, runtime.GOOS+"/"+runtime.GOARCH, runtime.Version())
	for _, name := range slices.Sorted(maps.Keys(b.versions)) {
		machine = append(machine, b.versions[name])
	}
	says := strings.Join(machine, ", ") + "."
	if b.load != "" {
		says += fmt.Sprintf(" Load average before anything was built: %s.", b.load)
	}
	if f, ok := summarize(b.foreign); ok {
		says += fmt.Sprintf(" While something was measured, other processes kept %.2g cores busy (median; %.2g to %.2g).", f.Median, f.Min, f.Max)
	}
	return says + fmt.Sprintf(" %s, %s.", b.date.Format(time.DateOnly), console.Seconds(b.took))
}
