package classic

import (
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// cycle returns a cycle of tasks: each needs the next one, and the last one needs the first. It
// returns nil if there is no cycle. A context needs its subtask. A context that lies below
// another needs the upper one.
func cycle(stacks map[int][]waiting) (found []*task[*CMUContext]) {
	needs := map[*task[*CMUContext]][]*task[*CMUContext]{}
	for _, stack := range stacks {
		for i, e := range stack {
			if !e.sub.isComplete() {
				needs[e.task] = append(needs[e.task], e.sub)
			}
			if i+1 < len(stack) {
				needs[e.task] = append(needs[e.task], stack[i+1].task)
			}
		}
	}
	var path []*task[*CMUContext]
	var visit func(t *task[*CMUContext]) bool
	visit = func(t *task[*CMUContext]) bool {
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

// This is the dead join of figure 2, by the steals of the document, on real goroutines. There are
// no timeouts: each gate opens when another thread has come to a given place.
func TestDeadJoin_AsTold(t *testing.T) {
	before := runtime.NumGoroutine()
	fib33, fib32, fib31 := fibs()
	g := &greedy{CMU: newCMU(CMUOptions{Workers: 3, Continuation: true}), pushesStolen: true}
	g.begin(fib33)
	began31, pushed33, dead := make(chan bool), make(chan bool), make(chan bool)
	g.gate = func(w int, stolen bool, t *task[*CMUContext]) {
		switch {
		case w == 0 && t == fib31: // thread 0 has begun Fib(31), and does not end it yet
			close(began31)
			<-dead
		case w == 1 && stolen && t == fib33: // thread 1 has stolen Fib(33), and pushed it
			close(pushed33)
			<-dead
		}
	}
	var mu sync.Mutex
	stacks := map[int][]waiting{}
	var found []*task[*CMUContext]
	over := false
	g.waits = func(w int, stack []waiting) {
		mu.Lock()
		defer mu.Unlock()
		stacks[w] = stack
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
	var left []*CMUContext
	threads.Go(func() { <-pushed33; left = g.work(g.workers[2], nil) })
	<-dead
	for !fib31.isComplete() { // thread 0 ends it, which does not resolve the dead join
		runtime.Gosched()
	}
	mu.Lock()
	require.ElementsMatch(t, []*task[*CMUContext]{fib33, fib32}, found, "the two tasks do not need each other")
	require.ElementsMatch(t, found, cycle(stacks), "the cycle has not lasted")
	require.Equal(t, []waiting{{fib32, fib31}, {fib33, fib32}}, stacks[2])
	over = true
	mu.Unlock()
	threads.Wait()
	// Only the order of the stack was in the way: the tasks end in another order.
	for _, c := range left {
		require.False(t, c.task.isComplete())
		_, more := c.resume()
		require.False(t, more)
	}
	ended(t, before)
}
