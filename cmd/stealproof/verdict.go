package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/internal/check"
	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/report"
)

// verdicts is the result of searches, in the order of a reader's questions. found has what they found or covered,
// not has what they left out, and next has the next things to do. Each part is a list of sentences.
type verdicts struct{ found, not, next []string }

func (v verdicts) String() string {
	var lines []string
	for _, part := range []struct {
		label     string
		sentences []string
	}{{"Found: ", v.found}, {"Not looked into: ", v.not}, {"Next: ", v.next}} {
		if len(part.sentences) > 0 {
			lines = append(lines, part.label+strings.Join(part.sentences, " "))
		}
	}
	if len(v.found) == 0 && len(v.not) == 0 {
		return "Nothing was run, so nothing is claimed."
	}
	return strings.Join(lines, "\n")
}

// endings counts searches by how they have ended.
type endings struct{ broken, exhausted, bounded, inTime, cut, not int }

func count(all []report.Report) (n endings) {
	for _, r := range all {
		switch {
		case verdict(r) == console.Violation:
			n.broken++
		case r.Ending == report.NotChecked:
			n.not++
		case r.Ending == report.Exhausted:
			n.exhausted++
		case r.Ending == report.BoundHit:
			n.bounded++
			if r.Bound == "" {
				n.inTime++
			}
		default:
			n.cut++
		}
	}
	return n
}

// verdictsOf sums up the searches. If one report is of part i/n of a search, all are of part i/n,
// because they come from one run.
func verdictsOf(all []report.Report) (v verdicts) {
	n, part := count(all), ""
	for _, r := range all {
		part = r.Part
	}
	say := func(to *[]string, n int, what string) {
		switch {
		case n == 1:
			*to = append(*to, "1 search "+what)
		case n > 1:
			*to = append(*to, console.Count(n)+" searches "+what)
		}
	}
	const asOne = " Schedules that differ only in the order of independent steps count as one."
	say(&v.found, n.broken, "failed.")
	if part == "" {
		say(&v.found, n.exhausted, "exhausted: every schedule was run, and none broke a rule."+asOne)
	} else {
		say(&v.found, n.exhausted, "exhausted part "+part+": every schedule of this part was run, and none broke a rule."+asOne)
	}
	say(&v.found, n.bounded, "hit a bound, and broke no rule before that.")
	say(&v.found, n.cut, "cut short, and broke no rule before that.")
	say(&v.not, n.not, "could not be checked: nothing is claimed about these programs.")
	if n.bounded+n.cut > 0 {
		v.not = append(v.not, "Schedules that were not run.")
	}
	if n.exhausted > 0 {
		v.not = append(v.not, beyond(all, part)...)
	}
	v.not = append(v.not, untaken(all)...)
	v.next = next(n, part)
	v.given(all)
	return v
}

// beyond lists the gaps of searches that were exhausted.
func beyond(all []report.Report, part string) (says []string) {
	if slices.ContainsFunc(all, func(r report.Report) bool { return r.Ending == report.Exhausted && r.NoRaces }) {
		says = append(says, "Some searches did not look for data races, and did not try orders of plain accesses. Their result holds only for programs without data races.")
	}
	var waits, left []string
	for _, r := range all {
		waits, left = append(waits, r.Waits...), append(left, r.Left...)
	}
	slices.Sort(waits)
	if waits = slices.Compact(waits); len(waits) > 0 {
		says = append(says, "The rounds of the waiting loops at "+strings.Join(waits, ", ")+" are assumed to have no effect: they only read, or take and release locks, and count nothing.")
	}
	slices.Sort(left)
	if left = slices.Compact(left); len(left) > 0 {
		says = append(says, fmt.Sprintf("What the loops at %s do after %d rounds in which nothing else happens, in operations that may wait for ever.", strings.Join(left, ", "), report.FewRounds))
	}
	for _, r := range all {
		if r.Unpicked != "" {
			says = append(says, fmt.Sprintf("Of the generated scenarios of %s, only some were run (%s).", r.Test, r.Unpicked))
		}
	}
	if part != "" {
		return append(says, "The other parts.")
	}
	return append(says, "Other programs, more threads or operations, and other capacities.")
}

// next lists the next things to do.
func next(n endings, part string) (says []string) {
	if n.broken > 0 {
		says = append(says, "Each failure has a replay line, which repeats it.")
	}
	if n.not > 0 {
		says = append(says, "What was not checked says what to change.")
	}
	if n.inTime > 0 {
		says = append(says, "To run more schedules, set -time and -j.")
	}
	if n.bounded > n.inTime {
		says = append(says, "The table names the other bounds.")
	}
	if part != "" && n.exhausted > 0 {
		says = append(says, "To combine all parts, run check -merge.")
	}
	return says
}

// searches returns the table of searches. Those that failed come first.
func searches(all []report.Report) string {
	rank := func(r report.Report) int {
		switch {
		case verdict(r) == console.Violation:
			return 0
		case r.Ending == report.NotChecked:
			return 1
		case r.Ending == report.Exhausted:
			return 3
		}
		return 2
	}
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b report.Report) int { return rank(a) - rank(b) })
	t := console.Table{Header: []string{"search", "checked", "executions", "longest", "seconds", "verdict"}, First: 2, Last: 4}
	for _, r := range sorted {
		what := "steps"
		if r.Mode == "history" {
			what = "histories"
		}
		t.Lines = append(t.Lines, []string{r.Test, what, console.Count(r.Executions), console.Count(r.Deepest), fmt.Sprintf("%.2f", r.Seconds), check.Verdict(r)})
	}
	return t.String()
}

// untaken lists the cases of selects that some search has met, and none has taken.
func untaken(all []report.Report) []string {
	var met, taken []string
	for _, r := range all {
		if r.Ending == report.Exhausted || r.Ending == report.BoundHit {
			met = append(met, r.Untaken...)
		}
		taken = append(taken, r.Taken...)
	}
	slices.Sort(met)
	met = slices.DeleteFunc(slices.Compact(met), func(s string) bool { return slices.Contains(taken, s) })
	switch len(met) {
	case 0:
		return nil
	case 1:
		return []string{"A case of a select that was never taken: " + met[0] + "."}
	}
	return []string{"Cases of selects that were never taken: " + some(met) + "."}
}
