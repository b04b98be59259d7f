package workload

import "github.com/stealproof/stealproof/pool"

// The programs of search.go on the typed tier of package pool. A fork is a frame there, and
// allocates nothing.
var (
	queensTask   *pool.Def[board, int]
	treeTask     *pool.Def[node, int]
	knapsackTask *pool.Def[choice, struct{}]
)

func init() {
	queensTask = pool.Define(queensTyped)
	treeTask = pool.Define(treeTyped)
	knapsackTask = pool.Define(knapsackTyped)
}

func queensTyped(c *pool.Ctx[board, int], b board) (found int) {
	free := b.free()
	if b.row == forkedRows || b.row == b.n || free == 0 {
		return b.placements()
	}
	var handles [64]int
	n := 0
	for rest := free & (free - 1); rest != 0; rest &= rest - 1 {
		handles[n] = c.Fork(b.with(rest & -rest))
		n++
	}
	found = queensTyped(c, b.with(free&-free))
	for n--; n >= 0; n-- {
		found += c.Join(handles[n])
	}
	return found
}

func treeTyped(c *pool.Ctx[node, int], s node) int {
	if !s.parent() {
		return 1
	}
	var handles [children]int
	for i := 1; i < children; i++ {
		handles[i] = c.Fork(s.child(i))
	}
	count := 1 + treeTyped(c, s.child(0))
	for i := children - 1; i > 0; i-- {
		if c.Take(handles[i]) {
			count += treeTyped(c, s.child(i))
		} else {
			count += c.Await(handles[i])
		}
	}
	return count
}

func knapsackTyped(c *pool.Ctx[choice, struct{}], k choice) (none struct{}) {
	if k.small() {
		k.fill()
		return
	}
	k.better()
	if k.hopeless() {
		return
	}
	h := c.Fork(k.without())
	knapsackTyped(c, k.with())
	if c.Take(h) {
		return knapsackTyped(c, k.without())
	}
	return c.Await(h)
}
