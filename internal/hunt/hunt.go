package hunt

import (
	"context"
	"runtime"
	"time"

	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
)

// A Hunt looks for one kind of fault, with programs that are shaped for it.
type Hunt struct {
	Name  string
	Shape model.Shape
	// Capacities are tried in turn: those at which the fault would show.
	Capacities []int
}

// The hunts. They use more goroutines than cores, so that some are stopped in the middle of an operation.
var (
	// ABA: an index returns to a value that a thief has read, but stands for another item. The deque must become empty
	// again and again.
	ABA = Hunt{"ABA", model.Shape{MaxPrepare: 2, MaxOwner: 10, MaxThieves: thieves(), MaxSteals: 3}, []int{1, 2, 4}}
	// DoublePop: the owner and a thief both get the last item. The deque must hold few items.
	DoublePop = Hunt{"DoublePop", model.Shape{MaxPrepare: 3, MaxOwner: 6, MaxThieves: thieves(), MaxSteals: 2}, []int{2, 8}}
	// LostItem: an item is overwritten, skipped or not copied. The deque must grow, and its array must come round.
	LostItem = Hunt{"LostItem", model.Shape{MaxPrepare: 8, MaxOwner: 14, MaxThieves: thieves(), MaxSteals: 4}, []int{1, 2, 3}}
)

func thieves() int { return runtime.NumCPU() + 2 }

// Catch is the result of a hunt.
type Catch struct {
	Rounds  int // scenarios run
	Items   int // items moved in the long runs
	Failure *linearizability.Failure
}

// Run hunts a deque until it finds a failure or limit has passed. It alternates between three kinds of runs.
// Programs on quiet cores let operations meet within nanoseconds. Programs beside preemption noise let one operation stop
// while others go on. A long run records no history. Run takes the programs from program(0), program(1),
// and so on.
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

// Bytes decodes data to a program, and runs it on a deque a few times.
func (h Hunt) Bytes(ctx context.Context, target linearizability.Target, data []byte) (*linearizability.Failure, error) {
	c := h.Shape.Decode(data, target.New(1))
	_, failure, err := linearizability.Stress(ctx, target, linearizability.Options{
		Scenario: &c.Scenario, Rounds: 8, Capacity: c.Capacity,
	})
	return failure, err
}
