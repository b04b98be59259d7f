package engine

// luck is the random numbers of a thread. They depend only on the thread and on how many it has taken.
type luck struct {
	taken uint64
	row   int // of Draw, since its last step
}

func (l *luck) reset() { *l = luck{} }

// next returns another number for the thread.
func (l *luck) next(thread int) uint64 {
	l.taken++
	return mix(0xd1b54a32d192ed03, uint64(thread)+1, l.taken)
}

// count returns how many numbers there were.
func (l *luck) count() uint64 { return l.taken }

// steps begins another row.
func (l *luck) steps() { l.row = 0 }

// draws counts a draw, and reports whether the row is so long that the draw counts as a step.
func (l *luck) draws() bool {
	l.row++
	return l.row > mostDraws
}

// goesOn goes on with a row that a draw has ended.
func (l *luck) goesOn() { l.row = mostDraws }
