package pool

import (
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/pad"
)

// mailbox is the part of a worker that other goroutines write to. They set the bits of poll,
// and take the published frame from slot. tla/pool/Promotion.tla specifies the protocol.
//
// Only the owner clears a bit of poll, and only the owner fills the slot.
type mailbox struct {
	poll    uint32         // bits that others set, and the owner polls
	boundTo atomic.Uintptr // the worker's goroutine, while its loop runs; see current.go
	_       pad.Line
	slot    atomic.Pointer[Task] // the published frame, at most one
	_       pad.Line
}

// The bits of mailbox.poll.
const (
	request uint32 = 1 << iota // publish a frame
	cancel                     // check whether the running task is cancelled
	yield                      // let other goroutines run
)

// ask requests a frame.
func (m *mailbox) ask() {
	if atomic.LoadUint32(&m.poll)&request == 0 { //tla:- setting a bit that is set changes nothing
		atomic.OrUint32(&m.poll, request) //tla:Promotion.Request
	}
}

// interrupt makes the owner check whether its running task is cancelled.
func (m *mailbox) interrupt() {
	atomic.OrUint32(&m.poll, cancel) //tla:Promotion.Close
}

// giveWay makes the owner let other goroutines run.
func (m *mailbox) giveWay() {
	if atomic.LoadUint32(&m.poll)&yield == 0 { //tla:- a hint
		atomic.OrUint32(&m.poll, yield) //tla:- a hint
	}
}

// interrupted reports whether another goroutine has interrupted the owner, or wants it to yield.
func (m *mailbox) interrupted() bool {
	return atomic.LoadUint32(&m.poll)&(cancel|yield) != 0 //tla:- cancellation
}

// claim takes the published frame, and requests the next one. It returns nil if there is none.
// A thief may read the fields of a frame only after claim: a job that its owner takes back is
// reused.
func (m *mailbox) claim() *Task {
	for {
		t := m.slot.Load() //tla:Promotion.ReadVictim
		if t == nil {
			return nil
		}
		if m.slot.CompareAndSwap(t, nil) { //tla:Promotion.Claim
			atomic.OrUint32(&m.poll, request) //tla:Promotion.Rerequest
			return t
		}
	}
}

// takeBack removes a job from the slot. It returns false if a thief has taken it. In both cases
// it requests that the next frame be published. A thief that has taken the job makes the same
// request, but that may come too late, when the owner has already run the next frame.
func (m *mailbox) takeBack(t *Task) bool {
	taken := m.slot.CompareAndSwap(t, nil) //tla:Promotion.TakeBack
	atomic.OrUint32(&m.poll, request)      //tla:Promotion.Rearm
	return taken
}
