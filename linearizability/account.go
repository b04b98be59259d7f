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
}

// The rules that Account checks, besides RulePanic and RuleReturns.
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
// Account records very little, so it disturbs the deque less than [Stress]. In return it
// checks only two things about the order: each thief gets items in the order of their
// pushes, and the deque is empty when the owner's Pop says so.
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
	a := &account{o: o, subject: target.New(o.Capacity), start: time.Now()}
	for a.Items < o.Items {
		if err := ctx.Err(); err != nil {
			return a.Ledger, nil, err
		}
		if o.For > 0 && time.Since(a.start) >= o.For {
			break
		}
		if f := a.epoch(min(epoch, o.Items-a.Items)); f != nil {
			return a.Ledger, f, nil
		}
		if o.Progress != nil {
			o.Progress(a.Ledger)
		}
	}
	return a.Ledger, nil, nil
}

type account struct {
	Ledger
	o       AccountOptions
	subject model.Subject
	start   time.Time
}

func (a *account) epoch(n int) *Failure {
	var wg sync.WaitGroup
	var rest atomic.Bool // set when the owner has finished, or a goroutine has panicked
	takers := make([]taker, 1+a.o.Thieves)
	for i := range takers {
		takers[i].seen = make([]uint64, n/64+1)
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

// settle adds the counts of an epoch and checks that each item was taken exactly once.
func (a *account) settle(takers []taker, n int) *Failure {
	all := make([]uint64, n/64+1)
	for i := range takers {
		t := &takers[i]
		if t.rule != "" {
			return a.failure(t.rule, t.detail)
		}
		for w, seen := range t.seen {
			if twice := all[w] & seen; twice != 0 {
				return a.failure(RuleOnce, fmt.Sprintf("item %d was taken by two goroutines", 64*w+bits.TrailingZeros64(twice)))
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
	a.Items += n
	a.Epochs++
	return nil
}
