package park

import "syscall"

// thread is what goroutine would be if Go kept something of the thread in its place.
func thread() uintptr { return uintptr(syscall.Gettid()) }
