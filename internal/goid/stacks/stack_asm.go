//go:build amd64 || arm64

package stacks

// stack returns the bounds of the calling goroutine's stack, which are the first two words of the runtime's g.
func stack() (low, high uintptr)
