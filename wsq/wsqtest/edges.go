package wsqtest

import (
	"fmt"
	"strings"

	"github.com/stealproof/stealproof/model"
)

// edge is a rule about one sequence of operations of a single goroutine.
type edge struct {
	Rule
	capacity int
	actions  string // the operations, in the text form of a scenario's preparation
	bounded  int    // 1: only for bounded deques; -1: only for unbounded deques; 0: for all
}

// edges come first because most faulty deques fail one of them, with a single goroutine.
var edges = []edge{
	{Rule{"starts-empty", "a new deque is empty, and operations that find it empty change nothing"},
		4, "pop steal pop pop steal push pop pop steal", 0},
	{Rule{"pop-takes-newest", "the owner pops in the reverse order of its pushes"},
		8, "push*5 pop*3 push*2 pop*5", 0},
	{Rule{"steal-takes-oldest", "thieves take items in the order of their pushes"},
		8, "push*2 steal push*2 steal*2 push steal*4 pop*6", 0},
	{Rule{"last-item-once", "the last item is taken once, from either end"},
		4, "push pop steal push steal pop push steal steal push pop pop steal pop", 0},
	{Rule{"reuse-after-empty", "after a deque was emptied from either end, it works like a new one"},
		4, "push*2 pop*3 push*2 steal*3 pop push*2 steal pop*2 push pop pop steal push*2 pop*3", 0},
	{Rule{"growth-keeps-items", "an unbounded deque takes more items than its first capacity, and keeps their order"},
		2, "push*9 steal*2 pop*3 push*12 steal pop*16", -1},
	{Rule{"growth-after-steals", "growth copies the right items after the oldest ones were stolen"},
		2, "push*2 steal push steal*2 push*2 steal*2 push*7 steal*2 pop*2 push*9 steal*3 pop*12", -1},
	{Rule{"indices-wrap-in-the-array", "when the indices go round the array many times, no item is lost or repeated"},
		4, strings.Repeat("push*3 steal push steal*2 pop ", 20) + "pop steal", 0},
	{Rule{"full-is-a-result", "a full bounded deque refuses a push, and keeps its items"},
		3, "push*5 steal pop*2 push pop*2 push*5 pop*4 push pop*2", 1},
	{Rule{"shrinks-unharmed", "when a large deque becomes small and stays small, no item is lost or repeated"},
		2, "push*40 steal*10 pop*28 " + strings.Repeat("push*2 pop*2 push*2 steal pop ", 40) + "pop*4", -1},
	{Rule{"scrub-keeps-items", "Scrub removes no item that is still in the deque"},
		2, "push*3 scrub pop push*2 steal*2 scrub push*3 scrub steal pop*6 scrub push pop pop", 0},
	{Rule{"poptop-takes-oldest", "the owner's PopTop takes the oldest item"},
		2, "push*3 poptop push*2 poptop steal poptop pop*2 poptop pop push poptop poptop pop steal", 0},
	{Rule{"batch-takes-half", "a batch is half of the items, rounded up and at most the number asked for, oldest first"},
		2, "push*5 batch:8 push*4 batch:1 batch:8 batch:8 pop*2 batch:2 push batch:3 batch:1 pop*4", 0},
}

// parse returns the actions, and whether the edge applies to the deque.
func (e edge) parse(on model.Subject, spec model.Spec) ([]model.Action, bool) {
	sc, err := model.ParseScenario(e.actions + " ; pop")
	if err != nil {
		panic(fmt.Sprintf("wsqtest: rule %s: %v", e.Name, err))
	}
	if e.bounded > 0 && spec.Capacity == 0 || e.bounded < 0 && spec.Capacity > 0 || sc.Runnable(on) != nil {
		return nil, false
	}
	return sc.Prepare, true
}

func (s *suite[T]) edge(e edge) (evidence, *Finding, error) {
	subject, spec := s.fresh(e.capacity)
	actions, applies := e.parse(subject, spec)
	if !applies {
		return evidence{}, nil, nil
	}
	alone := sequential{subject: subject, spec: spec}
	for _, a := range actions {
		if broken := alone.do(a); broken != "" {
			return evidence{}, alone.finding(e.Rule, s.name, fmt.Sprintf("%s (capacity %d)", broken, e.capacity)), nil
		}
	}
	return did("%d operations", len(actions)), nil, nil
}
