package park

import "github.com/stealproof/stealproof/internal/goid"

// Goroutine returns an address that identifies the calling goroutine among all live goroutines. Compare it, and
// never dereference it. It returns 0 if goroutines cannot be told apart. It costs a function call.
func Goroutine() uintptr { return goid.Goroutine() }
