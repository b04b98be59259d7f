package engine

import "github.com/stealproof/stealproof/internal/engine/strategy"

// option is something that a thread before a communication can do.
type option struct {
	at      int     // the case, or -1 for the default
	partner *thread // the other thread, or nil
	theirs  int     // its case
}

// meeting is the gate of a thread that waits for a communication.
type meeting struct{ e *engine }

func (m meeting) Ready(id int) bool {
	t := m.e.threads[id]
	return m.e.can(t)
}

// can reports whether a thread can do a case of its communication by itself, or with a partner. It
// can always do its default.
func (e *engine) can(t *thread) bool {
	if !t.comm.waits {
		return true
	}
	for _, c := range t.comm.cases {
		if c.ready() {
			return true
		}
	}
	return e.partners(t, func(option) bool { return false })
}

// ready reports whether a case needs no other thread.
func (c *Case) ready() bool {
	on := c.On
	switch {
	case on == nil:
		return false
	case on.Closed:
		return true
	case c.Sends:
		return len(on.Holds) < on.Capacity
	}
	return len(on.Holds) > 0
}

// options lists what a thread can do. The list is valid until the next call.
func (e *engine) options(t *thread) []option {
	all := e.stands.list()
	for i := range t.comm.cases {
		if t.comm.cases[i].ready() {
			all = append(all, option{at: i})
		}
	}
	sure := len(all) > 0
	e.partners(t, func(o option) bool {
		all = append(all, o)
		sure = sure || o.partner.comm.parked
		return true
	})
	if !t.comm.waits && !sure {
		all = append(all, option{at: -1})
	}
	e.stands.keep(all)
	return all
}

// partners calls yield for each case of the thread that can be done together with another thread,
// until yield returns false. It reports whether there is one. Of two waiting threads the sender
// does the step, so that it is one step and not two. A thread with a default never waits, so it
// meets only waiting threads.
func (e *engine) partners(t *thread, yield func(option) bool) (found bool) {
	others := e.stands.others(t.id)
	if others == 0 {
		return false
	}
	for i := range t.comm.cases {
		c := &t.comm.cases[i]
		if c.On == nil || c.On.Capacity > 0 || c.On.Closed || t.comm.waits && !c.Sends {
			continue
		}
		for rest := others; rest != 0; rest &= rest - 1 {
			u := e.threads[rest.First()]
			if !u.comm.waits {
				continue
			}
			for j := range u.comm.cases {
				if d := &u.comm.cases[j]; d.On == c.On && d.Sends != c.Sends {
					if found = true; !yield(option{i, u, j}) {
						return true
					}
				}
			}
		}
	}
	return found
}

// park says that the threads before a communication have begun to wait. No thread could go on without
// a time that has come.
func (e *engine) park() {
	for rest := e.stands.all(); rest != 0; rest &= rest - 1 {
		e.threads[rest.First()].comm.parked = true
	}
}

// stand makes a thread stand before its communication. The others may then have more to do than
// before.
func (e *engine) stand(t *thread) {
	e.stands.talks(t.id)
	if !t.comm.waits {
		return
	}
	for rest := e.stands.others(t.id); rest != 0; rest &= rest - 1 {
		u := e.threads[rest.First()]
		e.partners(u, func(o option) bool {
			if o.partner == t {
				e.state.Woken |= strategy.Only(u.id)
				return false
			}
			return true
		})
	}
	if e.loops.idle {
		return
	}
	e.settle() // the thread's last step came before this change
	for _, c := range t.comm.cases {
		if c.On != nil && c.On.Capacity == 0 {
			e.spins.content(e.objects.number(c.On.pointer)).change(change{}) // a loop may wait for a partner
		}
	}
}
