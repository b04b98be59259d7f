package lin

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

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
func (k *checker) cores() (Part, *Failure) {
	start := time.Now()
	c := coresRun{checker: k, rounds: k.rounds, start: start}
	if c.rounds == 0 {
		c.rounds = defaultRounds
	}
	budget := k.budget
	if budget == 0 {
		budget = coresTime
	}
	c.Ending, c.Says = sched.BoundHit, fmt.Sprintf("%d rounds of each scenario", c.rounds)
	half := budget
	if len(k.texts) == 0 {
		half = budget / 2 // the rest is for larger scenarios
	}
	for _, l := range k.levels {
		for _, sc := range l.all {
			c.run(sc, half)
		}
	}
	rng := rand.New(rand.NewPCG(5, 6))
	for range largeOnCores {
		sc := k.gen.draw(rng.IntN, 3, 5)
		if len(k.texts) > 0 || sc == nil || c.over(budget) {
			break
		}
		if k.returns(sc) {
			c.run(sc, budget)
		}
	}
	if c.failure == nil && c.Ending != sched.NotChecked {
		c.left(budget)
	}
	c.Took = time.Since(start)
	return c.Part, c.failure
}

// coresRun is the runs on real cores.
type coresRun struct {
	*checker
	Part
	rounds  int
	start   time.Time
	waiting int // scenarios that were not run, because calls of them may wait for ever
	failure *Failure
}

// over reports whether no more scenarios are run.
func (c *coresRun) over(until time.Duration) bool {
	return c.failure != nil || c.m.fault != nil || c.Ending == sched.NotChecked || time.Since(c.start) >= until
}

func (c *coresRun) run(sc *script, until time.Duration) {
	c.Of++
	switch {
	case c.over(until):
		return
	case !c.returns(sc):
		c.waiting++
		return
	}
	var says string
	switch c.failure, says = c.onCores(sc, c.rounds); {
	case says != "":
		c.Ending, c.Says = sched.NotChecked, says
		return
	case c.failure != nil:
		c.Ending = sched.Failed
	}
	c.Executions += c.rounds
	c.Scenarios++
}

// left says which scenarios were not run.
func (c *coresRun) left(budget time.Duration) {
	switch {
	case c.waiting > 0 && c.Scenarios == 0:
		c.Ending, c.Says = sched.NotChecked, "in all scenarios, calls may wait for ever; to run them: stealproof check"
		return
	case c.waiting > 0:
		c.Says += fmt.Sprintf("; not run, since calls may wait for ever: %d", c.waiting)
	}
	if c.Scenarios+c.waiting < c.Of {
		c.Says += fmt.Sprintf(", until %v were over", budget)
	}
}

// largeOnCores is how many larger scenarios run on real cores.
const largeOnCores = 100

var clock = sync.OnceValue(linearizability.BestClock)

// coresTime bounds the runs on real cores.
const coresTime = 2 * time.Second

// returns reports whether all calls of a scenario return, whatever the order. A call that waits for ever would use its
// goroutine up, and a processor if it spins.
func (k *checker) returns(sc *script) bool {
	p, _ := k.m.prospect(sc)
	if p.unknown && len(k.texts) == 0 {
		return !sc.Any(func(in *instance) bool { return in.op.blocking() })
	}
	return !p.blocks && !p.blocksLast
}

// onCores runs a scenario again and again, each time on a structure of its own, and judges the
// histories. It says why that ended early if calls wait for ever and the specification blocks them.
func (k *checker) onCores(sc *script, rounds int) (f *Failure, says string) {
	t := &team{k: k, sc: sc, clock: clock(), rounds: make([]*coresRound, rounds)}
	for i := range t.rounds {
		t.rounds[i] = newCoresRound(sc)
	}
	if text := t.run(); text != "" {
		return k.hung(t, text)
	}
	for _, r := range t.rounds {
		if p := r.panicked.Load(); p != nil {
			first, _, _ := strings.Cut(*p, "\n")
			return k.failed(sc, rulePanic, first, *p, nil), ""
		}
		ops := k.history(r)
		if k.m.fault == nil && !k.judge.explains(ops) {
			if k.m.fault == nil && k.player.makings.again {
				k.m.fault = errSame
			}
			if k.m.fault != nil {
				return nil, ""
			}
			sc, ops = k.shorten(sc, ops)
			return k.failed(sc, k.ordered(), k.judge.sentence(&model.History{Ops: ops}), "", ops), ""
		}
	}
	return nil, ""
}

// hung judges a round whose calls do not return. The text has the stacks of the goroutines.
func (k *checker) hung(t *team, text string) (f *Failure, says string) {
	var ops []model.Operation
	for _, r := range t.rounds {
		if ops = k.history(r); slices.ContainsFunc(ops, func(o model.Operation) bool { return !returned(&o) }) {
			break
		}
	}
	switch {
	case !k.judge.explains(ops):
		return k.failed(t.sc, k.ordered(), k.judge.sentence(&model.History{Ops: ops}), text, ops), ""
	case k.judge.stuck(&model.History{Ops: ops}) == nil:
		return nil, fmt.Sprintf("calls of the scenario %s wait for ever, as the specification allows; to run every schedule: stealproof check", t.sc)
	}
	return k.failed(t.sc, ruleReturns, k.judge.neverReturns(ops), text, ops), ""
}

// failed returns the failure of a scenario on real cores.
func (k *checker) failed(sc *script, rule, says, detail string, ops []model.Operation) *Failure {
	f := &Failure{Rule: rule, Says: says, Scenario: sc.String()}
	var b strings.Builder
	fmt.Fprintf(&b, "rule broken: %s\n%s\nscenario: %s\n", rule, says, sc)
	if rest := strings.TrimLeft(strings.TrimPrefix(detail, says), "\n"); rest != "" {
		fmt.Fprintf(&b, "%s\n", rest)
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
