package pool

import (
	"io"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/park"
)

// Told reports whether a worker must check whether its task is cancelled.
func Told(w *Worker) bool { return atomic.LoadUint32(&w.poll)&cancel != 0 }

// Sleeping returns how many workers have announced that they sleep.
func (p *Pool) Sleeping() int {
	p.sleepers.mu.Lock()
	defer p.sleepers.mu.Unlock()
	return len(p.sleepers.byKind[idle]) + len(p.sleepers.byKind[helping])
}

// Resting returns how many workers sleep or stand by.
func (p *Pool) Resting() int {
	p.registry.mu.Lock()
	defer p.registry.mu.Unlock()
	return p.Sleeping() + len(p.registry.standby)
}

// StandingBy returns how many workers stand by.
func (p *Pool) StandingBy() int {
	p.registry.mu.Lock()
	defer p.registry.mu.Unlock()
	return len(p.registry.standby)
}

// Queued returns the number of entries in the queue.
func (p *Pool) Queued() int {
	return p.injector.length()
}

// Waiting returns how many submitters wait for room in the queue.
func (p *Pool) Waiting() int {
	p.injector.mu.Lock()
	defer p.injector.mu.Unlock()
	return p.injector.waiters.count
}

// Alive returns how many workers have not left.
func (p *Pool) Alive() int { return int(p.alive.Load()) }

// Complaints makes reports on lost pools go to w instead of standard error, until restore is
// called.
func Complaints(w io.Writer) (restore func()) {
	was := complaints
	complaints = w
	return func() { complaints = was }
}

// WakeInVain wakes a worker that has nothing to do.
func (p *Pool) WakeInVain(worker int) { p.workers.all()[worker].parker.Unpark() }

// KnowsGoroutines reports whether a Worker notices its use by another goroutine.
func KnowsGoroutines() bool { return park.Goroutine() != 0 }

// Known returns how many workers the pool knows by their goroutine.
func (p *Pool) Known() (n int) {
	for _, w := range p.workers.all() {
		if w.boundTo.Load() != 0 {
			n++
		}
	}
	return n
}

// Waiting returns the length of the future's list of waiters.
func (f *Future[R]) Waiting() int { return f.call.awaitedBy() }

// ClosedBy returns the length of the list of callers that wait for the last worker.
func (p *Pool) ClosedBy() int { return p.gone.awaitedBy() }

func (t *Task) awaitedBy() (n int) {
	for w := t.waiters.Load(); w != nil && w != closed; w = w.next {
		n++
	}
	return n
}

// ReplacedWaits returns how many workers wait with a spare in their place. The pool may ask each
// to run its awaited task.
func ReplacedWaits(w *Worker) int {
	r := &w.state.replacements
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.replaced)
}

// UnreplacedWaits returns how many blocked workers have neither a spare nor another replacement.
func UnreplacedWaits(w *Worker) int {
	r := &w.state.replacements
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.unreplaced)
}

// Contexts returns how many contexts of tasks have not ended.
func (p *Pool) Contexts() int {
	c := p.workers.snapshot().contexts
	if c == nil {
		return 0
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.live)
}

// Lends reports whether submissions that wait get a worker of their own.
func (p *Pool) Lends() bool { return p.injector.late.timer != nil }

// NobodyComesBy makes the next submission not wait.
func (p *Pool) NobodyComesBy() { p.injector.late.none() }

// Lent returns how many workers are lent to submissions.
func (p *Pool) Lent() int {
	p.registry.mu.Lock()
	defer p.registry.mu.Unlock()
	return p.registry.lent
}

// Watching reports whether a submission that waits is still watched.
func (p *Pool) Watching() bool { return p.injector.late.armed.Load() }

// StopTimer stops the timer of submissions that wait. It reports whether the timer ran.
func (p *Pool) StopTimer() bool { return p.injector.late.timer.Stop() }

// WatchAnew arms that timer, as a submitter does that was slow.
func (p *Pool) WatchAnew() {
	p.injector.late.armed.Store(false)
	p.injector.late.arm()
}

// StallLooks returns how often the pool was looked at because a worker is blocked without a spare.
func (p *Pool) StallLooks() int {
	p.stalls.mu.Lock()
	defer p.stalls.mu.Unlock()
	return p.stalls.looks
}

// StallReports makes reports on stalls go to w instead of standard error, until restore is
// called.
func StallReports(w io.Writer) (restore func()) {
	was := stallReports
	stallReports = w
	return func() { stallReports = was }
}
