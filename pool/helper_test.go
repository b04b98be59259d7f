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

// background is the context of calls that nobody cancels.
var background = context.Background()

// timeout is how long a test waits for an event. Only a broken pool takes so long, even on a busy machine.
const timeout = time.Minute

// kinds are the deques that a pool may use.
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

// abp is bounded: a task that finds no room in it runs at once.
type abp struct{ *wsq.ABP[pool.Task] }

func locked() wsq.Deque[*pool.Task] { return wsq.NewLocked[*pool.Task](2) }

// many returns how often a test repeats something: by default, or as often as the environment
// asks for.
func many(short, all int) int {
	if long.Asked() {
		return all
	}
	return short
}

// until waits for a condition, and fails the test after timeout.
func until(t testing.TB, what string, condition func() bool) {
	t.Helper()
	start := time.Now()
	for n := 0; !condition(); n++ {
		if time.Since(start) > timeout {
			t.Fatalf("waited in vain: %s\n%s", what, stacks())
		}
		backOff(n)
	}
}

// spin waits for a condition inside a task. It reports whether the condition came within timeout,
// so the task cannot hang.
func spin(condition func() bool) bool {
	start := time.Now()
	for n := 0; !condition(); n++ {
		if time.Since(start) > timeout {
			return false
		}
		backOff(n)
	}
	return true
}

// backOff passes the time in a loop that waits. It yields for a while, and then sleeps: workers
// are woken through the network poller. The Go scheduler polls the network when a processor is
// idle, and otherwise only every 10 ms.
func backOff(n int) {
	if n < 100 {
		runtime.Gosched()
	} else {
		time.Sleep(20 * time.Microsecond)
	}
}

// finishes calls f. If f does not return, it fails the test and prints all stacks.
func finishes(t testing.TB, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
	case <-time.After(timeout):
		t.Fatalf("it hangs\n%s", stacks())
	}
}

func stacks() string {
	b := make([]byte, 1<<20)
	return string(b[:runtime.Stack(b, true)])
}

// made returns a pool whose workers all sleep. The test closes it at its end.
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

// caught returns the value that f panics with.
func caught(f func()) (v any) {
	defer func() { v = recover() }()
	f()
	return nil
}

// outcome calls f on a goroutine of its own. It returns the value that f panics with, or
// pool.ErrGoexit if f calls Goexit.
func outcome(f func()) (v any) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		v = pool.ErrGoexit
		v = caught(f)
	}()
	<-done
	return v
}

// panicsOfPool requires that f panics with a message of the pool.
func panicsOfPool(t testing.TB, f func()) {
	t.Helper()
	v := caught(f)
	text, ok := v.(string)
	require.True(t, ok && strings.HasPrefix(text, "pool: "), "not a panic of the pool: %v", v)
}

// pause gives other goroutines a chance to run.
func pause() { time.Sleep(10 * time.Microsecond) }

// in calls f in a task, and returns the value that it panics with.
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

// tree runs f as a tree of its own, on the same worker if no worker is idle. (A [pool.Run] on a
// worker would belong to the tree of the running task.)
func tree(w *pool.Worker, f func(w *pool.Worker)) error {
	t, err := pool.Submit(background, w, func(w *pool.Worker) (int, error) { f(w); return 0, nil })
	if err != nil {
		return err
	}
	_, err = t.Join(w)
	return err
}
