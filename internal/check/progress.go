package check

import (
	"slices"

	"github.com/stealproof/stealproof/internal/report"
)

// board has the latest report of each part of each search.
type board struct {
	jobs  int
	order []key
	parts map[key][]report.Report // by job; a report without a test stands for no report
}

// key identifies a search. A test may have several searches.
type key struct {
	pkg, test string
	search    int
}

func keyOf(r report.Report) key { return key{r.Package, r.Test, r.Search} }

func newBoard(jobs int) *board {
	b := &board{jobs: jobs, parts: map[key][]report.Report{}}
	return b
}

// add stores a report of one job. It returns the sum of all jobs for the search.
func (b *board) add(job int, r report.Report) report.Report {
	k := keyOf(r)
	if b.parts[k] == nil {
		b.parts[k] = make([]report.Report, b.jobs)
		b.order = append(b.order, k)
	}
	b.parts[k][job] = r
	return b.sum(k)
}

// sum adds up the parts of a search. The sum is running while a part is running or has not begun.
func (b *board) sum(k key) report.Report {
	parts := b.parts[k]
	begun := slices.DeleteFunc(slices.Clone(parts), func(r report.Report) bool { return r.Test == "" })
	all := begun[0]
	for _, r := range begun[1:] {
		all = join(all, r)
	}
	all.Share = 0
	for _, r := range begun {
		if r.Ending == report.Exhausted {
			r.Share = 1
		}
		all.Share += r.Share / float64(b.jobs)
	}
	if len(begun) < b.jobs && all.Ending != report.Failed {
		all.Ending = report.Running
	}
	return all
}

// reports returns the sums, with the ended searches first.
func (b *board) reports() (ended, running []report.Report) {
	for _, k := range b.order {
		if r := b.sum(k); r.Ending == report.Running {
			running = append(running, r)
		} else {
			ended = append(ended, r)
		}
	}
	return ended, running
}

// rank orders endings: of several, the one with the highest rank is the ending of all.
var rank = map[report.Ending]int{report.Exhausted: 0, report.BoundHit: 1, report.Running: 2, report.NotChecked: 3, report.Failed: 4}

// join merges two parts of a search. If a part failed, its failure is the result. If both failed, the one with
// the smaller schedule is.
func join(a, b report.Report) report.Report {
	if rank[b.Ending] > rank[a.Ending] || a.Ending == report.Failed && b.Ending == report.Failed && smaller(b, a) {
		a, b = b, a
	}
	if a.Ending == report.Exhausted && a.Loops != b.Loops {
		// These findings decide how a search is divided into parts, so together the parts may not cover all of
		// it.
		a.Ending, a.Bound = report.BoundHit, "the parts made different findings about loops; run the search in one process"
	}
	a.Waits = slices.Compact(slices.Sorted(slices.Values(slices.Concat(a.Waits, b.Waits))))
	a.Left = slices.Compact(slices.Sorted(slices.Values(slices.Concat(a.Left, b.Left))))
	a.Taken = slices.Compact(slices.Sorted(slices.Values(slices.Concat(a.Taken, b.Taken))))
	a.Untaken = slices.Compact(slices.Sorted(slices.Values(slices.Concat(a.Untaken, b.Untaken))))
	a.Executions += b.Executions
	a.Scenarios += b.Scenarios
	a.Abandoned += b.Abandoned
	a.Steps += b.Steps
	a.Deepest = max(a.Deepest, b.Deepest)
	a.Seconds = max(a.Seconds, b.Seconds)
	return a
}

func smaller(a, b report.Report) bool {
	if a.Preemptions != b.Preemptions {
		return a.Preemptions < b.Preemptions
	}
	return len(a.Trace) < len(b.Trace)
}
