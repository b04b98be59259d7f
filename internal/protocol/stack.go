package protocol

import "sync/atomic"

// stack is R. K. Treiber's stack ("Systems Programming: Coping with Parallelism", IBM 1986). Nodes are not
// reused.
type stack struct{ top atomic.Pointer[node] }

type node struct {
	task func()
	next *node
}

func (s *stack) push(task func()) {
	for {
		n := &node{task, s.top.Load()}
		if s.top.CompareAndSwap(n.next, n) {
			return
		}
	}
}

// pop returns nil if the stack is empty.
func (s *stack) pop() (task func()) {
	for {
		n := s.top.Load()
		if n == nil {
			return nil
		}
		if s.top.CompareAndSwap(n, n.next) {
			return n.task
		}
	}
}
