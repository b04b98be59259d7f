package fuzz

import (
	"context"
	"runtime"
	"time"

	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
)

// Hunt looks for one kind of bug, with programs that are shaped for it.
type Hunt struct {
	Name  string
	Shape model.Shape
	// Capacities to try, the ones at which this bug would show.
	Capacities []int
}

// The hunts. There are more goroutines than cores, so that some are stopped in
// the middle of what they do.
var (
	// ABA: an index comes back to the value that a thief has read, with another
	// item behind it. It takes a deque that becomes empty again and again.
	ABA = Hunt{"ABA", model.Shape{MaxPrepare: 2, MaxOwner: 10, MaxThieves: thieves(), MaxSteals: 3}, []int{1, 2, 4}}
	// DoublePop: owner and thief both get the last item. It takes few items.
	DoublePop = Hunt{"DoublePop", model.Shape{MaxPrepare: 3, MaxOwner: 6, MaxThieves: thieves(), MaxSteals: 2}, []int{2, 8}}
	// LostItem: an item disappears, overwritten, skipped or not copied. It takes
	// growth, and an array that comes round.
	LostItem = Hunt{"LostItem", model.Shape{MaxPrepare: 8, MaxOwner: 14, MaxThieves: thieves(), MaxSteals: 4}, []int{1, 2, 3}}
)

func thieves() int { return runtime.NumCPU() + 2 }

// Catch is how a hunt ended.
type Catch struct {
	Rounds  int // scenarios run
	Items   int // items moved in the long runs in between
	Failure *linearizability.Failure
}

// Run hunts a deque until it finds something or the time is over. It takes turns:
// programs on quiet cores, where operations meet within nanoseconds; programs
// beside preemption noise, where one operation stops while others go on; and a
// long run of the owner and thieves with nothing recorded. The programs are what
// program returns for 0, 1, 2, and so on.
func (h Hunt) Run(ctx context.Context, target linearizability.Target, program func(n int, on model.Subject) model.Scenario, limit time.Duration) (c Catch, err error) {
	on := target.New(1)
	end := time.Now().Add(limit)
	for n := 0; time.Now().Before(end) && c.Failure == nil && err == nil; n++ {
		capacity := h.Capacities[n%len(h.Capacities)]
		sc := program(n, on)
		o := linearizability.Options{Seed: uint64(n), Scenario: &sc, Capacity: capacity, Rounds: 512}
		switch n % 4 {
		case 0, 1:
			err = c.stress(ctx, target, o)
		case 2:
			stop := linearizability.Preempt(1)
			o.Rounds = 64
			err = c.stress(ctx, target, o)
			stop()
		case 3:
			var ledger linearizability.Ledger
			ledger, c.Failure, err = linearizability.Account(ctx, target, linearizability.AccountOptions{
				Seed: uint64(n), Items: 30_000, Thieves: h.Shape.MaxThieves, Capacity: capacity,
			})
			c.Items += ledger.Items
		}
	}
	return c, err
}

func (c *Catch) stress(ctx context.Context, target linearizability.Target, o linearizability.Options) error {
	coverage, failure, err := linearizability.Stress(ctx, target, o)
	c.Rounds += coverage.Rounds
	c.Failure = failure
	return err
}

// Bytes runs the program that the bytes stand for on a deque, a few times.
func (h Hunt) Bytes(ctx context.Context, target linearizability.Target, data []byte) (*linearizability.Failure, error) {
	c := h.Shape.Decode(data, target.New(1))
	_, failure, err := linearizability.Stress(ctx, target, linearizability.Options{
		Scenario: &c.Scenario, Rounds: 8, Capacity: c.Capacity,
	})
	return failure, err
}
