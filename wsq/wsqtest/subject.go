package wsqtest

import (
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/wsq"
)

// Subject adapts a deque to functions on ints, the form that the checkers run. mk makes an
// item from a number, id returns the item's number.
func Subject[T any](d wsq.Deque[T], mk func(id int) T, id func(v T) int) model.Subject {
	return newAdapter(mk, id).on(d)
}

// adapter adapts deques, one at a time, to functions on ints. A checker makes a new deque
// for each execution; the adapter makes the functions only once.
type adapter[T any] struct {
	mk    func(id int) T
	id    func(v T) int
	d     wsq.Deque[T]
	fifo  wsq.FIFOOwner[T]
	scrub wsq.Scrubber
	batch wsq.BatchThief[T]
	all   model.Subject // with the optional operations
}

func newAdapter[T any](mk func(id int) T, id func(v T) int) *adapter[T] {
	a := &adapter[T]{mk: mk, id: id}
	a.all = model.Subject{
		Push: func(v int) bool { return a.d.Push(a.mk(v)) },
		Pop:  func() (int, bool) { return a.popped(a.d.Pop()) },
		Steal: func() (int, model.Status) {
			v, r := a.d.Steal()
			if r != wsq.Stolen {
				return 0, status(r)
			}
			return a.id(v), model.Done
		},
		PopTop: func() (int, bool) { return a.popped(a.fifo.PopTop()) },
		Scrub:  func() { a.scrub.Scrub() },
		StealBatch: func(dst []int) (int, model.Status) {
			items := make([]T, len(dst))
			n, r := a.batch.StealBatch(items)
			for i := range n {
				dst[i] = a.id(items[i])
			}
			return n, status(r)
		},
	}
	return a
}

func (a *adapter[T]) popped(v T, ok bool) (int, bool) {
	if !ok {
		return 0, false
	}
	return a.id(v), true
}

// on returns the functions on d. The functions of the previous deque are no longer valid.
func (a *adapter[T]) on(d wsq.Deque[T]) model.Subject {
	able := d // the innermost deque, which decides which operations there are
	for {
		wrapper, wraps := able.(interface{ Unwrap() wsq.Deque[T] })
		if !wraps {
			break
		}
		able = wrapper.Unwrap()
	}
	a.d = d
	s := a.all
	can := false
	if a.fifo, can = capability[wsq.FIFOOwner[T]](d, able); !can {
		s.PopTop = nil
	}
	if a.scrub, can = capability[wsq.Scrubber](d, able); !can {
		s.Scrub = nil
	}
	if a.batch, can = capability[wsq.BatchThief[T]](d, able); !can {
		s.StealBatch = nil
	}
	return s
}

// capability returns d as a C. It succeeds only if both d and the deque that it wraps are a
// C.
func capability[C any](d, wrapped any) (c C, can bool) {
	if _, can = wrapped.(C); !can {
		return c, false
	}
	c, can = d.(C)
	return c, can
}

func status(r wsq.StealResult) model.Status {
	switch r {
	case wsq.Stolen:
		return model.Done
	case wsq.Retry:
		return model.Retry
	}
	return model.Empty
}
