package pool

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// A searching worker reads the deque and the slot of its victim at each look. The victim must not
// write to those cache lines when it forks.
func TestWorker_ThievesReadLinesOfTheirOwn(t *testing.T) {
	var w Worker
	at := func(field unsafe.Pointer) uintptr { return (uintptr(field) - uintptr(unsafe.Pointer(&w))) / 64 }
	written := map[string]uintptr{
		"current": at(unsafe.Pointer(&w.current)), "segments": at(unsafe.Pointer(&w.segments)), "fenced": at(unsafe.Pointer(&w.fenced)),
		"published": at(unsafe.Pointer(&w.published)), "position": at(unsafe.Pointer(&w.position)), "random": at(unsafe.Pointer(&w.random)),
	}
	read := map[string]uintptr{
		"pool": at(unsafe.Pointer(&w.pool)), "deque": at(unsafe.Pointer(&w.deque)), "poll": at(unsafe.Pointer(&w.poll)), "slot": at(unsafe.Pointer(&w.slot)),
	}
	for r, line := range read {
		for owns, other := range written {
			require.NotEqual(t, line, other, "%s beside %s", r, owns)
		}
	}
}
