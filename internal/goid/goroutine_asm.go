//go:build amd64 || arm64

package goid

// goroutine returns the address of the runtime's g.
func goroutine() uintptr
