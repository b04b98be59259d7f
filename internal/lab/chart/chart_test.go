package chart

import (
	"image/color"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

func TestWrite(t *testing.T) {
	nan := math.NaN()
	some := []Series{
		{"one", []Point{{1, 2, 1, 3}, {2, 4, 4, 4}}},
		{"two", []Point{{1, nan, nan, nan}, {2, 5, 3, 6}}},
	}
	for name, c := range map[string]Chart{
		"bars":           {Categories: []string{"a", "b"}, Series: some},
		"bars, log":      {Categories: []string{"a", "b"}, Series: some, LogY: true},
		"lines":          {Series: some[:1]},
		"log":            {Series: some[:1], LogX: true, LogY: true},
		"a single point": {Series: []Series{{"one", []Point{{1, 1, 1, 1}}}}, LogX: true, LogY: true},
	} {
		c.Title, c.Caption = "Title", []string{"one line", "another"}
		file := filepath.Join(t.TempDir(), "chart.svg")
		require.NoError(t, c.Write(file), name)
		svg, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, says := range []string{"<svg", ">Title<", ">one<", ">another<", ",serif"} {
			require.Contains(t, string(svg), says, name)
		}
	}
	require.Error(t, Chart{}.Write(filepath.Join(t.TempDir(), "x")))
	require.Error(t, Chart{Series: some[:1]}.Write("testdata/none/x"))
}

// Names of bars do not touch: each is at most as wide as its share of the axis.
func TestFit(t *testing.T) {
	for names, want := range map[string]bool{"a b": false, "strassen(1024) knapsack(30)": true, "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm b": true} {
		style := plot.New().X.Tick.Label
		before, list := style.Font.Size, strings.Fields(names)
		fit(&style, list, vg.Points(100))
		require.Equal(t, want, style.Font.Size < before, names)
		for _, name := range list {
			require.Less(t, style.Width(name), vg.Points(50), names)
		}
	}
}

// At least one tick has a name, however short the axis is.
func TestLogTicks(t *testing.T) {
	named := func(low, high float64) (names []string) {
		for _, tick := range (logTicks{}).Ticks(low, high) {
			if tick.Label != "" && tick.Value >= low && tick.Value <= high {
				names = append(names, tick.Label)
			}
		}
		return names
	}
	require.Equal(t, []string{"0.03", "0.04", "0.05"}, named(0.025, 0.055))
	require.Equal(t, []string{"6", "7", "8", "9", "10", "20"}, named(6, 25))
	require.Equal(t, []string{"0.05", "0.1", "0.2", "0.5"}, named(0.03, 0.8), "too many names would overlap")
	require.Equal(t, []string{"10", "100"}, named(6, 250))
}

// Names of linear axes have no zeros at their end, and those of all axes no exponent.
func TestNumber(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 0.1 + 0.2: "0.3", 250: "250", 999: "999", 1000: "1k", 30_000: "30k", 100_000: "100k", 1e7: "10M"} {
		require.Equal(t, want, number(v))
	}
	var names []string
	for _, tick := range (linearTicks{}).Ticks(0, 540) {
		if tick.Label != "" {
			names = append(names, tick.Label)
		}
	}
	require.Equal(t, []string{"0", "250", "500"}, names)
	require.Equal(t, "1M", (logTicks{}).Ticks(9e5, 2e7)[1].Label)
}

// A long title is as wide as the plot at most, so nothing of it is cut off.
func TestTitle_Fits(t *testing.T) {
	c := Chart{Title: strings.Repeat("a long title, ", 10), Series: []Series{{"one", []Point{{1, 1, 1, 1}}}}}
	p := c.plot()
	c.draw(p, plot.NewLegend(), draw.New(vgsvg.New(width, height)))
	require.Less(t, p.Title.TextStyle.Width(c.Title), width)
}

// The name of a logarithmic axis takes no height from the plot.
func TestDraw_LongNameOfLogAxis(t *testing.T) {
	high := func(name string) vg.Length {
		c := Chart{Y: name, LogY: true, Series: []Series{{"one", []Point{{1, 1, 1, 1}, {2, 16, 16, 16}}}}}
		p := c.plot()
		_, err := c.line(p, 0, c.Series[0])
		require.NoError(t, err)
		c.scale(p)
		all := draw.New(vgsvg.New(width, height))
		c.draw(p, plot.NewLegend(), all)
		return p.DataCanvas(all).Size().Y
	}
	require.Equal(t, high("short"), high("a name as long as the axis, or nearly so"))
}

func TestShade_TellsSeriesApart(t *testing.T) {
	seen := map[color.Color]bool{}
	for i := range 20 {
		require.False(t, seen[shade(i)], "%d", i)
		seen[shade(i)] = true
	}
}
