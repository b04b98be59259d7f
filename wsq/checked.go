package wsq

import "sync/atomic"

// Checked wraps a deque and panics when two owner operations overlap. A deque
// itself cannot notice this misuse, which is the most frequent one. A hand-over
// passes: different goroutines may operate one after the other.
//
// Cost: one CAS and one store for each owner operation, nothing for a steal.
// It finds only an overlap that happens: a run in which the two operations do
// not meet passes.
type Checked[T any] struct {
	deque Deque[T]
	inUse atomic.Bool
}

// NewChecked wraps d. It panics if d is nil.
func NewChecked[T any](d Deque[T]) *Checked[T] {
	if d == nil {
		panic("wsq: NewChecked: nil deque")
	}
	return &Checked[T]{deque: d}
}

// Unwrap returns the wrapped deque. Its type shows which operations it has.
func (c *Checked[T]) Unwrap() Deque[T] { return c.deque }

func (c *Checked[T]) enter(op string) {
	if !c.inUse.CompareAndSwap(false, true) {
		panic("wsq: " + op + " overlaps another owner operation of the same deque; only one goroutine at a time may own it")
	}
}

func (c *Checked[T]) leave() {
	c.inUse.Store(false)
}

// Push implements [Owner].
func (c *Checked[T]) Push(v T) bool {
	c.enter("Push")
	defer c.leave()
	return c.deque.Push(v)
}

// Pop implements [Owner].
func (c *Checked[T]) Pop() (v T, ok bool) {
	c.enter("Pop")
	defer c.leave()
	return c.deque.Pop()
}

// PopTop implements [FIFOOwner]. It panics if the wrapped deque has no PopTop.
func (c *Checked[T]) PopTop() (v T, ok bool) {
	d, can := c.deque.(FIFOOwner[T])
	if !can {
		panic("wsq: Checked.PopTop: the wrapped deque has no PopTop")
	}
	c.enter("PopTop")
	defer c.leave()
	return d.PopTop()
}

// Scrub implements [Scrubber]. It does nothing if the wrapped deque has no Scrub.
func (c *Checked[T]) Scrub() {
	if d, can := c.deque.(Scrubber); can {
		c.enter("Scrub")
		defer c.leave()
		d.Scrub()
	}
}

// Steal implements [Thief].
func (c *Checked[T]) Steal() (v T, r StealResult) { return c.deque.Steal() }

// StealBatch implements [BatchThief]. If the wrapped deque has no StealBatch, it steals one
// item.
func (c *Checked[T]) StealBatch(dst []T) (n int, r StealResult) {
	d, can := c.deque.(BatchThief[T])
	switch {
	case can:
		return d.StealBatch(dst)
	case len(dst) == 0:
		return 0, Retry
	}
	v, r := c.deque.Steal()
	if r == Stolen {
		dst[0] = v
		n = 1
	}
	return n, r
}

// Contract implements [Declarer]. It returns the wrapped deque's contract, or the zero
// Contract if that deque declares none.
func (c *Checked[T]) Contract() Contract {
	if d, can := c.deque.(Declarer); can {
		return d.Contract()
	}
	return Contract{}
}
