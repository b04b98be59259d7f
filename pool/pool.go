package pool

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/park"
	"github.com/stealproof/stealproof/wsq"
)

type Options struct {
	Workers int
}

// Pool runs tasks on a number of workers.
type Pool struct{ state *state }

type state struct {
	lot      lot
	closed   atomic.Bool
	injector injector
	workers  []*Worker
	done     sync.WaitGroup
}

func New(o Options) *Pool {
	n := o.Workers
	if n == 0 {
		n = runtime.GOMAXPROCS(0)
	}
	s := &state{}
	for i := range n {
		s.workers = append(s.workers, newWorker(s, uint32(i)))
	}
	for _, w := range s.workers {
		s.done.Go(w.loop)
	}
	return &Pool{s}
}

func (p *Pool) Close() {
	p.state.closed.Store(true)
	for _, w := range p.state.workers {
		w.parker.Unpark()
	}
	p.state.done.Wait()
}

func (s *state) newDeque() wsq.Deque[*task] { return wsq.NewSplit[*task](64) }
func (s *state) all() []*Worker             { return s.workers }
func (s *state) worker(n uint32) *Worker    { return s.workers[n] }
func (s *state) submit(t *task) {
	s.injector.put(t)
	s.lot.notify()
}

type injector struct {
	mu    sync.Mutex
	queue []*task
	size  atomic.Int64
}

func (i *injector) put(t *task) {
	i.mu.Lock()
	i.queue = append(i.queue, t)
	i.size.Store(int64(len(i.queue)))
	i.mu.Unlock()
}

func (i *injector) take(w *Worker) *task {
	if i.size.Load() == 0 {
		return nil
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	if len(i.queue) == 0 {
		return nil
	}
	t := i.queue[0]
	i.queue = i.queue[1:]
	i.size.Store(int64(len(i.queue)))
	return t
}

func (t *task) wait() {
	p := park.New()
	if t.status.Load() == completed || !t.register(p) {
		return
	}
	for t.status.Load() != completed {
		p.Park()
	}
}

type family struct{ cancelled atomic.Bool }

func (f *family) isCancelled() bool { return f.cancelled.Load() }
func (f *family) dropped() *failure { return &failure{value: "cancelled"} }

type failure struct {
	value any
	stack []byte
}

func (t *task) fail(v any)  { t.failure = &failure{v, debug.Stack()} }
func (f *failure) rethrow() { panic(fmt.Sprintf("%v\n%s", f.value, f.stack)) }
