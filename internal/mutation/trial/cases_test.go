package trial_test

import (
	"fmt"

	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
)

// cases returns the scenarios of a deque: the systematic ones, and then rare ones for steps that short scenarios do not reach.
func cases(deque string, of linearizability.Target) []model.Case {
	all := model.Systematic(of.New(2))
	for _, c := range rare {
		if c.deque == deque {
			all = append(all, model.Case{Capacity: c.capacity, Scenario: scenario(c.text)})
		}
	}
	return all
}

// low is a preparation after which one more Pop shrinks a ChaseLev's array.
const low = "push*5 pop*4 push pop push pop push pop push pop push pop push pop"

// stolen returns a preparation after which the owner has n slots to clear.
func stolen(n int) string { return fmt.Sprintf("push*%d steal*%d", n, n) }

var rare = []struct {
	deque    string
	capacity int
	text     string
}{
	{"chaselev", 2, low + " ; push pop pop | steal | steal"},
	{"chaselev", 2, low + " ; push pop poptop | steal steal"},
	{"chaselev", 4, "push push ; push pop pop | batch:2 | batch:2"},
	{"chaselev", 2, "push push ; push push poptop | batch:2 steal"},
	{"chaselev", 32, stolen(20) + " push ; push pop pop | steal | steal"},
	{"duffy", 2, "push*5 | steal"},
	{"duffy", 2, "push*5 pop | steal steal"},
	{"the", 2, "push*3 pop | steal steal"},
	{"split", 64, "push*40 steal push steal*22 ; push push | steal | steal"},
	{"split", 2, "push push ; push push | steal steal | steal"},
	{"split", 4, "push ; push push | steal | steal steal"},
}

func scenario(text string) model.Scenario {
	sc, err := model.ParseScenario(text)
	if err != nil {
		panic(err)
	}
	return sc
}
