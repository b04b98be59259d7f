package model

import (
	"fmt"
	"io"
	"math"
	"sort"
	"strings"
	"unicode/utf8"
)

// Row is one line of an interleaving table: a step of one participant.
type Row struct {
	Column int
	Text   string
}

// WriteTable writes a table of an interleaving. It has a line for each row, in the order of time,
// and a column for each participant.
func WriteTable(w io.Writer, columns []string, rows []Row) error {
	width := make([]int, len(columns))
	for i, name := range columns {
		width[i] = utf8.RuneCountInString(name)
	}
	for _, r := range rows {
		width[r.Column] = max(width[r.Column], utf8.RuneCountInString(r.Text))
	}
	number := len(fmt.Sprint(len(rows)))
	var b strings.Builder
	line := func(label string, cell func(int) string) {
		text := fmt.Sprintf("%*s", number, label)
		for i := range columns {
			text += fmt.Sprintf("  %-*s", width[i], cell(i))
		}
		b.WriteString(strings.TrimRight(text, " ") + "\n")
	}
	line("", func(i int) string { return columns[i] })
	for n, r := range rows {
		line(fmt.Sprint(n+1), func(i int) string {
			if i == r.Column {
				return r.Text
			}
			return ""
		})
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteTable writes the history as an interleaving table. An operation has a row for its call and
// one for its return. If nothing happened in between, it has one row.
func (h *History) WriteTable(w io.Writer) error { return h.WriteTableAs(w, nil) }

// WriteTableAs is WriteTable with names for the clients. A client without one is the owner if its
// number is 0, and otherwise a thief. An operation that returns at math.MaxInt64 has not returned.
func (h *History) WriteTableAs(w io.Writer, names map[int]string) error {
	type event struct {
		at     int64
		isCall bool
		op     int
	}
	var events []event
	for i, o := range h.Ops {
		events = append(events, event{o.Call, true, i})
		if o.Return != math.MaxInt64 {
			events = append(events, event{o.Return, false, i})
		}
	}
	// At equal times calls come first, since closed intervals that touch overlap.
	sort.SliceStable(events, func(i, j int) bool {
		a, b := events[i], events[j]
		if a.at != b.at {
			return a.at < b.at
		}
		return a.isCall && !b.isCall
	})
	columns, column := h.columns(names)
	var rows []Row
	for i := 0; i < len(events); i++ {
		e := events[i]
		o := h.Ops[e.op]
		c := column[o.Client]
		switch {
		case e.isCall && i+1 < len(events) && events[i+1].op == e.op:
			rows = append(rows, Row{c, o.String()})
			i++
		case e.isCall:
			rows = append(rows, Row{c, o.called() + " ..."})
		default:
			rows = append(rows, Row{c, "... " + o.String()})
		}
	}
	return WriteTable(w, columns, rows)
}

// columns returns the names of the clients in the history, in their order, and each client's
// column.
func (h *History) columns(known map[int]string) (names []string, column map[int]int) {
	var clients []int
	column = map[int]int{}
	for _, o := range h.Ops {
		if _, seen := column[o.Client]; !seen {
			column[o.Client] = 0
			clients = append(clients, o.Client)
		}
	}
	sort.Ints(clients)
	for i, c := range clients {
		column[c] = i
		if name := known[c]; name != "" {
			names = append(names, name)
		} else if c == 0 {
			names = append(names, "owner")
		} else {
			names = append(names, fmt.Sprintf("thief %d", c))
		}
	}
	return names, column
}
