package explore

import "slices"

// This file makes the run that is shown, which ends in a cycle.

// run returns a run into a fair component and around in it. The cycle passes a bad state. For each fair thread,
// it passes a step of the thread, or a state where the thread is disabled.
func (l *lasso) run(component []uint32, bad func(uint32) bool, into []uint32) *Failure {
	inside := make(map[uint32]bool, len(component))
	for _, id := range component {
		inside[id] = true
	}
	start := none // the bad state with the shortest path
	for _, id := range component {
		if bad(id) && (start == none || l.mark(id).depth < l.mark(start).depth) {
			start = id
		}
	}
	var path []uint32 // from the last state to the first
	at := start
	if into != nil {
		for ; into[at] != none; at = into[at] {
			path = append(path, at)
		}
	}
	for ; at != none; at = l.parent(at) {
		path = append(path, at)
	}
	slices.Reverse(path)
	back := len(path) - 1
	here := start
	for t := range l.threads {
		if l.fair&(1<<t) == 0 {
			continue
		}
		if leg := l.toTurn(here, uint8(t), inside); len(leg) > 0 {
			path = append(path, leg...)
			here = path[len(path)-1]
		}
	}
	if here != start {
		path = append(path, l.shortest(here, inside, func(id uint32) bool { return id == start })...)
	}
	f := &Failure{Back: back, names: l.threads}
	prints := make([]fingerprint, len(path))
	for i, id := range path {
		prints[i] = l.print(id)
	}
	l.replay(f, prints)
	return f
}

// toTurn returns the states on a path to the thread's next turn: a state where the thread is disabled, or a
// step of the thread.
func (l *lasso) toTurn(from uint32, thread uint8, inside map[uint32]bool) []uint32 {
	stepped := none
	turn := func(id uint32) bool {
		if l.mark(id).enabled&(1<<thread) == 0 {
			return true
		}
		for i := l.first[id]; i < l.first[id+1]; i++ {
			if l.thread[i] == thread && inside[l.to[i]] {
				stepped = l.to[i]
				return true
			}
		}
		return false
	}
	if !turn(from) {
		way := l.shortest(from, inside, turn)
		if stepped != none {
			way = append(way, stepped)
		}
		return way
	}
	if stepped != none {
		return []uint32{stepped}
	}
	return nil
}

// shortest returns the states on a shortest path to a wanted state, without the first state.
func (l *lasso) shortest(from uint32, inside map[uint32]bool, wanted func(uint32) bool) []uint32 {
	came := map[uint32]uint32{from: none}
	queue := []uint32{from}
	for len(queue) > 0 {
		id := queue[0]
		queue = queue[1:]
		for _, to := range l.to[l.first[id]:l.first[id+1]] {
			if _, known := came[to]; known || !inside[to] {
				continue
			}
			came[to] = id
			if wanted(to) {
				var way []uint32
				for ; to != from; to = came[to] {
					way = append(way, to)
				}
				slices.Reverse(way)
				return way
			}
			queue = append(queue, to)
		}
	}
	return nil
}
