package pool_test

import (
	"context"
	"strconv"

	"github.com/stealproof/stealproof/pool"
)

// forms are the ways to run the children of a task. Each returns the children's results.
var forms []struct {
	name string
	run  func(t *growing, w *pool.Worker, n *node) []int
}

// leafOf is the argument of a frame: a task of a tree.
type leafOf struct {
	t *growing
	n *node
}

// These definitions have different types, and fork each other.
var (
	ints    *pool.Def[leafOf, int]
	strs    *pool.Def[*leafOf, string]
	structs *pool.Def[leafOf, [3]int]
)

func init() {
	ints = pool.Define(func(c *pool.Ctx[leafOf, int], l leafOf) int { return l.t.run(c.Worker(), l.n) })
	strs = pool.Define(func(c *pool.Ctx[*leafOf, string], l *leafOf) string {
		return strconv.Itoa(l.t.run(c.Worker(), l.n))
	})
	structs = pool.Define(func(c *pool.Ctx[leafOf, [3]int], l leafOf) [3]int {
		return [3]int{1: l.t.run(c.Worker(), l.n)}
	})
	forms = append(forms, []struct {
		name string
		run  func(t *growing, w *pool.Worker, n *node) []int
	}{
		{"join", formJoin},
		{"take", formTake},
		{"both", formBoth},
		{"closures", formClosures},
		{"scope", formScope},
		{"chain", formChain},
		{"invoke", formInvoke},
		{"isolate", formIsolate},
		{"futures", formFutures},
		{"shared", formShared},
		{"run", formRun},
		{"defRun", formDefRun},
		{"for", formFor},
		{"blocking", formBlocking},
		{"halves", formHalves},
	}...)
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(err)
	}
	return n
}

// fork forks a task by one of the definitions.
func (t *growing) fork(w *pool.Worker, k *node) (h int) {
	switch k.id % 3 {
	case 0:
		return ints.In(w).Fork(leafOf{t, k})
	case 1:
		return strs.In(w).Fork(&leafOf{t, k})
	default:
		return structs.In(w).Fork(leafOf{t, k})
	}
}

func (t *growing) join(w *pool.Worker, k *node, h int) int {
	switch k.id % 3 {
	case 0:
		return ints.In(w).Join(h)
	case 1:
		return number(strs.In(w).Join(h))
	default:
		return structs.In(w).Join(h)[1]
	}
}

// take is join by Take and Await.
func (t *growing) take(w *pool.Worker, k *node, h int) int {
	switch k.id % 3 {
	case 0:
		if c := ints.In(w); !c.Take(h) {
			return c.Await(h)
		}
	case 1:
		if c := strs.In(w); !c.Take(h) {
			return number(c.Await(h))
		}
	default:
		if c := structs.In(w); !c.Take(h) {
			return c.Await(h)[1]
		}
	}
	return t.run(w, k)
}

func formJoin(t *growing, w *pool.Worker, n *node) []int {
	results, handles := make([]int, len(n.kids)), make([]int, len(n.kids))
	for i, k := range n.kids {
		handles[i] = t.fork(w, k)
	}
	t.deed(n, between)
	for i := len(n.kids) - 1; i >= 0; i-- {
		results[i] = t.join(w, n.kids[i], handles[i])
	}
	return results
}

func formTake(t *growing, w *pool.Worker, n *node) []int {
	if len(n.kids) == 0 {
		return nil
	}
	results, handles := make([]int, len(n.kids)), make([]int, len(n.kids))
	for i, k := range n.kids[1:] {
		handles[i+1] = t.fork(w, k)
	}
	t.deed(n, between)
	results[0] = t.run(w, n.kids[0])
	for i := len(n.kids) - 1; i > 0; i-- {
		results[i] = t.take(w, n.kids[i], handles[i])
	}
	return results
}

func formBoth(t *growing, w *pool.Worker, n *node) (results []int) {
	kids := n.kids
	for ; len(kids) > 1; kids = kids[2:] {
		a, b := ints.In(w).Both(leafOf{t, kids[0]}, leafOf{t, kids[1]})
		results = append(results, a, b)
		t.deed(n, between)
	}
	for _, k := range kids {
		results = append(results, t.run(w, k))
	}
	return results
}

func formClosures(t *growing, w *pool.Worker, n *node) []int {
	var halve func(w *pool.Worker, kids []*node) []int
	halve = func(w *pool.Worker, kids []*node) []int {
		switch len(kids) {
		case 0:
			return nil
		case 1:
			return []int{t.run(w, kids[0])}
		}
		m := len(kids) / 2
		a, b := pool.Join(w,
			func(w *pool.Worker) []int { return halve(w, kids[:m]) },
			func(w *pool.Worker) []int { return halve(w, kids[m:]) })
		t.deed(n, between)
		return append(a, b...)
	}
	return halve(w, n.kids)
}

func formScope(t *growing, w *pool.Worker, n *node) []int {
	results := make([]int, len(n.kids))
	w.Scope(func(s *pool.Scope) {
		for i, k := range n.kids {
			s.Go(w, func(w *pool.Worker) { results[i] = t.run(w, k) })
		}
		t.deed(n, between)
	})
	return results
}

// formChain makes each task begin the next one, in the scope of the first.
func formChain(t *growing, w *pool.Worker, n *node) []int {
	results := make([]int, len(n.kids))
	w.Scope(func(s *pool.Scope) {
		var link func(w *pool.Worker, i int)
		link = func(w *pool.Worker, i int) {
			if i < len(n.kids) {
				s.Go(w, func(w *pool.Worker) {
					link(w, i+1)
					results[i] = t.run(w, n.kids[i])
				})
			}
		}
		link(w, 0)
		t.deed(n, between)
	})
	return results
}

func formInvoke(t *growing, w *pool.Worker, n *node) []int {
	results := make([]int, len(n.kids))
	var fs []func(*pool.Worker)
	for i, k := range n.kids {
		fs = append(fs, func(w *pool.Worker) { results[i] = t.run(w, k) })
	}
	w.Invoke(fs...)
	t.deed(n, between)
	return results
}

func formIsolate(t *growing, w *pool.Worker, n *node) (results []int) {
	w.Isolate(func() {
		if n.id%2 == 0 {
			results = formJoin(t, w, n)
		} else {
			results = formClosures(t, w, n)
		}
	})
	return results
}

// submit begins a task as a tree of its own.
func (t *growing) submit(w *pool.Worker, k *node) *pool.Future[int] {
	own := &growing{growth: t.growth}
	f, err := pool.Submit(t.ctx, w, func(w *pool.Worker) (int, error) { return own.run(w, k), nil })
	cancelled(err)
	t.add(own, f)
	return f
}

// cancelled panics if err says that the context of the tree has ended. The call had that context.
func cancelled(err error) {
	if err != nil {
		panic(&pool.CancelError{Cause: err})
	}
}

func formFutures(t *growing, w *pool.Worker, n *node) []int {
	results := make([]int, len(n.kids))
	var futures []*pool.Future[int]
	for _, k := range n.kids {
		futures = append(futures, t.submit(w, k))
	}
	t.deed(n, between)
	for i := range futures {
		if n.id%2 == 0 {
			i = len(futures) - 1 - i
		}
		v, err := futures[i].Join(w)
		cancelled(err)
		results[i] = v
	}
	return results
}

// formShared makes two tasks wait for the same future.
func formShared(t *growing, w *pool.Worker, n *node) (results []int) {
	for _, k := range n.kids {
		f := t.submit(w, k)
		wait := func(w *pool.Worker) int {
			v, err := f.Join(w)
			cancelled(err)
			return v
		}
		a, b := pool.Join(w, wait, wait)
		if a != b {
			t.fault("one future, two results: %d and %d", a, b)
		}
		results = append(results, a)
	}
	t.deed(n, between)
	return results
}

func formRun(t *growing, w *pool.Worker, n *node) []int {
	ctx, cancel := context.WithCancel(t.ctx)
	defer cancel()
	results, err := pool.Run(ctx, w, func(w *pool.Worker) ([]int, error) {
		if n.fate == cancels {
			cancel()
		}
		return formClosures(t, w, n), nil
	})
	cancelled(err)
	return results
}

func formDefRun(t *growing, w *pool.Worker, n *node) (results []int) {
	for _, k := range n.kids {
		v, err := strs.Run(t.ctx, w, &leafOf{t, k})
		cancelled(err)
		results = append(results, number(v))
		t.deed(n, between)
	}
	return results
}

func formFor(t *growing, w *pool.Worker, n *node) []int {
	results := make([]int, len(n.kids))
	cancelled(pool.ForWorker(t.ctx, w, len(n.kids), func(w *pool.Worker, lo, hi int) {
		for i := lo; i < hi; i++ {
			results[i] = t.run(w, n.kids[i])
		}
	}, pool.Grain(1)))
	t.deed(n, between)
	return results
}

func formBlocking(t *growing, w *pool.Worker, n *node) []int {
	results, handles := make([]int, len(n.kids)), make([]int, len(n.kids))
	for i, k := range n.kids {
		handles[i] = t.fork(w, k)
		w.Blocking(pause)
	}
	t.deed(n, between)
	for i := len(n.kids) - 1; i >= 0; i-- {
		results[i] = t.take(w, n.kids[i], handles[i])
	}
	return results
}

// formHalves forks frames in the first half of a Join, or in the body of a Scope.
func formHalves(t *growing, w *pool.Worker, n *node) (results []int) {
	if len(n.kids) == 0 {
		return nil
	}
	rest := *n
	rest.kids = n.kids[1:]
	var one int
	if n.id%2 == 0 {
		results, one = pool.Join(w,
			func(w *pool.Worker) []int { return formJoin(t, w, &rest) },
			func(w *pool.Worker) int { return t.run(w, n.kids[0]) })
	} else {
		w.Scope(func(s *pool.Scope) {
			s.Go(w, func(w *pool.Worker) { one = t.run(w, n.kids[0]) })
			results = formTake(t, w, &rest)
		})
	}
	return append([]int{one}, results...)
}
