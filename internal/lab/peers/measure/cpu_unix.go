//go:build unix

package measure

import (
	"syscall"
	"time"
)

// processorTime returns the processor time that this process has used. It returns false if the
// system does not tell.
func processorTime() (time.Duration, bool) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, false
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), true
}
