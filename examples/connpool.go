package examples

import (
	"sync"
	"time"
)

// A Pool keeps connections that are not in use, each for a minute.
type Pool struct {
	mu     sync.Mutex
	closed bool
	idle   []*conn
	open   int // connections
}

type conn struct{ timer *time.Timer }

// NewPool returns a pool without connections.
func NewPool() *Pool { return &Pool{} }

// Use gets a connection, and puts it back. It returns false if the pool is closed.
func (p *Pool) Use() bool {
	c := p.get()
	if c != nil {
		p.put(c)
	}
	return c != nil
}

func (p *Pool) get() *conn {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil
	}
	if n := len(p.idle); n > 0 {
		c := p.idle[n-1]
		p.idle = p.idle[:n-1]
		c.timer.Stop()
		return c
	}
	p.open++
	return &conn{}
}

func (p *Pool) put(c *conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		p.open--
		return
	}
	p.keep(c)
}

// keep makes a connection idle. The lock is held.
func (p *Pool) keep(c *conn) {
	p.idle = append(p.idle, c)
	c.timer = time.AfterFunc(time.Minute, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		for i := range p.idle {
			if p.idle[i] == c {
				p.idle = append(p.idle[:i], p.idle[i+1:]...)
				p.open--
				return
			}
		}
	})
}

// Close closes the pool. Connections in use are closed when they are put back.
func (p *Pool) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, c := range p.idle {
		c.timer.Stop()
		p.open--
	}
	p.idle = nil
}

// Leaks reports whether the pool is closed and a connection is open.
func (p *Pool) Leaks() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.closed && p.open > 0
}

// A BrokenPool drops a connection that comes back to a closed pool, and does not close it. The driver
// of ClickHouse leaked connections in this way: https://github.com/ClickHouse/clickhouse-go/pull/1833
type BrokenPool struct{ Pool }

// NewBrokenPool returns a pool without connections.
func NewBrokenPool() *BrokenPool { return &BrokenPool{} }

// Use gets a connection, and puts it back.
func (p *BrokenPool) Use() bool {
	c := p.get()
	if c == nil {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.closed {
		p.keep(c)
	}
	return true
}
