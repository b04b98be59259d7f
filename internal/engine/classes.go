package engine

import "github.com/stealproof/stealproof/internal/engine/strategy"

// classes tells executions apart that differ in more than the order of steps
// that commute. The class of an execution is the sum of a hash for each step,
// which is made of the hashes of the steps that it comes after: its thread's step
// before, and those of its object that it conflicts with.
//
// Which object a step is on is not part of its hash, since objects have no names
// that all executions share; the place in the source is.
type classes struct {
	known   map[uint64]bool
	sum     uint64
	threads [strategy.MaxThreads]uint64
	objects map[int32]*chain
}

// chain is the steps on one object.
type chain struct {
	write uint64 // of the last one that changes it
	reads uint64 // sum of those since
	calls uint64 // sums of all calls, and all returns
	rets  uint64
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
	if op.Object >= 0 {
		o := c.objects[op.Object]
		if o == nil {
			o = &chain{}
			c.objects[op.Object] = o
		}
		switch op.Kind {
		case strategy.Read:
			h = mix(h, o.write)
			o.reads += h
		case strategy.Call:
			h = mix(h, o.rets)
			o.calls += h
		case strategy.Return:
			h = mix(h, o.calls)
			o.rets += h
		default:
			h = mix(h, o.write, o.reads)
			o.write, o.reads = h, 0
		}
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
