package main

import (
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/stealproof/stealproof/model"
)

// summary returns the table with a row for each deque.
func summary(results []*result) string {
	t := table.NewWriter()
	style := table.StyleDefault
	style.Options = table.Options{SeparateHeader: true}
	style.Format.HeaderVAlign = text.VAlignBottom
	style.Format.Header = text.FormatDefault
	style.Box.PaddingLeft, style.Box.PaddingRight = "", "  "
	t.SetStyle(style)
	t.AppendHeader(table.Row{
		"deque", "a thief's\nEmpty\nmeans", "rules\nheld", "items\ntaken\nonce each", "rounds\nrun", "histo-\nries\njudged",
		"stolen\nbeside\nowner", "retries", "last-\nitem\nraces", "growths\nor full", "verdict",
	})
	var columns []table.ColumnConfig
	for n := 3; n <= 10; n++ {
		columns = append(columns, table.ColumnConfig{Number: n, Align: text.AlignRight, AlignHeader: text.AlignRight})
	}
	t.SetColumnConfigs(columns)
	for _, r := range results {
		t.AppendRow(row(r))
	}
	lines := strings.Split(trim(t.Render()), "\n")
	width := 0
	for _, line := range lines {
		if !strings.HasPrefix(line, "-") {
			width = max(width, len(line))
		}
	}
	for i, line := range lines {
		lines[i] = line[:min(width, len(line))] // the rule below the header is padded
	}
	return strings.Join(lines, "\n") + "\n"
}

// trim removes blanks at the ends of lines.
func trim(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n")
}

func row(r *result) table.Row {
	cells := table.Row{r.deque.Name, empty(r.spec), "-", "-", "-", "-", "-", "-", "-", "-", r.verdict()}
	if !r.began {
		return cells
	}
	cells[2] = fmt.Sprintf("%d/%d", r.number(held), len(r.outcomes)-r.number(notApplicable, notRun))
	if l := r.ledger(); l != nil {
		cells[3] = count(l.Items)
	}
	if c := r.coverage(); c != nil {
		room := c.Grown
		if r.spec.Capacity > 0 {
			room = c.Refused
		}
		for i, n := range []int{c.Rounds, c.Distinct, c.Steals, c.Retries, c.LastItem, room} {
			cells[4+i] = count(n)
		}
		if r.spec.NeverRetries && c.Retries == 0 {
			cells[7] = "never"
		}
	}
	return cells
}

// empty says what a thief may conclude from Empty.
func empty(spec model.Spec) string {
	switch spec.Hidden {
	case 0:
		return "no item"
	case model.AnyNumber:
		return "none public"
	case 1:
		return "at most one"
	}
	return fmt.Sprintf("at most %d", spec.Hidden)
}
