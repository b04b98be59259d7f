package classic

import (
	"errors"
	"fmt"
	"sync/atomic"
)

// vertex is a task of a random tree. It forks its children and joins them, the newest first
// unless oldest is set. Then it panics or returns.
type vertex struct {
	id       int
	children []*vertex
	oldest   bool
	panics   bool
}

// walk calls f for the vertex and all below it.
func (n *vertex) walk(f func(*vertex)) {
	f(n)
	for _, c := range n.children {
		c.walk(f)
	}
}

func (n *vertex) size() (all int) {
	n.walk(func(*vertex) { all++ })
	return all
}

func (n *vertex) String() string {
	text := fmt.Sprint(n.id)
	if n.oldest {
		text += "o"
	}
	if n.panics {
		text += "!"
	}
	if n.children != nil {
		text += fmt.Sprint(n.children)
	}
	return text
}

// want is the result of a vertex. Only this order gives it. If several vertices panic, the panic
// is the one that a join meets first.
func (n *vertex) want() (int, error) {
	sum := n.id + 1
	for _, c := range n.order() {
		v, err := c.want()
		if err != nil {
			return 0, err
		}
		sum = sum*31 + v
	}
	if n.panics {
		return 0, boom(n.id)
	}
	return sum, nil
}

// order returns the children in the order of their joins.
func (n *vertex) order() []*vertex {
	if n.oldest {
		return n.children
	}
	var all []*vertex
	for i := range n.children {
		all = append(all, n.children[len(n.children)-1-i])
	}
	return all
}

// boom is the value that a vertex panics with.
type boom int

func (b boom) Error() string { return fmt.Sprintf("boom %d", int(b)) }

// A system is a scheduler under test.
type system struct {
	name string
	new  func(workers int) instance
}

// An instance runs trees, and counts its tasks.
type instance interface {
	run(root *vertex, ran []atomic.Int32) (int, error)
	close()
}

// systems are all schedulers with fork and join, in all their variants.
var systems = []system{
	{"wspool", func(n int) instance { return newFutures(NewWSPool(n)) }},
	{"vt", func(n int) instance { return newFutures(NewVT(n, false)) }},
	{"vt, one lock", func(n int) instance { return newFutures(NewVT(n, true)) }},
	{"duffy", func(n int) instance { return newFutures(NewDuffy(n)) }},
	cmuSystem("cmu, mutex", false, CMUMutex),
	cmuSystem("cmu, entry lock", false, CMUEntryLock),
	cmuSystem("cmu, lock-free", false, CMULockFree),
	cmuSystem("cmu, central", false, nil),
	cmuSystem("2Q, mutex", true, CMUMutex),
	cmuSystem("2Q, entry lock", true, CMUEntryLock),
	cmuSystem("2Q, lock-free", true, CMULockFree),
	cmuSystem("2Q, central", true, nil),
}

// futures is a scheduler whose tasks are futures.
type futures[W Worker[W]] struct {
	pool interface {
		Submit(Task[W])
		Close()
	}
}

func newFutures[W Worker[W]](pool interface {
	Submit(Task[W])
	Close()
}) instance {
	return futures[W]{pool}
}

func (f futures[W]) close() { f.pool.Close() }

func (f futures[W]) run(root *vertex, ran []atomic.Int32) (int, error) {
	t := future[W](root, ran)
	f.pool.Submit(t)
	var none W
	return t.Get(none)
}

// futuresOf returns the tasks of a tree, by id.
func futuresOf[W Worker[W]](root *vertex, ran []atomic.Int32) []*Future[W, int] {
	all := make([]*Future[W, int], len(ran))
	root.walk(func(n *vertex) {
		all[n.id] = NewFuture(func(w W) int {
			ran[n.id].Add(1)
			for _, c := range n.children {
				all[c.id].Fork(w)
			}
			sum := n.id + 1
			for _, c := range n.order() {
				sum = sum*31 + all[c.id].Join(w)
			}
			if n.panics {
				panic(boom(n.id))
			}
			return sum
		})
	})
	return all
}

func future[W Worker[W]](root *vertex, ran []atomic.Int32) *Future[W, int] {
	return futuresOf[W](root, ran)[root.id]
}

type cmuInstance struct{ *CMU }

// cmuSystem is a CMU. Without a deque, all workers share one.
func cmuSystem(name string, continuation bool, d CMUDeque) system {
	return system{name, func(n int) instance {
		return cmuInstance{NewCMU(CMUOptions{Workers: n, Continuation: continuation, Deque: d, Central: d == nil})}
	}}
}

func (p cmuInstance) close() { p.Destroy() }

func (p cmuInstance) run(root *vertex, ran []atomic.Int32) (int, error) {
	t := future[*CMUContext](root, ran)
	err := p.StartProcess(t)
	return t.value, err
}

func cmuTask(body func(*CMUContext)) *Future[*CMUContext, struct{}] {
	return NewFuture(func(c *CMUContext) struct{} { body(c); return struct{}{} })
}

// check runs a tree, and returns what went wrong. If a task has panicked in a WSPool or a Duffy,
// the children that it had yet to join may still run.
func check(p instance, root *vertex, size int) error {
	ran := make([]atomic.Int32, size)
	got, gotErr := p.run(root, ran)
	want, wantErr := root.want()
	var what boom
	if errors.As(gotErr, &what); gotErr != nil && what != wantErr || gotErr == nil && wantErr != nil {
		return fmt.Errorf("the tree ends with %v, want %v", gotErr, wantErr)
	}
	if got != want && wantErr == nil {
		return fmt.Errorf("the tree returns %d, want %d", got, want)
	}
	var wrong error
	root.walk(func(n *vertex) {
		if k := ran[n.id].Load(); k != 1 && (k > 1 || wantErr == nil) {
			wrong = fmt.Errorf("task %d ran %d times", n.id, k)
		}
	})
	return wrong
}
