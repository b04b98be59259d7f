package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/report"
)

// print prints and saves the results. The directory dir holds the sources.
func (k *checking) print(all []report.Report, dir string) error {
	var b strings.Builder
	if k.json {
		for _, r := range all {
			b.WriteString(console.Encode(r))
		}
	} else {
		for _, r := range all {
			if r.Text != "" {
				title := "VIOLATION"
				if r.Ending == report.NotChecked {
					title = "NOT CHECKED"
				}
				fmt.Fprintf(&b, "%s  %s\n%s\n\n", title, r.Test, console.Indent(r.Text))
			}
		}
		b.WriteString(searches(all))
		b.WriteString(console.Wrap(k.claim(all)))
	}
	if _, err := io.WriteString(k.Stdout, b.String()); err != nil {
		return fmt.Errorf("cannot write the results: %w", err)
	}
	return k.outputs.save(all, k.claim(all), dir, k.Stderr)
}

// claim says what the searches have shown, and lists packages that were not run.
func (k *checking) claim(all []report.Report) string {
	if len(k.notes) == 0 {
		return claim(all)
	}
	says := k.notes
	if len(all) > 0 {
		says = append([]string{claim(all)}, says...)
	}
	return strings.Join(says, " ")
}

// claim says what the searches have shown. If one report is of part i/n of a search, all are of part i/n, because
// they come from one run.
func claim(all []report.Report) string {
	exhausted, bounded, broken, cut, not := 0, 0, 0, 0, 0
	part := ""
	for _, r := range all {
		part = r.Part
		switch {
		case verdict(r) == console.Violation:
			broken++
		case r.Ending == report.NotChecked:
			not++
		case r.Ending == report.Exhausted:
			exhausted++
		case r.Ending == report.BoundHit:
			bounded++
		default:
			cut++
		}
	}
	var says []string
	say := func(n int, what string) {
		switch {
		case n == 1:
			says = append(says, "1 search "+what)
		case n > 1:
			says = append(says, console.Count(n)+" searches "+what)
		}
	}
	say(broken, "failed.")
	if part != "" {
		say(exhausted, "exhausted part "+part+": every schedule of this part was run, and none broke a rule. Schedules that differ only in the order of independent steps count as one. "+
			"This says nothing about the other parts. To combine all parts, run check -merge.")
		exhausted = 0
	}
	say(exhausted, "exhausted: every schedule was run, and none broke a rule. Schedules that differ only in the order of independent steps count as one.")
	if slices.ContainsFunc(all, func(r report.Report) bool { return r.Ending == report.Exhausted && r.NoRaces }) {
		says = append(says, "Some searches did not look for data races, and did not try orders of plain accesses. Their result holds only for programs without data races.")
	}
	say(not, "could not be checked: nothing is claimed about these programs.")
	say(bounded, "hit a bound: nothing is claimed about schedules that were not run.")
	say(cut, "cut short: nothing is claimed about schedules that were not run.")
	var waits []string
	for _, r := range all {
		waits = append(waits, r.Waits...)
	}
	slices.Sort(waits)
	if waits = slices.Compact(waits); len(waits) > 0 {
		says = append(says, "This assumes that the rounds of the waiting loops at "+strings.Join(waits, ", ")+" have no effect: they only read, or take and release locks, and count nothing.")
	}
	if exhausted > 0 {
		says = append(says, "This says nothing about other programs, more threads or operations, or other capacities.")
	}
	if len(says) == 0 {
		return "Nothing was run, so nothing is claimed."
	}
	return strings.Join(says, " ")
}

// searches returns the table of searches.
func searches(all []report.Report) string {
	t := console.Table{Header: []string{"search", "checked", "executions", "longest", "seconds", "verdict"}, First: 2, Last: 4}
	for _, r := range all {
		what := "steps"
		if r.Mode == "history" {
			what = "histories"
		}
		t.Lines = append(t.Lines, []string{r.Test, what, console.Count(r.Executions), console.Count(r.Deepest), fmt.Sprintf("%.2f", r.Seconds), check.Verdict(r)})
	}
	return t.String()
}
