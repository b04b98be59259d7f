package sched

import "time"

// SetPatience makes the watchdog bark sooner.
func SetPatience(d time.Duration) { patience = d }
