package main

import (
	"fmt"
	"math"

	"github.com/stealproof/stealproof/internal/console"
)

// unit says how to show a value.
type unit string

const (
	perSecond   unit = "executions/s"
	inSeconds   unit = "s"
	nanoseconds unit = "ns"
	inBytes     unit = "B"
	each        unit = "each" // for each counted thing
	percent     unit = "%"
)

func (u unit) show(v float64) string {
	switch {
	case u == perSecond:
		return console.Count(int(math.Round(v)))
	case u == nanoseconds && v >= 10_000_000:
		return fmt.Sprintf("%.1f ms", v/1e6)
	case u == nanoseconds && v >= 10_000:
		return fmt.Sprintf("%.1f us", v/1000)
	case u == nanoseconds && v >= 100:
		return console.Count(int(math.Round(v))) + " ns"
	case u == inBytes || u == each:
		return fmt.Sprintf("%.1f %s", v, u)
	case u != inSeconds:
		return fmt.Sprintf("%.2f %s", v, u)
	case v < 1:
		return fmt.Sprintf("%.2f ms", 1000*v)
	}
	return fmt.Sprintf("%.2f s", v)
}

// benchRow is a line of the table: a measurement, a comparison with another row, or both.
type benchRow struct {
	Group      string    `json:"group"`
	What       string    `json:"what"`
	Scenario   string    `json:"scenario"`
	Unit       unit      `json:"unit"`
	Values     []float64 `json:"values"`               // by round
	Executions int       `json:"executions,omitempty"` // in one search, if the row counts them
	Unfinished bool      `json:"unfinished,omitempty"` // the search had more to do after the time in Values
	Spread     *spread   `json:"spread"`               // nil if there are no values
	Ratios     []float64 `json:"ratios,omitempty"`     // by round; What names both sides, or else it is their seconds to ours
	Ratio      *spread   `json:"ratio,omitempty"`
	Goal       *goal     `json:"goal,omitempty"`
	Verdict    string    `json:"verdict,omitempty"` // met, missed or not measured; or the finding of a row without values

	// Allocated for each fork or task, in the last round.
	Bytes       *float64 `json:"bytes,omitempty"`
	Allocations *float64 `json:"allocations,omitempty"`
	Under       bool     `json:"under,omitempty"` // the row belongs to the one above
}

// goal is a target for a median.
type goal struct {
	Limit   float64 `json:"limit"`
	AtMost  bool    `json:"at_most"`  // otherwise at least
	OfRatio bool    `json:"of_ratio"` // otherwise of the values
}

func (g goal) text(u unit) string {
	sign, limit := ">= ", u.show(g.Limit)
	if g.AtMost {
		sign = "<= "
	}
	switch {
	case g.OfRatio:
		limit = fmt.Sprintf("%g x", g.Limit)
	case u == inSeconds && g.Limit < 1:
		limit = fmt.Sprintf("%g ms", 1000*g.Limit)
	case u == nanoseconds && g.Limit >= 1000:
		limit = fmt.Sprintf("%g us", g.Limit/1000)
	case u != perSecond:
		limit = fmt.Sprintf("%g %s", g.Limit, u)
	}
	return sign + limit
}

func ratio(v float64) string {
	switch {
	case v >= 100:
		return console.Count(int(math.Round(v))) + " x"
	case v >= 10:
		return fmt.Sprintf("%.1f x", v)
	}
	return fmt.Sprintf("%.2f x", v)
}

// judged returns the row with its medians and its verdict.
func (r benchRow) judged() benchRow {
	if s, ok := summarize(r.Values); ok {
		r.Spread = &s
	}
	r.Values = measured(r.Values) // JSON has no NaN
	if s, ok := summarize(r.Ratios); ok {
		r.Ratio = &s
	}
	if r.Goal == nil {
		return r
	}
	s := r.Spread
	if r.Goal.OfRatio {
		s = r.Ratio
	}
	switch {
	case s == nil:
		r.Verdict = "not measured"
	case s.Median == r.Goal.Limit || r.Goal.AtMost == (s.Median < r.Goal.Limit):
		r.Verdict = "met"
	default:
		r.Verdict = "missed"
	}
	return r
}

// comparison returns the table of rows. The third column counts executions or bytes.
func comparison(rows []benchRow, counted string) string {
	t := console.Table{
		Header: []string{"", "scenario", counted, "minimum", "median", "maximum", "ratio:\nminimum", "\nmedian", "target", "which is"},
		First:  2, Last: 8,
	}
	group := ""
	for _, r := range rows {
		if r.Group != group {
			group = r.Group
			t.Lines = append(t.Lines, []string{group + ":"})
		}
		t.Lines = append(t.Lines, r.cells())
	}
	return t.String()
}

func (r benchRow) cells() []string {
	indent := "  "
	if r.Under {
		indent += indent
	}
	cells := []string{indent + r.What, r.Scenario, "", "", "", "", "", "", "", r.Verdict}
	more := ""
	if r.Unfinished {
		more = "> "
	}
	if r.Executions > 0 {
		cells[2] = more + console.Count(r.Executions)
	}
	if r.Bytes != nil {
		cells[2] = fmt.Sprintf("%.0f", *r.Bytes)
	}
	switch {
	case r.Spread == nil && r.Unit != "":
		cells[4] = "-"
	case r.Spread != nil && len(r.Values) == 1:
		cells[4] = more + r.Unit.show(r.Spread.Median)
	case r.Spread != nil:
		cells[3], cells[4], cells[5] = r.Unit.show(r.Spread.Min), r.Unit.show(r.Spread.Median), r.Unit.show(r.Spread.Max)
	}
	switch {
	case r.Ratio != nil && len(r.Ratios) == 1:
		cells[7] = more + ratio(r.Ratio.Median)
	case r.Ratio != nil:
		cells[6], cells[7] = ratio(r.Ratio.Min), ratio(r.Ratio.Median)
	}
	if r.Goal != nil {
		cells[8] = r.Goal.text(r.Unit)
	}
	return cells
}
