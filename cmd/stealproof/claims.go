package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
)

// text returns the results as text: the table, the broken rules, and the conclusions.
func (c *campaign) text() string {
	var b strings.Builder
	b.WriteString(summary(c.results) + "\n")
	for _, r := range c.results {
		b.WriteString(r.broken())
	}
	b.WriteString(c.unfinished())
	for _, line := range c.claims() {
		b.WriteString(console.Wrap(line))
	}
	if len(c.results) > 0 {
		b.WriteString(console.Wrap(fmt.Sprintf("These deques, and the pool, are those that this command was built with: stealproof %s. Edits since then do not count: go run builds it anew.", console.Version())))
	}
	if c.pooled != nil {
		b.WriteString("\n" + c.pooled.text())
	}
	if c.explored != nil {
		b.WriteString("\n" + c.explored.text())
	}
	if c.specified != nil {
		b.WriteString("\n" + c.specified.Text())
	}
	if c.verb == "verify" {
		b.WriteString("\n" + console.Wrap(c.closing()))
	}
	return b.String()
}

// closing sums up all parts in one line.
func (c *campaign) closing() string {
	parts := []string{"on real cores " + words(c.onCores())}
	if c.explored != nil {
		parts = append(parts, "under the scheduler "+words(c.explored.state()))
	}
	if c.specified != nil {
		parts = append(parts, "specifications "+words(c.specified.State()))
	}
	return fmt.Sprintf("In all: %s (exit code %d): %s.", words(c.state()), console.ExitCode(c.state()), strings.Join(parts, ", "))
}

func words(s console.State) string { return strings.ReplaceAll(string(s), "_", " ") }

// claims says what was shown and what was not.
func (c *campaign) claims() []string {
	var all linearizability.Coverage
	items, programs := 0, 0
	var fewer []string // deques that ran out of time before all items were moved
	for _, r := range c.results {
		if met := r.coverage(); met != nil {
			all.Add(*met)
		}
		if l := r.ledger(); l != nil {
			items += l.Items
			if l.Items < c.items {
				fewer = append(fewer, fmt.Sprintf("%s %s of %s", r.deque.Name, console.Count(l.Items), console.Count(c.items)))
			}
		}
		for _, t := range r.outcomes {
			if (t.state() == console.Held || t.state() == console.Violation) && t.Rule.Name != once && t.Rule.Name != linear {
				programs++
			}
		}
	}
	if all.Rounds+items+programs == 0 {
		return []string{"Nothing was run, so nothing is claimed."}
	}
	lines := []string{"This part sampled schedules on real cores; it is not exhaustive. It ran:"}
	if all.Rounds > 0 {
		lines = append(lines, fmt.Sprintf("- %s of at most %s %s, with %.0f operations on average. %s of operations overlapped. "+
			"The judge compared %s with the deque's contract. All other rounds repeated the order and results of a judged one.",
			console.Plural(all.Rounds, "round"), console.Plural(all.Goroutines, "goroutine"), c.extent, float64(all.Ops)/float64(all.Rounds), console.Plural(all.Overlaps, "pair"), histories(all.Distinct)))
	}
	if items > 0 {
		lines = append(lines, fmt.Sprintf("- %s on deques with 3 thieves that never pause. Checked: each item is taken once, each thief gets its items in the order of their pushes, and the owner gets Empty only from an empty deque.", console.Plural(items, "item")))
	}
	if len(fewer) > 0 {
		lines = append(lines, fmt.Sprintf("- Fewer items than planned, because time ran out or a rule failed: %s.", strings.Join(fewer, ", ")))
	}
	if programs > 0 {
		lines = append(lines, fmt.Sprintf("- %s with one goroutine at a time: fixed programs for known corner cases, and 100 random programs for each deque.", console.Plural(programs, "rule check")))
	}
	return append(lines,
		fmt.Sprintf("It took %s, with seed %d.", console.Seconds(c.took), c.seed),
		"Not covered: schedules that did not occur, more goroutines or operations, other capacities, and other machines. "+
			"Go's atomics are sequentially consistent, so weaker memory orders did not occur. "+
			"This part does not look for data races; `go test -race` does.",
		fmt.Sprintf("Operations that are less than one clock step (%v) apart count as overlapping. This can hide a wrong order, but cannot report a false one.", c.machine.granularity))
}

func histories(n int) string {
	if n == 1 {
		return "one history"
	}
	return console.Count(n) + " histories"
}

// unfinished lists what was cut short. It returns "" if nothing was.
func (c *campaign) unfinished() string {
	if c.cut == "" {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Cut short after %s: %s.\n", console.Seconds(c.took), c.cut)
	var missed []string
	for _, r := range c.results {
		if !r.began {
			missed = append(missed, r.deque.Name)
			continue
		}
		cut, not := r.unfinished()
		if len(cut) > 0 {
			b.WriteString(console.Wrap(fmt.Sprintf("- %s: not finished: %s", r.deque.Name, strings.Join(cut, ", "))))
		}
		if len(not) > 0 {
			b.WriteString(console.Wrap(fmt.Sprintf("- %s: not run: %s", r.deque.Name, strings.Join(not, ", "))))
		}
	}
	if len(missed) > 0 {
		b.WriteString(console.Wrap("- not run at all: " + strings.Join(missed, ", ")))
	}
	return b.String() + "\n"
}

// broken describes each broken rule, and shows the smallest failing history.
func (r *result) broken() string {
	var b strings.Builder
	var smallest *model.History
	for _, t := range r.outcomes {
		what := map[console.State]string{console.Violation: "VIOLATION", console.Unknown: "UNKNOWN", console.Failed: "ERROR", console.Vacuous: "VACUOUS"}[t.state()]
		if what == "" {
			continue
		}
		fmt.Fprintf(&b, "%s  %s: %s\n", what, r.deque.Name, t.Rule.Name)
		field := func(name, value string) {
			if value != "" {
				fmt.Fprintf(&b, "  %-7s %s\n", name, strings.ReplaceAll(value, "\n", "\n          "))
			}
		}
		field("rule:", console.Fold(t.Rule.Says, console.LineWidth-10))
		if t.Found != nil {
			seen := excerpt(t.Found.Broken)
			if !strings.Contains(seen, "\n") {
				seen = console.Fold(seen, console.LineWidth-10)
			}
			field("seen:", seen)
			if h := t.Found.History; h != nil && (smallest == nil || len(h.Ops) < len(smallest.Ops)) {
				smallest = h
			}
		} else {
			field("seen:", t.Err.Error())
		}
		if t.state() == console.Vacuous {
			field("try:", "again on a less busy machine, with more cores, or for longer")
		}
		field("replay:", t.replay)
		field("files:", strings.Join(t.files, " "))
	}
	if smallest != nil {
		fmt.Fprintf(&b, "The smallest failing history, under the contract %q. Time runs down. \"...\" marks an operation that overlaps others:\n%s",
			smallest.Spec, picture(smallest))
	}
	if smallest == nil && r.number(console.Violation) > 0 {
		b.WriteString("There is no history to show, because these rules count items or inspect memory.\n")
	}
	if b.Len() > 0 {
		b.WriteString("\n")
	}
	return b.String()
}

// excerpt returns the first lines of a long text, such as a stack trace.
func excerpt(s string) string {
	const most = 12
	lines := strings.Split(strings.TrimSpace(s), "\n")
	if len(lines) > most {
		lines = append(lines[:most], fmt.Sprintf("(%d more lines; -json has them all)", len(lines)-most))
	}
	return strings.Join(lines, "\n")
}

// picture returns the interleaving table of a history.
func picture(h *model.History) string {
	var b bytes.Buffer
	_ = h.WriteTable(&b) // a buffer returns no errors
	return b.String()
}
