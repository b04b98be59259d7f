package engine

import "github.com/stealproof/stealproof/internal/engine/strategy"

// classes counts equivalence classes of executions: two executions are equivalent if they differ
// only in the order of steps that commute. The class of an execution is the sum of a hash for each
// step. A step's hash is made of the hashes of the steps before it: the last step of its thread,
// and the steps of its object that it conflicts with.
//
// The hash has no object number, since the same object may have different numbers in two
// executions. It has the place in the source.
type classes struct {
	known   map[uint64]bool
	sum     uint64
	threads [strategy.MaxThreads]uint64
	objects map[int32]*chain
}

// chain is the steps on one object.
type chain struct {
	write uint64 // hash of the last step that changes it, without an Add
	adds  uint64 // sum of the hashes of the Adds and Enters since then
	reads uint64 // sum of the hashes of the reads since then
	calls uint64 // sums of all calls, and of all returns
	rets  uint64
	ends  [2]uint64 // hashes of the last Push and of the last Pull since then
}

func newClasses() *classes {
	return &classes{known: map[uint64]bool{}, objects: map[int32]*chain{}}
}

func (c *classes) reset() {
	c.sum = 0
	c.threads = [strategy.MaxThreads]uint64{}
	clear(c.objects)
}

func mix(h uint64, more ...uint64) uint64 {
	for _, m := range more {
		h ^= m
		h *= 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return h
}

// step adds a step.
func (c *classes) step(thread int, op strategy.Op, site uint32) {
	h := mix(uint64(thread)+1, c.threads[thread], uint64(op.Kind), uint64(site))
	if op.Object >= 0 && op.Kind != strategy.Resume { // the choice of its waker says what woke it
		o := c.objects[op.Object]
		if o == nil {
			o = &chain{}
			c.objects[op.Object] = o
		}
		switch op.Kind {
		case strategy.Read, strategy.Closed:
			h = mix(h, o.write, o.adds)
			if o.ends != [2]uint64{} {
				h = mix(h, o.ends[:]...)
			}
			o.reads += h
		case strategy.Add, strategy.Enter:
			h = mix(h, o.write, o.reads)
			o.adds += h
		case strategy.Call:
			h = mix(h, o.rets)
			o.calls += h
		case strategy.Return:
			h = mix(h, o.calls)
			o.rets += h
		case strategy.Push, strategy.Pull:
			end := &o.ends[op.Kind-strategy.Push]
			h = mix(h, o.write, o.reads, *end)
			*end = h
		default:
			h = mix(h, o.write, o.reads, o.adds)
			if o.ends != [2]uint64{} {
				h = mix(h, o.ends[:]...)
			}
			o.write, o.reads, o.adds, o.ends = h, 0, 0, [2]uint64{}
		}
	}
	c.threads[thread] = h
	c.sum += h
}

// chose adds a choice of a thread.
func (c *classes) chose(thread, choice int) {
	h := c.threads[thread]
	c.threads[thread] = mix(h, uint64(choice)+1)
	c.sum += c.threads[thread] - h
}

// also adds what the thread's last step did to other objects: it has read them, or looked at them.
// If it only looked, the order does not matter.
func (c *classes) also(thread int, touches []strategy.Touch, taken int) {
	h := c.threads[thread]
	c.sum -= h
	h = mix(h, uint64(taken))
	read := touches[:0:0]
	for _, t := range touches {
		if t.Kind == strategy.Read {
			read = append(read, t)
		}
	}
	for _, t := range read {
		if c.objects[t.Object] == nil {
			c.objects[t.Object] = &chain{}
		}
		o := c.objects[t.Object]
		if h = mix(h, o.write); o.ends != [2]uint64{} {
			h = mix(h, o.ends[:]...)
		}
	}
	for _, t := range read {
		c.objects[t.Object].reads += h
	}
	c.threads[thread] = h
	c.sum += h
}

// end ends an execution, and reports whether it is the first of its class.
func (c *classes) end() bool {
	isNew := !c.known[c.sum]
	c.known[c.sum] = true
	return isNew
}
