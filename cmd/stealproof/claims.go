package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
)

// text returns the results for people: the table, what broke, and what may be
// concluded.
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
	if c.pooled != nil {
		b.WriteString("\n" + c.pooled.text())
	}
	if c.explored != nil {
		b.WriteString("\n" + c.explored.text())
	}
	if c.specified != nil {
		b.WriteString("\n" + c.specified.Text())
	}
	return b.String()
}

// claims says what was shown and what was not.
func (c *campaign) claims() []string {
	var all linearizability.Coverage
	items, programs := 0, 0
	var fewer []string // deques whose time was used before all items were through
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
	lines := []string{"Sampled on real cores, not exhaustive. What held, held in what this run met:"}
	if all.Rounds > 0 {
		lines = append(lines, fmt.Sprintf("- %s of at most %s %s, with %.0f operations on average. In them %s of operations overlapped. "+
			"Porcupine judged %s against the deque's contract; the other rounds had the same order and results as one of those.",
			console.Plural(all.Rounds, "round"), console.Plural(all.Goroutines, "goroutine"), c.extent, float64(all.Ops)/float64(all.Rounds), console.Plural(all.Overlaps, "pair"), histories(all.Distinct)))
	}
	if items > 0 {
		lines = append(lines, fmt.Sprintf("- %s past 3 thieves that steal without pause, each counted. Of their order it is checked that each thief gets them as they were pushed, and that the owner is told empty only if it is.", console.Plural(items, "item")))
	}
	if len(fewer) > 0 {
		lines = append(lines, fmt.Sprintf("- Fewer items than planned, for lack of time or after a failure: %s.", strings.Join(fewer, ", ")))
	}
	if programs > 0 {
		lines = append(lines, fmt.Sprintf("- %s with one goroutine at a time: fixed programs at known edges, and 100 random ones for each deque.", console.Plural(programs, "rule check")))
	}
	return append(lines,
		fmt.Sprintf("It took %s, with seed %d.", console.Seconds(c.took), c.seed),
		"Not covered: schedules that did not come up, more goroutines or operations or other capacities than these, other machines. "+
			"Go's atomics are sequentially consistent, so orders of weaker memory did not come up either. "+
			"This part finds no data races; `go test -race` does.",
		fmt.Sprintf("Operations closer than a step of the clock (%v) count as overlapping: this accuses nobody, but may hide a wrong order.", c.machine.granularity))
}

func histories(n int) string {
	if n == 1 {
		return "one history"
	}
	return console.Count(n) + " histories"
}

// unfinished says what was cut short, or nothing.
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

// broken says what broke: each rule, and the smallest history of them.
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
			field("try:", "again on a machine that is less busy, with more cores, or for longer")
		}
		field("replay:", t.replay)
		field("files:", strings.Join(t.files, " "))
	}
	if smallest != nil {
		fmt.Fprintf(&b, "The smallest failing history, under the contract %q; time runs down, \"...\" is an operation that others overlap:\n%s",
			smallest.Spec, picture(smallest))
	}
	if smallest == nil && r.number(console.Violation) > 0 {
		b.WriteString("No history shows it: these rules count, or look at memory, and record none.\n")
	}
	if b.Len() > 0 {
		b.WriteString("\n")
	}
	return b.String()
}

// excerpt returns the first lines of a long text, such as stacks.
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
	_ = h.WriteTable(&b) // a buffer takes everything
	return b.String()
}
