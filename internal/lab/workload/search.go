package workload

import (
	"sync/atomic"

	"github.com/stealproof/stealproof/pool"
)

// board has some rows of queens; the bits are the squares that they attack in the next row.
type board struct {
	n, row               int
	columns, left, right uint
}

const forkedRows = 3

func (b board) free() uint { return (uint(1)<<b.n - 1) &^ (b.columns | b.left | b.right) }

func (b board) with(q uint) board {
	return board{b.n, b.row + 1, b.columns | q, (b.left | q) << 1, (b.right | q) >> 1}
}

// placements counts the ways to fill the remaining rows.
func (b board) placements() (found int) {
	if b.row == b.n {
		return 1
	}
	for free := b.free(); free != 0; free &= free - 1 {
		found += b.with(free & -free).placements()
	}
	return found
}

// queens compares with the known numbers of placements (OEIS A000170).
func queens(n int) Case {
	known := []int{1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596}
	var parallel func(w Forker, b board) int
	parallel = func(w Forker, b board) (sum int) {
		if b.row == forkedRows || b.row == n {
			return b.placements()
		}
		found := make([]int, n)
		var fs []func(Forker)
		for i := range n {
			if q := uint(1) << i; q&b.free() != 0 {
				fs = append(fs, func(w Forker) { found[i] = parallel(w, b.with(q)) })
			}
		}
		w.Do(fs...)
		for _, k := range found {
			sum += k
		}
		return sum
	}
	result := 0
	return Case{
		Reset:    func() { result = -1 },
		Parallel: func(w Forker) { result = parallel(w, board{n: n}) },
		Serial:   func() { result = board{n: n}.placements() },
		Typed:    func(w *pool.Worker) { result = queensTyped(queensTask.In(w), board{n: n}) },
		Check:    func() error { return same(result, known[n]) },
	}
}

// node is a node of a tree that its random numbers define.
type node uint64

const children, chance = 4, 245 // chance is of 1000; on average 50 nodes are below each child of the root

func (s node) parent() bool     { return random(uint64(s))%1000 < chance }
func (s node) child(i int) node { return node(random(uint64(s) ^ random(uint64(i)+1))) }

// firstNode returns the i-th child of the root.
func firstNode(i int) node { return node(random(uint64(i))) }

// size counts the nodes of the subtree.
func (s node) size() int {
	count := 1
	if s.parent() {
		for i := range children {
			count += s.child(i).size()
		}
	}
	return count
}

// tree is the unbalanced tree search of S. Olivier and others (LCPC 2006), on a binomial tree. The
// root has as many children as the size says, and every other node has four or none. The number of
// a node's children does not tell the size of its subtree.
func tree(n int) Case {
	var parallel func(w Forker, s node) int
	parallel = func(w Forker, s node) int {
		if !s.parent() {
			return 1
		}
		var counts [children]int
		var fs [children]func(Forker)
		for i := range fs {
			fs[i] = func(w Forker) { counts[i] = parallel(w, s.child(i)) }
		}
		w.Do(fs[:]...)
		return 1 + counts[0] + counts[1] + counts[2] + counts[3]
	}
	result := 0
	return Case{
		Reset: func() { result = -1 },
		Parallel: func(w Forker) {
			counts := make([]int, n)
			var fs []func(Forker)
			for i := range n {
				fs = append(fs, func(w Forker) { counts[i] = parallel(w, firstNode(i)) })
			}
			w.Do(fs...)
			result = 1
			for _, k := range counts {
				result += k
			}
		},
		Serial: func() {
			result = 1
			for i := range n {
				result += firstNode(i).size()
			}
		},
		Typed: func(w *pool.Worker) {
			c := treeTask.In(w)
			handles := make([]int, n)
			for i := range handles {
				handles[i] = c.Fork(firstNode(i))
			}
			result = 1
			for i := n - 1; i >= 0; i-- {
				result += c.Join(handles[i])
			}
		},
		Check: func() error { return same(result, visited(n)) },
	}
}

// visited counts the nodes of the whole tree with a list of open nodes. It shares no code with the
// programs that it checks.
func visited(n int) int {
	count := 1
	var open []node
	for i := range n {
		open = append(open, firstNode(i))
	}
	for ; len(open) > 0; count++ {
		s := open[len(open)-1]
		open = open[:len(open)-1]
		if s.parent() {
			for i := range children {
				open = append(open, s.child(i))
			}
		}
	}
	return count
}

// sack is a problem: things, in the order of value for weight, that do not all fit.
type sack struct {
	things []thing
	room   int
	best   atomic.Int64 // best value so far; all tasks share it
}

type thing struct{ weight, value int }

func newSack(n int) *sack {
	s := &sack{things: make([]thing, n)}
	for i := range s.things {
		weight := 10 + int(random(uint64(i))%40)
		s.things[i] = thing{weight, weight*(300-i)/100 + 1}
		s.room += weight
	}
	s.room /= 2
	return s
}

// choice is a choice for the things before i: the remaining room, and the value so far.
type choice struct {
	*sack
	i, room, value int
}

func (s *sack) begin() choice {
	s.best.Store(0)
	return choice{s, 0, s.room, 0}
}

func (c choice) fits() bool      { return c.things[c.i].weight <= c.room }
func (c choice) without() choice { return choice{c.sack, c.i + 1, c.room, c.value} }
func (c choice) with() choice {
	t := c.things[c.i]
	return choice{c.sack, c.i + 1, c.room - t.weight, c.value + t.value}
}

// better records the value if it is the best so far.
func (c choice) better() {
	for b := c.best.Load(); int64(c.value) > b && !c.best.CompareAndSwap(b, int64(c.value)); b = c.best.Load() {
	}
}

// hopeless reports whether even a fraction of the next thing cannot lift the value above the best
// so far.
func (c choice) hopeless() bool {
	for ; c.i < len(c.things) && c.fits(); c = c.with() {
	}
	if c.i < len(c.things) {
		t := c.things[c.i]
		c.value += t.value*c.room/t.weight + len(c.things) // makes up for rounding in the bound and in the order
	}
	return int64(c.value) <= c.best.Load()
}

// fill tries all promising choices, one after the other.
func (c choice) fill() {
	c.better()
	if c.i == len(c.things) || c.hopeless() {
		return
	}
	if c.fits() {
		c.with().fill()
	}
	c.without().fill()
}

// small reports whether the rest is searched without forks.
func (c choice) small() bool { return c.i >= len(c.things)-8 || !c.fits() }

func knapsack(n int) Case {
	s := newSack(n)
	var parallel func(w Forker, c choice)
	parallel = func(w Forker, c choice) {
		if c.small() {
			c.fill()
			return
		}
		c.better()
		if c.hopeless() {
			return
		}
		w.Do(func(w Forker) { parallel(w, c.with()) }, func(w Forker) { parallel(w, c.without()) })
	}
	return Case{
		Reset:    func() { s.best.Store(-1) },
		Parallel: func(w Forker) { parallel(w, s.begin()) },
		Serial:   func() { s.begin().fill() },
		Typed:    func(w *pool.Worker) { knapsackTyped(knapsackTask.In(w), s.begin()) },
		Check: func() error { // dynamic programming: the best value for each room
			table := make([]int, s.room+1)
			for _, t := range s.things {
				for r := s.room; r >= t.weight; r-- {
					table[r] = max(table[r], table[r-t.weight]+t.value)
				}
			}
			return same(int(s.best.Load()), table[s.room])
		},
	}
}
