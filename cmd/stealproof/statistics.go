package main

import (
	"math"
	"slices"
)

// spread sums up what was measured more than once.
type spread struct {
	Min    float64 `json:"min"`
	Median float64 `json:"median"`
	Max    float64 `json:"max"`
}

// measured returns the values that are there: NaN stands for one that is not.
func measured(values []float64) []float64 {
	return slices.DeleteFunc(slices.Clone(values), math.IsNaN)
}

// summarize returns the spread of the values that are there, and false if there
// are none.
func summarize(values []float64) (spread, bool) {
	v := measured(values)
	if len(v) == 0 {
		return spread{}, false
	}
	slices.Sort(v)
	middle := v[len(v)/2]
	if len(v)%2 == 0 {
		middle = (v[len(v)/2-1] + middle) / 2
	}
	return spread{v[0], middle, v[len(v)-1]}, true
}

// paired returns a/b of each round that has both. What disturbs the machine for a
// while disturbs both sides of a pair.
func paired(a, b []float64) []float64 {
	var ratios []float64
	for i := range min(len(a), len(b)) {
		if r := a[i] / b[i]; !math.IsNaN(r) && !math.IsInf(r, 0) {
			ratios = append(ratios, r)
		}
	}
	return ratios
}
