package time

import (
	"time"

	"github.com/stealproof/stealproof/internal/engine"
)

// Sleep is [time.Sleep].
//
// Under the scheduler it may end at any moment. But a loop that only reads sleeps until an object
// changes that it has read, as with [runtime.Gosched]. If times come only when nothing else can go on,
// it ends then, after all sleeps that end earlier.
func Sleep(d time.Duration) {
	if !engine.On() {
		time.Sleep(d)
		return
	}
	if d <= 0 {
		return
	}
	if engine.Ahead() {
		engine.Read(clockPointer()) // which timers may fire depends on it
	}
	until := theClock().now + d
	if engine.Idle() {
		engine.SleepIdle(until)
	} else {
		engine.Yield()
	}
	engine.Write(clockPointer())
	engine.NoProgress()
	engine.Describe("wakes up")
	if engine.Idle() {
		theClock().reach(until)
		return
	}
	theClock().reach(theClock().now + d)
}
