package wsq

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"

	"github.com/stealproof/stealproof/internal/pad"
)

// A Push stores bottom and the owner's fields, and a thief reads bottom and the ring's header. On one line, each would
// take that line away from the other.
func TestLayout(t *testing.T) {
	var (
		c ChaseLev[int]
		a ABP[int]
		h THE[int]
	)
	for name, apart := range map[string][]uintptr{
		"ChaseLev: top, bottom, the owner's fields": {unsafe.Offsetof(c.top), unsafe.Offsetof(c.bottom), unsafe.Offsetof(c.r), unsafe.Sizeof(c)},
		"ABP: age, bottom, slots, the owner's fields": {
			unsafe.Offsetof(a.age), unsafe.Offsetof(a.bottom), unsafe.Offsetof(a.slots), unsafe.Offsetof(a.b), unsafe.Sizeof(a),
		},
		"THE: h, t, the array, the owner's fields": {
			unsafe.Offsetof(h.h), unsafe.Offsetof(h.t), unsafe.Offsetof(h.array), unsafe.Offsetof(h.tail), unsafe.Sizeof(h),
		},
	} {
		for i := range apart[1:] {
			assert.Greater(t, int(apart[i+1]-apart[i]), len(pad.Line{}), name)
		}
	}
}
