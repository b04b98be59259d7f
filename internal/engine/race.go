package engine

import (
	"fmt"
	"unsafe"

	"github.com/stealproof/stealproof/internal/report"
)

// races finds data races: two plain accesses of the same bytes by different
// threads, or a plain and an atomic one, at least one of them a write, that
// nothing orders. Order is what the Go memory model calls synchronized before,
// and the order of each thread. That is less than the order by which the search
// is reduced: a plain read that comes after a plain write is not ordered by
// that, and neither is a store after a load.
//
// It keeps vector clocks as FastTrack does (C. Flanagan and S. N. Freund, PLDI
// 2009), and for each word of memory the last accesses of each kind.
type races struct {
	width   int
	threads []uint32 // width for each thread: what it knows of the others
	objects []uint32 // width for each object: what is to be learned from it
	words   *shadow
	log     []noted // the first is none
}

// access is the last one by a thread of its kind and bytes. It has so few fields that the
// compiler keeps it in registers: written byte by byte, and copied as a whole, it would make
// each copy wait for the store buffer.
type access struct {
	clock uint32 // of the thread
	site  uint32
	how   manner
}

// manner is how a word is accessed: a bit for each of its bytes, those below, and the thread.
type manner uint32

const (
	writing manner = 1 << (8 + iota)
	atomically
	byThread
)

const ofBytes manner = 1<<8 - 1

func (m manner) thread() int { return int(m / byThread) }

// conflict reports whether two accesses of a word are one of the same bytes, one of
// them writes, and one is plain.
func conflict(a, b manner) bool {
	return a&b&ofBytes != 0 && (a|b)&writing != 0 && a&b&atomically == 0
}

// noted is an access, and the one before it of the same word: its place in the log, or 0.
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

// started orders what a thread does after what its parent has done.
func (r *races) started(child, parent int) {
	c := r.newThread(child)
	p := r.thread(parent)
	copy(c, p)
	c[child]++
	p[parent]++
}

// joined orders what a thread does from now on after all of another's.
func (r *races) joined(t, ended int) { learn(r.thread(t), r.thread(ended)) }

// acquire orders what the thread does from now on after what released the object.
func (r *races) acquire(t int, o int32) { learn(r.thread(t), r.object(o)) }

// release lets who acquires the object from now on know what the thread has
// done; with merge, of what released it before as well.
func (r *races) release(t int, o int32, merge bool) {
	mine := r.thread(t)
	if of := r.object(o); merge {
		learn(of, mine)
	} else {
		copy(of, mine)
	}
	mine[t]++
}

// touch notes an access, and returns an earlier one that it races with, or nil.
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
			// If it is like the latest one nothing has come in between, and what came before
			// was compared with that.
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

// compare notes an access of a word, unlike the latest one, and returns an earlier one that it
// races with, or nil.
func (r *races) compare(w *word, now access, mine []uint32) *access {
	same := int32(0)
	for k := w.first; k > 0; k = r.log[k].before {
		a := &r.log[k].access
		switch by := a.how.thread(); {
		case a.how == now.how:
			if a.clock == now.clock {
				w.latest = k
				return nil // it was noted before
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
	t := e.current
	if e.solo || e.fate.free || t.killed || e.races == nil || size == 0 {
		return
	}
	e.hit(site)
	e.trace.access(t, site, write)
	now := access{site: site}
	if write {
		now.how = writing
	}
	if a := e.races.touch(t.id, p, size, now); a != nil {
		e.race(t.id, now, *a)
	}
}

// atomic is called after each step of the current thread on an object, with the
// order that the step brings.
func (e *engine) atomic(p unsafe.Pointer, size uintptr, reads, writes bool) {
	if e.races == nil || e.fate.free {
		return
	}
	t, o := e.doing.thread, e.doing.op.Object
	site := e.threads[t].site
	if reads {
		e.races.acquire(t, o) // first: what it observes comes before the access itself
	}
	for _, halves := range e.objects.torn {
		if o == halves[0] || o == halves[1] { // the accesses of both are ordered, by the word as a whole
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
		e.races.release(t, o, false)
	}
}

// race fails the execution for an access by a thread, and one before it.
func (e *engine) race(by int, now, before access) {
	then := before.how.thread()
	e.fail(&Failure{
		Rule:   report.RuleRace,
		Detail: fmt.Sprintf("%v by %s at %v\n%v by %s at %v", now.how, e.threads[by].title(), Where(now.site), before.how, e.threads[then].title(), Where(before.site)),
		thread: by,
		sites:  []uint32{now.site, before.site},
		before: then,
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
