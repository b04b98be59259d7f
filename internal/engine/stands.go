package engine

import (
	"unsafe"

	"github.com/stealproof/stealproof/internal/engine/strategy"
)

// stands is what threads stand before, apart from a plain step: a gate, or a communication by channels.
//
// A thread is in gated exactly while it has a gate. Those in queueing are also in talking.
type stands struct {
	gated    strategy.Set // their next step may be blocked
	talking  strategy.Set // before a communication
	queueing strategy.Set // before a send or a receive on a buffer with several slots
	listed   []option     // memory for the next list of options
	recent   *Channel     // the one that was used last
}

func (s *stands) reset() { *s = stands{listed: s.listed[:0]} }

// gate puts a gate before the next step of a thread.
func (s *stands) gate(t *thread, g Gate, arg int) {
	t.barrier = barrier{g, arg}
	s.gated |= strategy.Only(t.id)
}

// open takes the gate away, if there is one.
func (s *stands) open(t *thread) {
	t.barrier.open()
	s.gated &^= strategy.Only(t.id)
}

// openAll takes the gates of some threads away, so that they stay enabled, whichever goes first.
func (s *stands) openAll(some strategy.Set, threads []*thread) {
	for rest := some; rest != 0; rest &= rest - 1 {
		s.open(threads[rest.First()])
	}
}

// talks says that a thread stands before a communication. Queues says that it is a send or a receive on a buffer with
// several slots.
func (s *stands) talks(thread int)  { s.talking |= strategy.Only(thread) }
func (s *stands) queues(thread int) { s.queueing |= strategy.Only(thread) }

// talked says that the communication is done.
func (s *stands) talked(thread int) {
	s.talking &^= strategy.Only(thread)
	s.queueing &^= strategy.Only(thread)
}

// others returns the threads before a communication, apart from one.
func (s *stands) others(thread int) strategy.Set { return s.talking &^ strategy.Only(thread) }

// closed returns the threads with a gate, queued those before a buffer, and all those before any communication.
func (s *stands) closed() strategy.Set { return s.gated }
func (s *stands) queued() strategy.Set { return s.queueing }
func (s *stands) all() strategy.Set    { return s.talking }

// list returns an empty list, in the memory of the last one. Listed keeps it.
func (s *stands) list() []option       { return s.listed[:0] }
func (s *stands) keep(listed []option) { s.listed = listed }

// last returns the channel that was used last if it is at p, or nil. Uses says that it is c.
func (s *stands) last(p unsafe.Pointer) *Channel {
	if c := s.recent; c != nil && c.pointer == p {
		return c
	}
	return nil
}

func (s *stands) uses(c *Channel) { s.recent = c }

// barrier is the gate before the next step of a thread.
type barrier struct {
	gate Gate // or nil
	arg  int  // for the gate
}

// open takes the gate away.
func (b *barrier) open() { b.gate = nil }

// is reports whether there is a gate.
func (b *barrier) is() bool { return b.gate != nil }

// joins reports whether the gate is a join, and lets the thread go on. Main nearly always waits there, and the compiler
// inlines this call.
func (b *barrier) joins() (is, ready bool) {
	j, is := b.gate.(join)
	return is, is && j.Ready(b.arg)
}

// ready reports whether the gate lets the thread go on.
func (b *barrier) ready() bool { return b.gate.Ready(b.arg) }

// joinsCrew reports whether the thread waits for the threads of a [Crew].
func (b *barrier) joinsCrew() bool {
	_, is := b.gate.(*Crew)
	return is
}
