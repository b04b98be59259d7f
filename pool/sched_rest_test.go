package pool

import (
	"context"
	"sync/atomic"

	"github.com/stealproof/stealproof/model/sched"
)

// meetsInLoop makes each index of a loop wait until all four have begun. There is one worker, and
// three spares come. Of two frames the worker publishes only one.
func meetsInLoop(s *sched.S) {
	p := newSmall(1, 1, chaseLev)
	p.options.Spares = 3
	var begun atomic.Int64
	all := make(chan struct{})
	err := ForEachErr(context.Background(), p, 4, func(w *Worker, _ int) error {
		w.Blocking(func() {
			if begun.Add(1) == 4 {
				close(all)
			}
			<-all
		})
		return nil
	}, Grain(1))
	if err != nil {
		s.Errorf("%v", err)
	}
	drain(s, p)
}

// blocksInLoop counts how often each index of a loop is done. The first one blocks.
func blocksInLoop(s *sched.S) {
	p := newSmall(2, 1, chaseLev)
	p.options.Spares = 1
	var done [4]atomic.Int64
	err := ForEachErr(context.Background(), p, len(done), func(w *Worker, i int) error {
		count := func() { done[i].Add(1) }
		if i == 0 {
			w.Blocking(count)
		} else {
			count()
		}
		return nil
	}, Grain(1))
	if err != nil {
		s.Errorf("%v", err)
	}
	drain(s, p)
	for i := range done {
		if n := done[i].Load(); n != 1 {
			s.Errorf("index %d was done %d times", i, n)
		}
	}
}

// blockTogether makes two workers block in one loop, each in the first of its two indices. Each gives its other index to
// the rest of the loop, which one of them makes. Then each index is either done or in the rest.
func blockTogether(s *sched.S) {
	_, workers := newParts(2, 1, noDeque)
	var done [4]atomic.Int64
	l := &loop{grain: 1, body: func(w *Worker, lo, _ int) {
		if lo%2 == 0 {
			w.forks.blocks()
		}
		done[lo].Add(1)
	}}
	for n, w := range workers {
		root := newCall(func(w *Worker) (int, error) {
			l.stint().divide(parts.in(w), 2*n, 2*n+2)
			return 0, nil
		})
		root.root = &root.Task
		s.Go(func() { w.run(&root.Task) })
	}
	s.Wait()
	for lo, hi := l.rest.Load().take(1); lo < hi; lo, hi = l.rest.Load().take(1) {
		done[lo].Add(1)
	}
	for i := range done {
		if n := done[i].Load(); n != 1 {
			s.Errorf("index %d was done or left %d times", i, n)
		}
	}
}
