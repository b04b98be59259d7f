package engine

import "time"

// SetPatience makes the watchdog bark sooner.
func SetPatience(d time.Duration) { patience = d }

// Ungate lets what yields go on at any time, as real code does.
func (o Options) Ungate() Options {
	o.ungated = true
	return o
}
