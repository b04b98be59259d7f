//go:build !amd64 && !arm64

package park

// goroutine has no assembly for this processor.
func goroutine() uintptr { return 0 }
