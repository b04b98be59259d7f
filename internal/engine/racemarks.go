package engine

import "unsafe"

// raceMarks are the addresses by which Go's race detector tells apart what a thread has done, see goRace.
type raceMarks struct {
	began byte // stands for its start
	//lint:ignore U1000 goRace uses its address
	stood byte // for what it had done when it last handed over
	//lint:ignore U1000 goRace uses its address
	met byte // for what threads had done that it has met at an unbuffered channel
}

func (m *raceMarks) start() unsafe.Pointer { return unsafe.Pointer(&m.began) }
