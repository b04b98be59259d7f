package pool

import (
	"sync"

	"github.com/stealproof/stealproof/internal/park"
)

// givenUp has the parkers of those who no longer wait for a task. They are still in its list,
// from which nothing is removed, and so serve whoever waits for it next: however many have given
// up, the list is as long as the most that have waited at once.
type staleWaiters struct {
	mu      sync.Mutex
	parkers []*park.Parker
}

func (g *staleWaiters) keep(p *park.Parker) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.parkers = append(g.parkers, p)
}

// reuse returns one of them, or nil.
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
