package protocol

import "fmt"

type directory interface {
	Sum() int
	Set(entries [2]int)
}

// directorySums has one thread that changes entries with a constant sum, and one that reads the sum.
func directorySums(of func() directory) func(Start, int) func() error {
	return func(start Start, rounds int) func() error {
		d := of()
		var wrong error
		start("reader", func() {
			for range rounds {
				if sum := d.Sum(); sum != 0 {
					wrong = fmt.Errorf("the sum is %d; want 0", sum)
				}
			}
		})
		start("writer", func() {
			for i := range rounds {
				d.Set([2]int{i + 1, -i - 1})
			}
		})
		return func() error { return wrong }
	}
}
