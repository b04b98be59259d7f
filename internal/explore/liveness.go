package explore

import "slices"

// A temporal property is broken by a run that ends in a fair cycle. In a fair cycle each fair thread takes a
// step, or is disabled in some state. A run can visit all states of a strongly connected component again and
// again. Therefore a component is fair or unfair as a whole. A single state without steps also counts as a
// cycle, because a run can stop there for good.

// lasso is the search for fair cycles in the visited graph.
type lasso struct {
	*visited
	fair    uint32   // threads
	threads []string // names
	replay  func(f *Failure, path []fingerprint)
	first   []uint32 // index of a state's first edge in to and thread
	to      []uint32
	thread  []uint8
	exists  []bool
}

// checkTemporal returns a run that breaks a temporal property, or nil.
func (x *search[S]) checkTemporal() *Failure {
	if len(x.m.Temporal) == 0 {
		return nil
	}
	l := newLasso(&x.visited)
	l.fair, l.threads, l.replay = x.m.Fair, x.m.Threads, x.replay
	for i, t := range x.m.Temporal {
		if f := l.broken(i, t.Form); f != nil {
			f.Rule, f.Name = RuleTemporal, t.Name
			return f
		}
	}
	return nil
}

func newLasso(v *visited) *lasso {
	longest := 0
	edges := 0
	for i := range v.shards {
		longest = max(longest, len(v.shards[i].prints))
		edges += len(v.shards[i].edges)
	}
	n := longest << shardBits
	l := &lasso{
		visited: v, first: make([]uint32, n+1), to: make([]uint32, edges), thread: make([]uint8, edges), exists: make([]bool, n),
	}
	for i := range v.shards {
		for place := range v.shards[i].prints {
			l.exists[idOf(i, uint32(place))] = true
		}
		for _, e := range v.shards[i].edges {
			l.first[e.from+1]++
		}
	}
	for i := range n {
		l.first[i+1] += l.first[i]
	}
	free := slices.Clone(l.first)
	for i := range v.shards {
		for _, e := range v.shards[i].edges {
			l.to[free[e.from]], l.thread[free[e.from]] = e.to, e.thread
			free[e.from]++
		}
	}
	return l
}

func (l *lasso) mark(id uint32) mark { return l.shards[shardOf(id)].marks[placeOf(id)] }

func (l *lasso) holds(property int, id uint32) (when, then bool) {
	k := l.mark(id).holds >> (2 * property)
	return k&1 != 0, k&2 != 0
}

// broken returns a run that breaks a property, or nil.
func (l *lasso) broken(number int, form Form) *Failure {
	region := make([]bool, len(l.exists)) // the cycle must lie in it
	bad := func(uint32) bool { return true }
	var into []uint32 // the previous state of each state of the region; none for an initial one
	switch form {
	case InfinitelyOften:
		for id := range region {
			if l.exists[id] {
				_, then := l.holds(number, uint32(id))
				region[id] = !then
			}
		}
	case InTheEnd:
		copy(region, l.exists)
		bad = func(id uint32) bool {
			_, then := l.holds(number, id)
			return !then
		}
	case LeadsTo:
		into = l.waiting(number, region)
	}
	for _, component := range l.components(region) {
		if l.isFair(component) && slices.ContainsFunc(component, bad) {
			return l.run(component, bad, into)
		}
	}
	return nil
}

// waiting fills the region: the states that can be reached from a state where When holds, without passing a
// state where Then holds. It returns the previous state of each.
func (l *lasso) waiting(property int, region []bool) (into []uint32) {
	into = make([]uint32, len(region))
	var queue []uint32
	for id := range region {
		into[id] = none
		if !l.exists[id] {
			continue
		}
		if when, then := l.holds(property, uint32(id)); when && !then {
			region[id] = true
			queue = append(queue, uint32(id))
		}
	}
	for len(queue) > 0 {
		id := queue[0]
		queue = queue[1:]
		for _, to := range l.to[l.first[id]:l.first[id+1]] {
			if _, then := l.holds(property, to); !then && !region[to] {
				region[to], into[to] = true, id
				queue = append(queue, to)
			}
		}
	}
	return into
}

// isFair reports whether a run may stay in a component for ever.
func (l *lasso) isFair(component []uint32) bool {
	always := l.fair // fair threads that are enabled everywhere and take no step
	inside := make(map[uint32]bool, len(component))
	for _, id := range component {
		inside[id] = true
		always &= l.mark(id).enabled
	}
	for _, id := range component {
		for i := l.first[id]; i < l.first[id+1]; i++ {
			if inside[l.to[i]] {
				always &^= 1 << l.thread[i]
			}
		}
	}
	return always == 0
}

// components returns the strongly connected components of a part of the graph, using Tarjan's algorithm.
func (l *lasso) components(region []bool) [][]uint32 {
	var all [][]uint32
	n := len(region)
	number, low := make([]uint32, n), make([]uint32, n) // number 0 means not visited
	onStack := make([]bool, n)
	next := make([]uint32, n) // the next edge of each state
	var stack, path []uint32
	count := uint32(0)
	visit := func(id uint32) {
		count++
		number[id], low[id] = count, count
		next[id] = l.first[id]
		onStack[id] = true
		stack, path = append(stack, id), append(path, id)
	}
	for root := range region {
		if !region[root] || number[root] != 0 {
			continue
		}
		visit(uint32(root))
		for len(path) > 0 {
			id := path[len(path)-1]
			if next[id] < l.first[id+1] {
				to := l.to[next[id]]
				next[id]++
				switch {
				case !region[to]:
				case number[to] == 0:
					visit(to)
				case onStack[to]:
					low[id] = min(low[id], number[to])
				}
				continue
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				parent := path[len(path)-1]
				low[parent] = min(low[parent], low[id])
			}
			if low[id] == number[id] {
				i := len(stack) - 1
				for ; stack[i] != id; i-- {
					onStack[stack[i]] = false
				}
				onStack[id] = false
				all = append(all, slices.Clone(stack[i:]))
				stack = stack[:i]
			}
		}
	}
	return all
}
