package fuzz_test

import (
	"testing"
	"time"

	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/sched/strategy"
	"github.com/stealproof/stealproof/wsq"
)

// BenchmarkSched explores the shipped Chase-Lev deque; it needs the rewritten
// binary.
func BenchmarkSched(b *testing.B) {
	if !sched.Instrumented() {
		b.Skip("not rewritten")
	}
	ops := func(k model.Kind, n int) (a []model.Action) {
		for range n {
			a = append(a, model.Action{Kind: k})
		}
		return a
	}
	scenario := func(pushes, pops, thieves, steals int) model.Scenario {
		sc := model.Scenario{Owner: append(ops(model.Push, pushes), ops(model.Pop, pops)...)}
		for range thieves {
			sc.Thieves = append(sc.Thieves, ops(model.Steal, steals))
		}
		return sc
	}
	for _, c := range []struct {
		name    string
		sc      model.Scenario
		options sched.Options
	}{
		{"2221/history", scenario(2, 2, 2, 1), sched.Options{Judge: linearizability.NewJudge()}},
		{"2221/steps", scenario(2, 2, 2, 1), sched.Options{}},
		{"2222/steps", scenario(2, 2, 2, 2), sched.Options{}},
		{"2222/no-races", scenario(2, 2, 2, 2), sched.Options{NoRaces: true}},
		{"2222/random", scenario(2, 2, 2, 2), sched.Options{Strategy: strategy.NewRandom(1), Executions: 5000}},
		{"3322/steps", scenario(3, 3, 2, 2), sched.Options{}},
	} {
		b.Run(c.name, func(b *testing.B) {
			executions, took := 0, time.Duration(0)
			b.ReportAllocs()
			for b.Loop() {
				o := c.options
				r := sched.Search(chaseLev(c.sc), o)
				if r.Failure != nil {
					b.Fatal(r.Failure)
				}
				executions += r.Executions + r.Abandoned
				took += r.Took
			}
			b.ReportMetric(float64(executions)/took.Seconds(), "executions/s")
			b.ReportMetric(float64(executions)/float64(b.N), "executions/op")
		})
	}
}

// chaseLev is the scenario without what a suite adds.
func chaseLev(sc model.Scenario) func(*sched.S) {
	return func(s *sched.S) {
		d := wsq.NewChaseLev[int](4)
		s.Go(func() {
			pushed := 0
			for _, a := range sc.Owner {
				if a.Kind == model.Push {
					pushed++
					d.Push(pushed)
				} else {
					d.Pop()
				}
			}
		})
		for _, steals := range sc.Thieves {
			s.Go(func() {
				for range steals {
					d.Steal()
				}
			})
		}
		s.Wait()
	}
}
