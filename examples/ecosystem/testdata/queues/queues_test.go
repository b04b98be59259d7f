package queues

import (
	"testing"
	"time"

	"github.com/stealproof/stealproof/linearizability/lin"
)

type fifo struct{ items []int }

func (f *fifo) Push(v int) { f.items = append(f.items, v) }

func (f *fifo) Pop() (int, bool) {
	if len(f.items) == 0 {
		return 0, false
	}
	v := f.items[0]
	f.items = f.items[1:]
	return v, true
}

// waiting is a queue whose Take waits.
type waiting struct{ fifo }

func (f *waiting) Take() int     { v, _ := f.Pop(); return v }
func (f *waiting) CanTake() bool { return len(f.items) > 0 }

func TestLSCQ(t *testing.T) {
	lin.Check(t, NewUint64, func() *fifo { return &fifo{} }, lin.For(2*time.Second),
		lin.Op("Push", func(q *Uint64Queue, v int) { q.Enqueue(uint64(v)) }),
		lin.Op("Pop", func(q *Uint64Queue) (int, bool) { v, ok := q.Dequeue(); return int(v), ok }))
}

func TestUMPSCQueue(t *testing.T) {
	lin.Check(t, NewUMPSCQueue[int], func() *waiting { return &waiting{} }, lin.For(2*time.Second),
		lin.Op("Push", (*UMPSCQueue[int]).Enqueue),
		lin.Op("Take", (*UMPSCQueue[int]).Dequeue, lin.Role("consumer")))
}
