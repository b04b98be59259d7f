package measure

import (
	"math"
	"slices"
)

// summarize fills in the figures that follow from the values. There is at least one value.
func (r *Result) summarize(values []float64) {
	slices.Sort(values)
	n := len(values)
	r.Runs, r.Best, r.Median = n, values[0], (values[(n-1)/2]+values[n/2])/2
	r.Finished = true
}

// tenths rounds to tenths: smaller differences come from the measurement itself.
func tenths(v float64) float64 { return math.Round(10*v) / 10 }
