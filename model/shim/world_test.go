package shim_test

import (
	"iter"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	stdsync "sync"
	stdatomic "sync/atomic"
	"testing"
	stdtime "time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	realpark "github.com/stealproof/stealproof/internal/park"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic"
	shimiter "github.com/stealproof/stealproof/model/shim/iter"
	shimpark "github.com/stealproof/stealproof/model/shim/park"
	shimruntime "github.com/stealproof/stealproof/model/shim/runtime"
	"github.com/stealproof/stealproof/model/shim/sync"
	"github.com/stealproof/stealproof/model/shim/time"
)

// The part of the API that programs here use.
type (
	mutex interface {
		stdsync.Locker
		TryLock() bool
	}
	rwMutex interface {
		mutex
		RLock()
		RUnlock()
		TryRLock() bool
		RLocker() stdsync.Locker
	}
	cond interface {
		Wait()
		Signal()
		Broadcast()
	}
	waitGroup interface {
		Add(int)
		Done()
		Wait()
		Go(func())
	}
	once interface{ Do(func()) }
	pool interface {
		Get() any
		Put(any)
	}
	smap interface {
		Load(key any) (any, bool)
		Store(key, value any)
		Clear()
		LoadOrStore(key, value any) (any, bool)
		LoadAndDelete(key any) (any, bool)
		Delete(key any)
		Swap(key, value any) (any, bool)
		CompareAndSwap(key, old, new any) bool
		CompareAndDelete(key, old any) bool
		Range(func(key, value any) bool)
	}
	parker interface {
		Park()
		ParkTimeout(stdtime.Duration) bool
		Unpark()
	}
	integer interface {
		Load() int64
		Store(int64)
		Add(int64) int64
		CompareAndSwap(old, new int64) bool
	}
	timer interface {
		Stop() bool
		Reset(stdtime.Duration) bool
	}
)

// world runs a program on real goroutines or under the scheduler.
type world struct {
	spawn func(func())
	wait  func()

	mutex     func() mutex
	rwMutex   func() rwMutex
	cond      func(stdsync.Locker) cond
	waitGroup func() waitGroup
	once      func() once
	onceValue func(func() int) func() int
	pool      func(func() any) pool
	smap      func() smap
	parker    func() parker
	integer   func() integer
	pull      func(iter.Seq[int]) (next func() (int, bool), stop func())
	gosched   func()
	goexit    func()
	sleep     func(stdtime.Duration)
	now       func() stdtime.Time
	afterFunc func(stdtime.Duration, func()) timer
}

// program returns its outcome.
type program func(w *world) string

// real runs a program once on goroutines, with the types of std or with the shims.
func real(p program, shims bool) string {
	var all stdsync.WaitGroup
	w := shimWorld()
	if !shims {
		w = genuine()
	}
	w.spawn = func(f func()) {
		all.Go(func() {
			for range rand.IntN(3) {
				runtime.Gosched()
			}
			f()
		})
	}
	w.wait = all.Wait
	afterFunc := w.afterFunc
	w.afterFunc = func(d stdtime.Duration, f func()) timer {
		all.Add(1)
		return stoppable{afterFunc(d, func() { defer all.Done(); f() }), &all}
	}
	return p(&w)
}

func genuine() world {
	return world{
		mutex:     func() mutex { return new(stdsync.Mutex) },
		rwMutex:   func() rwMutex { return new(stdsync.RWMutex) },
		cond:      func(l stdsync.Locker) cond { return stdsync.NewCond(l) },
		waitGroup: func() waitGroup { return new(stdsync.WaitGroup) },
		once:      func() once { return new(stdsync.Once) },
		onceValue: stdsync.OnceValue[int],
		pool:      func(f func() any) pool { return &stdsync.Pool{New: f} },
		smap:      func() smap { return new(stdsync.Map) },
		parker:    func() parker { return realpark.New() },
		integer:   func() integer { return new(stdatomic.Int64) },
		pull:      iter.Pull[int],
		gosched:   runtime.Gosched,
		goexit:    runtime.Goexit,
		sleep:     stdtime.Sleep,
		now:       stdtime.Now,
		afterFunc: func(d stdtime.Duration, f func()) timer { return stdtime.AfterFunc(d, f) },
	}
}

func shimWorld() world {
	return world{
		mutex:     func() mutex { return new(sync.Mutex) },
		rwMutex:   func() rwMutex { return new(sync.RWMutex) },
		cond:      func(l stdsync.Locker) cond { return sync.NewCond(l) },
		waitGroup: func() waitGroup { return new(sync.WaitGroup) },
		once:      func() once { return new(sync.Once) },
		onceValue: sync.OnceValue[int],
		pool:      func(f func() any) pool { return &sync.Pool{New: f} },
		smap:      func() smap { return new(sync.Map) },
		parker:    func() parker { return shimpark.New() },
		integer:   func() integer { return new(atomic.Int64) },
		pull:      shimiter.Pull[int],
		gosched:   shimruntime.Gosched,
		goexit:    shimruntime.Goexit,
		sleep:     time.Sleep,
		now:       time.Now,
		afterFunc: func(d stdtime.Duration, f func()) timer { return time.AfterFunc(d, f) },
	}
}

// stoppable counts a stopped timer as done.
type stoppable struct {
	timer
	all *stdsync.WaitGroup
}

func (s stoppable) Stop() bool {
	stopped := s.timer.Stop()
	if stopped {
		s.all.Done()
	}
	return stopped
}

func (s stoppable) Reset(d stdtime.Duration) bool {
	s.all.Add(1) // before it can fire
	active := s.timer.Reset(d)
	if active {
		s.all.Done()
	}
	return active
}

// modelled runs a program under the scheduler.
func modelled(p program, note func(string)) func(*sched.S) {
	return func(s *sched.S) {
		w := shimWorld()
		w.spawn, w.wait = s.Go, s.Wait
		note(p(&w))
	}
}

// outcomes counts the outcomes of a program.
type outcomes map[string]int

func (o outcomes) String() string {
	var all []string
	for s := range o {
		all = append(all, s)
	}
	slices.Sort(all)
	return strings.Join(all, " | ")
}

// explore searches a program. If the program breaks a rule, the rule is the outcome.
func explore(p program, o sched.Options) (outcomes, sched.Result) {
	found := outcomes{}
	r := sched.Search(modelled(p, func(s string) { found[s]++ }), o)
	if r.Failure != nil {
		found = outcomes{r.Failure.Rule: 1}
	}
	return found, r
}

// litmus is a program and all its outcomes, sorted, or the rule that it breaks.
type litmus struct {
	name string
	run  program
	want string
	// unreal programs cannot run on real goroutines: they do not end, or they misuse a package.
	unreal bool
	rounds int
	// announces says that a loop changes something in each round. So not all of its rounds are
	// tried.
	announces bool
}

func (l litmus) test(t *testing.T) {
	t.Run(l.name, func(t *testing.T) {
		found, r := explore(l.run, sched.Options{})
		if r.Failure == nil {
			ending := sched.Exhausted
			if l.announces {
				ending = sched.BoundHit
			}
			require.Equal(t, ending, r.Ending)
		}
		detail := ""
		if r.Failure != nil {
			detail = r.Failure.Detail
		}
		require.Equal(t, l.want, found.String(), "%v\n%s", r, detail)
		t.Logf("%v: %v", r, found)

		// All schedules, without any reduction, have the same outcomes.
		naive, r := explore(l.run, sched.Options{Strategy: strategy.NewBounded(-1), Executions: 100_000})
		if r.Ending != sched.BoundHit {
			require.Equal(t, found.String(), naive.String(), "without reduction")
		}
		t.Logf("without reduction: %v: %v", r, naive)

		if l.unreal {
			return
		}
		rounds := l.rounds
		if rounds == 0 {
			rounds = 1000
		}
		if testing.Short() {
			rounds /= 5
		}
		for _, shims := range []bool{false, true} {
			seen := outcomes{}
			for range rounds {
				seen[real(l.run, shims)]++
			}
			t.Logf("on goroutines (shims: %v): %v", shims, map[string]int(seen))
			for s := range seen {
				require.Contains(t, found, s, "it happened on real goroutines (shims: %v)", shims)
			}
		}
	})
}
