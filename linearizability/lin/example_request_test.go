package lin_test

import (
	"fmt"
	"sync"

	"github.com/stealproof/stealproof/linearizability/lin"
)

// Exchanger lets two calls swap their values. Each waits for the other.
type Exchanger struct {
	mu    sync.Mutex
	first chan int // of the call that waits, or nil
	value int      // its value
}

func (x *Exchanger) Exchange(v int) int {
	x.mu.Lock()
	if first := x.first; first != nil {
		got := x.value
		x.first = nil
		x.mu.Unlock()
		first <- v
		return got
	}
	mine := make(chan int)
	x.first, x.value = mine, v
	x.mu.Unlock()
	return <-mine
}

// exchanges has the call that waits, and the values for those that have met.
type exchanges struct {
	waits, value int
	replies      map[int]int
}

func (s *exchanges) AskExchange(call, v int) {
	if s.waits == 0 {
		s.waits, s.value = call, v
		return
	}
	s.replies[call], s.replies[s.waits] = s.value, v
	s.waits = 0
}

func (s *exchanges) CanExchange(call, _ int) bool {
	_, has := s.replies[call]
	return has
}

func (s *exchanges) Exchange(call, _ int) int {
	v := s.replies[call]
	delete(s.replies, call)
	return v
}

// An operation has two parts if both sides wait for each other. The method AskExchange registers a request, and
// Exchange is its reply. If a call has no partner, it may wait for ever.
func ExampleOp_request() {
	v := lin.Check(printed{}, func() *Exchanger { return &Exchanger{} }, func() *exchanges { return &exchanges{replies: map[int]int{}} },
		lin.Op("Exchange", (*Exchanger).Exchange), lin.Rounds(5))
	fmt.Println(v.Failure == nil, v.Cores.Scenarios > 0)
	// Output:
	// passed
	// true true
}
