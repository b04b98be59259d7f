package time

import (
	"runtime"
	"time"

	"github.com/stealproof/stealproof/model/sched"
)

// Sleep is [time.Sleep].
//
// Under the scheduler it may end at any moment. A loop would have no end of
// schedules then. So a thread that comes to the same place a third time, and has
// changed nothing since the second, sleeps until something changes that it has
// read, or nobody else can go on. If it changes something each time, that is so
// from the 21st time on.
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
	if !sched.Early(caller[0], 2, 20) {
		sched.Rest(nil)
	}
	moved := sched.Moved()
	sched.Write(clockPointer())
	theClock().now += d
	sched.Unmoved(moved)
}
