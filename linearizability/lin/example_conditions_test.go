package lin_test

import (
	"fmt"

	"github.com/stealproof/stealproof/linearizability/lin"
)

// twoStep is a queue for one goroutine. Its Pop takes the second item if there is one.
type twoStep struct{ items []int }

func (q *twoStep) Push(n int) { q.items = append(q.items, n) }

func (q *twoStep) Pop() int {
	at := min(1, len(q.items)-1)
	if at < 0 {
		return 0
	}
	n := q.items[at]
	q.items = append(q.items[:at:at], q.items[at+1:]...)
	return n
}

type fifo struct{ items []int }

func (q *fifo) Push(n int) { q.items = append(q.items, n) }

func (q *fifo) Pop() int {
	if len(q.items) == 0 {
		return 0
	}
	n := q.items[0]
	q.items = q.items[1:]
	return n
}

// A Pop of this queue may pass over one item, but over no more.
func ExampleRelaxed() {
	check := func(k int) lin.Verdict {
		return lin.Check(printed{}, func() *twoStep { return &twoStep{} }, func() *fifo { return &fifo{} },
			lin.Op("Push", (*twoStep).Push), lin.Op("Pop", (*twoStep).Pop), lin.Scenario("Push(1) Push(2) Pop Pop"), lin.Relaxed(k))
	}
	check(1)
	fmt.Println(check(0).Failure.Says)
	// Output:
	// passed
	// failed
	// Pop() returned 2, but Push(1) had returned before Push(2) was called.
}

// In stealproof check, this test fails, since a Counter has a lock.
func ExampleWaitFree() {
	lin.Check(printed{}, NewCounter, newTotal, lin.Op("Add", (*Counter).Add), lin.WaitFree(8), lin.Rounds(5))
	// Output: passed
}
