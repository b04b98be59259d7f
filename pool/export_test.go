package pool

// Sleeping returns how many workers have announced that they sleep.
func (p *Pool) Sleeping() int {
	p.lot.mu.Lock()
	defer p.lot.mu.Unlock()
	return len(p.lot.sleepers[idle]) + len(p.lot.sleepers[helping])
}

// Alive returns how many workers have not left.
func (p *Pool) Alive() int { return int(p.alive.Load()) }
