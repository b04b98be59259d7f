package trial_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stealproof/stealproof/internal/mutation/trial"
	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// modes are the scheduler's detectors. history looks for histories that no order explains. step looks for lost, duplicate
// and invented items, and for all other failures of a program. race looks for data races.
var modes = []struct {
	name    string
	program func(linearizability.Target, model.Case) func(*sched.S)
	options func(linearizability.Target, model.Case) sched.Options
}{
	{
		"history",
		func(of linearizability.Target, c model.Case) func(*sched.S) {
			return wsqtest.Program(of, c.Capacity, c.Scenario)
		},
		func(of linearizability.Target, c model.Case) sched.Options {
			return sched.Options{NoRaces: true, Judge: linearizability.NewJudge(), Spec: of.Spec(c.Capacity)}
		},
	},
	{
		"step", counting,
		func(linearizability.Target, model.Case) sched.Options { return sched.Options{NoRaces: true} },
	},
	{
		"race",
		func(of linearizability.Target, c model.Case) func(*sched.S) {
			return wsqtest.Program(of, c.Capacity, c.Scenario)
		},
		func(linearizability.Target, model.Case) sched.Options { return sched.Options{} },
	},
}

// oneSearch bounds each search, because a mutant may have far more schedules than the original.
const oneSearch = 10 * time.Second

// TestScheduled tries every schedule of one small scenario after the other, until a rule breaks.
func TestScheduled(t *testing.T) {
	if !sched.Instrumented() {
		t.Skip("only in a binary that has been rewritten for the scheduler")
	}
	each(t, func(t *testing.T, m wsqtest.Member, of linearizability.Target) {
		for _, mode := range modes {
			t.Run(mode.name, func(t *testing.T) {
				end := time.Now().Add(100 * *trial.Budget)
				for _, c := range cases(m.Name, of) {
					t.Run(fmt.Sprintf("%d: %s", c.Capacity, c.Scenario), func(t *testing.T) {
						o := mode.options(of, c)
						o.For = oneSearch
						sched.Explore(t, mode.program(of, c), o)
					})
					if t.Failed() {
						return
					}
					if time.Now().After(end) {
						t.Skip("no more time")
					}
				}
			})
		}
	})
}

// counting returns a program that runs a scenario and counts how often each item is taken.
func counting(of linearizability.Target, c model.Case) func(*sched.S) {
	return func(s *sched.S) {
		subject := of.New(c.Capacity)
		pushed := 0
		var taken []int
		play := func(actions []model.Action) {
			for _, a := range actions {
				if a.Kind == model.Push && subject.Push(pushed+1) {
					pushed++
				}
				taken = append(taken, take(subject, a)...)
			}
		}
		play(c.Scenario.Prepare)
		byThief := make([][]int, len(c.Scenario.Thieves))
		s.GoNamed("owner", func() { play(c.Scenario.Owner) })
		for i, actions := range c.Scenario.Thieves {
			s.GoNamed(fmt.Sprintf("thief %d", i+1), func() {
				for _, a := range actions {
					byThief[i] = append(byThief[i], take(subject, a)...)
				}
			})
		}
		s.Wait()
		for range pushed + 1 {
			taken = append(taken, take(subject, model.Action{Kind: model.Pop})...)
		}
		times := make([]int, pushed+1)
		for _, of := range append(byThief, taken) {
			for _, v := range of {
				if v < 1 || v > pushed {
					s.Errorf("item %d was taken, and never pushed", v)
					return
				}
				times[v]++
			}
		}
		for v := 1; v <= pushed; v++ {
			if times[v] != 1 {
				s.Errorf("item %d was taken %d times", v, times[v])
				return
			}
		}
	}
}

// take runs an action and returns the items that it took.
func take(on model.Subject, a model.Action) []int {
	one := func(v int, ok bool) []int {
		if ok {
			return []int{v}
		}
		return nil
	}
	switch a.Kind {
	case model.Pop:
		return one(on.Pop())
	case model.PopTop:
		return one(on.PopTop())
	case model.Steal:
		v, status := on.Steal()
		return one(v, status == model.Done)
	case model.Batch:
		items := make([]int, a.Max)
		n, _ := on.StealBatch(items)
		return items[:n]
	case model.Scrub:
		on.Scrub()
	}
	return nil
}
