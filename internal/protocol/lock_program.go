package protocol

import (
	"fmt"
	"sync"
)

// lockCounts has threads that count under a lock.
func lockCounts(threads int, of func() sync.Locker) func(Start, int) func() error {
	return func(start Start, rounds int) func() error {
		l := of()
		count := 0
		for t := range threads {
			start(fmt.Sprintf("thread %d", t), func() {
				for range rounds {
					l.Lock()
					count++
					l.Unlock()
				}
			})
		}
		return func() error {
			if count != threads*rounds {
				return fmt.Errorf("counted to %d; want %d", count, threads*rounds)
			}
			return nil
		}
	}
}
