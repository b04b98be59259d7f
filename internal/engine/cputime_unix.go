//go:build unix

package engine

import (
	"syscall"
	"time"
)

// used returns the processor time that the process has used. On a busy machine it passes more slowly than
// real time.
func used() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return time.Since(processBegan)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
