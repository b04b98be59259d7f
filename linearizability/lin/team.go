package lin

import (
	"context"
	"math"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/stealproof/stealproof/internal/panics"
	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
)

// history returns the operations of a round, the earliest call first.
func (k *checker) history(r *coresRound) (ops []model.Operation) {
	for client := range r.logs {
		log := &r.logs[client]
		if client == len(r.logs)-1 {
			client = afterClient
		}
		ended, begun := int(log.ended.Load()), int(log.begun.Load())
		for _, c := range log.calls[:ended] {
			in := k.m.answered(k.m.seen(r.hands, c.in, c.values), r.hands.shown(c.in.op, c.out))
			ops = append(ops, model.Operation{Client: client, Kind: model.Other, Call: c.call, Return: c.ret, Invocation: in})
		}
		for _, c := range log.calls[ended:max(ended, begun)] {
			ops = append(ops, model.Operation{Client: client, Kind: model.Other, Call: c.call, Return: math.MaxInt64, Invocation: k.m.seen(r.hands, c.in, c.values)})
		}
	}
	slices.SortStableFunc(ops, func(a, b model.Operation) int { return int(a.Call - b.Call) })
	return ops
}

// coresRound is one run of a scenario.
type coresRound struct {
	on       reflect.Value
	contexts *cancelation
	hands    *handles
	arrived  atomic.Int32
	left     atomic.Int32
	logs     []coresLog // by client, the last part's at the end
	panicked atomic.Pointer[string]
}

// coresLog is the calls of one client.
type coresLog struct {
	calls        []coresCall
	begun, ended atomic.Int32
}

type coresCall struct {
	in        *instance
	values    []reflect.Value // of its arguments that are results of earlier calls
	out       []reflect.Value
	call, ret int64
}

func newCoresRound(sc *script) *coresRound {
	r := &coresRound{logs: make([]coresLog, len(sc.Threads)+2), hands: newHandles(sc)}
	r.logs[0].calls = make([]coresCall, len(sc.Prepare))
	for i, calls := range sc.Threads {
		r.logs[1+i].calls = make([]coresCall, len(calls))
	}
	r.logs[len(r.logs)-1].calls = make([]coresCall, len(sc.After))
	return r
}

// team runs a scenario on goroutines that live for all rounds. They spin before each round, because
// a goroutine that has to be woken would come too late.
type team struct {
	k      *checker
	sc     *script
	clock  linearizability.Clock
	rounds []*coresRound
	stop   atomic.Bool
}

// run runs the rounds. It returns the stacks of the goroutines if an operation does not return.
func (t *team) run() string {
	var wg sync.WaitGroup
	for i := range t.parties() {
		wg.Go(func() {
			for n, r := range t.rounds {
				if !t.participate(i, n, r) {
					return
				}
			}
		})
	}
	done := make(chan struct{})
	go func() {
		wg.Wait()
		close(done)
	}()
	look := time.NewTicker(hang / 20)
	defer look.Stop()
	for same, before := 0, 0; same < 20; same++ {
		select {
		case <-done:
			return ""
		case <-look.C:
			if now := t.returned(); now != before {
				same, before = 0, now
			}
		}
	}
	t.stop.Store(true)
	buf := make([]byte, 1<<16)
	return waiting(string(buf[:runtime.Stack(buf, true)]))
}

// returned is how many calls of all rounds have returned.
func (t *team) returned() (n int) {
	for _, r := range t.rounds {
		for i := range r.logs {
			n += int(r.logs[i].ended.Load())
		}
	}
	return n
}

// parties is the number of goroutines: one for each thread, and one that cancels contexts.
func (t *team) parties() int {
	if n, _ := t.sc.ends(); n > 0 {
		return len(t.sc.Threads) + 1
	}
	return len(t.sc.Threads)
}

// participate runs one thread of a round. The first one prepares the structure, and the last one to
// end makes the calls of the last part. Goroutines exchange their threads from round to round: the one that prepares is
// often the first to go on.
func (t *team) participate(i, n int, r *coresRound) bool {
	if all := len(t.sc.Threads); i < all {
		i = (i + n) % all
	}
	if i == 0 {
		r.left.Store(int32(len(t.sc.Threads)))
		t.guard(r, func() {
			r.contexts = newCancelation(t.sc, context.WithCancel)
			r.on = t.k.player.makings.made(t.k.player.create())
			t.calls(r, 0, t.sc.Prepare)
		})
	}
	r.arrived.Add(1)
	for spins := 0; r.arrived.Load() < int32(t.parties()); spins++ {
		if t.stop.Load() {
			return false
		}
		if spins > 200 {
			runtime.Gosched()
		}
	}
	if i == len(t.sc.Threads) {
		if r.panicked.Load() == nil {
			linger(uint64(n) * 2654435761)
			r.contexts.cancel()
		}
		return true
	}
	if r.panicked.Load() == nil {
		t.guard(r, func() {
			linger(uint64(n)*2654435761 + uint64(i)*40503)
			t.calls(r, 1+i, t.sc.Threads[i])
		})
	}
	if r.left.Add(-1) == 0 && r.panicked.Load() == nil {
		t.guard(r, func() { t.calls(r, len(r.logs)-1, t.sc.After) })
	}
	return true
}

// linger spins for up to a microsecond, so that the calls of the rounds overlap in many ways.
func linger(seed uint64) {
	seed ^= seed >> 13
	for range seed % [4]uint64{1, 16, 64, 512}[seed>>7%4] {
		pause()
	}
}

//go:noinline
func pause() {}

// guard runs f, and keeps its panic.
func (t *team) guard(r *coresRound, f func()) {
	defer func() {
		if p := recover(); p != nil {
			text := panics.Text(p)
			r.panicked.CompareAndSwap(nil, &text)
		}
	}()
	f()
}

func (t *team) calls(r *coresRound, client int, calls []*instance) {
	log := &r.logs[client]
	if client == len(r.logs)-1 {
		client = afterClient
	}
	made := int32(0)
	for i, in := range calls {
		values, given := r.hands.arguments(client, in)
		if !given {
			continue // the call is left out
		}
		args := t.k.player.args(r.on, in, r.contexts.context(client, i), values)
		c := &log.calls[made]
		made++
		c.in, c.values, c.call = in, values, t.clock.Now()
		log.begun.Store(made) // for the goroutine that looks whether calls hang
		c.out = in.op.call.Call(args)
		c.ret = t.clock.Now()
		r.hands.keep(client, in.op, c.out)
		for i := range c.out {
			if i != in.op.handle || !in.op.numbers {
				c.out[i] = tryClone(c.out[i])
			}
		}
		log.ended.Store(made)
	}
}
