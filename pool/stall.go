package pool

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Stall says that nothing has gone on in a pool for some time, although tasks wait. All
// workers are in calls that block, or wait for tasks of such workers, and Options.Spares allows
// no more workers. If the calls wait for these tasks, the pool will never go on. If they wait
// for something else, such as a timer or the network, it goes on when one of them returns.
type Stall struct {
	For     time.Duration // how long nothing has gone on, at least
	Waiting int           // how many submissions, tasks and indices of loops wait for a worker
	Spares  int           // the limit
	Calls   []BlockedCall // the calls that block, the longest first
}

// BlockedCall is a call that blocks a worker: of [Worker.Blocking], of a Future, or of another
// pool.
type BlockedCall struct {
	For time.Duration // how long it has blocked
	At  string        // the caller's function, file and line; "" if it is not known
}

// String describes the stall in several lines.
func (s *Stall) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "pool: nothing has gone on for %v, and Options.Spares (%d) allows no more workers. Waiting tasks: %d. Blocked calls: %d\n",
		s.For.Round(time.Millisecond), s.Spares, s.Waiting, len(s.Calls))
	for _, c := range s.Calls {
		at := c.At
		if at == "" {
			at = "an unknown place"
		}
		fmt.Fprintf(&b, "\t%v: %s\n", c.For.Round(time.Millisecond), at)
	}
	return b.String()
}

// stalls notices that nothing goes on in a pool. A timer looks at the pool while a worker is
// blocked without a spare. Two looks that find the same prove that nothing went on between them.
type stalls struct {
	after time.Duration // between two looks; 0 means that nobody looks
	on    atomic.Bool   // the timer runs
	ended atomic.Bool   // all workers have left

	mu       sync.Mutex
	timer    *time.Timer
	seen     []int64 // what the last look found, nil if something went on
	reported bool    // that was reported
	looks    int     // for tests
}

// stallReports is where stalls are reported without a handler. Tests replace it.
var stallReports io.Writer = os.Stderr

// watchStalls makes the timer. In a bubble of testing/synctest, the bubble reports a deadlock.
func (s *state) watchStalls() {
	if s.options.StallAfter <= 0 || s.bubble.Inside() {
		return
	}
	s.stalls.after = s.options.StallAfter
	s.stalls.timer = time.AfterFunc(time.Hour, s.looksForStall)
	s.stalls.timer.Stop()
}

// blocks records that the worker begins to block, and which frames wait meanwhile. It returns the record before.
func (w *Worker) blocks() (before int64) {
	if w.state.stalls.after == 0 {
		return 0
	}
	if w.line == "" {
		w.names()
	}
	w.recordPending()
	return w.blockedSince.Swap(sinceEpoch())
}

// names records which goroutine runs the worker's tasks, for the stacks. On a goroutine that has just
// begun that takes a microsecond, and below many calls ten.
func (w *Worker) names() {
	if w.line == "" && w.state.stalls.after != 0 {
		line := goroutineLine()
		w.line = line
		w.lineSeen.Store(&line)
	}
}

// resumes records that the worker goes on although it is to block, and returns the record before.
func (w *Worker) resumes() (before int64) {
	if w.state.stalls.after == 0 {
		return 0
	}
	return w.blockedSince.Swap(0)
}

// unblocks restores a record.
func (w *Worker) unblocks(before int64) {
	if w.state.stalls.after == 0 {
		return
	}
	if before != 0 { // the worker may have published frames meanwhile
		w.recordPending()
	}
	w.blockedSince.Store(before)
}

// watch makes the timer run. It is called when a worker is blocked without a spare.
func (s *stalls) watch() {
	if s.after == 0 || s.on.Load() || !s.on.CompareAndSwap(false, true) {
		return
	}
	s.timer.Reset(s.after)
	if s.ended.Load() {
		s.timer.Stop()
	}
}

// end stops the timer for good.
func (s *stalls) end() {
	if s.after == 0 {
		return
	}
	s.ended.Store(true)
	s.timer.Stop()
}

// looksForStall is a look at the pool.
func (s *state) looksForStall() {
	l := &s.stalls
	l.mu.Lock()
	l.looks++
	found, calls, waiting := s.stalled()
	same := found != nil && slices.Equal(found, l.seen)
	report := same && !l.reported
	l.seen, l.reported = found, same
	l.mu.Unlock()
	if report {
		s.reportStall(calls, waiting)
	}
	l.on.Store(false)
	if s.workers.refused.Load() > 0 {
		l.watch()
	}
}

// reportStall tells Options.Stalled, or prints. It reports nothing if one of the calls has ended since the pool was
// looked at: the stacks would be those of another call.
func (s *state) reportStall(blocked []blockedWorker, waiting int) {
	now, stacks := sinceEpoch(), allStacks()
	r := &Stall{For: s.stalls.after, Waiting: waiting, Spares: s.options.Spares}
	for _, c := range blocked {
		line := c.w.lineSeen.Load()
		if c.w.blockedSince.Load() != c.at || line == nil {
			return
		}
		r.Calls = append(r.Calls, BlockedCall{time.Duration(now - c.at), callOf(stacks, *line)})
	}
	slices.SortStableFunc(r.Calls, func(a, b BlockedCall) int { return int(b.For - a.For) })
	if s.options.Stalled != nil {
		s.options.Stalled(r)
		return
	}
	fmt.Fprint(stallReports, r)
}
