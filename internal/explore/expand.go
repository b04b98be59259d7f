package explore

import (
	"sync"
	"sync/atomic"
)

// expand makes all steps from the states of a block.
func (x *search[S]) expand(chunks int) {
	size := 0
	for i := range chunks {
		size += len(x.chunks[i].from)
	}
	alone := size < 256
	x.parallel(chunks, alone, func(i int) { x.makeSteps(i) })
	x.parallel(shardCount, alone, func(i int) { x.addReached(i, chunks) })
	x.queued -= size
	for i := range chunks {
		c := &x.chunks[i]
		x.result.Generated += c.generated
		x.note(&c.fault)
	}
	x.result.States = 0
	for i := range x.shards {
		x.result.States += len(x.shards[i].prints)
		x.note(&x.shards[i].fault)
	}
}

// parallel calls f(0) to f(n-1).
func (x *search[S]) parallel(n int, alone bool, f func(int)) {
	if alone || x.workers == 1 {
		for i := range n {
			f(i)
		}
		return
	}
	var next atomic.Int32
	var all sync.WaitGroup
	for range x.workers {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				f(i)
			}
		})
	}
	all.Wait()
}

// makeSteps is the first phase, for one chunk.
func (x *search[S]) makeSteps(number int) {
	c := &x.chunks[number]
	c.steps, c.reached, c.hashes, c.generated = c.steps[:0], c.reached[:0], c.hashes[:0], 0
	clear(c.heads[:])
	for source := range c.from {
		e := &c.from[source]
		first := len(c.steps)
		c.steps = x.m.Next(&e.state, c.steps)
		at := breach{chunk: number, step: first, from: e.id}
		c.generated += len(c.steps) - first
		if len(c.steps) == first && x.m.Deadlock {
			at.rule, at.name, at.stuck = RuleDeadlock, "Deadlock", true
			c.fault.note(at)
		}
		x.constrain(c, e, first)
		h := &x.shards[shardOf(e.id)]
		if x.o.Digest {
			c.hashes = append(c.hashes, h.hashes[placeOf(e.id)])
		}
		var enabled uint32
		for i := first; i < len(c.steps); i++ {
			step := &c.steps[i]
			at.step = i
			for k := range x.m.Properties {
				if !x.m.Properties[k].Holds(&e.state, step) {
					at.rule, at.name = RuleProperty, x.m.Properties[k].Name
				}
			}
			if x.m.Canonical != nil {
				x.m.Canonical(&step.To)
			}
			p := fingerprintOf(bytesOf(&step.To))
			if at.rule != "" && !at.stuck {
				at.to = p
				c.fault.note(at)
				at.rule = ""
			}
			r := reached{print: p, source: uint16(source)}
			for j := first; j < i; j++ {
				if c.reached[j].print == p && c.steps[j].Action == step.Action {
					r.repeat = true
					break
				}
			}
			if len(x.m.Temporal) > 0 && step.To != e.state {
				enabled |= 1 << step.Thread
			}
			c.add(r)
		}
		if len(x.m.Temporal) > 0 {
			h.marks[placeOf(e.id)].enabled = enabled
		}
	}
}

// add appends the target of a step to the list of its shard.
func (c *chunk[S]) add(r reached) {
	c.reached = append(c.reached, r)
	to := r.print.hi >> (64 - shardBits)
	if c.heads[to] == 0 {
		c.heads[to] = int32(len(c.reached))
	} else {
		c.reached[c.tails[to]-1].next = int32(len(c.reached))
	}
	c.tails[to] = int32(len(c.reached))
}

// constrain drops the steps of a state that Within forbids.
func (x *search[S]) constrain(c *chunk[S], e *entry[S], first int) {
	if x.m.Within == nil {
		return
	}
	n := first
	for i := first; i < len(c.steps); i++ {
		if x.m.Within(&e.state, &c.steps[i]) {
			c.steps[n] = c.steps[i]
			n++
		}
	}
	c.generated -= len(c.steps) - n
	c.steps = c.steps[:n]
}

// addReached is the second phase, for one shard.
func (x *search[S]) addReached(number, chunks int) {
	h := &x.shards[number]
	var text []byte
	for n := range chunks {
		c := &x.chunks[n]
		for i := c.heads[number]; i != 0; i = c.reached[i-1].next {
			r, step := &c.reached[i-1], &c.steps[i-1]
			from := c.from[r.source].id
			place, isNew := h.find(r.print, from)
			id := idOf(number, place)
			if isNew {
				x.add(&step.To, id, breach{chunk: n, step: int(i - 1), from: from, to: r.print}, &text)
			}
			h.taken[step.Action]++
			if len(x.m.Temporal) > 0 && id != from {
				h.edges = append(h.edges, edge{from, id, step.Thread})
			}
			if x.o.Digest && !r.repeat {
				h.sum.Add(EdgeHash(c.hashes[r.source], h.hashes[place], x.m.Actions[step.Action]))
				h.count++
			}
		}
	}
}
