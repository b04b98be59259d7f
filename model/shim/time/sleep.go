package time

import (
	"runtime"
	"time"

	"github.com/stealproof/stealproof/model/sched"
)

// Sleep is [time.Sleep].
//
// Under the scheduler it may end at any moment. A loop would have no end of
// schedules then, so a thread that comes back to the same place a third time
// sleeps until something changes that it has read since, or nobody else can go on.
func Sleep(d time.Duration) {
	if !sched.On() {
		time.Sleep(d)
		return
	}
	if d <= 0 {
		return
	}
	var caller [1]uintptr
	runtime.Callers(2, caller[:])
	if !sched.Early(caller[0]) {
		sched.Rest(nil)
	}
	moved := sched.Moved()
	sched.Write(clockPointer())
	theClock().now += d
	sched.Unmoved(moved)
}
