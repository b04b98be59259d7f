package examples

import "sync"

// A Mailbox is a queue with room for one value. Put and Take wait.
type Mailbox struct {
	mu            sync.Mutex
	full, emptied *sync.Cond
	value         int
	has           bool
}

// NewMailbox returns an empty mailbox.
func NewMailbox() *Mailbox {
	m := &Mailbox{}
	m.full, m.emptied = sync.NewCond(&m.mu), sync.NewCond(&m.mu)
	return m
}

// Put adds a value. It waits until there is room.
func (m *Mailbox) Put(v int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for m.has {
		m.emptied.Wait()
	}
	m.value, m.has = v, true
	m.full.Signal()
}

// Take takes the value. It waits until there is one.
func (m *Mailbox) Take() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	for !m.has {
		m.full.Wait()
	}
	m.has = false
	m.emptied.Signal()
	return m.value
}

// NewBrokenMailbox returns a mailbox in which all wait for one condition variable. A signal may reach
// somebody who waits for something else, and is lost. A lock for keys had this fault:
// https://github.com/im7mortal/kmutex/pull/5
func NewBrokenMailbox() *Mailbox {
	m := &Mailbox{}
	m.full = sync.NewCond(&m.mu)
	m.emptied = m.full
	return m
}
