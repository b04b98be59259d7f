package lin

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/shim/atomic"
)

// ring4 is a queue with four slots for one producer and many consumers.
type ring4 struct {
	fault      string
	head, tail atomic.Int64
	slots      [4]atomic.Int64
}

func newRing4(fault string) func() *ring4 { return func() *ring4 { return &ring4{fault: fault} } }

func (r *ring4) Put(v int) bool {
	t := r.tail.Load()
	if t-r.head.Load() == 4 {
		return false
	}
	r.slots[t%4].Store(int64(v))
	r.tail.Store(t + 1)
	return true
}

func (r *ring4) Take() int {
	for {
		h := r.head.Load()
		if h == r.tail.Load() {
			return 0
		}
		claimed := r.fault == "claims first" && r.head.CompareAndSwap(h, h+1) // the producer may use the slot again
		v := r.slots[h%4].Load()
		if claimed || r.head.CompareAndSwap(h, h+1) {
			return int(v)
		}
	}
}

// queue4 is the specification of a ring4.
type queue4 struct{ Items []int }

func (q *queue4) Put(v int) bool {
	if len(q.Items) == 4 {
		return false
	}
	q.Items = append(q.Items, v)
	return true
}

func (q *queue4) Take() (v int) {
	if len(q.Items) > 0 {
		v, q.Items = q.Items[0], append([]int(nil), q.Items[1:]...)
	}
	return v
}

// judging4 is the same, but looks at the results of Put.
type judging4 struct{ queue4 }

func (q *judging4) Put(v int, ok bool) bool { return q.queue4.Put(v) == ok }

// A slot is used again only when the ring is full, and two calls do not fill it.
func TestFill_UsesSlotsAgain(t *testing.T) {
	ops := []Option{
		Op("Put", (*ring4).Put, Role("producer"), Args(1, 2, 3, 4, 5)), Op("Take", (*ring4).Take),
	}
	faults := []wrong{{"claims first", "linearizable", "Take() returned"}}
	twins(t, newRing4, func() *queue4 { return &queue4{} }, faults, ops...)
	twins(t, newRing4, func() *judging4 { return &judging4{} }, faults, ops...)
}

// A preparation fills the structure, or nearly. Without a limit, or if it is not known, it has four calls. Calls that change
// nothing are left out.
func TestFill_Preparations(t *testing.T) {
	ops := []Option{Op("Put", (*ring4).Put, Args(1, 2)), Op("Take", (*ring4).Take)}
	of := func(k *checker, err error) (texts []string) {
		require.NoError(t, err)
		for _, p := range k.gen.filled {
			texts = append(texts, k.gen.build(p, [][]template{nil}).String())
		}
		return texts
	}
	full := []string{"Put(1) Put(2) Put(1) Put(2) ;  ;", "Put(1) Put(2) Put(1) ;  ;"}
	require.Equal(t, full, of(newChecker(&tb{}, newRing4(""), func() *queue4 { return &queue4{} }, configOf(ops...))))
	require.Equal(t, full[:1], of(newChecker(&tb{}, newRing4(""), func() *judging4 { return &judging4{} }, configOf(ops...))))
	set := []Option{Op("Put", (*stripes).Put, Args(0, 1)), Op("Delete", (*stripes).Delete, Args(0, 1)), Op("Len", (*stripes).Len)}
	require.Empty(t, of(newChecker(&tb{}, func() *stripes { return &stripes{} }, func() *stripesSpec { return &stripesSpec{} }, configOf(set...))))
}

// lifo gives items out in the wrong order.
type lifo struct{ items []int }

func (l *lifo) Put(v int) { l.items = append(l.items, v) }

func (l *lifo) Get() (v int) {
	if n := len(l.items); n > 0 {
		v, l.items = l.items[n-1], l.items[:n-1]
	}
	return v
}

type fifoSpec struct{ Items []int }

func (q *fifoSpec) Put(v int) { q.Items = append(q.Items, v) }

func (q *fifoSpec) Get() (v int) {
	if len(q.Items) > 0 {
		v, q.Items = q.Items[0], append([]int(nil), q.Items[1:]...)
	}
	return v
}

// If the wrong item comes out, the sentence names the order of the two.
func TestSentence_WrongItem(t *testing.T) {
	v, _ := searched(t, func() *lifo { return &lifo{} }, func() *fifoSpec { return &fifoSpec{} },
		Op("Put", (*lifo).Put), Op("Get", (*lifo).Get), Scenario("Put(1) Put(2) Get()"))
	require.NotNil(t, v.Failure)
	require.Equal(t, "Get() returned 2, but Put(1) had returned before Put(2) was called.", v.Failure.Says, v.Failure.Text)
}
