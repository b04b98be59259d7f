package mutant

import "github.com/stealproof/stealproof/wsq"

// JinLiLastStealable is JinLi with one sign changed: take compares base <= top, so that thieves may have the last item. This
// is not printed anywhere, but easily done. Owner and thieves still exclude each other, because each writes its index
// before it reads the other's. But Push writes the index before the slot, and that shows.
//
// Interleaving:
//
//	O  Push(a): top = 1
//	T  Steal: base = 1, 1 <= 1, reads slot 0: nil    -> Stolen nil
//	O  Push(a): writes slot 0
//	O  Pop: top = 0 < base                           -> false
//
// A checker should see: an item that nobody pushed (nil), and one lost. The race
// detector sees the race on the slot.
type JinLiLastStealable[T any] struct{ JinLi[T] }

// NewJinLiLastStealable returns an empty deque with an array of size slots.
func NewJinLiLastStealable[T any](size int) *JinLiLastStealable[T] {
	return &JinLiLastStealable[T]{JinLi[T]{wkq: make([]T, size)}}
}

// Steal is take with <= in place of <.
func (d *JinLiLastStealable[T]) Steal() (task T, r wsq.StealResult) {
	d.entrylk.Lock()
	b := d.base.Add(1) - 1
	if d.base.Load() <= d.top.Load() {
		d.entrylk.Unlock()
		return d.wkq[b], wsq.Stolen
	}
	d.base.Add(-1)
	d.entrylk.Unlock()
	return task, wsq.Empty
}
