package engine

import (
	"fmt"
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/report"
)

// races finds data races: two accesses of the same bytes by different threads, at least one of
// them plain and at least one a write, that nothing orders. The order is that of the Go memory
// model: synchronized before, and the order of each thread. The search uses a stronger order to
// leave out schedules. There, a plain read comes after the plain write that it sees, and a store
// after an earlier load. Here, neither pair is ordered.
//
// The algorithm is FastTrack's (C. Flanagan and S. N. Freund, PLDI 2009): vector clocks, and for
// each word of memory the last accesses of each kind.
type races struct {
	width   int
	threads []uint32 // width for each thread: what it knows of the others
	objects []uint32 // width for each object: what an acquire of it learns
	words   *shadow
	log     []noted // the entry 0 is unused
}

// access is the last access by a thread with its kind and bytes. It has so few fields that the
// compiler keeps it in registers. Written byte by byte and copied as a whole, each copy would wait
// for the store buffer.
type access struct {
	clock uint32 // of the thread
	site  uint32
	how   manner
}

// manner is how a word is accessed: a bit for each accessed byte, the bits below, and the thread.
type manner uint32

const (
	writing manner = 1 << (8 + iota)
	atomically
	byThread
)

const ofBytes manner = 1<<8 - 1

func (m manner) thread() int { return int(m / byThread) }

// conflict reports whether two accesses of a word share a byte, at least one writes, and at least
// one is plain.
func conflict(a, b manner) bool {
	return a&b&ofBytes != 0 && (a|b)&writing != 0 && a&b&atomically == 0
}

// noted is an access in the log, with the index of the one before it of the same word, or 0.
type noted struct {
	access
	before int32
}

func (r *races) reset() {
	if r.words == nil {
		r.words = newShadow()
	}
	r.words.reset()
	clear(r.threads)
	clear(r.objects)
	r.log = append(r.log[:0], noted{})
	if r.width == 0 {
		r.widen(1)
	}
	r.newThread(0)[0] = 1
}

// thread returns the clock of a thread that has begun.
func (r *races) thread(t int) []uint32 { return r.threads[t*r.width : (t+1)*r.width] }

func (r *races) newThread(t int) []uint32 {
	if t >= r.width {
		r.widen(t + 1)
	}
	for len(r.threads) < (t+1)*r.width {
		r.threads = append(r.threads, make([]uint32, r.width)...)
	}
	return r.thread(t)
}

// object returns the clock of an object.
func (r *races) object(o int32) []uint32 {
	if end := (int(o) + 1) * r.width; end <= len(r.objects) {
		return r.objects[end-r.width : end]
	}
	for len(r.objects) < (int(o)+1)*r.width {
		r.objects = append(r.objects, make([]uint32, r.width)...)
	}
	return r.objects[int(o)*r.width : (int(o)+1)*r.width]
}

func (r *races) widen(threads int) {
	width := max(4, 2*r.width, threads)
	spread := func(from []uint32) []uint32 {
		if r.width == 0 {
			return nil
		}
		to := make([]uint32, len(from)/r.width*width)
		for i := 0; i*r.width < len(from); i++ {
			copy(to[i*width:], from[i*r.width:(i+1)*r.width])
		}
		return to
	}
	r.threads, r.objects, r.width = spread(r.threads), spread(r.objects), width
}

func learn(into, from []uint32) {
	into = into[:len(from)]
	for i, n := range from {
		into[i] = max(into[i], n)
	}
}

// started orders the child's steps after the parent's earlier steps.
func (r *races) started(child, parent int) {
	c := r.newThread(child)
	p := r.thread(parent)
	copy(c, p)
	c[child]++
	p[parent]++
}

// joined orders the thread's later steps after all steps of the ended thread.
func (r *races) joined(t, ended int) { learn(r.thread(t), r.thread(ended)) }

// acquire orders the thread's later steps after the releases of the object.
func (r *races) acquire(t int, o int32) { learn(r.thread(t), r.object(o)) }

// release lets a thread that acquires the object from now on know the steps of this thread. With
// merge, that thread learns of earlier releases as well.
func (r *races) release(t int, o int32, merge bool) {
	mine := r.thread(t)
	if of := r.object(o); merge {
		learn(of, mine)
	} else {
		copy(of, mine)
	}
	mine[t]++
}

// touch adds an access, and returns an earlier access that it races with, or nil.
func (r *races) touch(t int, p unsafe.Pointer, size uintptr, now access) *access {
	mine := r.thread(t)
	now.clock = mine[t]
	how := now.how | manner(t)*byThread
	for {
		l := r.words.line(uintptr(p) &^ (lineSize - 1))
		for i := uintptr(p) % lineSize / wordSize; i < uintptr(len(l)); i++ {
			first := uintptr(p) % wordSize
			n := min(size, wordSize-first)
			now.how = how | (1<<n-1)<<first
			w := &l[i]
			// If it equals the latest access, no other access came in between. Everything before
			// was compared with that one.
			if a := &r.log[w.latest].access; a.how != now.how {
				if w.first == 0 {
					r.words.keep = append(r.words.keep, p)
				}
				if a := r.compare(w, now, mine); a != nil {
					return a
				}
			} else if a.clock != now.clock {
				*a = now
			}
			if size -= n; size == 0 {
				return nil
			}
			p = unsafe.Add(p, n)
		}
	}
}

// compare adds an access that differs from the word's latest one. It returns an earlier access
// that it races with, or nil.
func (r *races) compare(w *word, now access, mine []uint32) *access {
	same := int32(0)
	for k := w.first; k > 0; k = r.log[k].before {
		a := &r.log[k].access
		switch by := a.how.thread(); {
		case a.how == now.how:
			if a.clock == now.clock {
				w.latest = k
				return nil // it was added before
			}
			same = k
		case by != now.how.thread() && conflict(a.how, now.how) && a.clock > mine[by]:
			return a
		}
	}
	if same == 0 {
		same = int32(len(r.log))
		r.log = append(r.log, noted{before: w.first})
		w.first = same
	}
	r.log[same].access, w.latest = now, same
	return nil
}

// plain is called at each plain access of the current thread.
func (e *engine) plain(p unsafe.Pointer, size uintptr, site uint32, write bool) {
	if e.observer != nil {
		if e.stops && int(site) < len(sites) && e.observer.labels[site] != "" && e.observer.wanted[site] {
			e.stop(site)
		}
		e.observePlain(p, size, site, write)
	}
	t := e.current()
	if e.solo() || !e.fate.watched() || t.cut.is() || e.races == nil || size == 0 {
		return
	}
	e.coverage.hit(site)
	e.trace.access(t, site, write)
	now := access{site: site}
	if write {
		now.how = writing
	}
	if a := e.races.touch(t.id, p, size, now); a != nil {
		e.race(t.id, now, *a)
	}
}

// atomic is called after each atomic step of the current thread. It adds the access, and the order
// that the step brings.
func (e *engine) atomic(p unsafe.Pointer, size uintptr, reads, writes bool) {
	if e.races != nil && !e.fate.free {
		e.noteAtomic(p, size, reads, writes)
	}
}

func (e *engine) noteAtomic(p unsafe.Pointer, size uintptr, reads, writes bool) {
	t, o := e.doing.thread, e.doing.op.Object
	site := e.threads[t].at.site()
	blind := e.doing.op.Kind == strategy.Add
	if reads && !blind {
		e.races.acquire(t, o) // before the access itself: the value that it reads comes before it
	}
	for _, halves := range e.objects.torn {
		if o == halves[0] || o == halves[1] { // a whole word orders the accesses of both halves
			other := halves[0] + halves[1] - o
			e.races.acquire(t, other)
			e.races.release(t, other, true)
		}
	}
	now := access{site: site, how: atomically}
	if writes {
		now.how |= writing
	}
	if a := e.races.touch(t, p, size, now); a != nil {
		e.race(t, now, *a)
	}
	if writes {
		e.races.release(t, o, blind)
	}
}

// race fails the execution for an access by a thread, and an earlier one.
func (e *engine) race(by int, now, before access) {
	then := before.how.thread()
	if excused(now, before) || e.fixed.has(by) && e.fixed.has(then) || e.withholdsRace(by, now, before) {
		return
	}
	e.fail(&Failure{
		Rule:   report.RuleRace,
		Detail: fmt.Sprintf("%v by %s at %v\n%v by %s at %v", now.how, e.threads[by].title(), Where(now.site), before.how, e.threads[then].title(), Where(before.site)),
		thread: by,
		sites:  []uint32{now.site, before.site},
		before: then,
		free:   e.schedule.preemptions > 0 && e.state.Enabled.Has(then),
	})
}

func (m manner) String() string {
	what := "read"
	if m&writing != 0 {
		what = "write"
	}
	if m&atomically != 0 {
		what = "atomic " + what
	}
	return what
}

// meet orders the later steps of both threads after the earlier steps of both.
func (r *races) meet(t, u int) {
	a, b := r.thread(t), r.thread(u)
	learn(a, b)
	copy(b, a)
	a[t]++
	b[u]++
}
