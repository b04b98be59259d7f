package time

import (
	"time"

	"github.com/stealproof/stealproof/model/sched"
)

// Sleep is [time.Sleep].
//
// Under the scheduler it may end at any moment, but a loop that only looks, as
// [runtime.Gosched] has it, sleeps until something changes that it has read.
func Sleep(d time.Duration) {
	if !sched.On() {
		time.Sleep(d)
		return
	}
	if d <= 0 {
		return
	}
	sched.Yield()
	sched.Write(clockPointer())
	sched.Quietly()
	sched.Tell("wakes up")
	theClock().now += d
}
