package lin

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/model"
)

// wait is an operation of a random history. It has not returned if its ret is the largest number.
type wait struct {
	client    int
	call, ret int64
	send      bool
	v         int // that is sent or got
}

// allowed tries all orders of requests and replies, without the judge.
func allowed(ops []wait, s *meetingSpec, asked, done uint64, stuck bool) bool {
	over := true
	for i, o := range ops {
		bit := uint64(1) << i
		returns := o.ret != math.MaxInt64
		if done&bit == 0 && returns || stuck && asked&bit == 0 {
			over = false
		}
		if done&bit != 0 {
			continue
		}
		ready := true
		for k, p := range ops {
			ready = ready && (p.ret >= o.call || done>>k&1 != 0)
		}
		next := &meetingSpec{append([]offer(nil), s.sends...), append([]offer(nil), s.recvs...), map[int]int{}}
		for c, v := range s.got {
			next.got[c] = v
		}
		switch {
		case asked&bit == 0 && ready:
			if o.send {
				next.AskSend(i, o.v)
			} else {
				next.AskRecv(i)
			}
			if allowed(ops, next, asked|bit, done, stuck) {
				return true
			}
		case asked&bit != 0 && returns:
			if can := o.send && next.CanSend(i, 0) || !o.send && next.CanRecv(i); !can {
				continue
			}
			if o.send {
				next.Send(i, 0)
			} else if next.Recv(i) != o.v {
				continue
			}
			if allowed(ops, next, asked, done|bit, stuck) {
				return true
			}
		}
	}
	if !over {
		return false
	}
	for i, o := range ops {
		if stuck && o.ret == math.MaxInt64 && (o.send && s.CanSend(i, 0) || !o.send && s.CanRecv(i)) {
			return false
		}
	}
	return true
}

// The judge of requests and of calls that wait for ever agrees with all orders, tried one by one.
func TestJudge_StuckAgreesWithAllOrders(t *testing.T) {
	k, err := newChecker(&tb{}, newMeeting(""), newMeetingSpec, configOf(Op("Send", (*meeting).Send), Op("Recv", (*meeting).Recv)))
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(3, 4))
	counts := map[[2]bool]int{}
	for range 8_000 {
		var ops []wait
		for client := range 2 + rng.IntN(2) {
			at := rng.Int64N(3)
			for range 1 + rng.IntN(2) {
				at += 1 + rng.Int64N(4)
				o := wait{client: 1 + client, call: 4*at + int64(client), send: rng.IntN(2) == 0, v: 1 + rng.IntN(2)}
				at += 1 + rng.Int64N(6)
				if o.ret = 4*at + int64(client); rng.IntN(3) == 0 {
					o.ret = math.MaxInt64
				}
				if ops = append(ops, o); o.ret == math.MaxInt64 {
					break
				}
			}
		}
		var history []model.Operation
		for _, o := range ops {
			op, args, out := k.m.ops[1], []reflect.Value(nil), []reflect.Value{reflect.ValueOf(o.v)}
			if o.send {
				op, args, out = k.m.ops[0], out, nil
			}
			in := k.m.instance(op, args)
			h := model.Operation{Client: o.client, Kind: model.Other, Call: o.call, Return: o.ret, Invocation: in}
			if o.ret != math.MaxInt64 {
				h.Invocation = k.m.answered(in, out)
			}
			history = append(history, h)
		}
		for i, stuck := range []bool{false, true} {
			want := allowed(ops, newMeetingSpec(), 0, 0, stuck)
			require.Equal(t, want, k.judge.remembers(history, stuck), "%v %v", ops, stuck)
			counts[[2]bool{i == 1, want}]++
		}
	}
	require.Len(t, counts, 4)
	for _, n := range counts {
		require.Greater(t, n, 300, counts)
	}
}
