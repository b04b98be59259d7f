package chart

import (
	"image/color"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
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

func TestShade_TellsSeriesApart(t *testing.T) {
	seen := map[color.Color]bool{}
	for i := range 20 {
		require.False(t, seen[shade(i)], "%d", i)
		seen[shade(i)] = true
	}
}
