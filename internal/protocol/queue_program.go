package protocol

import "fmt"

type queue interface {
	Put(v int) bool
	Take() (v int, ok bool)
	Close()
}

// queueDrains has a producer that puts items and closes the queue, and two consumers that take all items. The
// queue has room for one item.
func queueDrains(of func(*Queue) queue) func(Start, int) func() error {
	return func(start Start, rounds int) func() error {
		q := of(NewQueue(1))
		sums := make([]int, 2)
		for c := range sums {
			start(fmt.Sprintf("consumer %d", c), func() {
				for {
					v, ok := q.Take()
					if !ok {
						return
					}
					sums[c] += v
				}
			})
		}
		start("producer", func() {
			for i := range rounds {
				q.Put(i + 1)
			}
			q.Close()
		})
		return func() error {
			if got, want := sums[0]+sums[1], rounds*(rounds+1)/2; got != want {
				return fmt.Errorf("the taken items add up to %d; want %d", got, want)
			}
			return nil
		}
	}
}
