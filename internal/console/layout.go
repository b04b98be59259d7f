package console

import (
	"strings"
	"unicode/utf8"
)

// Indent moves all lines two columns to the right.
func Indent(s string) string {
	return "  " + strings.ReplaceAll(strings.TrimRight(s, "\n"), "\n", "\n  ")
}

const LineWidth = 100

// Wrap breaks a long line. If the line is an item of a list, Wrap indents the lines after the first.
func Wrap(line string) string {
	indent := ""
	if strings.HasPrefix(line, "- ") {
		indent = "  "
	}
	return strings.ReplaceAll(Fold(line, LineWidth-len(indent)), "\n", "\n"+indent) + "\n"
}

// Fold breaks the lines of a text at blanks. Only a single long word can make a line longer than the width.
func Fold(text string, width int) string {
	var lines []string
	for _, line := range strings.Split(text, "\n") {
		folded := ""
		for _, word := range strings.Fields(line) {
			switch {
			case folded == "":
				folded = word
			case utf8.RuneCountInString(folded)+1+utf8.RuneCountInString(word) <= width:
				folded += " " + word
			default:
				lines = append(lines, folded)
				folded = word
			}
		}
		lines = append(lines, folded)
	}
	return strings.Join(lines, "\n")
}
