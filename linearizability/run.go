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

// round is one run of a scenario, on its own deque.
type round struct {
	subject  model.Subject
	scenario model.Scenario
	seed     uint64

	arrived  atomic.Int32 // participants that are ready
	left     atomic.Int32 // participants that have not ended
	logs     [][]model.Operation
	panicked atomic.Pointer[string]
}

// team runs rounds. Participant 0 is the owner, the other participants are thieves. The
// goroutines live for the whole run, and spin before each round until all have arrived: an
// operation takes nanoseconds, so a goroutine that has to be woken would come too late.
type team struct {
	clock Clock
	work  []chan []*round
	ended sync.WaitGroup // counts participants that are running rounds
	stop  atomic.Bool
}

func newTeam(participants int, clock Clock) *team {
	c := &team{clock: clock}
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

// close ends the goroutines, except those inside an operation that does not return.
func (c *team) close() {
	c.stop.Store(true)
	for _, ch := range c.work {
		close(ch)
	}
}

// errHung says that some rounds did not end.
type errHung struct{ stacks string }

func (e *errHung) Error() string { return "an operation did not return" }

// run runs the rounds. All participants run them in the same order. If the rounds have not
// ended after limit, it abandons them and their goroutines.
func (c *team) run(rounds []*round, limit time.Duration) error {
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
			stacks = others // the first stack is the caller's own
		}
		return &errHung{stacks: fmt.Sprintf("an operation has not returned for %v; the stacks of the goroutines:\n%s", limit, stacks)}
	}
}

// participate runs one participant's part of a round.
func (c *team) participate(p int, r *round) {
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
		// The last participant becomes the owner and takes the items that are left. The
		// counter synchronizes the hand-over.
		drain := log{clock: c.clock, round: r, pushes: r.scenario.Pushes()}
		drain.drain()
		r.logs[n] = drain.ops
	}
}

// history returns the recorded operations of all participants.
func (r *round) history() []model.Operation { return slices.Concat(r.logs...) }

// log records the operations of one participant. During the round only that participant
// writes it.
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

// delay spins before an operation for up to a microsecond. So the operations of different
// rounds overlap in many ways, and in some rounds not at all.
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

// drain pops until Pop is empty. If the deque never reports Empty, drain stops once it has
// popped more items than were pushed.
func (l *log) drain() {
	for range 2*l.pushes + 2 {
		l.do([]model.Action{{Kind: model.Pop}}, false)
		if len(l.ops) == 0 || l.ops[len(l.ops)-1].Status == model.Empty {
			return
		}
	}
}
