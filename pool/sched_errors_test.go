package pool

import (
	"context"
	"errors"
	"testing"

	"github.com/stealproof/stealproof/internal/park"
	"github.com/stealproof/stealproof/model/sched"
)

// In these programs, a task waits for the end of its context, or a goroutine for a future's
// channel. A lost signal is a deadlock.
func TestSched_Errors(t *testing.T) {
	for _, p := range []program{
		{"a context, and its tree is cancelled", asksAndIsCancelled},
		{"a context, and a task of its group fails", asksInAGroup},
		{"the channel of a future, for two", signals},
	} {
		t.Run(p.name, func(t *testing.T) { exhausts(t, p) })
	}
}

var errOfTest = errors.New("of the test")

// asksAndIsCancelled cancels a root while it asks for its context.
func asksAndIsCancelled(s *sched.S) {
	p, workers := newParts(1, 1, noDeque)
	root := newCall(func(w *Worker) (int, error) {
		ctx := w.Context()
		<-ctx.Done()
		if err := context.Cause(ctx); err != errOfTest {
			s.Errorf("the context ends with %v", err)
		}
		return 0, nil
	})
	root.root = &root.Task
	s.Go(func() { p.cancelBelow(&root.Task, &failure{err: &CancelError{errOfTest}}) })
	s.Go(func() { workers[0].run(&root.Task) })
	s.Wait()
}

// asksInAGroup makes a stolen task of a group fail while the body waits for its context.
func asksInAGroup(s *sched.S) {
	_, workers := newParts(2, 1, chaseLev)
	stolen := park.New()
	root := newCall(func(w *Worker) (int, error) {
		err := w.Group(func(g *Group) error {
			g.Go(w, func(*Worker) error { return errOfTest })
			stolen.Park()
			<-w.Context().Done()
			return nil
		})
		if err != errOfTest {
			s.Errorf("the group returns %v", err)
		}
		return 0, nil
	})
	root.root = &root.Task
	s.Go(func() { workers[0].run(&root.Task) })
	s.Go(func() {
		t := steals(workers[0])
		stolen.Unpark()
		workers[1].run(t)
	})
	s.Wait()
}

// signals asks twice for the channel of a future while the future is run.
func signals(s *sched.S) {
	p, workers := newParts(1, 1, noDeque)
	c := newCall(func(*Worker) (int, error) { return 7, nil })
	c.root = &c.Task
	f := &Future[int]{pool: p, call: c}
	for range 2 {
		s.Go(func() {
			<-f.Done()
			if c.result != 7 {
				s.Errorf("the channel is closed before the result is there")
			}
		})
	}
	s.Go(func() { workers[0].run(&c.Task) })
	s.Wait()
}
