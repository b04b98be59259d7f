package mutant

// PopLastNoCAS is ChaseLev with a Pop that takes the last item without a CAS: it stores top, as if there were no thieves.
//
// Interleaving:
//
//	O  Push(a)
//	O  Pop: bottom = 0, reads top = 0: the last item
//	T  (has read top = 0, bottom = 1) CAS top to 1   -> a
//	O  Pop: stores top = 1                           -> a, for the second time
//
// T's loads come before O lowers bottom. A checker should see: an item taken
// twice.
type PopLastNoCAS[T any] struct{ ChaseLev[T] }

// NewPopLastNoCAS is like [NewChaseLev].
func NewPopLastNoCAS[T any](capacity int) *PopLastNoCAS[T] {
	d := &PopLastNoCAS[T]{}
	d.init(capacity)
	return d
}

// Pop is wrong.
func (d *PopLastNoCAS[T]) Pop() (*T, bool) {
	b := d.bottom.Load() - 1
	d.bottom.Store(b)
	t := d.top.Load()
	size := b - t
	if size < 0 {
		d.bottom.Store(t)
		return nil, false
	}
	v := d.array.Load().get(b)
	if size > 0 {
		return v, true
	}
	d.top.Store(t + 1) // no CAS
	d.bottom.Store(t + 1)
	return v, true
}
