package campaign

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/mutation"
)

// Matrix is mutants with what was found of them.
type Matrix struct {
	Mutants []mutation.Mutant
	Digests map[string]string // of the mutants, as the code is now
	Cells   []Cell
	Source  string // where the cells come from
}

// Row returns the newest cells of a mutant as it is now. What was found of older code
// counts as not run.
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

// Stale returns the newest cells of older code, where there is none of the code as it is
// now.
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

// Missing returns what has no cell although the detector looks at the mutant, such as "step of x".
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

// Shorter returns the survivors that were put to less than they would be now, with this
// budget.
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

// killers returns who has noticed a mutant.
func killers(row map[Detector]Cell) (all []Detector) {
	for _, d := range Detectors {
		if row[d].Verdict == Killed {
			all = append(all, d)
		}
	}
	return all
}

// Standing is what is known of a mutant after all.
type Standing string

// The standings.
const (
	Twice      Standing = "killed by independent detectors"
	Once       Standing = "killed by one kind of detector"
	Equivalent Standing = "equivalent"
	Open       Standing = "survived"
	NotRun     Standing = "not run"
)

// Standing returns what is known of a mutant.
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

// Token returns the shortest token of a mutant's cells, of the scheduler that has the
// fewest executions, or no cell.
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

// Unexplained returns the mutants that one kind of detector has noticed, and of which
// nobody says why that is enough. Those that step or unit has yet to be put to may be
// noticed by another kind.
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
