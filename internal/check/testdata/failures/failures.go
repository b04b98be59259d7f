// Package failures has programs that break a rule each, in the style of real code.
package failures

import (
	"errors"
	"sync"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/park"
)

// Counter loses updates.
type Counter struct{ n atomic.Int64 }

func (c *Counter) Add() { c.n.Store(c.n.Load() + 1) }

// Account has a balance that can be transferred.
type Account struct {
	mu      sync.Mutex
	balance int
}

// Transfer locks both accounts in the order of its arguments.
func Transfer(from, to *Account, amount int) {
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock()
	defer to.mu.Unlock()
	from.balance -= amount
	to.balance += amount
}

// Total reads the balance without the lock.
func (a *Account) Total() int { return a.balance }

// Box holds a value once it is full.
type Box struct {
	full  atomic.Bool
	value string
}

// Put marks the box as full before it stores the value.
func (b *Box) Put(v string) {
	b.full.Store(true)
	b.value = v
}

func (b *Box) Get() (string, bool) {
	if !b.full.Load() {
		return "", false
	}
	return b.value, true
}

// Node is an element of a Stack.
type Node struct {
	next  *Node
	value int
}

// Stack is Treiber's stack. It reuses nodes, so it has the ABA problem.
type Stack struct{ top atomic.Pointer[Node] }

func (s *Stack) Push(n *Node) {
	for {
		top := s.top.Load()
		n.next = top
		if s.top.CompareAndSwap(top, n) {
			return
		}
	}
}

func (s *Stack) Pop() *Node {
	for {
		top := s.top.Load()
		if top == nil {
			return nil
		}
		next := top.next
		if s.top.CompareAndSwap(top, next) {
			return top
		}
	}
}

// Ring is a queue for one producer and one consumer. Take does not
// check whether there is an item.
type Ring struct {
	slots [2]atomic.Pointer[Node] // nil means free
	head  atomic.Uint32
}

func (r *Ring) Put(n *Node, at int) bool {
	return r.slots[at].CompareAndSwap(nil, n)
}

func (r *Ring) Take() int {
	n := r.slots[r.head.Load()%2].Load()
	r.head.Add(1)
	return n.value
}

// Worker sleeps until there is something to do.
type Worker struct {
	asleep atomic.Bool
	todo   atomic.Int32
	parker *park.Parker
}

func NewWorker() *Worker { return &Worker{parker: park.New()} }

// Work checks for work, announces that it sleeps, and sleeps. It does not check again.
func (w *Worker) Work() {
	if w.todo.Load() == 0 {
		w.asleep.Store(true)
		w.parker.Park()
	}
	w.todo.Add(-1)
}

func (w *Worker) Submit() {
	w.todo.Add(1)
	if w.asleep.Swap(false) {
		w.parker.Unpark()
	}
}

// Queue wakes one waiter where it must wake all.
type Queue struct {
	mu     sync.Mutex
	some   sync.Cond
	items  []int
	closed bool
}

func NewQueue() *Queue {
	q := &Queue{}
	q.some.L = &q.mu
	return q
}

func (q *Queue) Put(v int) {
	q.mu.Lock()
	q.items = append(q.items, v)
	q.mu.Unlock()
	q.some.Signal()
}

func (q *Queue) Close() {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
	q.some.Signal()
}

func (q *Queue) Get() (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 {
		if q.closed {
			return 0, errors.New("closed")
		}
		q.some.Wait()
	}
	v := q.items[0]
	q.items = q.items[1:]
	return v, nil
}

// Cache has many readers and few writers.
type Cache struct {
	mu    sync.RWMutex
	once  sync.Once
	pool  sync.Pool
	ready atomic.Bool
	keys  map[string]int
}

func (c *Cache) init() {
	c.keys = map[string]int{}
	c.ready.Store(true)
}

func (c *Cache) Set(k string, v int) {
	c.once.Do(c.init)
	c.mu.Lock()
	c.keys[k] = v
	c.mu.Unlock()
}

// Get gives up if a writer holds the lock.
func (c *Cache) Get(k string) (int, bool) {
	c.once.Do(c.init)
	if !c.mu.TryRLock() {
		return 0, false
	}
	defer c.mu.RUnlock()
	v, ok := c.keys[k]
	return v, ok
}

// Buffer returns a used buffer without clearing it.
func (c *Cache) Buffer() *[]int {
	if b, ok := c.pool.Get().(*[]int); ok {
		return b
	}
	return new([]int)
}

func (c *Cache) Recycle(b *[]int) { c.pool.Put(b) }

// Polite lets the other thread go first, and the other thread does the same.
type Polite struct{ wants [2]atomic.Bool }

func (p *Polite) Enter(me int, yield func()) {
	p.wants[me].Store(true)
	for p.wants[1-me].Load() {
		yield()
	}
}

// Leave does not announce that the thread has left.
func (p *Polite) Leave(int) {}
