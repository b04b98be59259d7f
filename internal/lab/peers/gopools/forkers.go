package main

import (
	"sync"

	"github.com/alitto/pond/v2"
	"github.com/sourcegraph/conc"
	concpool "github.com/sourcegraph/conc/pool"
	"golang.org/x/sync/errgroup"

	"github.com/stealproof/stealproof/internal/lab/workload"
)

// schedulers run the programs of package workload. ants and pond have as many goroutines as they
// need. The bounded and limited ones run only programs whose tasks do not fork, because they hang
// if tasks wait for tasks.
var schedulers = []workload.Scheduler{
	{Name: "errgroup", New: func(int) workload.Runner { return errgroupForker{} }, Spawns: true},
	{Name: "errgroup-limited", New: func(n int) workload.Runner { return startErrgroup(n) }, Spawns: true},
	{Name: "conc", New: func(int) workload.Runner { return concForker{} }, Spawns: true},
	{Name: "conc-limited", New: func(n int) workload.Runner { return startConc(n) }, Spawns: true},
	{Name: "ants", New: func(int) workload.Runner { return antsForker(-1) }, Spawns: true},
	{Name: "ants-bounded", New: func(n int) workload.Runner { return antsForker(n) }, Spawns: true},
	{Name: "pond", New: func(int) workload.Runner { return pondForker(0) }, Spawns: true},
	{Name: "pond-bounded", New: func(n int) workload.Runner { return pondForker(n) }, Spawns: true},
}

type errgroupForker struct{}

func (f errgroupForker) Run(program func(workload.Forker)) { program(f) }
func (errgroupForker) Close()                              {}

func (f errgroupForker) Do(fs ...func(workload.Forker)) {
	if len(fs) == 0 {
		return
	}
	var all errgroup.Group
	for _, one := range fs[1:] {
		all.Go(func() error { one(f); return nil })
	}
	fs[0](f)
	check(all.Wait())
}

type concForker struct{}

func (f concForker) Run(program func(workload.Forker)) { program(f) }
func (concForker) Close()                              {}

func (f concForker) Do(fs ...func(workload.Forker)) {
	if len(fs) == 0 {
		return
	}
	var all conc.WaitGroup
	for _, one := range fs[1:] {
		all.Go(func() { one(f) })
	}
	fs[0](f)
	all.Wait()
}

// pooled forks by handing functions to a pool, and waits for them with a WaitGroup.
type pooled struct {
	submit func(func()) error
	close  func()
}

// startErrgroup puts all tasks into one group. Its Go blocks while the limit of tasks runs.
func startErrgroup(workers int) pooled {
	var g errgroup.Group
	g.SetLimit(workers)
	return pooled{
		func(f func()) error { g.Go(func() error { f(); return nil }); return nil },
		func() { check(g.Wait()) },
	}
}

// startConc puts all tasks into one conc pool. Its Go blocks while the limit of tasks runs.
func startConc(workers int) pooled {
	p := concpool.New().WithMaxGoroutines(workers)
	return pooled{func(f func()) error { p.Go(f); return nil }, p.Wait}
}

func antsForker(workers int) pooled {
	p := startAnts(workers)
	return pooled{p.Submit, p.Release}
}

func pondForker(workers int) pooled {
	p := pond.NewPool(workers)
	return pooled{p.Go, p.StopAndWait}
}

func (p pooled) Run(program func(workload.Forker)) { program(p) }
func (p pooled) Close()                            { p.close() }

func (p pooled) Do(fs ...func(workload.Forker)) {
	if len(fs) == 0 {
		return
	}
	var all sync.WaitGroup
	all.Add(len(fs) - 1)
	for _, one := range fs[1:] {
		check(p.submit(func() {
			one(p)
			all.Done()
		}))
	}
	fs[0](p)
	all.Wait()
}

// fib forks one of its halves.
func (p pooled) fib(n int) int {
	if n < 2 {
		return n
	}
	var a int
	var wg sync.WaitGroup
	wg.Add(1)
	check(p.submit(func() {
		a = p.fib(n - 2)
		wg.Done()
	}))
	b := p.fib(n - 1)
	wg.Wait()
	return a + b
}
