package main

import (
	"fmt"
	"strings"

	"github.com/stealproof/stealproof/internal/console"
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
