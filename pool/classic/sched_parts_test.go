package classic

import (
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/park"
	"github.com/stealproof/stealproof/model/sched"
)

// In these programs, threads of the test stand in for workers that live for ever.

// joins makes a worker run a tree while another one looks for a task so many times.
func joins[W Worker[W]](make func() (first W, run func(W, *task[W]), look func() func()), root *vertex, looks int) func(*sched.S) {
	return func(s *sched.S) {
		w, run, look := make()
		ran := [5]atomic.Int32{}
		t := future[W](root, ran[:])
		s.Go(func() { run(w, &t.task) })
		s.Go(func() {
			for range looks {
				if f := look(); f != nil {
					f()
				}
			}
		})
		s.Wait()
		if want, _ := root.want(); t.value != want {
			s.Errorf("%d, want %d", t.value, want)
		}
		root.walk(func(n *vertex) {
			if k := ran[n.id].Load(); k != 1 {
				s.Errorf("task %d ran %d times", n.id, k)
			}
		})
	}
}

func wspoolJoins() (*WSWorker, func(*WSWorker, *task[*WSWorker]), func() func()) {
	p := newWSPool(2)
	thief := p.workers[1]
	return p.workers[0], (*WSWorker).run, func() func() {
		if t := thief.scan(); t != nil {
			return func() { thief.run(t) }
		}
		return nil
	}
}

// vtParts returns a pool whose workers are set up.
func vtParts(workers int) *VT {
	p := newVT(workers)
	for _, w := range p.workers {
		w.setUp(false)
	}
	return p
}

func vtJoins() (*VTWorker, func(*VTWorker, *task[*VTWorker]), func() func()) {
	p := vtParts(2)
	thief := p.workers[1]
	return p.workers[0], (*VTWorker).finish, func() func() {
		if t := thief.steal(); t != nil {
			return func() { thief.finish(t) }
		}
		return nil
	}
}

func duffyJoins() (*DuffyWorker, func(*DuffyWorker, *task[*DuffyWorker]), func() func()) {
	p := newDuffy(2)
	thief := p.workers[1]
	return p.workers[0], (*DuffyWorker).begin, func() func() {
		if t := thief.look(); t != nil {
			return func() { thief.begin(t) }
		}
		return nil
	}
}

// wspoolEmpties gives tasks to the first worker, and makes the workers take tasks until they
// find none.
func wspoolEmpties(s *sched.S, p *WSPool, tasks ...FJTask) {
	for _, t := range tasks {
		p.workers[0].queue.Push(t.queuedBy(p))
	}
	for _, w := range p.workers {
		s.Go(func() {
			for t := w.scan(); t != nil; t = w.scan() {
				w.run(t)
			}
		})
	}
	s.Wait()
}

// wspoolJoinsAcross makes a task from outside join another task. That one joins its own fork.
func wspoolJoinsAcross(s *sched.S) {
	p := newWSPool(2)
	inner := NewFuture(func(w *WSWorker) int {
		forked := NewFuture(func(*WSWorker) int { return 1 })
		forked.Fork(w)
		return forked.Join(w) + 1
	})
	outer := NewFuture(func(w *WSWorker) int { return inner.Join(w) + 1 })
	wspoolEmpties(s, p, inner, outer)
	if !outer.isComplete() || outer.value != 3 {
		s.Errorf("%d", outer.value)
	}
}

// wspoolCalls makes a task call another task, which is in no queue. The called task joins a
// stolen task. Meanwhile a sibling, which joins the called task, waits in the queue.
func wspoolCalls(s *sched.S) {
	p := newWSPool(2)
	forked := NewRAction(func(*WSWorker) {})
	called := NewRAction(func(w *WSWorker) { forked.Fork(w); forked.Join(w) })
	sibling := NewRAction(func(w *WSWorker) { called.Join(w) })
	outer := NewRAction(func(w *WSWorker) { sibling.Fork(w); called.Join(w); sibling.Join(w) })
	wspoolEmpties(s, p, outer)
	if !outer.isComplete() || !sibling.isComplete() {
		s.Errorf("outer is complete: %v, sibling: %v", outer.isComplete(), sibling.isComplete())
	}
}

// wspoolWaits makes workers wait for a task each, while as many tasks are submitted.
func wspoolWaits(workers int) func(*sched.S) {
	return func(s *sched.S) {
		p := newWSPool(workers)
		var ran atomic.Int32
		for _, w := range p.workers {
			s.Go(func() {
				for {
					if t := w.scan(); t != nil {
						w.run(t)
						return
					}
					w.awaitWork()
				}
			})
		}
		for range workers {
			p.Submit(NewRAction(func(*WSWorker) { ran.Add(1) }))
		}
		s.Wait()
		if int(ran.Load()) != workers {
			s.Errorf("%d tasks of %d were run", ran.Load(), workers)
		}
	}
}

// vtWaits is wspoolWaits for VT.
func vtWaits(workers int) func(*sched.S) {
	return func(s *sched.S) {
		p := vtParts(workers)
		var ran atomic.Int32
		for _, w := range p.workers {
			s.Go(func() { w.finish(w.find()) })
		}
		for range workers {
			p.Submit(NewFuture(func(*VTWorker) int { return int(ran.Add(1)) }))
		}
		s.Wait()
		if int(ran.Load()) != workers {
			s.Errorf("%d tasks of %d were run", ran.Load(), workers)
		}
	}
}

// needy is a task that forks a task for another worker. It waits until that has begun, and does
// not take it back.
func needy[W Worker[W]]() *Future[W, int] {
	begun := park.New()
	return NewFuture(func(w W) int {
		child := NewFuture(func(W) int { begun.Unpark(); return 1 })
		child.Fork(w)
		begun.Park()
		return child.Join(w)
	})
}

// vtForks makes a worker run a task that needs another worker, which waits.
func vtForks(s *sched.S) {
	p, root := vtParts(2), needy[*VTWorker]()
	s.Go(func() { p.workers[0].finish(&root.task) })
	s.Go(func() { p.workers[1].finish(p.workers[1].find()) })
	s.Wait()
}

// vtBegins is vtForks from the barrier on, where both workers wait first.
func vtBegins(s *sched.S) {
	p, root := vtParts(2), needy[*VTWorker]()
	for _, w := range p.workers {
		s.Go(w.serve)
	}
	p.begin()
	p.Submit(root)
	root.Join(nil)
	p.Close()
	s.Wait()
}

// duffyWaits is wspoolWaits for Duffy.
func duffyWaits(workers int) func(*sched.S) {
	return func(s *sched.S) {
		p := newDuffy(workers)
		var ran atomic.Int32
		for _, w := range p.workers {
			s.Go(func() { w.begin(w.next()) })
		}
		for range workers {
			p.Submit(NewFuture(func(*DuffyWorker) int { return int(ran.Add(1)) }))
		}
		s.Wait()
		if int(ran.Load()) != workers {
			s.Errorf("%d tasks of %d were run", ran.Load(), workers)
		}
	}
}

// duffyForks is vtForks for Duffy.
func duffyForks(s *sched.S) {
	p, root := newDuffy(2), needy[*DuffyWorker]()
	s.Go(func() { p.workers[0].begin(&root.task) })
	s.Go(func() { p.workers[1].begin(p.workers[1].next()) })
	s.Wait()
}

// vtCloses closes a pool that has a task to run.
func vtCloses(s *sched.S) {
	p := vtParts(1)
	s.Go(p.workers[0].serve)
	p.begin()
	closesAfterOne[*VTWorker](s, p)
}

// duffyCloses is vtCloses for Duffy.
func duffyCloses(s *sched.S) {
	p := newDuffy(1)
	s.Go(p.workers[0].loop)
	closesAfterOne[*DuffyWorker](s, p)
}

func closesAfterOne[W Worker[W]](s *sched.S, p interface {
	Submit(Task[W])
	Close()
}) {
	ran := false
	p.Submit(NewFuture(func(W) int { ran = true; return 0 }))
	p.Close()
	if !ran {
		s.Errorf("the pool was closed before all tasks were done")
	}
	s.Wait()
}

// duffyLocked makes two workers look into the queue of a third one. Each must find one of two
// tasks, of which the first waits for the second. A queue whose lock is held must not count as
// empty.
func duffyLocked(s *sched.S) {
	p := newDuffy(3)
	begun := park.New()
	for _, f := range []func(){begun.Park, begun.Unpark} {
		p.workers[0].local.Push(&NewFuture(func(*DuffyWorker) int { f(); return 0 }).task)
	}
	for _, w := range p.workers[1:] {
		s.Go(func() { w.begin(w.next()) })
	}
	s.Wait()
}

// begin makes a task the root, and gives it to the first worker.
func (p *CMU) begin(root *task[*CMUContext]) {
	p.root = root
	p.workers[0].workq.Push(&CMUContext{task: root})
}

// processes makes workers of a CMU run a tree, without the pool's beginning and end.
func processes(workers int, continuation bool, d CMUDeque, root *vertex) func(*sched.S) {
	return func(s *sched.S) {
		p := newCMU(CMUOptions{Workers: workers, Continuation: continuation, Deque: d})
		ran := [5]atomic.Int32{}
		t := future[*CMUContext](root, ran[:])
		p.begin(&t.task)
		for _, w := range p.workers {
			s.Go(w.process)
		}
		s.Wait()
		if want, _ := root.want(); t.value != want {
			s.Errorf("%d, want %d", t.value, want)
		}
	}
}

// batch makes threads run tasks that all begin at the first thread.
func batch(o IITHOptions, tasks int) func(*sched.S) {
	return func(s *sched.S) {
		p := NewIITH(o)
		ran := make([]atomic.Int32, tasks)
		for i := range tasks {
			p.Add(0, func() { ran[i].Add(1) })
		}
		stats := p.Run()
		each(s, ran, stats)
	}
}

// generated adds the tasks while the threads run, to each thread in turn.
func generated(o IITHOptions, tasks int) func(*sched.S) {
	return func(s *sched.S) {
		p := NewIITH(o)
		ran := make([]atomic.Int32, tasks)
		p.Start()
		for i := range tasks {
			p.Add(i%o.Threads, func() { ran[i].Add(1) })
		}
		each(s, ran, p.Wait())
	}
}

func each(s *sched.S, ran []atomic.Int32, stats IITHStats) {
	for i := range ran {
		if k := ran[i].Load(); k != 1 {
			s.Errorf("task %d ran %d times", i, k)
		}
	}
	if stats.Run != len(ran) {
		s.Errorf("%d tasks were counted, want %d", stats.Run, len(ran))
	}
}

// waitsFor makes several goroutines wait for a task, while another one ends it.
func waitsFor[W Worker[W]](waiters int) func(*sched.S) {
	return func(s *sched.S) {
		t := &task[W]{}
		t.claim()
		for range waiters {
			s.Go(func() { t.wait(park.New()) })
		}
		s.Go(t.finish)
		s.Wait()
	}
}
