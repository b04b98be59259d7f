package shim_test

import (
	stdsync "sync"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model/shim/sync"
	shimtime "github.com/stealproof/stealproof/model/shim/time"
)

// Code under test may depend on the sizes of these types.
func TestLayout(t *testing.T) {
	same := func(name string, size, want, align, wantAlign uintptr) {
		require.Equal(t, want, size, "size of %s", name)
		require.Equal(t, wantAlign, align, "alignment of %s", name)
	}
	same("Mutex", unsafe.Sizeof(sync.Mutex{}), unsafe.Sizeof(stdsync.Mutex{}), unsafe.Alignof(sync.Mutex{}), unsafe.Alignof(stdsync.Mutex{}))
	same("RWMutex", unsafe.Sizeof(sync.RWMutex{}), unsafe.Sizeof(stdsync.RWMutex{}), unsafe.Alignof(sync.RWMutex{}), unsafe.Alignof(stdsync.RWMutex{}))
	same("Cond", unsafe.Sizeof(sync.Cond{}), unsafe.Sizeof(stdsync.Cond{}), unsafe.Alignof(sync.Cond{}), unsafe.Alignof(stdsync.Cond{}))
	same("Once", unsafe.Sizeof(sync.Once{}), unsafe.Sizeof(stdsync.Once{}), unsafe.Alignof(sync.Once{}), unsafe.Alignof(stdsync.Once{}))
	same("WaitGroup", unsafe.Sizeof(sync.WaitGroup{}), unsafe.Sizeof(stdsync.WaitGroup{}), unsafe.Alignof(sync.WaitGroup{}), unsafe.Alignof(stdsync.WaitGroup{}))
	same("Pool", unsafe.Sizeof(sync.Pool{}), unsafe.Sizeof(stdsync.Pool{}), unsafe.Alignof(sync.Pool{}), unsafe.Alignof(stdsync.Pool{}))
	same("Map", unsafe.Sizeof(sync.Map{}), unsafe.Sizeof(stdsync.Map{}), unsafe.Alignof(sync.Map{}), unsafe.Alignof(stdsync.Map{}))
	same("Timer", unsafe.Sizeof(shimtime.Timer{}), unsafe.Sizeof(time.Timer{}), unsafe.Alignof(shimtime.Timer{}), unsafe.Alignof(time.Timer{}))
	require.Equal(t, unsafe.Offsetof(stdsync.Cond{}.L), unsafe.Offsetof(sync.Cond{}.L))
	require.Equal(t, unsafe.Offsetof(stdsync.Pool{}.New), unsafe.Offsetof(sync.Pool{}.New))
}
