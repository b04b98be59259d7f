package linearizability

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/stealproof/stealproof/internal/panics"
	"github.com/stealproof/stealproof/model"
)

// AccountOptions configure [Account]. The zero value moves a million items through a deque
// with two thieves.
type AccountOptions struct {
	Items    int           // items to push; 0 means 1,000,000, or no limit if For is set
	For      time.Duration // stop after this time; 0 means no limit
	Thieves  int           // number of thieves; 0 means 2
	Capacity int           // capacity of the deque; 0 means 8
	Seed     uint64
	Progress func(Ledger) // called after each epoch, if not nil
}

// Ledger counts what happened in [Account].
type Ledger struct {
	Items   int // items pushed, each of them taken exactly once
	Popped  int // items taken by the owner
	Stolen  int // items taken by thieves
	Retries int // steals that returned Retry
	Empty   int // steals that returned Empty
	Refused int // pushes refused
	Epochs  int // times that all goroutines stopped and the deque was empty
	Timed   int // answers whose times were compared with those of the other operations
}

// The rules that Account checks, besides RulePanic, RuleReturns and those of timed epochs.
const (
	RuleOnce     = "each item is taken at most once"
	RuleLost     = "no item is lost"
	RuleInvented = "only pushed items are taken"
	RuleEmpty    = "after an empty Pop, the owner takes no item that was pushed before that Pop"
	RuleOrder    = "a thief gets items in the order of their pushes"
)

// epoch is the number of items after which all goroutines stop, and the items are counted.
const epoch = 1 << 17

// Account moves many items through one deque and checks that each is taken exactly once.
// The owner pushes and pops in bursts; thieves steal without pause. After each epoch all
// goroutines stop, and no item may be missing.
//
// In every second epoch, Account records very little, so it disturbs the deque less than
// [Stress]. In return it checks only two things about the order there: each thief gets
// items in the order of their pushes, and the deque is empty when the owner's Pop says so.
//
// In the other epochs it reads a clock after each operation. So it also finds an answer
// Empty that no moment of its operation allows, and items that two goroutines take in a
// wrong order. The failure then has a history of the few operations that show it. It
// judges a thief's Empty only if the deque is strict.
//
// It blocks until the items have been moved, the time is over or a rule is broken. It
// returns the first failure, or ctx's error if ctx ended it.
func Account(ctx context.Context, target Target, o AccountOptions) (Ledger, *Failure, error) {
	if o.Items == 0 {
		o.Items = 1_000_000
		if o.For > 0 {
			o.Items = math.MaxInt
		}
	}
	if o.Thieves == 0 {
		o.Thieves = 2
	}
	if o.Capacity == 0 {
		o.Capacity = 8
	}
	a := newAccount(target, o)
	for a.Items < o.Items {
		if err := ctx.Err(); err != nil {
			return a.Ledger, nil, err
		}
		if o.For > 0 && time.Since(a.start) >= o.For {
			break
		}
		if f := a.epoch(min(epoch, o.Items-a.Items), timed(a.Epochs)); f != nil {
			f.again(ctx, target, o)
			return a.Ledger, f, nil
		}
		if o.Progress != nil {
			o.Progress(a.Ledger)
		}
	}
	return a.Ledger, nil, nil
}

func newAccount(target Target, o AccountOptions) *account {
	return &account{
		o: o, subject: target.New(o.Capacity), spec: target.Spec(o.Capacity), name: target.Name, clock: BestClock(), start: time.Now(),
	}
}

type account struct {
	Ledger
	o       AccountOptions
	subject model.Subject
	spec    model.Spec
	name    string
	clock   Clock
	start   time.Time
	records []times // of the timed epoch before, to be used again
}

// again looks for a history of a fault that was found without one, in timed epochs on new deques. It looks for a few seconds,
// and until it has met the fault some times without a history.
func (f *Failure) again(ctx context.Context, target Target, o AccountOptions) {
	if f.History != nil || f.Rule == RulePanic || f.Rule == RuleReturns {
		return
	}
	a := newAccount(target, o)
	for met, began := 0, a.start; met < againMet && ctx.Err() == nil && time.Since(began) < againLimit; {
		other := a.epoch(epoch, true)
		if other == nil {
			continue
		}
		if f.History, f.Small = other.History, other.Small; f.History != nil {
			f.Detail += fmt.Sprintf("; then, with times: %s: %s", other.Rule, other.Detail)
			return
		}
		if other.Rule == RuleReturns {
			return // its goroutines still occupy the processors
		}
		a = newAccount(target, o)
		met++
	}
}

const (
	againMet   = 32
	againLimit = 5 * time.Second
)

func (a *account) epoch(n int, timed bool) *Failure {
	var wg sync.WaitGroup
	var rest atomic.Bool // set when the owner has finished, or a goroutine has panicked
	takers := make([]taker, 1+a.o.Thieves)
	for i := range takers {
		takers[i].seen = make([]uint64, n/64+1)
	}
	if timed {
		a.recording(takers, n)
	}
	guard := func(t *taker, f func()) {
		wg.Go(func() {
			defer rest.Store(true)
			defer func() {
				if p := recover(); p != nil {
					t.fault(RulePanic, "%s", panics.Text(p))
				}
			}()
			f()
		})
	}
	for i := range a.o.Thieves {
		t := &takers[1+i]
		guard(t, func() { a.thief(t, n, &rest, uint64(i)) })
	}
	guard(&takers[0], func() { a.owner(&takers[0], n) })
	ended := make(chan struct{})
	go func() {
		wg.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(3 * roundLimit):
		buf := make([]byte, 1<<16)
		return a.failure(RuleReturns, string(buf[:runtime.Stack(buf, true)]))
	}
	return a.settle(takers, n)
}

func (a *account) failure(rule, detail string) *Failure {
	return &Failure{Rule: rule, Detail: detail, Capacity: a.o.Capacity, Round: a.Epochs + 1, After: time.Since(a.start)}
}

// recording prepares the goroutines of a timed epoch.
func (a *account) recording(takers []taker, n int) {
	if a.records == nil {
		a.records = make([]times, len(takers))
		a.records[0].pushed = make([]int64, epoch+1)
	}
	for i := range takers {
		r := &a.records[i]
		takers[i].times = times{pushed: r.pushed, ops: r.ops[:0]}
		takers[i].begin(a.clock)
	}
	takers[0].pushed = takers[0].pushed[:n+1]
	takers[0].pushed[0] = takers[0].read
}

// settle adds the counts of an epoch and checks that each item was taken exactly once.
func (a *account) settle(takers []taker, n int) *Failure {
	all := make([]uint64, n/64+1)
	for i := range takers {
		t := &takers[i]
		if t.rule != "" {
			return a.failure(t.rule, t.detail)
		}
		for w, seen := range t.seen {
			if both := all[w] & seen; both != 0 {
				v := 64*w + bits.TrailingZeros64(both)
				return a.shown(RuleOnce, fmt.Sprintf("item %d was taken by two goroutines", v), twice(a.spec, takers, v))
			}
			all[w] |= seen
		}
		if i == 0 {
			a.Popped += t.taken
		} else {
			a.Stolen += t.taken
		}
		a.Retries += t.retries
		a.Empty += t.empty
		a.Refused += t.refused
	}
	for v := 1; v <= n; v++ {
		if all[v/64]&(1<<(v%64)) == 0 {
			return a.failure(RuleLost, fmt.Sprintf("item %d was pushed, and no goroutine had taken it when the deque was empty", v))
		}
	}
	if line := newTimeline(a.spec, takers, n); line != nil {
		if rule, detail, h := line.judge(takers); rule != "" {
			return a.shown(rule, detail, h)
		}
		for i := range takers {
			a.Timed += len(takers[i].ops)
			a.records[i].ops = takers[i].ops
		}
	}
	a.Items += n
	a.Epochs++
	return nil
}

// shown returns a failure with a small history, if there is one.
func (a *account) shown(rule, detail string, h *model.History) *Failure {
	f := a.failure(rule, detail)
	if h != nil {
		h.Subject, h.Seed = a.name, a.o.Seed
		f.History, f.Small = h, h
	}
	return f
}
