package park_test

import (
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stealproof/stealproof/internal/park"
)

// BenchmarkWake reports medians of two times: from the wake until the sleeper runs, and the cost of the wake
// for the waker. The waker keeps computing, before and after the wake. Most of the time of an operation is this
// computation.
func BenchmarkWake(b *testing.B) {
	for _, way := range []struct {
		name  string
		sleep func(*park.Parker)
	}{{"Park", (*park.Parker).Park}, {"ParkDirect", (*park.Parker).ParkDirect}} {
		b.Run(way.name, func(b *testing.B) {
			p := park.New()
			defer p.Close()
			var ran atomic.Int64 // the last turn that has run
			ended := make(chan struct{})
			began := time.Now()
			var at atomic.Int64
			go func() {
				defer close(ended)
				for turn := int64(1); ; turn++ {
					way.sleep(p)
					at.Store(int64(time.Since(began)))
					if ran.Swap(turn) < 0 {
						return
					}
				}
			}()
			var wakes, costs []time.Duration
			for turn := int64(1); b.Loop(); turn++ {
				from := time.Since(began)
				for idle := from + 300*time.Microsecond; from < idle; {
					from = time.Since(began)
				}
				p.Unpark()
				costs = append(costs, time.Since(began)-from)
				for ran.Load() != turn { // to the Go scheduler this loop looks like computation
				}
				wakes = append(wakes, time.Duration(at.Load())-from)
			}
			ran.Store(-1)
			p.Unpark()
			<-ended
			for unit, all := range map[string][]time.Duration{"us/wake": wakes, "us/unpark": costs} {
				slices.Sort(all)
				b.ReportMetric(float64(all[len(all)/2])/float64(time.Microsecond), unit)
			}
		})
	}
}
