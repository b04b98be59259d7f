package protocol

import (
	"runtime"
	"sync/atomic"
)

// TicketLock is a lock that threads get in the order of their tickets.
type TicketLock struct {
	next    atomic.Uint32
	serving atomic.Uint32
}

// Lock implements sync.Locker.
func (l *TicketLock) Lock() { l.await(l.next.Add(1) - 1) }

// Unlock implements sync.Locker.
func (l *TicketLock) Unlock() { l.serving.Add(1) }

func (l *TicketLock) await(ticket uint32) {
	for l.serving.Load() != ticket {
		runtime.Gosched()
	}
}

// ticketLockTwoSteps draws a ticket in two steps, so that two threads may draw the same one.
type ticketLockTwoSteps struct{ TicketLock }

func (l *ticketLockTwoSteps) Lock() {
	ticket := l.next.Load()
	l.next.Store(ticket + 1)
	l.await(ticket)
}

// ticketLockPlainNext draws tickets from a plain variable.
type ticketLockPlainNext struct {
	TicketLock
	plain uint32
}

func (l *ticketLockPlainNext) Lock() {
	ticket := l.plain
	l.plain++
	l.await(ticket)
}
