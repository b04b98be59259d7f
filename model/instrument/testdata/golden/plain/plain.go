// Package plain has accesses without synchronization.
package plain

type node struct {
	v    int
	next *node
	arr  [4]int
	s    []int
	m    map[string]int
}

var global int

const size = len(node{}.arr)

func f() int { return 1 }

func memory(n *node, local node, i int) (result int) {
	n.v = n.next.v
	n.v += 2
	n.v = f()
	n.v += f()
	n.arr[i]++
	n.s[i], n.v = n.v, n.s[i]
	n.v, local.v = f(), f()
	*n = *n.next
	n.m["k"] = n.m["j"]
	n.m[""] += f()
	delete(n.m, "k")
	n.s = append(n.s, i, local.v)
	result = len(n.s) + len(n.arr) + len(n.m) + size
	local.v = local.arr[i] + global
	p := &n.next.v
	n.v, result = *p, i
	return result
}

func variables(i int) func() int {
	var constant, captured, address int
	captured = 1
	pointer := &address
	address, other := f(), constant
	return func() int {
		captured++
		return captured + constant + *pointer + other + address
	}
}

func loops(n *node) {
	for i, v := range n.s {
		n.arr[i] = v
	}
	for i := range n.s {
		n.arr[i] = 0
	}
again:
	for k, v := range n.m {
		if v == 0 {
			continue again
		}
		n.m[k] = f()
	}
}
