package examples

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// A Pair is two numbers under a sequence lock. Readers take no lock. Its words are atomic, as Go's
// memory model demands.
type Pair struct {
	mu   sync.Mutex // for writers
	seq  atomic.Uint64
	a, b atomic.Int64
}

// NewPair returns two zeros.
func NewPair() *Pair { return &Pair{} }

// Set writes both numbers.
func (p *Pair) Set(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.seq.Add(1)
	p.a.Store(int64(n))
	p.b.Store(int64(n))
	p.seq.Add(1)
}

// Get reads both numbers.
func (p *Pair) Get() (int, int) {
	for {
		before := p.seq.Load()
		if before%2 == 0 {
			a, b := p.a.Load(), p.b.Load()
			if p.seq.Load() == before {
				return int(a), int(b)
			}
		}
		runtime.Gosched()
	}
}

// A BrokenPair looks at the sequence number only before it reads:
// https://github.com/rezabrizi/AtomicRing/issues/4
type BrokenPair struct{ Pair }

// NewBrokenPair returns two zeros.
func NewBrokenPair() *BrokenPair { return &BrokenPair{} }

// Get reads both numbers.
func (p *BrokenPair) Get() (int, int) {
	for p.seq.Load()%2 != 0 {
		runtime.Gosched()
	}
	return int(p.a.Load()), int(p.b.Load())
}
