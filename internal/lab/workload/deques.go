package workload

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"time"

	"github.com/stealproof/stealproof/wsq"
)

// The measurements of deques. Their seconds are for one pair, item or steal.
const (
	Pair    = "pair"    // a Push and a Pop by the owner alone, in batches of the size, which is 1 or Batch
	Thieves = "thieves" // an item: the owner pushes batches of the size and pops the rest, while the others steal
	Latency = "latency" // from a Push until a waiting thief has the item
	Steal   = "steal"   // a stolen item, by the only goroutine at work; one call takes up to the size
	Items   = "items"   // a Push of an item of the size, and the deque's memory for each
)

// DequeMeasurements returns all of them.
func DequeMeasurements() []string { return []string{Pair, Thieves, Latency, Steal, Items} }

// Deques returns the names of the deques of package wsq.
func Deques() []string { return []string{"chaselev", "split", "abp", "duffy", "the", "locked"} }

// StealsBatches reports whether one call can steal several items from the deque.
func StealsBatches(deque string) bool {
	d, err := newDeque(deque, 1)
	_, can := d.(wsq.BatchThief[*item])
	return err == nil && can
}

// item is the type of the items of measured deques.
type item struct{ id uint64 }

func newDeque(name string, capacity int) (wsq.Deque[*item], error) {
	switch name {
	case "chaselev":
		return wsq.NewChaseLev[*item](capacity), nil
	case "split":
		return wsq.NewSplit[*item](capacity), nil
	case "abp":
		return wsq.NewABP[item](capacity), nil
	case "duffy":
		return wsq.NewDuffy[*item](capacity), nil
	case "the":
		return wsq.NewTHE[*item](capacity, false), nil
	case "locked":
		return wsq.NewLocked[*item](capacity), nil
	}
	return nil, fmt.Errorf("no deque %q", name)
}

// tally counts items and sums up their values.
type tally struct{ count, sum uint64 }

func (t *tally) add(it *item) { t.count++; t.sum += it.id }

// items returns items with different values, so that a tally tells them apart.
func items(n int) []*item {
	all := make([]*item, n)
	for i := range all {
		all[i] = &item{random(uint64(i))}
	}
	return all
}

func measureDeque(p Plan) (Measured, error) {
	switch p.Kernel {
	case Pair:
		return measurePairs(p)
	case Thieves:
		return measureThieves(p)
	case Latency:
		return measureLatency(p)
	case Steal:
		return measureSteals(p)
	}
	return measureItems(p)
}

// turns calls a function again and again, for the time of the plan. It returns the time and the
// allocations of one operation. Each call does the given number of operations. If ready is set, it
// runs before each call and is not timed. The first call is not counted, because buffers grow in
// it.
func turns(p Plan, operations int, ready, run func() error) (Measured, error) {
	if ready == nil {
		ready = func() error { return nil }
	}
	took := make([]float64, 0, 1<<16)
	turn := func() (time.Duration, error) {
		if err := ready(); err != nil {
			return 0, err
		}
		start := time.Now()
		err := run()
		return time.Since(start), err
	}
	if _, err := turn(); err != nil {
		return Measured{}, err
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for start := time.Now(); len(took) < 3 || len(took) < cap(took) && time.Since(start) < p.For; {
		spent, err := turn()
		if err != nil {
			return Measured{}, err
		}
		took = append(took, spent.Seconds()/float64(operations))
	}
	runtime.ReadMemStats(&after)
	bytes := float64(after.TotalAlloc-before.TotalAlloc) / float64(len(took)*operations)
	return Measured{median(took), len(took), map[string]float64{Bytes: tenths(bytes)}, nil}, nil
}

// tenths rounds to tenths: smaller differences come from the measurement itself.
func tenths(v float64) float64 { return math.Round(10*v) / 10 }

func isDeque(kernel string) bool { return slices.Contains(DequeMeasurements(), kernel) }
