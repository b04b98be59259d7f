package pool

import (
	"sync"

	"github.com/stealproof/stealproof/model/sched"
)

// holdsALock makes a task hold a lock while it waits isolated for the tasks of start. The other
// worker steals and runs one of these. Then it takes the lock, as a task below might, and runs
// what is in its deque.
func holdsALock(start func(w *Worker, s *Scope)) func(s *sched.S) {
	return func(s *sched.S) {
		_, workers := newParts(2, 1, chaseLev)
		var mu sync.Mutex
		ended := 0
		root := newCall(func(w *Worker) (int, error) {
			mu.Lock()
			w.Isolate(func() { w.Scope(func(s *Scope) { start(w, s) }) })
			ended++
			mu.Unlock()
			return 0, nil
		})
		root.root = &root.Task
		s.Go(func() { workers[0].run(&root.Task) })
		s.Go(func() {
			w := workers[1]
			if t := w.steal(&workers[0].searcher, nil); t != nil {
				w.run(t)
			}
			mu.Lock()
			ended++
			mu.Unlock()
			for t, ok := w.deque.Pop(); ok; t, ok = w.deque.Pop() {
				w.run(t)
			}
		})
		s.Wait()
		if ended != 2 {
			s.Errorf("%d have ended", ended)
		}
	}
}

// startsOne starts a task that starts another one in the scope.
func startsOne(w *Worker, s *Scope) {
	s.Go(w, func(w *Worker) { s.Go(w, func(*Worker) {}) })
}

// isolatesBesides is a task that wants the lock, and an isolated one. A thief can take both at once.
func isolatesBesides(s *sched.S) {
	_, workers := newParts(2, 1, chaseLev)
	var mu sync.Mutex
	ran := 0
	root := newCall(func(w *Worker) (int, error) {
		w.Scope(func(s *Scope) {
			mu.Lock()
			s.Go(w, func(*Worker) { mu.Lock(); ran++; mu.Unlock() })
			w.Isolate(func() { w.Invoke(func(*Worker) {}) })
			mu.Unlock()
		})
		return 0, nil
	})
	root.root = &root.Task
	s.Go(func() { workers[0].run(&root.Task) })
	s.Go(func() {
		w := workers[1]
		if t := w.steal(&workers[0].searcher, nil); t != nil {
			w.run(t)
		}
		for t, ok := w.deque.Pop(); ok; t, ok = w.deque.Pop() {
			w.run(t)
		}
	})
	s.Wait()
	if ran != 1 {
		s.Errorf("the other task has run %d times", ran)
	}
}
