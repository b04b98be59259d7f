package console

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Table is text in columns. A header cell may have several lines.
type Table struct {
	Header []string
	// First and Last are the first and the last column of numbers, counted from 0. Numbers are aligned right,
	// and all other columns are aligned left. If the last column of the table has texts, long ones are folded.
	First, Last int
	Lines       [][]string
}

// String formats the table, with a line between the header and the rows.
func (t Table) String() string {
	head := t.head()
	width := t.widths(head)
	lines := t.Lines
	if end := len(width) - 1; t.Last < end {
		room := LineWidth
		for _, w := range width[:end] {
			room -= w + 2
		}
		lines = folded(lines, end, max(room, leastFold))
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
	for _, line := range lines {
		write(line)
	}
	body := b.String()
	b.Reset()
	for _, line := range head {
		write(line)
	}
	return b.String() + strings.Repeat("-", longest) + "\n" + body
}

// widths returns the width of each column.
func (t Table) widths(head [][]string) []int {
	width := make([]int, len(t.Header))
	for _, lines := range [][][]string{head, t.Lines} {
		for _, line := range lines {
			for i, cell := range line {
				width[i] = max(width[i], utf8.RuneCountInString(cell))
			}
		}
	}
	return width
}

// leastFold is the least width of a folded column. If less room is left in the line, the line gets longer.
const leastFold = 40

// folded returns lines in which the texts of a column are folded to a width. The rest of a text gets lines of its own below.
func folded(lines [][]string, column, width int) [][]string {
	var all [][]string
	for _, line := range lines {
		if len(line) <= column {
			all = append(all, line)
			continue
		}
		parts := strings.Split(Fold(line[column], width), "\n")
		line = slices.Clone(line)
		for _, part := range parts {
			line[column] = part
			all = append(all, line)
			line = make([]string, len(line))
		}
	}
	return all
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
