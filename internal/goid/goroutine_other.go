//go:build !amd64 && !arm64

package goid

// goroutine has no assembly for this processor.
func goroutine() uintptr { return 0 }
