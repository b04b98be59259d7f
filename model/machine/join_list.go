package machine

// joinList is a sequence.
type joinList struct {
	n  uint8
	at [joinMaxList]uint8
}

func (l *joinList) cell(i int) *uint8 {
	if i == 0 {
		return &l.n
	}
	return &l.at[i-1]
}

func (l *joinList) append(v uint8) { l.at[l.n], l.n = v, l.n+1 }

func (l *joinList) head() uint8 { return l.at[0] }

func (l *joinList) takeHead() (v uint8) { return l.takeAt(0) }

func (l *joinList) takeLast() (v uint8) {
	l.n--
	v, l.at[l.n] = l.at[l.n], 0
	return v
}

// takeAt takes the item at an index.
func (l *joinList) takeAt(i int) (v uint8) {
	v = l.at[i]
	copy(l.at[i:], l.at[i+1:])
	l.n--
	l.at[l.n] = 0
	return v
}

// before returns the list with a new head.
func (l joinList) before(v uint8) joinList {
	copy(l.at[1:], l.at[:])
	l.at[0], l.n = v, l.n+1
	return l
}

func (l *joinList) has(v uint8) bool {
	for _, x := range l.at[:l.n] {
		if x == v {
			return true
		}
	}
	return false
}

var joinClosed = joinList{n: 1}
