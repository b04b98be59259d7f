package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/report"
)

// print prints and saves the results. The directory dir holds the sources.
func (k *checking) print(all []report.Report, dir string) error {
	var b strings.Builder
	if k.json {
		for _, r := range all {
			b.WriteString(console.Encode(r))
		}
		for _, r := range k.failed {
			b.WriteString(console.Encode(r))
		}
	} else {
		for _, r := range all {
			if r.Text != "" {
				title := "VIOLATION"
				if r.Ending == report.NotChecked {
					title = "NOT CHECKED"
				}
				fmt.Fprintf(&b, "%s  %s\n%s\n\n", title, r.Test, console.Indent(r.Text))
			}
		}
		writeFailed(&b, k.failed)
		if len(all) > 0 || len(k.failed) == 0 {
			b.WriteString(searches(all))
		}
		b.WriteString(console.Wrap(k.claim(all)))
	}
	if _, err := io.WriteString(k.Stdout, b.String()); err != nil {
		return fmt.Errorf("cannot write the results: %w", err)
	}
	return k.outputs.save(all, k.claim(all), dir, k.Stderr)
}

// claim says what the searches have shown, and lists packages that were not run.
func (k *checking) claim(all []report.Report) string {
	v := verdictsOf(all)
	v.not = append(v.not, k.notes...)
	if n := len(k.failed); n > 0 {
		v.not = append(v.not, fmt.Sprintf("%s failed outside of a search.", console.Plural(n, "test")))
	}
	return v.String()
}
