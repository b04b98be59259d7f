package protocol

import "time"

type waitList interface {
	Acquire()
	AcquireFor(timeout time.Duration) bool
	Release()
}

// waitListPasses passes one permit among three threads: one waits for it, one gives up waiting, and one
// releases it.
func waitListPasses(of func(*WaitList) waitList) func(Start, int) func() error {
	return func(start Start, rounds int) func() error {
		l := of(&WaitList{})
		start("hasty", func() {
			for range rounds {
				if l.AcquireFor(time.Microsecond) {
					l.Release()
				}
			}
		})
		start("patient", func() {
			for range rounds {
				l.Acquire()
				l.Release()
			}
		})
		start("bringer", l.Release)
		return nil
	}
}
