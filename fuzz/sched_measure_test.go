package fuzz_test

import (
	"flag"
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/mutant"
	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq"
	"github.com/stealproof/stealproof/wsq/wsqtest"
)

// Flags of TestMeasureSched.
var (
	measured     = flag.String("measure.scenario", "", "the `pushes pops thieves steals-each` to search, for lab bench")
	measureFor   = flag.Duration("measure.for", 0, "repeat the search for so `long`; 0 is once")
	measureBy    = flag.String("measure.strategy", "dpor", "dpor, random or pct")
	measureRaces = flag.Bool("measure.races", false, "look for data races")
	measureAll   = flag.Bool("measure.histories", false, "judge each history, and look for data races")
	measureWrong = flag.Bool("measure.broken", false, "search a deque whose Steal has no CAS")
)

// TestMeasureSched repeats the search of a scenario of the Chase-Lev deque. "lab bench" runs it and sums up the reports. It uses
// one core, garbage collection included.
func TestMeasureSched(t *testing.T) {
	if *measured == "" {
		t.Skip("for lab bench")
	}
	var pushes, pops, thieves, steals int
	_, err := fmt.Sscan(*measured, &pushes, &pops, &thieves, &steals)
	require.NoError(t, err)
	sc := counted(pushes, pops, thieves, steals)
	program := onceEach(wsq.NewChaseLev[*int], sc)
	if *measureWrong {
		program = onceEach(mutant.NewStealNoCAS[int], sc)
	}
	options := func() sched.Options { return sched.Options{NoRaces: !*measureRaces} }
	switch *measureBy {
	case "dpor":
	case "random":
		options = func() sched.Options {
			return sched.Options{NoRaces: !*measureRaces, Strategy: strategy.NewRandom(1), For: *measureFor}
		}
	case "pct":
		options = func() sched.Options {
			return sched.Options{NoRaces: !*measureRaces, Strategy: strategy.NewPCT(1, 3), For: *measureFor}
		}
	default:
		t.Fatalf("no strategy %q", *measureBy)
	}
	if *measureAll {
		newDeque := func(capacity int) wsq.Deque[*wsqtest.Item] { return wsq.NewChaseLev[*wsqtest.Item](capacity) }
		target, err := wsqtest.Target("chaselev", newDeque, wsqtest.Options[*wsqtest.Item]{})
		require.NoError(t, err)
		program = wsqtest.Program(target, 4, sc)
		options = func() sched.Options {
			return sched.Options{Judge: linearizability.NewJudge(), Spec: target.Spec(4)}
		}
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for start := time.Now(); ; {
		r := sched.Explore(t, program, options())
		if r.Failure != nil || time.Since(start) >= *measureFor {
			break
		}
	}
}

// counted returns a scenario with the given numbers of operations.
func counted(pushes, pops, thieves, steals int) model.Scenario {
	ops := func(k model.Kind, n int) (a []model.Action) {
		for range n {
			a = append(a, model.Action{Kind: k})
		}
		return a
	}
	sc := model.Scenario{Owner: append(ops(model.Push, pushes), ops(model.Pop, pops)...)}
	for range thieves {
		sc.Thieves = append(sc.Thieves, ops(model.Steal, steals))
	}
	return sc
}

// ends has the operations of such a scenario.
type ends interface {
	Push(*int) bool
	Pop() (*int, bool)
	Steal() (*int, wsq.StealResult)
}

// onceEach returns a program that runs a scenario, and fails if an item is taken twice or lost. The programs of
// internal/lab/peers check the same.
func onceEach[D ends](newDeque func(capacity int) D, sc model.Scenario) func(*sched.S) {
	items := make([]int, 64)
	for i := range items {
		items[i] = i
	}
	return func(s *sched.S) {
		d := newDeque(4)
		taken := make([]uint64, 1+len(sc.Thieves)) // by each thread, a bit for each item
		add := func(thread int, item *int) {
			if taken[thread]>>*item&1 != 0 {
				s.Errorf("item %d was taken twice", *item)
			}
			taken[thread] |= 1 << *item
		}
		pushed := uint64(0) // a bit for each item
		s.Go(func() {
			next := 0
			for _, a := range sc.Owner {
				if a.Kind == model.Push {
					next++
					if d.Push(&items[next]) {
						pushed |= 1 << next
					}
				} else if item, ok := d.Pop(); ok {
					add(0, item)
				}
			}
		})
		for i, steals := range sc.Thieves {
			s.Go(func() {
				for range steals {
					if item, r := d.Steal(); r == wsq.Stolen {
						add(1+i, item)
					}
				}
			})
		}
		s.Wait()
		all := uint64(0)
		for _, set := range taken {
			if all&set != 0 {
				s.Errorf("items %b were taken twice", all&set)
			}
			all |= set
		}
		for item, ok := d.Pop(); ok; item, ok = d.Pop() {
			if all>>*item&1 != 0 {
				s.Fatalf("item %d was taken, and is there still", *item)
			}
			all |= 1 << *item
		}
		if all != pushed {
			s.Errorf("items %b were lost", pushed&^all)
		}
	}
}
