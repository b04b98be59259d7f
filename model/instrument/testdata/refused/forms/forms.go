// Package forms has statements that cannot be rewritten.
package forms

import "sync/atomic"

func pair() (old, new int64) { return }

func f(n *atomic.Int64, m map[string]int) {
	n.CompareAndSwap(pair())
	if n.Load() > 3 {
		goto loop
	}
loop:
	for _, v := range m {
		_ = v
	}
}
