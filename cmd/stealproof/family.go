package main

import (
	"fmt"
	"strings"

	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// family is the deques that the command knows.
var family = wsqtest.Family

// choose returns the deques of the list, separated by commas, or all.
func choose(list string) ([]wsqtest.Member, error) {
	if list == "" {
		return family(), nil
	}
	var chosen []wsqtest.Member
	for name := range strings.SplitSeq(list, ",") {
		m, err := find(strings.TrimSpace(name))
		if err != nil {
			return nil, err
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
	return wsqtest.Member{}, fmt.Errorf("unknown deque %q; known are %s", name, strings.Join(known, ", "))
}

// target returns the deque as package linearizability runs it.
func target(m wsqtest.Member) linearizability.Target {
	t, err := wsqtest.Target(m.Name, m.New, wsqtest.Options[*wsqtest.Item]{})
	if err != nil {
		panic(err) // the options are right
	}
	return t
}
