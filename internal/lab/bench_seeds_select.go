package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/stealproof/stealproof/internal/console"
	"github.com/stealproof/stealproof/internal/lab/chart"
	"github.com/stealproof/stealproof/internal/lab/workload"
)

// shows reports whether a run is in the chart. Bars show runs with the given number of workers.
func (k seedChart) shows(r seedRun, workers int) bool {
	other := seedPeerOf(r.Scheduler).peer != ""
	switch {
	case r.Experiment != k.experiment || k.kernel != "" && r.Kernel != k.kernel || isTwin(r.Scheduler):
		return false
	case (k.bars || k.bySize) && workers > 0 && r.Workers != workers:
		return false
	case k.ours && other:
		return false
	case k.stealing && (!strings.HasPrefix(r.Scheduler, "iith-") || strings.HasSuffix(r.Scheduler, "-alone")):
		return false
	case k.kernel == "" && r.Kernel == granularity:
		return false
	}
	return !k.others || other || r.Scheduler == "pool" || r.Scheduler == workload.Typed
}

// title returns the title of the chart that begins with this run.
func (k seedChart) title(r seedRun, workers int) string {
	switch {
	case isDeque(k.kernel):
		return dequeTitles[k.kernel]
	case isLoad(k.kernel):
		return fmt.Sprintf("003, %s, K = %d tasks for each thread: %s", k.kernel, r.Size, k.value.name)
	case k.byWorker:
		return fmt.Sprintf("%s: time in functions, %s", r.title(), console.Plural(workers, "worker"))
	case k.bars:
		before, _, _ := strings.Cut(r.title(), ": ")
		title := fmt.Sprintf("%s: %s, %s", before, k.value.name, console.Plural(workers, "worker"))
		if k.others {
			title += ", beside others"
		}
		return title
	}
	return strings.TrimSuffix(r.title(), " load") + ": " + k.value.name
}

// add adds the points of a run. at has the index of each scheduler's series. It returns false if
// the run has no such value.
func (k seedChart) add(c *chart.Chart, s seedData, r seedRun, at map[string]int) bool {
	if k.byWorker {
		some := false
		for i := range r.Workers {
			v, known := s.of(r, func(_ int, m workload.Measured) float64 {
				if i < len(m.Busy) {
					return m.Busy[i]
				}
				return math.NaN()
			})
			if known {
				some = true
				k.bar(c, at, r.Scheduler, fmt.Sprint(i), v)
			}
		}
		return some
	}
	v, known := s.of(r, func(round int, m workload.Measured) float64 { return k.value.of(s, r, round, m) })
	switch {
	case !known:
		return false
	case k.bars:
		k.bar(c, at, r.Scheduler, r.barName(), v)
		return true
	}
	q := chart.Point{X: float64(r.Workers), Y: v.Median, Low: v.Min, High: v.Max}
	switch {
	case k.kernel == granularity:
		q.X = float64(r.Size)
	case k.bySize:
		q.X = float64(100 * r.Size)
	}
	of := seriesIn(c, at, r.Scheduler)
	of.Points = append(of.Points, q)
	return true
}

// bar adds a bar in a column.
func (k seedChart) bar(c *chart.Chart, at map[string]int, scheduler, name string, v spread) {
	of := seriesIn(c, at, scheduler)
	column := slices.Index(c.Categories, name)
	if column < 0 {
		column = len(c.Categories)
		c.Categories = append(c.Categories, name)
	}
	for len(of.Points) < column {
		of.Points = append(of.Points, chart.Point{Y: math.NaN()})
	}
	of.Points = append(of.Points, chart.Point{Y: v.Median, Low: v.Min, High: v.Max})
}

// seriesIn returns the series of a scheduler, which it adds at its first run.
func seriesIn(c *chart.Chart, at map[string]int, scheduler string) *chart.Series {
	i, has := at[scheduler]
	if !has {
		i = len(c.Series)
		at[scheduler] = i
		c.Series = append(c.Series, chart.Series{Name: scheduler})
	}
	return &c.Series[i]
}
