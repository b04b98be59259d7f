package campaign

import (
	"fmt"
	"strings"

	"github.com/stealproof/stealproof/internal/mutation"
)

// Rows returns the mutants one by one, in Markdown.
func (x Matrix) Rows() string {
	var b strings.Builder
	fmt.Fprintf(&b, rowsHead, Page)
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
	return b.String()
}

const rowsHead = `# The rows of the kill matrix

What each detector has found of each mutant. [The kill matrix](%s) has the totals, and says what the detectors are. A program writes
this page: ` + "`go -C internal/lab run . mutants -document`" + `. What is wrong with a mutant, and the token of a schedule that
shows it, are printed by ` + "`go -C internal/lab run . mutants -list -run '^NAME$'`" + `.

A number is of executions until the failure, or of seconds where nobody counts. ` + "`.`" + ` says that the mutant survived that many. ` + "`?`" + ` says
that it was not put to that detector, or that its code was another then. ` + "`-`" + ` says that the detector does not look at such code.
`

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
