package workload

import (
	"errors"
	"fmt"

	"github.com/stealproof/stealproof/wsq"
)

// Batch is how large the batches of Pair are, if not of one.
const Batch = 64

// owner is the owner of a deque with no thieves: its loops, and how many items are left.
type owner struct {
	pair, push, pop func(n int)
	left            func() int
}

// each calls f n times. The compiler inlines both into the loops of owners. They call a
// deque directly, because a call through an interface costs 2 to 3 ns more.
func each(n int, f func()) {
	for range n {
		f()
	}
}

// owners returns the owner of an empty deque by name.
func owners(name string, it *item) (o owner, err error) {
	const capacity = 4 * Batch
	switch name {
	case "chaselev":
		d := wsq.NewChaseLev[*item](capacity)
		o.pair = func(n int) { each(n, func() { d.Push(it); d.Pop() }) }
		o.push = func(n int) { each(n, func() { d.Push(it) }) }
		o.pop, o.left = func(n int) { each(n, func() { d.Pop() }) }, d.Len
	case "split":
		d := wsq.NewSplit[*item](capacity)
		o.pair = func(n int) { each(n, func() { d.Push(it); d.Pop() }) }
		o.push = func(n int) { each(n, func() { d.Push(it) }) }
		o.pop, o.left = func(n int) { each(n, func() { d.Pop() }) }, d.Len
	case "abp":
		d := wsq.NewABP[item](capacity)
		o.pair = func(n int) { each(n, func() { d.Push(it); d.Pop() }) }
		o.push = func(n int) { each(n, func() { d.Push(it) }) }
		o.pop, o.left = func(n int) { each(n, func() { d.Pop() }) }, d.Len
	case "duffy":
		d := wsq.NewDuffy[*item](capacity)
		o.pair = func(n int) { each(n, func() { d.Push(it); d.Pop() }) }
		o.push = func(n int) { each(n, func() { d.Push(it) }) }
		o.pop, o.left = func(n int) { each(n, func() { d.Pop() }) }, d.Count
	case "the":
		d := wsq.NewTHE[*item](capacity, false)
		o.pair = func(n int) { each(n, func() { d.Push(it); d.Pop() }) }
		o.push = func(n int) { each(n, func() { d.Push(it) }) }
		o.pop, o.left = func(n int) { each(n, func() { d.Pop() }) }, d.Len
	case "locked":
		d := wsq.NewLocked[*item](capacity)
		o.pair = func(n int) { each(n, func() { d.Push(it); d.Pop() }) }
		o.push = func(n int) { each(n, func() { d.Push(it) }) }
		o.pop, o.left = func(n int) { each(n, func() { d.Pop() }) }, d.Len
	default:
		err = fmt.Errorf("no deque %q", name)
	}
	return o, err
}

// pairs returns a function that has the owner of a deque, alone, push and pop n times, in
// batches of the given size, and tells whether the deque is empty then.
func pairs(name string, batch int) (run func(n int) (empty bool), err error) {
	o, err := owners(name, &item{})
	if err != nil {
		return nil, err
	}
	switch batch {
	case 1:
		return func(n int) bool {
			o.pair(n)
			return o.left() == 0
		}, nil
	case Batch:
		return func(n int) bool {
			for range n / Batch {
				o.push(Batch)
				o.pop(Batch)
			}
			return o.left() == 0
		}, nil
	}
	return nil, fmt.Errorf("batches of %d; want 1 or %d", batch, Batch)
}

func measurePairs(p Plan) (Measured, error) {
	const many = 1 << 16
	run, err := pairs(p.Scheduler, p.Size)
	if err != nil {
		return Measured{}, err
	}
	return turns(p, many, nil, func() error {
		if !run(many) {
			return errors.New("an item is left")
		}
		return nil
	})
}
