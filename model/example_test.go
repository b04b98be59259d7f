package model_test

import (
	"fmt"
	"os"

	"github.com/stealproof/stealproof/model"
)

// A specification says which results are legal in each state.
func ExampleSpec() {
	spec := model.Spec{Capacity: 1, NeverRetries: true}
	state := spec.Init()
	for _, o := range []model.Operation{
		{Kind: model.Push, Value: 7},
		{Kind: model.Push, Value: 8, Status: model.Full},
		{Kind: model.Steal, Status: model.Retry},
	} {
		next, legal := spec.Step(state, o)
		fmt.Println(o, "in", state, legal)
		state = next
	}
	// Output:
	// push 7: done in [] true
	// push 8: full in [7] true
	// steal: retry in [7] false
}

// The text form of a specification names each deviation from the strict deque.
func ExampleParseSpec() {
	spec, err := model.ParseSpec("hidden=1 capacity=8 slots=until-empty")
	fmt.Println(spec.Hidden, spec.Capacity, spec.Slots, err)
	// Output: 1 8 until-empty <nil>
}

// A State has the items, the oldest first.
func ExampleState() {
	spec := model.Spec{}
	state := spec.Init()
	for v := range 3 {
		state, _ = spec.Step(state, model.Operation{Kind: model.Push, Value: v})
	}
	fmt.Println(state, state.Len(), state.Items()[0])
	// Output: [0 1 2] 3 0
}

// Slots decides whether the slot of a stolen item can be used again at once.
func ExampleSlots() {
	for _, slots := range []model.Slots{model.Circular, model.UntilEmpty} {
		spec := model.Spec{Capacity: 1, Slots: slots}
		state, _ := spec.Step(spec.Init(), model.Operation{Kind: model.Push, Value: 1})
		state, _ = spec.Step(state, model.Operation{Kind: model.Steal, Value: 1})
		_, legal := spec.Step(state, model.Operation{Kind: model.Push, Value: 2})
		fmt.Println(slots, legal)
	}
	// Output:
	// circular true
	// until-empty false
}

// Two thieves steal while the owner pushes and pops.
func ExampleScenario() {
	s, err := model.ParseScenario("push*2 ; push pop | steal | batch:2")
	fmt.Println(len(s.Thieves), s.Pushes(), s.Size(), s.Concurrent(), err)
	fmt.Println(s.Runnable(model.Subject{}))
	// Output:
	// 2 3 6 true <nil>
	// scenario: this deque has no batch
}

// An Action is one word of a scenario.
func ExampleAction() {
	s := model.Scenario{
		Owner:   []model.Action{{Kind: model.Push}, {Kind: model.Pop}},
		Thieves: [][]model.Action{{{Kind: model.Batch, Max: 2}}},
	}
	fmt.Println(s)
	// Output: push pop | batch:2
}

// stack is a deque for one goroutine. It has no other operations.
func stack() model.Subject {
	var items []int
	return model.Subject{
		Push: func(v int) bool { items = append(items, v); return true },
		Pop: func() (int, bool) {
			if len(items) == 0 {
				return 0, false
			}
			v := items[len(items)-1]
			items = items[:len(items)-1]
			return v, true
		},
	}
}

// Do runs an action on a subject, and records it.
func ExampleSubject() {
	clock := int64(0)
	now := func() int64 { clock++; return clock }
	var ops []model.Operation
	deque := stack()
	for _, k := range []model.Kind{model.Push, model.Pop, model.Pop} {
		ops = deque.Do(model.Action{Kind: k}, 0, 7, now, ops)
	}
	fmt.Println(ops, deque.Offers(model.Scrub))
	// Output: [push 7: done pop: 7 pop: empty] false
}

// An operation takes or puts an item, or fails to.
func ExampleOperation() {
	for _, o := range []model.Operation{
		{Kind: model.Push, Value: 1},
		{Kind: model.Steal, Value: 1},
		{Kind: model.Steal, Status: model.Empty},
	} {
		fmt.Println(o, o.Puts(), o.Takes())
	}
	// Output:
	// push 1: done true false
	// steal: 1 false true
	// steal: empty false false
}

// Only the owner may run some kinds of operations.
func ExampleKind() {
	k, err := model.ParseKind("poptop")
	fmt.Println(k == model.PopTop, k.Owned(), model.Steal.Owned(), err)
	// Output: true true false <nil>
}

// A steal has three results.
func ExampleStatus() {
	for _, s := range []model.Status{model.Done, model.Empty, model.Retry} {
		fmt.Println(s)
	}
	// Output:
	// done
	// empty
	// retry
}

// The table of a history shows which operations overlap.
func ExampleHistory() {
	h := model.History{Ops: []model.Operation{
		{Client: 0, Kind: model.Push, Value: 1, Call: 1, Return: 2},
		{Client: 0, Kind: model.Pop, Status: model.Empty, Call: 3, Return: 6},
		{Client: 1, Kind: model.Steal, Value: 1, Call: 4, Return: 5},
	}}
	if err := h.WriteTable(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	//    owner           thief 1
	// 1  push 1: done
	// 2  pop ...
	// 3                  steal: 1
	// 4  ... pop: empty
}

// A history is written as one JSON object a line.
func ExampleReadNDJSON() {
	h := model.History{Subject: "mine", Ops: []model.Operation{{Kind: model.Push, Value: 1, Call: 1, Return: 2}}}
	if err := h.WriteNDJSON(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"format":"stealproof-history/1","subject":"mine","spec":"strict","ops":1}
	// {"client":0,"op":"push","value":1,"result":"done","call":1,"return":2}
}

// The same seed gives the same scenario.
func ExampleShape() {
	shape := model.Shape{MaxOwner: 3, MaxThieves: 1, MaxSteals: 2}
	a := shape.Random(stack(), model.RandomSource(1))
	b := shape.Random(stack(), model.RandomSource(1))
	fmt.Println(a.String() == b.String(), len(a.Owner) <= 3, len(a.Thieves))
	// Output: true true 1
}

// Systematic returns many small cases.
func ExampleCase() {
	cases := model.Systematic(stack())
	var c model.Case = cases[0]
	fmt.Println(c.Capacity, c.Scenario)
	// Output: 2 push | steal
}

// A Row is one step of a participant. Time runs down.
func ExampleRow() {
	rows := []model.Row{{Column: 0, Text: "lock"}, {Column: 1, Text: "lock: waits"}, {Column: 0, Text: "unlock"}}
	if err := model.WriteTable(os.Stdout, []string{"a", "b"}, rows); err != nil {
		fmt.Println(err)
	}
	// Output:
	//    a       b
	// 1  lock
	// 2          lock: waits
	// 3  unlock
}

// An operation of another structure says itself what it did.
func ExampleInvocation() {
	var get model.Invocation = model.Words{Call: "Get(1)", Answer: "7, true"}
	fmt.Println(model.Operation{Kind: model.Other, Invocation: get})
	// Output: Get(1): 7, true
}

// Words are the call and the answer of an operation that was read from a file.
func ExampleWords() {
	w := model.Words{Call: "Len()", Answer: "2"}
	fmt.Println(w.Called(), w.Answered())
	// Output: Len() 2
}
