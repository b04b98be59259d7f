package pool

import (
	"io"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/park"
)

// Told reports whether a worker is to look whether what it runs is cancelled.
func Told(w *Worker) bool { return atomic.LoadUint32(&w.poll)&cancel != 0 }

// Sleeping returns how many workers have announced that they sleep.
func (p *Pool) Sleeping() int {
	p.sleepers.mu.Lock()
	defer p.sleepers.mu.Unlock()
	return len(p.sleepers.byKind[idle]) + len(p.sleepers.byKind[helping])
}

// Resting returns how many sleep or are off duty.
func (p *Pool) Resting() int {
	p.registry.mu.Lock()
	defer p.registry.mu.Unlock()
	return p.Sleeping() + len(p.registry.standby)
}

// Queued returns how many entries there are in the queue.
func (p *Pool) Queued() int {
	p.injector.mu.Lock()
	defer p.injector.mu.Unlock()
	return p.injector.count + len(p.injector.back) - p.injector.gone
}

// Waiting returns how many wait for room in the queue.
func (p *Pool) Waiting() int {
	p.injector.mu.Lock()
	defer p.injector.mu.Unlock()
	return p.injector.waiters.count
}

// Alive returns how many workers have not left.
func (p *Pool) Alive() int { return int(p.alive.Load()) }

// Complaints has lost pools reported to w in place of standard error, until restore is
// called.
func Complaints(w io.Writer) (restore func()) {
	was := complaints
	complaints = w
	return func() { complaints = was }
}

// WakeInVain wakes a worker for nothing.
func (p *Pool) WakeInVain(worker int) { p.workers.all()[worker].parker.Unpark() }

// KnowsGoroutines reports whether a Worker notices that another goroutine uses it.
func KnowsGoroutines() bool { return park.Goroutine() != 0 }

// Known returns how many workers are known by their goroutine.
func (p *Pool) Known() (n int) {
	for _, w := range p.workers.all() {
		if w.boundTo.Load() != 0 {
			n++
		}
	}
	return n
}

// Waiting returns how many entries the list of those who wait for the future has.
func (f *Future[R]) Waiting() int { return f.call.awaitedBy() }

// ClosedBy returns how many entries the list of those who wait for the last worker has.
func (p *Pool) ClosedBy() int { return p.gone.awaitedBy() }

func (t *Task) awaitedBy() (n int) {
	for w := t.waiters.Load(); w != nil && w != closed; w = w.next {
		n++
	}
	return n
}

// Waits is how many wait with a spare, and may be asked to run what they wait for.
func Waits(w *Worker) int {
	r := &w.state.replacements
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.replaced)
}

// Sits is how many are blocked without a spare, for whom nobody stands in.
func Sits(w *Worker) int {
	r := &w.state.replacements
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.unreplaced)
}
