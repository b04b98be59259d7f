package pool_test

import (
	"context"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/pool"
	"github.com/stealproof/stealproof/wsq"
)

// background is for calls that nobody cancels.
var background = context.Background()

// patience is how long a test waits for what must come: only a broken pool takes so
// long.
const spinPolicy = 5 * time.Second

// kinds are the deques that a pool may have.
var kinds = []struct {
	name string
	make func() wsq.Deque[*pool.Task]
}{
	{"Split", func() wsq.Deque[*pool.Task] { return wsq.NewSplit[*pool.Task](2) }},
	{"ChaseLev", func() wsq.Deque[*pool.Task] { return wsq.NewChaseLev[*pool.Task](2) }},
	{"ABP", func() wsq.Deque[*pool.Task] { return abp{wsq.NewABP[pool.Task](4)} }},
	{"Duffy", func() wsq.Deque[*pool.Task] { return wsq.NewDuffy[*pool.Task](2) }},
	{"THE", func() wsq.Deque[*pool.Task] { return wsq.NewTHE[*pool.Task](2, false) }},
	{"THEKeepLast", func() wsq.Deque[*pool.Task] { return wsq.NewTHE[*pool.Task](2, true) }},
	{"Locked", func() wsq.Deque[*pool.Task] { return wsq.NewLocked[*pool.Task](2) }},
}

// abp is bounded: what finds no room runs at once.
type abp struct{ *wsq.ABP[pool.Task] }

func locked() wsq.Deque[*pool.Task] { return wsq.NewLocked[*pool.Task](2) }

// many is how often a test repeats something: so often by default, or as often as is
// asked for.
func many(short, all int) int {
	if long.Asked() {
		return all
	}
	return short
}

// until waits for a condition.
func until(t testing.TB, what string, condition func() bool) {
	t.Helper()
	start := time.Now()
	for n := 0; !condition(); n++ {
		if time.Since(start) > spinPolicy {
			t.Fatalf("waited in vain: %s\n%s", what, stacks())
		}
		relax(n)
	}
}

// spin waits for a condition inside a task, which is not to hang for ever.
func spin(condition func() bool) bool {
	start := time.Now()
	for n := 0; !condition(); n++ {
		if time.Since(start) > spinPolicy {
			return false
		}
		relax(n)
	}
	return true
}

// relax passes the time in a loop that waits: for a while it yields, and then it
// sleeps, since the Go scheduler polls the network only where some processor is idle, and
// otherwise every 10 ms. Workers are woken that way.
func relax(n int) {
	if n < 100 {
		runtime.Gosched()
	} else {
		time.Sleep(20 * time.Microsecond)
	}
}

// finishes calls f, and fails with all stacks if that does not return.
func finishes(t testing.TB, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
	case <-time.After(spinPolicy):
		t.Fatalf("it hangs\n%s", stacks())
	}
}

func stacks() string {
	b := make([]byte, 1<<20)
	return string(b[:runtime.Stack(b, true)])
}

// made returns a pool that is closed at the end of the test, all of whose workers
// sleep.
func made(t testing.TB, o pool.Options) *pool.Pool {
	p := pool.New(o)
	asleep(t, p)
	t.Cleanup(func() {
		if !t.Failed() {
			finishes(t, func() { require.NoError(t, p.Close(background)) })
		}
	})
	return p
}

func asleep(t testing.TB, p *pool.Pool) {
	t.Helper()
	until(t, "all workers sleep", func() bool { return p.Sleeping() == p.Workers() })
}

// caught returns what f panics with.
func caught(f func()) (v any) {
	defer func() { v = recover() }()
	f()
	return nil
}

// panicsOfPool requires that f panics with a text of the pool's.
func panicsOfPool(t testing.TB, f func()) {
	t.Helper()
	v := caught(f)
	text, ok := v.(string)
	require.True(t, ok && strings.HasPrefix(text, "pool: "), "not a panic of the pool's: %v", v)
}

// pause gives others a chance to run.
func pause() { time.Sleep(10 * time.Microsecond) }

// in calls f in a task, and returns what it panics with.
func in(p *pool.Pool, f func(w *pool.Worker)) (v any) {
	_, err := pool.Run(background, p, func(w *pool.Worker) (int, error) {
		v = caught(func() { f(w) })
		return 0, nil
	})
	if err != nil {
		return err
	}
	return v
}

// tree runs f as a tree of its own, on the same worker if nobody is idle. (What is run
// by [pool.Run] on a worker belongs to the tree of the running task.)
func tree(w *pool.Worker, f func(w *pool.Worker)) error {
	t, err := pool.Submit(background, w, func(w *pool.Worker) (int, error) { f(w); return 0, nil })
	if err != nil {
		return err
	}
	_, err = t.Join(w)
	return err
}
