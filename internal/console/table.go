package console

import (
	"strings"
	"unicode/utf8"
)

// Table is text in columns. A header cell may have several lines.
type Table struct {
	Header []string
	// First and Last are the first and the last column of numbers, counted from 0. Numbers are aligned right,
	// and all other columns are aligned left.
	First, Last int
	Lines       [][]string
}

// String formats the table, with a line between the header and the rows.
func (t Table) String() string {
	head := t.head()
	width := make([]int, len(t.Header))
	for _, line := range append(head[:len(head):len(head)], t.Lines...) {
		for i, cell := range line {
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	longest := 0
	write := func(line []string) {
		row := ""
		for i, cell := range line {
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell))
			if t.First <= i && i <= t.Last {
				row += pad + cell + "  "
			} else {
				row += cell + pad + "  "
			}
		}
		row = strings.TrimRight(row, " ")
		longest = max(longest, utf8.RuneCountInString(row))
		b.WriteString(row + "\n")
	}
	for _, line := range t.Lines {
		write(line)
	}
	body := b.String()
	b.Reset()
	for _, line := range head {
		write(line)
	}
	return b.String() + strings.Repeat("-", longest) + "\n" + body
}

// head returns the lines of the header. Cells with fewer lines are aligned to the bottom.
func (t Table) head() [][]string {
	high := 1
	for _, cell := range t.Header {
		high = max(high, strings.Count(cell, "\n")+1)
	}
	lines := make([][]string, high)
	for i := range lines {
		lines[i] = make([]string, len(t.Header))
	}
	for i, cell := range t.Header {
		parts := strings.Split(cell, "\n")
		for j, part := range parts {
			lines[high-len(parts)+j][i] = part
		}
	}
	return lines
}
