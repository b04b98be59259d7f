package wsqtest_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/wsq"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// Test your own deque in place of the Chase-Lev deque.
func TestExampleRun(t *testing.T) {
	wsqtest.Run(t, func(capacity int) wsq.Deque[*wsqtest.Item] {
		return wsq.NewChaseLev[*wsqtest.Item](capacity)
	}, wsqtest.Options[*wsqtest.Item]{Rounds: 2_000, Items: 200_000})
}

// job is an item of a user's own type.
type job struct{ id int }

// Make and ID are for a deque of your own items. Contract is for a deque that declares
// none.
func TestExampleOptions(t *testing.T) {
	wsqtest.Run(t, func(capacity int) wsq.Deque[job] {
		return wsq.NewTHE[job](capacity, false)
	}, wsqtest.Options[job]{
		Make:     func(id int) job { return job{id} },
		ID:       func(v job) int { return v.id },
		Contract: &wsq.Contract{Empty: wsq.Strict, NeverRetries: true},
		Rounds:   2_000,
		Items:    200_000,
	})
}

// fast are options for the examples. Keep the default for a real test.
var fast = wsqtest.Options[*wsqtest.Item]{Rounds: 1_000, Items: 10_000, Patience: time.Second}

// Check runs the suite in a program that is not a test.
func ExampleCheck() {
	newDeque := func(capacity int) wsq.Deque[*wsqtest.Item] { return wsq.NewLocked[*wsqtest.Item](capacity) }
	broken := 0
	err := wsqtest.Check(context.Background(), "mine", newDeque, fast, nil, func(out wsqtest.Outcome) {
		if out.Found != nil && !out.Found.Vacuous {
			broken++
		}
	})
	fmt.Println(broken, err)
	// Output: 0 <nil>
}

// An Outcome says whether a rule held, and on what it was tried.
func ExampleOutcome() {
	newDeque := func(capacity int) wsq.Deque[*wsqtest.Item] { return wsq.NewChaseLev[*wsqtest.Item](capacity) }
	_ = wsqtest.Check(context.Background(), "mine", newDeque, fast, nil, func(out wsqtest.Outcome) {
		switch {
		case out.Rule.Name != "hand-over":
		case out.Err != nil:
			fmt.Println("not run to its end:", out.Err)
		case out.Found != nil:
			fmt.Println(out.Found)
		case out.Did == "":
			fmt.Println("does not apply")
		default:
			fmt.Println("held on", out.Did)
		}
	})
	// Output: held on 2000 turns
}

// stack is a deque with a fault: a thief takes the newest item.
type stack struct{ *wsq.Locked[*wsqtest.Item] }

func (s stack) Steal() (*wsqtest.Item, wsq.StealResult) {
	if v, ok := s.Pop(); ok {
		return v, wsq.Stolen
	}
	return nil, wsq.Empty
}

// A Finding shows a broken rule with its history.
func ExampleFinding() {
	newDeque := func(capacity int) wsq.Deque[*wsqtest.Item] {
		return stack{wsq.NewLocked[*wsqtest.Item](capacity)}
	}
	first := true
	_ = wsqtest.Check(context.Background(), "stack", newDeque, fast, nil, func(out wsqtest.Outcome) {
		if f := out.Found; f != nil && first {
			first = false
			fmt.Println(f)
		}
	})
	// Output:
	// rule steal-takes-oldest is broken: with [1 2] in the deque, the oldest first: steal: 2 (capacity 8)
	// the rule: thieves take items in the order of their pushes
}

// Each rule has a name, which is also the name of its subtest in Run. Says says what must
// hold.
func ExampleRule() {
	for _, r := range wsqtest.Rules()[:2] {
		fmt.Printf("%s: %s\n", r.Name, r.Says)
	}
	// Output:
	// starts-empty: a new deque is empty, and operations that find it empty change nothing
	// pop-takes-newest: the owner pops in the reverse order of its pushes
}

// Items have an ID, and the garbage collector frees each one by itself.
func ExampleItem() {
	d := wsq.NewChaseLev[*wsqtest.Item](4)
	d.Push(&wsqtest.Item{ID: 7})
	v, _ := d.Pop()
	fmt.Println(v.ID)
	// Output: 7
}

// Family gives all deques of package wsq, for a comparison with your own.
func ExampleMember() {
	for _, m := range wsqtest.Family() {
		fmt.Println(m.Name, m.New(4).(wsq.Declarer).Contract().Empty)
	}
	// Output:
	// chaselev strict
	// split public
	// abp strict
	// duffy strict
	// the strict
	// the-keeplast all-but-one
	// locked strict
}

// With Target, package linearizability can run a scenario of your own on a deque.
func ExampleTarget() {
	target, err := wsqtest.Target("mine", func(capacity int) wsq.Deque[int] {
		return wsq.NewChaseLev[int](capacity)
	}, wsqtest.Options[int]{})
	if err != nil {
		panic(err)
	}
	scenario, _ := model.ParseScenario("push*2 ; pop | steal | steal")
	_, failure, err := linearizability.Stress(context.Background(), target, linearizability.Options{Rounds: 100, Scenario: &scenario})
	fmt.Println(failure, err)
	// Output: <nil> <nil>
}

// list is a deque with the method set that many deques elsewhere have.
type list struct{ deque *wsq.Locked[*job] }

func (l list) PushBottom(v *job) { l.deque.Push(v) }

func (l list) PopBottom() *job {
	v, _ := l.deque.Pop()
	return v
}

func (l list) PopTop() (*job, bool) { return l.deque.PopTop() }

// With Methods, the suite tests a deque whose methods have other names and results.
func ExampleMethods() {
	newDeque := wsqtest.Adapt(func(capacity int) wsqtest.Methods[*job] {
		l := list{wsq.NewLocked[*job](capacity)}
		return wsqtest.Methods[*job]{
			Push:  wsqtest.Always(l.PushBottom),
			Pop:   wsqtest.NotNil(l.PopBottom),
			Steal: l.PopTop,
		}
	})
	broken := 0
	err := wsqtest.Check(context.Background(), "list", newDeque, wsqtest.Options[*job]{
		Make:   func(id int) *job { return &job{id} },
		ID:     func(v *job) int { return v.id },
		Rounds: 1_000, Items: 10_000, Patience: time.Second,
	}, nil, func(out wsqtest.Outcome) {
		if out.Found != nil && !out.Found.Vacuous {
			broken++
		}
	})
	fmt.Println(broken, err)
	// Output: 0 <nil>
}
