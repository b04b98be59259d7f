package campaign

import (
	"fmt"
	"slices"
	"strings"
)

// headline compares schedules with executions on real cores, until the first failure, of
// the mutants that the scheduler finds.
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
	row("executions under it, in the middle", func(p string) string { return counted(middle(executionsOf(scheduled[p]))) })
	row("executions at most", func(p string) string { return counted(most(executionsOf(scheduled[p]))) })
	row("of them found on real cores", func(p string) string { return number(len(found(p))) })
	row("executions there, in the middle", func(p string) string { return counted(middle(executionsOf(found(p)))) })
	row("executions at most", func(p string) string { return counted(most(executionsOf(found(p)))) })
	row("not found on real cores within the budget", func(p string) string { return number(len(real[p]) - len(found(p))) })
	row("executions spent on one of these, in the middle", func(p string) string {
		return counted(middle(executionsOf(slices.DeleteFunc(slices.Clone(real[p]), func(c Cell) bool { return c.Verdict == Killed }))))
	})
}

const firstHead = `
## Until the first failure

How many schedules the scheduler needs until the first failure, beside what random runs on real cores need, which is chance. Under
the scheduler, an execution is a scenario with its schedule. Of step, history and race the one counts that needs the fewest. A refused
step does not count here, since real cores cannot tell it. Of deques and pool/classic the scheduler finds each mutant after as many executions
every time. Of a whole pool, programs are searched one after the other, each for a time, before the one that fails: how many executions
that takes depends on the machine, and the token repeats the failure in one. On real cores an execution is a round of a scenario for a
deque, or 100 items of a long run, or the whole life of a pool. If a deque ends the process, or breaks in a long run, the up to
300 that had begun together count.

| | wsq | pool | pool/classic |
|---|---:|---:|---:|
`

// executionsOf are those of cells in which somebody has counted.
func executionsOf(cells []Cell) (all []int) {
	for _, c := range cells {
		if c.Executions > 0 {
			all = append(all, c.Executions)
		}
	}
	return all
}

func most(of []int) int { return slices.Max(append(of, 0)) }

// counted is a number, if anybody has counted.
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
