package measure

import (
	"fmt"
	"time"
)

// calls times single calls.
func (c Contestant) calls(p Plan, r *Result) error {
	call, end := c.Call(p.Workers)
	defer end()
	times := make([]float64, 0, 1<<20)
	begin := time.Now()
	last := begin
	for x := 0; len(times) < few || len(times) < cap(times) && last.Sub(begin) < p.For; x++ {
		if p.What == Cold {
			time.Sleep(Idle)
			last = time.Now()
		}
		if got := call(x); got != x {
			return fmt.Errorf("%s: a call returned %d, not %d", p, got, x)
		}
		now := time.Now()
		times = append(times, float64(now.Sub(last)))
		last = now
	}
	r.summarize(times[len(times)/10:]) // the first calls start threads and grow buffers
	return nil
}
