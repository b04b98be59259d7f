package workload

import (
	"context"
	"sync"

	"github.com/stealproof/stealproof/pool"
	"github.com/stealproof/stealproof/pool/classic"
	"github.com/stealproof/stealproof/wsq"
)

// Scheduler runs programs.
type Scheduler struct {
	Name   string
	New    func(workers int) Runner
	Spawns bool // it starts goroutines, so its workers are the processors
}

// Runner is a running scheduler.
type Runner interface {
	Run(program func(Forker))
	Close()
}

// Schedulers returns package pool, all of pool/classic, plain goroutines, and Serial, which has
// one thread.
func Schedulers() []Scheduler {
	cmu := func(name string, continuation bool, d classic.CMUDeque) Scheduler {
		return Scheduler{Name: name, New: func(n int) Runner {
			failed := &misses{}
			o := classic.CMUOptions{Workers: n, Continuation: continuation, Central: d == nil}
			if d != nil {
				o.Deque = failed.counting(d)
			}
			return cmuRunner{classic.NewCMU(o), continuation, failed}
		}}
	}
	iith := func(name string, o classic.IITHOptions) Scheduler {
		return Scheduler{Name: name, New: func(n int) Runner { o.Threads = n; return iithRunner(o) }}
	}
	ours := func(name string, deque func() wsq.Deque[*pool.Task]) Scheduler {
		return Scheduler{Name: name, New: func(n int) Runner {
			return poolRunner{pool.New(pool.Options{Workers: n, Deque: deque}), false}
		}}
	}
	return []Scheduler{
		{Name: "one thread", New: func(int) Runner { return oneThread{} }},
		ours("pool", nil),
		ours("pool-split", func() wsq.Deque[*pool.Task] { return wsq.NewSplit[*pool.Task](64) }),
		ours("pool-the", func() wsq.Deque[*pool.Task] { return wsq.NewTHE[*pool.Task](64, false) }),
		ours("pool-duffy", func() wsq.Deque[*pool.Task] { return wsq.NewDuffy[*pool.Task](64) }),
		ours("pool-locked", func() wsq.Deque[*pool.Task] { return wsq.NewLocked[*pool.Task](64) }),
		ours(Typed, nil),
		{Name: "pool-scope", New: func(n int) Runner { return poolRunner{pool.New(pool.Options{Workers: n}), true} }},
		{Name: "goroutines", New: func(int) Runner { return goroutines{} }, Spawns: true},
		{Name: "goroutines-limited", New: func(n int) Runner { return goroutines{make(chan struct{}, n-1)} }, Spawns: true},
		{Name: "wspool", New: func(n int) Runner { return futures[*classic.WSWorker]{classic.NewWSPool(n), false} }},
		{Name: "vt", New: func(n int) Runner { return futures[*classic.VTWorker]{classic.NewVT(n, false), false} }},
		{Name: "vt-one-lock", New: func(n int) Runner { return futures[*classic.VTWorker]{classic.NewVT(n, true), false} }},
		{Name: "duffy", New: func(n int) Runner { return futures[*classic.DuffyWorker]{classic.NewDuffy(n), false} }},
		{Name: "duffy-global", New: func(n int) Runner { return futures[*classic.DuffyWorker]{classic.NewDuffy(n), true} }},
		cmu("cmu-central", false, nil),
		cmu("2q-central", true, nil),
		cmu("cmu-mutex", false, classic.CMUMutex),
		cmu("cmu-entry-lock", false, classic.CMUEntryLock),
		cmu("cmu-lock-free", false, classic.CMULockFree),
		cmu("2q-mutex", true, classic.CMUMutex),
		cmu("2q-entry-lock", true, classic.CMUEntryLock),
		cmu("2q-lock-free", true, classic.CMULockFree),
		iith("iith-bounded", classic.IITHOptions{Capacity: 128}),
		iith("iith-unbounded", classic.IITHOptions{}),
		iith("iith-bounded-alone", classic.IITHOptions{Capacity: 128, NoSteal: true}),
		iith("iith-unbounded-alone", classic.IITHOptions{NoSteal: true}),
	}
}

type oneThread struct{}

func (oneThread) Run(program func(Forker)) { program(oneThread{}) }
func (oneThread) Close()                   {}
func (o oneThread) Do(fs ...func(Forker)) {
	for _, f := range fs {
		f(o)
	}
}

type poolRunner struct {
	*pool.Pool
	scope bool // fork with scopes instead of joins
}

func (r poolRunner) Run(program func(Forker)) {
	r.perform(func(w *pool.Worker) {
		if r.scope {
			program(scopeForker{w})
		} else {
			program(joinForker{w})
		}
	})
}

func (r poolRunner) perform(task func(*pool.Worker)) {
	_, err := pool.Run(context.Background(), r.Pool, func(w *pool.Worker) (struct{}, error) {
		task(w)
		return struct{}{}, nil
	})
	if err != nil {
		panic(err)
	}
}

func (r poolRunner) Close() { _ = r.Pool.Close(context.Background()) }

// ended returns the counts. It closes the pool first, because running workers have not yet added
// theirs.
func (r poolRunner) ended() pool.Stats {
	r.Close()
	return r.Stats()
}

// joinForker is no larger than a pointer, so converting it to a Forker allocates nothing.
type joinForker struct{ w *pool.Worker }

func (p joinForker) worker() any { return p.w }

func (p joinForker) Do(fs ...func(Forker)) {
	switch n := len(fs); n {
	case 0:
	case 1:
		fs[0](p)
	default:
		pool.Join(p.w, joined(fs[:n/2]), joined(fs[n/2:]))
	}
}

// joined is one side of a join, with its functions.
func joined(fs []func(Forker)) func(*pool.Worker) struct{} {
	if len(fs) == 1 {
		f := fs[0]
		return func(w *pool.Worker) struct{} { f(joinForker{w}); return struct{}{} }
	}
	return func(w *pool.Worker) struct{} { joinForker{w}.Do(fs...); return struct{}{} }
}

type scopeForker struct{ w *pool.Worker }

func (p scopeForker) worker() any { return p.w }

func (p scopeForker) Do(fs ...func(Forker)) {
	if len(fs) < 2 {
		for _, f := range fs {
			f(p)
		}
		return
	}
	p.w.Scope(func(s *pool.Scope) {
		for _, f := range fs[1:] {
			s.Go(p.w, func(w *pool.Worker) { f(scopeForker{w}) })
		}
		fs[0](p)
	})
}

// goroutines starts a goroutine for each function except the first. Above the limit it calls the
// function instead.
type goroutines struct{ limit chan struct{} }

func (g goroutines) Run(program func(Forker)) { program(g) }
func (goroutines) Close()                     {}

func (g goroutines) Do(fs ...func(Forker)) {
	if len(fs) == 0 {
		return
	}
	var all sync.WaitGroup
	for _, f := range fs[1:] {
		if g.limit == nil {
			all.Go(func() { f(g) })
			continue
		}
		select {
		case g.limit <- struct{}{}:
			all.Go(func() { f(g); <-g.limit })
		default:
			f(g)
		}
	}
	fs[0](g)
	all.Wait()
}

// futures runs programs on a scheduler whose tasks are futures.
type futures[W classic.Worker[W]] struct {
	pool interface {
		Submit(classic.Task[W])
		Close()
	}
	global bool // submit forks like tasks from outside
}

func (r futures[W]) Close() { r.pool.Close() }

func (r futures[W]) Run(program func(Forker)) {
	t := future(func(w W) { program(futureForker[W]{w, r}) })
	r.pool.Submit(t)
	var outside W
	t.Join(outside)
}

func future[W classic.Worker[W]](f func(W)) *classic.Future[W, struct{}] {
	return classic.NewFuture(func(w W) struct{} { f(w); return struct{}{} })
}

type futureForker[W classic.Worker[W]] struct {
	w W
	futures[W]
}

func (p futureForker[W]) worker() any { return p.w }

func (p futureForker[W]) Do(fs ...func(Forker)) {
	if len(fs) == 0 {
		return
	}
	tasks := make([]*classic.Future[W, struct{}], 0, 8)
	for _, f := range fs[1:] {
		t := future(func(w W) { f(futureForker[W]{w, p.futures}) })
		if p.global {
			p.pool.Submit(t)
		} else {
			t.Fork(p.w)
		}
		tasks = append(tasks, t)
	}
	fs[0](p)
	for i := len(tasks) - 1; i >= 0; i-- {
		tasks[i].Join(p.w)
	}
}

// iithRunner runs each outermost Do on threads of its own. Their tasks cannot fork, so an inner Do
// runs its functions one after the other.
type iithRunner classic.IITHOptions

func (r iithRunner) Close()                   {}
func (r iithRunner) Run(program func(Forker)) { program(r) }

func (r iithRunner) Do(fs ...func(Forker)) {
	p := classic.NewIITH(classic.IITHOptions(r))
	for i, f := range fs {
		p.Add(i%r.Threads, func() { f(oneThread{}) })
	}
	p.Run()
}
