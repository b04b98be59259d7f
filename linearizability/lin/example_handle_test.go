package lin_test

import (
	"container/list"
	"fmt"
	"sync"

	"github.com/stealproof/stealproof/linearizability/lin"
)

// Line is a waiting line. Join returns a place, and Leave gives that place up.
type Line struct {
	mu  sync.Mutex
	all list.List
}

func (l *Line) Join() *list.Element {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.PushBack(0)
}

func (l *Line) Leave(at *list.Element) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all.Remove(at)
}

func (l *Line) Len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.Len()
}

// places has a number for each place.
type places map[int]bool

func (p places) Join(place int) bool { was := p[place]; p[place] = true; return !was }
func (p places) Leave(place int)     { delete(p, place) }
func (p places) Len() int            { return len(p) }

// The argument of Leave is the result of a Join. In scenarios it is written as Join#1. The specification has a number in
// the place of the pointer.
func ExampleResultOf() {
	v := lin.Check(printed{}, func() *Line { return &Line{} }, func() places { return places{} },
		lin.Op("Join", (*Line).Join), lin.Op("Leave", (*Line).Leave, lin.ResultOf("Join")), lin.Op("Len", (*Line).Len),
		lin.Scenario("Join ; Leave(Join#1) | Join Leave(Join#2) ; Len"), lin.Rounds(5))
	fmt.Println(v.Failure == nil, v.Cores.Executions)
	// Output:
	// passed
	// true 5
}
