//go:build !linux

package goid

// thread has no implementation for this system.
func thread() uintptr { return 0 }
