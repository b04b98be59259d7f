package engine

import "github.com/stealproof/stealproof/internal/engine/strategy"

// A send and a receive on a buffer commute, unless one of them has to wait for the other: the receive takes
// a value that is there already, and the send fills a slot that is empty already. Each step is after the one
// that used its slot before. Selects see both ends of the buffer, and so do len, cap and close.

// queues says what the threads that stand before a send or a receive on a buffer would do next. Their slots
// change while they stand there. On a closed channel they wait for neither end.
func (e *engine) queues() {
	for rest := e.stands.queued(); rest != 0; rest &= rest - 1 {
		t := e.threads[rest.First()]
		c, op := t.comm.cases[0], &e.state.Pending[t.id]
		switch {
		case c.On.Closed:
			op.Kind, op.Also = strategy.Wait, 0
		case c.Sends:
			op.Kind, op.Also = strategy.Push, e.slot(c.On, c.On.sent)
		default:
			op.Kind, op.Also = strategy.Pull, e.slot(c.On, c.On.read)
		}
	}
}

// slot returns the number of the entry of State.Also for the slot of a channel's n-th value.
func (e *engine) slot(c *Channel, n int) int32 {
	s := &c.slots[n%c.Capacity]
	if s.also == 0 {
		a := e.entry()
		s.also = int32(len(e.state.Also))
		e.state.Also = append(e.state.Also, append(a, strategy.Touch{Kind: strategy.After, Object: -2 - s.also}))
	}
	return s.also
}
