package pool

import (
	"sync/atomic"

	"github.com/stealproof/stealproof/internal/pad"
)

// mailbox is what others write to of a worker: what they want of it, and the slot from
// which they take what it has published. The protocol is tla/pool/Promotion.tla.
//
// Only the owner clears a bit of poll, and only the owner fills the slot.
type mailbox struct {
	poll    uint32         // bits that others set, and the owner polls
	boundTo atomic.Uintptr // the goroutine, as long as it runs tasks; see current.go
	_       pad.Line
	slot    atomic.Pointer[Task] // the one frame that is published
	_       pad.Line
}

// The bits of mailbox.poll.
const (
	request uint32 = 1 << iota // publish a frame
	cancel                     // look whether what runs is cancelled
)

// ask leaves a request for a frame.
func (m *mailbox) ask() {
	if atomic.LoadUint32(&m.poll)&request == 0 { //tla:- a hint
		atomic.OrUint32(&m.poll, request) //tla:Promotion.Request
	}
}

// interrupt has the owner look whether what it runs is cancelled.
func (m *mailbox) interrupt() {
	atomic.OrUint32(&m.poll, cancel) //tla:Promotion.Close
}

// interrupted reports whether somebody has interrupted the owner, which looks.
func (m *mailbox) interrupted() bool {
	return atomic.LoadUint32(&m.poll)&cancel != 0 //tla:- cancellation
}

// claim takes the published frame, and asks for the next one. It returns nil if there is
// none. The fields of a frame may be read only after that: a job that its owner takes back
// is used again.
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

// takeBack removes a job from the slot. It answers false if somebody else has. Either way
// the next frame is to be published: who has stolen this one asks for that too, but may
// come to it only when its owner has run it.
func (m *mailbox) takeBack(t *Task) bool {
	taken := m.slot.CompareAndSwap(t, nil) //tla:Promotion.TakeBack
	atomic.OrUint32(&m.poll, request)      //tla:Promotion.Rearm
	return taken
}
