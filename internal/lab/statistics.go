package main

import (
	"math"
	"slices"
)

// spread is the least, middle and greatest of several values.
type spread struct {
	Min    float64 `json:"min"`
	Median float64 `json:"median"`
	Max    float64 `json:"max"`
}

// measured returns the values that are not NaN, which stands for a missing one.
func measured(values []float64) []float64 {
	return slices.DeleteFunc(slices.Clone(values), math.IsNaN)
}

// summarize returns the spread of the values that are not NaN. It returns false if there are none.
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

// paired returns a/b of each round that has both. A disturbance of the machine hits both sides of
// a pair.
func paired(a, b []float64) []float64 { return measured(ratios(a, b)) }

// ratios returns a/b by round, or NaN.
func ratios(a, b []float64) []float64 {
	return rounds(a, b, func(x, y float64) float64 { return x / y })
}

// differences returns a-b by round, or NaN.
func differences(a, b []float64) []float64 {
	return rounds(a, b, func(x, y float64) float64 { return x - y })
}

func rounds(a, b []float64, of func(x, y float64) float64) []float64 {
	var values []float64
	for i := range min(len(a), len(b)) {
		v := of(a[i], b[i])
		if math.IsInf(v, 0) {
			v = math.NaN()
		}
		values = append(values, v)
	}
	return values
}
