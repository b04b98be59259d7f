package chart

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
)

// ticks returns a tick at each measured place.
func (c Chart) ticks(of func(Point) float64) plot.ConstantTicks {
	var ticks plot.ConstantTicks
	seen := map[float64]bool{}
	for _, s := range c.Series {
		for _, q := range s.Points {
			if v := of(q); !seen[v] {
				seen[v] = true
				ticks = append(ticks, plot.Tick{Value: v, Label: number(v)})
			}
		}
	}
	return ticks
}

// logTicks name the powers of ten. On an axis with at most one power they also name the ticks
// between, or, if it is long, those with the digits 1, 2 and 5. The ticks of plot have no names
// within a decade below 1.
type logTicks struct{}

// Ticks implements [plot.Ticker].
func (logTicks) Ticks(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	powers := 0
	for e := int(math.Floor(math.Log10(low))); math.Pow10(e) <= high; e++ {
		for i := 1; i < 10; i++ {
			t := plot.Tick{Value: float64(i) * math.Pow10(e)}
			if t.Value < low || t.Value > high {
				continue
			}
			if i == 1 {
				t.Label = number(t.Value)
				powers++
			}
			ticks = append(ticks, t)
		}
	}
	for i := range ticks {
		v := ticks[i].Value
		digit := int(math.Round(v / math.Pow10(int(math.Floor(math.Log10(v)+1e-9)))))
		if powers < 2 && (high/low < 6 || digit == 1 || digit == 2 || digit == 5) {
			ticks[i].Label = number(v)
		}
	}
	return ticks
}

// linearTicks are the ticks of plot, with names as on the other axes.
type linearTicks struct{}

// Ticks implements [plot.Ticker].
func (linearTicks) Ticks(low, high float64) []plot.Tick {
	ticks := plot.DefaultTicks{}.Ticks(low, high)
	for i := range ticks {
		if ticks[i].Label != "" {
			ticks[i].Label = number(ticks[i].Value)
		}
	}
	return ticks
}

// number is a short name of a number: 0.25, 128, 3k, 10M. It is exact to four digits.
func number(v float64) string {
	switch {
	case math.Abs(v) >= 1e6:
		return fmt.Sprintf("%.4gM", v/1e6)
	case math.Abs(v) >= 1e3:
		return fmt.Sprintf("%.4gk", v/1e3)
	}
	return fmt.Sprintf("%.4g", v)
}
