package workload

import "github.com/stealproof/stealproof/pool/classic"

type cmuRunner struct {
	*classic.CMU
	continuation bool
	failed       *misses
}

func (r cmuRunner) Close() { r.Destroy() }

func (r cmuRunner) Run(program func(Forker)) {
	if err := r.StartProcess(future(func(c *classic.CMUContext) { program(cmuForker{c, r.continuation, nil}) })); err != nil {
		panic(err)
	}
}

type cmuForker struct {
	c            *classic.CMUContext
	continuation bool
	by           any // the worker that has forked this function, nil for the program
}

func (p cmuForker) worker() any { return p.c.Worker() }

func (p cmuForker) forkedBy() any { return p.by }

func (p cmuForker) Do(fs ...func(Forker)) { p.resumed(fs) }

// resumed is Do, and counts how often another worker has resumed the caller after a fork. Then
// that worker does the remaining forks.
func (p cmuForker) resumed(fs []func(Forker)) (elsewhere int) {
	tasks := make([]*classic.Future[*classic.CMUContext, struct{}], len(fs))
	for i := range fs {
		if !p.continuation {
			i = len(fs) - 1 - i // the owner begins with the newest task, so the first one comes last
		}
		by := p.worker()
		tasks[i] = future(func(c *classic.CMUContext) { fs[i](cmuForker{c, p.continuation, by}) })
		tasks[i].Fork(p.c)
		if p.worker() != by {
			elsewhere++
		}
	}
	for i := range tasks {
		if p.continuation {
			i = len(tasks) - 1 - i
		}
		tasks[i].Join(p.c)
	}
	return elsewhere
}
