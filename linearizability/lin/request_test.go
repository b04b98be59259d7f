package lin

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model/shim/sync"
)

// meeting hands values over: a Send returns when a Recv has its value.
type meeting struct {
	fault string
	mu    sync.Mutex
	cond  *sync.Cond
	sends []*handover
	recvs []*handover
}

// handover is a call that waits, or its partner has been there.
type handover struct {
	v    int
	done bool
}

func newMeeting(fault string) func() *meeting {
	return func() *meeting {
		m := &meeting{fault: fault}
		m.cond = sync.NewCond(&m.mu)
		return m
	}
}

func (m *meeting) wait(h *handover) {
	for !h.done {
		m.cond.Wait()
	}
}

func (m *meeting) wake() {
	if m.fault == "signal" {
		m.cond.Signal()
	} else {
		m.cond.Broadcast()
	}
}

func (m *meeting) Send(v int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.recvs) > 0 {
		h := m.recvs[0]
		h.v, h.done = v, true
		m.recvs = m.recvs[1:]
		if m.fault == "two get it" && len(m.recvs) > 0 {
			m.recvs[0].v, m.recvs[0].done = v, true
			m.recvs = m.recvs[1:]
		}
		m.wake()
		return
	}
	h := &handover{v: v}
	m.sends = append(m.sends, h)
	if m.fault != "does not wait" {
		m.wait(h)
	}
}

func (m *meeting) Recv() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.sends) > 0 {
		h := m.sends[0]
		h.done = true
		m.sends = m.sends[1:]
		m.wake()
		return h.v
	}
	h := &handover{}
	m.recvs = append(m.recvs, h)
	m.wait(h)
	return h.v
}

// meetingSpec has the calls that wait, and what those get that have met.
type meetingSpec struct {
	sends, recvs []offer
	got          map[int]int
}

type offer struct{ call, v int }

func newMeetingSpec() *meetingSpec { return &meetingSpec{got: map[int]int{}} }

func (s *meetingSpec) meet() {
	for len(s.sends) > 0 && len(s.recvs) > 0 {
		from, to := s.sends[0], s.recvs[0]
		s.sends, s.recvs = s.sends[1:], s.recvs[1:]
		s.got[from.call], s.got[to.call] = 0, from.v
	}
}

func (s *meetingSpec) AskSend(call, v int) { s.sends = append(s.sends, offer{call, v}); s.meet() }
func (s *meetingSpec) CanSend(call, _ int) bool {
	_, has := s.got[call]
	return has
}
func (s *meetingSpec) Send(call, _ int) { delete(s.got, call) }

func (s *meetingSpec) AskRecv(call int) { s.recvs = append(s.recvs, offer{call: call}); s.meet() }
func (s *meetingSpec) CanRecv(call int) bool {
	_, has := s.got[call]
	return has
}
func (s *meetingSpec) Recv(call int) int {
	v := s.got[call]
	delete(s.got, call)
	return v
}

// Both sides of a rendezvous overlap.
func TestRequest_Meeting(t *testing.T) {
	ops := []Option{Op("Send", (*meeting).Send), Op("Recv", (*meeting).Recv)}
	twins(t, newMeeting, newMeetingSpec, []wrong{
		{"two get it", "linearizable", "Recv() returned 1"},
		{"does not wait", "linearizable", "Send(1) returned"},
		{"signal", report.RuleDeadlock, "though the specification lets"},
	}, ops...)
}

// swap is an exchanger: two calls get the value of each other.
type swap struct {
	fault string
	mu    sync.Mutex
	cond  *sync.Cond
	first *handover
}

func newSwap(fault string) func() *swap {
	return func() *swap {
		x := &swap{fault: fault}
		x.cond = sync.NewCond(&x.mu)
		return x
	}
}

func (x *swap) Exchange(v int) int {
	x.mu.Lock()
	defer x.mu.Unlock()
	if h := x.first; h != nil {
		got := h.v
		h.v, h.done = v, true
		if x.fault != "keeps the slot" {
			x.first = nil
		}
		x.cond.Broadcast()
		return got
	}
	h := &handover{v: v}
	x.first = h
	if x.fault == "own value" {
		h.done = true
	}
	for !h.done {
		x.cond.Wait()
	}
	return h.v
}

// swapSpec lets any two calls that wait meet.
type swapSpec struct {
	waits map[int]int
	got   map[int]int
}

func newSwapSpec() *swapSpec { return &swapSpec{map[int]int{}, map[int]int{}} }

func (s *swapSpec) AskExchange(call, v int) (all []*swapSpec) {
	for other, w := range s.waits {
		n := newSwapSpec()
		for c, v := range s.got {
			n.got[c] = v
		}
		for c, v := range s.waits {
			if c != other {
				n.waits[c] = v
			}
		}
		n.got[call], n.got[other] = w, v
		all = append(all, n)
	}
	if all == nil {
		s.waits[call] = v
		all = append(all, s)
	}
	return all
}

func (s *swapSpec) CanExchange(call, _ int) bool {
	_, has := s.got[call]
	return has
}

func (s *swapSpec) Exchange(call, _ int) int {
	v := s.got[call]
	delete(s.got, call)
	return v
}

func TestRequest_Exchanger(t *testing.T) {
	twins(t, newSwap, newSwapSpec, []wrong{
		{"own value", "linearizable", "Exchange(1) returned 1"},
		{"keeps the slot", "linearizable", "Exchange("},
	}, Op("Exchange", (*swap).Exchange))
}

type wrongAsk struct{}

func (wrongAsk) AskGet(string)    {}
func (wrongAsk) Get(int, int) int { return 0 }

type wrongCan struct{}

func (wrongCan) AskGet(call, k int)  {}
func (wrongCan) CanGet(k int) bool   { return true }
func (wrongCan) Get(call, k int) int { return 0 }

func TestRequest_Refuses(t *testing.T) {
	get := Op("Get", (*register).Get)
	require.Equal(t, "the specification's method AskGet is a func(string) (); want func(int, int), or the same with the result []lin.wrongAsk", refusal(func() wrongAsk { return wrongAsk{} }, get))
	require.Equal(t, "the specification's method CanGet is a func(int) (bool); want func(int, int) (bool)", refusal(func() wrongCan { return wrongCan{} }, get))
	require.Equal(t, "Relaxed leaves out whole operations, and those with a method AskExchange have two parts: describe Exchange by CanExchange instead, or check without Relaxed", func() string {
		_, err := newChecker(&tb{}, newSwap(""), newSwapSpec, configOf(Op("Exchange", (*swap).Exchange), Relaxed(1)))
		return err.Error()
	}())
}
