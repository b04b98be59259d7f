package pool

import (
	"fmt"
	"reflect"
	"runtime"

	"github.com/stealproof/stealproof/wsq"
)

// Options of a pool. The zero value is a good choice.
type Options struct {
	// Workers is how many tasks run at once, save for Spares. 0 is
	// runtime.GOMAXPROCS(0).
	Workers int

	// Queue is how many submissions may wait to be begun: then Submit, Run and Go
	// wait for room, and the Try forms answer ErrFull. 0 is 1,024. What workers
	// submit never waits, and has no such limit. A place takes 16 bytes, from the beginning.
	Queue int

	// Spares is how many workers more there may be at once in place of such that
	// block: see Worker.Blocking. Waiting for a Future, or for another pool, is blocking, too. They
	// rest when nobody blocks any more; until then they run tasks too. 0 is 64; a negative
	// number is none.
	Spares int

	// Deque makes the deque of each worker, for closures: Join, Invoke and Scope.
	// nil is wsq.NewChaseLev, where all that a task has forked can be stolen at any
	// time. A wsq.Split is faster, but shows only a part, and more only when its owner
	// next forks or joins. The typed tier has none. It must use no pool.
	Deque func() wsq.Deque[*Task]

	// Panicked is called by a worker when a task of Go has panicked, since nobody
	// waits for that. nil ends the program, as an unrecovered panic does, unless the
	// task has called runtime.Goexit. It keeps the worker while it runs; a panic of its own
	// ends the program. It may call the pool: where that does not know its tasks by their
	// goroutine, see Executor, a spare takes the worker's place.
	Panicked func(*PanicError)
}

const (
	defaultQueue  = 1024
	defaultSpares = 64
	dequeCapacity = 64 // at first
)

// newDeque makes the deque of a worker.
func (o Options) newDeque() wsq.Deque[*Task] {
	d := o.Deque()
	if d == nil {
		panic("pool: Options.Deque has made none")
	}
	return d
}

// checkOwn panics if a worker has got the deque of another one, as far as that shows.
func (w *Worker) checkOwn(others []*searcher) {
	if t := reflect.TypeOf(w.deque); t.Kind() != reflect.Pointer || t.Elem().Size() == 0 {
		return
	}
	for _, v := range others {
		if v.deque == w.deque {
			panic("pool: Options.Deque has made the same deque twice; each worker needs one of its own")
		}
	}
}

// withDefaults checks the options, and returns them with all set.
func (o Options) withDefaults() Options {
	for _, n := range []struct {
		name         string
		value, limit int
	}{
		{"Workers", o.Workers, workersLimit / 2},
		{"Queue", o.Queue, 1 << 30},
	} {
		if n.value < 0 || n.value > n.limit {
			panic(fmt.Sprintf("pool: Options.%s is %d; want 0 to %d", n.name, n.value, n.limit))
		}
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Queue == 0 {
		o.Queue = defaultQueue
	}
	switch {
	case o.Spares == 0:
		o.Spares = defaultSpares
	case o.Spares < 0:
		o.Spares = 0
	}
	o.Spares = min(o.Spares, workersLimit-o.Workers)
	if o.Deque == nil {
		o.Deque = func() wsq.Deque[*Task] { return wsq.NewChaseLev[*Task](dequeCapacity) }
	}
	return o
}
