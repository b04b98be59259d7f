package instrument

import (
	"fmt"
	"slices"
	"strings"
)

// A Refusal is a place that cannot run under the scheduler.
type Refusal struct {
	File   string
	Line   int
	Reason string // the reason, and what to do
	// ImportedBy lists the packages by which a package to rewrite imports this one, or "" if it is
	// itself to be rewritten.
	ImportedBy string
}

func (r Refusal) String() string {
	text := r.place()
	if r.ImportedBy != "" {
		text += " (imported " + r.ImportedBy + ")"
	}
	return text
}

func (r Refusal) place() string { return fmt.Sprintf("%s:%d: %s", r.File, r.Line, r.Reason) }

// RefusedError is the error if there are such places. They are sorted.
type RefusedError struct{ Refusals []Refusal }

// shown is how many places the text of a RefusedError has.
const shown = 3

// Error returns the places, one a line. If there are many, it returns their number and the first three.
func (e *RefusedError) Error() string {
	var lines []string
	n := len(e.Refusals)
	if n > shown {
		lines = append(lines, fmt.Sprintf("%d places cannot be rewritten. The first %d:", n, shown))
	}
	for _, r := range e.Refusals[:min(n, shown)] {
		lines = append(lines, r.String())
	}
	if n > shown {
		lines = append(lines, "Change them, or move the test into a package that does not import them.")
	}
	return strings.Join(lines, "\n")
}

// sortRefusals sorts the places, and names each once.
func sortRefusals(refusals []Refusal) []Refusal {
	slices.SortFunc(refusals, func(a, b Refusal) int {
		if c := strings.Compare(a.File, b.File); c != 0 {
			return c
		}
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return strings.Compare(a.Reason, b.Reason)
	})
	return slices.Compact(refusals)
}
