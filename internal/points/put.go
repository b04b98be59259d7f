package points

import (
	"slices"
	"strings"

	"github.com/stealproof/stealproof/model"
)

// plan is an execution with each operation at its point.
type plan struct {
	c        *Checker
	effects  []effect
	floating []int   // calls that take effect at no access
	kept     [][]int // by thread: events that matter
	next     []int   // by thread: how many of them are in the order so far
}

// effect is the effect of one operation.
type effect struct {
	call, item int
	at         int // event
	// Another operation's event between these two may be the point. They are equal if there is no
	// such event.
	from, to int
}

// put finds the points of an execution, as far as they do not depend on the order.
func (c *Checker) put() (*plan, error) {
	p := &plan{c: c, kept: make([][]int, len(c.threads)), next: make([]int, len(c.threads))}
	unless := map[string]bool{}
	keep := map[int]bool{}
	for n := range c.calls {
		o := &c.calls[n]
		claim := c.claims[o.outcome()]
		at := c.done(o, claim.At)
		if len(at) == 0 {
			if !claim.Anywhere {
				return nil, c.broken(o, 0, "takes effect at an access that it has not done")
			}
			p.floating = append(p.floating, n)
			continue
		}
		items := max(1, len(o.values))
		for i := range items {
			e := effect{call: n, item: i, at: at[max(0, len(at)-items+i)]}
			e.from, e.to = e.at, e.at
			if len(claim.Since) > 0 {
				e.from = c.nearest(o, e.at, claim.Since, -1)
			}
			if len(claim.Before) > 0 {
				e.to = c.nearest(o, e.at, claim.Before, 1)
			}
			if e.from < 0 || e.to < 0 {
				return nil, c.broken(o, i, "has not done "+strings.Join(slices.Concat(claim.Since, claim.Before), " or "))
			}
			keep[e.from], keep[e.at], keep[e.to] = true, true, true
			for _, u := range claim.Unless {
				unless[u] = true
			}
			p.effects = append(p.effects, e)
		}
	}
	for n := range c.calls {
		for _, k := range c.calls[n].events {
			if e := &c.events[k]; keep[k] || unless[e.place] && !e.failed {
				p.kept[e.thread] = append(p.kept[e.thread], k)
			}
		}
	}
	return p, nil
}

// done returns the accesses of a call that are its points.
func (c *Checker) done(o *call, at []string) (events []int) {
	for _, n := range o.events {
		e := &c.events[n]
		if slices.Contains(at, e.place) && !(e.failed && o.status == model.Done) {
			events = append(events, n)
		}
	}
	return events
}

// nearest returns the access next to the event, in one direction, among the call's accesses with
// these names. It returns -1 if there is none.
func (c *Checker) nearest(o *call, event int, some []string, direction int) int {
	for i := slices.Index(o.events, event) + direction; i >= 0 && i < len(o.events); i += direction {
		if slices.Contains(some, c.events[o.events[i]].place) {
			return o.events[i]
		}
	}
	return -1
}

// orders judges each order of the points that begins with the given one.
func (p *plan) orders(order []int) error {
	whole := true
	for t, kept := range p.kept {
		if p.next[t] == len(kept) {
			continue
		}
		whole = false
		if !p.may(t) {
			continue
		}
		n := kept[p.next[t]]
		p.next[t]++
		err := p.orders(append(order, n))
		p.next[t]--
		if err != nil {
			return err
		}
	}
	if !whole {
		return nil
	}
	p.c.Orders++
	return p.judge(order)
}

// may reports whether a thread's next event can come next.
func (p *plan) may(thread int) bool {
	e := &p.c.events[p.kept[thread][p.next[thread]]]
	for t, kept := range p.kept {
		if t != thread && p.next[t] < len(kept) && e.after(&p.c.events[kept[p.next[t]]]) {
			return false
		}
	}
	return true
}
