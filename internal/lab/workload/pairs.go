package workload

import (
	"errors"
	"fmt"

	"github.com/stealproof/stealproof/wsq"
)

// Batch is the size of the larger batches of Pair.
const Batch = 64

// owner is the owner of a deque without thieves: its loops, and the number of items left.
type owner struct {
	pair, push, pop func(n int)
	left            func() int
}

// each calls f n times. The compiler inlines each and f into the loops of owners. They call a
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

// pairs returns a function that pushes and pops n times in batches, and reports whether the deque
// is empty at its end. Only the owner is at work.
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
