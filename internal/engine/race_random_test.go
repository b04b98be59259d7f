package engine_test

import (
	"math/rand/v2"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/atomic"
	"github.com/stealproof/stealproof/model/shim/sync"
)

// instruction is a step or an access of a random program. It is done at most once.
type instruction struct {
	op   int // unique in its program
	kind kind
	at   int
	size int
	try  bool  // TryLock: if it fails, the critical section is skipped
	arg  int   // the value to write or to add; the new value of a swap
	from int   // the expected value of a swap
	only int   // skip it unless the thread's last atomic access returned this; -1 for never
	body []int // of a critical section, or of a thread
}

// program is a random program for the scheduler.
type program struct {
	code []instruction // by op
	main []int
	done int // how often Done of the wait group is called
}

// Memory is 48 bytes. Atomics are at its end, and plain accesses mostly before.
var atomics = []struct{ at, size int }{{32, 8}, {40, 4}, {44, 4}, {24, 8}}

const (
	memory  = 48
	mutexes = 2 // locks 0 and 1 are mutexes, 2 is a sync.RWMutex
)

type generator struct {
	*rand.Rand
	program
	variables  []struct{ at, size int }
	length     int  // of threads, at most
	children   int  // still to be started
	mixed      bool // plain accesses may overlap atomic ones
	plain      int  // how many instructions of 20 are plain accesses
	fewAtomics int
	waits      bool // main has waited for the group
}

func newProgram(seed uint64, length int) *program {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 1)), length: length}
	g.children = 1 + g.IntN(2)
	g.mixed = g.IntN(4) == 0
	g.plain = 2 + g.IntN(6)
	g.fewAtomics = 1 + g.IntN(len(atomics))
	for range 1 + g.IntN(2) {
		v := struct{ at, size int }{g.IntN(24), 1 << g.IntN(5)}
		if n := len(g.variables); n > 0 && g.IntN(4) > 0 {
			v.at = g.variables[n-1].at + g.IntN(2*v.size) - v.size // next to another variable, or overlapping it
		}
		limit := 32
		if g.mixed {
			limit = memory
			v.at = 20 + g.IntN(28)
		}
		v.at = min(max(0, v.at), limit-v.size)
		g.variables = append(g.variables, v)
	}
	children := g.children
	g.main = g.thread(true)
	for g.children > 0 { // not started by any thread
		g.main = append([]int{g.child()}, g.main...)
	}
	if children == 1 && g.IntN(3) == 0 { // one more after the others have ended
		g.children = 1
		g.main = append(g.main, g.add(instruction{kind: join}), g.child())
		g.main = append(g.main, g.block(2)...)
	}
	return &g.program
}

func (g *generator) add(in instruction) int {
	in.op = len(g.code) + 1
	if in.only == 0 {
		in.only = -1
	}
	g.code = append(g.code, in)
	return len(g.code) - 1
}

func (g *generator) child() int {
	g.children--
	at := g.add(instruction{kind: spawn})
	body := g.thread(false)
	g.code[at].body = body
	return at
}

func (g *generator) thread(main bool) []int {
	body := g.block(1 + g.IntN(g.length))
	if !main && !g.waits && g.IntN(3) == 0 {
		g.program.done++
		body = append(body, g.add(instruction{kind: done}))
		body = append(body, g.block(g.IntN(2))...)
	}
	if main && g.IntN(2) == 0 {
		g.waits = true
		body = append(body, g.add(instruction{kind: []kind{join, waited}[g.IntN(2)]}))
		body = append(body, g.block(1+g.IntN(2))...)
	}
	return body
}

// block returns n instructions.
func (g *generator) block(n int) (body []int) {
	for range n {
		switch r := g.IntN(20); {
		case r < g.plain:
			body = append(body, g.access())
		case r < 12:
			body = append(body, g.atomic())
		case r < 15:
			body = append(body, g.message()...)
		case r < 18:
			in := instruction{kind: lock, at: g.IntN(mutexes + 1), try: g.IntN(5) == 0}
			if in.at == mutexes && g.IntN(2) == 0 {
				in.kind = readLock
			}
			for range 1 + g.IntN(2) {
				if g.IntN(12) >= g.plain {
					in.body = append(in.body, g.atomic())
				} else {
					in.body = append(in.body, g.access())
				}
			}
			body = append(body, g.add(in))
			// The next op is that of the unlock.
			g.add(instruction{kind: in.kind + 1, at: in.at})
		default:
			if g.children > 0 {
				body = append(body, g.child())
			}
		}
	}
	return body
}

func (g *generator) access() int {
	v := g.variables[g.IntN(len(g.variables))]
	return g.add(instruction{kind: min(plainWrite, plainRead+kind(g.IntN(3))), at: v.at, size: v.size, only: max(0, g.IntN(7)-3)})
}

// message returns an access followed by a store, or a load that decides whether an access follows.
func (g *generator) message() []int {
	a := atomics[g.IntN(g.fewAtomics)]
	value := 1 + g.IntN(2)
	if g.IntN(2) == 0 {
		return []int{g.access(), g.add(instruction{kind: store, at: a.at, size: a.size, arg: value})}
	}
	first, second := g.add(instruction{kind: load, at: a.at, size: a.size}), g.access()
	g.code[second].only = value
	return []int{first, second}
}

func (g *generator) atomic() int {
	a := atomics[g.IntN(g.fewAtomics)]
	return g.add(instruction{
		kind: []kind{load, load, store, readModifyWrite, failedSwap}[g.IntN(5)], at: a.at, size: a.size,
		arg: 1 + g.IntN(3), from: g.IntN(3),
	})
}

// run runs the program under the scheduler, and calls note for each event.
func (p *program) run(s *sched.S, note func(event)) {
	r := &running{program: p, s: s, note: note, memory: new([memory / 8]uint64)}
	r.group.Add(p.done)
	r.thread(0, p.main)
}

type running struct {
	*program
	s       *sched.S
	note    func(event)
	memory  *[memory / 8]uint64
	mutexes [mutexes]sync.Mutex
	rw      sync.RWMutex
	group   sync.WaitGroup
	threads int
}

func (r *running) thread(id int, body []int) {
	last := uint64(0)
	var do func(body []int)
	do = func(body []int) {
		for _, i := range body {
			in := &r.code[i]
			e := event{op: in.op, thread: id, kind: in.kind, at: in.at, size: in.size}
			if in.only >= 0 && uint64(in.only) != last && e.kind <= plainWrite {
				continue
			}
			engine.SetSite(uint32(in.op))
			switch in.kind {
			case spawn:
				r.threads++
				e.at = r.threads
				r.note(e)
				r.s.Go(func() { r.thread(e.at, in.body) })
			case join:
				r.s.Wait()
				r.note(e)
			case waited:
				r.group.Wait()
				r.note(e)
			case done:
				r.group.Done()
				r.note(e)
			case lock, readLock:
				if !r.lock(in) {
					continue
				}
				r.note(e)
				do(in.body)
				e.op++
				e.kind++
				r.note(e) // before the unlock: it may be several steps, and other threads may go on after the first
				r.unlock(in)
			case plainRead:
				engine.PlainRead(uint32(in.op), r.address(in), uintptr(in.size))
				r.note(e)
			case plainWrite:
				engine.PlainWrite(uint32(in.op), r.address(in), uintptr(in.size))
				r.note(e)
			default:
				r.atomic(in, &e)
				last = e.read
				r.note(e)
			}
		}
	}
	do(body)
}

func (r *running) address(in *instruction) unsafe.Pointer {
	return unsafe.Add(unsafe.Pointer(r.memory), in.at)
}

func (r *running) lock(in *instruction) bool {
	if in.at < mutexes {
		if in.try {
			return r.mutexes[in.at].TryLock()
		}
		r.mutexes[in.at].Lock()
		return true
	}
	switch {
	case in.kind == lock && in.try:
		return r.rw.TryLock()
	case in.kind == lock:
		r.rw.Lock()
	case in.try:
		return r.rw.TryRLock()
	default:
		r.rw.RLock()
	}
	return true
}

func (r *running) unlock(in *instruction) {
	switch {
	case in.at < mutexes:
		r.mutexes[in.at].Unlock()
	case in.kind == lock:
		r.rw.Unlock()
	default:
		r.rw.RUnlock()
	}
}

// atomic does the access, and completes the event. The thread's next decision depends on the value
// that it read.
func (r *running) atomic(in *instruction, e *event) {
	arg := uint64(in.arg)
	if in.size == 4 {
		p := (*uint32)(r.address(in))
		switch in.kind {
		case load:
			e.read = uint64(atomic.LoadUint32(p))
		case store:
			atomic.StoreUint32(p, uint32(arg))
			e.wrote = arg
		case readModifyWrite:
			e.wrote = uint64(atomic.AddUint32(p, uint32(arg)))
			e.read = e.wrote - arg
		default:
			swapped := atomic.CompareAndSwapUint32(p, uint32(in.from), uint32(arg))
			e.swap(swapped, in, uint64(*p))
		}
		return
	}
	p := (*uint64)(r.address(in))
	switch in.kind {
	case load:
		e.read = atomic.LoadUint64(p)
	case store:
		atomic.StoreUint64(p, arg)
		e.wrote = arg
	case readModifyWrite:
		e.wrote = atomic.AddUint64(p, arg)
		e.read = e.wrote - arg
	default:
		swapped := atomic.CompareAndSwapUint64(p, uint64(in.from), arg)
		e.swap(swapped, in, *p)
	}
}

// swap completes the event of a compare-and-swap. The value now is the value at that step, since
// no other thread has run since.
func (e *event) swap(swapped bool, in *instruction, now uint64) {
	e.read = now
	if swapped {
		e.kind, e.read, e.wrote = readModifyWrite, uint64(in.from), uint64(in.arg)
	}
}
