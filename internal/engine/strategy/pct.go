package strategy

// PCT runs the enabled thread with the highest priority. At a few random steps, the priority
// change points, it lowers the priority of the running thread. For n threads and k steps it finds
// a bug of depth d with a probability of at least 1/(n k^(d-1)). The depth is how many steps have
// to come in a certain order. See S. Burckhardt, P. Kothari, M. Musuvathi and S. Nagarakatte, "A
// Randomized Scheduler with Probabilistic Guarantees of Finding Bugs" (ASPLOS 2010).
type PCT struct {
	sampler
	changes  int   // d-1
	at       []int // the priority change points, in steps
	priority []int // of each thread; larger is higher
	steps    int   // of this execution
	longest  int   // most steps of an execution
}

// NewPCT returns the strategy for bugs of a depth d of at least 1. It never ends by itself.
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
			p.priority[t] = i // lower than every priority that was not lowered
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
