//go:build !linux

package park

// thread has no implementation for this system.
func thread() uintptr { return 0 }
