package pool

import (
	"fmt"
	"reflect"
	"runtime"
	"time"

	"github.com/stealproof/stealproof/wsq"
)

// Options configure a pool. The zero value is a good choice.
type Options struct {
	// Workers is the number of workers, not counting spares: how many tasks run at once. 0 means
	// runtime.GOMAXPROCS(0). If GOMAXPROCS changes later, as it does when the limits of a
	// container change, the number follows after some thousand tasks or pauses of the workers.
	Workers int

	// Queue is how many submissions may wait to start. When the queue is full, Submit, Run and
	// Go wait for room, and the Try forms return ErrFull. 0 means 1,024. Submissions on a
	// worker never wait, and have no limit. A place takes 16 bytes from the beginning.
	Queue int

	// Spares is the largest number of spare workers at once. A spare takes the place of a
	// blocked worker: see [Worker.Blocking]. Waiting for a Future or for another pool is
	// blocking, too. When no worker is blocked any more, the spares finish the tasks that they
	// find, and go on standby. 0 means 64; a negative number means no spares.
	Spares int

	// Patience is how long a submission waits while all workers are busy. Then a spare runs it,
	// and the spare and the workers share the processors. So a short task is not held up by long
	// ones. Up to Spares more tasks run at once then. The wait takes longer while all processors
	// are busy and nobody submits.
	//
	// A call of Run does not wait that long. Unless a worker took a submission in the last 20 us,
	// it gets a spare at once, which runs on the processor that the caller leaves. So concurrent
	// calls of Run may take all Spares, and Worker.Blocking then gets none.
	//
	// A negative number means that a submission waits until a worker is free. So does 0 if Workers
	// is set: Workers is a limit then. Otherwise 0 means 200 us.
	Patience time.Duration

	// StallAfter is how long the pool must stand still before Stalled is called. It stands still if
	// all workers block, tasks wait, and Spares allows no more workers. The report comes
	// after StallAfter to twice StallAfter. A worker that blocks outside of [Worker.Blocking] and of
	// calls of a pool counts as running. 0 means 10 s. A negative number turns the reports off, and
	// so does a bubble of testing/synctest.
	StallAfter time.Duration

	// Stalled is called on a goroutine of its own, once for each time that the pool stalls. nil
	// prints the report to standard error.
	Stalled func(*Stall)

	// Deque makes the deque of each worker, for the closures of Join, Invoke and Scope. It must
	// not use a pool. nil means wsq.NewChaseLev, whose owner's closures can be stolen at any
	// time. The Push and Pop of a wsq.Split are faster, but thieves can steal only a part of its
	// items. Its owner enlarges that part only when it next forks or joins. The typed tier uses
	// no deque.
	Deque func() wsq.Deque[*Task]

	// CallerRuns lets a call of [Run], of [Def.Run] or of a loop such as [For] from outside run its
	// function on the caller's goroutine. The caller takes the place of an idle worker that sleeps, so no more tasks run at
	// once than without. It takes none if submissions wait, if the context has profiler labels, or if
	// it is in a task of another pool. Then, or if no worker sleeps, a worker runs the function.
	//
	// Such a call takes about as long as a send to a goroutine and its answer, and less than half of
	// the time of a hand-over. The function is a task as any other, but where it runs depends on
	// whether a worker sleeps. Some functions see the difference: if it locks itself to its thread,
	// the caller's goroutine stays locked. It has the caller's profiler labels, and its nested calls
	// set none. So it is off unless set.
	CallerRuns bool

	// Panicked is called by a worker when a function of [Pool.Go], TryGo or GoContext has panicked,
	// because no call waits for it. nil ends the program, as an unrecovered panic does, unless the task
	// called runtime.Goexit. Panicked occupies its worker while it runs. If Panicked itself
	// panics, the program ends. Panicked may call the pool. If the pool cannot recognize its
	// own tasks (see [Executor]), a spare takes the worker's place meanwhile.
	Panicked func(*PanicError)
}

const (
	defaultQueue    = 1024
	defaultSpares   = 64
	defaultPatience = 200 * time.Microsecond
	defaultStall    = 10 * time.Second
	dequeCapacity   = 64 // at first
)

// newDeque makes the deque of a worker.
func (o Options) newDeque() wsq.Deque[*Task] {
	d := o.Deque()
	if v := reflect.ValueOf(d); d == nil || v.Kind() == reflect.Pointer && v.IsNil() {
		panic("pool: Options.Deque returned nil")
	}
	return d
}

// checkOwn panics if another worker has the same deque, and adds this one to the others. It cannot tell for deques that are no
// pointers, or that point to a type of size zero.
func (w *Worker) checkOwn(others map[wsq.Deque[*Task]]bool) {
	if t := reflect.TypeOf(w.deque); t.Kind() != reflect.Pointer || t.Elem().Size() == 0 {
		return
	}
	if others[w.deque] {
		panic("pool: Options.Deque returned the same deque twice; each worker needs its own")
	}
	others[w.deque] = true
}

// withDefaults checks the options, and returns them with the defaults filled in.
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
	if o.Patience == 0 && o.Workers == 0 {
		o.Patience = defaultPatience
	}
	if o.StallAfter == 0 {
		o.StallAfter = defaultStall
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
