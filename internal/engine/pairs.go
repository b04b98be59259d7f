package engine

import (
	"math/bits"

	"github.com/stealproof/stealproof/internal/engine/strategy"
)

// pairs notes which accesses of different threads conflict, and in which order
// they come: the coverage that a fuzzer of schedules is guided by. An access is a
// place in the source and a kind, with how far the thread has come, on a scale that
// gets coarser. A feature is the hash of such a pair, or of two pairs that follow each
// other, without that.
type pairs struct {
	objects []accesses // by number
	features
	last  uint64                      // pair
	steps [strategy.MaxThreads]uint16 // so far
}

// accesses are the last ones of an object.
type accesses struct {
	write turn   // thread -1 if there was none
	reads []turn // since then, one for each thread
}

// turn is an access, and whose it was.
type turn struct {
	thread int
	hash   uint64 // of the place and the kind
	far    uint64
}

// Features is the number of different features. Two that have the same hash count
// as one.
const Features = 1 << 16

// features are those of one execution, each once.
type features struct {
	found []uint16
	met   [Features / 64]uint64 // a bit for each that is found
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
			p.objects = p.objects[:len(p.objects)+1] // with the reads that it had, for their room
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

// ordered notes that an access comes before another.
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
