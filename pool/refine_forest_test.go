package pool

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/stealproof/stealproof/internal/refine"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/wsq"
)

// awaits is an outsider that waits for a task.
func awaits(p *state, t *Task) {
	if err := t.wait(context.Background(), &p.parkers, nil); err != nil {
		panic(err)
	}
}

// endsContext is an outsider that cancels a task, like the end of its context.
func endsContext(p *state, t *Task) {
	if t.isComplete() || !t.register(parkerOf(&p.parkers)) || t.isComplete() {
		return
	}
	f := &failure{err: &CancelError{context.Canceled}}
	t.abort.CompareAndSwap(nil, f) //tla:Join.AwaitCancel
	t.discard(f)
	p.interrupt()
}

// forest is a program: trees are submitted, and workers look for tasks. Each worker looks sweeps
// times, and then runs what is left in its own deque.
type forest struct {
	workers int
	sweeps  int                 // looks of a waiting worker before it goes to sleep
	places  func(*Worker) []int // where workers look before that, like Find in the machine of Join
	more    func(*Worker) []int // whether they steal more from the same deque, like More in the machine of Join
	waits   bool                // workers start when each of these deques has a task
	trees   []planted
	panics  []int // bodies of the first tree that panic
	caught  bool  // its root recovers from that
	asked   bool  // all workers are asked for frames from the start
}

// planted is the body of a root. It calls does in each of its bodies, by number, and returns
// want.
type planted struct {
	want int
	run  func(w *Worker, does func(body int)) int
}

// robbed makes the second worker look into the deque of the first one before it looks anywhere
// else. It looks there twice, or once if it waits until a task is there.
func (j forest) robbed(waits bool) forest {
	first := []int{1, 1}
	if waits {
		first = first[:1]
	}
	j.places = func(w *Worker) []int { return [][]int{nil, first}[w.number] }
	j.waits = waits
	return j
}

func (j forest) followed(outsiders ...func(*state, *Task)) func(*refine.Shadow) func(*sched.S) {
	return followedBy(func(s *sched.S, f *refine.Shadow) { j.run(s, f, outsiders) })
}

func followedBy(run func(*sched.S, *refine.Shadow)) func(*refine.Shadow) func(*sched.S) {
	return func(f *refine.Shadow) func(*sched.S) {
		return func(s *sched.S) { run(s, f) }
	}
}

// run gives the first tree to the outsiders.
func (j forest) run(s *sched.S, f *refine.Shadow, outsiders []func(*state, *Task)) {
	p, workers := newParts(j.workers, len(j.trees), func() wsq.Deque[*Task] { return &queued{} })
	p.sweeps = j.sweeps
	where := []refine.Place{
		{Word: "deque[0]", At: unsafe.Pointer(&p.injector.some), Values: refine.Judge(func(machine, code uint64) bool { return (machine&0xff != 0) == (code != 0) })},
	}
	var ran [4]atomic.Int32
	does := func(n int) {
		ran[n].Add(1)
		if slices.Contains(j.panics, n) {
			panic(j.panics)
		}
	}
	var roots []*call[int]
	for i, tree := range j.trees {
		root := newCall(func(w *Worker) (int, error) { return tree.run(w, does), nil })
		root.root = &root.Task
		roots = append(roots, root)
		if err := p.injector.put(entry{task: &root.Task}, nil); err != nil {
			s.Errorf("%v", err)
		}
		where = append(where,
			refine.Place{Word: fmt.Sprintf("status[%d]", i+1), At: unsafe.Pointer(&root.status), Values: taskStatus(j.workers, false)},
			refine.Place{Word: fmt.Sprintf("waiters[%d]", i+1), At: unsafe.Pointer(&root.waiters), Values: taskWaiters()},
			refine.Place{Word: fmt.Sprintf("abort[%d]", i+1), At: unsafe.Pointer(&root.abort), Values: refine.Flags{}})
	}
	first := &roots[0].Task
	plans := make([]robbery, j.workers)
	for i, w := range workers {
		d := w.deque.(*queued)
		if j.more != nil {
			plans[i].more = j.more(w)
			d.plan = func(dst []*Task) *robbery {
				return &plans[slices.IndexFunc(workers, func(w *Worker) bool { return &w.batch[0] == &dst[0] })]
			}
		}
		deque := refine.Place{Word: fmt.Sprintf("deque[%d]", i+1), At: unsafe.Pointer(&d.n), Values: length, Under: unsafe.Pointer(&d.mu)}
		if j.asked {
			w.poll = request
			deque.At, deque.Values, deque.Under = unsafe.Pointer(&w.slot), publishedFrame, nil
		}
		where = append(where, deque,
			refine.Place{Word: fmt.Sprintf("permit[%d]", i+1), At: unsafe.Pointer(w.parker), Values: strays})
	}
	f.Lock(s, unsafe.Pointer(&p.injector.mu))
	f.Watch(s, where...)
	for i, w := range workers {
		s.GoNamed(fmt.Sprintf("worker %d", i+1), func() {
			if j.places != nil {
				for _, v := range j.places(w) {
					if v == j.workers+1 && over(first) {
						return
					}
					if j.more != nil {
						plans[i].batch = v > j.workers+1
					}
					t := w.lookInto(v)
					for j.waits && t == nil {
						runtime.Gosched()
						t = w.lookInto(v)
					}
					if t != nil {
						w.run(t)
					}
				}
			}
			for range 2 {
				if t := w.look(nil); t != nil {
					w.run(t)
				}
			}
			for t := w.lookInto(i + 1); t != nil; t = w.lookInto(i + 1) { // the other tasks that it has stolen together
				w.run(t)
			}
		})
	}
	for i, outsider := range outsiders {
		s.GoNamed(fmt.Sprintf("outsider %d", i+1), func() { outsider(p, first) })
	}
	s.Wait()
	for n := range ran {
		if ran[n].Load() > 1 {
			s.Errorf("body %d ran %d times", n, ran[n].Load())
		}
	}
	for i, root := range roots {
		if wrong := j.judge(i, root, len(outsiders) > 0); wrong != "" {
			s.Errorf("tree %d: %s: result %d, failure %v", i+1, wrong, root.result, root.failure)
		}
	}
}

// judge returns what is wrong with the end of a tree, or "".
func (j forest) judge(i int, root *call[int], mayCancel bool) string {
	if !root.isComplete() {
		return "the tree has not ended"
	}
	throws := i == 0 && len(j.panics) > 0 && !j.caught
	if root.failure == nil {
		switch {
		case throws:
			return "its panic is lost"
		case root.result != j.trees[i].want:
			return "wrong result"
		}
		return ""
	}
	switch err := root.failure.err.(type) {
	case *PanicError:
		if is, _ := err.Value.([]int); throws && slices.Equal(is, j.panics) {
			return ""
		}
	case *CancelError:
		if mayCancel && err.Cause == context.Canceled {
			return ""
		}
	}
	return "the tree has failed"
}

// lookInto is look in one deque only: a choice of Find gives its number.
func (w *Worker) lookInto(choice int) *Task {
	all := w.pool.workers.all()
	switch goes := len(all) + 1; {
	case choice == 0:
		return w.submission(nil)
	case choice == goes:
		return nil
	case choice == int(w.number)+1:
		t, _ := w.deque.Pop() //tla:Join.HelpOwn
		return t
	default:
		return w.steal(all[(choice-1)%goes], nil) //tla:Join.HelpOther
	}
}
