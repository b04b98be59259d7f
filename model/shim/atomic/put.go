//go:build !race

package atomic

import "unsafe"

// put and putPointer store within a step. Only one thread runs, and the switch to another one synchronizes. So a plain store
// is enough, and it is faster than an atomic one.

func put[W word](p *W, v W) {
	if unsafe.Sizeof(p) < 8 {
		stdStore(p, v) // it panics if p is not aligned
	} else {
		*p = v
	}
}

func putPointer(p *unsafe.Pointer, v unsafe.Pointer) { *p = v }
