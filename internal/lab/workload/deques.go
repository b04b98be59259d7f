package workload

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"time"

	"github.com/stealproof/stealproof/wsq"
)

// What is measured of deques. Seconds are those of one pair, item or steal.
const (
	Pair    = "pair"    // a Push and a Pop by the owner alone, in batches of the size: 1 or Batch
	Thieves = "thieves" // an item: the owner pushes batches of the size and pops what is left, all others steal
	Latency = "latency" // from a Push until a thief that waits for it has the item
	Steal   = "steal"   // an item that is stolen while nobody else is there, up to the size by one call
	Items   = "items"   // a Push of one of so many items, and the memory that they hold
)

// DequeMeasurements are all of them.
func DequeMeasurements() []string { return []string{Pair, Thieves, Latency, Steal, Items} }

// Deques are the deques of package wsq.
func Deques() []string { return []string{"chaselev", "split", "abp", "duffy", "the", "locked"} }

// StealsBatches reports whether several items can be stolen from a deque by one call.
func StealsBatches(deque string) bool {
	d, err := newDeque(deque, 1)
	_, can := d.(wsq.BatchThief[*item])
	return err == nil && can
}

// item is what stands in deques that are measured.
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

// tally says how many items went somewhere, and which.
type tally struct{ count, sum uint64 }

func (t *tally) add(it *item) { t.count++; t.sum += it.id }

// items returns some that a tally tells apart.
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

// turns times a function, again and again for the time of the plan, and what it allocates.
// Each time it does so many operations, after ready, if there is one. The first turn, in
// which things grow, is not counted.
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

// tenths rounds: what is less is of the measurement itself.
func tenths(v float64) float64 { return math.Round(10*v) / 10 }

func isDeque(kernel string) bool { return slices.Contains(DequeMeasurements(), kernel) }
