package examples

import "sync"

// A Group lets all callers of Do share one run of a function.
type Group struct {
	mu    sync.Mutex
	call  *call       // that others may join, or nil
	epoch int         // counts calls of Forget
	runs  map[int]int // running functions by epoch; it only serves the test
}

type call struct {
	done  chan struct{}
	alone bool
}

// NewGroup returns a group in which nothing runs.
func NewGroup() *Group { return &Group{runs: map[int]int{}} }

// Do runs f, or joins a caller that does. It reports whether no other run that began since the last
// Forget was under way when this one began.
func (g *Group) Do(f func()) bool { return g.do(f, func(c *call) bool { return g.call == c }) }

func (g *Group) do(f func(), forget func(*call) bool) bool {
	g.mu.Lock()
	if c := g.call; c != nil {
		g.mu.Unlock()
		<-c.done
		return c.alone
	}
	epoch := g.epoch
	c := &call{done: make(chan struct{}), alone: g.runs[epoch] == 0}
	g.call = c
	g.runs[epoch]++
	g.mu.Unlock()

	f()

	g.mu.Lock()
	g.runs[epoch]--
	if forget(c) {
		g.call = nil
	}
	g.mu.Unlock()
	close(c.done)
	return c.alone
}

// Forget makes the next call of Do run its function, even if another one is running.
func (g *Group) Forget() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.call = nil
	g.epoch++
}

// A BrokenGroup forgets whatever is running when its own run ends, which may be a later one. Package
// singleflight of golang.org/x/sync did so: https://go.dev/issue/31420
type BrokenGroup struct{ Group }

// NewBrokenGroup returns a group in which nothing runs.
func NewBrokenGroup() *BrokenGroup { return &BrokenGroup{Group{runs: map[int]int{}}} }

// Do runs f, or joins a caller that does.
func (g *BrokenGroup) Do(f func()) bool { return g.do(f, func(*call) bool { return true }) }
