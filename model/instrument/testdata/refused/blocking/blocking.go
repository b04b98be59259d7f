// Package blocking calls functions that the scheduler cannot control.
package blocking

import (
	"iter"
	"runtime"
	"sync"
	. "sync/atomic"
	"time"
	"unsafe"
)

//go:linkname now time.now
func now() int64

var pool sync.Pool

var _sp_access int

var cond = sync.NewCond(new(sync.Mutex))

func f(p *int, u *uintptr) {
	time.Sleep(1)
	<-time.After(1)
	runtime.LockOSThread()
	runtime.SetFinalizer(p, nil)
	iter.Pull[int](nil)
	StoreUintptr(u, uintptr(unsafe.Pointer(p)))
}
