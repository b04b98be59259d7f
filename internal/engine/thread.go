package engine

import (
	"fmt"
	"unsafe"

	"github.com/stealproof/stealproof/internal/goid/stacks"
)

// thread is one goroutine of the program under test, run as a coroutine. Unless it runs, it stands
// before its next step.
type thread struct {
	// Each switch and each step uses these. They have two cache lines.
	id       int
	stack    stacks.Stack // of the goroutine, as it was last seen
	at       position
	launcher *thread // the thread that waits until this one stands before its first step
	cut      cut
	ran      int // number of its last step
	barrier  barrier
	link     link
	reads    int // plain reads since its last step
	luck     luck

	allowance allowance
	comm      comm    // its communication, while it stands before it
	one       [1]Case // the case of a single send or receive

	// What it has done.
	work    work
	round   round
	loop    waiting
	yields  yields
	polled  []uint32         // sites of the selects whose default it has taken
	entered []unsafe.Pointer // locks that it has taken as a reader

	of        *engine
	name      string
	job       func()
	goroutine goroutine
	marks     raceMarks
	inner     string // where a function of Apart has panicked
}

// title returns the thread's name for people. A goroutine that a structure has started itself may have the number of a
// thread of the program that calls it.
func (t *thread) title() string {
	if t.name != "" {
		return t.name
	}
	name := fmt.Sprintf("thread %d", t.id)
	for _, other := range t.of.threads[:t.of.state.Threads] {
		if other.name == name {
			return fmt.Sprintf("goroutine %d", t.id)
		}
	}
	return name
}

// Gate decides whether a step is enabled.
type Gate interface {
	// Ready reports whether the step is enabled. It may be called at any time, and changes
	// nothing.
	Ready(arg int) bool
}
