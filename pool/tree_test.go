package pool_test

import "fmt"

// node is a task of a random tree.
type node struct {
	id   int
	form int  // how it runs its children: see forms
	fate fate // what else happens to it
	when when
	slow bool // long enough for a thief to come
	kids []*node
}

// fate is an event that may happen to a task.
type fate int

const (
	peaceful fate = iota
	panics
	exits    // calls Goexit
	cancels  // ends the context of the tree, or of its own Run
	closes   // calls CloseNow
	recovers // from the failures of its children
	fates
)

// when is the time of a task's fate: before it forks, before it joins, or at the end.
type when int

const (
	first when = iota
	between
	last
	whens
)

// grove is some trees that run in a pool at the same time.
type grove struct {
	trees  []*node
	starts []int // how each is begun: see starts
	nodes  [][]*node
	fates  [fates]int // how many nodes have each
}

const (
	mostTrees = 3
	mostNodes = 60 // of a tree; fewer than the spares of a pool
	mostKids  = 6
	mostDepth = 7
)

// decoder makes trees of bytes. Any bytes make some.
type decoder struct {
	bytes []byte
	wild  bool // with fates
	nodes []*node
}

func (d *decoder) next() int {
	if len(d.bytes) == 0 {
		return 0
	}
	b := d.bytes[0]
	d.bytes = d.bytes[1:]
	return int(b)
}

func decode(b []byte, wild bool) *grove {
	d := &decoder{bytes: b, wild: wild}
	g := &grove{}
	for range d.next()%mostTrees + 1 {
		d.nodes = nil
		g.starts = append(g.starts, d.next()%len(starts))
		g.trees = append(g.trees, d.node(0))
		g.nodes = append(g.nodes, d.nodes)
		for _, n := range d.nodes {
			g.fates[n.fate]++
		}
	}
	return g
}

func (d *decoder) node(depth int) *node {
	n := &node{id: len(d.nodes)}
	d.nodes = append(d.nodes, n)
	shape, deed := d.next(), d.next()
	n.form = shape % len(forms)
	n.slow = deed>>4%4 == 1
	if f := fate(deed % 16); d.wild && f < fates {
		n.fate, n.when = f, when(deed>>6%int(whens))
	}
	for range shape / len(forms) % (mostKids + 1) {
		if depth < mostDepth && len(d.nodes) < mostNodes && len(d.bytes) > 0 {
			n.kids = append(n.kids, d.node(depth+1))
		}
	}
	return n
}

// value is the result of a task with these results of its children.
func (n *node) value(results []int) int {
	v := n.id + 1
	for _, r := range results {
		v = v*31 + r
	}
	return v
}

// serial is the result of a tree.
func (n *node) serial() int {
	var results []int
	for _, k := range n.kids {
		results = append(results, k.serial())
	}
	return n.value(results)
}

// String shows the tree.
func (n *node) String() string {
	s := forms[n.form].name
	if n.fate != peaceful {
		s += fmt.Sprint("!", [fates]string{"", "panics", "exits", "cancels", "closes", "recovers"}[n.fate],
			[whens]string{"First", "Between", "Last"}[n.when])
	}
	if n.slow {
		s += "~"
	}
	if len(n.kids) > 0 {
		s += fmt.Sprint(n.kids)
	}
	return s
}
