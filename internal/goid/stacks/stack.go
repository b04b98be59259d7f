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

// Above returns how many bytes the stack has from an address on.
func (s *Stack) Above(from uintptr) uintptr { return s.low + s.size - from }

// Sum returns a number for the words of the stack from an address on, which is a multiple of 8. Equal words have equal
// numbers. The caller must be on the stack, below that address.
//
//go:norace
//go:noinline
func (s *Stack) Sum(from uintptr) (sum uint64) {
	var here uint64
	at := unsafe.Pointer(&here)
	if from < uintptr(at) || from >= s.low+s.size {
		panic("stacks: an address outside of the stack")
	}
	for _, word := range unsafe.Slice((*uint64)(unsafe.Add(at, from-uintptr(at))), (s.low+s.size-from)/unsafe.Sizeof(here)) {
		sum = (sum ^ word) * 0x9e3779b97f4a7c15
		sum ^= sum >> 32
	}
	return sum
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
