package points

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/stealproof/stealproof/model"
)

// placed is an effect in an order, after the event at a position. Effects at the same position are
// sorted: the event's own operation comes first.
type placed struct {
	effect
	position int
	others   bool // the event belongs to another operation
	own      int  // position of its own event
}

// judge checks the operations against the specification, in one order of the events.
func (p *plan) judge(order []int) error {
	position := map[int]int{}
	for i, n := range order {
		position[n] = i
	}
	all := make([]placed, len(p.effects))
	for i, e := range p.effects {
		all[i] = p.place(e, order, position)
	}
	slices.SortFunc(all, func(a, b placed) int {
		if a.position == b.position && a.others != b.others {
			if a.others {
				return 1
			}
			return -1
		}
		return cmp.Or(a.position-b.position, a.own-b.own, a.item-b.item)
	})
	p.countAccesses(order, all)
	state := p.c.spec.Init()
	if err := p.float(state, order, all, 0, -1); err != nil {
		return err
	}
	for i := 0; i < len(all); {
		at := all[i].position
		for ; i < len(all) && all[i].position == at; i++ {
			next, legal := p.c.spec.Step(state, p.c.calls[all[i].call].operation(all[i].item))
			if !legal {
				return p.c.broken(&p.c.calls[all[i].call], all[i].item, fmt.Sprintf("is impossible with %v in the deque\n%s", state, p.table(order, all[:i+1])))
			}
			state = next
		}
		if err := p.float(state, order, all, i, at); err != nil {
			return err
		}
	}
	return nil
}

// countAccesses counts the accesses at which operations took effect, and calls OnOrder.
func (p *plan) countAccesses(order []int, all []placed) {
	var ops []model.Operation
	for _, e := range all {
		o := &p.c.calls[e.call]
		p.c.Used[Use{o.outcome(), p.c.events[order[e.position]].place}]++
		if p.c.OnOrder != nil {
			ops = append(ops, o.operation(e.item))
		}
	}
	if p.c.OnOrder != nil {
		p.c.OnOrder(ops, slices.IsSorted(order))
	}
}

// place returns the position of an effect in an order.
func (p *plan) place(e effect, order []int, position map[int]int) placed {
	own := position[e.at]
	o := &p.c.calls[e.call]
	unless := p.c.claims[o.outcome()].Unless
	for i := position[e.to] - 1; i > position[e.from]; i-- {
		if by := &p.c.events[order[i]]; by.call != e.call && !by.failed && slices.Contains(unless, by.place) {
			return placed{e, i, true, own}
		}
	}
	return placed{e, own, false, own}
}

// float checks the operations that take effect at no access. The state is that after the event at
// a position, and it lasts until the next event with an effect. Each operation that may be going
// on in between must be legal in this state, and change nothing.
func (p *plan) float(state model.State, order []int, all []placed, done, at int) error {
	until := len(order)
	if done < len(all) {
		until = all[done].position
	}
	for _, n := range p.floating {
		o := &p.c.calls[n]
		began := &p.c.events[o.began]
		first, last := -1, len(order)
		for i, k := range order {
			switch e := &p.c.events[k]; {
			case began.after(e):
				first = i
			case e.after(began):
				last = min(last, i)
			}
		}
		if max(first, at) >= min(last, until) {
			continue
		}
		p.c.Used[Use{o.outcome(), "anywhere"}]++
		if next, legal := p.c.spec.Step(state, o.operation(0)); !legal || next != state {
			return p.c.broken(o, 0, fmt.Sprintf("is impossible, or changes something, with %v in the deque\n%s", state, p.table(order, all[:done])))
		}
	}
	return nil
}

// table lists operations in the order in which they take effect.
func (p *plan) table(order []int, all []placed) string {
	var b strings.Builder
	if !slices.IsSorted(order) {
		b.WriteString("in this order of the points, after steps that commute have changed places:\n")
	} else {
		b.WriteString("in this order of the points:\n")
	}
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, e := range all {
		at, own := &p.c.events[order[e.position]], &p.c.events[e.at]
		where := at.place
		if e.others {
			where += " by " + p.c.title(at.thread)
		}
		if at.pos != "" {
			where += ", " + at.pos
		}
		fmt.Fprintf(w, "  %s\t%s\t%s\n", p.c.title(own.thread), p.c.calls[e.call].operation(e.item), where)
	}
	w.Flush()
	return strings.TrimRight(b.String(), "\n")
}
