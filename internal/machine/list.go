package machine

const listMax = 8

// list is a sequence of TLA+, seq(listMax, ...) among the shapes.
type list[T comparable] struct {
	n  uint8
	at [listMax]T
}

func (l *list[T]) all() []T { return l.at[:l.n] }

func (l *list[T]) append(v T) { l.at[l.n], l.n = v, l.n+1 }

func (l *list[T]) prepend(v T) {
	copy(l.at[1:], l.at[:])
	l.at[0], l.n = v, l.n+1
}

func (l *list[T]) head() T { return l.at[0] }

func (l *list[T]) takeHead() T { return l.takeAt(0) }

func (l *list[T]) takeLast() T { return l.takeAt(int(l.n) - 1) }

// takeAt takes the item at an index.
func (l *list[T]) takeAt(i int) (v T) {
	var none T
	v = l.at[i]
	copy(l.at[i:], l.at[i+1:])
	l.n--
	l.at[l.n] = none
	return v
}

// numbers is a list of tasks or of threads.
type numbers struct{ list[uint8] }

func (l *numbers) cell(i int) *uint8 {
	if i == 0 {
		return &l.n
	}
	return &l.at[i-1]
}

func (l *numbers) has(v uint8) bool {
	for _, x := range l.all() {
		if x == v {
			return true
		}
	}
	return false
}

// bits returns the list as a set.
func (l *numbers) bits() (set uint) {
	for _, x := range l.all() {
		set |= 1 << x
	}
	return set
}
