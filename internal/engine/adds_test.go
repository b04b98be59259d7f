package engine_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/access"
	"github.com/stealproof/stealproof/model/shim/atomic"
	"github.com/stealproof/stealproof/model/shim/sync"
)

// Additions whose results nobody sees come in one order. A result that is used, or a load between them,
// shows more.
func TestAdds_Commute(t *testing.T) {
	for want, add := range map[int]func(n *atomic.Int64){
		1: func(n *atomic.Int64) { access.Blind(0, n).Add(1) },
		6: func(n *atomic.Int64) { n.Add(1) },
	} {
		r := search(func(s *sched.S) {
			var n atomic.Int64
			for range 3 {
				s.Go(func() { add(&n) })
			}
			s.Wait()
			require.Equal(t, int64(3), n.Load())
		}, engine.Options{})
		require.Equal(t, report.Exhausted, r.Ending, "%v", r.Failure)
		require.Equal(t, want, r.Executions)
	}
	saw := map[int64]bool{}
	r := search(func(s *sched.S) {
		var n atomic.Int64
		for range 3 {
			s.Go(func() { access.Blind(0, &n).Add(1) })
		}
		saw[n.Load()] = true
	}, engine.Options{NoRaces: true})
	require.Equal(t, report.Exhausted, r.Ending, "%v", r.Failure)
	require.Len(t, saw, 4)
}

// The same for Done. If there is one too many, each thread may be the one that panics.
func TestAdds_WaitGroup(t *testing.T) {
	run := func(count int) (engine.Result, map[int]bool) {
		panicked, last := map[int]bool{}, -1
		return search(func(s *sched.S) {
			var wg sync.WaitGroup
			wg.Add(count)
			last = -1
			for i := range 3 {
				s.Go(func() {
					defer func() {
						if p := recover(); p != nil && !engine.Unwinds(p) {
							last = i
						}
					}()
					wg.Done()
				})
			}
			s.Wait()
		}, engine.Options{NoRaces: true, Strategy: complete(strategy.NewDPOR(), &last, panicked)}), panicked
	}
	r, panicked := run(3)
	require.Equal(t, report.Exhausted, r.Ending, "%v", r.Failure)
	require.Equal(t, 1, r.Executions)
	require.Equal(t, map[int]bool{-1: true}, panicked)
	r, panicked = run(2)
	require.Equal(t, report.Exhausted, r.Ending, "%v", r.Failure)
	require.Len(t, panicked, 3)
}

// adder is an instruction of a random program.
type adder struct {
	do string
	on int
}

// TestAdds_NothingIsLeftOut compares the reduced search with that of all schedules in which additions
// do not commute: by what the threads load, and by whether there is a data race.
func TestAdds_NothingIsLeftOut(t *testing.T) {
	programs := long.Programs(300, 1_500)
	rng := rand.New(rand.NewPCG(32, 1))
	all, reduced, racing := 0, 0, 0
	for done := 0; done < programs; {
		var threads [][]adder
		for range 2 + rng.IntN(2) {
			var body []adder
			for range 1 + rng.IntN(4) {
				do := []string{"blind", "blind", "blind", "add", "load", "store", "read", "write", "write", "done", "wait"}[rng.IntN(11)]
				body = append(body, adder{do, rng.IntN(2)})
			}
			threads = append(threads, body)
		}
		naive, want := addersOf(threads, strategy.NewBounded(-1), false)
		if naive.Ending != report.Exhausted {
			continue
		}
		done++
		got, saw := addersOf(threads, strategy.NewDPOR(), true)
		require.Equal(t, report.Exhausted, got.Ending, "%v", threads)
		require.Equal(t, slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(saw)), "%v", threads)
		_, races := addersFor(threads, strategy.NewBounded(-1), false)
		_, found := addersFor(threads, nil, true)
		require.Equal(t, races, found, "%v", threads)
		if races {
			racing++
		}
		all += naive.Executions
		reduced += got.Executions
	}
	t.Logf("%d programs, %d with a data race; all schedules: %d, reduced: %d", programs, racing, all, reduced)
	require.Greater(t, racing, programs/10)
	require.Less(t, racing, programs*9/10)
}

// addersOf returns what each thread has seen, in all executions.
func addersOf(threads [][]adder, s strategy.Strategy, blind bool) (engine.Result, map[string]bool) {
	saw, last := map[string]bool{}, ""
	s = complete(s, &last, saw)
	return search(func(s *sched.S) { last = runAdders(s, threads, blind, false) }, engine.Options{Strategy: s, NoRaces: true, Executions: 20_000}), saw
}

// complete notes what executions have seen, unless the strategy has abandoned them.
func complete[T comparable](s strategy.Strategy, last *T, saw map[T]bool) strategy.Strategy {
	return watched{s, func() {}, func() {}, func(why strategy.End) {
		if why == strategy.Complete {
			saw[*last] = true
		}
	}}
}

// addersFor reports whether there is a data race.
func addersFor(threads [][]adder, s strategy.Strategy, blind bool) (engine.Result, bool) {
	r := search(func(s *sched.S) { runAdders(s, threads, blind, true) }, engine.Options{Strategy: s, Executions: 20_000})
	return r, r.Failure != nil && r.Failure.Rule == report.RuleRace
}

func runAdders(s *sched.S, threads [][]adder, blind, races bool) string {
	var n [2]atomic.Int64
	var plain [2]int64
	var wg [2]sync.WaitGroup
	for i := range wg {
		wg[i].Add(2)
	}
	logs := make([]string, len(threads))
	for i, body := range threads {
		s.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					if logs[i] += " panics"; engine.Unwinds(p) {
						panic(p)
					}
				}
			}()
			for _, in := range body {
				p, at := &n[in.on], unsafe.Pointer(&plain[in.on])
				switch in.do {
				case "blind":
					if blind {
						p = access.Blind(0, p)
					}
					p.Add(1)
				case "add":
					logs[i] += fmt.Sprint(" +", p.Add(2))
				case "load":
					logs[i] += fmt.Sprint(" ", p.Load())
				case "store":
					p.Store(int64(10 * (i + 1)))
				case "read", "write":
					if races && in.do == "read" {
						engine.PlainRead(0, at, 8)
					} else if races {
						engine.PlainWrite(0, at, 8)
					}
				case "done":
					wg[in.on].Done()
				case "wait":
					wg[in.on].Wait()
				}
			}
			logs[i] += "."
		})
	}
	s.Wait()
	return fmt.Sprint(logs, n[0].Load(), n[1].Load())
}

// Threads that wait for the same WaitGroup go on in one order.
func TestAdds_WaitsCommute(t *testing.T) {
	for n := 2; n < 5; n++ {
		r := search(func(s *sched.S) {
			var gate, done sync.WaitGroup
			gate.Add(1)
			done.Add(n)
			for range n {
				s.Go(func() {
					gate.Wait()
					done.Done()
				})
			}
			gate.Done()
			done.Wait()
			s.Wait()
		}, engine.Options{})
		require.Equal(t, report.Exhausted, r.Ending, "%v", r.Failure)
		require.Equal(t, 1, r.Executions)
	}
}
