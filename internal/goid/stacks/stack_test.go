package stacks

import (
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/long"
)

// assembled reports whether this processor has an assembly version of stack.
var assembled = slices.Contains([]string{"amd64", "arm64"}, runtime.GOARCH)

func TestStack_HoldsOnlyItsOwner(t *testing.T) {
	require.Equal(t, assembled, stacksFound, "the check at start-up must succeed exactly where there is assembly")
	require.False(t, new(Stack).Holds())
	if !assembled {
		return
	}
	mine := OwnStack()
	require.True(t, mine.Holds())
	for range long.Bound(100, 10_000) {
		var other bool
		theirs := make(chan Stack)
		go func() {
			other = mine.Holds()
			theirs <- OwnStack()
			<-theirs
		}()
		require.False(t, holds(<-theirs))
		require.False(t, other)
		theirs <- mine
	}
}

// A stack that has moved no longer holds its goroutine, and the new one does.
func TestStack_Moves(t *testing.T) {
	if !assembled {
		t.Skip("no stacks here")
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		before := OwnStack()
		deeper(1000, func() {
			if before != OwnStack() && before.Holds() {
				t.Error("the old stack still holds the goroutine")
			}
			if !holds(OwnStack()) {
				t.Error("the new stack does not hold the goroutine")
			}
		})
	}()
	<-ended
}

//go:noinline
func deeper(n int, f func()) (sum int) {
	var room [64]int
	if n == 0 {
		f()
		return 0
	}
	room[n%64] = deeper(n-1, f)
	return room[n%64] + n
}

func TestBounds_Broken(t *testing.T) {
	for name, of := range map[string]func() (low, high uintptr){
		"none":       func() (uintptr, uintptr) { return 0, 0 },
		"everything": func() (uintptr, uintptr) { return 0, ^uintptr(0) },
		"wrong way round": func() (uintptr, uintptr) {
			low, high := stack()
			return high, low
		},
		"too low": func() (uintptr, uintptr) {
			low, high := stack()
			return low - (high - low), low
		},
	} {
		t.Run(name, func(t *testing.T) { require.False(t, bounds(of)) })
	}
}

func holds(s Stack) bool { return s.Holds() }
