package engine

import "time"

// enough reports whether the search has hit one of its bounds.
func (r *search) enough() bool {
	if r.o.Saturation > 0 && r.stale >= r.o.Saturation {
		return true
	}
	if r.o.Executions > 0 && r.Executions+r.Abandoned >= r.o.Executions || r.o.Long > 0 && r.Long >= r.o.Long {
		return true
	}
	if r.o.For == 0 || (r.Executions+r.Abandoned)&255 != 0 && r.Steps < r.looked+lookAfter {
		return false
	}
	r.looked = r.Steps
	if r.o.Patient {
		return r.watch.Took() >= r.o.For
	}
	return time.Since(r.start) >= r.o.For
}
