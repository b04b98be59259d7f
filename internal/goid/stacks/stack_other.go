//go:build !amd64 && !arm64

package stacks

// stack has no assembly for this processor.
func stack() (low, high uintptr) { return 0, 0 }
