package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// family returns the deques that the command knows.
var family = wsqtest.Family

// everyDeque is the list that stands for all known deques.
const everyDeque = "all"

// choose returns the deques of a list that is separated by commas.
func choose(list string) ([]wsqtest.Member, error) {
	if list == everyDeque {
		return family(), nil
	}
	var chosen []wsqtest.Member
	for name := range strings.SplitSeq(list, ",") {
		m, err := find(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(chosen, func(c wsqtest.Member) bool { return c.Name == m.Name }) {
			return nil, fmt.Errorf("-deque names %s twice", m.Name)
		}
		chosen = append(chosen, m)
	}
	return chosen, nil
}

func find(name string) (wsqtest.Member, error) {
	var known []string
	for _, m := range family() {
		if m.Name == name {
			return m, nil
		}
		known = append(known, m.Name)
	}
	return wsqtest.Member{}, fmt.Errorf("unknown deque %q; want one of %s or %s", name, strings.Join(known, ", "), everyDeque)
}

// target returns the deque in the form that package linearizability runs.
func target(m wsqtest.Member) linearizability.Target {
	t, err := wsqtest.Target(m.Name, m.New, wsqtest.Options[*wsqtest.Item]{})
	if err != nil {
		panic(err) // the options are valid
	}
	return t
}
