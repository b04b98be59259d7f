package fuzz_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/stealproof/stealproof/internal/long"
	"github.com/stealproof/stealproof/internal/refinetest"
	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
)

// judgedHistories is how many histories of each kind TLC judges. mostRounds bounds the search for histories whose
// operations happen not to overlap.
const (
	judgedHistories = 10
	mostRounds      = 400_000
)

// TLC judges the answers of the shipped deques, not rewritten, on real cores. The order of their operations is known:
// they take turns, or their calls and returns do not overlap in time. Each operation alone must give the answer of the
// specification's steps. TLC must reject a changed answer, in its line.
func TestAnswers_OfRealCores(t *testing.T) {
	if sched.Instrumented() {
		t.Skip("this is the rewritten binary")
	}
	if testing.Short() {
		t.Skip("TLC takes seconds")
	}
	tools := refinetest.Tools(t)
	for i, d := range refinements() {
		t.Run(d.name, func(t *testing.T) {
			if i > 0 {
				long.Skip(t, "one is enough")
			}
			s := size{items: 8, thieves: 2, capacity: 2}
			if d.name == "ABP" {
				s.capacity = 4 // it does not grow
			}
			m, err := d.machine(s, "")
			require.NoError(t, err)
			histories := d.onCores(t, s)
			wrong := []func(model.Operation) (model.Operation, bool){anotherItem}
			if i == 0 && long.Asked() {
				wrong = append(wrong, becomes(model.Steal, model.Done, model.Empty),
					becomes(model.Steal, model.Empty, model.Retry), becomes(model.Push, model.Done, model.Full))
			}
			refinetest.JudgeAnswers(t, tools, d.binding(), m, d.text(s, "")+" "+d.contract(t, s), histories, wrong...)
		})
	}
}

func anotherItem(o model.Operation) (model.Operation, bool) {
	takes := o.Takes()
	o.Value = o.Value%8 + 1
	return o, takes
}

// becomes returns a function that changes the answer of operations of one kind.
func becomes(kind model.Kind, from, to model.Status) func(model.Operation) (model.Operation, bool) {
	return func(o model.Operation) (model.Operation, bool) {
		is := o.Kind == kind && o.Status == from
		o.Status = to
		return o, is
	}
}

// contract returns the constants for the module of a deque's answers. Retry is not allowed, because each operation runs
// alone.
func (d refined) contract(t *testing.T, s size) string {
	spec := target(t, d.name).Spec(s.capacity)
	hidden := spec.Hidden
	if hidden == model.AnyNumber {
		hidden = s.items
	}
	text := fmt.Sprintf("Hidden = %d MayRetry = FALSE", hidden)
	switch d.module {
	case "Duffy", "THE":
		text += fmt.Sprintf(" Keeps = %d UntilEmpty = FALSE", spec.Keeps)
	case "ABP":
		text += " UntilEmpty = TRUE"
	}
	return text
}

// onCores runs a deque on operating system threads, and returns histories whose order is known.
func (d refined) onCores(t *testing.T, s size) (histories [][]model.Operation) {
	clock, rng := linearizability.BestClock(), rand.New(rand.NewPCG(1, 2))
	code := target(t, d.name)
	changes := 0 // hand-overs from one thread to another
	for range judgedHistories {
		r := newRound(d, s, rng, code.New(s.capacity), clock)
		r.run(true)
		ops := r.inTurn()
		require.True(t, d.apart(ops, 0), "they took turns: %v", ops)
		histories, changes = append(histories, ops), changes+handovers(ops)
	}
	t.Logf("in turn: %d hand-overs between threads", changes)
	require.Positive(t, changes)

	overlapped, found := 0, 0
	changes = 0
	for range mostRounds {
		r := newRound(d, s, rng, code.New(s.capacity), clock)
		r.run(false)
		h := model.History{Ops: r.logged()}
		h.SortByCall()
		switch {
		case !d.apart(h.Ops, 1):
			overlapped++
		case handovers(h.Ops) >= 4:
			histories, changes, found = append(histories, h.Ops), changes+handovers(h.Ops), found+1
		}
		if found == judgedHistories {
			break
		}
	}
	t.Logf("by the clock: %d histories with %d hand-overs; of %d others operations overlapped", found, changes, overlapped)
	if runtime.NumCPU() > 1 {
		require.Equal(t, judgedHistories, found)
	}
	return histories
}

// apart reports whether calls are at least gap apart. The items of one batch have equal times, and count as one call.
func (d refined) apart(ops []model.Operation, gap int64) bool {
	for i, o := range ops[1:] {
		before := ops[i]
		batch := d.thief.Kind == model.Batch && o.Kind == model.Steal && o.Client == before.Client && o.Call == before.Call && o.Return == before.Return
		if !batch && o.Call < before.Return+gap {
			return false
		}
	}
	return true
}

func handovers(ops []model.Operation) (n int) {
	for i, o := range ops[1:] {
		if o.Client != ops[i].Client {
			n++
		}
	}
	return n
}

// A round is one run of a deque by several threads.
type round struct {
	subject model.Subject
	clock   linearizability.Clock
	threads []participant
	order   []int // order[turn] is a thread
	turn    atomic.Int64
	ready   atomic.Int64
}

type participant struct {
	actions []model.Action
	turns   []int
	pauses  []int
	calls   [][]model.Operation
}

// newRound draws the operations of each thread, and the order of their turns.
func newRound(d refined, s size, rng *rand.Rand, subject model.Subject, clock linearizability.Clock) *round {
	r := &round{subject: subject, clock: clock, threads: make([]participant, 1+s.thieves)}
	for range s.items { // one push for each item of the machine
		r.add(0, model.Action{Kind: model.Push}, rng)
		if rng.IntN(2) == 0 {
			r.add(0, model.Action{Kind: d.owner[1+rng.IntN(len(d.owner)-1)]}, rng)
		}
	}
	for thief := 1; thief <= s.thieves; thief++ {
		for range 4 {
			r.add(thief, d.thief, rng)
		}
	}
	rng.Shuffle(len(r.order), func(i, j int) { r.order[i], r.order[j] = r.order[j], r.order[i] })
	for turn, thread := range r.order {
		r.threads[thread].turns = append(r.threads[thread].turns, turn)
	}
	return r
}

func (r *round) add(thread int, a model.Action, rng *rand.Rand) {
	p := &r.threads[thread]
	p.actions = append(p.actions, a)
	p.pauses = append(p.pauses, rng.IntN(4_000))
	r.order = append(r.order, thread)
}

// run runs all threads at the same time. With turns, each operation waits until the one before it has returned. Without,
// only random pauses keep operations apart.
func (r *round) run(turns bool) {
	var ended sync.WaitGroup
	for thread := range r.threads {
		ended.Go(func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			r.ready.Add(1)
			for r.ready.Load() < int64(len(r.threads)) {
				runtime.Gosched()
			}
			r.participate(thread, turns)
		})
	}
	ended.Wait()
}

func (r *round) participate(thread int, turns bool) {
	p := &r.threads[thread]
	pushed := 1
	for i, a := range p.actions {
		if turns {
			for r.turn.Load() != int64(p.turns[i]) {
				runtime.Gosched()
			}
		} else {
			spin(p.pauses[i])
		}
		call := r.subject.Do(a, thread, pushed, r.clock.Now, nil)
		if turns {
			r.turn.Add(1)
		}
		if call[0].Puts() {
			pushed++ // otherwise the item was refused, and is pushed again
		}
		p.calls = append(p.calls, call)
	}
}

//go:noinline
func spin(n int) {
	for range n {
		pause()
	}
}

//go:noinline
func pause() {}

// inTurn returns the operations in the order of their turns.
func (r *round) inTurn() (all []model.Operation) {
	next := make([]int, len(r.threads))
	for _, thread := range r.order {
		all = append(all, r.threads[thread].calls[next[thread]]...)
		next[thread]++
	}
	return all
}

// logged returns the operations, thread by thread.
func (r *round) logged() (all []model.Operation) {
	for _, p := range r.threads {
		for _, call := range p.calls {
			all = append(all, call...)
		}
	}
	return all
}
