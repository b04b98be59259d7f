package lin_test

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/stealproof/stealproof/linearizability/lin"
	"github.com/stealproof/stealproof/model/sched"
)

// Counter is a counter with a lock.
type Counter struct {
	mu sync.Mutex
	n  int
}

func NewCounter() *Counter { return &Counter{} }

func (c *Counter) Add(d int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n += d
	return c.n
}

// total is the specification of a Counter.
type total struct{ n int }

func newTotal() *total { return &total{} }

func (t *total) Add(d int) int { t.n += d; return t.n }

// Lossy is a counter that forgets some additions.
type Lossy struct{ n atomic.Int64 }

func NewLossy() *Lossy { return &Lossy{} }

func (c *Lossy) Add(d int) int {
	n := c.n.Load() + int64(d)
	c.n.Store(n)
	return int(n)
}

// printed stands in for a *testing.T. It only says whether the test has failed.
type printed struct{}

func (printed) Helper()               {}
func (printed) Name() string          { return "TestCounter" }
func (printed) Logf(string, ...any)   { fmt.Println("passed") }
func (printed) Errorf(string, ...any) { fmt.Println("failed") }

// A Check needs the structure, its specification and the operations.
func ExampleCheck() {
	var t lin.TB = printed{} // in a test, the *testing.T
	v := lin.Check(t, NewCounter, newTotal, lin.Op("Add", (*Counter).Add), lin.Rounds(5))
	fmt.Println(v.Cores.Ending, v.Cores.Scenarios > 10)
	// Output:
	// passed
	// bound hit true
}

// The result of this Op is wrong in each scenario.
func ExampleFailure() {
	one := func(*Counter) int { return 1 }
	v := lin.Check(printed{}, NewCounter, newTotal, lin.Op("Add", func(c *Counter, d int) int { return c.Add(d) + one(c) }), lin.Scenario("add(1) | add(1)"))
	var f *lin.Failure = v.Failure
	rule, _, _ := strings.Cut(f.Error(), "\n") // what is wrong follows
	fmt.Println(rule == "rule broken: "+f.Rule, f.Rule)
	// Output:
	// failed
	// true linearizable
}

// A function can be an operation too.
func ExampleOp() {
	var add lin.Option = lin.Op("Add", func(c *Counter, d int) int { return c.Add(d) })
	lin.Check(printed{}, NewCounter, newTotal, add, lin.Rounds(5))
	// Output: passed
}

// The additions are of 0 and -5.
func ExampleArgs() {
	var args lin.OpOption = lin.Args(0, -5)
	lin.Check(printed{}, NewCounter, newTotal, lin.Op("Add", (*Counter).Add, args), lin.Rounds(5))
	// Output: passed
}

// Only one thread adds, so even this counter is right.
func ExampleRole() {
	v := lin.Check(printed{}, NewLossy, newTotal, lin.Op("Add", (*Lossy).Add, lin.Role("writer")), lin.Rounds(5), lin.Scenario("add(1) add(2)"))
	fmt.Println(v.Cores.Of)
	// Output:
	// passed
	// 1
}

// Two threads add after a preparation, and one thread looks at the result.
func ExampleScenario() {
	v := lin.Check(printed{}, NewCounter, newTotal, lin.Op("Add", (*Counter).Add), lin.Scenario("add(1); add(2) add(3) | add(4); add(0)"))
	var cores lin.Part = v.Cores
	fmt.Println(cores.Executions)
	// Output:
	// passed
	// 100
}

// A Verdict says which parts ran, and how far.
func ExampleVerdict() {
	var v lin.Verdict = lin.Check(printed{}, NewCounter, newTotal, lin.Op("Add", (*Counter).Add), lin.For(1))
	first, _, _ := strings.Cut(v.String(), ";") // it has a line for each part
	fmt.Println(v.Every.Ending == sched.NotChecked, v.Failure == nil)
	fmt.Println(first)
	// Output:
	// passed
	// true true
	// every schedule:   not checked
}

// A Check can ask for a weaker condition.
func ExampleCondition() {
	var weaker lin.Condition = lin.Sequential
	lin.Check(printed{}, NewCounter, newTotal, lin.Op("Add", (*Counter).Add), weaker, lin.Rounds(5))
	fmt.Println(weaker.String(), lin.Quiescent, lin.Linearizable)
	// Output:
	// passed
	// sequentially consistent quiescently consistent linearizable
}

// For bounds the time, and Rounds the runs on real cores.
func ExampleFor() {
	v := lin.Check(printed{}, NewCounter, newTotal, lin.Op("Add", (*Counter).Add), lin.For(1))
	fmt.Println(v.Cores.Scenarios < v.Cores.Of)
	// Output:
	// passed
	// true
}

// Rounds is how often each scenario runs.
func ExampleRounds() {
	v := lin.Check(printed{}, NewCounter, newTotal, lin.Op("Add", (*Counter).Add), lin.Rounds(3), lin.Scenario("add(1) | add(2)"))
	fmt.Println(v.Cores.Executions)
	// Output:
	// passed
	// 3
}

// A Progress asks whether the other threads finish while one is stopped. In stealproof check, this test
// fails, because a Counter has a lock.
func ExampleProgress() {
	var free lin.Progress = lin.ObstructionFree
	lin.Check(printed{}, NewCounter, newTotal, lin.Op("Add", (*Counter).Add), free, lin.Rounds(5))
	fmt.Println(free.String(), lin.LockFree)
	// Output:
	// passed
	// obstruction-free lock-free
}
