package campaign

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/mutation"
)

// Matrix has mutants and their cells.
type Matrix struct {
	Mutants []mutation.Mutant
	Digests map[string]string // of the mutants in the current code
	Cells   []Cell
	Source  string // name of the file of cells
}

// Row returns the newest cells of a mutant in the current code. Cells of older code do not count.
func (x Matrix) Row(name string) map[Detector]Cell {
	row := map[Detector]Cell{}
	for _, c := range x.Cells {
		if c.Mutant == name && c.Digest == x.Digests[name] {
			row[c.Detector] = c
		}
	}
	return row
}

// Killed reports whether a detector has noticed a mutant.
func (x Matrix) Killed(name string) bool { return len(killers(x.Row(name))) > 0 }

// Stale returns the newest cells of older code that have no counterpart for the current code.
func (x Matrix) Stale() []Cell {
	var stale []Cell
	for _, m := range x.Mutants {
		row, old := x.Row(m.Name), map[Detector]Cell{}
		for _, c := range x.Cells {
			if c.Mutant == m.Name {
				old[c.Detector] = c
			}
		}
		for _, d := range Detectors {
			c, was := old[d]
			if _, is := row[d]; was && !is {
				stale = append(stale, c)
			}
		}
	}
	return stale
}

// Missing returns the missing cells, for example "step of x": the detector looks at the mutant,
// but there is no cell.
func (x Matrix) Missing() (missing []string) {
	for _, m := range x.Mutants {
		row := x.Row(m.Name)
		for _, d := range Detectors {
			if _, is := row[d]; !is && Looks(m, d) {
				missing = append(missing, fmt.Sprintf("%s of %s", d, m.Name))
			}
		}
	}
	return missing
}

// Shorter returns the cells of survivors that had less than this budget, or fewer programs than
// the detectors run today.
func (x Matrix) Shorter(budget time.Duration) []Cell {
	var shorter []Cell
	for _, m := range x.Mutants {
		row := x.Row(m.Name)
		for _, d := range Detectors {
			if c, is := row[d]; is && c.Verdict != Killed && !c.lasts(blank(m, d, budget)) {
				shorter = append(shorter, c)
			}
		}
	}
	return shorter
}

// killers returns the detectors that noticed a mutant.
func killers(row map[Detector]Cell) (all []Detector) {
	for _, d := range Detectors {
		if row[d].Verdict == Killed {
			all = append(all, d)
		}
	}
	return all
}

// Standing sums up the cells of a mutant.
type Standing string

// The standings.
const (
	Twice      Standing = "killed by independent detectors"
	Once       Standing = "killed by one kind of detector"
	Equivalent Standing = "equivalent"
	Open       Standing = "survived"
	NotRun     Standing = "not run"
)

// Standing returns the standing of a mutant.
func (x Matrix) Standing(m mutation.Mutant) Standing {
	row := x.Row(m.Name)
	switch n := Independent(killers(row)); {
	case n > 1:
		return Twice
	case n == 1:
		return Once
	case mutation.Equivalent()[m.Name] != "":
		return Equivalent
	case len(row) == 0:
		return NotRun
	}
	return Open
}

// Token returns the cell of a mutant with the shortest token. It returns false if no cell has one.
func (x Matrix) Token(name string) (Cell, bool) {
	var with []Cell
	for _, c := range x.Row(name) {
		if c.Repeatable() {
			with = append(with, c)
		}
	}
	if len(with) == 0 {
		return Cell{}, false
	}
	return slices.MinFunc(with, func(a, b Cell) int {
		return cmp.Or(len(a.Token)-len(b.Token), strings.Compare(string(a.Detector), string(b.Detector)))
	}), true
}

// Unexplained returns the mutants that only one kind of detector has noticed, without a reason why
// that is enough. It leaves out mutants whose cell of step or unit is missing, because that
// detector may notice them.
func (x Matrix) Unexplained() []string {
	var names []string
	for _, m := range x.Mutants {
		row := x.Row(m.Name)
		_, step := row[Step]
		_, unit := row[Unit]
		if x.Standing(m) == Once && mutation.Enough()[m.Name] == "" && step && unit {
			names = append(names, m.Name)
		}
	}
	return names
}
