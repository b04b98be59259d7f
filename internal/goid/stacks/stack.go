// Package stacks finds the memory of goroutines' stacks, which tells goroutines apart at the cost of a comparison.
package stacks

import "unsafe"

// Stack is the memory that holds the stack of a goroutine. While the goroutine does not change it, no other
// goroutine has an address inside. The zero Stack holds nothing.
type Stack struct{ low, size uintptr }

// OwnStack returns the stack of the calling goroutine as it is now. The runtime moves a stack that must grow,
// so the result is true until the goroutine calls something deeper. Where stacks cannot be found, it returns
// the zero Stack.
func OwnStack() Stack {
	if !stacksFound {
		return Stack{}
	}
	low, high := stack()
	return Stack{low, high - low}
}

// Holds reports whether the caller's frame is in the stack. It costs a comparison.
func (s *Stack) Holds() bool {
	var here byte
	return uintptr(unsafe.Pointer(&here))-s.low < s.size
}

// stacksFound reports whether stack keeps the promise of OwnStack. It is checked once at start-up,
// because Go does not promise where the runtime keeps them.
var stacksFound = bounds(stack)

// bounds reports whether the bounds of two goroutines hold their own frames, and do not overlap.
func bounds(of func() (low, high uintptr)) bool {
	const most = 1 << 30 // the largest stack that Go allows
	look := func() (low, high uintptr, good bool) {
		var here byte
		at := uintptr(unsafe.Pointer(&here))
		low, high = of()
		return low, high, low <= at && at < high && high-low <= most
	}
	low, high, good := look()
	other, ended := good, make(chan struct{})
	go func() {
		defer close(ended)
		l, h, g := look()
		other = g && (h <= low || high <= l)
	}()
	<-ended
	return good && other
}
