package engine

import "time"

// SetHangTimeout sets the watchdog's time limit.
func SetHangTimeout(d time.Duration) { hangTimeout = d }

// Ungate never blocks a thread that yields, as in real code.
func (o Options) Ungate() Options {
	o.ungated = true
	return o
}
