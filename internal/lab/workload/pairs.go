package workload

import (
	"errors"
	"fmt"

	"github.com/stealproof/stealproof/wsq"
)

// Batch is how large the batches of Pair are, if not of one.
const Batch = 64

// pairs returns a function that has the owner of a deque, alone, push and pop n times, in
// batches of so many, and tells whether the deque is empty then. The loops are written out,
// because a call through an interface costs 2 to 3 ns more.
func pairs(name string, batch int) (run func(n int) (empty bool), err error) {
	const capacity = 4 * Batch
	if batch != 1 && batch != Batch {
		return nil, fmt.Errorf("batches of %d; want 1 or %d", batch, Batch)
	}
	it := &item{}
	switch name {
	case "chaselev":
		d := wsq.NewChaseLev[*item](capacity)
		if batch == 1 {
			return func(n int) bool {
				for range n {
					d.Push(it)
					d.Pop()
				}
				return d.Len() == 0
			}, nil
		}
		return func(n int) bool {
			for range n / Batch {
				for range Batch {
					d.Push(it)
				}
				for range Batch {
					d.Pop()
				}
			}
			return d.Len() == 0
		}, nil
	case "split":
		d := wsq.NewSplit[*item](capacity)
		if batch == 1 {
			return func(n int) bool {
				for range n {
					d.Push(it)
					d.Pop()
				}
				return d.Len() == 0
			}, nil
		}
		return func(n int) bool {
			for range n / Batch {
				for range Batch {
					d.Push(it)
				}
				for range Batch {
					d.Pop()
				}
			}
			return d.Len() == 0
		}, nil
	case "abp":
		d := wsq.NewABP[item](capacity)
		if batch == 1 {
			return func(n int) bool {
				for range n {
					d.Push(it)
					d.Pop()
				}
				return d.Len() == 0
			}, nil
		}
		return func(n int) bool {
			for range n / Batch {
				for range Batch {
					d.Push(it)
				}
				for range Batch {
					d.Pop()
				}
			}
			return d.Len() == 0
		}, nil
	case "duffy":
		d := wsq.NewDuffy[*item](capacity)
		if batch == 1 {
			return func(n int) bool {
				for range n {
					d.Push(it)
					d.Pop()
				}
				return d.Count() == 0
			}, nil
		}
		return func(n int) bool {
			for range n / Batch {
				for range Batch {
					d.Push(it)
				}
				for range Batch {
					d.Pop()
				}
			}
			return d.Count() == 0
		}, nil
	case "the":
		d := wsq.NewTHE[*item](capacity, false)
		if batch == 1 {
			return func(n int) bool {
				for range n {
					d.Push(it)
					d.Pop()
				}
				return d.Len() == 0
			}, nil
		}
		return func(n int) bool {
			for range n / Batch {
				for range Batch {
					d.Push(it)
				}
				for range Batch {
					d.Pop()
				}
			}
			return d.Len() == 0
		}, nil
	case "locked":
		d := wsq.NewLocked[*item](capacity)
		if batch == 1 {
			return func(n int) bool {
				for range n {
					d.Push(it)
					d.Pop()
				}
				return d.Len() == 0
			}, nil
		}
		return func(n int) bool {
			for range n / Batch {
				for range Batch {
					d.Push(it)
				}
				for range Batch {
					d.Pop()
				}
			}
			return d.Len() == 0
		}, nil
	}
	return nil, fmt.Errorf("no deque %q", name)
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
