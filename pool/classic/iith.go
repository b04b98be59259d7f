package classic

import (
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/stealproof/stealproof/internal/park"
	"github.com/stealproof/stealproof/wsq"
)

// IITH is the WorkStealingThread of A. Agrawal and K. Indurkhya, "Work Stealing Dequeues"
// (IIT Hyderabad): threads that work off tasks given to each of them, over bounded or
// unbounded deques, and steal from each other, or do not. Tasks are functions, and fork
// none.
//
// Names: Add is pushBottom of thread i's deque, run the document's run. Its popBottom and
// popTop are Pop and Steal of wsq.Deque; isEmpty is what Steal answers, Empty, since what one
// has seen before the steal may be over. In batch mode all is added before Run; in generator
// mode (Start, then Add, then Wait) meanwhile.
//
// Three corrections. (1) run leaves if "victim + 1 >= totalQueues", which is also so if
// only the last thread has tasks: nobody ever steals from it. Here a thread tries all, and
// leaves if each was empty; a lost race is none. (2) In generator mode a thread leaves as
// soon as it sees all deques empty, with tasks yet to come; if all have left nobody runs
// them. Here it leaves when generation had ended before it looked. (3) Who generates pushes
// at the bottom while the thread pops there: two owners, which lose and repeat tasks. Here
// the generator is the owner, and the thread takes the oldest of its own deque, as a thief.
//
// A full deque does not overflow: who adds runs the newest task itself.
//
// Threads yield before each attempt to steal, as in the document, and try again. Cost: a
// task is one allocation, and two readings of the clock. An IITH works once.
type IITH struct {
	threads   []*iithThread
	noSteal   bool
	started   bool
	generates bool        // fixed before the threads begin
	over      atomic.Bool // nothing more will be added
	left      atomic.Int32
	gone      task[*iithThread]
	inline    iithStats // of the caller of Add
	began     time.Time
}

// IITHOptions says how an [IITH] works.
type IITHOptions struct {
	Threads  int // N, at least 1
	Capacity int // of each deque, which then is a wsq.ABP; 0 is a wsq.ChaseLev
	NoSteal  bool
}

// IITHStats is what the document measures.
type IITHStats struct {
	Run    int           // tasks
	Stolen int           // of them, from another thread
	Took   time.Duration // from Run or Start until the last thread has left
	Waited time.Duration // on average, from Add until a task begins
}

// iithTask is Runnable, with its createdAt.
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

// iithStats is what one goroutine has done.
type iithStats struct {
	run, stolen int
	waited      time.Duration
	failure     error // the first
}

// NewIITH returns threads that are yet to begin.
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

// Add gives thread i a task: before Run, or between Start and Wait, in one goroutine. Where
// the deque is full it runs the newest task itself.
func (p *IITH) Add(i int, run func()) {
	if i < 0 || i >= len(p.threads) {
		panic(fmt.Sprintf("classic: Add to thread %d of %d", i, len(p.threads)))
	}
	task, queue := &iithTask{run, time.Now()}, p.threads[i].queue
	for !queue.Push(task) { //tla:- the deque's
		// Also if none is left: a bounded deque has room again when its owner found none.
		if newest, ok := queue.Pop(); ok { //tla:- the deque's
			p.inline.execute(newest)
		}
	}
}

// Run has the threads work off all that was added, blocks until they have, and says what
// they did. If a task has panicked it panics with the [pool.PanicError] of the first.
func (p *IITH) Run() IITHStats {
	p.start(false)
	return p.end()
}

// Start has the threads begin, with tasks yet to come.
func (p *IITH) Start() {
	p.start(true)
}

// Wait ends what Start has begun, as Run does.
func (p *IITH) Wait() IITHStats {
	if !p.generates {
		panic("classic: Wait of an IITH that Start has not begun")
	}
	p.over.Store(true) //tla:- after the last Push
	return p.end()
}

func (p *IITH) start(generates bool) {
	if p.started {
		panic("classic: an IITH works once")
	}
	p.started, p.generates = true, generates
	p.over.Store(!generates) //tla:- before the threads begin
	p.began = time.Now()
	p.left.Store(int32(len(p.threads))) //tla:- before the threads begin
	for _, t := range p.threads {
		go t.loop()
	}
}

func (p *IITH) end() IITHStats {
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
	if t.pool.left.Add(-1) == 0 { //tla:- when a thread has left
		t.pool.gone.finish()
	}
}

// run is run of WorkStealingThread.
func (t *iithThread) run() {
	for {
		over := t.pool.over.Load() //tla:- before the look: whatever was added is seen
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

// own takes a task of the thread's own. If there is none it reports whether its deque was
// empty, and not only a race lost.
func (t *iithThread) own() (_ *iithTask, empty bool) {
	if t.pool.generates {
		task, r := t.queue.Steal() //tla:- the generator is the owner
		return task, r == wsq.Empty
	}
	task, ok := t.queue.Pop() //tla:- the deque's
	return task, !ok
}

// steal takes a task of the first other thread that has one. If there is none it reports
// whether all were empty.
func (t *iithThread) steal() (_ *iithTask, empty bool) {
	empty = true
	for victim, v := range t.pool.threads {
		if victim == t.me {
			continue
		}
		task, r := v.queue.Steal() //tla:- the deque's
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
