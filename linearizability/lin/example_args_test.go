package lin_test

import (
	"context"
	"fmt"

	"pgregory.net/rapid"

	"github.com/stealproof/stealproof/linearizability/lin"
)

// The additions are of three numbers that a generator of rapid makes.
func ExampleArgsFrom() {
	lin.Check(printed{}, NewCounter, newTotal, lin.Op("Add", (*Counter).Add, lin.ArgsFrom(rapid.IntRange(-5, 5), 3)), lin.Rounds(5))
	// Output: passed
}

// squares is a generator of one's own.
type squares struct{}

func (squares) Example(seed ...int) int { return seed[0] * seed[0] }

func ExampleGenerator() {
	var g lin.Generator[int] = squares{}
	lin.Check(printed{}, NewCounter, newTotal, lin.Op("Add", (*Counter).Add, lin.ArgsFrom(g, 3)), lin.Rounds(5))
	// Output: passed
}

// Gate lets one goroutine in at a time.
type Gate struct{ inside chan struct{} }

func NewGate() *Gate { return &Gate{make(chan struct{}, 1)} }

func (g *Gate) Enter(ctx context.Context) error {
	select {
	case g.inside <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (g *Gate) Leave() { <-g.inside }

// gate is the specification of a Gate.
type gate struct{ taken bool }

func newGate() *gate { return &gate{} }

func (g *gate) Enter(context.Context) error   { g.taken = true; return nil }
func (g *gate) CanEnter(context.Context) bool { return !g.taken }
func (g *gate) Leave()                        { g.taken = false }
func (g *gate) CanLeave() bool                { return g.taken }

// One call waits at the gate until its context is cancelled, or until the other thread leaves.
func ExampleCancels() {
	v := lin.Check(printed{}, NewGate, newGate, lin.Op("Enter", (*Gate).Enter, lin.Cancels()), lin.Op("Leave", (*Gate).Leave),
		lin.Scenario("Enter(ctx); Enter(canceled) | Leave;"), lin.Rounds(50))
	fmt.Println(v.Cores.Executions)
	// Output:
	// passed
	// 50
}
