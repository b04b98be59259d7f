package main

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/console"
)

// Each job has a row for each library, with the ratios of rounds in which both were measured.
func TestBenchService_Rows(t *testing.T) {
	b := &serviceBench{series: map[[2]string]*series{}}
	b.peers = "errgroup"
	for _, job := range serviceJobs {
		b.series[[2]string{job[0], ours}] = &series{values: []float64{2, 4, math.NaN()}}
		b.series[[2]string{job[0], "errgroup"}] = &series{values: []float64{4, 12, 5}}
	}
	rows := b.rows()
	require.Len(t, rows, 2*len(serviceJobs))
	require.Equal(t, ours, rows[0].What)
	require.Equal(t, 3.0, rows[0].Spread.Median)
	require.Nil(t, rows[0].Ratio)
	require.Equal(t, "errgroup", rows[1].What)
	require.Equal(t, 5.0, rows[1].Spread.Median)
	require.Equal(t, 2.5, rows[1].Ratio.Median)
}

// Without the program there are rows without figures.
func TestBenchService_NotBuilt(t *testing.T) {
	b := &serviceBench{series: map[[2]string]*series{}}
	b.peers = "none"
	require.Empty(t, b.tasks())
	require.Len(t, b.rows(), len(serviceJobs))
	require.Nil(t, b.rows()[0].Spread)
}

func TestBenchService_WrongUse(t *testing.T) {
	code, _, stderr := call(t, t.Context(), "", "bench", "service", "-peers", "x")
	require.Equal(t, console.ExitUsage, code)
	require.Contains(t, stderr, `unknown peer "x"`)
}

func TestMilliseconds(t *testing.T) {
	for ns, want := range map[float64]string{127_800: "0.128", 45_500_000: "45.5", 1_556_000_000: "1,556"} {
		require.Equal(t, want, milliseconds(ns))
	}
}
