package mutant

import (
	"sync"
	"sync/atomic"

	"github.com/stealproof/stealproof/wsq"
)

// JinLi is WorkQueue of X. Jin and J. Li, "Work stealing Fork Join Framework in
// C++" (CMU, 2021), section 2.1.
//
// Transcription. top and base, which the text declares atomic, are
// atomic.Int64; ++ and -- on them are atomic adds that answer the value that
// the expression has. wkq is a plain array of fixed size. entrylk is a mutex.
// The two results of pop and take stand for NULL, so that a NULL read from a
// slot is seen as one: it would be an item that nobody pushed.
//
// Verdict: sound within its array, if a thief's Empty may mean "at most one
// item", which is what the text asks for. Push does publish the index before
// it writes the slot (top++, then wkq[t] = task), and take and pop do read
// their slots after the unlock; neither can be seen. take claims index b only
// if top was b+2 at least, that is, once Push has begun with index b+1 and so
// is done with b: the index whose slot may be unwritten is always the last,
// which no thief takes. (The write even happens before the read: wkq[b], then
// the top++ of index b+1, then the load of top in take.) After take has raised
// base to b+1, Pop never leaves top at b or below, so slot b is never written
// again, and may be read at leisure. The race detector has nothing to say
// either. JinLiLastStealable shows what holds if the rule is given up.
//
// What is wrong, and needs one goroutine: the array has no bounds check and
// its indices never go back, so each item stolen uses up a slot for good. With
// two slots: Push(a), Push(b), Steal a, Push(c) writes beyond the array, though
// the deque holds one item; C++ then has undefined behaviour, Go panics.
//
// A checker should see: with a small array, a panic in Push; else nothing under
// wsq.AllButOne, and under wsq.Strict an Empty with an item there (Push(a),
// Steal).
//
// Retention: slots are never cleared, so an array keeps every item stolen.
type JinLi[T any] struct {
	top     atomic.Int64
	base    atomic.Int64
	wkq     []T
	entrylk sync.Mutex
}

// NewJinLi returns an empty deque with an array of that size.
func NewJinLi[T any](size int) *JinLi[T] {
	return &JinLi[T]{wkq: make([]T, size)}
}

// Push is push.
func (d *JinLi[T]) Push(task T) bool {
	t := d.top.Load()
	d.top.Add(1)
	d.wkq[t] = task
	return true
}

// Pop is pop.
func (d *JinLi[T]) Pop() (task T, ok bool) {
	t := d.top.Add(-1)
	if t >= d.base.Load() {
		return d.wkq[t], true
	}
	/* empty */
	d.entrylk.Lock()
	if d.base.Load() > t {
		/* true empty */
		d.top.Add(1)
		d.entrylk.Unlock()
		return task, false
	}
	d.entrylk.Unlock()
	return d.wkq[t], true
}

// Steal is take.
func (d *JinLi[T]) Steal() (task T, r wsq.StealResult) {
	d.entrylk.Lock()
	b := d.base.Add(1) - 1
	if d.base.Load() < d.top.Load() {
		d.entrylk.Unlock()
		return d.wkq[b], wsq.Stolen
	}
	d.base.Add(-1)
	d.entrylk.Unlock()
	return task, wsq.Empty
}
