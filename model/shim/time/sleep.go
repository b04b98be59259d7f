package time

import (
	"time"

	"github.com/stealproof/stealproof/internal/engine"
)

// Sleep is [time.Sleep].
//
// Under the scheduler it may end at any moment. But a loop that only reads sleeps until an object
// changes that it has read, as with [runtime.Gosched].
func Sleep(d time.Duration) {
	if !engine.On() {
		time.Sleep(d)
		return
	}
	if d <= 0 {
		return
	}
	engine.Yield()
	engine.Write(clockPointer())
	engine.NoProgress()
	engine.Describe("wakes up")
	theClock().now += d
}
