package engine_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic"
	"github.com/stealproof/stealproof/model/shim/sync"
)

// locker is a random program with locks and a condition variable: the instructions of each thread. A
// lock is given back at its second mention, or at the end.
type locker [][]string

func randomLocker(rng *rand.Rand) (p locker) {
	codes := []string{"lock", "lock", "rlock", "rlock", "rlock", "wlock", "tryr", "wait", "wait", "signal", "broadcast", "load", "add", "write", "read"}
	left := 5 + rng.IntN(4)
	for range 2 + rng.IntN(2) {
		var body []string
		for n := 1 + rng.IntN(4); n > 0 && left > 0; n-- {
			body = append(body, codes[rng.IntN(len(codes))])
			left--
		}
		p = append(p, body)
	}
	return p
}

// lockers runs a program, and logs what each thread has seen.
type lockers struct {
	mu    sync.Mutex
	rw    sync.RWMutex
	cond  *sync.Cond
	x     atomic.Int64
	plain int64
	races bool
	log   []string
}

// keys are the locks that a thread holds.
type keys struct{ mutex, reader, writer bool }

func (l *lockers) do(k *keys, code string, id int) {
	switch code {
	case "lock":
		if k.mutex = !k.mutex; k.mutex {
			l.mu.Lock()
		} else {
			l.mu.Unlock()
		}
	case "rlock", "tryr":
		switch {
		case k.writer:
		case k.reader:
			k.reader = false
			l.rw.RUnlock()
		case code == "rlock":
			k.reader = true
			l.rw.RLock()
		default:
			k.reader = l.rw.TryRLock()
			l.log[id] += fmt.Sprint(" try ", k.reader)
		}
	case "wlock":
		switch {
		case k.reader:
		case k.writer:
			k.writer = false
			l.rw.Unlock()
		default:
			k.writer = true
			l.rw.Lock()
		}
	case "wait":
		if k.mutex {
			l.cond.Wait()
			l.log[id] += " woken"
		}
	case "signal":
		l.cond.Signal()
	case "broadcast":
		l.cond.Broadcast()
	case "load":
		l.log[id] += fmt.Sprint(" ", l.x.Load())
	case "add":
		l.log[id] += fmt.Sprint(" ", l.x.Add(1))
	case "write", "read":
		if at := unsafe.Pointer(&l.plain); l.races && code == "write" {
			engine.PlainWrite(0, at, 8)
		} else if l.races {
			engine.PlainRead(0, at, 8)
		}
	}
}

func (l *lockers) run(s *sched.S, p locker) {
	l.cond, l.log = sync.NewCond(&l.mu), make([]string, len(p))
	for id, body := range p {
		s.Go(func() {
			var k keys
			for _, code := range body {
				l.do(&k, code, id)
			}
			for _, held := range []struct {
				is   bool
				code string
			}{{k.mutex, "lock"}, {k.reader, "rlock"}, {k.writer, "wlock"}} {
				if held.is {
					l.do(&k, held.code, id)
				}
			}
			l.log[id] += "."
		})
	}
	s.Wait()
}

// lockersOf returns what each thread has seen, in all executions, and whether there is a data race.
func lockersOf(t *testing.T, p locker, s strategy.Restarter, races bool) (r engine.Result, saw map[string]bool, racy bool) {
	saw = map[string]bool{}
	var l *lockers
	note := func() { saw[strings.Join(l.log, " |")] = true }
	r = engine.SearchPast(on(func(s *sched.S) {
		l = &lockers{races: races}
		l.run(s, p)
	}), engine.Options{Strategy: ended{pastStuck{s}, note}, Saturation: 1 << 30, Executions: 10_000, NoRaces: !races}, func(f *engine.Failure) {
		racy = racy || f.Rule == report.RuleRace
		require.Contains(t, []string{report.RuleDeadlock, report.RuleRace}, f.Rule, "%v\n%v", p, f)
	})
	return r, saw, racy
}

// ended calls note at the end of each execution that was not abandoned.
type ended struct {
	pastStuck
	note func()
}

func (e ended) End(s *strategy.State, why strategy.End) {
	if why == strategy.Complete || why == strategy.CutOff && s.Enabled == 0 {
		e.note()
	}
	e.pastStuck.End(s, why)
}

// The reduced search of random programs with mutexes, readers, writers and a condition variable shows
// every outcome and every data race that the search of all schedules shows.
func TestLocks_NothingIsLeftOut(t *testing.T) {
	programs := 200
	if testing.Short() {
		programs = 60
	}
	programs = long.Programs(programs, 500)
	rng := rand.New(rand.NewPCG(*channelSeed, 7))
	all, reduced, classes, racing := 0, 0, 0, 0
	for done := 0; done < programs; {
		p := randomLocker(rng)
		naive, want, _ := lockersOf(t, p, strategy.NewBounded(-1), false)
		if naive.Ending != report.Exhausted {
			continue
		}
		done++
		got, saw, _ := lockersOf(t, p, strategy.NewDPOR(), false)
		require.Equal(t, report.Exhausted, got.Ending, "%v: %v", p, got.Failure)
		require.Equal(t, slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(saw)), "program %d: %v", done, p)
		require.Equal(t, naive.Classes, got.Classes, "program %d: %v", done, p)
		_, _, races := lockersOf(t, p, strategy.NewBounded(-1), true)
		_, _, found := lockersOf(t, p, strategy.NewDPOR(), true)
		require.Equal(t, races, found, "program %d: %v", done, p)
		if races {
			racing++
		}
		all, reduced, classes = all+naive.Executions, reduced+got.Executions, classes+got.Classes
	}
	t.Logf("%d programs, %d with a data race; %d schedules in %d classes; the reduced search ran %d", programs, racing, all, classes, reduced)
	require.Positive(t, racing)
}
