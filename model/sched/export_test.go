package sched

import (
	"testing"
	"time"
)

// SetPatience makes the watchdog bark sooner. After the test all is as before,
// also what it has left behind.
func SetPatience(t *testing.T, d time.Duration) {
	old := patience
	patience = d
	t.Cleanup(func() { patience, lost = old, nil })
}
