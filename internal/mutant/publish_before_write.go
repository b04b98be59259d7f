package mutant

// PublishBeforeWrite is ChaseLev with a Push that raises bottom before it writes the slot. JinLi has this order too, but
// there it does no harm.
//
// Interleaving:
//
//	O  Push(a): bottom = 1
//	T  Steal: top = 0, bottom = 1, slot 0, CAS top to 1   -> nil
//	O  Push(a): writes slot 0; a is lost
//
// In a ring that has been in use for a while, the slot has an item that was taken earlier. A checker should see: an item
// that nobody pushed (nil) or one taken twice, and one lost.
type PublishBeforeWrite[T any] struct{ ChaseLev[T] }

// NewPublishBeforeWrite is like [NewChaseLev].
func NewPublishBeforeWrite[T any](capacity int) *PublishBeforeWrite[T] {
	d := &PublishBeforeWrite[T]{}
	d.init(capacity)
	return d
}

// Push is wrong.
func (d *PublishBeforeWrite[T]) Push(v *T) bool {
	b := d.bottom.Load()
	a := d.room(b)
	d.bottom.Store(b + 1) // too early
	a.put(b, v)
	return true
}
