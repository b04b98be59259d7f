package lin

import (
	"math"

	"github.com/stealproof/stealproof/internal/order"
	"github.com/stealproof/stealproof/model"
)

// walk prepares the search for an order of operations.
type walk struct {
	rules  rules
	ops    []model.Operation
	parts  []part
	search order.Search[int]
	of     []uint64 // the parts of each operation
}

// part is an operation, or its request or reply.
type part struct {
	op, call int
	request  bool
}

// orders says which orders count.
type orders struct {
	late  uint64 // these operations may come after any other
	stuck bool   // operations that have not returned must have made their requests, and block in the end
}

// mostOps is the largest number of operations of a history, or of their parts.
const mostOps = order.Most

// explains reports whether some order explains the operations.
func (w *walk) explains(r rules, condition Condition, ops []model.Operation, want orders) bool {
	w.rules, w.ops = r, ops
	if !w.split(want.stuck) {
		return false
	}
	w.search.Before = w.search.Before[:0]
	for n, p := range w.parts {
		before := w.of[p.op] & (1<<n - 1) // its own request
		for k := range ops {
			if k != p.op && want.late>>k&1 == 0 && precedes(condition, ops, k, p.op) {
				before |= w.of[k]
			}
		}
		w.search.Before = append(w.search.Before, before)
	}
	if w.search.Next == nil {
		w.search.Next = w.next
	}
	if w.search.Last = nil; want.stuck {
		w.search.Last = w.blocked
	}
	is, _ := w.search.From(r.first())
	return is
}

// split finds the parts of the operations, and those that must be in the order. It returns false if there are too many.
func (w *walk) split(stuck bool) bool {
	w.parts, w.of, w.search.Must = w.parts[:0], w.of[:0], 0
	for i := range w.ops {
		o := &w.ops[i]
		done := returned(o)
		first := len(w.parts)
		if asks(o.Invocation) {
			w.parts = append(w.parts, part{i, w.call(i), true})
		}
		if done || !stuck {
			w.parts = append(w.parts, part{i, w.call(i), false})
		}
		if len(w.parts) > mostOps {
			return false
		}
		own := uint64(1)<<len(w.parts) - uint64(1)<<first
		if w.of = append(w.of, own); done || stuck {
			w.search.Must |= own
		}
	}
	return true
}

// call returns the number of a call: its place among all calls, thread by thread. So it depends little on the schedule.
func (w *walk) call(op int) (n int) {
	if instanceOf(w.ops[op].Invocation).op.ask < 0 {
		return 0
	}
	n = 1
	for k := range w.ops {
		if c, own := w.ops[k].Client, w.ops[op].Client; c < own || c == own && k < op {
			n++
		}
	}
	return n
}

// next returns the states after a part.
func (w *walk) next(state, n int) ([]int, bool) {
	p := w.parts[n]
	if p.request {
		return w.rules.request(state, instanceOf(w.ops[p.op].Invocation).numbered(p.call)), true
	}
	in := w.soFar(&w.ops[p.op])
	if p.call > 0 {
		in = numbered(in, p.call)
	}
	return w.rules.next(state, in)
}

// blocked reports whether all operations that have not returned block.
func (w *walk) blocked(state int) bool {
	for i := range w.ops {
		if o := &w.ops[i]; !returned(o) {
			in := instanceOf(o.Invocation)
			if in.ends() || !w.rules.blocks(state, in.numbered(w.call(i))) {
				return false
			}
		}
	}
	return true
}

// soFar returns what is known of an operation. In the first part of a history, an operation that returns later has no
// result yet.
func (w *walk) soFar(o *model.Operation) model.Invocation {
	if a, is := o.Invocation.(*answer); is && o.Return == math.MaxInt64 {
		return w.rules.pending(a)
	}
	return o.Invocation
}
