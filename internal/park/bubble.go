package park

import (
	"runtime/debug"
	"strings"
	"sync"
	"time"
)

// Bubble tells whether its maker was in a bubble of testing/synctest. Channels and timers that are made in a
// bubble must not be used outside of it: Go ends the program.
type Bubble struct {
	ask    bool // this is a test, so there may be bubbles
	inside bool
}

// Here returns the bubble of its caller. Its first call takes some microseconds.
func Here() Bubble {
	b := Bubble{ask: isTest()}
	b.inside = b.ask && clockJumped() && inBubble()
	return b
}

// Elsewhere reports whether one of Here's caller and the caller of Elsewhere is in a bubble and the other is
// not. It does not tell two bubbles apart. Outside of tests it costs a load, and in a test it reads the clock.
func (b Bubble) Elsewhere() bool { return b.ask && b.differs() }

// Inside reports whether Here's caller was in a bubble.
func (b Bubble) Inside() bool { return b.inside }

func (b Bubble) differs() bool { return clockJumped() != b.inside && inBubble() != b.inside }

// isTest reports whether package testing may run tests in this program. Without it there are no bubbles.
var isTest = sync.OnceValue(func() bool {
	info, known := debug.ReadBuildInfo()
	return !known || strings.HasSuffix(info.Path, ".test")
})

// started is a time of the real clock: no package is initialized in a bubble.
var started = time.Now()

// clockJumped reports whether the caller seems to be in a bubble, whose clock begins in the year 2000. The
// monotonic clock of a process begins with the process. If another release changes that, Elsewhere notices
// nothing.
func clockJumped() bool {
	const years = 10 * 365 * 24 * time.Hour
	return time.Since(started).Abs() > years
}

// looks bounds how often inBubble reads the clock.
const looks = 1000

// inBubble reports whether the caller is in a bubble of testing/synctest. Only in a bubble does the clock stand
// still while a goroutine runs. On a system with a coarse clock, inBubble may report true outside a bubble.
// Then ParkDirect works without a bell.
func inBubble() bool {
	start := time.Now()
	for range looks {
		if time.Since(start) > 0 {
			return false
		}
	}
	return true
}
