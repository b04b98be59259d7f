//go:build race

package atomic

import (
	std "sync/atomic"
	"unsafe"
)

// Go's race detector is to see atomic stores.

func put[W word](p *W, v W) { stdStore(p, v) }

func putPointer(p *unsafe.Pointer, v unsafe.Pointer) { std.StorePointer(p, v) }
