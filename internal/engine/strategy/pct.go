package strategy

// PCT runs the thread with the highest priority, and lowers that at a few random
// steps. It finds a bug that needs d of its steps in a certain order with a
// probability of at least 1/(n k^(d-1)), for n threads and k steps: S. Burckhardt,
// P. Kothari, M. Musuvathi and S. Nagarakatte, "A Randomized Scheduler with
// Probabilistic Guarantees of Finding Bugs" (ASPLOS 2010).
type PCT struct {
	sampler
	changes  int   // d-1
	at       []int // steps after which the priority is lowered
	priority []int // of threads; large is high
	steps    int   // of this execution
	longest  int   // most steps of an execution
}

// NewPCT returns the strategy for bugs of this depth (d), at least 1. It never
// ends by itself.
func NewPCT(seed uint64, depth int) *PCT {
	return &PCT{sampler: newSampler(seed), changes: max(0, depth-1), longest: 20}
}

// Next implements [Strategy].
func (p *PCT) Next() bool {
	p.longest = max(p.longest, p.steps)
	p.steps = 0
	p.priority = p.priority[:0]
	p.at = p.at[:0]
	for range p.changes {
		p.at = append(p.at, p.rng.IntN(p.longest))
	}
	return true
}

// Pick implements [Strategy].
func (p *PCT) Pick(s *State) int {
	for len(p.priority) < s.Threads {
		p.priority = append(p.priority, 1000+p.rng.IntN(1_000_000))
	}
	t := p.highest(s.Enabled)
	for i, at := range p.at {
		if at == p.steps {
			p.priority[t] = i // lower than all that were not lowered
			t = p.highest(s.Enabled)
		}
	}
	p.steps++
	return t
}

func (p *PCT) highest(threads Set) int {
	best := threads.First()
	for ; threads != 0; threads &= threads - 1 {
		if t := threads.First(); p.priority[t] > p.priority[best] {
			best = t
		}
	}
	return best
}
