package classic

import (
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// cycle returns tasks of which each needs the next one, and the last one the first: a
// context waits for its subtask, and what lies below another cannot go on before it. It
// returns nil if there are none.
func cycle(stacks map[int][]cmuJoin) (found []*CMUTask) {
	needs := map[*CMUTask][]*CMUTask{}
	for _, stack := range stacks {
		for i, e := range stack {
			if !e.sub.isDone.Load() {
				needs[e.task] = append(needs[e.task], e.sub)
			}
			if i+1 < len(stack) {
				needs[e.task] = append(needs[e.task], stack[i+1].task)
			}
		}
	}
	var path []*CMUTask
	var visit func(t *CMUTask) bool
	visit = func(t *CMUTask) bool {
		for i, p := range path {
			if p == t {
				found = append(found, path[i:]...)
				return true
			}
		}
		path = append(path, t)
		for _, next := range needs[t] {
			if visit(next) {
				return true
			}
		}
		path = path[:len(path)-1]
		return false
	}
	for t := range needs {
		if visit(t) {
			return found
		}
	}
	return nil
}

// The dead join of figure 2, by the steals that the document tells, on real goroutines. No
// time is waited for: each gate opens when another thread has come to a given place.
func TestDeadJoin_AsTold(t *testing.T) {
	before := runtime.NumGoroutine()
	fib33, fib32, fib31 := fibs()
	g := &greedy{CMU: newCMU(CMUOptions{Workers: 3, Continuation: true}), pushesStolen: true}
	g.root = fib33
	g.workers[0].workq.Push(fib33)
	began31, pushed33, dead := make(chan bool), make(chan bool), make(chan bool)
	g.gate = func(w int, stolen bool, task *CMUTask) {
		switch {
		case w == 0 && task == fib31: // thread 0 has begun Fib(31), and does not end it yet
			close(began31)
			<-dead
		case w == 1 && stolen && task == fib33: // thread 1 has stolen Fib(33), and pushed it
			close(pushed33)
			<-dead
		}
	}
	var mu sync.Mutex
	stacks := map[int][]cmuJoin{}
	var found []*CMUTask
	over := false
	g.waits = func(w int, stack []cmuJoin) {
		mu.Lock()
		defer mu.Unlock()
		stacks[w] = append([]cmuJoin(nil), stack...)
		if c := cycle(stacks); c != nil && found == nil {
			found = c
			close(dead)
		}
	}
	g.quit = func() bool {
		mu.Lock()
		defer mu.Unlock()
		return over
	}
	var threads sync.WaitGroup
	threads.Go(func() { g.work(g.workers[0], nil) })
	threads.Go(func() { <-began31; g.work(g.workers[1], nil) })
	threads.Go(func() { <-pushed33; g.work(g.workers[2], nil) })
	<-dead
	for !fib31.isDone.Load() { // thread 0 ends it: that is no way out
		runtime.Gosched()
	}
	mu.Lock()
	require.ElementsMatch(t, []*CMUTask{fib33, fib32}, found, "they need each other")
	require.ElementsMatch(t, found, cycle(stacks), "and for ever")
	require.Equal(t, []cmuJoin{{fib32, fib31}, {fib33, fib32}}, stacks[2])
	over = true
	mu.Unlock()
	threads.Wait()
	// Nothing but the order of the stack was in the way.
	for _, task := range []*CMUTask{fib32, fib33} {
		require.False(t, task.isDone.Load())
		_, more := task.resume()
		require.False(t, more)
	}
	ended(t, before)
}
