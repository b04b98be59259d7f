package campaign

import (
	"fmt"
	"strings"

	"github.com/stealproof/stealproof/internal/mutation"
)

func (x Matrix) table(b *strings.Builder, title string, generated bool) {
	fmt.Fprintf(b, "\n## %s\n\n| Mutant |", title)
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

// Short returns what a detector found of a mutant, in a few characters.
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

// number writes n with commas between thousands.
func number(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
