package protocol

import (
	"runtime"
	"sync/atomic"
)

// SpinBarrier is a barrier whose threads spin until the round ends.
type SpinBarrier struct {
	parties int32
	arrived atomic.Int32
	round   atomic.Int32
}

// NewSpinBarrier returns a barrier for the given number of threads.
func NewSpinBarrier(parties int) *SpinBarrier {
	return &SpinBarrier{parties: int32(parties)}
}

// Wait waits for the other threads.
func (b *SpinBarrier) Wait() {
	round := b.round.Load()
	if b.arrived.Add(1) == b.parties {
		b.arrived.Store(0)
		b.round.Store(round + 1)
		return
	}
	for b.round.Load() == round {
		runtime.Gosched()
	}
}

// spinBarrierReadsLate reads the number of the round after it has arrived. By then it may be the number of the
// next round.
type spinBarrierReadsLate struct{ *SpinBarrier }

func (b *spinBarrierReadsLate) Wait() {
	last := b.arrived.Add(1) == b.parties
	round := b.round.Load()
	if last {
		b.arrived.Store(0)
		b.round.Store(round + 1)
		return
	}
	for b.round.Load() == round {
		runtime.Gosched()
	}
}

// spinBarrierCountsLate starts the next round before it resets the count. A thread that is already in the next
// round is not counted.
type spinBarrierCountsLate struct{ *SpinBarrier }

func (b *spinBarrierCountsLate) Wait() {
	round := b.round.Load()
	if b.arrived.Add(1) == b.parties {
		b.round.Store(round + 1)
		b.arrived.Store(0)
		return
	}
	for b.round.Load() == round {
		runtime.Gosched()
	}
}
