package campaign

import (
	"fmt"
	"strings"

	"github.com/stealproof/stealproof/internal/mutation"
)

// Rows returns the page of the mutants one by one, in Markdown.
func (x Matrix) Rows() string {
	var b strings.Builder
	fmt.Fprintf(&b, rowsHead, Page)
	x.table(&b, "Faults that were thought of, or shipped", false)
	x.table(&b, "Faults that operators make", true)
	x.list(&b, "One kind of detector is enough", Once, "Killed by | Why one kind is enough", func(m mutation.Mutant) string {
		why := mutation.Enough()[m.Name]
		if why == "" {
			why = "not explained yet, or step or unit has not run"
		}
		return joined(killers(x.Row(m.Name))) + " | " + why
	})
	x.list(&b, "Equivalent", Equivalent, "Why no detector can notice it", func(m mutation.Mutant) string { return mutation.Equivalent()[m.Name] })
	x.list(&b, "Survivors without an explanation", Open, "What is wrong", func(m mutation.Mutant) string { return m.Mechanism })
	x.list(&b, "Not run", NotRun, "What is wrong", func(m mutation.Mutant) string { return m.Mechanism })
	b.WriteString("\n## Shipped faults that are not here\n\n| Where | Fault | Why not |\n|---|---|---|\n")
	for _, e := range mutation.NotExpressible() {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", e.Origin, e.Mechanism, e.Why)
	}
	return b.String()
}

const rowsHead = `# The rows of the kill matrix

This page shows what each detector found of each mutant. [The kill matrix](%s) has the totals, and describes the detectors.
` + "`go -C internal/lab run . mutants -document`" + ` writes this page. To see the fault of a mutant, and the token of a schedule that shows it, run
` + "`go -C internal/lab run . mutants -list -run '^NAME$'`" + `.

A number counts executions until the failure; with an ` + "`s`" + `, it is seconds. ` + "`.`" + ` means that the mutant survived that many. ` + "`?`" + ` means that the cell is not
filled for this code. ` + "`-`" + ` means that the detector does not look at such code.
`

func (x Matrix) list(b *strings.Builder, title string, of Standing, columns string, about func(mutation.Mutant) string) {
	var lines []string
	for _, m := range x.Mutants {
		if x.Standing(m) == of {
			lines = append(lines, fmt.Sprintf("| %s | %s |", m.Name, about(m)))
		}
	}
	if len(lines) > 0 {
		rule := strings.Repeat("---|", 2+strings.Count(columns, "|"))
		fmt.Fprintf(b, "\n## %s\n\n| Mutant | %s |\n|%s\n%s\n", title, columns, rule, strings.Join(lines, "\n"))
	}
}

func joined(of []Detector) string {
	var all []string
	for _, d := range of {
		all = append(all, string(d))
	}
	return strings.Join(all, ", ")
}
