package engine

import (
	"math/bits"

	"github.com/stealproof/stealproof/internal/engine/strategy"
)

// pairs records which accesses of different threads conflict, and in which order they come. It is
// the coverage that guides a fuzzer of schedules. An access is a place in the source and a kind,
// and how many steps its thread has done, on a scale that gets coarser. A feature is the hash of a
// pair of accesses, or of two pairs in a row without the number of steps.
type pairs struct {
	objects []accesses // by number
	features
	last  uint64                      // hash of the last pair
	steps [strategy.MaxThreads]uint16 // steps of each thread so far
}

// accesses are the last accesses of an object.
type accesses struct {
	write turn   // thread is -1 if there was none
	reads []turn // since that write, one for each thread
}

// turn is an access by a thread.
type turn struct {
	thread int
	hash   uint64 // of the place and the kind
	far    uint64
}

// Features is the number of different features. Two with the same hash count as one.
const Features = 1 << 16

// features is the set of features of one execution.
type features struct {
	found []uint16
	met   [Features / 64]uint64 // a bit for each found feature
}

func (f *features) reset() {
	for _, n := range f.found {
		f.met[n/64] = 0
	}
	f.found = f.found[:0]
}

func (f *features) add(hash uint64) {
	n := uint16(hash >> 40)
	if bit := uint64(1) << (n % 64); f.met[n/64]&bit == 0 {
		f.met[n/64] |= bit
		f.found = append(f.found, n)
	}
}

func (p *pairs) reset() {
	p.features.reset()
	p.objects = p.objects[:0]
	p.last = 0
	clear(p.steps[:])
}

// object returns the accesses of an object.
func (p *pairs) object(n int32) *accesses {
	for int(n) >= len(p.objects) {
		if len(p.objects) == cap(p.objects) {
			p.objects = append(p.objects, accesses{})
		} else {
			p.objects = p.objects[:len(p.objects)+1] // keeps the memory of its reads
		}
		o := &p.objects[len(p.objects)-1]
		o.write.thread, o.reads = -1, o.reads[:0]
	}
	return &p.objects[n]
}

// step adds a step.
func (p *pairs) step(thread int, op strategy.Op, site uint32) {
	if op.Object < 0 || op.Kind == strategy.Call || op.Kind == strategy.Return || op.Kind == strategy.Await {
		return
	}
	o := p.object(op.Object)
	p.steps[thread]++
	now := turn{thread, mix(uint64(op.Kind)+1, markOf(site)), uint64(bits.Len16(p.steps[thread]))}
	if op.Kind == strategy.Read {
		p.ordered(o.write, now)
		for i := range o.reads {
			if o.reads[i].thread == thread {
				o.reads[i] = now
				return
			}
		}
		o.reads = append(o.reads, now)
		return
	}
	for _, r := range o.reads {
		p.ordered(r, now)
	}
	if len(o.reads) == 0 {
		p.ordered(o.write, now)
	}
	o.write, o.reads = now, o.reads[:0]
}

// ordered records that access a comes before access b.
func (p *pairs) ordered(a, b turn) {
	if a.thread == b.thread || a.thread < 0 {
		return
	}
	pair := mix(1, a.hash, b.hash) // mix(a, b) is mix(b, a)
	p.add(mix(pair, a.far, b.far))
	if p.last != 0 && p.last != pair {
		p.add(mix(pair, p.last))
	}
	p.last = pair
}
