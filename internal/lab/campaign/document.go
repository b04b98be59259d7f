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

// Page is the name of the document in docs, and RowsPage that of the one beside it.
const (
	Page     = "kill-matrix.md"
	RowsPage = "kill-matrix-rows.md"
)

// Document returns the page for people, in Markdown: totals, and how to read them. [Matrix.Rows]
// has the mutants one by one.
func (x Matrix) Document() string {
	var b strings.Builder
	fmt.Fprintf(&b, documentHead, len(x.Mutants), RowsPage)
	x.summary(&b)
	fmt.Fprintf(&b, detectorsText, x.budget(), number(dequePrograms), number(poolPrograms))
	x.headline(&b)
	x.moved(&b)
	fmt.Fprintf(&b, documentFoot, x.Source, Folder, x.machines())
	return b.String()
}

// moved says which cells are of functions that have moved since.
func (x Matrix) moved(b *strings.Builder) {
	cells, mutants := 0, map[string]bool{}
	for _, m := range x.Mutants {
		for _, c := range x.Row(m.Name) {
			if c.Before != "" {
				cells++
				mutants[m.Name] = true
			}
		}
	}
	if cells > 0 {
		fmt.Fprintf(b, movedText, number(cells), number(len(mutants)))
	}
}

const movedText = `
## Found before the code moved

%s cells of %s mutants were found before their functions moved to other files, with other names and receivers. The
schedules among them were replayed on the code as it is, and each schedule that did not repeat its failure was searched for anew. The
other detectors of these cells were not run again; ` + "`mutants -all`" + ` runs them.
`

const documentHead = `# Kill matrix

Which faults in our own code does somebody notice? %d faults are put into the production code of [` + "`wsq`" + `](../wsq/doc.go),
[` + "`pool`" + `](../pool/doc.go) and [` + "`pool/classic`" + `](../pool/classic/doc.go), one at a time. Each such mutant is put to each detector
that looks at such code. The mutants one by one are in [the rows](%s).
`

const detectorsText = `
## The detectors

| Detector | What it is |
|---|---|
| tlc, machine | the specification with the same fault, in TLC and in Go; executions are states. Some faults are of a property or a constant that only TLC has |
| step, history, race | every schedule of small scenarios. step counts items, looks for deadlocks and panics, and holds each step against the specification; history is porcupine; race is the race checker |
| unit | the package's own tests, and the rules of wsqtest for one goroutine |
| rapid, fuzz | random programs, and Go's fuzzer: in one goroutine for deques, as trees of tasks for the pool and pool/classic |
| schedules | the fuzzer of stealproof fuzz -for. It chooses operations of a deque and schedules, from nothing, in 100,000 executions; it looks at histories and races |
| stress, tsan | real cores: for deques, histories for porcupine, and accounts; for pools, random trees, functions that come alone, and Close under load. tsan is the same with ` + "`-race`" + ` |

fuzz, stress and tsan each go on for %s. rapid has %s programs for a deque, and %s for each test of the pool and of
pool/classic. Go's fuzzer on the targets of schedules (stealproof fuzz -go) is some thirty times slower, and has no column.

Scope:

- The unchanged code is put to each detector first, and must pass. A mutant whose changed code never ran is told from one that
  survived: unreached.
- A cell is of the mutant's function as it is now. The tests that noticed it may have changed since.
- Whole pools are too large for all schedules, and have no history. So the pool has one column of the scheduler, step, which looks for
  data races as well. The protocols of the pool are exhausted. Each whole pool is searched for somewhat more than 0.3 seconds, on a
  machine that had other things to do.
- pool/classic has one program for each fault. Its schedulers are baselines to compare with, so its mutants are the faults that
  their documents describe, and operators leave it alone.
- step refuses an access, or an order of accesses, that the specification does not have, whether it does harm or not. So an equivalent
  mutant is not held against the specification, and a mutant that only step refuses may be harmless.
- A fault that two kinds of detectors notice is explained by that. For each other one the rows say why one kind is enough. The kinds
  are the scheduler (step, history, race, schedules), tests (unit), random programs (rapid, fuzz) and real cores (stress, tsan). The
  last two make the random trees of a pool in the same way. The specification is no kind: tlc and machine have a fault of the same kind
  in the model, and never run the code.
- A test that says nothing for half a minute counts as one that hangs.
- What real cores and unit notice depends on chance and on the machine, and is not promised again.
`

const documentFoot = `
## Again

| Command, after ` + "`go -C internal/lab run . mutants`" + ` | What it does |
|---|---|
| ` + "`-run '^NAME$' -detector DETECTOR`" + ` | fills one cell again |
| ` + "`-list -run '^NAME$'`" + ` | says what is wrong with a mutant, and prints the token of a schedule that shows it |
| ` + "`-replay -run '^NAME$'`" + ` | repeats that schedule |
| ` + "`-all`" + ` | fills all cells that are missing, and goes on where it was interrupted; from nothing it takes hours |
| ` + "`-document`" + ` | writes this page and the rows |

` + "`.ci/run quick mutants`" + ` repeats one schedule of each mutant that the scheduler finds. A mutant has none if only a limit of steps shows
it, or only all schedules of a program together. ` + "`.ci/run mutants`" + ` repeats every kill of machine, step, history and race, and ` + "`.ci/run tlc`" + `
those of tlc, as ` + "`go -C internal/lab run . tlc -run '^Naive' all`" + ` does.

All cells with their tokens are in [%[1]s](../%[2]s/%[1]s). Their numbers are from %[3]s.
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
