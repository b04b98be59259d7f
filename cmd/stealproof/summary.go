package main

import (
	"fmt"

	"github.com/stealproof/stealproof/internal/console"

	"github.com/stealproof/stealproof/model"
)

// summary returns the table with a row for each deque.
func summary(results []*result) string {
	t := console.Table{First: 2, Last: 9, Header: []string{
		"deque", "a thief's\nEmpty\nmeans", "rules\nheld", "items\ntaken\nonce each", "rounds\nrun", "histo-\nries\njudged",
		"steals\nduring\nowner op", "retries", "last-\nitem\nraces", "growths\nor full", "verdict",
	}}
	for _, r := range results {
		t.Lines = append(t.Lines, row(r))
	}
	return t.String()
}

func row(r *result) []string {
	cells := []string{r.deque.Name, empty(r.spec), "-", "-", "-", "-", "-", "-", "-", "-", r.verdict()}
	if !r.began {
		return cells
	}
	cells[2] = fmt.Sprintf("%d/%d", r.number(console.Held), len(r.outcomes)-r.number(console.NotApplicable, console.NotRun))
	if l := r.ledger(); l != nil {
		cells[3] = console.Count(l.Items)
	}
	if c := r.coverage(); c != nil {
		room := c.Grown
		if r.spec.Capacity > 0 {
			room = c.Refused
		}
		for i, n := range []int{c.Rounds, c.Distinct, c.Steals, c.Retries, c.LastItem, room} {
			cells[4+i] = console.Count(n)
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
