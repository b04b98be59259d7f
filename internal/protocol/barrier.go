package protocol

import "sync"

// Barrier blocks threads until all of them have arrived, again and again.
type Barrier struct {
	mu         sync.Mutex
	all        *sync.Cond
	parties    int
	arrived    int
	generation int
}

// NewBarrier returns a barrier for the given number of threads.
func NewBarrier(parties int) *Barrier {
	b := &Barrier{parties: parties}
	b.all = sync.NewCond(&b.mu)
	return b
}

// Wait waits for the other threads.
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

// last counts the caller, and reports whether all threads have arrived. In that case it resets the count.
func (b *Barrier) last() bool {
	if b.arrived++; b.arrived < b.parties {
		return false
	}
	b.arrived = 0
	return true
}
