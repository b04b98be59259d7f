package ecosystem

import (
	"testing"

	"github.com/Workiva/go-datastructures/queue"

	"github.com/stealproof/stealproof/linearizability/lin"
)

func number(v any) (int, bool) {
	n, ok := v.(int)
	return n, ok
}

func TestRingBuffer(t *testing.T) {
	lin.Check(t, func() *queue.RingBuffer { return queue.NewRingBuffer(2) }, newWaitingForRoom,
		lin.Op("Push", func(r *queue.RingBuffer, v int) { _ = r.Put(v) }),
		lin.Op("Take", func(r *queue.RingBuffer) int { v, _ := r.Get(); n, _ := number(v); return n }))
}

func TestRingBufferLen_Fault(t *testing.T) {
	onlySearched(t)
	lin.Check(t, func() *queue.RingBuffer { return queue.NewRingBuffer(2) }, newWaitingForRoom,
		lin.Op("Push", func(r *queue.RingBuffer, v int) { _ = r.Put(v) }),
		lin.Op("Take", func(r *queue.RingBuffer) int { v, _ := r.Get(); n, _ := number(v); return n }),
		lin.Op("Len", func(r *queue.RingBuffer) int { return int(r.Len()) }))
}

// ranked is an item of a priority queue.
type ranked int

func (r ranked) Compare(other queue.Item) int { return int(r) - int(other.(ranked)) }

func TestPriorityQueue(t *testing.T) {
	lin.Check(t, func() *queue.PriorityQueue { return queue.NewPriorityQueue(2, false) }, newRanks,
		lin.Op("Push", func(q *queue.PriorityQueue, n int) { _ = q.Put(ranked(n)) }),
		lin.Op("Take", func(q *queue.PriorityQueue) int { v, _ := q.Get(1); return int(v[0].(ranked)) }),
		lin.Op("Len", (*queue.PriorityQueue).Len))
}

func TestWorkivaQueue(t *testing.T) {
	lin.Check(t, func() *queue.Queue { return queue.New(2) }, newWaiting,
		lin.Op("Push", func(q *queue.Queue, v int) { _ = q.Put(v) }),
		lin.Op("Take", func(q *queue.Queue) int { v, _ := q.Get(1); n, _ := number(v[0]); return n }),
		lin.Op("Len", func(q *queue.Queue) int { return int(q.Len()) }))
}
