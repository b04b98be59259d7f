package linearizability

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/stealproof/stealproof/internal/panics"
	"github.com/stealproof/stealproof/model"
)

// round is one run of a scenario on a deque of its own.
type round struct {
	subject  model.Subject
	scenario model.Scenario
	seed     uint64

	arrived  atomic.Int32 // participants that are ready
	left     atomic.Int32 // participants that have not ended
	logs     [][]model.Operation
	panicked atomic.Pointer[string]
}

// crew is the goroutines that run rounds: participant 0 is the owner, the others
// are thieves. They stay, and meet before each round by spinning, since a
// goroutine that has to be woken comes too late for operations of nanoseconds.
type crew struct {
	clock Clock
	work  []chan []*round
	ended sync.WaitGroup // participants at work
	stop  atomic.Bool
}

func newCrew(participants int, clock Clock) *crew {
	c := &crew{clock: clock}
	for p := range participants {
		ch := make(chan []*round)
		c.work = append(c.work, ch)
		go func() {
			for rounds := range ch {
				for _, r := range rounds {
					c.participate(p, r)
				}
				c.ended.Done()
			}
		}()
	}
	return c
}

// close ends the crew's goroutines, if they still come back.
func (c *crew) close() {
	c.stop.Store(true)
	for _, ch := range c.work {
		close(ch)
	}
}

// errHung is the outcome of rounds that did not end.
type errHung struct{ stacks string }

func (e *errHung) Error() string { return "an operation did not return" }

// run runs the rounds, all participants in the same order. If they have not
// ended after limit it gives them up, with their goroutines.
func (c *crew) run(rounds []*round, limit time.Duration) error {
	for _, r := range rounds {
		n := 1 + len(r.scenario.Thieves)
		r.left.Store(int32(n))
		r.logs = make([][]model.Operation, n+1)
		r.logs[0] = make([]model.Operation, 0, len(r.scenario.Prepare)+len(r.scenario.Owner))
		for i, t := range r.scenario.Thieves {
			r.logs[1+i] = make([]model.Operation, 0, len(t))
		}
	}
	c.ended.Add(len(c.work))
	for _, ch := range c.work {
		ch <- rounds
	}
	done := make(chan struct{})
	go func() {
		c.ended.Wait()
		close(done)
	}()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-done:
		return nil
	case <-timer.C:
		buf := make([]byte, 1<<16)
		stacks := string(buf[:runtime.Stack(buf, true)])
		c.stop.Store(true)
		if _, others, found := strings.Cut(stacks, "\n\n"); found {
			stacks = others // the first one is that of the caller
		}
		return &errHung{stacks: fmt.Sprintf("an operation has not returned for %v; what there is of goroutines:\n%s", limit, stacks)}
	}
}

// participate runs the part of one participant in one round.
func (c *crew) participate(p int, r *round) {
	n := 1 + len(r.scenario.Thieves)
	if p >= n {
		return
	}
	l := log{clock: c.clock, client: p, round: r, ops: r.logs[p], noise: r.seed*0x9e3779b97f4a7c15 + uint64(p) + 1}
	if p == 0 {
		l.do(r.scenario.Prepare, false)
	}
	r.arrived.Add(1)
	for spins := 0; r.arrived.Load() < int32(n); spins++ {
		if c.stop.Load() {
			return
		}
		if spins > 200 {
			runtime.Gosched()
		}
	}
	if p == 0 {
		l.do(r.scenario.Owner, true)
	} else {
		l.do(r.scenario.Thieves[p-1], true)
	}
	r.logs[p] = l.ops
	if r.left.Add(-1) == 0 {
		// The last one takes what is left, as the next owner: the hand-over is
		// the counter.
		drain := log{clock: c.clock, round: r, pushes: r.scenario.Pushes()}
		drain.drain()
		r.logs[n] = drain.ops
	}
}

// history collects what the participants recorded, in a new History.
func (r *round) history() []model.Operation { return slices.Concat(r.logs...) }

// log records the operations of one participant. Only that participant writes
// it while the round runs.
type log struct {
	clock  Clock
	client int
	round  *round
	ops    []model.Operation
	pushes int
	noise  uint64
}

func (l *log) do(actions []model.Action, noisy bool) {
	defer func() {
		if p := recover(); p != nil {
			text := panics.Text(p)
			l.round.panicked.CompareAndSwap(nil, &text)
		}
	}()
	for _, a := range actions {
		if noisy {
			l.delay()
		}
		l.one(a)
	}
}

// delay spins before an operation, so that the operations of a round meet in
// many ways: not at all in some rounds, for up to a microsecond in others.
func (l *log) delay() {
	l.noise ^= l.noise << 13
	l.noise ^= l.noise >> 7
	l.noise ^= l.noise << 17
	most := [4]uint64{1, 16, 64, 512}[l.round.seed%4]
	for range l.noise % most {
		pause()
	}
}

//go:noinline
func pause() {}

func (l *log) one(a model.Action) {
	if a.Kind == model.Push {
		l.pushes++
	}
	l.ops = l.round.subject.Do(a, l.client, l.pushes, l.clock.now, l.ops)
}

// drain takes everything that is left, and one Empty. A deque that never says
// Empty is cut off: it has then answered more items than were pushed.
func (l *log) drain() {
	for range 2*l.pushes + 2 {
		l.do([]model.Action{{Kind: model.Pop}}, false)
		if len(l.ops) == 0 || l.ops[len(l.ops)-1].Status == model.Empty {
			return
		}
	}
}
