package engine

import "time"

// Stopwatch measures how long a calculation takes. While other programs have the processors, its time passes more
// slowly than real time. So a limit that is meant for an idle machine does not cut a search short on a busy one.
type Stopwatch struct {
	begun time.Time
	used  time.Duration
}

// slowest is how many times as long as its time a Stopwatch may take in real time. A calculation that sleeps uses no
// processor time, and must end too.
const slowest = 6

// StartWatch starts a Stopwatch.
func StartWatch() Stopwatch { return Stopwatch{time.Now(), used()} }

// Took returns the time since the start: real time, or if that is less the processor time of the process.
func (w Stopwatch) Took() time.Duration { return took(time.Since(w.begun), used()-w.used) }

func took(real, used time.Duration) time.Duration { return min(real, max(used, real/slowest)) }

// deadline is a limit of the time of a Stopwatch.
type deadline struct {
	Stopwatch
	limit time.Duration
}

// left returns the time that is left. It is negative if none is.
func (d deadline) left() time.Duration { return d.limit - d.Took() }
