package campaign

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/stealproof/stealproof/internal/mutation"
)

// Document returns the matrix for people, in Markdown.
func (x Matrix) Document() string {
	var b strings.Builder
	fmt.Fprintf(&b, documentHead, x.Source, x.machines(), len(x.Mutants), x.budget(), number(dequePrograms), number(poolPrograms))
	x.summary(&b)
	x.headline(&b)
	x.table(&b, "Faults that somebody has thought of, or shipped", false)
	x.table(&b, "Faults that operators make", true)
	x.list(&b, "One kind of detector is enough", Once, func(m mutation.Mutant) string {
		why := mutation.Enough()[m.Name]
		if why == "" {
			why = "nobody has said why, or step or unit is still to be run"
		}
		return joined(killers(x.Row(m.Name))) + ": " + why
	})
	x.list(&b, "Equivalent", Equivalent, func(m mutation.Mutant) string { return mutation.Equivalent()[m.Name] })
	x.list(&b, "Survivors without an explanation", Open, func(m mutation.Mutant) string { return m.Mechanism })
	x.list(&b, "Not run", NotRun, func(m mutation.Mutant) string { return m.Mechanism })
	b.WriteString("\n## Shipped faults that are not here\n\n| Where | What | Why not |\n|---|---|---|\n")
	for _, e := range mutation.NotExpressible() {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", e.Origin, e.Mechanism, e.Why)
	}
	b.WriteString("\n## Tokens\n\nOne schedule for each mutant that the scheduler finds, save for those that it finds by a limit of steps or by following all schedules of a\nprogram, which no single one shows. `.ci/run quick mutants` repeats them all, and `.ci/run mutants` every kill of\nmachine, step, history and race. Those of tlc are repeated by `.ci/run tlc`, or `go -C internal/lab run . tlc -run '^Naive' all`.\n\n```\n")
	for _, m := range x.Mutants {
		if c, is := x.Token(m.Name); is {
			fmt.Fprintf(&b, "%s %s\n", m.Name, c.Token)
		}
	}
	b.WriteString("```\n")
	return b.String()
}

const documentHead = `# Kill matrix

Faults that are put into the production code of [` + "`wsq`" + `](../wsq/doc.go) and [` + "`pool`" + `](../pool/doc.go), and into
[` + "`pool/classic`" + `](../pool/classic/doc.go), one at a time, and who notices. Made by ` + "`go -C internal/lab run . mutants -document`" + ` from [%s](%[1]s);
its numbers are from %s. %d mutants in all.

Reproduce a cell with ` + "`go -C internal/lab run . mutants -run '^NAME$' -detector DETECTOR`" + `, a schedule with -replay, and
all of it with -all, which takes hours and goes on where it was interrupted. What is wrong with a mutant is listed by
-list. The unchanged code is put to each detector first and must pass, and a mutant whose changed code never ran is told from one that survived: unreached.

| Detector | What it is |
|---|---|
| tlc, machine | the specification with the same fault, in TLC and in Go; executions are states. Some faults are of a property or a constant that TLC alone has |
| step, history, race | every schedule of small scenarios, and what notices: a count of items, deadlocks and panics, and that each step is one of the specification, save of what is equivalent; porcupine; the race checker |
| unit | the package's own tests, and the rules of wsqtest for one goroutine |
| rapid, fuzz | random programs and Go's fuzzer, in one goroutine for deques, as trees of tasks for the pool and pool/classic |
| schedules | the fuzzer of stealproof fuzz -for, choosing operations of a deque and schedules, from nothing, 100,000 executions; histories and races. Go's fuzzer, by stealproof fuzz -go, runs the same targets some thirty times slower, and has no column |
| stress, tsan | real cores: of deques histories for porcupine, and accounts, of pools random trees, functions that come alone, and Close under load; the same with ` + "`-race`" + ` |

Fuzzing, and running on real cores, go on for %s each. Rapid has %s programs for a deque and %s for each test of the
pool and of pool/classic.

Whole pools are too large for all schedules, and have no history: of the pool there is one column of the scheduler, step,
in which data races are looked for as well. There its protocols are exhausted, and each whole pool is searched for 0.3 seconds and
somewhat longer, on a machine that had other things to do. The faults of pool/classic have a program each; it is baselines to
compare with, so that its mutants are the faults that their documents describe, and operators leave it alone. A test that
says nothing for half a minute counts as one that hangs. Kills by real cores and by unit depend on chance and on the machine,
and are not promised again. A cell is of the mutant's function as it is now; the tests that noticed it may have changed since.

A step that the specification does not have is refused, whether it does harm or not: another access, or another order of them. So
what is equivalent is not put to that, and that somebody refuses a mutant does not say that it does harm.

A fault that two kinds of detectors notice is explained by that; for the others there is a line below the tables. The kinds are the
scheduler (step, history, race and schedules), tests (unit), random programs (rapid, fuzz) and real cores (stress, tsan). Random trees of
a pool are made in the same way for the last two. The specification is no kind: tlc and machine are put to a fault of the same kind in the
model, and never run the code.
`

// machines says from how many cells of which machine the numbers are.
func (x Matrix) machines() string {
	all := map[string]int{}
	for _, m := range x.Mutants {
		for _, c := range x.Row(m.Name) {
			name, _, _ := strings.Cut(c.Machine, ", load")
			all[name]++
		}
	}
	names := slices.SortedFunc(maps.Keys(all), func(a, b string) int {
		return cmp.Or(all[b]-all[a], strings.Compare(a, b))
	})
	for i, name := range names {
		names[i] = fmt.Sprintf("%s (%s cells)", name, number(all[name]))
	}
	return strings.Join(names, ", and ")
}

// budget says for how long those went on that would go on for ever.
func (x Matrix) budget() string {
	least, most := 0.0, 0.0
	for _, m := range x.Mutants {
		for d, c := range x.Row(m.Name) {
			if c.Verdict == Killed || c.Budget == 0 || blank(m, d, time.Second).Budget == 0 {
				continue
			}
			if least == 0 || c.Budget < least {
				least = c.Budget
			}
			most = max(most, c.Budget)
		}
	}
	if least == most {
		return fmt.Sprintf("%g seconds", least)
	}
	return fmt.Sprintf("%g to %g seconds", least, most)
}

// summary counts.
func (x Matrix) summary(b *strings.Builder) {
	b.WriteString("\n## In all\n\n| | wsq | pool | pool/classic |\n|---|---:|---:|---:|\n")
	count := func(what string, is func(mutation.Mutant) bool) {
		n := map[string]int{}
		for _, m := range x.Mutants {
			if is(m) {
				n[m.Package()]++
			}
		}
		fmt.Fprintf(b, "| %s | %d | %d | %d |\n", what, n["wsq"], n["pool"], n["pool/classic"])
	}
	count("mutants", func(mutation.Mutant) bool { return true })
	for _, s := range []Standing{Twice, Once, Equivalent, Open, NotRun} {
		count(string(s), func(m mutation.Mutant) bool { return x.Standing(m) == s })
	}
	b.WriteString("\n| Detector | killed | of |\n|---|---:|---:|\n")
	for _, d := range Detectors {
		killed, of := 0, 0
		for _, m := range x.Mutants {
			if c, is := x.Row(m.Name)[d]; is {
				of++
				if c.Verdict == Killed {
					killed++
				}
			}
		}
		fmt.Fprintf(b, "| %s | %d | %d |\n", d, killed, of)
	}
}

func (x Matrix) list(b *strings.Builder, title string, of Standing, why func(mutation.Mutant) string) {
	var lines []string
	for _, m := range x.Mutants {
		if x.Standing(m) == of {
			lines = append(lines, fmt.Sprintf("- %s: %s", m.Name, why(m)))
		}
	}
	if len(lines) > 0 {
		fmt.Fprintf(b, "\n## %s\n\n%s\n", title, strings.Join(lines, "\n"))
	}
}

func joined(of []Detector) string {
	var all []string
	for _, d := range of {
		all = append(all, string(d))
	}
	return strings.Join(all, ", ")
}
