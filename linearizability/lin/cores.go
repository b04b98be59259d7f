package lin

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/stealproof/stealproof/internal/panics"
	"github.com/stealproof/stealproof/linearizability"
	"github.com/stealproof/stealproof/model"
	"github.com/stealproof/stealproof/model/sched"
)

// defaultRounds is how often each scenario runs on real cores.
const defaultRounds = 100

// hang is the time after which the calls of a scenario count as hung.
const hang = 20 * time.Second

// rule names of real cores.
const (
	rulePanic   = linearizability.RulePanic
	ruleReturns = linearizability.RuleReturns
)

// cores runs the scenarios on real cores.
func (k *checker) cores() (p Part, f *Failure) {
	start := time.Now()
	rounds := k.rounds
	if rounds == 0 {
		rounds = defaultRounds
	}
	budget := k.budget
	if budget == 0 {
		budget = coresTime
	}
	p.Ending, p.Says = sched.BoundHit, fmt.Sprintf("%d rounds of each scenario", rounds)
	run := func(sc *script, until time.Duration) bool {
		if f != nil || k.m.fault != nil || time.Since(start) >= until {
			return false
		}
		f = k.onCores(sc, rounds)
		p.Executions += rounds
		p.Scenarios++
		return true
	}
	half := budget
	if len(k.texts) == 0 {
		half = budget / 2 // the rest is for larger scenarios
	}
	for _, l := range k.levels {
		for _, sc := range l.all {
			p.Of++
			run(sc, half)
		}
	}
	rng := rand.New(rand.NewPCG(5, 6))
	for range largeOnCores {
		sc := k.gen.draw(rng.IntN, 3, 5)
		if len(k.texts) > 0 || sc == nil || !run(sc, budget) {
			break
		}
		p.Of++
	}
	p.Took = time.Since(start)
	if f != nil {
		p.Ending = sched.Failed
	} else if p.Scenarios < p.Of {
		p.Says += fmt.Sprintf(", until %v were over", budget)
	}
	return p, f
}

// largeOnCores is how many larger scenarios run on real cores.
const largeOnCores = 100

var clock = sync.OnceValue(linearizability.BestClock)

// coresTime bounds the runs on real cores.
const coresTime = 2 * time.Second

// onCores runs a scenario again and again, each time on a structure of its own, and judges the
// histories.
func (k *checker) onCores(sc *script, rounds int) *Failure {
	t := &team{k: k, sc: sc, clock: clock(), rounds: make([]*coresRound, rounds)}
	for i := range t.rounds {
		t.rounds[i] = &coresRound{logs: make([][]coresCall, len(sc.Threads)+2)}
	}
	if text := t.run(); text != "" {
		return k.failed(sc, ruleReturns, "an operation did not return; if it is meant to wait, the specification needs a method Can<Operation>", text, nil)
	}
	for _, r := range t.rounds {
		if p := r.panicked.Load(); p != nil {
			first, _, _ := strings.Cut(*p, "\n")
			return k.failed(sc, rulePanic, first, *p, nil)
		}
		ops := k.history(r)
		if k.m.fault == nil && !k.judge.explains(ops) {
			if k.m.fault == nil && k.player.makings.again {
				k.m.fault = errSame
			}
			if k.m.fault != nil {
				return nil
			}
			sc, ops = k.shorten(sc, ops)
			return k.failed(sc, k.ordered(), k.judge.sentence(&model.History{Ops: ops}), "", ops)
		}
	}
	return nil
}

// failed returns the failure of a scenario on real cores.
func (k *checker) failed(sc *script, rule, says, detail string, ops []model.Operation) *Failure {
	f := &Failure{Rule: rule, Says: says, Scenario: sc.String()}
	var b strings.Builder
	fmt.Fprintf(&b, "rule broken: %s\n%s\nscenario: %s\n", rule, says, sc)
	if detail != "" && detail != says {
		fmt.Fprintf(&b, "%s\n", detail)
	}
	if len(ops) > 0 {
		b.WriteString("\nthe operations, on real cores:\n")
		names := map[int]string{afterClient: threadName(afterClient)}
		for i := range 1 + len(sc.Threads) {
			names[i] = threadName(i)
		}
		h := model.History{Ops: ops}
		_ = h.WriteTableAs(&b, names) // a strings.Builder does not fail
	}
	for _, note := range k.notes() {
		fmt.Fprintf(&b, "\n%s\n", note)
	}
	if path := k.picture(ops); path != "" {
		fmt.Fprintf(&b, "\npicture: %s\n", path)
	}
	b.WriteString("\nto see the schedule: stealproof check -run '^" + k.t.Name() + "$'\n")
	f.Text = b.String()
	return f
}

// history returns the operations of a round, the earliest call first.
func (k *checker) history(r *coresRound) (ops []model.Operation) {
	for client, calls := range r.logs {
		if client == len(r.logs)-1 {
			client = afterClient
		}
		for _, c := range calls {
			ops = append(ops, model.Operation{Client: client, Kind: model.Other, Call: c.call, Return: c.ret, Invocation: k.m.answered(c.in, c.out)})
		}
	}
	slices.SortStableFunc(ops, func(a, b model.Operation) int { return int(a.Call - b.Call) })
	return ops
}

// coresRound is one run of a scenario.
type coresRound struct {
	on       reflect.Value
	contexts *cancelation
	arrived  atomic.Int32
	left     atomic.Int32
	logs     [][]coresCall // by client
	panicked atomic.Pointer[string]
}

type coresCall struct {
	in        *instance
	out       []reflect.Value
	call, ret int64
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
	timer := time.NewTimer(hang)
	defer timer.Stop()
	select {
	case <-done:
		return ""
	case <-timer.C:
		t.stop.Store(true)
		buf := make([]byte, 1<<16)
		return waiting(string(buf[:runtime.Stack(buf, true)]))
	}
}

// parties is the number of goroutines: one for each thread, and one that cancels contexts.
func (t *team) parties() int {
	if n, _ := t.sc.ends(); n > 0 {
		return len(t.sc.Threads) + 1
	}
	return len(t.sc.Threads)
}

// participate runs one thread of a round. The first one prepares the structure, and the last one to
// end makes the calls of the last part.
func (t *team) participate(i, n int, r *coresRound) bool {
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
	for i, in := range calls {
		args := t.k.player.args(r.on, in, r.contexts.context(client, i))
		c := coresCall{in: in, call: t.clock.Now()}
		c.out = in.op.call.Call(args)
		c.ret = t.clock.Now()
		for i := range c.out {
			c.out[i] = tryClone(c.out[i])
		}
		r.logs[client] = append(r.logs[client], c)
	}
}
