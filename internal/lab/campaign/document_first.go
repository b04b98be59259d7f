package campaign

import (
	"fmt"
	"slices"
	"strings"
)

// headline compares, for the mutants that the scheduler finds, its executions until the first failure with those on
// real cores.
func (x Matrix) headline(b *strings.Builder) {
	packages := []string{"wsq", "pool", "pool/classic"}
	scheduled, real := map[string][]Cell{}, map[string][]Cell{}
	for _, m := range x.Mutants {
		row := x.Row(m.Name)
		var first []Cell
		for _, d := range []Detector{Step, History, Race} {
			if c := row[d]; c.Verdict == Killed && !c.refused() {
				first = append(first, c)
			}
		}
		if s, ran := row[Stress]; ran && len(first) > 0 {
			least := slices.MinFunc(first, func(a, b Cell) int { return a.Executions - b.Executions })
			scheduled[m.Package()] = append(scheduled[m.Package()], least)
			real[m.Package()] = append(real[m.Package()], s)
		}
	}
	if len(scheduled) == 0 {
		return
	}
	b.WriteString(firstHead)
	row := func(what string, value func(pkg string) string) {
		fmt.Fprintf(b, "| %s |", what)
		for _, p := range packages {
			fmt.Fprintf(b, " %s |", value(p))
		}
		b.WriteString("\n")
	}
	found := func(p string) []Cell {
		return slices.DeleteFunc(slices.Clone(real[p]), func(c Cell) bool { return c.Verdict != Killed })
	}
	row("mutants that the scheduler finds", func(p string) string { return number(len(scheduled[p])) })
	row("executions under it, median", func(p string) string { return counted(middle(executionsOf(scheduled[p]))) })
	row("executions under it, at most", func(p string) string { return counted(most(executionsOf(scheduled[p]))) })
	row("of them found on real cores", func(p string) string { return number(len(found(p))) })
	row("executions there, median", func(p string) string { return counted(middle(executionsOf(found(p)))) })
	row("executions there, at most", func(p string) string { return counted(most(executionsOf(found(p)))) })
	row("not found on real cores within the budget", func(p string) string { return number(len(real[p]) - len(found(p))) })
	row("executions spent on one of these, median", func(p string) string {
		return counted(middle(executionsOf(slices.DeleteFunc(slices.Clone(real[p]), func(c Cell) bool { return c.Verdict == Killed }))))
	})
}

const firstHead = `
## Until the first failure

How many executions does the scheduler need until the first failure, and how many do random runs on real cores need? The latter is chance.

- Under the scheduler, an execution is a scenario with its schedule. The best of step, history and race counts. A refused step does not count,
  because real cores cannot see it. For deques and pool/classic, the number is the same each time.
- The programs of a whole pool are searched one after the other, each for a time, until one fails. So that number depends on the
  machine; the token repeats the failure in one execution.
- On real cores an execution is a round of a scenario for a deque, 100 items of a long run, or the whole life of a pool. If a deque ends
  the process, or breaks in a long run, up to 300 executions count that had begun together.

| | wsq | pool | pool/classic |
|---|---:|---:|---:|
`

// executionsOf returns the executions of the cells that counted any.
func executionsOf(cells []Cell) (all []int) {
	for _, c := range cells {
		if c.Executions > 0 {
			all = append(all, c.Executions)
		}
	}
	return all
}

func most(of []int) int { return slices.Max(append(of, 0)) }

// counted returns the number, or "-" for none.
func counted(n int) string {
	if n == 0 {
		return "-"
	}
	return number(n)
}

func middle(of []int) int {
	if len(of) == 0 {
		return 0
	}
	slices.Sort(of)
	return of[len(of)/2]
}
