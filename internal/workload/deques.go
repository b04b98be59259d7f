package workload

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
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

// Alone reports whether a deque is measured by one thread. What disturbs only adds then, so the
// least time of all turns counts, and not the median.
func Alone(what string) bool { return what == Pair || what == Steal }

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
	seconds := median(took)
	if Alone(p.Kernel) {
		seconds = took[0] // median has sorted them
	}
	return Measured{seconds, len(took), map[string]float64{Bytes: tenths(bytes)}, nil}, nil
}

// tenths rounds: what is less is of the measurement itself.
func tenths(v float64) float64 { return math.Round(10*v) / 10 }

func measurePairs(p Plan) (Measured, error) {
	const many = 1 << 16
	run, err := pairs(p.Scheduler, p.Size)
	if err != nil {
		return Measured{}, err
	}
	return turns(p, many, nil, func() error {
		if !run(many) {
			return errors.New("an item is left")
		}
		return nil
	})
}

// plunder steals until it is told to stop. A thief that finds nothing gives its processor
// away now and then.
func plunder(d wsq.Thief[*item], stop *atomic.Bool) (got tally) {
	for misses := 0; !stop.Load(); {
		if it, r := d.Steal(); r == wsq.Stolen {
			got.add(it)
			misses = 0
			continue
		}
		if misses++; misses%64 == 0 {
			runtime.Gosched()
		}
	}
	return got
}

func measureThieves(p Plan) (Measured, error) {
	const batches = 256 // a turn
	d, err := newDeque(p.Scheduler, 4*p.Size)
	if err != nil {
		return Measured{}, err
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(p.Workers))
	var stop atomic.Bool
	var all sync.WaitGroup
	stolen := make([]tally, p.Workers-1)
	for i := range stolen {
		all.Go(func() { stolen[i] = plunder(d, &stop) })
	}
	batch := items(p.Size)
	var pushed, got tally
	m, err := turns(p, batches*p.Size, nil, func() error {
		for range batches {
			for _, it := range batch {
				if !d.Push(it) {
					return errors.New("the deque is full")
				}
				pushed.add(it)
			}
			for it, ok := d.Pop(); ok; it, ok = d.Pop() {
				got.add(it)
			}
		}
		return nil
	})
	stop.Store(true)
	all.Wait()
	if err != nil {
		return m, err
	}
	own := got.count
	for _, s := range stolen {
		got.count += s.count
		got.sum += s.sum
	}
	m.Metrics[Share] = float64(got.count-own) / float64(got.count)
	return m, same(got, pushed)
}

// measureLatency has a thief say that it has looked in vain before the owner pushes, so that
// it has left its request where the deque knows requests.
func measureLatency(p Plan) (Measured, error) {
	d, err := newDeque(p.Scheduler, 256)
	if err != nil {
		return Measured{}, err
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(p.Workers))
	var looked, got atomic.Uint64 // which steal is tried, and which was done last
	var stop atomic.Bool
	var thief sync.WaitGroup
	thief.Go(func() {
		for k := uint64(1); !stop.Load(); {
			switch it, r := d.Steal(); {
			case r == wsq.Stolen && it.id == k:
				got.Store(k)
				k++
			case r == wsq.Stolen:
				panic("another item was stolen than the one that was pushed")
			case r == wsq.Empty && looked.Load() < k:
				looked.Store(k)
			}
		}
	})
	took := make([]float64, 0, 1<<20)
	for start, k := time.Now(), uint64(1); len(took) < 3 || len(took) < cap(took) && time.Since(start) < p.For; k++ {
		it := &item{k}
		await(&looked, k)
		begun := time.Now()
		for !d.Push(it) { // it is bounded, and gets its slots back when its owner finds nothing
			d.Pop()
		}
		await(&got, k)
		took = append(took, time.Since(begun).Seconds())
	}
	stop.Store(true)
	thief.Wait()
	return Measured{median(took), len(took), nil, nil}, nil
}

// await waits until a counter is so far.
func await(c *atomic.Uint64, k uint64) {
	for spins := 1; c.Load() < k; spins++ {
		if spins%4096 == 0 {
			runtime.Gosched()
		}
	}
}

func measureSteals(p Plan) (Measured, error) {
	const many = 1024
	d, err := newDeque(p.Scheduler, 2*many)
	if err != nil {
		return Measured{}, err
	}
	batches, can := d.(wsq.BatchThief[*item])
	if p.Size > 1 && !can {
		return Measured{}, fmt.Errorf("%s has no batches", p.Scheduler)
	}
	all, dst := items(many), make([]*item, p.Size)
	steal := func() (n int, r wsq.StealResult) {
		if p.Size > 1 {
			return batches.StealBatch(dst)
		}
		dst[0], r = d.Steal()
		return 1, r
	}
	var pushed, got tally
	push := func(it *item) error {
		if !d.Push(it) {
			return errors.New("the deque is full")
		}
		pushed.add(it)
		return nil
	}
	pop := func() {
		if it, ok := d.Pop(); ok {
			got.add(it)
		}
	}
	return turns(p, many, func() error {
		pop() // of nothing: some get their slots back then
		for _, it := range all {
			if err := push(it); err != nil {
				return err
			}
		}
		return nil
	}, func() error {
		for misses := 0; got.count < pushed.count; {
			if n, r := steal(); r == wsq.Stolen {
				for _, it := range dst[:n] {
					got.add(it)
				}
				misses = 0
				continue
			}
			if misses++; misses > 100 {
				break
			}
			if err := push(all[0]); err != nil { // Split shares when its owner comes by
				return err
			}
			pop()
		}
		return same(got, pushed)
	})
}

// measureItems counts what is held by the deque itself.
func measureItems(p Plan) (Measured, error) {
	held := func() float64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc)
	}
	capacity := 64
	if p.Scheduler == "abp" {
		capacity = p.Size // it does not grow
	}
	it, before := &item{}, held()
	d, err := newDeque(p.Scheduler, capacity)
	if err != nil {
		return Measured{}, err
	}
	begun := time.Now()
	for range p.Size {
		d.Push(it)
	}
	took := time.Since(begun)
	bytes := held() - before
	left := 0
	for _, ok := d.Pop(); ok; _, ok = d.Pop() {
		left++
	}
	n := float64(p.Size)
	return Measured{took.Seconds() / n, 1, map[string]float64{Bytes: tenths(bytes / n)}, nil}, same(left, p.Size)
}

func isDeque(kernel string) bool { return slices.Contains(DequeMeasurements(), kernel) }
