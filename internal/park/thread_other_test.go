//go:build !linux

package park

// thread is not known here.
func thread() uintptr { return 0 }
