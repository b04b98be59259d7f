package engine

import "github.com/stealproof/stealproof/internal/engine/strategy"

// renew begins the search anew if it has to.
func (r *search) renew() {
	e := r.engine
	s := r.outdated()
	if s == nil {
		return
	}
	e.loops.news = false
	clear(e.loops.waits)
	s.Restart()
	r.Executions, r.Abandoned, r.Steps, r.Deepest, r.looks = 0, 0, 0, 0, looks{}
}

// outdated returns the strategy if the search has to begin anew, because a probe or a loop showed
// that schedules were left out. It returns nil if not, or if the strategy cannot begin anew.
func (r *search) outdated() strategy.Restarter {
	if !r.engine.loops.news {
		return nil
	}
	s, _ := r.engine.strategy.(strategy.Restarter)
	return s
}
