package wsqtest

import (
	"fmt"
	"testing"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/play"
	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq"
)

// Program turns a scenario on a deque into a program for the scheduler. The first thread
// runs the preparation. Then the owner and each thief run as threads. At the end, the first
// thread pops the items that are left.
func Program(target linearizability.Target, capacity int, sc model.Scenario) func(*sched.S) {
	// The program runs again and again, so all executions share the player and the
	// functions.
	p, another := &player{}, target.New
	if target.Again != nil {
		another = target.Again()
	}
	var roles []play.Role[model.Action]
	if len(sc.Owner) > 0 {
		roles = append(roles, play.Role[model.Action]{Name: "owner", Calls: sc.Owner})
	}
	for i, actions := range sc.Thieves {
		roles = append(roles, play.Role[model.Action]{Name: fmt.Sprintf("thief %d", i+1), Client: 1 + i, Calls: actions})
	}
	program := play.Program[model.Action]{
		Prepare: sc.Prepare, Roles: roles, All: true,
		Make: func() { *p = player{subject: another(capacity)} },
		Call: func(client, _ int, a model.Action) { p.do(client, a) },
		End:  func(play.Threads) { p.drain() },
	}
	run := program.Func()
	return func(*sched.S) { run() }
}

// player runs the operations of a scenario.
type player struct {
	subject model.Subject
	pushed  int
}

// drain pops until Pop is empty. One Pop more than the number of pushes shows an item that comes
// out twice.
func (p *player) drain() {
	for range p.pushed + 1 {
		if p.do(0, model.Action{Kind: model.Pop}) != model.Done {
			break
		}
	}
}

func (p *player) do(client int, a model.Action) (status model.Status) {
	if a.Kind == model.Batch {
		engine.Batch(client, func() ([]int, model.Status) {
			items := make([]int, a.Max)
			n, got := p.subject.StealBatch(items)
			return items[:n], got
		})
		return model.Done
	}
	value := 0
	if a.Kind == model.Push {
		p.pushed++
		value = p.pushed
	}
	engine.Operation(client, a.Kind, value, func() (v int, got model.Status) {
		v, got = p.run(a, value)
		status = got
		return v, got
	})
	return status
}

func taken(v int, ok bool) (int, model.Status) {
	if ok {
		return v, model.Done
	}
	return 0, model.Empty
}

func (p *player) run(a model.Action, value int) (int, model.Status) {
	switch a.Kind {
	case model.Push:
		if !p.subject.Push(value) {
			return value, model.Full
		}
		return value, model.Done
	case model.Pop:
		return taken(p.subject.Pop())
	case model.PopTop:
		return taken(p.subject.PopTop())
	case model.Scrub:
		p.subject.Scrub()
		return 0, model.Done
	}
	return p.subject.Steal()
}

// Explore runs a scenario on a deque under every schedule and judges every history. A
// violation fails the test. The deque's code must have been rewritten for the scheduler;
// see [sched.Explore].
func Explore[T any](t *testing.T, newDeque func(capacity int) wsq.Deque[T], capacity int, sc model.Scenario, o Options[T]) sched.Result {
	t.Helper()
	target, err := Target(t.Name(), newDeque, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := sc.Runnable(target.New(capacity)); err != nil {
		t.Fatal(err)
	}
	return explore(t, target, model.Case{Capacity: capacity, Scenario: sc})
}

func explore(t *testing.T, target linearizability.Target, c model.Case) sched.Result {
	t.Helper()
	return sched.Explore(t, Program(target, c.Capacity, c.Scenario), sched.Options{
		Judge: linearizability.NewJudge(),
		Spec:  target.Spec(c.Capacity),
	})
}

// ExploreAll explores the scenarios of [model.Systematic] and [model.Shipped], each in a
// subtest. It fails a subtest whose search was not exhausted. It calls each, if not nil,
// with each result. After three failures it skips the other scenarios and logs how many.
//
// Then it explores scenarios that bring about what those are too small for: a slot is used
// again, an index comes round the ring, or the deque grows, while a thief is on its way. To
// do so, it first watches the accesses of some pushes. These scenarios can be large, so a
// search that hits its bound of 20 s does not fail. The log lists what no execution came
// to: such situations, and lines of the deque that access shared memory.
func ExploreAll[T any](t *testing.T, newDeque func(capacity int) wsq.Deque[T], o Options[T], each func(sched.Result)) {
	target, err := Target(t.Name(), newDeque, o)
	if err != nil {
		t.Fatal(err)
	}
	const capacity = 2
	on, failed := target.New(capacity), 0
	all := append(model.Systematic(on), model.Shipped(on)...)
	small := len(all)
	var met *reach
	if sched.Instrumented() {
		met = newReach(probe(target, capacity))
		all = append(all, met.reaching(on, capacity)...)
	}
	const enough = 3
	for i, c := range all {
		if failed == enough {
			t.Logf("%d scenarios have failed: the other %d were not explored", failed, len(all)-i)
			return
		}
		t.Run(c.Scenario.String(), func(t *testing.T) {
			var r sched.Result
			if i < small {
				r = explore(t, target, c)
			} else {
				r = met.explore(t, target, c)
			}
			if r.Ending == sched.Failed || r.Ending != sched.Exhausted && i < small {
				failed++
			}
			if r.Ending == sched.BoundHit && i < small && !sched.Replaying() { // a replay runs one execution
				t.Errorf("the search was not exhausted: %v", r)
			}
			if each != nil {
				each(r)
			}
		})
	}
	if met != nil && !sched.Replaying() {
		met.log(t, on)
	}
}
