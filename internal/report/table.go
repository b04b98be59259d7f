package report

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
)

// WriteTable writes the steps, one a line: the thread, the step, its label if there are any, and
// the line of the source. A ">" marks the steps that break the rule. Steps within an operation are
// indented. Equal rounds of a loop are left out, and the middle of a long schedule.
func WriteTable(w io.Writer, steps []Step) error {
	var b bytes.Buffer
	out := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	labelled := slices.ContainsFunc(steps, func(s Step) bool { return s.Label != "" })
	width := len(fmt.Sprint(len(steps)))
	row := func(number, thread, text, label, source string) {
		if labelled {
			text += "\t" + label
		}
		fmt.Fprintf(out, "%s\t%s\t%s\t%s\n", number, thread, text, source)
	}
	row(strings.Repeat(" ", width+2), "thread", "step", "label", "source")
	last := -1
	for _, span := range shorten(Fold(steps)) {
		switch {
		case span.Omitted:
			row("", "", fmt.Sprintf("... %d steps are left out; check -html and -json write all", len(span.Steps)), "", "")
		case span.Rounds > 0:
			row("", "", fmt.Sprintf("... %d more rounds of the same", span.Rounds), "", "")
		}
		if span.Omitted || span.Rounds > 0 {
			last = -1
			continue
		}
		for _, s := range span.Steps {
			thread := ""
			if s.Thread != last {
				thread = s.Name
			}
			last = s.Thread
			mark := " "
			if s.Broke {
				mark = ">"
			}
			text := s.Text
			if s.Inside {
				text = "  " + text
			}
			row(fmt.Sprintf("%s %*d", mark, width, s.Number), thread, text, s.Label, Source(s.Pos, s.Func))
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	for _, line := range Legend(steps) {
		fmt.Fprintln(&b, line)
	}
	_, err := io.WriteString(w, TrimLines(b.String()))
	return err
}

var (
	objectNumber = regexp.MustCompile(`#\d`)
	pointerValue = regexp.MustCompile(`(^| )&\d`) // not x&7
)

// Legend explains the numbers in the steps' texts, if there are any.
func Legend(steps []Step) (lines []string) {
	has := func(number *regexp.Regexp) bool {
		return slices.ContainsFunc(steps, func(s Step) bool { return s.Kind != "failure" && number.MatchString(s.Text) })
	}
	if has(objectNumber) {
		lines = append(lines, "With the same #number it is the same object.")
	}
	if has(pointerValue) {
		lines = append(lines, "&1, &2, ... are pointers: with the same number they point to the same.")
	}
	return lines
}

// Source returns a line and its function.
func Source(pos, function string) string { return strings.TrimSpace(pos + " " + function) }

// TrimLines removes blanks at the ends of lines.
func TrimLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n")
}
