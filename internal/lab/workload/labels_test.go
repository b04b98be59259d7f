package workload

import (
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/pool"
	"github.com/stealproof/stealproof/pool/classic"
)

// inside describes the scheduler behind a label.
type inside struct {
	system       string // package or kind of scheduler
	workers      int
	deque        string // of each worker
	keepLast     bool   // thieves leave the last item
	oneLock      bool   // one lock guards all deques
	central      bool   // all workers have one deque
	continuation bool   // thieves steal continuations
	global       bool   // forks go to the queue of submissions
	scope        bool   // it forks with scopes
	alone        bool   // nobody steals
	capacity     int    // of a deque that does not grow
	limit        int    // the largest number of goroutines
}

// field returns a field, which may be private, of a value or of the value that a pointer points
// to.
func field(v reflect.Value, names ...string) reflect.Value {
	for _, name := range names {
		for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
			v = v.Elem()
		}
		v = v.FieldByName(name)
	}
	return v
}

// dequeOf notes the kind of a deque.
func (in *inside) dequeOf(d reflect.Value) {
	if d.Kind() == reflect.Interface {
		d = d.Elem()
	}
	if d.Type() == reflect.TypeFor[*missed]() {
		d = field(d, "Deque").Elem()
	}
	in.deque, _, _ = strings.Cut(strings.TrimPrefix(d.Type().String(), "*wsq."), "[")
	in.keepLast = in.deque == "THE" && field(d, "keep").Uint() == 1
}

// look describes a runner and the forks of its programs.
func look(t *testing.T, r Runner) (in inside) {
	var forks Forker
	r.Run(func(w Forker) {
		forks = w
		if w, is := workerOf(w).(*pool.Worker); is {
			in.dequeOf(field(reflect.ValueOf(w), "deque"))
		}
	})
	var system reflect.Value
	switch r := r.(type) {
	case poolRunner:
		in.system, in.workers = "pool", r.Workers()
		_, in.scope = forks.(scopeForker)
		return in
	case goroutines:
		in.system, in.limit = "goroutines", cap(r.limit)
		require.Equal(t, r.limit, forks.(goroutines).limit)
		return in
	case oneThread:
		in.system = "one thread"
		return in
	case iithRunner:
		require.Equal(t, r, forks)
		system = reflect.ValueOf(classic.NewIITH(classic.IITHOptions(r)))
		in.alone, in.capacity = r.NoSteal, r.Capacity
	case cmuRunner:
		system = reflect.ValueOf(r.CMU)
		in.continuation = !field(system, "child").Bool()
		require.Equal(t, in.continuation, forks.(cmuForker).continuation)
	default:
		system = field(reflect.ValueOf(r), "pool").Elem()
		in.global = field(reflect.ValueOf(forks), "global").Bool()
	}
	in.system = system.Type().Elem().Name()
	all := field(system, "workers")
	if in.system == "IITH" {
		all = field(system, "threads")
	}
	in.workers = all.Len()
	queue := map[string]string{"WSPool": "queue", "VT": "local", "Duffy": "local", "CMU": "workq", "IITH": "queue"}[in.system]
	in.dequeOf(field(all.Index(0), queue))
	deques, locks := map[uintptr]bool{}, map[uintptr]bool{}
	for i := range all.Len() {
		d := field(all.Index(i), queue)
		if d.Kind() == reflect.Interface {
			d = d.Elem()
		}
		deques[d.Pointer()] = true
		if d.Type() == reflect.TypeFor[*missed]() {
			d = field(d, "Deque").Elem()
		}
		if in.deque == "Locked" {
			locks[field(d, "mu").Pointer()] = true
		}
	}
	in.central = len(deques) == 1
	if in.system == "VT" {
		in.oneLock = len(locks) == 1 && locks[field(system, "workAvail", "lock").UnsafeAddr()]
		require.True(t, in.oneLock || len(locks) == in.workers)
	}
	return in
}

// Each label has the scheduler that the table describes.
func TestSchedulers_AreWhatTheirLabelsSay(t *testing.T) {
	const n = 3
	want := map[string]inside{
		"one thread":           {system: "one thread"},
		"pool":                 {system: "pool", workers: n, deque: "ChaseLev"},
		"pool-split":           {system: "pool", workers: n, deque: "Split"},
		"pool-the":             {system: "pool", workers: n, deque: "THE"},
		"pool-duffy":           {system: "pool", workers: n, deque: "Duffy"},
		"pool-locked":          {system: "pool", workers: n, deque: "Locked"},
		"pool-typed":           {system: "pool", workers: n, deque: "ChaseLev"},
		"pool-scope":           {system: "pool", workers: n, deque: "ChaseLev", scope: true},
		"goroutines":           {system: "goroutines"},
		"goroutines-limited":   {system: "goroutines", limit: n - 1}, // besides the forking goroutine
		"wspool":               {system: "WSPool", workers: n, deque: "Locked"},
		"vt":                   {system: "VT", workers: n, deque: "Locked"},
		"vt-one-lock":          {system: "VT", workers: n, deque: "Locked", oneLock: true},
		"duffy":                {system: "Duffy", workers: n, deque: "Duffy"},
		"duffy-global":         {system: "Duffy", workers: n, deque: "Duffy", global: true},
		"cmu-central":          {system: "CMU", workers: n, deque: "Locked", central: true},
		"cmu-mutex":            {system: "CMU", workers: n, deque: "Locked"},
		"cmu-entry-lock":       {system: "CMU", workers: n, deque: "THE", keepLast: true},
		"cmu-lock-free":        {system: "CMU", workers: n, deque: "ChaseLev"},
		"2q-central":           {system: "CMU", workers: n, deque: "Locked", central: true, continuation: true},
		"2q-mutex":             {system: "CMU", workers: n, deque: "Locked", continuation: true},
		"2q-entry-lock":        {system: "CMU", workers: n, deque: "THE", keepLast: true, continuation: true},
		"2q-lock-free":         {system: "CMU", workers: n, deque: "ChaseLev", continuation: true},
		"iith-bounded":         {system: "IITH", workers: n, deque: "ABP", capacity: 128},
		"iith-unbounded":       {system: "IITH", workers: n, deque: "ChaseLev"},
		"iith-bounded-alone":   {system: "IITH", workers: n, deque: "ABP", capacity: 128, alone: true},
		"iith-unbounded-alone": {system: "IITH", workers: n, deque: "ChaseLev", alone: true},
	}
	got := map[string]inside{}
	for _, s := range Schedulers() {
		r := s.New(n)
		got[s.Name] = look(t, r)
		r.Close()
		require.Equal(t, want[s.Name].system == "goroutines", s.Spawns, s.Name)
	}
	require.Equal(t, want, got)
}

// The same holds for labels of loads. Their schedulers have a thread or a worker for each thread,
// and their deques have room for all of its tasks.
func TestLoad_RunnersAreWhatTheirLabelsSay(t *testing.T) {
	const threads, each = 5, 7
	want := map[string]inside{
		"iith-bounded":         {system: "IITH", workers: threads, deque: "ABP", capacity: each},
		"iith-bounded-alone":   {system: "IITH", workers: threads, deque: "ABP", capacity: each, alone: true},
		"iith-unbounded":       {system: "IITH", workers: threads, deque: "ChaseLev"},
		"iith-unbounded-alone": {system: "IITH", workers: threads, deque: "ChaseLev", alone: true},
		"pool":                 {system: "pool", workers: threads, deque: "ChaseLev"},
	}
	got := map[string]inside{}
	for _, name := range LoadRunners() {
		r, err := Load{Threads: threads, Each: each}.runner(name, nil)
		require.NoError(t, err)
		got[name] = look(t, r)
		r.Close()
	}
	require.Equal(t, want, got)
}

// submits counts submissions from outside.
type submits struct {
	*classic.Duffy
	count *atomic.Int32
}

func (s submits) Submit(t classic.Task[*classic.DuffyWorker]) {
	s.count.Add(1)
	s.Duffy.Submit(t)
}

// If forks are global, each fork of a program is submitted, not only the program.
func TestFutures_Global(t *testing.T) {
	for _, global := range []bool{false, true} {
		var count atomic.Int32
		r := futures[*classic.DuffyWorker]{submits{classic.NewDuffy(2), &count}, global}
		nothing := func(Forker) {}
		r.Run(func(w Forker) { w.Do(func(w Forker) { w.Do(nothing, nothing, nothing) }, nothing) })
		r.Close()
		want := 1
		if global {
			want += 3
		}
		require.EqualValues(t, want, count.Load())
	}
}
