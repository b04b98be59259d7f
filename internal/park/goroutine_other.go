//go:build !amd64 && !arm64

package park

// goroutine is what these processors have no assembly for.
func goroutine() uintptr { return 0 }
