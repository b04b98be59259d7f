package engine_test

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/engine"
	"github.com/stealproof/stealproof/internal/engine/strategy"
	"github.com/stealproof/stealproof/internal/report"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
	"github.com/stealproof/stealproof/model/shim/channel"
)

// capacityOf is the capacity of each channel of these programs.
var capacityOf = []int{0, 1, 2}

// channelRules are what the Go memory model says of channels. The field read numbers the sends and
// receives of a channel, so that the k-th receive gets the value of the k-th send; 0 is one that does not end.
var channelRules = map[string]rule{
	"spawn": goRules["spawn"],
	"a send before its receive ends": func(all []event, i, j int) bool {
		return all[i].kind == sendBegins && all[j].kind == receiveEnds && all[i].at == all[j].at && all[i].read > 0 && all[i].read == all[j].read
	},
	// A slot of a buffer orders all that pass it, as for Go's race detector.
	"a receive before the send that takes its place ends": func(all []event, i, j int) bool {
		receive := receiveBegins
		if capacityOf[all[i].at%len(capacityOf)] > 0 {
			receive = receiveEnds
		}
		return all[i].kind == receive && all[j].kind == sendEnds && all[i].at == all[j].at && all[i].read > 0 &&
			all[i].read+uint64(capacityOf[all[i].at]) == all[j].read
	},
	"a close before a receive that it ends": func(all []event, i, j int) bool {
		return all[i].kind == closes && all[j].kind == closedSeen && all[i].at == all[j].at
	},
}

// racing runs random threads that send, receive and access two variables.
type racing struct {
	s        *sched.S
	c        []chan uint64
	memory   [2]uint64
	events   []event
	sent     map[uint64][2]int // by value: the events of its send
	numbered []uint64          // by channel: receives so far
	filled   []uint64          // by channel with a buffer: sends so far
}

func (r *racing) pointer(i int) unsafe.Pointer { return unsafe.Pointer(&r.memory[i]) }

func (r *racing) note(e event) int {
	r.events = append(r.events, e)
	return len(r.events) - 1
}

// receives notes a receive that has returned. The send may return later.
func (r *racing) receives(begun, thread, at int, v uint64, ok bool) {
	if !ok {
		r.note(event{thread: thread, kind: closedSeen, at: at})
		return
	}
	r.numbered[at]++
	r.events[begun].read = r.numbered[at]
	r.note(event{thread: thread, kind: receiveEnds, at: at, read: r.numbered[at]})
	if capacityOf[at] > 0 {
		return // the values come in the order of their sends, which are numbered when they end
	}
	send := r.sent[v]
	r.events[send[0]].read = r.numbered[at]
	if send[1] > 0 {
		r.events[send[1]].read = r.numbered[at]
	}
	r.sent[v] = [2]int{send[0], -int(r.numbered[at])}
}

func (r *racing) sends(begun, thread, at int, v uint64) {
	e := event{thread: thread, kind: sendEnds, at: at}
	if capacityOf[at] > 0 {
		r.filled[at]++
		e.read, r.events[begun].read = r.filled[at], r.filled[at]
	} else if n := r.sent[v][1]; n < 0 {
		e.read = uint64(-n)
	}
	r.sent[v] = [2]int{begun, r.note(e)}
}

func (r *racing) thread(id int, rng *rand.Rand) {
	for k := range 2 + rng.IntN(5) {
		at := rng.IntN(len(r.c))
		v := uint64(id*100 + k + 1)
		switch n := rng.IntN(10); {
		case n < 3:
			r.sent[v] = [2]int{r.note(event{thread: id, kind: sendBegins, at: at}), 0}
			channel.To(0, r.c[at]).Send(v)
			r.sends(r.sent[v][0], id, at, v)
		case n < 6:
			begun := r.note(event{thread: id, kind: receiveBegins, at: at})
			got, ok := channel.ReceiveOK(0, r.c[at])
			r.receives(begun, id, at, got, ok)
		default:
			e := event{thread: id, kind: plainRead, at: 8 * rng.IntN(2), size: 8}
			p := r.pointer(e.at / 8)
			if rng.IntN(2) == 0 {
				e.kind = plainWrite
				engine.PlainWrite(1, p, 8)
			} else {
				engine.PlainRead(1, p, 8)
			}
			r.note(e)
		}
	}
	if rng.IntN(8) == 0 {
		at := rng.IntN(len(r.c))
		r.note(event{thread: id, kind: closes, at: at})
		channel.Close(0, r.c[at])
	}
}

// The race detector finds a race by channels exactly where the second one does.
func TestChannel_RacesAreThoseOfTheMemoryModel(t *testing.T) {
	raced, clean := 0, 0
	programs := 400
	if testing.Short() {
		programs = 100
	}
	for seed := range uint64(programs) {
		var r *racing
		compare := func(failed bool) {
			n := newNaive(r.events, channelRules)
			if pairs := n.races(); failed != (len(pairs) > 0) {
				require.Fail(t, "the two detectors differ", "seed %d, found %v, naive %v\n%s", seed, failed, pairs, list(r.events))
			}
			if failed {
				raced++
			} else if conflicts(r.events) > 0 {
				clean++
			}
		}
		body := on(func(s *sched.S) {
			r = &racing{s: s, sent: map[uint64][2]int{}, numbered: make([]uint64, len(capacityOf)), filled: make([]uint64, len(capacityOf))}
			for _, n := range capacityOf {
				r.c = append(r.c, channel.Made(0, make(chan uint64, n)))
			}
			for id := 1; id <= 3; id++ {
				r.note(event{kind: spawn, at: id})
				s.Go(func() {
					defer func() {
						if p := recover(); p != nil {
							if _, is := p.(error); !is { // a send on a closed channel is one
								panic(p)
							}
						}
					}()
					r.thread(id, rand.New(rand.NewPCG(seed, uint64(id))))
				})
			}
			s.Wait()
		})
		engine.SearchPast(body, engine.Options{Strategy: strategy.NewRandom(seed), Observer: quiet{func() { compare(false) }}, Executions: 20}, func(f *engine.Failure) {
			switch f.Rule {
			case report.RuleRace:
				compare(true)
			case report.RuleDeadlock, report.RuleLeak:
				compare(false)
			default:
				require.Fail(t, "another failure", "%v", f)
			}
		})
	}
	t.Logf("%d executions with races, %d without although threads conflict", raced, clean)
	require.Greater(t, raced, programs/2)
	require.Greater(t, clean, programs/2)
}

// quiet is an observer that calls end after each execution that passes.
type quiet struct{ end func() }

func (q quiet) Begin()                     {}
func (q quiet) Access(*model.Access) error { return nil }
func (q quiet) End() error {
	q.end()
	return nil
}
