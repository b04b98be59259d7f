package model_test

import (
	"errors"
	"fmt"

	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic" // rewritten code imports it in place of sync/atomic
)

// stores counts the stores of an execution.
type stores struct{ n, executions int }

func (s *stores) Begin() { s.n = 0 }

func (s *stores) Access(a *model.Access) error {
	if a.Kind == model.Store {
		s.n++
	}
	return nil
}

func (s *stores) End() error {
	s.executions++
	if s.n != 2 {
		return errors.New("an execution without two stores")
	}
	return nil
}

// twoStores has two threads that store to one variable.
func twoStores(s *sched.S) {
	var x atomic.Int32
	for i := range 2 {
		s.Go(func() { x.Store(int32(i)) })
	}
	s.Wait()
}

// An observer sees each access of each execution.
func ExampleObserver() {
	var o model.Observer = &stores{}
	r := sched.Search(twoStores, sched.Options{Observer: o})
	fmt.Println(r.Ending, r.Failure == nil)
	// Output: exhausted true
}

// An access has a kind, a thread and values.
func ExampleAccess() {
	a := model.Access{Thread: 1, Kind: model.ReadWrite, Expr: "d.top", Read: 3, Wrote: 4}
	fmt.Printf("thread %d: %v of %s: %d -> %d\n", a.Thread, a.Kind, a.Expr, a.Read, a.Wrote)
	// Output: thread 1: read-modify-write of d.top: 3 -> 4
}

// A failed compare-and-swap has a kind of its own.
func ExampleAccessKind() {
	fmt.Println(model.Load, "/", model.CASFailed, "/", model.PlainWrite)
	// Output: load / failed compare-and-swap / plain write
}

// labels is a Follower. It records the labels of calls and of accesses.
type labels struct {
	stores
	seen []string
}

func (l *labels) Wants(expr string) bool { return expr == "d.items" }

func (l *labels) Enter(_ int, _ uint32, label string) error {
	l.seen = append(l.seen, "enter "+label)
	return nil
}

func (l *labels) Access(a *model.Access) error {
	l.seen = append(l.seen, a.Kind.String()+" "+a.Label)
	return nil
}

// A follower compares code with its labels. The scheduler makes these calls for
//
//	d.grow() //tla:PushGrow
func ExampleFollower() {
	l := &labels{}
	var f model.Follower = l
	f.Begin()
	if f.Enter(0, 1, "PushGrow") == nil && f.Wants("d.items") {
		_ = f.Access(&model.Access{Kind: model.PlainRead, Label: "PushGrow", Place: 1})
	}
	fmt.Println(l.seen)
	// Output: [enter PushGrow plain read PushGrow]
}

// resumes is a Repeater. After each access it saves its state, here a number.
type resumes struct {
	stores
	saved []int // by access: the stores so far
	skips int
}

func (r *resumes) Begin() { r.stores.Begin(); r.saved = r.saved[:0] }

func (r *resumes) Access(a *model.Access) error {
	err := r.stores.Access(a)
	r.saved = append(r.saved, r.n)
	return err
}

func (r *resumes) Repeat(accesses int) bool {
	r.skips++
	r.n, r.saved = 0, r.saved[:accesses]
	if accesses > 0 {
		r.n = r.saved[accesses-1]
	}
	return true
}

// A repeater is not shown the beginning of an execution if it is the same as before.
func ExampleRepeater() {
	o := &resumes{}
	var observer model.Repeater = o
	r := sched.Search(func(s *sched.S) {
		var x atomic.Int32
		s.Go(func() { x.Store(1); x.Load() })
		s.Go(func() { x.Store(2); x.Load() })
		s.Wait()
	}, sched.Options{Observer: observer})
	fmt.Println(r.Ending, o.skips > 0)
	// Output: exhausted true
}

// pushes is a Witness. It counts completed pushes.
type pushes struct {
	stores
	begun, done int
}

func (p *pushes) End() error { return nil }

func (p *pushes) Call(_ int, kind model.Kind, _ bool) {
	if kind == model.Push {
		p.begun++
	}
}

func (p *pushes) Return(_ int, status model.Status, _ ...int) error {
	if status == model.Done {
		p.done++
	}
	return nil
}

// A witness is told of the operations that a program records.
func ExampleWitness() {
	w := &pushes{}
	var observer model.Witness = w
	sched.Search(func(s *sched.S) {
		s.Operation(0, model.Push, 7, func() (int, model.Status) { return 7, model.Done })
	}, sched.Options{Observer: observer, Executions: 1})
	fmt.Println(w.begun == w.done, w.done > 0)
	// Output: true true
}
