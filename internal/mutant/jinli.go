package mutant

import (
	"sync"
	"sync/atomic"

	"github.com/stealproof/stealproof/wsq"
)

// JinLi is WorkQueue of X. Jin and J. Li, "Work stealing Fork Join Framework in
// C++" (CMU, 2021), section 2.1.
//
// Transcription. The text declares top and base atomic; they are atomic.Int64. ++ and -- on them are atomic adds that
// answer the value of the expression. wkq is a plain array of fixed size. entrylk is a mutex. pop and take have a second
// result instead of NULL. So a NULL that is read from a slot shows as an item that nobody pushed.
//
// Verdict: sound within its array, if a thief's Empty may mean "at most one item", as the text asks. Push does publish
// the index before it writes the slot (top++, then wkq[t] = task). take and pop do read their slots after the unlock.
// Neither can be seen. take claims index b only if top was at least b+2. By then Push has begun with index b+1, and so is
// done with b. So only the last index may have an unwritten slot, and no thief takes that one. The write even happens
// before the read: wkq[b], then the top++ of index b+1, then the load of top in take. After take has raised base to b+1,
// Pop never leaves top at b or below. So slot b is never written again, and the thief may read it at any time. The race
// detector reports nothing. JinLiLastStealable shows the effect of giving the rule up.
//
// One goroutine shows the fault: the array has no bounds check, and its indices never go back, so each stolen item uses up a
// slot for good. With two slots, Push(a), Push(b), Steal a, Push(c) writes beyond the array, although the deque holds
// one item. In C++ that is undefined, and Go panics.
//
// A checker should see: with a small array, a panic in Push. Otherwise it should see nothing under wsq.AllButOne, and
// under wsq.Strict an Empty of a deque with one item (Push(a), Steal).
//
// Retention: slots are never cleared, so an array keeps every stolen item.
type JinLi[T any] struct {
	top     atomic.Int64
	base    atomic.Int64
	wkq     []T
	entrylk sync.Mutex
}

// NewJinLi returns an empty deque with an array of size slots.
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
