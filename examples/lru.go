package examples

import "sync"

// An LRU is a cache for two entries. If it is full, the entry that was used least recently goes.
type LRU struct {
	mu    sync.RWMutex
	order []int // keys, the most recent first
	of    map[int]int
}

// NewLRU returns an empty cache.
func NewLRU() *LRU { return &LRU{of: map[int]int{}} }

// Get returns the value of a key, which counts as a use.
func (c *LRU) Get(k int) (int, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	v, ok := c.of[k]
	if ok {
		c.use(k)
	}
	return v, ok
}

// Put sets the value of a key.
func (c *LRU) Put(k, v int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.use(k)
	c.of[k] = v
	if len(c.order) > 2 {
		delete(c.of, c.order[2])
		c.order = c.order[:2]
	}
}

// use moves a key to the front.
func (c *LRU) use(k int) {
	n := []int{k}
	for _, other := range c.order {
		if other != k {
			n = append(n, other)
		}
	}
	c.order = n
}

// A BrokenLRU takes the lock for reading in Get, which changes the order. The cache of go-ethereum did:
// https://github.com/ethereum/go-ethereum/pull/26164
type BrokenLRU struct{ LRU }

// NewBrokenLRU returns an empty cache.
func NewBrokenLRU() *BrokenLRU { return &BrokenLRU{LRU{of: map[int]int{}}} }

// Get returns the value of a key, which counts as a use.
func (c *BrokenLRU) Get(k int) (int, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	v, ok := c.of[k]
	if ok {
		c.use(k)
	}
	return v, ok
}
