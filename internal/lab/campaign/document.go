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

// Matrix is mutants with what was found of them.
type Matrix struct {
	Mutants []mutation.Mutant
	Digests map[string]string // of the mutants, as the code is now
	Cells   []Cell
	Source  string // where the cells come from
}

// Row returns the newest cells of a mutant as it is now. What was found of older code
// counts as not run.
func (x Matrix) Row(name string) map[Detector]Cell {
	row := map[Detector]Cell{}
	for _, c := range x.Cells {
		if c.Mutant == name && c.Digest == x.Digests[name] {
			row[c.Detector] = c
		}
	}
	return row
}

// Killed reports whether a detector has noticed a mutant.
func (x Matrix) Killed(name string) bool { return len(killers(x.Row(name))) > 0 }

// Stale returns the newest cells of older code, where there is none of the code as it is
// now.
func (x Matrix) Stale() []Cell {
	var stale []Cell
	for _, m := range x.Mutants {
		row, old := x.Row(m.Name), map[Detector]Cell{}
		for _, c := range x.Cells {
			if c.Mutant == m.Name {
				old[c.Detector] = c
			}
		}
		for _, d := range Detectors {
			c, was := old[d]
			if _, is := row[d]; was && !is {
				stale = append(stale, c)
			}
		}
	}
	return stale
}

// Missing returns what has no cell although the detector looks at the mutant, such as "step of x".
func (x Matrix) Missing() (missing []string) {
	for _, m := range x.Mutants {
		row := x.Row(m.Name)
		for _, d := range Detectors {
			if _, is := row[d]; !is && Looks(m, d) {
				missing = append(missing, fmt.Sprintf("%s of %s", d, m.Name))
			}
		}
	}
	return missing
}

// Shorter returns the survivors that were put to less than they would be now, with this
// budget.
func (x Matrix) Shorter(budget time.Duration) []Cell {
	var shorter []Cell
	for _, m := range x.Mutants {
		row := x.Row(m.Name)
		for _, d := range Detectors {
			if c, is := row[d]; is && c.Verdict != Killed && !c.lasts(blank(m, d, budget)) {
				shorter = append(shorter, c)
			}
		}
	}
	return shorter
}

// killers returns who has noticed a mutant.
func killers(row map[Detector]Cell) (all []Detector) {
	for _, d := range Detectors {
		if row[d].Verdict == Killed {
			all = append(all, d)
		}
	}
	return all
}

// Standing is what is known of a mutant after all.
type Standing string

// The standings.
const (
	Twice      Standing = "killed by independent detectors"
	Once       Standing = "killed by one kind of detector"
	Equivalent Standing = "equivalent"
	Open       Standing = "survived"
	NotRun     Standing = "not run"
)

// Standing returns what is known of a mutant.
func (x Matrix) Standing(m mutation.Mutant) Standing {
	row := x.Row(m.Name)
	switch n := Independent(killers(row)); {
	case n > 1:
		return Twice
	case n == 1:
		return Once
	case mutation.Equivalent()[m.Name] != "":
		return Equivalent
	case len(row) == 0:
		return NotRun
	}
	return Open
}

// Token returns the shortest token of a mutant's cells, of the scheduler that has the
// fewest executions, or no cell.
func (x Matrix) Token(name string) (Cell, bool) {
	var with []Cell
	for _, c := range x.Row(name) {
		if c.Repeatable() {
			with = append(with, c)
		}
	}
	if len(with) == 0 {
		return Cell{}, false
	}
	return slices.MinFunc(with, func(a, b Cell) int {
		return cmp.Or(len(a.Token)-len(b.Token), strings.Compare(string(a.Detector), string(b.Detector)))
	}), true
}

// Unexplained returns the mutants that one kind of detector has noticed, and of which
// nobody says why that is enough. Those that step or unit has yet to be put to may be
// noticed by another kind.
func (x Matrix) Unexplained() []string {
	var names []string
	for _, m := range x.Mutants {
		row := x.Row(m.Name)
		_, step := row[Step]
		_, unit := row[Unit]
		if x.Standing(m) == Once && mutation.Enough()[m.Name] == "" && step && unit {
			names = append(names, m.Name)
		}
	}
	return names
}

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

Schedules to the first failure, beside what random runs on real cores take, which is chance. Under the scheduler an execution is a
scenario with its schedule, and of step, history and race the one counts that needs the fewest; that a step is not one of the specification
does not count here, since real cores cannot tell. Of deques and pool/classic it finds each mutant
every time after as many. Of a whole pool programs are searched one after the other, each for a time, before the one that fails: how many
executions that takes depends on the machine, and its token repeats the failure in one. On real cores an execution is a round of a scenario for
a deque, or 100 items of a long run, and the whole life of a pool; a deque that ends the process, or breaks in a long run, is
counted by the up to 300 that had begun together.

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

func (x Matrix) table(b *strings.Builder, title string, generated bool) {
	fmt.Fprintf(b, "\n## %s\n\nA number is of executions until the failure, or of seconds where nobody counts; `.` says that it survived that many,\n`?` that it was not put to that detector, or its code was another then, and `-` that the detector does not look at such code.\n\n| Mutant |", title)
	for _, d := range Detectors {
		fmt.Fprintf(b, " %s |", d)
	}
	if !generated {
		b.WriteString(" What is wrong | Where |")
	}
	b.WriteString("\n|---|" + strings.Repeat("---:|", len(Detectors)))
	if !generated {
		b.WriteString("---|---|")
	}
	b.WriteString("\n")
	for _, m := range x.Mutants {
		if m.Generated() != generated {
			continue
		}
		fmt.Fprintf(b, "| %s |", m.Name)
		row := x.Row(m.Name)
		for _, d := range Detectors {
			fmt.Fprintf(b, " %s |", Short(m, d, row))
		}
		if !generated {
			fmt.Fprintf(b, " %s | %s |", m.Mechanism, m.Origin)
		}
		b.WriteString("\n")
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

// Short is what a detector has found of a mutant, in a few characters.
func Short(m mutation.Mutant, d Detector, row map[Detector]Cell) string {
	c, is := row[d]
	switch {
	case !Looks(m, d):
		return "-"
	case !is:
		return "?"
	case c.Verdict == Unreached:
		return "unreached"
	}
	n := number(c.Executions)
	if c.Executions == 0 {
		n = fmt.Sprintf("%.1fs", c.Seconds)
	}
	if c.Verdict == Killed {
		return n
	}
	return "." + n
}

// number writes thousands apart.
func number(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
