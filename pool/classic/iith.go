package classic

import (
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/stealproof/stealproof/internal/park"
	"github.com/stealproof/stealproof/wsq"
)

// IITH is the WorkStealingThread of A. Agrawal and K. Indurkhya, "Work Stealing Dequeues" (IIT
// Hyderabad). Each thread processes the tasks of its own deque, which is bounded or unbounded.
// It also steals from the others, unless stealing is switched off. Tasks are functions, and do
// not fork.
//
// Names: Add is pushBottom of thread i's deque, and run is the document's run. popBottom and
// popTop are Pop and Steal of wsq.Deque. isEmpty is the answer Empty of Steal, because an
// earlier answer may be outdated at the steal. In batch mode all tasks are added before Run. In
// generator mode (Start, Add, Wait) they are added while the threads run.
//
// Three corrections. (1) The document's run leaves if "victim + 1 >= totalQueues". That also
// holds if only the last thread has tasks, so no thread ever steals from it. Here a thread tries
// all deques, and leaves if each was empty; a lost race does not count as empty. (2) In
// generator mode the document's thread leaves as soon as it sees all deques empty, even though
// tasks are still to come. If all threads have left, later tasks never run. Here a thread leaves
// only if the generator had finished before that thread looked. (3) In the document the
// generator pushes at the bottom while the thread pops there. Two owners lose and repeat tasks.
// Here the generator is the owner, and the thread takes the oldest task of its own deque, as a
// thief.
//
// A full deque does not overflow: the caller of Add runs the newest task itself.
//
// As in the document, a thread yields before each attempt to steal, and tries again. Cost: a
// task is one allocation and two readings of the clock. An IITH can be used once.
type IITH struct {
	threads   []*iithThread
	noSteal   bool
	started   bool
	generates bool        // fixed before the threads start
	ended     bool        // Run or Wait was called; for the goroutine that calls Add
	over      atomic.Bool // no more tasks will be added
	left      atomic.Int32
	gone      task[*iithThread]
	inline    iithStats // tasks that the caller of Add has run
	began     time.Time
}

// IITHOptions configure an [IITH].
type IITHOptions struct {
	Threads  int // N, at least 1
	Capacity int // of each deque, a wsq.ABP; 0 means an unbounded wsq.ChaseLev
	NoSteal  bool
}

// IITHStats are the document's measurements.
type IITHStats struct {
	Run    int           // tasks that ran
	Stolen int           // tasks that ran on another thread than theirs
	Took   time.Duration // from Run or Start until the last thread has left
	Waited time.Duration // mean time from Add until a task starts
}

// iithTask is the document's Runnable, with its createdAt.
type iithTask struct {
	run     func()
	created time.Time
}

type iithThread struct {
	pool  *IITH
	me    int
	queue wsq.Deque[*iithTask]
	stats iithStats
}

// iithStats counts the work of one goroutine.
type iithStats struct {
	run, stolen int
	waited      time.Duration
	failure     error // the first one
}

// NewIITH returns threads that have not started. It panics if Threads is less than 1 or
// Capacity is negative.
func NewIITH(o IITHOptions) *IITH {
	checkWorkers(o.Threads)
	if o.Capacity < 0 {
		panic(fmt.Sprintf("classic: deques of capacity %d", o.Capacity))
	}
	p := &IITH{noSteal: o.NoSteal}
	for i := range o.Threads {
		t := &iithThread{pool: p, me: i}
		if o.Capacity > 0 {
			t.queue = wsq.NewABP[iithTask](o.Capacity)
		} else {
			t.queue = wsq.NewChaseLev[*iithTask](8)
		}
		p.threads = append(p.threads, t)
	}
	return p
}

// Add gives thread i a task. Call it before Run, or between Start and Wait, from one goroutine.
// If the deque is full, Add runs the newest task itself. It panics after Run or Wait, if run is nil, and
// if i is no thread.
func (p *IITH) Add(i int, run func()) {
	checkFunction(run == nil)
	if p.ended {
		panic("classic: Add to an IITH after Run or Wait, when no thread would run the task")
	}
	if i < 0 || i >= len(p.threads) {
		panic(fmt.Sprintf("classic: Add to thread %d of %d", i, len(p.threads)))
	}
	task, queue := &iithTask{run, time.Now()}, p.threads[i].queue
	for !queue.Push(task) {
		// Push again even if Pop found nothing: that gives a bounded deque room again.
		if newest, ok := queue.Pop(); ok {
			p.inline.execute(newest)
		}
	}
}

// Run lets the threads process all added tasks, blocks until they are done, and returns
// statistics. If tasks have panicked, it panics with the [pool.PanicError] of the first one.
func (p *IITH) Run() IITHStats {
	p.start(false)
	return p.end()
}

// Start starts the threads; Add may still add tasks.
func (p *IITH) Start() {
	p.start(true)
}

// Wait ends the tasks after Start. It returns and panics as Run does. It panics if Start was
// not called.
func (p *IITH) Wait() IITHStats {
	if !p.generates {
		panic("classic: Wait of an IITH that Start has not begun")
	}
	p.over.Store(true)
	return p.end()
}

func (p *IITH) start(generates bool) {
	if p.started {
		panic("classic: an IITH works once")
	}
	p.started, p.generates = true, generates
	p.over.Store(!generates)
	p.began = time.Now()
	p.left.Store(int32(len(p.threads)))
	for _, t := range p.threads {
		go t.loop()
	}
}

func (p *IITH) end() IITHStats {
	p.ended = true
	p.gone.wait(park.New())
	sum := p.inline
	for _, t := range p.threads {
		sum.run += t.stats.run
		sum.stolen += t.stats.stolen
		sum.waited += t.stats.waited
		if sum.failure == nil {
			sum.failure = t.stats.failure
		}
	}
	if sum.failure != nil {
		panic(sum.failure)
	}
	return IITHStats{sum.run, sum.stolen, time.Since(p.began), sum.waited / time.Duration(max(1, sum.run))}
}

func (t *iithThread) loop() {
	t.run()
	if t.pool.left.Add(-1) == 0 {
		t.pool.gone.finish()
	}
}

// run is the document's run of WorkStealingThread.
func (t *iithThread) run() {
	for {
		over := t.pool.over.Load()
		task, clear := t.own()
		if task == nil {
			runtime.Gosched() // before each attempt to steal, or to look again
		}
		if task == nil && !t.pool.noSteal {
			var others bool
			task, others = t.steal()
			clear = clear && others
		}
		switch {
		case task != nil:
			t.stats.execute(task)
		case over && clear:
			return
		}
	}
}

// own takes a task from the thread's own deque. If it finds none, it reports whether the deque
// was empty. A lost race does not count as empty.
func (t *iithThread) own() (_ *iithTask, empty bool) {
	if t.pool.generates {
		task, r := t.queue.Steal()
		return task, r == wsq.Empty
	}
	task, ok := t.queue.Pop()
	return task, !ok
}

// steal takes a task of the first other thread that has one. If there is none, it reports
// whether all deques were empty.
func (t *iithThread) steal() (_ *iithTask, empty bool) {
	empty = true
	for victim, v := range t.pool.threads {
		if victim == t.me {
			continue
		}
		task, r := v.queue.Steal()
		if r == wsq.Stolen {
			t.stats.stolen++
			return task, false
		}
		empty = empty && r == wsq.Empty
	}
	return nil, empty
}

func (s *iithStats) execute(t *iithTask) {
	s.run++
	s.waited += time.Since(t.created)
	defer func() {
		if v := recover(); v != nil && s.failure == nil {
			s.failure = caught(v)
		}
	}()
	t.run()
}
