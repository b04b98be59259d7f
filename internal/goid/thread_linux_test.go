package goid

import "syscall"

// thread identifies the current thread: goroutine would do so if the runtime kept a thread in the place of g.
func thread() uintptr { return uintptr(syscall.Gettid()) }
