package pool

import (
	"sync"

	"github.com/stealproof/stealproof/internal/park"
)

// staleWaiters keeps the parkers of goroutines that have given up waiting for a task. Their
// entries are still in the task's list, from which nothing is removed. The next goroutine that
// waits reuses such a parker. So the list is only as long as the largest number of goroutines
// that waited at once.
type staleWaiters struct {
	mu      sync.Mutex
	parkers []*park.Parker
}

func (g *staleWaiters) keep(p *park.Parker) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.parkers = append(g.parkers, p)
}

// reuse returns one of the parkers, or nil.
func (g *staleWaiters) reuse() *park.Parker {
	g.mu.Lock()
	defer g.mu.Unlock()
	n := len(g.parkers) - 1
	if n < 0 {
		return nil
	}
	p := g.parkers[n]
	g.parkers[n] = nil
	g.parkers = g.parkers[:n]
	return p
}
