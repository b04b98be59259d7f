package engine_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic"
	"github.com/stealproof/stealproof/model/shim/sync"
)

// spin is a part of a random program: a store, or a loop that waits for a value.
type spin struct {
	variable int
	value    int64
	rounds   int // rounds until the loop gives up; 0 is a store, more than 3 is an endless loop
	announce int // a variable that each round raises and lowers again, or -1
	locked   bool
	twice    bool // a round yields at two places
}

func randomSpins(rng *rand.Rand) (threads [][]spin) {
	total := 4
	for len(threads) < 2+rng.IntN(2) && total > 0 {
		var parts []spin
		for range min(total, 1+rng.IntN(2)) {
			s := spin{variable: rng.IntN(2), value: 1 + rng.Int64N(2), announce: -1}
			if rng.IntN(2) == 0 {
				s.rounds = 1 + rng.IntN(2)
				switch rng.IntN(8) {
				case 0:
					s.announce = 2
				case 1:
					s.locked = true
				case 2:
					s.twice = true
				case 3:
					s.rounds = 4
				}
			}
			parts = append(parts, s)
			total--
		}
		threads = append(threads, parts)
	}
	return threads
}

// outcomes runs a program of spins under the options' schedules, and returns its outcomes.
func outcomes(t *testing.T, threads [][]spin, o engine.Options) (map[string]bool, engine.Result) {
	seen := map[string]bool{}
	r := search(func(s *sched.S) {
		var x [3]atomic.Int64
		var mu sync.Mutex
		out := make([]string, len(threads))
		for i, parts := range threads {
			s.Go(func() {
				for _, p := range parts {
					if p.rounds == 0 {
						x[p.variable].Store(p.value)
						continue
					}
					if p.rounds > 3 {
						for x[p.variable].Load() != p.value {
							engine.Yield()
						}
						continue
					}
					found, n := false, 0
					for ; !found && n < p.rounds; n++ {
						if p.announce >= 0 {
							x[p.announce].Add(1)
						}
						if p.locked {
							mu.Lock()
						}
						found = x[p.variable].Load() == p.value
						if p.locked {
							mu.Unlock()
						}
						if p.announce >= 0 {
							x[p.announce].Add(-1)
						}
						if p.twice && !found {
							engine.Yield()
							found = x[1-p.variable].Load() == p.value
						}
						if !found {
							engine.Yield()
						}
					}
					out[i] += fmt.Sprintf(" %v after %d;", found, n)
				}
			})
		}
		s.Wait()
		seen[fmt.Sprint(strings.Join(out, "|"), x[0].Load(), x[1].Load())] = true
	}, o)
	return seen, r
}

// Blocking a thread in a loop loses no outcome. Random programs with loops that give up have the
// same outcomes as when every loop may go on at any time.
func TestAwait_NothingIsLeftOut(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	programs := long.Programs(50, 300)
	compared, endless := 0, 0
	for compared < programs {
		threads := randomSpins(rng)
		forever := slices.ContainsFunc(threads, func(p []spin) bool {
			return slices.ContainsFunc(p, func(s spin) bool { return s.rounds > 3 })
		})
		got, r := outcomes(t, threads, engine.Options{NoRaces: true})
		if forever {
			// It has too many schedules to try them all. Random ones must show no other outcome.
			if r.Ending == report.Failed {
				require.Equal(t, report.RuleLivelock, r.Failure.Rule, "%+v", threads)
				continue
			}
			require.Equal(t, report.Exhausted, r.Ending, "%+v", threads)
			some, _ := outcomes(t, threads, engine.Options{NoRaces: true, Strategy: strategy.NewRandom(1), Executions: 300}.Ungate())
			for o := range some {
				require.True(t, got[o], "%+v: only without waiting: %s", threads, o)
			}
			endless++
			compared++
			continue
		}
		require.Equal(t, report.Exhausted, r.Ending, "%+v", threads)
		want, all := outcomes(t, threads, engine.Options{NoRaces: true}.Ungate())
		if all.Ending != report.Exhausted {
			continue
		}
		compared++
		require.Equal(t, slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got)), "%+v", threads)
	}
	t.Logf("%d programs, %d with loops without end", compared, endless)
}
