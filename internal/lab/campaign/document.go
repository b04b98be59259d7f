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

// Page and RowsPage are the names of the two pages in docs: the totals, and the mutants one by one.
const (
	Page     = "kill-matrix.md"
	RowsPage = "kill-matrix-rows.md"
)

// Document returns the page of totals, in Markdown. [Matrix.Rows] has the mutants one by one.
func (x Matrix) Document() string {
	var b strings.Builder
	made := 0
	for _, m := range x.Mutants {
		if m.Generated() {
			made++
		}
	}
	fmt.Fprintf(&b, documentHead, len(x.Mutants))
	x.summary(&b)
	fmt.Fprintf(&b, scopeText, number(made), number(len(x.Mutants)-made), RowsPage)
	x.detectors(&b)
	fmt.Fprintf(&b, detectorsText, x.budget(), number(dequePrograms), number(poolPrograms))
	x.headline(&b)
	x.moved(&b)
	fmt.Fprintf(&b, documentFoot, x.Source, Folder, x.machines())
	return b.String()
}

// moved writes how many cells are of functions that have moved or changed since.
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
## Found before the code changed

The functions of %s cells, of %s mutants, have moved or changed since. The fault is still put into the same lines. The schedules of these cells
were replayed on the code as it is. Each schedule that did not repeat its failure was searched for again. The other detectors did not run again;
` + "`mutants -all`" + ` runs them.
`

const documentHead = `# Kill matrix

Do our checks notice faults in our own code? %d faults are put into the production code of [` + "`wsq`" + `](../wsq/doc.go),
[` + "`pool`" + `](../pool/doc.go) and [` + "`pool/classic`" + `](../pool/classic/doc.go), one at a time. Each mutant meets every detector that looks at such code.

`

const scopeText = `
*Independent* means that two kinds of detectors notice the fault. The kinds are the scheduler (step, history, race, schedules), tests (unit),
random programs (rapid, fuzz) and real cores (stress, tsan).

**Scope.** Operators made %s of the mutants. They touch only lines with a label, such as ` + "`//tla:StealClaim`" + `, in ` + "`wsq`" + ` and ` + "`pool`" + `, and
change one such line at a time. A label marks an access to shared memory, in a file that a specification describes. The other %s
mutants are written by hand, and may change any line: faults that others have shipped, classic faults, and faults of this project.
[The lines without a label](` + LinesPage + `) have mutants of their own. [The rows](%s) list all mutants. They say why one kind is enough, or why a mutant is equivalent.
`

const detectorsText = `
fuzz, stress and tsan run for %s each. rapid runs %s programs for a deque, and %s for each test of the pool and of pool/classic. There is no
column for Go's fuzzer on schedules (` + "`stealproof fuzz -go`" + `), because it is some thirty times slower than the loop.

## How to read it

- Each detector must pass the unchanged code first. A mutant whose changed code never ran is *unreached*, and does not count as survived.
- A cell belongs to the mutant's function as it is today. The tests that noticed the mutant may have changed since.
- A whole pool has too many schedules, and no history. So only one detector of the scheduler runs on the pool: step, which looks for
  data races there too.
  The pool's protocols are exhausted; cells of 2026-11-26 ran at most 1,000 schedules of each. Each whole pool is searched for somewhat
  more than 0.3 seconds, on a machine with other work.
- pool/classic has one program for each fault. Its schedulers are baselines, so its mutants are the faults of their documents, and operators
  leave it alone.
- step refuses every access, and every order of accesses, that the specification lacks, even a harmless one. So an equivalent mutant is not compared with
  the specification, and a mutant that only step refuses may be harmless.
- tlc and machine do not count as kinds, because they never run the code. They check a specification with a fault of the same kind.
- Random programs and real cores make a pool's random trees in the same way.
- A test that prints nothing for half a minute counts as hanging.
- The kills of real cores and of unit depend on chance and on the machine.
`

const documentFoot = `
## Run it again

| Command, after ` + "`go -C internal/lab run . mutants`" + ` | What it does |
|---|---|
| ` + "`-run '^NAME$' -detector DETECTOR`" + ` | fills one cell again |
| ` + "`-list -run '^NAME$'`" + ` | prints the mutant's fault, and the token of a schedule that shows it |
| ` + "`-replay -run '^NAME$'`" + ` | repeats that schedule |
| ` + "`-all`" + ` | fills all missing cells, and resumes after an interruption; from nothing it takes hours |
| ` + "`-document`" + ` | writes this page and the rows |

` + "`.ci/run quick mutants`" + ` repeats one schedule of each mutant that the scheduler finds. Some mutants have no schedule: only a step limit shows
them, or only all schedules of a program together. ` + "`.ci/run mutants`" + ` repeats every kill of machine, step, history and race. ` + "`.ci/run tlc`" + ` repeats the kills of tlc,
and so does ` + "`go -C internal/lab run . tlc -run '^Naive' all`" + `.

[%[1]s](../%[2]s/%[1]s) has all cells with their tokens. Machines: %[3]s.
`

// machines returns how many cells were filled on which machine.
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

// budget returns how long the detectors without an end of their own went on.
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

// summary writes how many mutants have which standing.
func (x Matrix) summary(b *strings.Builder) {
	b.WriteString("| | wsq | pool | pool/classic |\n|---|---:|---:|---:|\n")
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
}

// detectors writes how many mutants each detector has met, and killed.
func (x Matrix) detectors(b *strings.Builder) {
	b.WriteString("\n## The detectors\n\n| Detector | killed | of | What it does |\n|---|---:|---:|---|\n")
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
		fmt.Fprintf(b, "| %s | %d | %d | %s |\n", d, killed, of, does[d])
	}
}

// does says what a detector does.
var does = map[Detector]string{
	TLC:       "TLC checks the specification with the same fault. Some faults are of a property or a constant that only TLC has",
	Machine:   "the machine in Go checks the same fault; executions are states",
	Step:      "the scheduler runs every schedule of small scenarios: it counts items, looks for deadlocks and panics, and compares each step with the specification",
	History:   "in the same schedules, each history is judged",
	Race:      "in the same schedules, the scheduler looks for data races",
	Unit:      "the package's own tests, and wsqtest's rules for one goroutine",
	Rapid:     "random programs: in one goroutine for deques, as trees of tasks for the pool and pool/classic",
	Fuzz:      "the same programs, chosen by Go's fuzzer",
	Schedules: "`stealproof fuzz -for` chooses a deque's operations and schedules, from nothing, in 100,000 executions; it looks at histories and races",
	Stress:    "real cores: random scenarios of deques, with their histories judged, and accounts of items. For pools: random trees, single functions, and Close under load",
	TSan:      "the same with `-race`",
}
