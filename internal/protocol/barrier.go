package protocol

import "sync"

// Barrier holds threads back until all of them are there, again and again.
type Barrier struct {
	mu         sync.Mutex
	all        *sync.Cond
	parties    int
	arrived    int
	generation int
}

// NewBarrier returns a barrier for that many threads.
func NewBarrier(parties int) *Barrier {
	b := &Barrier{parties: parties}
	b.all = sync.NewCond(&b.mu)
	return b
}

// Wait waits for the others.
func (b *Barrier) Wait() {
	b.mu.Lock()
	defer b.mu.Unlock()
	generation := b.generation
	if b.last() {
		b.generation++
		b.all.Broadcast()
		return
	}
	for b.generation == generation {
		b.all.Wait()
	}
}

// last counts the caller, and reports whether all are there. Then it counts from
// 0 again.
func (b *Barrier) last() bool {
	if b.arrived++; b.arrived < b.parties {
		return false
	}
	b.arrived = 0
	return true
}
