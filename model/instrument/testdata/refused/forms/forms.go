// Package forms has statements that cannot be rewritten.
package forms

import "sync/atomic"

type s struct{ a, b, c, d, e int }

func five() (a, b, c, d, e int) { return }

func pair() (old, new int64) { return }

func five5(a, b, c, d, e int) {}

func f(x *s, n *atomic.Int64, m map[string]int) {
	x.a, x.b, x.c, x.d, x.e = five()
	x.a <<= five1()
	n.CompareAndSwap(pair())
	go five5(1, 2, 3, 4, 5)
	go print("x")
	var small uint8
	p := &small
	for small = range 10 {
	}
	*p++
	if x.a > 3 {
		goto loop
	}
loop:
	for _, v := range m {
		_ = v
	}
}

func five1() int { return 1 }
