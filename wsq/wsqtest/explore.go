package wsqtest

import (
	"fmt"
	"testing"

	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq"
)

// Program returns a scenario on a deque as a program for the scheduler: one
// thread prepares, then the owner and the thieves are threads; in the end what
// is left is popped.
func Program(target linearizability.Target, capacity int, sc model.Scenario) func(*sched.S) {
	return func(s *sched.S) {
		p := player{s: s, subject: target.New(capacity)}
		p.play(0, sc.Prepare)
		if len(sc.Owner) > 0 {
			s.GoNamed("owner", func() { p.play(0, sc.Owner) })
		}
		for i, actions := range sc.Thieves {
			s.GoNamed(fmt.Sprintf("thief %d", i+1), func() { p.play(1+i, actions) })
		}
		s.Wait()
		// One Pop more than there can be items shows what comes twice.
		for range p.pushed + 1 {
			if p.do(0, model.Action{Kind: model.Pop}) != model.Done {
				break
			}
		}
	}
}

// player runs the operations of a scenario.
type player struct {
	s       *sched.S
	subject model.Subject
	pushed  int
}

func (p *player) play(client int, actions []model.Action) {
	for _, a := range actions {
		p.do(client, a)
	}
}

func (p *player) do(client int, a model.Action) (status model.Status) {
	value := 0
	if a.Kind == model.Push {
		p.pushed++
		value = p.pushed
	}
	p.s.Operation(client, a.Kind, value, func() (v int, got model.Status) {
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

// Explore runs scenarios on a deque under every schedule, and judges every
// history. The code of the deque must have been rewritten; see [sched.Explore].
func Explore[T any](t *testing.T, newDeque func(capacity int) wsq.Deque[T], capacity int, scenario string, o Options[T]) sched.Result {
	t.Helper()
	target, err := Target(t.Name(), newDeque, o)
	if err != nil {
		t.Fatal(err)
	}
	sc, err := model.ParseScenario(scenario)
	if err != nil {
		t.Fatal(err)
	}
	return sched.Explore(t, Program(target, capacity, sc), sched.Options{
		Judge: linearizability.NewJudge(),
		Spec:  target.Spec(capacity),
	})
}
