package campaign

import (
	"fmt"
	"strings"

	"github.com/stealproof/stealproof/internal/mutation"
)

// LinesPage is the name of the page in docs on the mutants of lines without a label.
const LinesPage = "kill-matrix-lines.md"

// Operated are the packages whose lines operators change.
var Operated = []string{"wsq", "pool"}

// OfALine are the detectors of a mutant of a line without a label. Each runs only if those before it notice nothing.
var OfALine = []Detector{Unit, Step}

// A Count is a number of lines on which statements begin.
type Count struct {
	Lines    int // all
	Labelled int // that mutants of the kill matrix change
	Touched  int // that mutants of the kill matrix, or of lines without a label, change
}

const linesHead = `# Kill matrix: lines without a label

The [kill matrix](%[1]s) changes lines with a label, which access shared memory. This page is about all other lines of ` + "`wsq`" + ` and ` + "`pool`" + `.
Operators remove a statement, negate a condition, or change a comparison, a truth value or a number by one. In these two packages statements
begin on %[2]s lines. Mutants of the kill matrix change %[3]s of them; with the mutants of this page it is **%[4]s (%[5]d %%)**. The other lines have nothing
that an operator changes, such as ` + "`return v`" + ` and ` + "`default:`" + `, or the fault would not compile.

A mutant first meets the package's own tests, without the random and long ones: those that cover its line, the fastest first, and then those that only
enter its function. Each test has run alone %[6]d times to learn which lines it covers. A kill counts if it happens twice, and the unchanged code passes
the same tests in between. The results of ` + "`wsq`" + ` are older: there each mutant has met all tests, once. If the tests do not notice a mutant, it meets
*step*: the scheduler, which explores the package's protocols and small scenarios.

`

const linesFoot = `
Each detector passes the unchanged code first. Cells belong to a mutant's function as it is today: once the function changes, its mutants count as not run.

| Command, after ` + "`go -C internal/lab run . mutants -lines`" + ` | What it does |
|---|---|
| ` + "`-all`" + ` | runs the mutants that have no result; from nothing it takes hours |
| ` + "`-all -sample 300`" + ` | 300 of them, at random, from files with the smallest share of results first; prints the seed that repeats the choice |
| ` + "`-replay`" + ` | repeats the recorded schedules; kills by tests have none |
| ` + "`-list -run '^NAME$'`" + ` | prints the mutant's fault |
| ` + "`-document`" + ` | writes this page |

[%[1]s](../%[2]s/%[1]s) has all results. Machines: %[3]s.
`

// Lines returns the page on mutants of lines without a label, in Markdown.
func (x Matrix) Lines(count Count) string {
	var b strings.Builder
	fmt.Fprintf(&b, linesHead, Page, number(count.Lines), number(count.Labelled), number(count.Touched), 100*count.Touched/max(1, count.Lines), coverageRuns)
	x.linesTable(&b)
	x.linesSurvivors(&b)
	fmt.Fprintf(&b, linesFoot, x.Source, Folder, x.machines())
	return b.String()
}

// fates are the rows of the table.
var fates = []string{"mutants", "killed by its tests", "killed by step", "equivalent", "survived, with a reason", "covered by no test", "survived", "survived its tests, step not run", "not run"}

// fate returns what became of a mutant.
func (x Matrix) fate(m mutation.Mutant) string {
	row := x.Row(m.Name)
	switch {
	case row[Unit].Verdict == Killed:
		return "killed by its tests"
	case row[Step].Verdict == Killed:
		return "killed by step"
	case len(row) == 0:
		return "not run"
	case mutation.UnnoticedLines()[m.Name].Same:
		return "equivalent"
	case mutation.UnnoticedLines()[m.Name].Why != "":
		return "survived, with a reason"
	case row[Unit].Verdict == Unreached:
		return "covered by no test"
	case len(row) < len(OfALine):
		return "survived its tests, step not run"
	}
	return "survived"
}

func (x Matrix) linesTable(b *strings.Builder) {
	counts := map[string]int{}
	for _, m := range x.Mutants {
		counts["mutants "+m.Package()]++
		counts[x.fate(m)+" "+m.Package()]++
	}
	fmt.Fprintf(b, "| | %s |\n|---|%s\n", strings.Join(Operated, " | "), strings.Repeat("---:|", len(Operated)))
	for _, fate := range fates {
		fmt.Fprintf(b, "| %s |", fate)
		for _, pkg := range Operated {
			fmt.Fprintf(b, " %s |", number(counts[fate+" "+pkg]))
		}
		b.WriteString("\n")
	}
}

func (x Matrix) linesSurvivors(b *strings.Builder) {
	b.WriteString("\n## Survivors\n\n| mutant | fault | | why no test notices it |\n|---|---|---|---|\n")
	for _, m := range x.Mutants {
		fate := x.fate(m)
		if fate != "equivalent" && fate != "covered by no test" && !strings.HasPrefix(fate, "survived") {
			continue
		}
		why := mutation.UnnoticedLines()[m.Name].Why
		if why == "" {
			why = "not known yet"
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", m.Name, strings.ReplaceAll(m.Mechanism, "|", `\|`), fate, why)
	}
}
