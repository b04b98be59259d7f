package workload

import (
	"errors"
	"fmt"

	"github.com/stealproof/stealproof/wsq"
)

func measureSteals(p Plan) (Measured, error) {
	const many = 1024
	d, err := newDeque(p.Scheduler, 2*many)
	if err != nil {
		return Measured{}, err
	}
	batches, can := d.(wsq.BatchThief[*item])
	if p.Size > 1 && !can {
		return Measured{}, fmt.Errorf("%s has no batches", p.Scheduler)
	}
	all, dst := items(many), make([]*item, p.Size)
	steal := func() (n int, r wsq.StealResult) {
		if p.Size > 1 {
			return batches.StealBatch(dst)
		}
		dst[0], r = d.Steal()
		return 1, r
	}
	var pushed, got tally
	push := func(it *item) error {
		if !d.Push(it) {
			return errors.New("the deque is full")
		}
		pushed.add(it)
		return nil
	}
	pop := func() {
		if it, ok := d.Pop(); ok {
			got.add(it)
		}
	}
	return turns(p, many, func() error {
		pop() // a Pop of the empty deque frees slots in some deques
		for _, it := range all {
			if err := push(it); err != nil {
				return err
			}
		}
		return nil
	}, func() error {
		for misses := 0; got.count < pushed.count; {
			if n, r := steal(); r == wsq.Stolen {
				for _, it := range dst[:n] {
					got.add(it)
				}
				misses = 0
				continue
			}
			if misses++; misses > 100 {
				break
			}
			if err := push(all[0]); err != nil { // Split publishes items only in an operation of its owner
				return err
			}
			pop()
		}
		return same(got, pushed)
	})
}
